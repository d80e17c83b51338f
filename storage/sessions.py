"""Sessions: appending an entry, amending earlier ones, closing, and reading what was recorded."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from decimal import Decimal
from functools import cached_property
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import bindparam, delete, func, insert, select, update

from core.entry import (
    Claim,
    Draw,
    Entry,
    Event,
    Fix,
    Insert,
    Restore,
    Result,
    Seats,
    Settle,
    Sub,
    Unbet,
    Void,
)
from core.hand import Player
from core.roster import Roster, roster_of
from core.rules import RULESETS
from core.settle import Fee, Settlement, settlement
from core.standings import Played, Score, statistics
from core.state import refuse
from core.table import Changes, Outcome, Rules, State, amend, replay, step
from storage.history import History, Logged, Recorded, Source
from storage.people import People, person_id
from storage.prepared import Prepared
from storage.projection import Projection, project, stored_prices
from storage.rows import PaidRow, SessionRow, table
from storage.standings import Standings
from storage.unit import Unit

__all__ = ["Closing", "Logged", "Recorded", "Session", "Sessions", "Source", "Summary"]

SESSIONS, PAID = table(SessionRow), table(PaidRow)
START = "起始分"  # the option that says how many chips everyone starts with
DAY_BEGINS = timedelta(hours=6)  # an evening belongs to the day on which it began

_OF_CHAT = select(SESSIONS).where(SESSIONS.c.chat == bindparam("chat"))
_OPEN = Prepared(_OF_CHAT.where(SESSIONS.c.closed_at.is_(None)))
_BY_ID = _OF_CHAT.where(SESSIONS.c.id == bindparam("id"))
_LAST = _OF_CHAT.order_by(SESSIONS.c.id.desc()).limit(1)
_LIST = (
    select(SESSIONS.c.id, SESSIONS.c.ruleset, SESSIONS.c.length, SESSIONS.c.opened_at, SESSIONS.c.closed_at)
    .where(SESSIONS.c.chat == bindparam("chat"))
    .order_by(SESSIONS.c.id)
)
_NEXT_ID = select(func.coalesce(func.max(SESSIONS.c.id), 0) + 1).where(SESSIONS.c.chat == bindparam("chat"))
_CHANGE = update(SESSIONS).where(SESSIONS.c.chat == bindparam("of"), SESSIONS.c.id == bindparam("in"))
_STEP = Prepared(_CHANGE.values(state=bindparam("new_state"), entries=bindparam("new_entries")))


@dataclass(frozen=True, slots=True)
class Closing:
    """How a session's money is settled: `fee` (台费) as it was said, who advanced it, and the rate: how many
    元 a chip is (decimal as text; None: settle in chips, then the fee is in chips too)."""

    fee: str | None = None
    by: Player | None = None
    rate: str | None = None


@dataclass(frozen=True, slots=True)
class Summary:
    """A session in a list."""

    id: int
    ruleset: str
    length: str
    opened_at: datetime
    closed_at: datetime | None


class Sessions:
    """The sessions of one chat."""

    def __init__(self, unit: Unit, people: People, standings: Standings, time_zone: str) -> None:
        self.unit = unit
        self.people = people
        self.standings = standings
        self.time_zone = time_zone
        self._open: Session | None = None
        self._looked = False

    def current(self) -> "Session | None":
        """The open session, if there is one; always the same object within a unit of work."""
        if not self._looked:
            self._open, self._looked = self._one(self.unit.row(_OPEN)), True
        return self._open

    @property
    def last(self) -> "Session | None":
        """The session that was opened last, open or closed."""
        return self._one(self.unit.read(_LAST).one_or_none())

    def get(self, id: int) -> "Session | None":
        """The session with this id."""
        current = self.current()
        if current is not None and current.id == id:
            return current
        return self._one(self.unit.read(_BY_ID, id=id).one_or_none())

    def all(self) -> tuple[Summary, ...]:
        """All sessions, the oldest first."""
        return tuple(
            Summary(row.id, row.ruleset, row.length, row.opened_at, row.closed_at)
            for row in self.unit.read(_LIST)
        )

    def each(self) -> "Iterator[Session]":
        """All sessions themselves, the oldest first."""
        for summary in self.all():
            session = self.get(summary.id)
            assert session is not None
            yield session

    def members(self) -> list[tuple[int, tuple[Player, ...]]]:
        """Who joined which session, by the keys of entries."""
        return [(row.id, tuple(row.state["members"])) for row in self.unit.read(_OF_CHAT)]

    def begin(
        self, ruleset: str, options: Mapping[str, int | str], length: str, opener: int | None, at: datetime
    ) -> "Session":
        """Opens a session of the ruleset with this key; its options that are not named have their default,
        others are kept as they are. The opener (a person's id) does not join by it. ValueError while another
        session is open, KeyError for an unknown ruleset, Mistake for a bad value.
        """
        if self.current() is not None:
            raise ValueError("a session is open")
        rules = RULESETS[ruleset]
        chosen = rules.choose({name: value for name, value in options.items() if name in rules.options})
        values = {
            "chat": self.unit.chat, "id": self.unit.read(_NEXT_ID).scalar_one(), "ruleset": ruleset,
            "edition": rules.edition, "options": {**options, **chosen}, "length": length,
            "start": chosen[START], "opener": opener, "opened_at": at, "closed_at": None, "closing": {},
            "reminded": False, "entries": 0, "state": State().to_json(),
        }  # fmt: skip
        self.unit.write(insert(SESSIONS), values)
        self.refresh()
        session = self.current()
        assert session is not None
        return session

    def refresh(self) -> None:
        """Looks for the open session again, after rows were written past this object."""
        self._looked = False

    def _one(self, row: Any) -> "Session | None":
        return None if row is None else Session(self, row)


class Session:
    """One session, open or closed, within its book's transaction."""

    def __init__(self, home: Sessions, row: Any) -> None:
        self._home = home
        self._unit = home.unit
        self._people = home.people
        self.projection = Projection(home.unit, row.id)
        self._history = History(home.unit, row.id, self.projection)
        self.id: int = row.id
        self.ruleset: str = row.ruleset
        self.edition: int = row.edition
        self.options: Mapping[str, int | str] = row.options
        self.length: str = row.length
        self.start: int = row.start  # chips that everyone starts with
        self.opener: int | None = row.opener
        self.opened_at: datetime = row.opened_at
        self.closed_at: datetime | None = row.closed_at
        self.reminded: bool = row.reminded
        self.closing = Closing(**row.closing)
        self.state = State.from_json(row.state)

    @cached_property
    def rules(self) -> Rules:
        return Rules(RULESETS[self.ruleset], self.options, self.length, self.edition)

    @property
    def members(self) -> tuple[Player, ...]:
        """Keys in the order of joining."""
        return self.state.members

    def member(self, person: int) -> Player | None:
        """The key under which this person, or a record that was merged into theirs, takes part."""
        who = self._people.get(person).id
        return next((key for key in self.members if self._people.of(key).id == who), None)

    def names(self) -> dict[Player, str]:
        """Display names of all members."""
        return {key: self._people.of(key).shown for key in self.members}

    def roster(self) -> Roster:
        """All members, by their names, aliases and @usernames."""
        return roster_of(tuple([(key, tuple(self._people.of(key).names)) for key in self.members]))

    def chips(self) -> dict[Player, int]:
        """What everybody has in front of them: the start and their net."""
        return {key: self.start + net for key, net in self.state.chips.items()}

    @property
    def day(self) -> date:
        """The day of the session in the chat's time zone; days begin at 06:00."""
        return (self.opened_at.astimezone(ZoneInfo(self._home.time_zone)) - DAY_BEGINS).date()

    # ── writing ────────────────────────────────────────────────────────────────────────────────────────────

    def record(
        self,
        event: Event,
        by: int | None,
        at: datetime,
        text: str | None = None,
        source: Source | None = None,
    ) -> Outcome:
        """Appends an event: the table steps on, its transfers are kept. `by` is the recording person's id;
        what settles an open hand belongs to whoever opened it. Mistake if the event cannot stand; ValueError
        if the session is closed."""
        self._require_open()
        state, outcome = step(self.state, event, self.rules)
        if outcome.no is not None and isinstance(event, Claim | Settle) and self.state.open:
            by = self._history.opened_by()
        if not outcome.idle:
            entry = Entry(self.state.next_seq, outcome.no, event)
            self._append(entry, state, by, at, text, source)
            if outcome.no is not None:
                self.projection.append(outcome, entry.seq)
        return outcome

    def amend(
        self,
        event: Void | Restore | Fix | Insert,
        by: int | None,
        at: datetime,
        text: str | None = None,
        source: Source | None = None,
    ) -> Changes:
        """Appends an amendment and replays the session. Mistake if it cannot stand, or naming a later entry
        that could not stand any more; then nothing was changed. ValueError if the session is closed.
        """
        self._require_open()
        entries, editions = self._history.read()
        kept = self.projection.kept()
        prices = stored_prices(kept, editions, self.rules.ruleset.edition)
        moved = {no: () if one.voided else one.transfers for no, one in kept.items()}
        state, outcomes, changes = amend(entries, self.state, event, self.rules, prices, moved)
        if changes.entry is not None:
            self._append(changes.entry, state, by, at, text, source)
            self.projection.rewrite(project([*entries, changes.entry], outcomes, kept))
        return changes

    def set_closing(self, closing: Closing) -> None:
        """Keeps how the money is settled."""
        self.closing = closing
        self._change(closing=closing_json(closing))

    def close(self, at: datetime, by: int | None) -> None:
        """Closes the session: open bets lapse, final chips become rows of the standings. Mistake `hand_open`
        while wenling's hand is open; ValueError if it is closed already.
        """
        self._require_open()
        if self.state.open:
            raise refuse("hand_open", winner=next(line.player for line in self.state.open if line.win))
        for bettor in tuple(self.state.bets):
            self.record(Unbet(bettor), by, at)
        self.closed_at = at
        self._change(closed_at=at)
        self._home.refresh()
        self._home.standings.close(self.id, self.scores(), statistics(self.played()))

    def reopen(self) -> None:
        """Takes the closing back. IntegrityError while another session of the chat is open."""
        self.closed_at = None
        self._change(closed_at=None)
        self._home.refresh()
        self._home.standings.reopen(self.id)

    def remind(self) -> None:
        """Notes that the chat was reminded of this session."""
        self.reminded = True
        self._change(reminded=True)

    def pay(self, payer: Player, payee: Player, amount: str, at: datetime) -> bool:
        """Marks a payment of the settlement as made, or takes the mark back; whether it stands now."""
        key = {
            "chat": self._unit.chat,
            "session": self.id,
            "payer": person_id(payer),
            "payee": person_id(payee),
        }
        paid = (payer, payee, amount) in self.paid()
        gone = delete(PAID).where(*(PAID.c[name] == bindparam(f"of_{name}") for name in key))
        self._unit.write(gone, {f"of_{name}": value for name, value in key.items()})
        if not paid:
            self._unit.write(insert(PAID), key | {"amount": amount, "at": at})
        return not paid

    # ── reading ────────────────────────────────────────────────────────────────────────────────────────────

    def touched_at(self) -> datetime:
        """When something was recorded last."""
        return self._history.touched_at() or self.opened_at

    def entries(self) -> list[Entry]:
        """All entries that were ever appended, in order."""
        return self._history.read()[0]

    def outcomes(self) -> tuple[Outcome, ...]:
        """What every numbered entry does, in table order, by a fresh replay."""
        return self.replayed()[1]

    def replayed(self) -> tuple[State, tuple[Outcome, ...]]:
        """The table and the outcomes by a fresh replay; entries of another edition keep their stored
        prices.
        """
        entries, editions = self._history.read()
        prices = stored_prices(self.projection.kept(), editions, self.rules.ruleset.edition)
        return replay(entries, self.rules, prices)

    def logged(self, no: int) -> Logged | None:
        """The numbered entry #no as it stands."""
        return self._history.logged(no)

    def log(self) -> list[Logged]:
        """All numbered entries by number."""
        return self._history.log()

    def by_seq(self, seq: int) -> Logged | None:
        """The numbered entry that this entry took the number of, or that it amended."""
        return self._history.by_seq(seq)

    def last_recorded(self) -> Logged | None:
        """The standing numbered entry that was recorded last: what /undo means without a number."""
        return self.logged(self.state.last_no) if self.state.last_no else None

    def last_hand(self) -> Recorded | None:
        """The last standing result or draw at the table."""
        return self._history.recorded(self.state.last_hand) if self.state.last_hand else None

    def paid(self) -> set[tuple[Player, Player, str]]:
        """(payer, payee, amount) of the payments that are marked as made."""
        wanted = select(PAID).where(PAID.c.chat == bindparam("chat"), PAID.c.session == self.id)
        return {(f"p{row.payer}", f"p{row.payee}", row.amount) for row in self._unit.read(wanted)}

    def scores(self) -> dict[Player, Score]:
        """What everybody has now, as a row of the standings; nothing as long as no numbered entry stands."""
        if self.state.last_no is None:
            return {}
        day = self.day
        return {
            player: Score(player, chips, self.start, day, place)
            for place, (player, chips) in enumerate(self.chips().items(), 1)
        }

    def settlement(self) -> Settlement:
        """Who pays whom as things stand; with a rate in 分, without in chips. The four seated share the
        台费.
        """
        fee, rate, by = self.closing.fee, self.closing.rate, self.closing.by
        seats = self.state.seats
        if not fee or not by or not seats:
            return settlement(self.state.chips, rate=Decimal(rate) if rate else None)
        amount = int(Decimal(fee) * (100 if rate else 1))
        return settlement(
            self.state.chips,
            fee=Fee(amount, by, seats),
            rate=Decimal(rate) if rate else None,
            fee_in_money=bool(rate),
        )

    def played(self) -> list[Played]:
        """The standing results and draws in table order, as `core.standings.statistics` counts them."""
        entries, answers = self.entries(), self.projection.kept()
        seats: tuple[Player, ...] = next(
            (e.event.players for e in reversed(entries) if isinstance(e.event, Seats)), ()
        )
        hands = []
        for outcome in self.outcomes():
            if outcome.void:
                continue
            if isinstance(outcome.event, Sub):
                out, came = outcome.event.outgoing, outcome.event.incoming
                seats = tuple(came if player == out else player for player in seats)
            if isinstance(outcome.event, Result | Draw) and outcome.before.dealer is not None:
                kept = answers.get(outcome.no or 0)
                answer = (kept and kept.answer) or {"wins": ()}
                wins = answer.get("wins", (answer,))
                source = wins[0]["from"] if wins else None
                won = {win["winner"]: win["pay"][win["winner"]] for win in wins}
                hands.append(Played(self.id, seats, outcome.before.dealer, won, source, outcome.transfers))
        return hands

    def _require_open(self) -> None:
        if self.closed_at is not None:
            raise ValueError(f"session {self.id} is closed")

    def _change(self, **values: Any) -> None:
        self._unit.write(_CHANGE.values(**values), {"of": self._unit.chat, "in": self.id})

    def _append(
        self,
        entry: Entry,
        state: State,
        by: int | None,
        at: datetime,
        text: str | None,
        source: Source | None,
    ) -> None:
        self._history.append(entry, self.rules.ruleset.edition, by, at, text, source)
        changed = {
            "of": self._unit.chat,
            "in": self.id,
            "new_state": state.to_json(),
            "new_entries": entry.seq,
        }
        self._unit.write(_STEP, changed)
        self.state = state


def closing_json(closing: Closing) -> dict[str, Any]:
    return {"fee": closing.fee, "by": closing.by, "rate": closing.rate}
