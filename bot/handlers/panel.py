"""The message that a session begins with, and its buttons."""

from bot.buttons import Forged, button, numbers
from bot.desk import Desk, open_desk
from bot.dispatch import Ask, Button, Say
from bot.texts import Catalogue, spoken
from bot.texts.layout import esc
from storage.book import Book

SHOWN = (spoken.BASE, spoken.START)  # options that are always told


def panel(desk: Desk, edit: bool = False) -> Say:
    """The message that a session begins with: the rules, who is there, and what to do."""
    sessions, session = desk.words.sessions, desk.session
    told = [(name, session.options[name]) for name in SHOWN]
    told += [
        (name, value)
        for name, value in session.options.items()
        if name not in SHOWN and name in desk.ruleset.options and value != desk.ruleset.options[name].default
    ]
    lines = [
        sessions.opened(desk.ruleset.name, session.length, esc(sessions.options(told))),
        sessions.members(desk.names(session.members)),
        what_next(desk),
    ]
    at = desk.ask.message_id if edit else None
    return Say("\n".join(lines), panel_buttons(desk.words, session.id), f"panel:{session.id}", edit, at)


def panel_buttons(texts: Catalogue, session: int) -> tuple[tuple[Button, ...], ...]:
    labels = texts.labels
    return (
        (
            button(labels.join, "join", session),
            button(labels.draw, "draw", session),
            button(labels.start, "start", session),
        ),
    )


def what_next(desk: Desk) -> str:
    sessions = desk.words.sessions
    if desk.state.seats is not None:
        return sessions.spectating()
    return sessions.how_to_sit() if len(desk.session.members) >= 4 else sessions.how_to_join()


def desk_of_panel(ask: Ask, book: Book) -> Desk:
    (session_id,) = numbers(ask, 1)
    return desk_of_session(ask, book, session_id)


def desk_of_session(ask: Ask, book: Book, session_id: int) -> Desk:
    if book.session is None or book.session.id != session_id:
        raise Forged(ask.tap)
    return open_desk(ask, book)
