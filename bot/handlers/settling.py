"""Who pays whom: the settlement, its payments to tick off, and the lines of it."""

import re
from decimal import Decimal

from bot import drawn
from bot.buttons import Forged, button, parts
from bot.desk import Desk
from bot.dispatch import Ask, Button, Reply, Say
from bot.phrases import unread
from bot.texts import spoken
from bot.texts.layout import MINUS, plain, yuan
from core.errors import mistake
from core.notation import fold
from core.standings import leaderboard, ratio_text
from storage.book import Book
from storage.sessions import Closing, Session

_RATE = re.compile(
    rf"(?:(\d{{1,6}})\s*{spoken.CHIP}?\s*=)?\s*(\d{{1,6}}(?:\.\d{{1,6}})?)\s*({'|'.join(spoken.YUAN)})"
)
_FINEST = Decimal("0.000001")  # 元 a chip


def settle(ask: Ask, book: Book) -> Reply:
    """/settle [1分=0.1元]: who pays whom, of the open session or the last one."""
    desk = last_desk(ask, book)
    if ask.text.strip():
        rate = _rate(ask.text)
        desk.require_writer()
        closing = desk.session.closing
        desk.session.set_closing(Closing(closing.fee, closing.by, rate))
    return Reply((_settle_say(desk),))


def _rate(text: str) -> str:
    """How many 元 a chip is: `1分=0.1元`, `100分=20元`, `1分=2毛`, `0.5`; `unreadable` if it is no exact
    number of them.
    """
    match = _RATE.fullmatch(with_points(text).strip())
    chips = Decimal((match and match[1]) or 1)
    if match is None or not chips:
        raise unread("bad_arguments", piece=text.strip())
    rate = Decimal(match[2]) * Decimal(spoken.YUAN[match[3]]) / chips
    if not rate or rate != rate.quantize(_FINEST):
        raise unread("bad_arguments", piece=text.strip())
    return f"{rate.normalize():f}"


def with_points(text: str) -> str:
    """Folded, with the decimal points that folding takes for spaces."""
    return fold(re.sub(r"(\d)[.．](\d)", "\\1\ue000\\2", text)).replace("\ue000", ".")


def _settle_say(desk: Desk, at_message: int | None = None) -> Say:
    sessions, closed = desk.words.sessions, desk.session.closed_at is not None
    lines = [sessions.settlement_head(closed), *payments(desk, with_nets=True)]
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


def closed_say(desk: Desk, edit: bool = False) -> Say:
    """What a session came to, with a button a payment."""
    sessions, session = desk.words.sessions, desk.session
    lines = [sessions.ended(desk.ruleset.name, session.state.hand_no - 1), *finals(desk), *payments(desk)]
    lines += board(desk)
    lines.append(sessions.what_next_closed())
    at = desk.ask.message_id if edit else None
    rows = (*settle_buttons(desk), (button(desk.words.labels.again, "again", session.id),))
    picture = drawn.settlement(desk, plain(lines[0]))
    return Say("\n".join(lines), rows, f"end:{session.id}", edit, at, picture)


def last_desk(ask: Ask, book: Book) -> Desk:
    session = book.session or book.sessions.last
    if session is None:
        raise mistake("impossible", "no_session")
    return Desk(ask, book, session)


def finals(desk: Desk) -> list[str]:
    """Everybody's final chips, the best first."""
    start, chips = desk.session.start, desk.session.chips()
    return [
        desk.words.sessions.final(desk.name(p), chips[p], chips[p] - start, ratio_text(chips[p], start))
        for p in sorted(chips, key=lambda p: -chips[p])
    ]


def payments(desk: Desk, with_nets: bool = False) -> list[str]:
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
        shares = sessions.shares(
            [sessions.share(desk.name(p), shown(units)) for p, units in end.shares.items()]
        )
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


def _amount(session: Session, units: int) -> str:
    return yuan(units) if session.closing.rate is not None else str(units)


def board(desk: Desk) -> list[str]:
    """The rows of the leaderboard that this session's people stand in."""
    boards, here = desk.words.boards, {desk.book.people.of(key).key for key in desk.session.members}
    rows = [
        boards.row(place, desk.name(one.player), one.ratio, one.final, one.start, one.day.isoformat())
        for place, one in leaderboard(desk.book.standings.scores())
        if one.player in here
    ]
    return [boards.head("ratio", ""), *rows] if rows else []
