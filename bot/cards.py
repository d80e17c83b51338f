"""The answer to an entry, as lines of a message: put together here, worded in `bot.texts`."""

from collections.abc import Iterable
from functools import cached_property

from bot.desk import Desk
from bot.figures import Answer, Figures, best_fan, counts, figures, who_won, wins_of
from bot.readers import reason_of
from bot.texts.layout import bold, esc
from core.entry import Deal, Draw, Penalty, Result, Spot, Sub
from core.hand import Player
from core.payment import Transfer, net
from core.state import Place, Spotted
from core.table import Changes, Outcome
from core.tiles import SEAT_NAMES


class Card:
    """What a numbered entry did, worked out once for its message and its picture. `text` is what was written
    for it.
    """

    def __init__(self, desk: Desk, outcome: Outcome, answer: Answer | None, text: str | None = None) -> None:
        self.desk, self.outcome, self.answer, self._text = desk, outcome, answer, text

    @cached_property
    def head(self) -> str:
        """What it was, in one line, without its number."""
        return headline(self.desk, self.outcome, self.answer, self._text)

    @cached_property
    def wins(self) -> list[tuple[Answer, Figures]]:
        """What the hands of a result count, a winner each."""
        wins = wins_of(self.answer) if isinstance(self.outcome.event, Result) else ()
        return [(win, counts(self.desk, win)) for win in wins]

    @cached_property
    def moved(self) -> list[tuple[Player, int]]:
        """Everybody whose chips moved, whoever got most first."""
        moved = net(self.outcome.transfers)
        return sorted(((p, chips) for p, chips in moved.items() if chips), key=lambda move: -move[1])

    @cached_property
    def next(self) -> str:
        return next_hand(self.desk, self.outcome.before, self.outcome.after)

    def message(self, spots: Iterable[Spotted] = ()) -> str:
        """All of it: what, the figures, the chips, who deals next; `spots` are the payments on the spot that
        belong to the hand.
        """
        desk, outcome = self.desk, self.outcome
        lines = [bold(desk.words.hands.entry(outcome.no or 0, self.head)), *self.counted(), *self.chips()]
        lines += _aside(desk, outcome)
        lines += spots_of_hand(desk, [spot for spot in spots if spot.no != outcome.cancels])
        if isinstance(outcome.event, Result | Draw | Deal):
            lines.append(self.next)
        ended = outcome.after.finished and not outcome.before.finished
        if ended and isinstance(outcome.event, Result | Draw):
            lines.append(desk.words.hands.length_over())
        return "\n".join(lines)

    def counted(self) -> list[str]:
        """What a hand counts; of several winners each below their name."""
        if not isinstance(self.outcome.event, Result):
            return []
        lines: list[str] = []
        for win, found in self.wins:
            if len(self.wins) > 1:
                lines.append(bold(who_won(self.desk, win)))
            lines += figures(self.desk, win, self.outcome.event.report.lines, found)
        return lines

    def chips(self) -> list[str]:
        """Of everybody whose chips moved: the change and what they have now."""
        desk, stakes = self.desk, {stake.by: stake for stake in self.outcome.stakes}
        lines = []
        for player, change in self.moved:
            after = desk.session.start + self.outcome.chips[player]
            line = desk.words.hands.chips(desk.name(player), change, after)
            if player in stakes:
                line += desk.words.hands.backed(desk.name(stakes[player].on), change > 0)
            lines.append(line)
        return lines


def spots_of_hand(desk: Desk, spots: Iterable[Spotted]) -> list[str]:
    """The payments on the spot of a hand in one line; nothing if there were none."""
    hands = desk.words.hands
    shown = [hands.entry(spot.no, _spot(desk, spot.what, spot.player, spot.source)) for spot in spots]
    return [hands.spots(shown)] if shown else []


def _spot(desk: Desk, what: str, player: Player, source: Player | None) -> str:
    row = desk.ruleset.spots[what]
    return desk.words.hands.spot(desk.name(player), row.name, desk.name(source) if source else None)


def headline(desk: Desk, outcome: Outcome, answer: Answer | None, text: str | None = None) -> str:
    """What an entry was, in one line, without its number; `text` is what was written for it."""
    hands, event = desk.words.hands, outcome.event
    match event:
        case Result():
            wins = wins_of(answer)
            best = best_fan(wins[0]) if len(wins) == 1 else None
            heads = hands.winners([who_won(desk, win) for win in wins])
            return f"{heads} · {hands.item(best)}" if best else heads
        case Draw(ready):
            return hands.drawn(desk.names(ready))
        case Spot(what, player, source):
            return _spot(desk, what, player, source)
        case Penalty(player, chips, to, each):
            reason = esc(reason_of(text)) if text and to is None else ""
            return hands.penalty(desk.name(player), chips, desk.name(to) if to else None, each, reason)
        case Deal(dealer):
            return hands.deal(desk.name(dealer))
        case Sub(outgoing, incoming):
            return hands.substitution(desk.name(outgoing), desk.name(incoming))
    raise AssertionError(event)


def _aside(desk: Desk, outcome: Outcome) -> list[str]:
    lines = []
    if outcome.lapsed:
        lines.append(desk.words.hands.lapsed(desk.names([stake.by for stake in outcome.lapsed])))
    if outcome.cancels is not None:
        lines.append(desk.words.hands.kong_void(outcome.cancels))
    return lines


def next_hand(desk: Desk, before: Place, after: Place) -> str:
    """Who deals the coming hand, in which round."""
    kept = before.dealer == after.dealer and before.hand_no != after.hand_no
    dealer = desk.name(after.dealer) if after.dealer else ""
    wind = SEAT_NAMES[after.round % 4]
    return desk.words.hands.next_hand(wind, after.seat + 1, dealer, kept, after.flags)


# ── amendments ────────────────────────────────────────────────────────────────────────────────────────────


def changes_card(desk: Desk, head: str, changes: Changes) -> str:
    """What an amendment moved: chips, prices of other entries, who deals."""
    hands, start = desk.words.hands, desk.session.start
    lines = [bold(head)]
    moved = sorted(changes.chips.items(), key=lambda item: item[1][0] - item[1][1])
    lines += [
        hands.chips_moved(desk.name(player), start + before, start + after)
        for player, (before, after) in moved
    ]
    lines += [hands.repriced(one.no, turnover(one.before), turnover(one.after)) for one in changes.repriced]
    before, after = changes.before, changes.after
    if before.dealer != after.dealer and before.dealer and after.dealer:
        lines.append(hands.dealer_changed(desk.name(before.dealer), desk.name(after.dealer)))
    if before.round != after.round:
        lines.append(hands.round_changed(SEAT_NAMES[before.round % 4], SEAT_NAMES[after.round % 4]))
    if before.flags != after.flags:
        lines.append(hands.flags_changed(before.flags, after.flags))
    if len(lines) == 1:
        lines.append(hands.nothing_changed())
    return "\n".join(lines)


def turnover(transfers: Iterable[Transfer]) -> int:
    """All chips that change hands."""
    return sum(transfer.chips for transfer in transfers)


def place_now(desk: Desk) -> str:
    """Where the session stands, in one line."""
    place = desk.state.place
    assert place.dealer is not None
    wind = SEAT_NAMES[place.round % 4]
    return desk.words.sessions.round_here(wind, place.seat + 1, desk.name(place.dealer), place.flags)
