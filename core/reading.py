"""Every way to read concealed tiles as sets and a pair, looked up suit by suit.

A hand's tiles are packed into one int, three bits a kind (up to seven copies, so that a wild tile may stand
for a fifth). A suit's share of it has few readings, and these never change: they are worked out once and
looked up afterwards. A set counts once in a reading however the winning tile joined it; `placements` then
says which sets of a reading the winning tile may have completed, and how it was waited for.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, combinations_with_replacement, product
from typing import NamedTuple

from core.kept import Kept
from core.tiles import EAST, KINDS, NAMES, ORPHANS, RED, Tile

UNIT: tuple[int, ...] = tuple(1 << 3 * t if t < KINDS else 0 for t in range(len(NAMES)))  # flowers: nothing
_SUIT_BITS = 27
_SUIT = (1 << _SUIT_BITS) - 1
_ONE, _TWO, _THREE, _HONORS = _SUIT, _SUIT << 27, _SUIT << 54, _SUIT << 81
_KEPT = 1 << 12  # blocks of tiles that are kept
_ROOM = 7  # one kind's share of a packed hand

# How the winning tile was waited for.
TWO_SIDED, EDGE, MIDDLE, SINGLE, EITHER_PAIR = "两面", "边张", "嵌张", "单吊", "对碰"


def pack(tiles: Iterable[Tile]) -> int:
    """The multiset of playing tiles as one int; at most seven copies of a kind."""
    return sum([UNIT[tile] for tile in tiles])


def copies(key: int, tile: Tile) -> int:
    """How many of `tile` a packed hand holds."""
    return key >> 3 * tile & _ROOM


def kinds_of(key: int) -> int:
    """The kinds in a packed hand, as a bit mask."""
    one, two, three, honors = (
        _suit_kinds(key & _SUIT),
        _suit_kinds(key >> 27 & _SUIT),
        _suit_kinds(key >> 54 & _SUIT),
        _suit_kinds(key >> 81),
    )
    return one | two << 9 | three << 18 | honors << 27


@lru_cache(maxsize=_KEPT)
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
    kinds: int  # every kind in them
    seen: int  # what is seen of them at a glance, as bits


SUITS_SEEN, WINDS_SEEN, DRAGONS_SEEN, ORPHANS_SEEN, PLAIN_SEEN = 7, 8, 16, 32, 64


def _seen(*tiles: Tile) -> int:
    """What a set or pair shows at a glance, as bits: its suit, winds or dragons; a 1, 9 or honor, or none."""
    bits = PLAIN_SEEN if not any(ORPHANS >> t & 1 for t in tiles) else ORPHANS_SEEN
    if tiles[0] < EAST:
        return bits | 1 << tiles[0] // 9
    return bits | (WINDS_SEEN if tiles[0] < RED else DRAGONS_SEEN)


SEEN: tuple[int, ...] = tuple(_seen(t) if t < KINDS else 0 for t in range(len(NAMES)))  # triplet or pair
SEEN_OF_CHOW: tuple[int, ...] = tuple(_seen(t, t + 1, t + 2) for t in range(EAST))


def split_of(triplets: tuple[Tile, ...], chows: tuple[Tile, ...], pair: Tile) -> Split:
    """The reading of these sets and this pair."""
    triplet_bits = chow_bits = 0
    seen = SEEN[pair] if pair >= 0 else 0
    kinds = 1 << pair if pair >= 0 else 0
    for t in triplets:
        triplet_bits |= 1 << t
        seen |= SEEN[t]
    for t in chows:
        chow_bits |= 1 << t
        kinds |= 7 << t
        seen |= SEEN_OF_CHOW[t]
    return Split(triplets, chows, pair, triplet_bits, chow_bits, kinds | triplet_bits, seen)


def joined(parts: Sequence[Split]) -> Split:
    """The reading of all tiles that readings of some of them make; these in printing order."""
    if len(parts) == 1:
        return parts[0]
    triplets: tuple[Tile, ...] = ()
    chows: tuple[Tile, ...] = ()
    pair, triplet_bits, chow_bits, kinds, seen = -1, 0, 0, 0, 0
    for its_triplets, its_chows, its_pair, its_triplet_bits, its_chow_bits, its_kinds, its_seen in parts:
        triplets += its_triplets
        chows += its_chows
        if its_pair >= 0:
            pair = its_pair
        triplet_bits |= its_triplet_bits
        chow_bits |= its_chow_bits
        kinds |= its_kinds
        seen |= its_seen
    return Split(triplets, chows, pair, triplet_bits, chow_bits, kinds, seen)


def suit_splits(suit: int, code: int) -> tuple[Split, ...]:
    """All readings of one suit's tiles (packed, from bit 0) as sets, with a pair if their number asks it."""
    return _SPLITS[code << _SUIT_BITS * suit]


