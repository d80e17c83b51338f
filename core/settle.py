"""Who pays whom in the end: nets, 台费, money to the 分, and the fewest payments (5-product §5)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from math import floor
from typing import NamedTuple

from core.hand import Player
from core.payment import Transfer, pay

EXACT_UP_TO = 12  # people; above, the fewest payments are no longer searched for


class Fee(NamedTuple):
    """台费: how many units (chips or 分), who advanced it, and who shares it in the order of their seats."""

    amount: int
    by: Player
    shared_by: tuple[Player, ...]

    def shares(self) -> Mapping[Player, int]:
        """Each one's share; the remainder is one unit each in seat order."""
        share, odd = divmod(self.amount, len(self.shared_by))
        return {player: share + (i < odd) for i, player in enumerate(self.shared_by)}

    def taken_from(self, nets: Mapping[Player, int]) -> dict[Player, int]:
        """`nets` after everybody paid their share to the one who advanced it. Still sums to zero."""
        after = dict(nets)
        for player, share in self.shares().items():
            after[player] = after.get(player, 0) - share
        after[self.by] = after.get(self.by, 0) + self.amount
        return after


@dataclass(frozen=True, slots=True)
class Money:
    """Amounts in 分, summing to zero; `odd` is by how many 分 somebody is off the own rounded amount."""

    amounts: Mapping[Player, int]
    odd: Mapping[Player, int]


@dataclass(frozen=True, slots=True)
class Settlement:
    """The end of a session in chips, or in 分 once there was a rate.

    `balances` is what everybody gets (+) or owes (−), 台费 included; `shares` the 台费 of each (in its own
    unit); `odd` as in `Money`; `payments` the fewest that bring all balances to zero.
    """

    balances: Mapping[Player, int]
    shares: Mapping[Player, int]
    odd: Mapping[Player, int]
    payments: tuple[Transfer, ...]


def settlement(
    nets: Mapping[Player, int],
    *,
    fee: Fee | None = None,
    rate: Fraction | Decimal | None = None,
    fee_in_money: bool = False,
) -> Settlement:
    """Who pays whom. `fee` is in chips, or with a `rate` (元 a chip) and `fee_in_money` in 分."""
    balances: Mapping[Player, int] = nets
    odd: Mapping[Player, int] = {}
    if fee and not fee_in_money:
        balances = fee.taken_from(balances)
    if rate is not None:
        balances, odd = (money := to_money(balances, rate)).amounts, money.odd
    if fee and fee_in_money:
        balances = fee.taken_from(balances)
    return Settlement(balances, fee.shares() if fee else {}, odd, payments(balances))


def to_money(nets: Mapping[Player, int], rate: Fraction | Decimal) -> Money:
    """Chips in 分 at `rate` 元 a chip, rounded once by largest remainders, ties in the order of `nets`."""
    exact = {player: chips * Fraction(rate) * 100 for player, chips in nets.items()}
    amounts = {player: floor(amount) for player, amount in exact.items()}
    by_remainder = sorted(exact, key=lambda player: amounts[player] - exact[player])
    for player in by_remainder[: -sum(amounts.values())]:
        amounts[player] += 1
    odd = {player: amounts[player] - _rounded(exact[player]) for player in nets}
    return Money(amounts, {player: off for player, off in odd.items() if off})


def _rounded(amount: Fraction) -> int:
    """To the nearest, half away from zero."""
    whole = floor(abs(amount) + Fraction(1, 2))
    return whole if amount > 0 else -whole


def payments(nets: Mapping[Player, int]) -> tuple[Transfer, ...]:
    """The fewest payments (`why` is `settle`) that bring everybody's net to zero; exact up to 12 people.

    Every group of people who are even among themselves saves a payment, so people are parted into as many
    such groups as possible. Larger crowds pay greedily. ValueError if the nets do not sum to zero.
    """
    if sum(nets.values()):
        raise ValueError(f"nets sum to {sum(nets.values())}")
    people = [player for player, chips in nets.items() if chips]
    groups = _even_groups([nets[p] for p in people]) if len(people) <= EXACT_UP_TO else [range(len(people))]
    return tuple(t for group in groups for t in _greedy({people[i]: nets[people[i]] for i in group}))


def _even_groups(nets: list[int]) -> list[list[int]]:
    """The indices parted into as many groups of sum zero as there can be; sets of people are bit masks."""
    full = (1 << len(nets)) - 1
    sums, most = [0] * (full + 1), [0] * (full + 1)  # of a set: its sum, its greatest number of even prefixes
    for people in range(1, full + 1):
        low = people & -people
        sums[people] = sums[people ^ low] + nets[low.bit_length() - 1]
        best = max(most[people ^ 1 << i] for i in range(len(nets)) if people >> i & 1)
        most[people] = best + (sums[people] == 0)
    groups: list[list[int]] = []
    people = full
    while people:
        if sums[people] == 0:
            groups.append([])
        here = most[people] - (sums[people] == 0)
        leaver = next(i for i in range(len(nets)) if people >> i & 1 and most[people ^ 1 << i] == here)
        groups[-1].append(leaver)
        people ^= 1 << leaver
    return [sorted(group) for group in reversed(groups)]


def _greedy(nets: Mapping[Player, int]) -> Iterable[Transfer]:
    """Equal debts and claims first, then the largest to the largest; each payment evens somebody."""
    left = dict(nets)
    while any(left.values()):
        debts = {-chips: player for player, chips in reversed(left.items()) if chips < 0}
        claims = {chips: player for player, chips in reversed(left.items()) if chips > 0}
        equal = max(debts.keys() & claims.keys(), default=None)
        debt, claim = (max(debts), max(claims)) if equal is None else (equal, equal)
        payer, payee, chips = debts[debt], claims[claim], min(debt, claim)
        yield from pay(payer, payee, chips, "settle")
        left[payer] += chips
        left[payee] -= chips
