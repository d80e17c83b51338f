"""The end of a session: final chips, who pays whom, the leaderboard."""

import re
from datetime import timedelta
from decimal import Decimal

from bot import drawn
from bot.buttons import Forged, button, numbers, parts
from bot.desk import Desk, open_desk
from bot.dispatch import Ask, Button, Reply, Say
from bot.phrases import player, unread
from bot.texts import spoken
from bot.texts.layout import MINUS, plain, yuan
from core.errors import mistake
from core.notation import fold
from core.standings import leaderboard, ratio_text
from storage.book import Book
from storage.sessions import Closing, Session

FEES = (60, 80, 100, 120, 160, 200)  # 台费 to tap
REOPEN = timedelta(hours=24)
_FEE = re.compile(
    rf"{spoken.FEE}\s*(\d{{1,9}}(?:\.\d{{1,2}})?)\s*{spoken.MONEY}?(?:\s*(?:{'|'.join(spoken.BY)})\s*(.+))?"
)
_RATE = re.compile(rf"1\s*{spoken.CHIP}?\s*=\s*(\d{{1,6}}(?:\.\d{{1,6}})?)\s*{spoken.MONEY}?")


def end(ask: Ask, book: Book) -> Reply:
    """/end [台费 120 by 甲]: shows what it comes to; the button closes."""
    desk = open_desk(ask, book)
    closing = _closing(desk, ask.text)
    desk.require_lead()
    _require_no_open_hand(desk)
    desk.session.set_closing(closing)
    lines = [desk.words.sessions.end_preview(), *_finals(desk), *_payments(desk)]
    if desk.state.bets:
        lines.append(desk.words.sessions.bets_lapse())
    return Reply((Say("\n".join(lines), (_confirm(desk),), f"end:{desk.session.id}"),))


def _closing(desk: Desk, text: str) -> Closing:
    """How the money is settled: the 台费 as said, advanced by whom."""
    rate = desk.session.closing.rate
    folded = _with_points(text)
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


def tap_end(ask: Ask, book: Book) -> Reply:
    """确认: closes, if nothing was recorded since the figures were shown."""
    session_id, seq = numbers(ask, 2)
    if book.session is None or book.session.id != session_id:
        raise Forged(ask.tap)
    desk = open_desk(ask, book)
    desk.require_lead()
    _require_no_open_hand(desk)
    if desk.state.next_seq != seq:
        lines = [desk.words.sessions.end_preview(), *_finals(desk), *_payments(desk)]
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
    lines = [desk.words.sessions.end_preview(), *_finals(desk), *_payments(desk)]
    return Reply((Say("\n".join(lines), (_confirm(desk),), edit=True, at_message=ask.message_id),))


def tap_stay(ask: Ask, book: Book) -> Reply:
    """算了: the session stays open."""
    session_id, _ = numbers(ask, 2)
    if book.session is None or book.session.id != session_id:
        raise Forged(ask.tap)
    desk = open_desk(ask, book)
    desk.require_lead()
    return Reply((Say(desk.words.sessions.stays_open(), edit=True, at_message=ask.message_id),))


def closed_say(desk: Desk, edit: bool = False) -> Say:
    """What a session came to, with a button a payment."""
    sessions, session = desk.words.sessions, desk.session
    lines = [sessions.ended(desk.ruleset.name, session.state.hand_no - 1), *_finals(desk), *_payments(desk)]
    lines += _board(desk)
    lines.append(sessions.what_next_closed())
    at = desk.ask.message_id if edit else None
    rows = (*settle_buttons(desk), (button(desk.words.labels.again, "again", session.id),))
    picture = drawn.settlement(desk, plain(lines[0]))
    return Say("\n".join(lines), rows, f"end:{session.id}", edit, at, picture)


def settle(ask: Ask, book: Book) -> Reply:
    """/settle [1分=0.1元]: who pays whom, of the open session or the last one."""
    desk = _last_desk(ask, book)
    if ask.text.strip():
        match = _RATE.fullmatch(_with_points(ask.text))
        if match is None or not Decimal(match[1]):
            raise unread("bad_arguments", piece=ask.text.strip())
        desk.require_writer()
        closing = desk.session.closing
        desk.session.set_closing(Closing(closing.fee, closing.by, match[1]))
    return Reply((_settle_say(desk),))


def _with_points(text: str) -> str:
    """Folded, with the decimal points that folding takes for spaces."""
    return fold(re.sub(r"(\d)[.．](\d)", "\\1\ue000\\2", text)).replace("\ue000", ".")


