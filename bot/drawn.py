"""The pictures beside messages: the same figures as in the text, as what `bot.pictures` draws."""

from collections.abc import Mapping

from bot.cards import Card
from bot.desk import Desk
from bot.figures import who_won
from bot.pictures import (
    Balance,
    Change,
    Part,
    Payment,
    Standing,
    Win,
    hand_of,
    result_picture,
    settlement_picture,
    standings_picture,
)
from bot.texts.layout import plain, yuan
from core.entry import Draw, Result
from core.hand import Player
from storage.sessions import Session


def result(card: Card) -> str | None:
    """The card of a hand whose tiles were given; None where there are none to show."""
    desk, outcome = card.desk, card.outcome
    if not isinstance(outcome.event, Result):
        return None
    lines = {line.player: line for line in outcome.event.report.lines}
    if not any(lines[win["winner"]].concealed for win, _ in card.wins):
        return None
    shown = []
    for win, found in card.wins:
        title = plain(who_won(desk, win)) if len(card.wins) > 1 else ""
        parts = [Part(one.items, one.total) for one in found.sums]
        shown.append(Win(hand_of(lines[win["winner"]]), parts, plain(found.formula), title))
    start = desk.session.start
    return result_picture(
        plain(card.head),
        shown,
        tag=f"#{outcome.no}",
        changes=[Change(_name(desk, p), chips, start + outcome.chips[p]) for p, chips in card.moved],
        footer=plain(card.next),
    )


def standings(desk: Desk, title: str, lines: list[str]) -> str | None:
    """Everybody's chips hand by hand; None before the first hand."""
    start, chips = desk.session.start, desk.session.chips()
    hands, course = hands_and_course(desk.session)
    if not hands:
        return None
    players = [
        Standing(
            _name(desk, player), chips[player], chips[player] - start,
            [start, *(start + point.get(player, 0) for point in course)],
        )
        for player in sorted(chips, key=lambda player: -chips[player])
    ]  # fmt: skip
    return standings_picture(title, players, start=start, lines=lines)


def hands_and_course(session: Session) -> tuple[int, list[Mapping[Player, int]]]:
    """How many hands were played, and everybody's net chips after each, and after what was paid since."""
    standing = [outcome for outcome in session.outcomes() if not outcome.void]
    hands = [outcome for outcome in standing if isinstance(outcome.event, Result | Draw)]
    last = standing[-1:] if standing and standing[-1] not in hands[-1:] else []
    return len(hands), [outcome.chips for outcome in (*hands, *last)]


def settlement(desk: Desk, title: str) -> str | None:
    """What everybody gets or owes, and who pays whom; None if nobody owes anything."""
    session = desk.session
    end, in_money, paid = session.settlement(), session.closing.rate is not None, session.paid()
    if not end.payments:
        return None
    balances = [
        Balance(_name(desk, p), units) for p, units in sorted(end.balances.items(), key=lambda i: -i[1])
    ]
    payments = [
        Payment(
            _name(desk, t.payer), _name(desk, t.payee), t.chips,
            (t.payer, t.payee, yuan(t.chips) if in_money else str(t.chips)) in paid,
        )
        for t in end.payments
    ]  # fmt: skip
    return settlement_picture(title, balances, payments, money=in_money)


def _name(desk: Desk, player: Player) -> str:
    return desk.book.people.of(player).shown
