"""The standings of a chat: final chips and tallies of closed sessions, imported lines, and sums over
transfers.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from datetime import date, datetime
from typing import Any, NamedTuple

from sqlalchemy import Row, bindparam, delete, func, insert, select

from core.hand import Player
from core.standings import Score, Stats, Versus
from storage.people import People, Person, person_id
from storage.projection import STANDING, TRANSFERS
from storage.rows import EntryRow, FinalRow, table
from storage.unit import Unit

FINALS, ENTRIES = table(FinalRow), table(EntryRow)
TALLY = tuple(field.name for field in fields(Stats))
MAXIMA = ("biggest", "dealer_run")  # of `Stats`; everything else adds up
ALWAYS = ("0000", "9999")  # days are compared as text

_IN_PERIOD = (
    FINALS.c.chat == bindparam("chat"),
    FINALS.c.day >= bindparam("since"),
    FINALS.c.day <= bindparam("until"),
)
_FINALS = select(FINALS).where(*_IN_PERIOD).order_by(FINALS.c.id)
_OF_PERSON = _FINALS.where(FINALS.c.person.in_(bindparam("who", expanding=True)))
_SUMS = (
    select(
        FINALS.c.person,
        func.count().label("sessions"),
        func.sum(FINALS.c.final - FINALS.c.start).label("net"),
        func.min(FINALS.c.place).label("place"),
        *((func.max if name in MAXIMA else func.sum)(FINALS.c[name]).label(name) for name in TALLY),
    )
    .where(*_IN_PERIOD)
    .group_by(FINALS.c.person)
)
_RATIO = FINALS.c.final * 1.0 / FINALS.c.start
_RANKED = (
    select(
        FINALS,
        func.row_number()
        .over(partition_by=FINALS.c.person, order_by=(_RATIO.desc(), FINALS.c.day, FINALS.c.place))
        .label("best"),
        func.row_number()
        .over(partition_by=FINALS.c.person, order_by=(_RATIO, FINALS.c.day.desc(), FINALS.c.place.desc()))
        .label("worst"),
    )
    .where(*_IN_PERIOD)
    .subquery()
)
_ENDS = select(_RANKED).where((_RANKED.c.best == 1) | (_RANKED.c.worst == 1)).order_by(_RANKED.c.id)
_NEXT_ID = select(func.coalesce(func.max(FINALS.c.id), 0) + 1).where(FINALS.c.chat == bindparam("chat"))
_NO_FINALS = delete(FINALS).where(FINALS.c.chat == bindparam("of"), FINALS.c.session == bindparam("in"))
_BIGGEST = (
    select(STANDING.c.session, STANDING.c.no, STANDING.c.answer, STANDING.c.worth, ENTRIES.c.at)
    .join(
        ENTRIES,
        (ENTRIES.c.chat == STANDING.c.chat)
        & (ENTRIES.c.session == STANDING.c.session)
        & (ENTRIES.c.seq == STANDING.c.seq),
    )
    .where(STANDING.c.chat == bindparam("chat"), STANDING.c.worth.is_not(None))
    .order_by(STANDING.c.worth.desc(), STANDING.c.session, STANDING.c.no)
    .limit(bindparam("limit"))
)
_GIVEN = select(func.coalesce(func.sum(TRANSFERS.c.chips), 0)).where(
    TRANSFERS.c.chat == bindparam("chat"),
    TRANSFERS.c.payer.in_(bindparam("payers", expanding=True)),
    TRANSFERS.c.payee.in_(bindparam("payees", expanding=True)),
)


@dataclass(frozen=True, slots=True)
class Final:
    """Somebody's end of a session; `session` is None for an imported line.

    `score.player` is the key of who the person is today, merged records followed; `key` the one they played
    under.
    """

    session: int | None
    key: Player
    score: Score
    stats: Stats


class Sums(NamedTuple):
    """Somebody's sessions added up: how many, net chips, statistics."""

    sessions: int
    net: int
    stats: Stats


@dataclass(frozen=True, slots=True)
class BigHand:
    """One of the biggest hands: what its best winner got, and the stored answer (person keys)."""

    session: int
    no: int
    chips: int
    answer: Mapping[str, Any]
    at: datetime


