"""What is asked of a hand, to tell which rows of a ruleset's table it shows.

Most rows need no question: what is known of a deal at its outset, or seen of a reading at a glance, tells
that they are shown or cannot be. There are few sights, so that a table has the questions for each.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import product

from core.deal import ANYHOW, STANDARD, Deal
from core.kept import Kept
from core.position import Glance, Outset, Pattern, Reading
from core.reading import EDGE, EITHER_PAIR, MIDDLE, SINGLE, TWO_SIDED
from core.sets import DRAGONS_SEEN, WINDS_SEEN
from core.tiles import EAST

Rows = Sequence[tuple[int, Pattern]]  # each with its bit

# (bit, pattern) of the rows that are asked of a reading, the bits of those that it shows without being asked,
# and the bits of the circumstances that count in it.
Asked = tuple[tuple[tuple[int, Callable[[Reading, Deal], int]], ...], int, int]
# The bits of rows that are met at the outset, and (bit, condition) of those that are asked.
_Circumstances = tuple[int, tuple[tuple[int, Callable[[Deal], bool]], ...]]
_Seen = tuple[int, int, int, str | None]  # bits of `Reading.seen`, chows, triplets of honors, wait


class Questions:
    """The questions of a ruleset: of all rows that a complete hand can show, and of those that count in a win
    which needs none.
    """

    def __init__(self, rows: Rows, anyhow: Rows, sets: int) -> None:
        self._rows, self._sets = rows, sets
        self._of_sets: Kept[_Seen, Asked] = Kept(lambda seen: self._told(*seen), first=self._first)
        self._of_pairs = _asked([row for row in rows if not row[1].of_sets])
        self._anyhow = _asked(anyhow)
        self._outset: Kept[tuple[str | None, bool, bool, int], _Circumstances] = Kept(self._at_outset)

    def asked(self, reading: Reading) -> Asked:
        """What is asked of a reading of this form, with such sets and such a wait."""
        if reading.form is not STANDARD:
            return self._anyhow if reading.form is ANYHOW else self._of_pairs
        honors = (reading.triplets >> EAST).bit_count()
        return self._of_sets[_ALIKE[reading.seen], reading.chows.bit_count(), honors, reading.wait]

    def met(self, deal: Deal) -> int:
        """The rows, as bits, whose circumstances are met."""
        met, asked = self._outset[deal.win, deal.open_melds, not deal.line.laid, deal.wilds]
        for bit, condition in asked:
            if condition(deal):
                met |= bit
        return met

    def _at_outset(self, known: tuple[str | None, bool, bool, int]) -> _Circumstances:
        """What is told, and what has to be asked, by what is known of a deal at its outset."""
        win, open_melds, nothing_laid, wilds = known
        outset = Outset(win, open_melds, not nothing_laid, wilds)
        rows = [(bit, p.met, p.outset(outset)) for bit, p in self._rows if p.met is not None]
        asked = tuple([(bit, met) for bit, met, told in rows if told is None])
        return sum([bit for bit, _, told in rows if told]), asked

    def _first(self) -> Mapping[_Seen, Asked]:
        """What is asked of all that can be seen of sets and a pair."""
        found: dict[_Seen, Asked] = {}
        same: dict[Asked, Asked] = {}  # they are few
        for seen in {*_ALIKE.values()}:
            suits, honored = seen & ~_HONORS_SEEN > 0, seen & _HONORS_SEEN > 0
            for chows in range(self._sets + 1 if suits else 1):
                for honors in range(self._sets + 1 - chows if honored else 1):
                    for wait in (SINGLE, EITHER_PAIR, *((TWO_SIDED, EDGE, MIDDLE) if chows else ())):
                        asked = self._told(seen, chows, honors, wait)
                        found[seen, chows, honors, wait] = same.setdefault(asked, asked)
        return found

    def _told(self, seen: int, chows: int, honors: int, wait: str | None) -> Asked:
        """What is told, and what has to be asked, of sets and a pair by what is seen of them at a glance."""
        glance, sure = Glance.of(self._sets, chows, honors, seen, wait), 0
        asked: list[tuple[int, Pattern]] = []
        for row in self._rows:
            shows = row[1].glance(glance)
            if shows is None:
                asked.append(row)
            elif shows:
                sure |= row[0]
        return _asked(asked, sure)


def _asked(rows: Rows, shown: int = 0) -> Asked:
    return (
        tuple([(bit, pattern.missing) for bit, pattern in rows if pattern.met is None]),
        shown,
        sum([bit for bit, pattern in rows if pattern.met is not None]),
    )


def _alike() -> dict[int, int]:
    """What is seen of sets → the first of all that tells as much at a glance."""
    first: dict[Glance, int] = {}
    every = [a | b << 9 | c << 18 | honors << 27 for a, b, c, honors in product(range(4), repeat=4)]
    return {seen: first.setdefault(Glance.of(0, 0, 0, seen, None), seen) for seen in every}


_ALIKE = _alike()
_HONORS_SEEN = WINDS_SEEN | DRAGONS_SEEN
