"""The end of a session: final chips, who pays whom, the leaderboard."""

import re
from datetime import timedelta

from bot.buttons import Forged, button, numbers
from bot.desk import Desk, open_desk
from bot.dispatch import Ask, Button, Reply, Say
from bot.handlers.settling import closed_say, finals, last_desk, payments, with_points
from bot.phrases import player, unread
from bot.texts import spoken
from core.errors import mistake
from storage.book import Book
from storage.sessions import Closing

FEES = (60, 80, 100, 120, 160, 200)  # 台费 to tap
REOPEN = timedelta(hours=24)
_FEE = re.compile(
    rf"(?:{'|'.join(spoken.FEE)})\s*(\d{{1,9}}(?:\.\d{{1,2}})?)\s*{spoken.MONEY}?(?:\s*(?:{'|'.join(spoken.BY)})\s*(.+))?"
)


def end(ask: Ask, book: Book) -> Reply:
    """/end [台费 120 by 甲]: shows what it comes to; the button closes."""
    desk = open_desk(ask, book)
    closing = _closing(desk, ask.text)
    desk.require_lead()
    _require_no_open_hand(desk)
    desk.session.set_closing(closing)
    lines = [desk.words.sessions.end_preview(), *finals(desk), *payments(desk)]
    if desk.state.bets:
        lines.append(desk.words.sessions.bets_lapse())
    return Reply((Say("\n".join(lines), (_confirm(desk),), f"end:{desk.session.id}"),))


def _closing(desk: Desk, text: str) -> Closing:
    """How the money is settled: the 台费 as said, advanced by whom."""
    rate = desk.session.closing.rate
    folded = with_points(text)
    if not folded:
        return Closing(rate=rate)
    match = _FEE.fullmatch(folded)
    if match is None:
        raise unread("bad_arguments", piece=text.strip())
    by = player(match[2], desk.frame) if match[2] else desk.me
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
        return Reply((Say(text, (tuple(fees), _confirm(desk)), edit=True, at_message=ask.message_id),))
    if desk.me is None:
        raise mistake("impossible", "spectator")
    desk.session.set_closing(Closing(str(amount), desk.me, desk.session.closing.rate))
    lines = [desk.words.sessions.end_preview(), *finals(desk), *payments(desk)]
    return Reply((Say("\n".join(lines), (_confirm(desk),), edit=True, at_message=ask.message_id),))


def tap_stay(ask: Ask, book: Book) -> Reply:
    """算了: the session stays open."""
    session_id, _ = numbers(ask, 2)
    if book.session is None or book.session.id != session_id:
        raise Forged(ask.tap)
    desk = open_desk(ask, book)
    desk.require_lead()
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
