"""Exhaustive counts of hands and readings, worked out by several independent methods: a splitter that misses
a reading, or reads one hand twice, does not come to them."""

from collections import Counter
from itertools import combinations_with_replacement
from math import prod
from random import Random

import pytest

from core.reading import (
    EDGE,
    EITHER_PAIR,
    MIDDLE,
    SINGLE,
    TWO_SIDED,
    pack,
    placements,
    splits,
    waits,
)
from core.sets import parts
from core.suits import _laid, _read, completed_by, suit_readings
from core.tiles import KINDS, tile_named

CHOWS = [(i, i + 1, i + 2) for i in range(7)]
TRIPLETS = [(i,) * 3 for i in range(9)]

# (sets 0–5) → distinct hands, distinct readings of one suit, and of honors
SUIT = [(1, 1), (16, 16), (127, 127), (627, 634), (2098, 2189), (4898, 5427)]
SUIT_PAIR = [(9, 9), (135, 135), (996, 1008), (4475, 4676), (13259, 14738), (26414, 32518)]
HONORS = [1, 7, 21, 35, 35, 21]
HONORS_PAIR = [7, 42, 105, 140, 105, 42]
KINDS_34 = [
    (34, 34), (1836, 1836), (49332, 49368), (875418, 877950), (11498658, 11580567), (118856487, 120523977),
]  # fmt: skip
KINDS_27 = [
    (27, 27), (1269, 1269), (29718, 29754), (459177, 461310), (5237550, 5296275), (46823715, 47844951),
]  # fmt: skip


def hands(sets: int, pair: bool, blocks: list[tuple[int, ...]], kinds: int) -> set[tuple[int, ...]]:
    """All multisets of tiles that so many of the blocks, and a pair, can make; no kind more than four times."""
    found: set[tuple[int, ...]] = set()
    for chosen in combinations_with_replacement(blocks, sets):
        counts = [0] * kinds
        for block in chosen:
            for tile in block:
                counts[tile] += 1
        for extra in range(kinds) if pair else (None,):
            if extra is not None:
                counts[extra] += 2
            if max(counts) <= 4:
                found.add(tuple(counts))
            if extra is not None:
                counts[extra] -= 2
    return found


def code(counts: tuple[int, ...]) -> int:
    return sum(count << 3 * i for i, count in enumerate(counts))


def suit_counts(sets: int, pair: bool) -> tuple[int, int]:
    found = hands(sets, pair, CHOWS + TRIPLETS, 9)
    return len(found), sum(len(suit_readings(1, code(h))) for h in found)


@pytest.mark.parametrize("sets", range(6))
def test_one_suit(sets: int) -> None:
    assert suit_counts(sets, pair=False) == SUIT[sets]


@pytest.mark.parametrize("sets", range(6))
def test_one_suit_with_a_pair(sets: int) -> None:
    assert suit_counts(sets, pair=True) == SUIT_PAIR[sets]


def test_the_table_begins_with_every_suit_of_up_to_four_sets_and_a_pair() -> None:
    """They were laid; read tile by tile they come out the same, in the same order."""
    table = _laid()
    assert len(table) == sum(hands for hands, _ in SUIT[:5] + SUIT_PAIR[:5])
    assert sum(map(len, table.values())) == sum(readings for _, readings in SUIT[:5] + SUIT_PAIR[:5])
    assert {code(h) for h in hands(4, True, CHOWS + TRIPLETS, 9)} <= {*table}
    assert all(_read(tiles) == readings for tiles, readings in table.items())


def test_what_completes_a_suit_is_what_trying_every_tile_finds() -> None:
    rng = Random(1)
    deck = [n for n in range(9) for _ in range(4)]
    for _ in range(5000):
        tiles = code(tuple(Counter(rng.sample(deck, rng.randrange(1, 17)))[n] for n in range(9)))
        tried = sum(1 << n for n in range(9) if _read(tiles + (1 << 3 * n)))
        assert completed_by(0, tiles) == tried, oct(tiles)


