"""One recorded entry: found by its number, or by the tap on its buttons."""

from bot.buttons import Forged, numbers
from bot.desk import Desk
from bot.dispatch import Ask
from core.errors import mistake
from core.table import Outcome
from storage.book import Book
from storage.sessions import Logged


def tapped(ask: Ask, book: Book) -> tuple[Desk, Logged]:
    """The entry of the open session that a tap is about."""
    session_id, no = numbers(ask, 2)
    session = book.session
    logged = session.logged(no) if session is not None and session.id == session_id else None
    if session is None or logged is None:
        raise Forged(ask.tap)
    return Desk(ask, book, session), logged


def entry(desk: Desk, no: int) -> Logged:
    """The numbered entry; Mistake if there is none."""
    logged = desk.session.logged(no)
    if logged is None:
        raise mistake("impossible", "no_such_entry", no=no)
    return logged


def outcome_of(desk: Desk, no: int) -> Outcome:
    """What a numbered entry does as it stands now."""
    return next(outcome for outcome in desk.session.outcomes() if outcome.no == no)