def _settle_say(desk: Desk, at_message: int | None = None) -> Say:
    sessions, closed = desk.words.sessions, desk.session.closed_at is not None
    lines = [sessions.settlement_head(closed), *_payments(desk, with_nets=True)]
    buttons = settle_buttons(desk) if closed else ()
    if buttons:
        lines.append(sessions.how_to_settle())
    edit, picture = at_message is not None, drawn.settlement(desk, plain(lines[0]))
    return Say("\n".join(lines), buttons, f"settle:{desk.session.id}", edit, at_message, picture)


def tap_paid(ask: Ask, book: Book) -> Reply:
    """A payment was made, or was not after all."""
    session_text, payer, payee, amount = parts(ask, 4)
    session = book.sessions.get(int(session_text)) if session_text.isdigit() else None
    due = (
        {(t.payer, t.payee): _amount(session, t.chips) for t in session.settlement().payments}
        if session
        else {}
    )
    if session is None or session.closed_at is None or due.get((payer, payee)) != amount:
        raise Forged(ask.tap)
    desk = Desk(ask, book, session)
    desk.require_writer()
    session.pay(payer, payee, amount, ask.at)
    if ask.shown.startswith(desk.words.sessions.ended_mark()):
        return Reply((closed_say(desk, edit=True),))
    return Reply((_settle_say(desk, ask.message_id),))


def settle_buttons(desk: Desk) -> tuple[tuple[Button, ...], ...]:
    """A button a payment."""
    session, paid = desk.session, desk.session.paid()
    rows = []
    for t in session.settlement().payments:
        amount = _amount(session, t.chips)
        payer, payee = (desk.book.people.of(p).shown for p in (t.payer, t.payee))
        label = desk.words.labels.pay(payer, payee, amount, (t.payer, t.payee, amount) in paid)
        rows.append((button(label, "paid", session.id, t.payer, t.payee, amount),))
    return tuple(rows)


def reopen(ask: Ask, book: Book) -> Reply:
    """/reopen: the session that was closed last, within a day."""
    if book.session is not None:
        raise mistake("impossible", "session_open")
    desk = _last_desk(ask, book)
    desk.require_lead()
    closed_at = desk.session.closed_at
    if closed_at is None or ask.at - closed_at > REOPEN:
        raise mistake("impossible", "too_late_to_reopen")
    desk.session.reopen()
    return Reply((Say(desk.words.sessions.reopened()),))


# ── lines ─────────────────────────────────────────────────────────────────────────────────────────────────


def _last_desk(ask: Ask, book: Book) -> Desk:
    session = book.session or book.sessions.last
    if session is None:
        raise mistake("impossible", "no_session")
    return Desk(ask, book, session)


def _finals(desk: Desk) -> list[str]:
    """Everybody's final chips, the best first."""
    start, chips = desk.session.start, desk.session.chips()
    return [
        desk.words.sessions.final(desk.name(p), chips[p], chips[p] - start, ratio_text(chips[p], start))
        for p in sorted(chips, key=lambda p: -chips[p])
    ]


def _amount(session: Session, units: int) -> str:
    return yuan(units) if session.closing.rate is not None else str(units)


def _payments(desk: Desk, with_nets: bool = False) -> list[str]:
    """The payments, with the 台费 and what did not divide."""
    sessions, session = desk.words.sessions, desk.session
    end, paid, closing = session.settlement(), session.paid(), session.closing

    def shown(units: int) -> str:
        amount = _amount(session, units)
        return sessions.money(amount) if closing.rate is not None else amount

    def balance(units: int) -> str:
        return f"{'+' if units > 0 else ''}{shown(units).replace('-', MINUS)}"

    lines = [sessions.rate(closing.rate)] if closing.rate is not None else []
    if end.shares and closing.by is not None:
        shares = "、".join(sessions.share(desk.name(p), shown(units)) for p, units in end.shares.items())
        lines.append(sessions.fee(shown(sum(end.shares.values())), desk.name(closing.by), shares))
    for t in end.payments:
        done = (t.payer, t.payee, _amount(session, t.chips)) in paid
        lines.append(sessions.payment(desk.name(t.payer), desk.name(t.payee), shown(t.chips), done))
    if not end.payments:
        lines.append(sessions.nobody_pays())
    if with_nets or closing.rate is not None or end.shares:
        nets = [sessions.balance(desk.name(p), balance(units)) for p, units in end.balances.items()]
        lines.append(sessions.balances(" · ".join(nets)))
    lines += [sessions.odd_fen(desk.name(p), units) for p, units in end.odd.items()]
    return lines


def _board(desk: Desk) -> list[str]:
    """The rows of the leaderboard that this session's people stand in."""
    boards, here = desk.words.boards, {desk.book.people.of(key).key for key in desk.session.members}
    rows = [
        boards.row(place, desk.name(one.player), one.ratio, one.final, one.start, one.day.isoformat())
        for place, one in leaderboard(desk.book.standings.scores())
        if one.player in here
    ]
    return [boards.head("ratio", ""), *rows] if rows else []