def _share_splits(share: int) -> tuple[Split, ...]:
    """The same by a suit's share of a packed hand, where it lies there.

    Sets never reach over a gap, so that each block of tiles side by side is read by itself.
    """
    suit = max(share.bit_length() - 1, 0) // _SUIT_BITS
    code = share >> _SUIT_BITS * suit
    if suit == 3:
        return _block_splits(EAST, code)
    blocks, pairs = [], 0
    while code:
        at = ((code & -code).bit_length() - 1) // 3
        above = code >> 3 * at
        gap = ~(above | above >> 1 | above >> 2) & _EVERY_KIND
        block = above & (gap & -gap) - 1
        code ^= block << 3 * at
        read = _block_splits(9 * suit + at, block)
        if not read:
            return ()
        pairs += read[0].pair >= 0
        blocks.append(read)
    if len(blocks) == 1:
        return blocks[0]
    return tuple([joined(parts) for parts in product(*blocks)]) if pairs < 2 else ()


_EVERY_KIND = sum(1 << 3 * n for n in range(10))


_KNOWN = 11  # tiles of three sets and a pair


def _small_shares() -> Iterator[int]:
    """What up to three sets and a pair come to, in each suit: nearly all that is asked for."""
    triplets, chows = [3 << 3 * n for n in range(9)], [0o111 << 3 * n for n in range(7)]
    pairs = [0, *(2 << 3 * n for n in range(9))]
    for sets in range(4):
        for number in range(sets + 1):
            for some in combinations(triplets, number):
                for others in combinations_with_replacement(chows, sets - number):
                    for pair in pairs:
                        code = sum(some) + sum(others) + pair
                        if not code >> 2 & (code | code >> 1) & _EVERY_KIND:  # no kind more than four times
                            yield from (code << _SUIT_BITS * suit for suit in range(3))


_SPLITS = Kept(_share_splits, most=24_000, first=_small_shares)


@lru_cache(maxsize=_KEPT)
def _block_splits(first: Tile, code: int) -> tuple[Split, ...]:
    """All readings of tiles packed from the kind `first` on, with a pair if their number asks it."""
    return tuple(
        [
            split_of(
                tuple([first + n for n in triplets]),
                tuple([first + n for n in chows]),
                first + pair if pair >= 0 else -1,
            )
            for triplets, chows, pair in _block_readings(code, first < EAST)
        ]
    )


_Numbers = tuple[int, ...]


@lru_cache(maxsize=_KEPT)
def _block_readings(code: int, chows: bool) -> tuple[tuple[_Numbers, _Numbers, int], ...]:
    """The same wherever the tiles lie: the numbers of triplets and chows, and of the pair or −1."""
    number, total = _residues(code)
    if number == 0:
        return tuple([(triplets, runs, -1) for triplets, runs in _sets(code, chows)])
    if number == 1:
        return ()
    found = [
        (triplets, runs, pair)
        for pair in _pairs(code, total)
        for triplets, runs in _sets(code - (2 << 3 * pair), chows)
    ]
    return tuple(sorted(found, key=in_order)) if len(found) > 1 else tuple(found)


def in_order(read: tuple[tuple[int, ...], tuple[int, ...], int]) -> list[tuple[bool, int, int]]:
    """What readings of the same tiles are sorted by, so that of equal ones always the same one counts.

    Whether the lowest kind is the pair, how many triplets and chows begin there; then the next kind.
    """
    triplets, chows, pair = read[:3]
    return [(n == pair, triplets.count(n), chows.count(n)) for n in range(KINDS)]


def _sets(code: int, chows: bool) -> list[tuple[_Numbers, _Numbers]]:
    """Every way to use up tiles as triplets and chows, by their numbers, kind by kind from the lowest on.

    What chows begun before and the triplets leave of a kind begins chows, so no way appears twice.
    """
    ways: list[tuple[int, int, _Numbers, _Numbers]] = [(0, 0, (), ())]
    at = 0
    while code and ways:
        held, following = code & _ROOM, []
        for begun, before, triplets, runs in ways:  # chows that began one kind back and two kinds back
            left = held - begun - before
            while left >= 0:
                if chows or not left:
                    following.append((left, begun, triplets, runs + (at,) * left if left else runs))
                triplets += (at,)
                left -= 3
        ways, code, at = following, code >> 3, at + 1
    return [(triplets, runs) for begun, before, triplets, runs in ways if not (begun or before)]