@pytest.mark.parametrize("sets", range(6))
def test_honors(sets: int) -> None:
    triplets = [(i,) * 3 for i in range(7)]
    for pair, expected in ((False, HONORS), (True, HONORS_PAIR)):
        found = hands(sets, pair, triplets, 7)
        readings = [len(suit_readings(3, code(h))) for h in found]
        assert (len(found), sum(readings)) == (expected[sets], expected[sets])


@pytest.mark.parametrize("honors", [True, False])
@pytest.mark.parametrize("sets", range(6))
def test_whole_hands_by_convolution_over_the_suits(sets: int, honors: bool) -> None:
    """The counts of 34 and 27 kinds follow from those of the suits that the tests above have established."""
    groups = [(SUIT, SUIT_PAIR)] * 3
    if honors:
        groups.append(([(n, n) for n in HONORS], [(n, n) for n in HONORS_PAIR]))
    expected = (KINDS_34 if honors else KINDS_27)[sets]
    for which in (0, 1):
        total = 0
        for holder in range(len(groups)):
            for shares in compositions(sets, len(groups)):
                total += prod(groups[g][g == holder][n][which] for g, n in enumerate(shares))
        assert total == expected[which]


def compositions(number: int, parts: int) -> list[tuple[int, ...]]:
    if parts == 1:
        return [(number,)]
    return [(first, *rest) for first in range(number + 1) for rest in compositions(number - first, parts - 1)]


def test_all_hands_of_two_sets_over_34_kinds_are_read_as_often_as_by_trying_every_set() -> None:
    blocks = [(t,) * 3 for t in range(KINDS)] + [(t, t + 1, t + 2) for t in range(27) if t % 9 < 7]
    naive: Counter[tuple[int, ...]] = Counter()
    for chosen in combinations_with_replacement(blocks, 2):
        tiles = [t for block in chosen for t in block]
        for pair in range(KINDS):
            hand = tuple(sorted([*tiles, pair, pair]))
            if max(Counter(hand).values()) <= 4:
                naive[hand] += 1
    assert (len(naive), sum(naive.values())) == KINDS_34[2]
    for hand, number in naive.items():
        assert len(list(splits(pack(hand)))) == number


@pytest.mark.parametrize(
    ("tiles", "readings"),
    [
        ([0, 0, 0, 1, 1, 1, 2, 2, 2, 27, 27], [((), (0, 0, 0), 27), ((0, 1, 2), (), 27)]),
        ([1, 1, 1, 2, 3, 3, 3, 3, 4, 4, 4], [((1, 3), (2,), 4), ((3, 4), (1,), 1)]),
        ([1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4], [((), (1, 1, 2), 4), ((), (2, 2, 2), 1), ((2, 3, 4), (), 1)]),
    ],
)
def test_readings_stand_in_a_fixed_order(tiles: list[int], readings: list[object]) -> None:
    """Chows before triplets, and the pair as late as it can be: of readings of equal worth the first counts."""
    assert [parts(sets) for sets in splits(pack(tiles))] == readings


@pytest.mark.parametrize(
    ("tiles", "winning", "expected"),
    [
        ("2万 3万 4万", "4万", {TWO_SIDED}),
        ("1万 2万 3万", "3万", {EDGE}),
        ("1万 2万 3万", "1万", {TWO_SIDED}),
        ("7万 8万 9万", "7万", {EDGE}),
        ("7万 8万 9万", "9万", {TWO_SIDED}),
        ("4万 5万 6万", "5万", {MIDDLE}),
        ("中 中 中", "中", {EITHER_PAIR}),
        ("", "发", {SINGLE}),
    ],
)
def test_how_the_winning_tile_was_waited_for(tiles: str, winning: str, expected: set[str]) -> None:
    held = [tile_named(name) for name in tiles.split()] + [tile_named("发")] * 2
    (sets,) = splits(pack(held))
    assert set(placements(sets, tile_named(winning))) == expected


def test_waits_are_the_kinds_that_complete_the_tiles_in_every_hand_of_four_tiles_of_two_suits() -> None:
    for hand in combinations_with_replacement(range(18), 4):
        if max(Counter(hand).values()) <= 4:
            key = pack(hand)
            by_trying = {t for t in range(KINDS) if any(True for _ in splits(pack([*hand, t])))}
            assert {t for t in range(KINDS) if waits(key) >> t & 1} == by_trying
