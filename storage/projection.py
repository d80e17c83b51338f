"""What follows from a session's entries, written down for quick reading: rows of `standing` and
`transfers`.
"""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from sqlalchemy import bindparam, delete, insert, select

from core.answer import answer_json
from core.entry import Entry, Fix, event_to_json, kind_of
from core.errors import Note
from core.payment import Transfer
from core.table import Outcome, Price
from storage.people import person_id
from storage.prepared import Prepared
from storage.rows import StandingRow, TransferRow, table
from storage.unit import Unit

STANDING, TRANSFERS = table(StandingRow), table(TransferRow)
Values = dict[str, Any]

_ROWS = Prepared(
    select(STANDING).where(STANDING.c.chat == bindparam("chat"), STANDING.c.session == bindparam("session"))
)
_TRANSFERS = (
    select(TRANSFERS)
    .where(TRANSFERS.c.chat == bindparam("chat"), TRANSFERS.c.session == bindparam("session"))
    .order_by(TRANSFERS.c.no, TRANSFERS.c.idx)
)
_MOVED, _MOVED_BY = Prepared(_TRANSFERS), Prepared(_TRANSFERS.where(TRANSFERS.c.no == bindparam("number")))
_NO_ROWS = Prepared(
    delete(STANDING).where(STANDING.c.chat == bindparam("of"), STANDING.c.session == bindparam("in"))
)
_GONE = delete(TRANSFERS).where(TRANSFERS.c.chat == bindparam("of"), TRANSFERS.c.session == bindparam("in"))
_NO_MOVES, _NO_MOVES_OF = Prepared(_GONE), Prepared(_GONE.where(TRANSFERS.c.no == bindparam("number")))
_ADD_ROW, _ADD_MOVE = Prepared(insert(STANDING)), Prepared(insert(TRANSFERS))


class Projection:
    """The stored `standing` and `transfers` of one session."""

    def __init__(self, unit: Unit, session: int) -> None:
        self._unit = unit
        self._key = {"chat": unit.chat, "session": session}
        self._of = {"of": unit.chat, "in": session}

    def append(self, outcome: Outcome, seq: int) -> None:
        """Adds a numbered outcome behind all others; a 补 that it took back moves nothing any more."""
        self._unit.write(_ADD_ROW, self._key | standing_row(outcome, place=seq, seq=seq))
        moved = moves(outcome.no, outcome.transfers)
        if moved:
            self._unit.write(_ADD_MOVE, [self._key | row for row in moved])
        if outcome.cancels is not None:
            self._unit.write(_NO_MOVES_OF, self._of | {"number": outcome.cancels})

    def rewrite(self, rows: "Projected") -> None:
        """Puts these rows in the place of what was there."""
        self._unit.write(_NO_MOVES, self._of)
        self._unit.write(_NO_ROWS, self._of)
        if rows.standing:
            self._unit.write(_ADD_ROW, [self._key | row for row in rows.standing])
        if rows.transfers:
            self._unit.write(_ADD_MOVE, [self._key | row for row in rows.transfers])

    def rows(self) -> dict[int, Values]:
        """The stored rows by entry number."""
        return {
            row.no: {key: value for key, value in row._asdict().items() if key not in self._key}
            for row in self._unit.rows(_ROWS, session=self._key["session"])
        }

    def transfers(self, no: int | None = None) -> dict[int, tuple[Transfer, ...]]:
        """What each entry moves as it stands; an entry that moves nothing is not in it."""
        one = {} if no is None else {"number": no}
        moved: dict[int, list[Transfer]] = {}
        for row in self._unit.rows(_MOVED_BY if one else _MOVED, session=self._key["session"], **one):
            transfer = Transfer(f"p{row.payer}", f"p{row.payee}", row.chips, row.why)
            moved.setdefault(row.no, []).append(transfer)
        return {key: tuple(value) for key, value in moved.items()}

    def kept(self) -> dict[int, "Kept"]:
        """What the stored rows say of every entry's price."""
        moved = self.transfers()
        return {
            no: Kept(
                row["answer"],
                moved.get(no, ()) if row["shelved"] is None else tuple(Transfer(*t) for t in row["shelved"]),
                row["voided"],
                row["kind"],
                row["fix"] or row["seq"],
            )
            for no, row in self.rows().items()
        }


class Kept(NamedTuple):
    """The stored price of a numbered entry: its answer in JSON, what it moves (or moved before it was
    voided), its kind, and the `seq` of the entry that put it there.
    """

    answer: Mapping[str, Any] | None
    transfers: tuple[Transfer, ...]
    voided: bool
    kind: str
    seq: int


class Projected(NamedTuple):
    """Rows of `standing` and of `transfers`, without their session's key."""

    standing: list[Values]
    transfers: list[Values]


def stored_prices(kept: Mapping[int, Kept], editions: Mapping[int, int], edition: int) -> dict[int, Price]:
    """The prices of entries that another edition than `edition` worked out; `editions` by seq."""
    return {
        no: Price.stored(one.answer, one.transfers)
        for no, one in kept.items()
        if one.kind in ("result", "spot") and editions[one.seq] != edition
    }


def project(entries: Iterable[Entry], outcomes: Iterable[Outcome], kept: Mapping[int, Kept]) -> Projected:
    """The rows for a replayed session. `kept` is what was stored so far: an entry whose price was taken
    as it is keeps its answer, one that is void its answer and, shelved, what it moved.
    """
    seqs: dict[int, int] = {}
    fixes: dict[int, int] = {}
    for entry in entries:
        if entry.no is not None:
            seqs[entry.no] = entry.seq
        if isinstance(entry.event, Fix):
            fixes[entry.event.no] = entry.seq
    rows = Projected([], [])
    for place, outcome in enumerate(outcomes, 1):
        no = outcome.no
        assert no is not None  # only numbered entries have a row
        row = standing_row(outcome, place, seqs[no], fixes.get(no))
        old = kept.get(no)
        if old and outcome.scored is None and row["kind"] == old.kind:
            row["answer"] = old.answer
        if outcome.void:
            row["shelved"] = [list(t) for t in old.transfers] if old else []
        rows.standing.append(row)
        rows.transfers.extend(moves(no, outcome.transfers))
    return rows


def standing_row(outcome: Outcome, place: int, seq: int, fix: int | None = None) -> Values:
    """The row of a numbered outcome, without its session's key."""
    scored = outcome.scored
    return {
        "no": outcome.no, "seq": seq, "fix": fix, "place": place, "kind": kind_of(outcome.event),
        "event": event_to_json(outcome.event), "voided": outcome.void, "shelved": None,
        "answer": answer_json(scored, note_json) if scored else None,
        "worth": max(win.pay[win.winner] for win in scored.wins) if scored and not outcome.void else None,
    }  # fmt: skip


def note_json(note: Note) -> Values:
    """A note as it is stored: its code and its data."""
    data = {key: list(value) if isinstance(value, tuple) else value for key, value in note.data.items()}
    return {"code": note.code, "data": data}


def moves(no: int | None, transfers: Iterable[Transfer]) -> list[Values]:
    """The rows of an entry's transfers, without their session's key."""
    return [
        {
            "no": no,
            "idx": i,
            "payer": person_id(t.payer),
            "payee": person_id(t.payee),
            "chips": t.chips,
            "why": t.why,
        }
        for i, t in enumerate(transfers)
    ]
