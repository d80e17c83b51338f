"""An edited message: the entry that it recorded follows."""

from dataclasses import replace

from bot.desk import Desk
from bot.dispatch import SILENCE, Ask, Reply
from bot.handlers import recording
from bot.handlers.amending import amended_say, in_place
from bot.handlers.entries import entry
from bot.phrases import Unread
from bot.readers import READERS, plain_command
from core.entry import Claim, Drop, Fix, Settle
from core.errors import Mistake, mistake
from core.scan import addressed
from storage.book import Book


def edited(ask: Ask, book: Book) -> Reply:
    """A message was edited: the entry that it recorded follows, or it is a first report."""
    found = book.recorded_by(ask.chat_id, ask.message_id)
    if found is None:
        return recording.by_command(ask, book) if ask.command else recording.plainly(ask, book)
    session = book.session
    if session is None or session.id != found[0]:
        raise mistake("impossible", "session_closed")
    desk = Desk(ask, book, session)
    desk.require_writer()
    no = _settled_by(desk, found[1])
    if no is None:  # a line of the hand that is open, or of one that was dropped: it is said anew
        return recording.by_command(ask, book) if ask.command else recording.plainly(ask, book)
    logged = entry(desk, no)
    command, rest = (ask.command, ask.text) if ask.command else _said_again(desk)
    try:
        event = in_place(logged.event, READERS[command](rest, desk.frame))
    except Unread as wrong:  # even of plain words it is told, for they were a report before
        raise Mistake(wrong.problems) from wrong
    if event == logged.event:
        return SILENCE
    changes = session.amend(Fix(logged.no, event), desk.by, ask.at, ask.text)
    say = amended_say(desk, changes, desk.words.hands.fixed(logged.no))
    return Reply((replace(say, edit=True),))


def edited_away(ask: Ask, book: Book) -> Reply:
    """A message was edited into what is no report: silence, unless it had recorded something."""
    found = book.recorded_by(ask.chat_id, ask.message_id)
    if found is None or book.session is None or book.session.id != found[0]:
        return SILENCE
    raise mistake("unreadable", "edited_unread")


def _said_again(desk: Desk) -> tuple[str, str]:
    """The command that an edited plain message stands for; it stood for one before."""
    text = desk.ask.text
    if said := plain_command(text, desk.frame):
        return said
    if addressed(text, desk.roster, desk.me) is None:
        raise mistake("unreadable", "edited_unread")
    return "hu", text


def _settled_by(desk: Desk, seq: int) -> int | None:
    """The number of the entry that a message's event became part of; None if there is none."""
    logged = desk.session.by_seq(seq)
    if logged is not None:
        return logged.no
    for one in desk.session.entries():
        if one.seq >= seq and isinstance(one.event, Claim | Settle | Drop):
            if isinstance(one.event, Drop):
                return None
            if one.no is not None:
                return one.no
    return None
