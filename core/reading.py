"""Every way to read concealed tiles as sets and a pair, looked up suit by suit.

A hand's tiles are packed into one int, three bits a kind (up to seven copies, so that a wild tile may stand
for a fifth). A suit's share of it has few readings, which a table has (`core.suits`). A set counts once in a
reading however the winning tile joined it; `placements` then says which sets of a reading the winning tile
may have completed, and how it was waited for.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import combinations

from core.sets import CHOWS_AT, PAIR_AT, PAIR_FIELD, TRIPLETS_AT, Sets
from core.suits import HONORS, NUMBERS, ROOM, completed_by, is_complete, size
from core.tiles import EAST, KINDS, NAMES, ORPHANS, Tile

UNIT: tuple[int, ...] = tuple(1 << 3 * t if t < KINDS else 0 for t in range(len(NAMES)))  # flowers: nothing
_SUIT_BITS = 27
_SUIT = (1 << _SUIT_BITS) - 1

# How the winning tile was waited for.
TWO_SIDED, EDGE, MIDDLE, SINGLE, EITHER_PAIR = "两面", "边张", "嵌张", "单吊", "对碰"


def pack(tiles: Iterable[Tile]) -> int:
    """The multiset of playing tiles as one int; at most seven copies of a kind."""
    return sum(map(_unit, tiles))


_unit = [*UNIT].__getitem__  # a list is asked quicker than a tuple


def copies(key: int, tile: Tile) -> int:
    """How many of `tile` a packed hand holds."""
    return key >> 3 * tile & ROOM


def kinds_of(key: int) -> int:
    """The kinds in a packed hand, as a bit mask."""
    one, two, three, honors = map(_suit_kinds, shares(key))
    return one | two << 9 | three << 18 | honors << 27


@lru_cache(maxsize=1 << 12)
def _suit_kinds(code: int) -> int:
    return sum(1 << i for i in range(9) if code >> 3 * i & ROOM)


def shares(key: int) -> tuple[int, int, int, int]:
    """A packed hand suit by suit: 万, 条, 饼 and honors, each from bit 0."""
    return key & _SUIT, key >> 27 & _SUIT, key >> 54 & _SUIT, key >> 81


def splits(key: int) -> list[Sets]:
    """All readings of the packed concealed tiles (3n+2 of them) as sets and one pair."""
    one, two, three, honors = (
        NUMBERS[key & _SUIT],
        NUMBERS[key >> 27 & _SUIT],
        NUMBERS[key >> 54 & _SUIT],
        HONORS[key >> 81],
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
    around, waited = PLACES[winning]
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


PLACES = tuple(_waited(tile) for tile in range(len(NAMES)))


_ODD = sum(UNIT)
_OTHER_ROOM = sum(ROOM << 3 * t for t in range(KINDS) if not ORPHANS >> t & 1)


def is_seven_pairs(key: int) -> bool:
    """Seven pairs; four equal tiles are two of them. The key holds fourteen tiles."""
    return not key & _ODD


def is_thirteen_orphans(key: int) -> bool:
    """The thirteen 幺 kinds, one of them twice. The key holds fourteen tiles."""
    return not key & _OTHER_ROOM and kinds_of(key) == ORPHANS


def seven_pairs_waits(key: int) -> int:
    """The kinds, as a mask, that complete thirteen packed tiles to seven pairs: one, or none."""
    odd = key & _ODD
    return 1 << (odd.bit_length() - 1) // 3 if odd.bit_count() == 1 else 0


def thirteen_orphans_waits(key: int) -> int:
    """The kinds, as a mask, that complete thirteen packed tiles to the thirteen orphans."""
    missing = 0 if key & _OTHER_ROOM else ORPHANS & ~kinds_of(key) or ORPHANS
    return missing if missing == ORPHANS or missing.bit_count() == 1 else 0


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
    suit, holder = winning // 9, pair // 9  # honors: 3
    code = key >> _SUIT_BITS * suit & _SUIT
    found = completed_by(suit, code) << 9 * suit
    if holder != suit and is_complete(suit, code):  # with a pair then, for one tile lacks
        found |= completed_by(holder, key >> _SUIT_BITS * holder & _SUIT) << 9 * holder
    return found


def _apart(*tiles: Tile) -> tuple[int, int]:
    """The places of these tiles and two on each side of them in a packed hand, and the tiles."""
    low, high = tiles[0], tiles[-1]
    if low < EAST:
        suit = low // 9 * 9
        low, high = max(low - 2, suit), min(high + 2, suit + 8)
    return sum(ROOM * UNIT[t] for t in range(low, high + 1)), pack(tiles)


# How a tile was waited for, and the tile → the places where nothing else may lie, and what lies there: no
# other tile can then have been waited for, as those that wait are too far from all others.
APART: Mapping[tuple[str | None, Tile], tuple[int, int]] = {
    **{(SINGLE, t): _apart(t, t) for t in range(KINDS)},
    **{(MIDDLE, t): _apart(t - 1, t, t + 1) for t in range(EAST) if 0 < t % 9 < 8},
    **{(EDGE, t): _apart(t - 2, t - 1, t) for t in range(EAST) if t % 9 == 2},
    **{(EDGE, t): _apart(t, t + 1, t + 2) for t in range(EAST) if t % 9 == 6},
}
