"""押宝: what the bets of people without a seat bring when a hand is won (2-wuxi, 押宝)."""

from collections.abc import Iterable
from typing import NamedTuple

from core.hand import Player
from core.payment import Transfer, each_pays, pay


class Stake(NamedTuple):
    """`by`, who has no seat, backs the seated player `on` with `chips`."""

    by: Player
    on: Player
    chips: int


def settle_bets(
    stakes: Iterable[Stake], seats: tuple[Player, ...], winners: tuple[Player, ...], source: Player | None
) -> tuple[Transfer, ...]:
    """The transfers of these bets; `source` discarded or had a kong robbed, None after a self-draw.

    Without winners (a draw) every bet lapses. A backed winner's discarder, or after a self-draw each of the
    three others, pays the bettor the chips; otherwise the bettor pays them to the winners, evenly, an odd
    remainder one chip each in turn order from the discarder's right-hand neighbour on.
    """
    if not winners:
        return ()
    transfers: list[Transfer] = []
    for by, on, chips in stakes:
        if on in winners:
            payers = [source] if source is not None else [p for p in seats if p != on]
            transfers += each_pays(payers, by, chips, "bet")
            continue
        share, odd = divmod(chips, len(winners))
        start = seats.index(source if source is not None else winners[0]) + 1
        for place, winner in enumerate(sorted(winners, key=lambda w: (seats.index(w) - start) % 4)):
            transfers += pay(by, winner, share + (place < odd), "bet")
    return tuple(transfers)
