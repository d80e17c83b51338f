"""Every way to read concealed tiles as sets and a pair, looked up suit by suit.

A hand's tiles are packed into one int, three bits a kind (up to seven copies, so that a wild tile may stand
for a fifth). A suit's share of it has few readings, and these never change: they are worked out once and
looked up afterwards. A set counts once in a reading however the winning tile joined it; `placements` then
says which sets of a reading the winning tile may have completed, and how it was waited for.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

from core.tiles import KINDS, ORPHANS, Tile

UNIT: tuple[int, ...] = tuple(1 << 3 * t for t in range(KINDS))
_SUIT_BITS = 27
_SUIT = (1 << _SUIT_BITS) - 1
_ROOM = 7  # one kind's share of a packed hand

# How the winning tile was waited for.
TWO_SIDED, EDGE, MIDDLE, SINGLE, EITHER_PAIR = "两面", "边张", "嵌张", "单吊", "对碰"


def pack(tiles: Iterable[Tile]) -> int:
    """The multiset of playing tiles as one int; at most seven copies of a kind."""
    return sum(map(UNIT.__getitem__, tiles))


def copies(key: int, tile: Tile) -> int:
    """How many of `tile` a packed hand holds."""
    return key >> 3 * tile & _ROOM


def kinds_of(key: int) -> int:
    """The kinds in a packed hand, as a bit mask."""
    bits = 0
    for suit in range(4):
        bits |= _suit_kinds(key >> _SUIT_BITS * suit & _SUIT) << 9 * suit
    return bits


@cache
def _suit_kinds(code: int) -> int:
    return sum(1 << i for i in range(9) if code >> 3 * i & _ROOM)


def shares(key: int) -> tuple[int, int, int, int]:
    """A packed hand suit by suit: 万, 条, 饼 and honors, each from bit 0."""
    return key & _SUIT, key >> 27 & _SUIT, key >> 54 & _SUIT, key >> 81


class Split(NamedTuple):
    """One way to read a suit's (or a whole hand's) concealed tiles: sets, and a pair or −1."""

    triplets: tuple[Tile, ...]
    chows: tuple[Tile, ...]  # by their lowest tile, ascending, repeated if equal
    pair: Tile
    triplet_bits: int
    chow_bits: int
    plain: int  # sets and pairs without a 1, 9 or honor


def split_of(triplets: tuple[Tile, ...], chows: tuple[Tile, ...], pair: Tile) -> Split:
    """The reading of these sets and this pair."""
    triplet_bits = chow_bits = plain = 0
    for t in triplets:
        triplet_bits |= 1 << t
        plain += not ORPHANS >> t & 1
    for t in chows:
        chow_bits |= 1 << t
        plain += 0 < t % 9 < 6
    plain += pair >= 0 and not ORPHANS >> pair & 1
    return Split(triplets, chows, pair, triplet_bits, chow_bits, plain)


@cache
def suit_splits(suit: int, code: int) -> tuple[Split, ...]:
    """All readings of one suit's tiles (packed, from bit 0) as sets, with a pair if their number asks it.

    Each kind is used up from the lowest on: as a pair or not, as a triplet or not, the rest as chows that
    begin there; so no reading appears twice.
    """
    counts = [code >> 3 * i & _ROOM for i in range(9)]
    found: list[Split] = []

    def go(at: int, triplets: tuple[Tile, ...], chows: tuple[Tile, ...], pair: Tile) -> None:
        while at < 9 and not counts[at]:
            at += 1
        if at == 9:
            found.append(split_of(triplets, chows, pair))
            return
        held, tile = counts[at], 9 * suit + at
        for as_pair in (0, 1) if pair < 0 and wants_pair else (0,):
            for as_triplet in (0, 1, 2):
                runs = held - 2 * as_pair - 3 * as_triplet
                if runs < 0 or (
                    runs and (suit == 3 or at > 6 or counts[at + 1] < runs or counts[at + 2] < runs)
                ):
                    continue
                counts[at] = 0
                if runs:
                    counts[at + 1] -= runs
                    counts[at + 2] -= runs
                go(at + 1, triplets + (tile,) * as_triplet, chows + (tile,) * runs, tile if as_pair else pair)
                counts[at] = held
                if runs:
                    counts[at + 1] += runs
                    counts[at + 2] += runs

    size = sum(counts)
    wants_pair = size % 3 == 2
    if size % 3 != 1:
        go(0, (), (), -1)
    return tuple(s for s in found if (s.pair >= 0) == wants_pair)


def splits(key: int) -> Iterator[Split]:
    """All readings of the packed concealed tiles (3n+2 of them) as sets and one pair."""
    one = suit_splits(0, key & _SUIT)
    two = suit_splits(1, key >> 27 & _SUIT)
    three = suit_splits(2, key >> 54 & _SUIT)
    honors = suit_splits(3, key >> 81)
    if not (one and two and three and honors):
        return
    if (one[0].pair >= 0) + (two[0].pair >= 0) + (three[0].pair >= 0) + (honors[0].pair >= 0) != 1:
        return
    for a in one:
        for b in two:
            for c in three:
                for d in honors:
                    yield Split(
                        a.triplets + b.triplets + c.triplets + d.triplets,
                        a.chows + b.chows + c.chows,
                        max(a.pair, b.pair, c.pair, d.pair),
                        a.triplet_bits | b.triplet_bits | c.triplet_bits | d.triplet_bits,
                        a.chow_bits | b.chow_bits | c.chow_bits,
                        a.plain + b.plain + c.plain + d.plain,
                    )


def placements(split: Split, winning: Tile) -> Iterator[tuple[str, Tile]]:
    """The sets that the winning tile may have completed: (wait, lowest tile of the set or pair)."""
    if split.pair == winning:
        yield SINGLE, winning
    if split.triplet_bits >> winning & 1:
        yield EITHER_PAIR, winning
    if winning < 27:
        at, bits = winning % 9, split.chow_bits
        if at < 7 and bits >> winning & 1:
            yield (EDGE if at == 6 else TWO_SIDED), winning
        if at > 1 and bits >> winning - 2 & 1:
            yield (EDGE if at == 2 else TWO_SIDED), winning - 2
        if 0 < at < 8 and bits >> winning - 1 & 1:
            yield MIDDLE, winning - 1


_ODD = sum(UNIT)
_ORPHAN_ROOM = sum(_ROOM << 3 * t for t in range(KINDS) if ORPHANS >> t & 1)


def is_seven_pairs(key: int) -> bool:
    """Seven pairs; four equal tiles are two of them. The key holds fourteen tiles."""
    return not key & _ODD


def is_thirteen_orphans(key: int) -> bool:
    """The thirteen 幺 kinds, one of them twice. The key holds fourteen tiles."""
    return not key & ~_ORPHAN_ROOM and kinds_of(key) == ORPHANS


def seven_pairs_waits(key: int) -> int:
    """The kinds, as a mask, that complete thirteen packed tiles to seven pairs: one, or none."""
    odd = key & _ODD
    return 1 << (odd.bit_length() - 1) // 3 if odd.bit_count() == 1 else 0


def thirteen_orphans_waits(key: int) -> int:
    """The kinds, as a mask, that complete thirteen packed tiles to the thirteen orphans."""
    missing = 0 if key & ~_ORPHAN_ROOM else ORPHANS & ~kinds_of(key) or ORPHANS
    return missing if missing == ORPHANS or missing.bit_count() == 1 else 0


@cache
def size(code: int) -> int:
    """How many tiles one suit's share of a packed hand holds."""
    return sum(code >> 3 * i & _ROOM for i in range(9))


