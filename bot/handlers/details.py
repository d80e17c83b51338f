"""Looking into one entry: 明细, and the words that would correct it."""

from zoneinfo import ZoneInfo

from bot.buttons import Forged, numbers
from bot.cards import headline
from bot.desk import Desk
from bot.dispatch import Ask, Reply, Say
from bot.figures import wins_of
from bot.handlers.entries import outcome_of, tapped
from bot.texts.layout import bold, code, esc
from core.entry import Result
from core.report import write_report
from storage.book import Book
from storage.sessions import Logged


def tap_how(ask: Ask, book: Book) -> Reply:
    return how(*tapped(ask, book))


def tap_details(ask: Ask, book: Book) -> Reply:
    """明细: the reading, every payment, who recorded it, in which words."""
    session_id, no = numbers(ask, 2)
    session = book.sessions.get(session_id)
    logged = session.logged(no) if session else None
    if session is None or logged is None:
        raise Forged(ask.tap)
    desk = Desk(ask, book, session)
    hands = desk.words.hands
    lines = [bold(hands.entry(no, headline(desk, outcome_of(desk, no), logged.answer, logged.text)))]
    lines += [hands.reading(win["reading"]) for win in wins_of(logged.answer) if win["reading"]]
    lines += [
        hands.transfer(desk.name(t.payer), desk.name(t.payee), t.chips, t.why) for t in logged.transfers
    ]
    if logged.by is not None:
        clock = logged.at.astimezone(ZoneInfo(book.time_zone))
        lines.append(hands.recorded(esc(book.people.get(logged.by).shown), f"{clock:%H:%M}"))
    if logged.text:
        lines.append(hands.written(esc(logged.text)))
    return Reply((Say("\n".join(lines), reply_to=ask.message_id or None),))


def how(desk: Desk, logged: Logged) -> Reply:
    """The command that corrects an entry, with what stands there, to be copied and changed."""
    return Reply((Say(desk.words.hands.how_to_fix(logged.no, code(correction(desk, logged)))),))


def correction(desk: Desk, logged: Logged) -> str:
    """The command that would record an entry as it stands in its own place."""
    return f"/fix #{logged.no} {_as_written(desk, logged)}"


def _as_written(desk: Desk, logged: Logged) -> str:
    if isinstance(logged.event, Result):
        return write_report(logged.event.report, desk.ruleset, lambda p: desk.book.people.of(p).shown)
    return logged.text or ""
