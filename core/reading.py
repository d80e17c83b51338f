"""Every way to read concealed tiles as sets and a pair, looked up suit by suit.

A hand's tiles are packed into one int, three bits a kind (up to seven copies, so that a wild tile may stand
for a fifth). A suit's share of it has few readings, and these never change: a table has them. A set counts
once in a reading however the winning tile joined it; `placements` then says which sets of a reading the
winning tile may have completed, and how it was waited for.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, combinations_with_replacement

from core.kept import Kept
from core.sets import CHOWS_AT, PAIR_AT, PAIR_FIELD, PAIRS, TRIPLETS_AT, Sets, parts, sets_of
from core.tiles import EAST, KINDS, NAMES, ORPHANS, Tile, members

UNIT: tuple[int, ...] = tuple(1 << 3 * t if t < KINDS else 0 for t in range(len(NAMES)))  # flowers: nothing
_SUIT_BITS = 27
_SUIT = (1 << _SUIT_BITS) - 1
_KEPT = 1 << 12  # blocks of tiles that are kept
_ROOM = 7  # one kind's share of a packed hand

# How the winning tile was waited for.
TWO_SIDED, EDGE, MIDDLE, SINGLE, EITHER_PAIR = "两面", "边张", "嵌张", "单吊", "对碰"


def pack(tiles: Iterable[Tile]) -> int:
    """The multiset of playing tiles as one int; at most seven copies of a kind."""
    return sum(map(_unit, tiles))


_unit = UNIT.__getitem__


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


def suit_readings(suit: int, code: int) -> tuple[Sets, ...]:
    """All readings of one suit's tiles (packed, from bit 0) as sets, with a pair if their number asks it."""
    return _HONORS[code] if suit == 3 else tuple([sets << 9 * suit for sets in _NUMBERS[code]])


_EVERY_KIND = sum(1 << 3 * n for n in range(10))
_KNOWN = 14  # tiles of four sets and a pair


def _can_be(code: int) -> bool:
    """Whether no kind is there more than four times; a fifth copy is a wild tile."""
    return not code >> 2 & (code | code >> 1) & _EVERY_KIND


def _laid() -> Mapping[int, tuple[Sets, ...]]:
    """What up to four sets and a pair come to in a suit, with all its readings: every way to lay them."""
    triplets, chows = [3 << 3 * n for n in range(9)], [0o111 << 3 * n for n in range(7)]
    found: dict[int, list[Sets]] = {}
    for sets in range(5):
        for number in range(sets + 1):
            for some in combinations(range(9), number):
                for others in combinations_with_replacement(range(7), sets - number):
                    code = sum([triplets[n] for n in some]) + sum([chows[n] for n in others])
                    if _can_be(code):
                        laid = sets_of(some, others)
                        found.setdefault(code, []).append(laid)
                        for pair in range(9):
                            if _can_be(whole := code + (2 << 3 * pair)):
                                found.setdefault(whole, []).append(laid | PAIRS[pair])
    return {code: in_order(readings) for code, readings in found.items()}


def in_order(readings: Sequence[Sets]) -> tuple[Sets, ...]:
    """Readings of the same tiles sorted, so that of equal ones always the same one counts."""
    return tuple(sorted(readings, key=order) if len(readings) > 1 else readings)


def order(sets: Sets) -> list[tuple[bool, int, int]]:
    """What readings of the same tiles are sorted by.

    Whether the lowest kind is the pair, how many triplets and chows begin there; then the next kind.
    """
    triplets, chows, pair = parts(sets)
    return [(n == pair, triplets.count(n), chows.count(n)) for n in range(KINDS)]


def _read(code: int) -> tuple[Sets, ...]:
    """The readings of tiles of 万, worked out."""
    number, total = _residues(code)
    if number == 0:
        return in_order([sets_of(*ways) for ways in _sets(code)])
    if number == 1:
        return ()
    return in_order(
        [
            sets_of(triplets, chows, pair)
            for pair in _pairs(code, total)
            for triplets, chows in _sets(code - (2 << 3 * pair))
        ]
    )


def _read_honors(code: int) -> tuple[Sets, ...]:
    """The reading of honors, if there is one."""
    triplets: tuple[Tile, ...] = ()
    pair = -1
    for tile in range(EAST, KINDS):
        number, left = divmod(code >> 3 * (tile - EAST) & _ROOM, 3)
        triplets += (tile,) * number
        if left == 1 or (left == 2 and pair >= 0):
            return ()
        if left == 2:
            pair = tile
    return (sets_of(triplets, (), pair),)


_NUMBERS = Kept(
    _read, most=1 << 15, first=_laid
)  # readings of 万; those of 条 and 饼 lie 9 and 18 bits higher
_HONORS = Kept(_read_honors)


_Numbers = tuple[int, ...]


def _sets(code: int) -> list[tuple[_Numbers, _Numbers]]:
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


def splits(key: int) -> list[Sets]:
    """All readings of the packed concealed tiles (3n+2 of them) as sets and one pair."""
    one, two, three, honors = (
        _NUMBERS[key & _SUIT],
        _NUMBERS[key >> 27 & _SUIT],
        _NUMBERS[key >> 54 & _SUIT],
        _HONORS[key >> 81],
    )
    if not (one and two and three and honors):
        return []
    if one[0] & PAIR_FIELD and two[0] & PAIR_FIELD:  # then each of the four has a pair
        return []
    if len(one) == len(two) == len(three) == 1:  # as nearly always; honors have no second reading
        return [one[0] | two[0] << 9 | three[0] << 18 | honors[0]]
    return [a | b << 9 | c << 18 | d for a in one for b in two for c in three for d in honors]


