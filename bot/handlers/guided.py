"""Reports by taps: a page of buttons after the other, bound to the one who began (5-product §2, /hu)."""

from dataclasses import replace
from secrets import token_hex

from bot.buttons import Forged, button
from bot.desk import Desk, open_desk
from bot.dispatch import SILENCE, Ask, Button, Reply, Say
from bot.drafts import FIRST, LAID, Draft, apply, retyped
from bot.handlers import openhand, recording
from bot.pages import MELD_KINDS, Choice, chosen, page, said, stands
from bot.texts import words
from bot.wording import with_names
from core.errors import Mistake
from core.hand import PAIR, Report
from core.report import parse_report, write_report
from storage.book import Book


def begin(ask: Ask, book: Book) -> Reply:
    """/hu, /gang, /fa, /bet without arguments; the last three with a player's name alone, too."""
    desk = open_desk(ask, book)
    desk.require_writer()
    desk.state.table()  # Mistake before anybody sits
    command = ask.command or "hu"
    draft = Draft(token_hex(4), desk.session.id, command, FIRST[command])
    named = desk.roster.exactly(ask.text)
    return _open(desk, draft if named is None else apply(draft, "who", named, desk.ruleset))


def is_begun(ask: Ask, book: Book) -> bool:
    """Whether a command says so little that the rest is asked for."""
    if ask.edited or ask.command not in FIRST:
        return False
    if not ask.text.strip():
        return True
    if ask.plain or ask.command == "hu" or book.session is None:
        return False
    seats = book.session.state.seats or ()
    return open_desk(ask, book).roster.exactly(ask.text) in seats


def tap_hand(ask: Ask, book: Book) -> Reply:
    """报胡 under the seats."""
    return begin(replace(ask, command="hu"), book)


def tap_item(ask: Ask, book: Book) -> Reply:
    """碰, 暗刻 … under the open hand: the one who taps says what they have."""
    whole, _, kind = (ask.tap or "").rpartition(":")
    desk = openhand.tapped(replace(ask, tap=whole), book)
    desk.require_writer()
    if desk.me is None or desk.me not in desk.state.missing:
        return Reply(toast=desk.words.hands.not_missing())
    draft = Draft(token_hex(4), desk.session.id, "answer", "items", player=desk.me)
    if kind == "points":
        return _open(desk, replace(draft, page="points"))
    if kind not in (*MELD_KINDS, LAID, PAIR):
        raise Forged(ask.tap)
    return _open(desk, replace(draft, page="tile", item=kind))


def tap_choice(ask: Ask, book: Book) -> Reply:
    """A choice on a page."""
    _, nonce, step_text, verb, value = ((ask.tap or "").split(":", 4) + [""] * 5)[:5]
    state = book.dialogue(ask.user.id) if ask.user else None
    if state is None or state.get("kind") != "draft" or state.get("nonce") != nonce:
        return Reply(toast=words(book.lang).guide.not_yours())
    draft = Draft.from_json(state)
    if book.session is None or book.session.id != draft.session or str(draft.step) != step_text:
        raise Forged(ask.tap)
    desk = open_desk(ask, book)
    desk.require_writer()
    if (verb, value) not in {(v, str(x)) for row in page(desk, draft)[1] for _, v, x in row}:
        raise Forged(ask.tap)
    if verb == "stop":
        _forget(desk)
        return Reply((Say(desk.words.hands.not_recorded(), edit=True, at_message=ask.message_id),))
    if verb == "record":
        return _record(desk, draft)
    after = apply(draft, verb, value, desk.ruleset)
    if after.page == "preview" and after.command != "hu" and stands(desk, after):
        return _record(desk, after)
    return _show(desk, after, edit=True)


def typed(ask: Ask, book: Book) -> Reply:
    """Words or tiles of the one who is in the middle of a report: they join it. Silence if they are none."""
    state = book.dialogue(ask.user.id) if ask.user else None
    if state is None or state.get("kind") != "draft" or book.session is None:
        return SILENCE
    draft = Draft.from_json(state)
    if draft.session != book.session.id or draft.command not in ("hu", "answer") or not draft.player:
        return SILENCE
    desk = open_desk(ask, book)
    desk.require_writer()
    text = " ".join(ask.text.split())
    try:
        more = _more(desk, draft, text)
    except Mistake as wrong:
        if not ask.reply_to_bot:
            return SILENCE
        raise Mistake(with_names(problem, desk.session.names()) for problem in wrong.problems) from wrong
    page = "preview" if draft.way or draft.command == "answer" else draft.page
    return _show(desk, replace(draft, more=more, step=draft.step + 1, page=page), edit=False)


def _more(desk: Desk, draft: Draft, text: str) -> str:
    """What was typed besides the choices, with this text; Mistake if it does not read."""
    ruleset, roster, winner = desk.ruleset, desk.roster, draft.player or ""
    new = parse_report(text, ruleset, roster, sender=winner).lines[0]
    if not draft.more:
        return text
    old = parse_report(draft.more, ruleset, roster, sender=winner).lines[0]
    names = {**desk.session.names(), winner: ""}
    return write_report(Report((retyped(old, new),)), ruleset, lambda player: names[player]).strip()


# ── what happens ──────────────────────────────────────────────────────────────────────────────────────────


def _open(desk: Desk, draft: Draft) -> Reply:
    return _show(desk, draft, edit=False)


def _show(desk: Desk, draft: Draft, edit: bool) -> Reply:
    assert desk.ask.user is not None
    desk.book.set_dialogue(desk.ask.user.id, draft.to_json())
    text, rows = page(desk, draft)
    buttons = tuple(tuple(_button(draft, choice) for choice in row) for row in rows)
    subject = f"draft:{draft.nonce}"
    return Reply((Say(text, buttons, subject, edit, desk.ask.message_id if edit else None),))


def _button(draft: Draft, choice: Choice) -> Button:
    label, verb, value = choice
    return button(label, "g", draft.nonce, draft.step, verb, value)


def _forget(desk: Desk) -> None:
    assert desk.ask.user is not None
    desk.book.set_dialogue(desk.ask.user.id, None)


def _record(desk: Desk, draft: Draft) -> Reply:
    """The draft is recorded as its text would be; its page becomes the answer."""
    _forget(desk)
    command = "hu" if draft.command == "answer" else draft.command
    if command == "bet":
        from bot.handlers import bets

        reply = bets.bet(replace(desk.ask, text=said(desk, draft), command="bet"), desk.book)
    else:
        reply = recording.told(desk, command, said(desk, draft), None)
    first, *more = reply.says
    if first.edit:  # the panel of the open hand changes; this page is done
        done = Say(chosen(desk, draft), edit=True, at_message=desk.ask.message_id)
        return replace(reply, says=(done, *reply.says))
    return replace(reply, says=(replace(first, edit=True, at_message=desk.ask.message_id), *more))
