"""Chips that change hands: the transfer and the few ways in which a table pays."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from core.hand import Player


class Transfer(NamedTuple):
    """`chips` > 0 go from `payer` to `payee`; `why` is a code: win, bet, spot, penalty."""

    payer: Player
    payee: Player
    chips: int
    why: str


def pay(payer: Player, payee: Player, chips: int, why: str) -> tuple[Transfer, ...]:
    """One payment, none of nothing or to oneself; a negative one goes the other way."""
    if chips < 0:
        payer, payee, chips = payee, payer, -chips
    return (Transfer(payer, payee, chips, why),) if chips and payer != payee else ()


def each_pays(payers: Iterable[Player], payee: Player, chips: int, why: str) -> tuple[Transfer, ...]:
    """Every one of `payers` pays the same."""
    if chips > 0:
        return tuple([Transfer(payer, payee, chips, why) for payer in payers if payer != payee])
    return tuple([t for payer in payers for t in pay(payer, payee, chips, why)])


def net(transfers: Iterable[Transfer], players: Iterable[Player] = ()) -> Mapping[Player, int]:
    """Chips won (+) and lost (−) by each; `players` stand in it even with 0. Sums to zero."""
    chips = dict.fromkeys(players, 0)
    had = chips.get
    for payer, payee, number, _ in transfers:
        chips[payer] = had(payer, 0) - number
        chips[payee] = had(payee, 0) + number
    return chips
