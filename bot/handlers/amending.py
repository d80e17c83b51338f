"""Taking entries back, putting others in their place, and looking into one."""

from dataclasses import replace
from zoneinfo import ZoneInfo

from bot import drawn
from bot.buttons import Forged, button, numbers, parts
from bot.cards import changes_card, headline, place_now
from bot.desk import Desk, open_desk
from bot.dispatch import SILENCE, Ask, Reply, Say
from bot.figures import figures, wins_of
from bot.handlers import openhand, recording
from bot.handlers.recording import entry_buttons, subject_of
from bot.phrases import READERS, entry_number, plain_command, read_entry, unread
from bot.texts.layout import bold, code, esc
from core.entry import Claim, Draw, Drop, Event, Fix, Insert, Restore, Result, Settle, Void
from core.errors import mistake
from core.hand import DISCARD, Report, Word
from core.report import write_report
from core.scan import addressed
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
        return _how(desk, logged)
    desk.require_right_over(logged.by)
    return fixed(desk, logged, in_place(logged.event, read_entry(rest, desk.frame, logged.event)), rest)


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
    event = in_place(logged.event, READERS[command](rest, desk.frame))
    if event == logged.event:
        return SILENCE
    changes = session.amend(Fix(logged.no, event), desk.by, ask.at, ask.text)
    say = amended_say(desk, changes, desk.words.hands.fixed(logged.no))
    return Reply((replace(say, edit=True),))


def _said_again(desk: Desk) -> tuple[str, str]:
    """The command that an edited plain message stands for; it stood for one before."""
    text = desk.ask.text
    if said := plain_command(text, desk.frame):
        return said
    if addressed(text, desk.roster, desk.me) is None:
        raise unread("edited_unread")
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
    lines = [bold(hands.entry(changes.no, headline(desk, outcome, logged.answer, logged.text)))]
    if isinstance(outcome.event, Result):
        for win in wins_of(logged.answer):
            lines += figures(desk, win, outcome.event.report.lines)
    text = "\n".join([*lines, changes_card(desk, did, changes), place_now(desk)])
    buttons, picture = entry_buttons(desk, outcome, logged.answer), drawn.result(desk, outcome, logged.answer)
    return Say(text, buttons, subject_of(desk, changes.no), picture=picture)


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
    about = f"{head}：{headline(desk, outcome, logged.answer, logged.text)}"
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
    about = f"{hands.restored(logged.no)}：{headline(desk, outcome, logged.answer, logged.text)}"
    text = "\n".join([changes_card(desk, about, changes), place_now(desk)])
    return Reply((Say(text, entry_buttons(desk, outcome, logged.answer)),))


def _idle(desk: Desk, text: str) -> Reply:
    return Reply(toast=text) if desk.ask.kind == "tap" else Reply((Say(text),))


def _how(desk: Desk, logged: Logged) -> Reply:
    """The command that corrects an entry, with what stands there, to be copied and changed."""
    written = _as_written(desk, logged)
    text = desk.words.hands.how_to_fix(logged.no, code(f"/fix #{logged.no} {written}"))
    return Reply((Say(text),))


def _as_written(desk: Desk, logged: Logged) -> str:
    if isinstance(logged.event, Result):
        return write_report(logged.event.report, desk.ruleset, lambda p: desk.book.people.of(p).shown)
    return logged.text or ""


# ── corrections by a tap ──────────────────────────────────────────────────────────────────────────────────


def tap_swap(ask: Ask, book: Book) -> Reply:
    """对调: the discarder won, the winner discarded; only as long as it still stands as it was shown."""
    session_id, no, winner = parts(ask, 3)
    desk, logged = _tapped(replace(ask, tap=f"swap:{session_id}:{no}"), book)
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
    swapped = replace(lines[0], player=source, source=winner)
    others = [line for line in event.report.lines if not line.win and line.player != source]
    return _corrected(desk, logged, Result(Report((swapped, *others))))


def tap_plus(ask: Ask, book: Book) -> Reply:
    """补上: a fan that the melds prove and nobody said."""
    session_id, no, name = parts(ask, 3)
    desk, logged = _tapped(replace(ask, tap=f"plus:{session_id}:{no}"), book)
    event = logged.event
    if name not in desk.ruleset.by_name or not isinstance(event, Result):
        raise Forged(ask.tap)
    lines = [line for line in event.report.lines if line.win]
    if len(lines) != 1 or any(word.name == name for word in lines[0].words):
        raise Forged(ask.tap)
    more = replace(lines[0], words=(*lines[0].words, Word(name)))
    return _corrected(desk, logged, Result(Report(merge_lines(event.report.lines, (more,)))))


def tap_ready(ask: Ask, book: Book) -> Reply:
    """庄家听牌: the dealer was ready in this draw."""
    desk, logged = _tapped(ask, book)
    dealer = outcome_of(desk, logged.no).before.dealer
    if not isinstance(logged.event, Draw) or dealer is None or dealer in logged.event.ready:
        raise Forged(ask.tap)
    return _corrected(desk, logged, Draw((*logged.event.ready, dealer)))


def _corrected(desk: Desk, logged: Logged, event: Event) -> Reply:
    """The entry's own message shows what it came to."""
    desk.require_right_over(logged.by)
    reply = fixed(desk, logged, event)
    return Reply(tuple(replace(say, edit=True, at_message=desk.ask.message_id) for say in reply.says))
