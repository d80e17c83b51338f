"""How a hand ends at the table: results, draws, and wenling's open hand that waits for four lines.

The engine prices the hand; here its bets are settled, a robbed kong is taken back, and the deal moves on.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from core.bets import settle_bets
from core.engine import score
from core.entry import Claim, Draw, Drop, Result, Settle
from core.hand import ROBBED, Line, Player, Report
from core.payment import Transfer
from core.ruleset import HandEnd
from core.state import Price, Rules, Spotted, State, refuse
from core.turn import Taken, Turn, done, finished, moved, require_no_open_hand, require_seats


def merge_lines(lines: Iterable[Line], answers: Iterable[Line]) -> tuple[Line, ...]:
    """`lines` with each of `answers` in the place of that player's line, or behind the others."""
    by_player = {line.player: line for line in lines}
    return tuple((by_player | {line.player: line for line in answers}).values())


def result(state: State, event: Result, turn: Turn) -> Taken:
    require_no_open_hand(state)
    return _won(state, event, turn)


def draw(state: State, event: Draw, turn: Turn) -> Taken:
    require_no_open_hand(state)
    seats = require_seats(state, *event.ready)
    end = HandEnd(seats[state.dealer], (), event.ready, True, state.fines, frozenset())
    after = _next_hand(state, end, turn, state.chips)
    return done(state, after, event, turn.no, lapsed=tuple(state.bets.values()), inserted=turn.inserted)


def _won(state: State, event: Result, turn: Turn) -> Taken:
    lines = event.report.lines
    seats = require_seats(state, *(p for line in lines for p in (line.player, line.source)))
    price = turn.price or _priced(state, event.report, turn.rules)
    stakes = tuple(state.bets.values())
    changes = price.transfers + settle_bets(stakes, seats, price.winners, price.source)
    robbed = _robbed_kong(state, lines)
    undone = tuple(Transfer(t.payee, t.payer, t.chips, t.why) for t in robbed.transfers) if robbed else ()
    end = HandEnd(seats[state.dealer], price.winners, (), False, state.fines, price.names)
    after = _next_hand(state, end, turn, moved(state.chips, changes, undone))
    return done(
        state, after, event, turn.no, transfers=changes, scored=price.scored, stakes=stakes,
        cancels=robbed.no if robbed else None, inserted=turn.inserted,
    )  # fmt: skip


def _priced(state: State, report: Report, rules: Rules) -> Price:
    return Price.of(score(rules.ruleset, report, state.table(), rules.options))


def _robbed_kong(state: State, lines: Iterable[Line]) -> Spotted | None:
    """The latest 补 of the robbed player in this hand: the kong is not collected (3-nanjing, 现场汇)."""
    robbed = {line.source for line in lines if line.win == ROBBED}
    return next((s for s in reversed(state.spots) if s.what == "补" and s.player in robbed), None)


def _next_hand(state: State, end: HandEnd, turn: Turn, chips: Mapping[Player, int]) -> State:
    """The deal is kept or passes on; when it comes back to 东 the next round begins."""
    kept = turn.rules.ruleset.keeps(end)
    dealer = state.dealer if kept else (state.dealer + 1) % 4
    rounds = state.round + (not kept and dealer == 0)
    return state._replace(
        dealer=dealer,
        round=rounds,
        kept_times=state.kept_times + 1 if kept else 0,
        kept=kept,
        hand_no=state.hand_no + 1,
        chips=chips,
        bets={},
        wild=None,
        spots=(),
        fines=False,
        open=None,
        last_hand=turn.no,
        finished=finished(turn.rules, rounds),
    )


def claim(state: State, event: Claim, turn: Turn) -> Taken:
    if not turn.rules.ruleset.open_hand:
        raise refuse("no_open_hand")
    players = [line.player for line in event.lines]
    seats = require_seats(state, *(p for line in event.lines for p in (line.player, line.source)))
    for i, player in enumerate(players):
        if player in players[:i]:
            raise refuse("line_twice", player=player)
    before = {line.player for line in state.open or () if line.win}
    claiming = [line.player for line in event.lines if line.win]
    if state.open is None and not claiming:
        raise refuse("no_open_hand")
    if before and not before.issuperset(claiming):
        require_no_open_hand(state)  # another winner's hand is open
    lines = merge_lines(state.open or (), event.lines)
    if not any(line.win for line in lines):
        raise refuse("winner_missing", winner=players[0])
    if all(any(line.player == p for line in lines) for p in seats):
        return _won(state, Result(Report(lines)), turn)
    after = state._replace(open=lines)
    return done(state, after, event, scored=tried(after, turn))


def tried(state: State, turn: Turn) -> Any:
    """The open hand's price so far, missing lines being nothing; None in a replay, which needs none."""
    return _priced(state, Report(state.open or ()), turn.rules).scored if turn.trial else None


def settle(state: State, _event: Settle, turn: Turn) -> Taken:
    if state.open is None:
        raise refuse("no_open_hand")
    return _won(state, Result(Report(state.open)), turn)


def drop(state: State, event: Drop, _turn: Turn) -> Taken:
    if state.open is None:
        raise refuse("no_open_hand")
    return done(state, state._replace(open=None), event)
