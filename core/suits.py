"""The tiles of one suit: every way to read them as sets and a pair, and what completes them, as tables.

A suit's tiles are packed into one int, three bits a kind from its first one on. What up to four sets and a
pair come to is few: the tables begin with all of that, laid set by set. What else is asked (five sets, a
fifth tile of a kind, which is a wild one) is worked out tile by tile, and kept. Readings are of 万; those of
条 and 饼 lie 9 and 18 bits higher. Honors lie where they do in a hand.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import combinations, combinations_with_replacement

from core.kept import Kept
from core.sets import PAIRS, Sets, parts, sets_of
from core.tiles import EAST, KINDS, Tile, members

ROOM = 7  # one kind's share
UNITS = tuple(1 << 3 * n for n in range(9))
_EVERY_KIND = sum(UNITS)
_FOURS = 4 * _EVERY_KIND


@lru_cache(maxsize=1 << 12)
def size(code: int) -> int:
    """How many tiles a suit holds."""
    ones, twos, fours = code & _EVERY_KIND, code & 2 * _EVERY_KIND, code & _FOURS
    return ones.bit_count() + 2 * twos.bit_count() + 4 * fours.bit_count()


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
        number, left = divmod(code >> 3 * (tile - EAST) & ROOM, 3)
        triplets += (tile,) * number
        if left == 1 or (left == 2 and pair >= 0):
            return ()
        if left == 2:
            pair = tile
    return (sets_of(triplets, (), pair),)


_Numbers = tuple[int, ...]


def _sets(code: int) -> list[tuple[_Numbers, _Numbers]]:
    """Every way to use up tiles as triplets and chows, by their numbers, kind by kind from the lowest on.

    What chows begun before and the triplets leave of a kind begins chows, so no way appears twice.
    """
    ways: list[tuple[int, int, _Numbers, _Numbers]] = [(0, 0, (), ())]
    at = 0
    while code and ways:
        held, following = code & ROOM, []
        for begun, before, triplets, runs in ways:  # chows that began one kind back and two kinds back
            left = held - begun - before
            while left >= 0:
                following.append((left, begun, triplets, runs + (at,) * left if left else runs))
                triplets += (at,)
                left -= 3
        ways, code, at = following, code >> 3, at + 1
    return [(triplets, runs) for begun, before, triplets, runs in ways if not (begun or before)]


def _residues(code: int) -> tuple[int, int]:
    """How many tiles a suit's share holds and what their numbers add up to, both modulo three."""
    number = total = at = 0
    while code:
        number += code & ROOM
        total += (code & ROOM) * at
        code >>= 3
        at += 1
    return number % 3, total % 3


def _pairs(code: int, total: int) -> list[int]:
    """The pairs that may leave sets. The numbers of a set add up to a multiple of three."""
    return [n for n in range(2 * total % 3, 9, 3) if code >> 3 * n & ROOM > 1]


NUMBERS = Kept(_read, most=1 << 15, first=_laid)
HONORS = Kept(_read_honors)
_KNOWN = 14  # tiles of four sets and a pair


def suit_readings(suit: int, code: int) -> tuple[Sets, ...]:
    """All readings of one suit's tiles (packed, from bit 0) as sets, with a pair if their number asks it."""
    return HONORS[code] if suit == 3 else tuple([sets << 9 * suit for sets in NUMBERS[code]])


def is_complete(suit: int, code: int) -> bool:
    """Whether a suit's tiles are sets, perhaps with a pair."""
    if suit == 3:
        return bool(HONORS[code])
    known = NUMBERS.get(code)
    if known is None and (not NUMBERS or size(code) > _KNOWN or not _can_be(code)):
        known = NUMBERS[code]
    return bool(known)  # the table has all others that can be read


def completed_by(suit: int, code: int) -> int:
    """The numbers in the suit, as a mask, of the tiles one of which completes its tiles to sets, perhaps with
    a pair.
    """
    return _BY_HONORS[code] if suit == 3 else _BY_NUMBERS[code]


def completions(suit: int, code: int) -> list[tuple[int, tuple[Sets, ...]]]:
    """What completes a suit's tiles: its number in the suit, and the readings then.

    Readings of 条 and 饼 as if they were of 万.
    """
    known = HONORS if suit == 3 else NUMBERS
    return [(n, known[code + UNITS[n]]) for n in members(completed_by(suit, code))]


def _one_less() -> Mapping[int, int]:
    """What completes a suit of up to ten tiles: every suit that can be read, without one of its tiles.

    Without those that hold four of a kind, which a fifth one, a wild tile, may complete as well.
    """
    NUMBERS[0]  # fills the table
    found: dict[int, int] = {}
    for code, readings in NUMBERS.begun_with():
        if readings and size(code) <= _LOOKED_UP:
            for n, unit in enumerate(UNITS):
                if code & ROOM * unit and not (less := code - unit) & _FOURS:
                    found[less] = found.get(less, 0) | 1 << n
    return found


def _completed(code: int) -> int:
    """The same worked out, for all others."""
    if size(code) < _LOOKED_UP and not code & _FOURS:
        return 0
    return sum([1 << n for n, unit in enumerate(UNITS) if is_complete(0, code + unit)])


def _completed_honors(code: int) -> int:
    return sum([1 << n for n, unit in enumerate(UNITS[:7]) if _read_honors(code + unit)])


_LOOKED_UP = 11
_BY_NUMBERS = Kept(_completed, most=1 << 15, first=_one_less)
_BY_HONORS = Kept(_completed_honors)