def _residues(code: int) -> tuple[int, int]:
    """How many tiles one suit's share holds and what their numbers add up to, both modulo three."""
    number = total = at = 0
    while code:
        number += code & _ROOM
        total += (code & _ROOM) * at
        code >>= 3
        at += 1
    return number % 3, total % 3


def _pairs(code: int, total: int) -> list[int]:
    """The pairs that may leave sets. The numbers of a set add up to a multiple of three."""
    return [n for n in range(2 * total % 3, 9, 3) if code >> 3 * n & _ROOM > 1]


Sets = tuple[
    tuple[Tile, ...], tuple[Tile, ...], Tile, int, int, int, int
]  # a `Split`, or as much without names


def splits(key: int) -> list[Sets]:
    """All readings of the packed concealed tiles (3n+2 of them) as sets and one pair."""
    one, two, three, honors = (
        _SPLITS[key & _ONE],
        _SPLITS[key & _TWO],
        _SPLITS[key & _THREE],
        _SPLITS[key & _HONORS],
    )
    if not (one and two and three and honors):
        return []
    if one[0].pair >= 0 and two[0].pair >= 0:  # then each of the four has a pair
        return []
    return [
        (ta + tb + tc + td, ca + cb + cc, max(pa, pb, pc, pd), qa | qb | qc | qd, ra | rb | rc,
         ka | kb | kc | kd, sa | sb | sc | sd)
        for ta, ca, pa, qa, ra, ka, sa in one
        for tb, cb, pb, qb, rb, kb, sb in two
        for tc, cc, pc, qc, rc, kc, sc in three
        for td, _, pd, qd, _, kd, sd in honors
    ]  # fmt: skip


def placements(sets: Sets, winning: Tile) -> list[str]:
    """How the winning tile may have been waited for, by each set or pair that it may have completed."""
    _, _, pair, triplet_bits, bits, _, _ = sets
    found = []
    if pair == winning:
        found.append(SINGLE)
    if triplet_bits >> winning & 1:
        found.append(EITHER_PAIR)
    if bits:
        for chow, wait in _CHOWS_WITH[winning]:
            if bits & chow:
                found.append(wait)
    return found


def _chows_with(tile: Tile) -> tuple[tuple[int, str], ...]:
    """The chows that a tile may complete, as a mask of their lowest tile, and how it is waited for then."""
    at = tile % 9 if tile < EAST else -1
    lowest, highest, middle = 0 <= at < 7, at > 1, 0 < at < 8
    return (
        *([(1 << tile, EDGE if at == 6 else TWO_SIDED)] if lowest else ()),
        *([(1 << tile - 2, EDGE if at == 2 else TWO_SIDED)] if highest else ()),
        *([(1 << tile - 1, MIDDLE)] if middle else ()),
    )


_CHOWS_WITH = tuple(_chows_with(tile) for tile in range(len(NAMES)))


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


_ONES = sum(1 << 3 * i for i in range(9))


@lru_cache(maxsize=_KEPT)
def size(code: int) -> int:
    """How many tiles one suit's share of a packed hand holds."""
    return (
        (code & _ONES).bit_count() + 2 * (code & 2 * _ONES).bit_count() + 4 * (code & 4 * _ONES).bit_count()
    )


def _are_sets(code: int, chows: bool) -> bool:
    """Whether tiles of one suit are sets and nothing else. Three equal chows are three triplets as well, so
    what triplets leave of the lowest kind begins chows.
    """
    begun = before = 0
    while code or begun or before:
        left = (code & _ROOM) - begun - before
        if left < 0 or (left % 3 and not chows):
            return False
        begun, before = left % 3, begun
        code >>= 3
    return True


@lru_cache(maxsize=_KEPT)
def _are_sets_and_a_pair(code: int, chows: bool) -> bool:
    """Whether 3n+2 tiles of one suit are sets and a pair."""
    rest, total = _residues(code)
    return rest == 2 and any(_are_sets(code - (2 << 3 * pair), chows) for pair in _pairs(code, total))


