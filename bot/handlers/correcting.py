"""Corrections by a tap: 对调, 补上, 庄家听牌."""

from dataclasses import replace

from bot.buttons import Forged, parts
from bot.desk import Desk
from bot.dispatch import Ask, Reply
from bot.handlers.amending import fixed
from bot.handlers.entries import outcome_of, tapped
from core.entry import Draw, Event, Result
from core.hand import DISCARD, Report, Word
from core.table import merge_lines
from storage.book import Book
from storage.sessions import Logged


def tap_swap(ask: Ask, book: Book) -> Reply:
    """对调: the discarder won, the winner discarded; only as long as it still stands as it was shown."""
    session_id, no, winner = parts(ask, 3)
    desk, logged = tapped(replace(ask, tap=f"swap:{session_id}:{no}"), book)
    event = logged.event
    lines = [line for line in event.report.lines if line.win] if isinstance(event, Result) else []
    if (
        len(lines) != 1
        or lines[0].win != DISCARD
        or lines[0].player != winner
        or not isinstance(event, Result)
    ):
        raise Forged(ask.tap)
    source = lines[0].source
    assert source is not None
    swapped = lines[0]._replace(player=source, source=winner)
    others = [line for line in event.report.lines if not line.win and line.player != source]
    return _corrected(desk, logged, Result(Report((swapped, *others))))


def tap_plus(ask: Ask, book: Book) -> Reply:
    """补上: a fan that the melds prove and nobody said."""
    session_id, no, name = parts(ask, 3)
    desk, logged = tapped(replace(ask, tap=f"plus:{session_id}:{no}"), book)
    event = logged.event
    if name not in desk.ruleset.by_name or not isinstance(event, Result):
        raise Forged(ask.tap)
    lines = [line for line in event.report.lines if line.win]
    if len(lines) != 1 or any(word.name == name for word in lines[0].words):
        raise Forged(ask.tap)
    more = lines[0]._replace(words=(*lines[0].words, Word(name)))
    return _corrected(desk, logged, Result(Report(merge_lines(event.report.lines, (more,)))))


def tap_ready(ask: Ask, book: Book) -> Reply:
    """庄家听牌: the dealer was ready in this draw."""
    desk, logged = tapped(ask, book)
    dealer = outcome_of(desk, logged.no).before.dealer
    if not isinstance(logged.event, Draw) or dealer is None or dealer in logged.event.ready:
        raise Forged(ask.tap)
    return _corrected(desk, logged, Draw((*logged.event.ready, dealer)))


def _corrected(desk: Desk, logged: Logged, event: Event) -> Reply:
    """The entry's own message shows what it came to."""
    desk.require_right_over(logged.by)
    reply = fixed(desk, logged, event)
    return Reply(tuple(replace(say, edit=True, at_message=desk.ask.message_id) for say in reply.says))
