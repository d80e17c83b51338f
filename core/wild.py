"""Readings of tiles some of which are wild, looked up suit by suit.

What wild tiles stand for is not tried out. The tiles of one suit and the number of wild tiles that join them
have few readings, and these never change: they are worked out once, each with the roles of its wild tiles.
Of these a ruleset says what it sees in them (`Choice`); choices that another one beats in every respect are
thrown away suit by suit, and what is left of a whole hand is worth pricing.
"""

from collections.abc import Callable, Iterator
from functools import cache, lru_cache, reduce
from itertools import product
from operator import or_
from typing import NamedTuple

from core.reading import shares
from core.sets import Sets, sets_of
from core.suits import completions, is_complete, order, size, suit_readings
from core.tiles import Tile

Roles = tuple[Tile, ...]  # what wild tiles stand for, in printing order
_ALL = range(4)  # 万, 条, 饼 and honors
Filling = tuple[Sets, Roles]  # one way to read tiles together with wild ones


@lru_cache(maxsize=1 << 13)
def suit_fillings(suit: int, code: int, wilds: int) -> tuple[Filling, ...]:
    """All readings of one suit's tiles (packed, from bit 0) and of wild tiles that stand for tiles of it.

    Sets, and a pair if their number asks it.
    """
    if not wilds:
        return tuple([(sets, ()) for sets in suit_readings(suit, code)])
    first = 9 * suit
    if wilds == 1:
        shift = first if suit < 3 else 0
        found = [
            (sets << shift, (first + n,)) for n, readings in completions(suit, code) for sets in readings
        ]
        return tuple(sorted(found, key=lambda filling: order(filling[0])) if len(found) > 1 else found)
    number = size(code) + wilds
    if number % 3 == 1:
        return ()
    ways = _use_up(7 if suit == 3 else 9, 0, code, (0, 0), wilds, number % 3 == 2)
    return tuple(
        [
            (
                sets_of(
                    [first + n for n in triplets],
                    [first + n for n in chows],
                    first + pair if pair >= 0 else -1,
                ),
                tuple([first + n for n in roles]),
            )
            for triplets, chows, pair, roles in ways
        ]
    )


_Part = tuple[tuple[int, ...], tuple[int, ...], int, tuple[int, ...]]  # triplets, chows, pair, roles
_NOTHING: tuple[_Part, ...] = (((), (), -1, ()),)


@lru_cache(maxsize=1 << 14)
def _use_up(
    kinds: int, at: int, code: int, begun: tuple[int, int], wilds: int, wants_pair: bool
) -> tuple[_Part, ...]:
    """Every way to use up what is left of a suit from its kind `at` on, numbers for tiles.

    `begun` are the chows that began two kinds back and one kind back. A kind says how many triplets and pairs
    it makes and how many chows begin there; what it lacks for that, wild tiles are. So no way appears twice.
    """
    if not code and not wilds:
        return () if wants_pair or begun != (0, 0) else _NOTHING
    if at == kinds:
        return ()
    have, found = code & 7, []
    most = have + wilds
    for as_pair in (0, 1) if wants_pair else (0,):
        for as_triplet in (0, 1, 2):
            taken = begun[0] + begun[1] + 2 * as_pair + 3 * as_triplet
            if taken > most:
                break
            most_runs = most - taken if kinds == 9 and at < 7 else 0
            for runs in range(max(0, have - taken), most_runs + 1):
                filled = taken + runs - have
                rest = _use_up(
                    kinds, at + 1, code >> 3, (begun[1], runs), wilds - filled, wants_pair and not as_pair
                )
                found += [
                    (
                        (at,) * as_triplet + triplets,
                        (at,) * runs + chows,
                        at if as_pair else pair,
                        (at,) * filled + roles,
                    )
                    for triplets, chows, pair, roles in rest
                ]
    return tuple(found)


@cache
def spreads(rest: tuple[int, int, int, int], wilds: int) -> tuple[tuple[int, int, int, int], ...]:
    """How wild tiles may join the suits, which hold `rest` tiles modulo 3, so that just one has the pair."""
    found = []
    for spread in product(range(wilds + 1), repeat=4):
        full = sorted((r + w) % 3 for r, w in zip(rest, spread, strict=True))
        if sum(spread) == wilds and full == [0, 0, 0, 2]:
            found.append((spread[0], spread[1], spread[2], spread[3]))
    return tuple(found)