class Standings:
    """What the closed sessions of one chat come to."""

    def __init__(self, unit: Unit, people: People) -> None:
        self._unit = unit
        self._people = people

    def finals(
        self, person: Person | None = None, since: date | None = None, until: date | None = None
    ) -> list[Final]:
        """The rows of a period (both days in it), of one person if asked, in the order in which sessions
        were closed and lines imported.
        """
        period = _period(since, until)
        if person is None:
            rows = self._unit.read(_FINALS, **period)
        else:
            rows = self._unit.read(_OF_PERSON, **period, who=self._records(person))
        return [Final(row.session, f"p{row.person}", self._score(row), _stats(row)) for row in rows]

    def scores(self) -> list[Score]:
        """All of them, as `core.standings` makes boards of."""
        return [self._score(row) for row in self._unit.read(_FINALS, **_period(None, None))]

    def ends(self, since: date | None = None, until: date | None = None) -> list[Score]:
        """Everybody's best and worst session of a period: all that a leaderboard shows, however many
        there were.
        """
        return [self._score(row) for row in self._unit.read(_ENDS, **_period(since, until))]

    def sums(self, since: date | None = None, until: date | None = None) -> dict[Player, Sums]:
        """What everybody's sessions of a period add up to, by order of joining."""
        found: dict[Player, Sums] = {}
        rows = self._unit.read(_SUMS, **_period(since, until)).all()
        for row in sorted(rows, key=lambda row: (row.place, row.person)):
            player, more = self._people.get(row.person).key, _stats(row)
            known = found.get(player, Sums(0, 0, Stats()))
            stats = add_up([known.stats, more])
            found[player] = Sums(known.sessions + row.sessions, known.net + int(row.net), stats)
        return found

    def add_line(self, person: Person, final: int, start: int, day: date, place: int = 1) -> bool:
        """Adds an old line of the leaderboard; False if the same is there already."""
        score = Score(person.key, final, start, day, place)
        if any((s.player, s.final, s.start, s.day) == (person.key, final, start, day) for s in self.scores()):
            return False
        number = self._unit.read(_NEXT_ID).scalar_one()
        self._unit.write(insert(FINALS), self._row(number, None, score, Stats()))
        return True

    def close(self, session: int, scores: Mapping[Player, Score], stats: Mapping[Player, Stats]) -> None:
        """Adds the rows of a session that was closed."""
        first = self._unit.read(_NEXT_ID).scalar_one()
        rows = [
            self._row(number, session, score, stats.get(player, Stats()))
            for number, (player, score) in enumerate(scores.items(), first)
        ]
        if rows:
            self._unit.write(insert(FINALS), rows)

    def reopen(self, session: int) -> None:
        """Takes the rows of a session away again."""
        self._unit.write(_NO_FINALS, {"of": self._unit.chat, "in": session})

    def biggest(self, limit: int = 10) -> list[BigHand]:
        """The hands that brought most, open sessions among them."""
        return [
            BigHand(row.session, row.no, row.worth, row.answer, row.at)
            for row in self._unit.read(_BIGGEST, limit=limit)
        ]

    def versus(self, player: Person, other: Person) -> Versus:
        """Chips that one gave to and took from another in all sessions."""
        own, others = self._records(player), self._records(other)
        given = self._unit.read(_GIVEN, payers=own, payees=others).scalar_one()
        taken = self._unit.read(_GIVEN, payers=others, payees=own).scalar_one()
        return Versus(int(given), int(taken))

    def _score(self, row: Row[Any]) -> Score:
        player = self._people.get(row.person).key
        return Score(player, row.final, row.start, date.fromisoformat(row.day), row.place)

    def _records(self, person: Person) -> list[int]:
        return [p.id for p in self._people.everyone() if self._people.get(p.id).id == person.id]

    def _row(self, id: int, session: int | None, score: Score, stats: Stats) -> dict[str, Any]:
        return {
            "chat": self._unit.chat, "id": id, "session": session, "place": score.joined,
            "person": person_id(score.player), "final": score.final, "start": score.start,
            "day": score.day.isoformat(), **asdict(stats),
        }  # fmt: skip


def _period(since: date | None, until: date | None) -> dict[str, str]:
    return {
        "since": since.isoformat() if since else ALWAYS[0],
        "until": until.isoformat() if until else ALWAYS[1],
    }


def _stats(row: Row[Any]) -> Stats:
    return Stats(**{name: int(getattr(row, name)) for name in TALLY})


def add_up(parts: list[Stats]) -> Stats:
    """The statistics of one person over several sessions."""
    whole = Stats()
    for part in parts:
        for f in fields(Stats):
            mine, more = getattr(whole, f.name), getattr(part, f.name)
            setattr(whole, f.name, max(mine, more) if f.name in MAXIMA else mine + more)
    return whole
