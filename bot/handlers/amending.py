"""Taking entries back, putting others in their place, and looking into one."""

from zoneinfo import ZoneInfo

from bot.buttons import Forged, button, numbers
from bot.cards import changes_card, entry_card, figures, headline, place_now, wins_of
from bot.desk import Desk, open_desk
from bot.dispatch import SILENCE, Ask, Reply, Say
from bot.handlers import recording
from bot.handlers.recording import entry_buttons, subject_of
from bot.phrases import READERS, entry_number, plain_reader, read_entry, unread
from bot.texts.layout import bold, code, esc
from core.entry import Claim, Drop, Event, Fix, Insert, Restore, Result, Void
from core.errors import mistake
from core.hand import Report
from core.report import write_report
from core.table import Changes, Outcome, merge_lines
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
        return _drop(desk)
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
        return _how(desk, logged)
    desk.require_right_over(logged.by)
    return fixed(desk, logged, in_place(logged.event, read_entry(rest, desk.frame)))


def insert(ask: Ask, book: Book) -> Reply:
    """/insert #N and the hand that was forgotten before it."""
    desk = open_desk(ask, book)
    desk.require_writer()
    before, rest = entry_number(ask.text)
    if before is None or not rest.strip():
        raise unread("bad_arguments", piece=rest) if rest else unread("missing_arguments")
    event = whole(read_entry(rest, desk.frame))
    changes = desk.session.amend(Insert(before, event), desk.by, ask.at, ask.text, desk.source)
    outcome = outcome_of(desk, changes.no)
    head = desk.words.hands.inserted(changes.no, before)
    text = "\n".join([entry_text(desk, changes.no), changes_card(desk, head, changes), place_now(desk)])
    return Reply((Say(text, entry_buttons(desk, outcome), subject_of(desk, changes.no)),))


def edited(ask: Ask, book: Book) -> Reply:
    """A message was edited: the entry that it recorded follows, or it is a first report."""
    found = book.recorded_by(ask.chat_id, ask.message_id)
    if found is None:
        return recording.by_command(ask, book) if ask.command else recording.plainly(ask, book)
    session = book.session
    if session is None or session.id != found[0]:
        raise mistake("impossible", "session_closed")
    desk, logged = Desk(ask, book, session), session.by_seq(found[1])
    said = (READERS[ask.command], ask.text) if ask.command else plain_reader(ask.text, desk.frame)
    if logged is None or said is None:
        raise unread("edited_unread")
    desk.require_right_over(logged.by)
    reader, rest = said
    event = in_place(logged.event, reader(rest, desk.frame))
    if event == logged.event:
        return SILENCE
    changes = session.amend(Fix(logged.no, event), desk.by, ask.at, ask.text)
    outcome = outcome_of(desk, logged.no)
    text = fixed_text(desk, outcome, changes)
    return Reply((Say(text, entry_buttons(desk, outcome), subject_of(desk, logged.no), edit=True),))


# ── taps ──────────────────────────────────────────────────────────────────────────────────────────────────


def tap_undo(ask: Ask, book: Book) -> Reply:
    return _void(*_tapped(ask, book))


def tap_redo(ask: Ask, book: Book) -> Reply:
    return _restore(*_tapped(ask, book))


def tap_how(ask: Ask, book: Book) -> Reply:
    return _how(*_tapped(ask, book))


def tap_details(ask: Ask, book: Book) -> Reply:
    """明细: the reading, every payment, who recorded it, in which words."""
    session_id, no = numbers(ask, 2)
    session = book.sessions.get(session_id)
    logged = session.logged(no) if session else None
    if session is None or logged is None:
        raise Forged(ask.tap)
    desk = Desk(ask, book, session)
    hands = desk.words.hands
    lines = [bold(hands.entry(no, headline(desk, outcome_of(desk, no), logged.answer)))]
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


def _tapped(ask: Ask, book: Book) -> tuple[Desk, Logged]:
    """The entry of the open session that a tap is about."""
    session_id, no = numbers(ask, 2)
    session = book.session
    logged = session.logged(no) if session is not None and session.id == session_id else None
    if session is None or logged is None:
        raise Forged(ask.tap)
    return Desk(ask, book, session), logged


# ── what they come to ─────────────────────────────────────────────────────────────────────────────────────


def entry(desk: Desk, no: int) -> Logged:
    """The numbered entry; Mistake if there is none."""
    logged = desk.session.logged(no)
    if logged is None:
        raise mistake("impossible", "no_such_entry", no=no)
    return logged


def outcome_of(desk: Desk, no: int) -> Outcome:
    """What a numbered entry does as it stands now."""
    return next(outcome for outcome in desk.session.outcomes() if outcome.no == no)


def entry_text(desk: Desk, no: int) -> str:
    return entry_card(desk, outcome_of(desk, no), entry(desk, no).answer)


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


def fixed(desk: Desk, logged: Logged, event: Event) -> Reply:
    """Puts the event in the place of the entry and says what it came to and what followed."""
    changes = desk.session.amend(Fix(logged.no, event), desk.by, desk.ask.at, desk.ask.text)
    outcome = outcome_of(desk, logged.no)
    return Reply(
        (Say(fixed_text(desk, outcome, changes), entry_buttons(desk, outcome), subject_of(desk, logged.no)),)
    )


def fixed_text(desk: Desk, outcome: Outcome, changes: Changes) -> str:
    answer = entry(desk, changes.no).answer
    hands = desk.words.hands
    lines = [bold(hands.entry(changes.no, headline(desk, outcome, answer)))]
    if isinstance(outcome.event, Result):
        for win in wins_of(answer):
            lines += figures(desk, win, outcome.event.report.lines)
    return "\n".join([*lines, changes_card(desk, hands.fixed(changes.no), changes), place_now(desk)])


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
    about = f"{head}：{headline(desk, outcome, logged.answer)}"
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
    about = f"{hands.restored(logged.no)}：{headline(desk, outcome, logged.answer)}"
    text = "\n".join([changes_card(desk, about, changes), place_now(desk)])
    return Reply((Say(text, entry_buttons(desk, outcome)),))


def _idle(desk: Desk, text: str) -> Reply:
    return Reply(toast=text) if desk.ask.kind == "tap" else Reply((Say(text),))


def _drop(desk: Desk) -> Reply:
    desk.require_writer()
    desk.session.record(Drop(), desk.by, desk.ask.at)
    return Reply((Say(desk.words.hands.dropped_open()),))


def _how(desk: Desk, logged: Logged) -> Reply:
    """The command that corrects an entry, with what stands there, to be copied and changed."""
    written = _as_written(desk, logged)
    text = desk.words.hands.how_to_fix(logged.no, code(f"/fix #{logged.no} {written}"))
    return Reply((Say(text),))


def _as_written(desk: Desk, logged: Logged) -> str:
    if isinstance(logged.event, Result):
        return write_report(logged.event.report, desk.ruleset, lambda p: desk.book.people.of(p).shown)
    return logged.text or ""