def spread_over(key: int, wilds: int) -> list[list[tuple[int, int, int]]]:
    """The suits of a packed hand that hold anything, as (suit, code, wild tiles), for every such spread that
    leaves no suit without wild tiles incomplete.
    """
    codes = shares(key)
    rest = (size(codes[0]) % 3, size(codes[1]) % 3, size(codes[2]) % 3, size(codes[3]) % 3)
    return [
        [(suit, codes[suit], spread[suit]) for suit in _ALL if codes[suit] or spread[suit]]
        for spread in spreads(rest, wilds)
        if _others_complete(codes, spread)
    ]


def _others_complete(codes: tuple[int, int, int, int], spread: tuple[int, int, int, int]) -> bool:
    """Whether the suits that no wild tile joins are sets, perhaps with a pair."""
    alone = [suit for suit in _ALL if codes[suit] and not spread[suit]]
    return all(is_complete(suit, codes[suit]) for suit in alone)


def fillings(key: int, wilds: int) -> Iterator[Filling]:
    """All readings of the packed tiles and the wild ones (3n+2 together) as sets and one pair."""
    for parts in spread_over(key, wilds):
        for combined in product(*(suit_fillings(*part) for part in parts)):
            yield reduce(or_, [sets for sets, _ in combined]), sum((roles for _, roles in combined), ())


class Choice(NamedTuple):
    """A reading of some tiles, and what a ruleset sees in it.

    `merits` and `flaws` are bits: a merit can only raise the price, a flaw only lower it, whatever else is in
    the hand; so do `points`. `strangers` are the wild tiles that stand for another tile than their own;
    `wait` is how the winning tile was waited for, None if it is not among these tiles.
    """

    merits: int
    flaws: int
    points: int
    strangers: int
    roles: Roles
    sets: Sets
    wait: str | None


def unbeaten(choices: list[Choice]) -> list[Choice]:
    """The choices that no other one beats, those with most points first.

    One that has every merit of another and no flaw besides beats it with more points, or with the same and
    fewer strangers, or as many and roles that stand earlier in printing order.
    """
    if len(choices) < 2:
        return choices
    choices.sort(key=_order)
    kept: list[Choice] = []
    for choice in choices:
        merits, flaws = choice.merits, choice.flaws
        for better in kept:
            if better.merits | merits == better.merits and better.flaws | flaws == flaws:
                break
        else:
            kept.append(choice)
    return kept


def _order(choice: Choice) -> tuple[int, int, Roles]:
    return -choice.points, choice.strangers, choice.roles


def choices(
    key: int,
    wilds: int,
    of_suit: Callable[[int, int, int], list[Choice]],
    known: Callable[[], tuple[int, int]],
) -> list[Choice]:
    """The readings of packed tiles and wild ones that are worth pricing, those with most points first.

    `of_suit(suit, code, wilds)` are the unbeaten choices of a suit. `known()` are the merits and the flaws
    that are sure of the whole hand, or do not matter in it.
    """
    found: list[tuple[Choice, ...]] = []
    for parts in spread_over(key, wilds):
        found += product(*[of_suit(*part) for part in parts])
    if len(found) < 2:
        return [_beside(combined, 0, 0) for combined in found]
    merits, flaws = known()
    return unbeaten([_beside(combined, merits, flaws) for combined in found])


def _beside(combined: tuple[Choice, ...], merits: int, flaws: int) -> Choice:
    """The choice of a whole hand that the choices of its suits make."""
    points = strangers = sets = 0
    roles: Roles = ()
    wait = None
    for its_merits, its_flaws, its_points, its_strangers, its_roles, its_sets, its_wait in combined:
        merits |= its_merits
        flaws |= its_flaws
        points += its_points
        strangers += its_strangers
        roles += its_roles
        sets |= its_sets
        wait = its_wait or wait
    return Choice(merits, flaws, points, strangers, roles, sets, wait)
