"""Readings with wild tiles: looked up, counted, and compared with trying every role of every one."""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.reading import pack
from core.sets import Sets, parts
from core.wild import Choice, choices, fillings, spreads, suit_fillings, unbeaten
from tests.wenling_exhaustive import cuts, sets_of

Read = tuple[int, tuple[tuple[str, int], ...], tuple[int, ...]]  # pair, sets, roles


def looked_up(suit: int, tiles: tuple[int, ...], wilds: int) -> list[Read]:
    code = sum(1 << 3 * (t - 9 * suit) for t in tiles)
    return [read(sets, roles) for sets, roles in suit_fillings(suit, code, wilds)]


def read(sets: Sets, roles: tuple[int, ...]) -> Read:
    triplets, chows, pair = parts(sets)
    return pair, tuple(sorted((*(("暗刻", t) for t in triplets), *(("吃", t) for t in chows)))), roles


def tried_out(suit: int, tiles: tuple[int, ...], wilds: int) -> set[Read]:
    found: set[Read] = set()
    kinds = range(9 * suit, 9 * suit + (7 if suit == 3 else 9))
    for roles in combinations_with_replacement(kinds, wilds):
        full = tuple(sorted((*tiles, *roles)))
        if len(full) % 3 == 2:
            found |= {(pair, tuple(sorted(cut)), roles) for pair, cut in cuts(full)}
        elif len(full) % 3 == 0:
            found |= {(-1, tuple(sorted(cut)), roles) for cut in sets_of(full)}
    return found


@pytest.mark.parametrize("wilds", [0, 1, 2, 3])
@pytest.mark.parametrize("suit", [0, 1, 2, 3])
def test_a_suit_is_read_as_by_trying_every_role(suit: int, wilds: int) -> None:
    rng = random.Random(10 * suit + wilds)
    deck = [9 * suit + n for n in range(7 if suit == 3 else 9) for _ in range(4)]
    for number in range(18 - wilds):
        for _ in range(6 if wilds < 3 else 2):
            tiles = tuple(sorted(rng.sample(deck, number)))
            found = looked_up(suit, tiles, wilds)
            assert len(found) == len(set(found)), tiles
            assert set(found) == tried_out(suit, tiles, wilds), tiles


def hands_of(kinds: int, number: int, held: tuple[int, ...] = ()) -> Iterator[tuple[int, ...]]:
    """Every way to hold this many tiles of so many kinds, four of each there are: copies kind by kind."""
    if len(held) == kinds:
        if not number:
            yield held
        return
    for copies in range(min(4, number) + 1):
        if number - copies <= 4 * (kinds - len(held) - 1):
            yield from hands_of(kinds, number - copies, (*held, copies))


def ways_to_be_wild(counts: list[int], wilds: int) -> int:
    """In how many ways `wilds` of these tiles may be wild, so that no kind is held more than four times."""
    ways = Counter({0: 1})
    for number in counts:
        following: Counter[int] = Counter()
        for taken, times in ways.items():
            for more in range(max(0, number - 4), min(number, wilds - taken) + 1):
                following[taken + more] += times
        ways = following
    return ways[wilds]


def readings_of(kinds: int, sets: int, with_chows: bool, pair: bool) -> Iterator[list[int]]:
    """The tiles, counted by kind, of every multiset of so many sets and perhaps a pair in one suit."""
    blocks = [Counter({n: 3}) for n in range(kinds)]
    if with_chows:
        blocks += [Counter((n, n + 1, n + 2)) for n in range(kinds - 2)]
    for chosen in combinations_with_replacement(blocks, sets):
        together: Counter[int] = Counter()
        for block in chosen:
            together.update(block)
        for eyes in range(kinds) if pair else (-1,):
            yield [together[n] + (2 if n == eyes else 0) for n in range(kinds)]


@pytest.mark.parametrize(
    ("suit", "sets", "pair", "wilds"),
    [
        *((0, sets, pair, 1) for sets in (0, 1, 2) for pair in (False, True)),
        *((0, sets, pair, 2) for sets in (1, 2) for pair in (False, True)),
        *((0, 3, pair, wilds) for pair, wilds in ((True, 1), (False, 2))),
        *((3, sets, pair, wilds) for sets in (1, 3, 5) for pair in (False, True) for wilds in (0, 1, 2)),
    ],
)
def test_the_number_of_all_readings_is_that_of_all_sets_with_all_choices_of_wild_tiles(
    suit: int, sets: int, pair: bool, wilds: int
) -> None:
    kinds = 7 if suit == 3 else 9
    number = 3 * sets + 2 * pair - wilds
    found = sum(
        len(suit_fillings(suit, sum(copies << 3 * n for n, copies in enumerate(held)), wilds))
        for held in hands_of(kinds, number)
    )
    assert found == sum(ways_to_be_wild(c, wilds) for c in readings_of(kinds, sets, suit < 3, pair))


