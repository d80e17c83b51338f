"""Whether what is stored says the same as a fresh replay of the entries."""

from collections.abc import Iterator
from typing import Any

from sqlalchemy import Engine, select

from core.errors import Mistake
from core.payment import net
from core.rules import RULESETS
from core.standings import Stats, statistics
from storage.book import CHATS, Book, Books
from storage.projection import project
from storage.sessions import Session
from storage.standings import FINALS, TALLY
from storage.unit import Unit


def verify(engine: Engine) -> list[str]:
    """One line a fault; empty if everything is as it should be.

    Every session is replayed and compared with the stored table, answers, transfers and standings; of entries
    of another edition only the sums are checked.
    """
    books = Books(engine)
    with engine.connect() as connection:
        chats = list(connection.scalars(select(CHATS.c.id).order_by(CHATS.c.id)))
    faults: list[str] = []
    for chat in chats:
        with books.look(chat) as book:
            if book is not None and book.chat.id == chat:
                faults += _book(book)
    return faults


def _book(book: Book) -> Iterator[str]:
    for session in book.sessions.each():
        here = f"chat {book.chat.id} session {session.id}"
        if session.ruleset not in RULESETS:
            yield f"{here}: ruleset {session.ruleset} is not known"
            continue
        try:
            yield from (f"{here}: {fault}" for fault in _session(book, session))
        except (Mistake, KeyError, TypeError, ValueError) as fault:
            yield f"{here}: cannot be replayed: {fault!r}"


def _session(book: Book, session: Session) -> Iterator[str]:
    entries, kept = session.entries(), session.projection.kept()
    if [entry.seq for entry in entries] != list(range(1, len(entries) + 1)):
        yield "entries are missing"
    state, outcomes = session.replayed()
    if state != session.state:
        yield "the stored table differs from a replay"
    fresh, rows, moved = (
        project(entries, outcomes, kept),
        session.projection.rows(),
        session.projection.transfers(),
    )
    for row in fresh.standing:
        no = row["no"]
        if rows.get(no) is None:
            yield f"#{no} is missing"
        else:
            # places only have to be in the same order
            different = [name for name in row if name != "place" and row[name] != rows[no][name]]
            if different:
                yield f"#{no}: {', '.join(different)} differs from a replay"
    for no in sorted(set(rows) - {row["no"] for row in fresh.standing}):
        yield f"#{no} has no entry"
    if sorted(rows, key=lambda no: rows[no]["place"]) != [row["no"] for row in fresh.standing]:
        yield "the order of entries differs from a replay"
    again = {outcome.no: outcome.transfers for outcome in outcomes if outcome.transfers}
    for no in sorted(set(again) | set(moved), key=lambda no: no or 0):
        if again.get(no, ()) != moved.get(no or 0, ()):
            yield f"#{no}: stored transfers differ from a replay"
    for no, one in kept.items():
        if one.answer and sum(one.answer["pay"].values()):
            yield f"#{no}: the answer does not sum to zero"
    yield from _sums(session, moved)
    yield from _finals(book.unit, session)


def _sums(session: Session, moved: Any) -> Iterator[str]:
    chips = net((t for transfers in moved.values() for t in transfers), session.members)
    if dict(chips) != dict(session.state.chips):
        yield "chips are not the sums of the transfers"
    if sum(session.state.chips.values()):
        yield "chips do not sum to zero"


def _finals(unit: Unit, session: Session) -> Iterator[str]:
    wanted = select(FINALS).where(FINALS.c.chat == unit.chat, FINALS.c.session == session.id)
    stored = {
        f"p{row.person}": (row.final, row.start, Stats(**{name: getattr(row, name) for name in TALLY}))
        for row in unit.read(wanted)
    }
    expected = {}
    if session.closed_at is not None:
        stats = statistics(session.played())
        expected = {
            player: (score.final, score.start, stats.get(player, Stats()))
            for player, score in session.scores().items()
        }
    if stored != expected:
        yield "stored standings differ from a replay"
