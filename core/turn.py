"""How an event is taken at the table: what every kind of event asks of the state, and what it answers."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from core.entry import Event
from core.hand import Player
from core.payment import Transfer, net
from core.state import LENGTHS, MAX_CHIPS, Outcome, Price, Rules, State, refuse


@dataclass(frozen=True, slots=True)
class Turn:
    """How an event is taken: by which rules, under which number, at which stored price (None: price it).

    An `inserted` hand leaves alone what waits for the hand after it; `trial` prices an open hand at every
    line, so that a wrong line is refused at once.
    """

    rules: Rules
    no: int
    price: Price | None = None
    inserted: bool = False
    trial: bool = True


Taken = tuple[State, Outcome]


def done(before: State, after: State, event: Event, no: int | None = None, **more: Any) -> Taken:
    return after, Outcome(no, event, before.place, after.place, after.chips, **more)


def idle(state: State, event: Event) -> Taken:
    return done(state, state, event, idle=True)


def moved(chips: Mapping[Player, int], *moves: tuple[Transfer, ...]) -> Mapping[Player, int]:
    sums = dict(chips)
    for transfers in moves:
        for player, change in net(transfers).items():
            sums[player] += change
    return sums


def require_members(state: State, *players: Player) -> None:
    for player in players:
        if player not in state.chips:
            raise refuse("not_member", player=player)


def require_seats(state: State, *players: Player | None) -> tuple[Player, ...]:
    """The seats; refuses whoever of `players` has none."""
    if state.seats is None:
        raise refuse("no_seats")
    for player in players:
        if player is not None and player not in state.seats:
            raise refuse("not_seated", player=player)
    return state.seats


def require_amount(chips: int, limit: int = MAX_CHIPS) -> None:
    if chips < 1:
        raise refuse("few_chips", chips=chips)
    if chips > limit:
        raise refuse("many_chips", chips=chips, limit=limit)


def require_no_open_hand(state: State) -> None:
    """Refuses while a hand is open."""
    if state.open is not None:
        raise refuse("hand_open", winner=next(line.player for line in state.open if line.win))


def finished(rules: Rules, rounds: int) -> bool:
    length = LENGTHS[rules.length]
    return length is not None and rounds >= length
