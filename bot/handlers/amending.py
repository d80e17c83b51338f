"""Taking entries back, and putting others in their place."""

from bot import drawn
from bot.buttons import button
from bot.cards import Card, changes_card, headline, place_now
from bot.desk import Desk, open_desk
from bot.dispatch import Ask, Reply, Say
from bot.handlers import openhand
from bot.handlers.details import correction, how
from bot.handlers.entries import entry, outcome_of, tapped
from bot.handlers.recording import entry_buttons, named, subject_of
from bot.phrases import entry_number, unread
from bot.readers import read_entry
from bot.texts.layout import bold
from bot.wording import Refused
from core.entry import Claim, Event, Fix, Insert, Restore, Result, Void
from core.errors import Mistake, mistake
from core.hand import Report
from core.table import Changes, merge_lines
from storage.book import Book
from storage.sessions import Logged


def undo(ask: Ask, book: Book) -> Reply:
    """/undo [#N]"""
    desk = open_desk(ask, book)
    desk.require_writer()
    no, rest = entry_number(ask.text)
    if rest:
        raise unread("bad_arguments", piece=rest)
    if no is None and desk.state.open:
        return openhand.drop(desk)
    return _void(desk, entry(desk, no) if no is not None else _last(desk))


def redo(ask: Ask, book: Book) -> Reply:
    """/redo #N"""
    desk = open_desk(ask, book)
    desk.require_writer()
    no, rest = entry_number(ask.text)
    if no is None or rest:
        raise unread("bad_arguments", piece=rest) if rest else unread("missing_arguments")
    return _restore(desk, entry(desk, no))


def fix(ask: Ask, book: Book) -> Reply:
    """/fix #N and a new report; without one, what there is to be corrected."""
    desk = open_desk(ask, book)
    no, rest = entry_number(ask.text)
    if no is None:
        raise unread("bad_arguments", piece=rest) if rest else unread("missing_arguments")
    logged = entry(desk, no)
    if not rest.strip():
        return how(desk, logged)
    desk.require_right_over(logged.by)
    try:
        return fixed(desk, logged, in_place(logged.event, read_entry(rest, desk.frame, logged.event)), rest)
    except Mistake as wrong:
        problems = named(desk, wrong).problems
        teaches = any(map(desk.words.mistakes.teaches, problems))
        raise Refused(problems, correction(desk, logged) if teaches else None) from wrong


def insert(ask: Ask, book: Book) -> Reply:
    """/insert #N and the hand that was forgotten before it."""
    desk = open_desk(ask, book)
    desk.require_writer()
    before, rest = entry_number(ask.text)
    if before is None or not rest.strip():
        raise unread("bad_arguments", piece=rest) if rest else unread("missing_arguments")
    event = whole(read_entry(rest, desk.frame))
    changes = desk.session.amend(Insert(before, event), desk.by, ask.at, rest, desk.source)
    return Reply((amended_say(desk, changes, desk.words.hands.inserted(changes.no, before)),))


# ── taps ──────────────────────────────────────────────────────────────────────────────────────────────────


def tap_undo(ask: Ask, book: Book) -> Reply:
    return _void(*tapped(ask, book))


def tap_redo(ask: Ask, book: Book) -> Reply:
    return _restore(*tapped(ask, book))


# ── what they come to ─────────────────────────────────────────────────────────────────────────────────────


def whole(event: Event) -> Event:
    """A report that stands by itself: lines that are missing are nothing."""
    return Result(Report(event.lines)) if isinstance(event, Claim) else event


def in_place(old: Event, new: Event) -> Event:
    """What stands in the place of `old`: a line of a hand of four goes into its report."""
    if isinstance(new, Claim) and isinstance(old, Result):
        winners = {line.player for line in old.report.lines if line.win}
        if winners.issuperset(line.player for line in new.lines if line.win):
            return Result(Report(merge_lines(old.report.lines, new.lines)))
    return whole(new)


def fixed(desk: Desk, logged: Logged, event: Event, text: str | None = None) -> Reply:
    """Puts the event in the place of the entry and says what it came to and what followed; `text` is what
    was written for it."""
    changes = desk.session.amend(Fix(logged.no, event), desk.by, desk.ask.at, text)
    return Reply((amended_say(desk, changes, desk.words.hands.fixed(logged.no)),))


def amended_say(desk: Desk, changes: Changes, did: str) -> Say:
    """The message about an amended entry: how it stands now, and all that followed from `did`."""
    logged, outcome = entry(desk, changes.no), outcome_of(desk, changes.no)
    hands = desk.words.hands
    card = Card(desk, outcome, logged.answer, logged.text)
    lines = [bold(hands.entry(changes.no, card.head)), *card.counted()]
    if not outcome.void:
        lines += card.chips()
    text = "\n".join([*lines, changes_card(desk, did, changes), place_now(desk)])
    buttons = entry_buttons(desk, outcome, logged.answer)
    return Say(text, buttons, subject_of(desk, changes.no), picture=drawn.result(card))


def _last(desk: Desk) -> Logged:
    logged = desk.session.last_recorded()
    if logged is None:
        raise mistake("impossible", "nothing_to_undo")
    return logged


def _void(desk: Desk, logged: Logged) -> Reply:
    desk.require_right_over(logged.by)
    hands = desk.words.hands
    head = hands.voided(logged.no)
    outcome = outcome_of(desk, logged.no)
    changes = desk.session.amend(Void(logged.no), desk.by, desk.ask.at, desk.ask.text)
    if changes.entry is None:
        return _idle(desk, hands.already_void(logged.no))
    about = hands.about(head, headline(desk, outcome, logged.answer, logged.text))
    text = "\n".join([changes_card(desk, about, changes), *([place_now(desk)] if desk.state.seats else [])])
    restore = button(desk.words.labels.restore, "redo", desk.session.id, logged.no)
    return Reply((Say(text, ((restore,),)),))


def _restore(desk: Desk, logged: Logged) -> Reply:
    desk.require_right_over(logged.by)
    hands = desk.words.hands
    changes = desk.session.amend(Restore(logged.no), desk.by, desk.ask.at, desk.ask.text)
    if changes.entry is None:
        return _idle(desk, hands.already_standing(logged.no))
    outcome = outcome_of(desk, logged.no)
    about = hands.about(hands.restored(logged.no), headline(desk, outcome, logged.answer, logged.text))
    text = "\n".join([changes_card(desk, about, changes), place_now(desk)])
    return Reply((Say(text, entry_buttons(desk, outcome, logged.answer)),))


def _idle(desk: Desk, text: str) -> Reply:
    return Reply(toast=text) if desk.ask.kind == "tap" else Reply((Say(text),))
