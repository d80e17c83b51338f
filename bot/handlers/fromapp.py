"""What the Mini App's pages record: the chat's own entries; what is wrong with them is told on the page."""

from collections.abc import Mapping
from dataclasses import replace

from bot.desk import Desk, open_desk
from bot.dispatch import Ask, Handler, Reply
from bot.handlers import amending, openhand, recording
from bot.readers import READERS
from bot.texts.layout import plain
from core.errors import mistake
from storage.book import Book


def carry_out(ask: Ask, book: Book) -> Reply:
    """A command of the page about the session that it shows; its toast is the first line of the answer.

    A toast without an answer in the chat is a question: whether the page is sure.
    """
    assert ask.page is not None
    if book.session is None or book.session.id != ask.page.session:
        raise mistake("impossible", "session_closed")
    reply = BY_PAGE[ask.command or ""](ask, book)
    if not reply.says or reply.toast:
        return reply
    return replace(reply, toast=plain(reply.says[-1].text).partition("\n")[0])


def _record(ask: Ask, book: Book) -> Reply:
    desk = open_desk(ask, book)
    desk.require_writer()
    event = READERS[ask.command or ""](ask.text, desk.frame)
    sure = ask.page is not None and ask.page.sure
    if not sure and (twin := recording.twin_of(desk, event)) is not None:
        return Reply(toast=plain(recording.twice(desk, twin)), alert=True)
    return recording.recorded(desk, event, ask.text, None)


def _drop(ask: Ask, book: Book) -> Reply:
    desk: Desk = open_desk(ask, book)
    desk.require_writer()
    if desk.state.open is None:
        raise mistake("contradiction", "no_open_hand")
    return openhand.drop(desk)


BY_PAGE: Mapping[str, Handler] = {
    **dict.fromkeys(("hu", "liuju", "gang", "de"), _record),
    "ok": recording.settle_open,
    "drop": _drop,
    "undo": amending.undo,
    "redo": amending.redo,
}