# The pinned numbers of readings without a wild tile, for 0 to 3 sets.
@pytest.mark.parametrize(
    ("suit", "pair", "numbers"),
    [
        (0, False, (1, 16, 127, 634)),
        (0, True, (9, 135, 1008)),
        (3, False, (1, 7, 21, 35)),
        (3, True, (7, 42, 105)),
    ],
)
def test_without_wild_tiles_the_pinned_numbers_come_out(
    suit: int, pair: bool, numbers: tuple[int, ...]
) -> None:
    kinds = 7 if suit == 3 else 9
    for sets, expected in enumerate(numbers):
        held = hands_of(kinds, 3 * sets + 2 * pair)
        codes = (sum(copies << 3 * n for n, copies in enumerate(hand)) for hand in held)
        assert sum(len(suit_fillings(suit, code, 0)) for code in codes) == expected


@pytest.mark.parametrize("wilds", [0, 1, 2])
def test_a_whole_hand_of_five_sets_is_read_as_by_trying_every_role(wilds: int) -> None:
    rng = random.Random(wilds)
    for _ in range(40):
        tiles: list[int] = []
        for _ in range(5):
            first = rng.randrange(27) if rng.random() < 0.7 else rng.randrange(27, 34)
            runs = first < 27 and first % 9 < 7 and rng.random() < 0.7
            tiles += (first, first + 1, first + 2) if runs else (first,) * 3
        tiles += [rng.randrange(34)] * 2
        if max(Counter(tiles).values()) > 4:
            continue
        natural = tuple(sorted(rng.sample(tiles, 17 - wilds)))
        found = [read(sets, roles) for sets, roles in fillings(pack(natural), wilds)]
        tried = {
            (pair, tuple(sorted(cut)), roles)
            for roles in combinations_with_replacement(range(34), wilds)
            for pair, cut in cuts(tuple(sorted((*natural, *roles))))
        }
        assert len(found) == len(set(found))
        assert set(found) == tried


def test_two_wild_tiles_alone_may_be_the_pair() -> None:
    tiles = pack((0, 1, 2, 9, 10, 11, 27, 27, 27))
    assert {parts(sets)[2] for sets, _ in fillings(tiles, 2)} >= set(range(34)) - {27}


def test_a_wild_tile_may_be_a_fifth_copy() -> None:
    assert [roles for _, roles in fillings(pack((7, 7, 7, 7, 6)), 0)] == []
    found = list(fillings(pack((7, 7, 7, 7)), 1))  # 8888万 and a wild one: a triplet and the pair
    assert [(*parts(sets), roles) for sets, roles in found] == [((7,), (), 7, (7,))]


@settings(deadline=None)
@given(st.tuples(*[st.integers(0, 2)] * 4), st.integers(0, 3))
def test_wild_tiles_join_the_suits_so_that_one_has_the_pair(
    rest: tuple[int, int, int, int], wilds: int
) -> None:
    found = spreads(rest, wilds)
    everything = [
        spread
        for spread in product(range(wilds + 1), repeat=4)
        if sum(spread) == wilds
        and sorted((r + w) % 3 for r, w in zip(rest, spread, strict=True)) == [0, 0, 0, 2]
    ]
    assert sorted(found) == sorted(everything)


CHOICES = st.builds(
    lambda merits, flaws, points, roles, own: Choice(
        merits, flaws, 2 * points, 2 - own, tuple(sorted(roles)), 0, None
    ),
    st.integers(0, 15),
    st.integers(0, 15),
    st.integers(0, 4),
    st.tuples(st.integers(0, 5), st.integers(0, 5)),
    st.integers(0, 2),
)
WEIGHTS = st.lists(st.integers(0, 3), min_size=4, max_size=4)


def worth(choice: Choice, merits: list[int], flaws: list[int]) -> tuple[int, int, int, int, tuple[int, ...]]:
    """A price as a ruleset may have: doubled by every merit and by every flaw that is not there."""
    fan = sum(w for i, w in enumerate(merits) if choice.merits >> i & 1)
    fan += sum(w for i, w in enumerate(flaws) if not choice.flaws >> i & 1)
    total = min(400, -(-(20 + choice.points) * 2**fan // 10) * 10)
    return total, fan, choice.points, -choice.strangers, tuple(-t for t in choice.roles)


@settings(deadline=None)
@given(st.lists(CHOICES, min_size=1, max_size=12), WEIGHTS, WEIGHTS)
def test_the_best_choice_is_never_thrown_away(
    found: list[Choice], merits: list[int], flaws: list[int]
) -> None:
    best = max(worth(choice, merits, flaws) for choice in found)
    kept = unbeaten(list(found))
    assert set(kept) <= set(found)
    assert max(worth(choice, merits, flaws) for choice in kept) == best


@settings(deadline=None)
@given(st.lists(CHOICES, min_size=1, max_size=5), st.lists(CHOICES, min_size=1, max_size=5), WEIGHTS, WEIGHTS)
def test_what_is_thrown_away_suit_by_suit_is_not_missed_in_the_hand(
    one: list[Choice], two: list[Choice], merits: list[int], flaws: list[int]
) -> None:
    key = pack((0, 0, 0, 9, 9))  # a suit without the pair and one with it
    everything = choices(key, 0, lambda suit, _c, _w: (one, two)[suit], lambda: (0, 0))
    pruned = choices(key, 0, lambda suit, _c, _w: unbeaten(list((one, two)[suit])), lambda: (0, 0))
    assert len(everything) <= len(one) * len(two)
    assert max(worth(c, merits, flaws) for c in pruned) == max(worth(c, merits, flaws) for c in everything)