def completions(suit: int, code: int) -> list[tuple[int, tuple[Split, ...]]]:
    """What completes a suit's tiles to sets, perhaps with a pair: (number of the kind, the readings then)."""
    if suit == 3 or size(code) >= _KNOWN:
        numbers = range(7 if suit == 3 else 9)
        return [(n, read) for n in numbers if (read := suit_splits(suit, code + (1 << 3 * n)))]
    _SPLITS[0]  # from the first question on the table has all suits of so few tiles that can be read
    share, bit = code << _SUIT_BITS * suit, 1 << _SUIT_BITS * suit
    found = []
    for n in range(9):
        if read := _SPLITS.get(share + bit, ()):
            found.append((n, read))
        elif code >> 3 * n & _ROOM > 3 and (read := suit_splits(suit, code + (1 << 3 * n))):
            found.append((n, read))  # a fifth tile of a kind, a wild one
        bit <<= 3
    return found


@lru_cache(maxsize=_KEPT)
def _completed_by(code: int, chows: bool) -> int:
    """The kinds, as a mask, one of which completes a suit's tiles to sets, or to sets and a pair."""
    found = 0
    if chows and size(code) < _KNOWN:
        for n, _ in completions(0, code):
            found |= 1 << n
        return found
    rest, total = _residues(code)
    if rest == 2:
        return _completing(code, total, chows)
    for pair in range(9):  # a set beside a pair, or the pair beside sets
        if code >> 3 * pair & _ROOM > 1:
            found |= _completing(code - (2 << 3 * pair), total - 2 * pair, chows)
        if code >> 3 * pair & _ROOM and (total - pair) % 3 == 0 and _are_sets(code - (1 << 3 * pair), chows):
            found |= 1 << pair
    return found


def _completing(code: int, total: int, chows: bool) -> int:
    """The kinds, as a mask, one of which makes sets of a suit's tiles, whose numbers add up to `total`."""
    found = 0
    for n in range(-total % 3, 9 if chows else 7, 3):
        if code >> 3 * n & _ROOM < _ROOM and _are_sets(code + (1 << 3 * n), chows):
            found |= 1 << n
    return found


def waits(key: int) -> int:
    """The kinds, as a mask, that complete packed concealed tiles (3n+1 of them) to sets and a pair."""
    short: list[tuple[int, int]] = []
    for suit, code in enumerate(shares(key)):
        if size(code) % 3:
            short.append((suit, code))
        elif code and not suit_splits(suit, code):
            return 0
    if len(short) == 1:  # the added tile makes the pair, or its suit has it already
        ((suit, code),) = short
        return _completed_by(code, suit < 3) << 9 * suit
    found = 0
    if len(short) == 2:  # one suit has the pair, the other waits for its set
        (one, code), (other, another) = short
        if _are_sets_and_a_pair(another, other < 3):
            found |= _completed_by(code, one < 3) << 9 * one
        if _are_sets_and_a_pair(code, one < 3):
            found |= _completed_by(another, other < 3) << 9 * other
    return found


def waits_beside(key: int, winning: Tile, pair: Tile) -> int:
    """The same of tiles that `winning` completes to a hand with this pair: only where a tile lacks, or in the
    suit of the pair, another one can complete them.
    """
    suit, holder = min(winning // 9, 3), min(pair // 9, 3)
    code = key >> _SUIT_BITS * suit & _SUIT
    found = _completed_by(code, suit < 3) << 9 * suit
    if holder != suit and _are_sets_and_a_pair(code, suit < 3):
        found |= _completed_by(key >> _SUIT_BITS * holder & _SUIT, holder < 3) << 9 * holder
    return found


def _apart(*tiles: Tile) -> tuple[int, int]:
    """The places of these tiles and two on each side of them in a packed hand, and the tiles."""
    low, high = tiles[0], tiles[-1]
    if low < EAST:
        suit = low // 9 * 9
        low, high = max(low - 2, suit), min(high + 2, suit + 8)
    return sum(_ROOM * UNIT[t] for t in range(low, high + 1)), pack(tiles)


# How a tile was waited for, and the tile → the places where nothing else may lie, and what lies there: no
# other tile can then have been waited for, as those that wait are too far from all others.
APART: Mapping[tuple[str | None, Tile], tuple[int, int]] = {
    **{(SINGLE, t): _apart(t, t) for t in range(KINDS)},
    **{(MIDDLE, t): _apart(t - 1, t, t + 1) for t in range(EAST) if 0 < t % 9 < 8},
    **{(EDGE, t): _apart(t - 2, t - 1, t) for t in range(EAST) if t % 9 == 2},
    **{(EDGE, t): _apart(t, t + 1, t + 2) for t in range(EAST) if t % 9 == 6},
}
