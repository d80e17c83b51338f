"""The entries of one session: appended, and read back as the numbered log."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Select, bindparam, func, insert, select

from core.entry import Entry, Event, event_from_json, event_to_json, kind_of
from core.payment import Transfer
from storage.prepared import Prepared
from storage.projection import STANDING, Projection
from storage.rows import EntryRow, EntryTextRow, table
from storage.unit import Unit

ENTRIES, TEXTS = table(EntryRow), table(EntryTextRow)

_ADD_ENTRY, _ADD_TEXT = Prepared(insert(ENTRIES)), Prepared(insert(TEXTS))
_OF_SESSION = (ENTRIES.c.chat == bindparam("chat"), ENTRIES.c.session == bindparam("session"))
_ENTRIES = Prepared(
    select(ENTRIES.c.seq, ENTRIES.c.no, ENTRIES.c.event, ENTRIES.c.edition)
    .where(*_OF_SESSION)
    .order_by(ENTRIES.c.seq)
)
_ONE = select(ENTRIES.c.no, ENTRIES.c.event).where(*_OF_SESSION, ENTRIES.c.seq == bindparam("seq"))
_TOUCHED = select(func.max(ENTRIES.c.at)).where(*_OF_SESSION)
_TAKEN = (
    (ENTRIES.c.chat == STANDING.c.chat)
    & (ENTRIES.c.session == STANDING.c.session)
    & (ENTRIES.c.seq == STANDING.c.seq)
)
_RECORDED = Prepared(
    select(STANDING.c.event, ENTRIES.c.by, ENTRIES.c.at)
    .join(ENTRIES, _TAKEN)
    .where(
        STANDING.c.chat == bindparam("chat"),
        STANDING.c.session == bindparam("session"),
        STANDING.c.no == bindparam("number"),
    )
)
_SETTLES = ENTRIES.c.kind.in_(("claim", "settle")) & ENTRIES.c.no.is_not(None)
_LAST_SETTLED = (
    select(func.coalesce(func.max(ENTRIES.c.seq), 0))
    .where(*_OF_SESSION, _SETTLES | (ENTRIES.c.kind == "drop"))
    .scalar_subquery()
)
_OPENED = (
    select(ENTRIES.c.by)
    .where(*_OF_SESSION, ENTRIES.c.kind == "claim", ENTRIES.c.seq > _LAST_SETTLED)
    .order_by(ENTRIES.c.seq)
    .limit(1)
)
_LOG = (
    select(STANDING, ENTRIES.c.by, ENTRIES.c.at, TEXTS.c.text)
    .join(ENTRIES, _TAKEN)
    .outerjoin(
        TEXTS,
        (TEXTS.c.chat == STANDING.c.chat)
        & (TEXTS.c.session == STANDING.c.session)
        & (TEXTS.c.seq == func.coalesce(STANDING.c.fix, STANDING.c.seq)),
    )
    .where(STANDING.c.chat == bindparam("chat"), STANDING.c.session == bindparam("session"))
    .order_by(STANDING.c.no)
)
_LOG_OF = _LOG.where(STANDING.c.no == bindparam("number"))


@dataclass(frozen=True, slots=True)
class Source:
    """The Telegram message that an entry was written in."""

    telegram_id: int
    message: int


@dataclass(frozen=True, slots=True)
class Logged:
    """A numbered entry as it stands now.

    `event` is what stands in its place, `text` what was written for it, `by` and `at` who recorded it first.
    `answer` is 1-report §4 with person keys for names (results only).
    """

    no: int
    seq: int
    kind: str
    event: Event
    voided: bool
    fixed: bool
    by: int | None
    at: datetime
    text: str | None
    answer: Mapping[str, Any] | None
    transfers: tuple[Transfer, ...]


@dataclass(frozen=True, slots=True)
class Recorded:
    """Who recorded a numbered entry, when, and what stands in its place (as it is stored)."""

    no: int
    stored: Mapping[str, Any]
    by: int | None
    at: datetime

    @property
    def event(self) -> Event:
        return event_from_json(self.stored)


class History:
    """The entries of one session within a unit of work."""

    def __init__(self, unit: Unit, session: int, projection: Projection) -> None:
        self._unit = unit
        self._session = session
        self._projection = projection

    def append(
        self,
        entry: Entry,
        edition: int,
        by: int | None,
        at: datetime,
        text: str | None,
        source: Source | None,
    ) -> None:
        """Writes one more entry, priced by this edition of the ruleset, and what was written for it."""
        key = {"chat": self._unit.chat, "session": self._session, "seq": entry.seq}
        facts = {"no": entry.no, "kind": kind_of(entry.event), "event": event_to_json(entry.event)}
        self._unit.write(_ADD_ENTRY, key | facts | {"edition": edition, "by": by, "at": at})
        if text is not None or source is not None:
            place = {"telegram_id": source and source.telegram_id, "message": source and source.message}
            self._unit.write(_ADD_TEXT, key | place | {"text": text})

    def read(self) -> tuple[list[Entry], dict[int, int]]:
        """All entries, and the edition of each by its `seq`."""
        rows = self._unit.rows(_ENTRIES, session=self._session)
        entries = [Entry(row.seq, row.no, event_from_json(row.event)) for row in rows]
        return entries, {row.seq: row.edition for row in rows}

    def touched_at(self) -> datetime | None:
        """When something was recorded last."""
        at: datetime | None = self._unit.read(_TOUCHED, session=self._session).scalar_one()
        return at

    def logged(self, no: int) -> Logged | None:
        """The numbered entry #no."""
        found = self._log(_LOG_OF, self._projection.transfers(no), number=no)
        return found[0] if found else None

    def recorded(self, no: int) -> Recorded | None:
        """Who recorded #no; quicker than `logged`."""
        row = self._unit.row(_RECORDED, session=self._session, number=no)
        return Recorded(no, row.event, row.by, row.at) if row else None

    def opened_by(self) -> int | None:
        """Who said the first line of the hand that is open."""
        by: int | None = self._unit.read(_OPENED, session=self._session).scalar()
        return by

    def log(self) -> list[Logged]:
        """All numbered entries by number."""
        return self._log(_LOG, self._projection.transfers())

    def by_seq(self, seq: int) -> Logged | None:
        """The numbered entry that this entry took the number of, or that it amended."""
        row = self._unit.read(_ONE, session=self._session, seq=seq).one_or_none()
        no = row and (row.no or row.event.get("no"))
        return self.logged(no) if no else None

    def _log(
        self, statement: Select[Any], transfers: Mapping[int, tuple[Transfer, ...]], **values: int
    ) -> list[Logged]:
        return [
            Logged(
                row.no,
                row.seq,
                row.kind,
                event_from_json(row.event),
                row.voided,
                row.fix is not None,
                row.by,
                row.at,
                row.text,
                row.answer,
                transfers.get(row.no, ()),
            )
            for row in self._unit.read(statement, session=self._session, **values)
        ]