class Share(NamedTuple):
    """What waiting tiles of one suit come to."""

    rest: int  # their number, modulo 3
    reads: bool  # whether they are sets, with a pair if their number asks it
    completing: int  # the kinds, as a mask, that make them so when one is added


@cache
def _are_sets(code: int, chows: bool) -> bool:
    """Whether tiles of one suit are sets and nothing else."""
    if not code:
        return True
    at = ((code & -code).bit_length() - 1) // 3 * 3  # the lowest kind belongs to a triplet or begins a chow
    if code >> at & _ROOM > 2 and _are_sets(code - (3 << at), chows):
        return True
    run = 0o111 << at
    held = code >> at + 3 & _ROOM and code >> at + 6 & _ROOM
    return bool(chows and at < 21 and held and _are_sets(code - run, chows))


@cache
def _share(code: int, chows: bool) -> Share:
    """What one suit's share of a packed hand comes to; `chows` are not for honors."""

    def reads(code: int, rest: int) -> bool:
        if rest == 2:
            pairs = (2 << 3 * i for i in range(9) if code >> 3 * i & _ROOM > 1)
            return any(_are_sets(code - pair, chows) for pair in pairs)
        return rest == 0 and _are_sets(code, chows)

    rest = size(code) % 3
    kinds = [i for i in range(9 if chows else 7) if code >> 3 * i & _ROOM < _ROOM]
    completing = sum(1 << i for i in kinds if reads(code + (1 << 3 * i), (rest + 1) % 3)) if rest else 0
    return Share(rest, reads(code, rest), completing)


def waits(key: int) -> int:
    """The kinds, as a mask, that complete packed concealed tiles (3n+1 of them) to sets and a pair."""
    short: list[tuple[int, Share]] = []
    for suit, code in enumerate(shares(key)):
        if code:
            share = _share(code, suit < 3)
            if share.rest:
                short.append((9 * suit, share))
            elif not share.reads:
                return 0
    if len(short) == 1:  # the added tile makes the pair, or its suit has it already
        ((at, one),) = short
        return one.completing << at
    if len(short) == 2:  # one suit has the pair, the other waits for its set
        (at, one), (to, two) = short
        return (one.completing << at if two.reads else 0) | (two.completing << to if one.reads else 0)
    return 0