def placements(sets: Sets, winning: Tile) -> tuple[str, ...]:
    """How the winning tile may have been waited for, by each set or pair that it may have completed."""
    around, waited = _WAITED[winning]
    return waited[sets & around]


def _places(tile: Tile) -> Iterator[tuple[Sets, str]]:
    """The pair, the triplet and the chows that a tile may complete, and how it is waited for then."""
    if tile < KINDS:
        yield 1 << PAIR_AT + tile, SINGLE
        yield 1 << TRIPLETS_AT + tile, EITHER_PAIR
    at = tile % 9 if tile < EAST else -1
    if 0 <= at < 7:
        yield 1 << CHOWS_AT + tile, EDGE if at == 6 else TWO_SIDED
    if at > 1:
        yield 1 << CHOWS_AT + tile - 2, EDGE if at == 2 else TWO_SIDED
    if 0 < at < 8:
        yield 1 << CHOWS_AT + tile - 1, MIDDLE


def _waited(tile: Tile) -> tuple[Sets, Mapping[Sets, tuple[str, ...]]]:
    """All sets that a tile may complete, and how it was waited for by those of them that are there."""
    places = tuple(_places(tile))
    subsets = [some for number in range(len(places) + 1) for some in combinations(places, number)]
    return sum(place for place, _ in places), {
        sum(place for place, _ in some): tuple([wait for _, wait in some]) for some in subsets
    }


_WAITED = tuple(_waited(tile) for tile in range(len(NAMES)))


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


def is_complete(suit: int, code: int) -> bool:
    """Whether a suit's tiles are sets, perhaps with a pair."""
    if suit == 3:
        return bool(_HONORS[code])
    if size(code) > _KNOWN or not _can_be(code):
        return bool(_NUMBERS[code])
    _NUMBERS[0]  # from the first question on the table has all others that can be read
    return bool(_NUMBERS.get(code))


def completed_by(suit: int, code: int) -> int:
    """The numbers in the suit, as a mask, of the tiles one of which completes its tiles to sets, perhaps with
    a pair.
    """
    return _BY_HONORS[code] if suit == 3 else _BY_NUMBERS[code]


def completions(suit: int, code: int) -> list[tuple[int, tuple[Sets, ...]]]:
    """What completes a suit's tiles: its number in the suit, and the readings then.

    Readings of 条 and 饼 as if they were of 万.
    """
    known = _HONORS if suit == 3 else _NUMBERS
    return [(n, known[code + UNIT[n]]) for n in members(completed_by(suit, code))]


def _one_less() -> Mapping[int, int]:
    """What completes a suit of up to ten tiles: every suit that can be read, without one of its tiles.

    Without those that hold four of a kind, which a fifth one, a wild tile, may complete as well.
    """
    _NUMBERS[0]  # fills the table
    found: dict[int, int] = {}
    for code, readings in _NUMBERS.items():
        if readings and size(code) <= _LOOKED_UP:
            for n, unit in enumerate(_UNITS):
                if code & _ROOM * unit and not (less := code - unit) & _FOURS:
                    found[less] = found.get(less, 0) | 1 << n
    return found


def _completed(code: int) -> int:
    """The same worked out, for all others."""
    if size(code) < _LOOKED_UP and not code & _FOURS:
        return 0
    return sum([1 << n for n, unit in enumerate(_UNITS) if is_complete(0, code + unit)])


def _completed_honors(code: int) -> int:
    return sum([1 << n for n, unit in enumerate(_UNITS[:7]) if _read_honors(code + unit)])


_UNITS = UNIT[:9]
_FOURS = 4 * _EVERY_KIND
_LOOKED_UP = 11
_BY_NUMBERS = Kept(_completed, most=1 << 15, first=_one_less)
_BY_HONORS = Kept(_completed_honors)


def waits(key: int) -> int:
    """The kinds, as a mask, that complete packed concealed tiles (3n+1 of them) to sets and a pair."""
    short: list[tuple[int, int]] = []
    for suit, code in enumerate(shares(key)):
        if size(code) % 3:
            short.append((suit, code))
        elif code and not is_complete(suit, code):
            return 0
    if len(short) == 1:  # the added tile makes the pair, or its suit has it already
        ((suit, code),) = short
        return completed_by(suit, code) << 9 * suit
    found = 0
    if len(short) == 2:  # one suit has the pair, the other waits for its set
        (one, code), (other, another) = short
        if size(another) % 3 == 2 and is_complete(other, another):
            found |= completed_by(one, code) << 9 * one
        if size(code) % 3 == 2 and is_complete(one, code):
            found |= completed_by(other, another) << 9 * other
    return found


def waits_beside(key: int, winning: Tile, pair: Tile) -> int:
    """The same of tiles that `winning` completes to a hand with this pair: only where a tile lacks, or in the
    suit of the pair, another one can complete them.
    """
    suit, holder = min(winning // 9, 3), min(pair // 9, 3)
    code = key >> _SUIT_BITS * suit & _SUIT
    found = completed_by(suit, code) << 9 * suit
    if holder != suit and size(code) % 3 == 2 and is_complete(suit, code):
        found |= completed_by(holder, key >> _SUIT_BITS * holder & _SUIT) << 9 * holder
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
