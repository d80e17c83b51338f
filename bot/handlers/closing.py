"""The end of a session: final chips, who pays whom, the leaderboard."""

import re
from decimal import Decimal

from bot.buttons import Forged, button, numbers
from bot.desk import REOPEN, Desk, open_desk
from bot.dispatch import Ask, Button, Reply, Say
from bot.handlers.settling import closed_say, finals, last_desk, payments, with_points
from bot.phrases import Unread, player, unread
from bot.texts import spoken
from core.errors import mistake
from storage.book import Book
from storage.sessions import Closing

FEES = (60, 80, 100, 120, 160, 200)  # 台费 to tap
_FEE = re.compile(
    rf"(?:{'|'.join(spoken.FEE)})?\s*(\d{{1,9}}(?:\.\d{{1,2}})?)(?:\s*{spoken.MONEY})?"
    rf"(?:(?:\s*(?:{'|'.join(spoken.BY)})\s*|\s+)(.+))?"
)
_ASKED = "fee"  # the dialogue of one who was asked how much it is


def end(ask: Ask, book: Book) -> Reply:
    """/end [台费 120 by 甲]: shows what it comes to; the button closes."""
    desk = open_desk(ask, book)
    text = ask.text.strip()
    if text and not with_points(text).startswith(spoken.FEE):
        raise unread("bad_arguments", piece=text)
    return _preview(desk, _closing(desk, text))


def _preview(desk: Desk, closing: Closing) -> Reply:
    """What it comes to, with the button that closes."""
    desk.require_lead()
    _require_no_open_hand(desk)
    if closing != desk.session.closing:
        desk.session.set_closing(closing)
    lines = [desk.words.sessions.end_preview(), *finals(desk), *payments(desk)]
    if desk.state.bets:
        lines.append(desk.words.sessions.bets_lapse())
    return Reply((Say("\n".join(lines), (_confirm(desk),), f"end:{desk.session.id}"),))


def _closing(desk: Desk, text: str) -> Closing:
    """How the money is settled: the 台费 as said, advanced by whom; as it was if nothing is said."""
    rate = desk.session.closing.rate
    folded = with_points(text)
    if not folded:
        return desk.session.closing
    match = _FEE.fullmatch(folded)
    if match is None:
        raise unread("bad_arguments", piece=text.strip())
    if not Decimal(match[1]):
        return Closing(rate=rate)
    by = player(match[2].removesuffix(spoken.ADVANCED), desk.frame) if match[2] else desk.me
    if by is None:
        raise unread("missing_arguments")
    if "." in match[1] and rate is None:
        raise mistake("incomplete", "rate_first")
    return Closing(match[1], by, rate)


def _require_no_open_hand(desk: Desk) -> None:
    if desk.state.open:
        winner = next(line.player for line in desk.state.open if line.win)
        raise mistake("contradiction", "hand_open", winner=winner)


def _confirm(desk: Desk) -> tuple[Button, ...]:
    labels, about = desk.words.labels, (desk.session.id, desk.state.next_seq)
    return (
        button(labels.confirm, "end", *about),
        button(labels.fee, "fee", *about, 0),
        button(labels.cancel, "stay", *about),
    )


def tap_close(ask: Ask, book: Book) -> Reply:
    """结算 under the last hand of the length that was agreed."""
    (session_id,) = numbers(ask, 1)
    if book.session is None or book.session.id != session_id:
        raise Forged(ask.tap)
    return end(ask, book)


def tap_end(ask: Ask, book: Book) -> Reply:
    """确认: closes, if nothing was recorded since the figures were shown."""
    session_id, seq = numbers(ask, 2)
    if book.session is None or book.session.id != session_id:
        raise Forged(ask.tap)
    desk = open_desk(ask, book)
    desk.require_lead()
    _require_no_open_hand(desk)
    if desk.state.next_seq != seq:
        lines = [desk.words.sessions.end_preview(), *finals(desk), *payments(desk)]
        again = Say("\n".join(lines), (_confirm(desk),), edit=True, at_message=ask.message_id)
        return Reply((again,), toast=desk.words.sessions.moved_on())
    _answered(desk)
    desk.session.close(ask.at, desk.by)
    return Reply((closed_say(desk, edit=True),))


def tap_fee(ask: Ask, book: Book) -> Reply:
    """台费: how much, then the figures with it; whoever taps advanced it. `/end 台费 120 by 甲` says more."""
    session_id, seq, amount = numbers(ask, 3)
    if book.session is None or book.session.id != session_id or amount not in (0, *FEES):
        raise Forged(ask.tap)
    desk = open_desk(ask, book)
    desk.require_lead()
    if amount == 0:
        fees = [button(str(fee), "fee", session_id, seq, fee) for fee in FEES]
        text = desk.words.sessions.which_fee()
        if ask.user is not None:
            book.set_dialogue(ask.user.id, {"kind": _ASKED, "session": session_id})
        return Reply((Say(text, (tuple(fees), _confirm(desk)), edit=True, at_message=ask.message_id),))
    if desk.me is None:
        raise mistake("impossible", "spectator")
    _answered(desk)
    desk.session.set_closing(Closing(str(amount), desk.me, desk.session.closing.rate))
    lines = [desk.words.sessions.end_preview(), *finals(desk), *payments(desk)]
    return Reply((Say("\n".join(lines), (_confirm(desk),), edit=True, at_message=ask.message_id),))


def fee_typed(ask: Ask, book: Book) -> Reply | None:
    """An amount by the one who was asked for the 台费 just now, perhaps with who advanced it: `80`, `80 甲`;
    None if it is none."""
    state = book.dialogue(ask.user.id) if ask.user else None
    session = book.session
    if ask.user is None or session is None or state != {"kind": _ASKED, "session": session.id}:
        return None
    desk = Desk(ask, book, session)
    try:
        closing = _closing(desk, ask.text)
    except Unread:
        return None
    _answered(desk)
    return _preview(desk, closing)


def _answered(desk: Desk) -> None:
    """A number that follows is no 台费 any more."""
    user = desk.ask.user
    if user is not None and (desk.book.dialogue(user.id) or {}).get("kind") == _ASKED:
        desk.book.set_dialogue(user.id, None)


def tap_stay(ask: Ask, book: Book) -> Reply:
    """算了: the session stays open."""
    session_id, _ = numbers(ask, 2)
    if book.session is None or book.session.id != session_id:
        raise Forged(ask.tap)
    desk = open_desk(ask, book)
    desk.require_lead()
    _answered(desk)
    return Reply((Say(desk.words.sessions.stays_open(), edit=True, at_message=ask.message_id),))


def reopen(ask: Ask, book: Book) -> Reply:
    """/reopen: the session that was closed last, within a day."""
    if book.session is not None:
        raise mistake("impossible", "session_open")
    desk = last_desk(ask, book)
    desk.require_lead()
    closed_at = desk.session.closed_at
    if closed_at is None or ask.at - closed_at > REOPEN:
        raise mistake("impossible", "too_late_to_reopen")
    desk.session.reopen()
    return Reply((Say(desk.words.sessions.reopened()),))
