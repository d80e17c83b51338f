"""What each kind of event does to the table: from a state to the next, refusing what cannot stand.

Nothing here looks back: what a later entry needs (open bets, pending 现场汇, the open hand) is in the state.
"""

from collections.abc import Callable, Mapping
from typing import Any

from core.bets import Stake
from core.engine import spot
from core.entry import (
    Bet,
    Claim,
    Deal,
    Draw,
    Drop,
    Event,
    Join,
    Penalty,
    Result,
    Seats,
    Settle,
    Spot,
    Sub,
    Unbet,
    Wild,
)
from core.hand import Player
from core.payment import pay
from core.showdown import claim, draw, drop, result, settle, tried
from core.state import MAX_CHIPS, Spotted, State, refuse
from core.turn import (
    Taken,
    Turn,
    done,
    finished,
    idle,
    moved,
    require_amount,
    require_members,
    require_no_open_hand,
    require_seats,
)

BET_LIMIT = "押注上限"  # the option that caps a bet; 0 or left out: no cap


def take(state: State, event: Event, turn: Turn) -> Taken:
    """The state after `event`, numbers and places in the log apart; Mistake if it cannot stand."""
    if turn.inserted and isinstance(event, Result | Draw):
        bare = state._replace(bets={}, wild=None, open=None)
        after, outcome = _TAKES[type(event)](bare, event, turn)
        return after._replace(bets=state.bets, wild=state.wild, open=state.open), outcome
    return _TAKES[type(event)](state, event, turn)


# ── who is there, who sits where ──────────────────────────────────────────────────────────────────────────


def _join(state: State, event: Join, _turn: Turn) -> Taken:
    player = event.player
    if player in state.chips:
        return idle(state, event)
    after = state._replace(members=(*state.members, player), chips={**state.chips, player: 0})
    return done(state, after, event)


def _reseated(state: State, seats: tuple[Player, ...]) -> tuple[State, tuple[Stake, ...]]:
    """With these seats; the bets of whoever sits now, and on whoever sits no more, lapse."""
    lapsed = tuple(s for s in state.bets.values() if s.by in seats or s.on not in seats)
    bets = {by: stake for by, stake in state.bets.items() if stake not in lapsed} if lapsed else state.bets
    return state._replace(seats=seats, bets=bets), lapsed


def _sit(state: State, event: Seats, _turn: Turn) -> Taken:
    require_no_open_hand(state)
    if state.hand_no > 1:
        raise refuse("seats_final")
    require_members(state, *event.players)
    for i, player in enumerate(event.players):
        if player in event.players[:i]:
            raise refuse("already_seated", player=player)
    after, lapsed = _reseated(state, event.players)
    after = after._replace(dealer=0, round=0, kept_times=0, kept=False, finished=False)
    return done(state, after, event, lapsed=lapsed)


def _substitute(state: State, event: Sub, turn: Turn) -> Taken:
    require_no_open_hand(state)
    seats = require_seats(state, event.outgoing)
    require_members(state, event.incoming)
    if event.incoming in seats:
        raise refuse("swaps_seats", player=event.incoming)
    new = tuple(event.incoming if p == event.outgoing else p for p in seats)
    after, lapsed = _reseated(state, new)
    return done(state, after, event, turn.no, lapsed=lapsed)


def _correct(state: State, event: Deal, turn: Turn) -> Taken:
    seats = require_seats(state, event.dealer)
    rounds = state.round if event.round is None else event.round
    if event.round is not None and event.round not in range(4):
        raise refuse("no_such_round", round=event.round)
    kept_times = state.kept_times
    if event.flags is not None:
        if not 0 <= event.flags <= MAX_CHIPS:
            raise refuse("no_such_flags", flags=event.flags)
        kept_times = event.flags + 1 if event.flags else 0  # flags = times kept in a row − 1
    after = state._replace(
        dealer=seats.index(event.dealer),
        round=rounds,
        kept_times=kept_times,
        finished=finished(turn.rules, rounds),
    )
    return done(state, after, event, turn.no)


# ── bets and the 得 ───────────────────────────────────────────────────────────────────────────────────────


def _bet(state: State, event: Bet, turn: Turn) -> Taken:
    require_no_open_hand(state)
    seats = require_seats(state, event.on)
    require_members(state, event.by)
    if event.by in seats:
        raise refuse("already_seated", player=event.by)
    limit = turn.rules.options.get(BET_LIMIT)
    require_amount(event.chips, limit if isinstance(limit, int) and limit > 0 else MAX_CHIPS)
    bets = {**state.bets, event.by: Stake(event.by, event.on, event.chips)}
    return done(state, state._replace(bets=bets), event)


def _unbet(state: State, event: Unbet, _turn: Turn) -> Taken:
    if event.by not in state.bets:
        return idle(state, event)
    require_no_open_hand(state)
    bets = {by: stake for by, stake in state.bets.items() if by != event.by}
    return done(state, state._replace(bets=bets), event)


def _turn_up(state: State, event: Wild, turn: Turn) -> Taken:
    if not turn.rules.ruleset.open_hand:
        raise refuse("no_wild")
    after = state._replace(wild=event.tile)
    scored = tried(after, turn) if after.open is not None else None
    return done(state, after, event, scored=scored)


# ── chips at once ─────────────────────────────────────────────────────────────────────────────────────────


def _spot(state: State, event: Spot, turn: Turn) -> Taken:
    rules = turn.rules
    row = rules.ruleset.spots.get(event.what)
    if row is None:
        raise refuse("no_such_spot", what=event.what)
    require_seats(state, event.player, event.source)
    if event.source == event.player:
        raise refuse("pays_self", player=event.player)
    changes = (
        spot(rules.ruleset, event.what, event.player, event.source, state.table(), rules.options)
        if turn.price is None
        else turn.price.transfers
    )
    after = state._replace(
        spots=(*state.spots, Spotted(turn.no, event.what, event.player, event.source, changes)),
        fines=state.fines or row.fine,
        chips=moved(state.chips, changes),
    )
    return done(state, after, event, turn.no, transfers=changes)


def _penalty(state: State, event: Penalty, turn: Turn) -> Taken:
    player, chips = event.player, event.chips
    require_amount(chips)
    if event.to is not None:
        require_members(state, player, event.to)
        if event.to == player:
            raise refuse("pays_self", player=player)
        changes = pay(player, event.to, chips, "penalty")
    else:
        require_seats(state, player)
        others = state.table().after(player)  # an odd remainder starts with the right-hand neighbour
        share, odd = (chips, 0) if event.each else divmod(chips, 3)
        changes = tuple(t for i, p in enumerate(others) for t in pay(player, p, share + (i < odd), "penalty"))
    return done(state, state._replace(chips=moved(state.chips, changes)), event, turn.no, transfers=changes)


_TAKES: Mapping[type, Callable[[State, Any, Turn], Taken]] = {
    Join: _join, Seats: _sit, Bet: _bet, Unbet: _unbet, Wild: _turn_up, Result: result, Draw: draw,
    Spot: _spot, Penalty: _penalty, Deal: _correct, Sub: _substitute, Claim: claim, Settle: settle,
    Drop: drop,
}  # fmt: skip
