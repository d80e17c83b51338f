"""Settlement: 台费, money to the 分, the fewest payments (5-product §5)."""

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.payment import Transfer, net
from core.settle import Fee, payments, settlement, to_money

# The end of the Wuxi evening: 一方 250 − 290, 平和王 250 + 23, 白兰度 250 + 7, 万金 250 + 265, 点炮王 250 − 5.
WUXI = {"一方": -290, "平和王": 23, "白兰度": 7, "万金": 265, "点炮王": -5}


def balanced(amounts: list[int]) -> dict[str, int]:
    nets = {f"p{i}": amount for i, amount in enumerate(amounts)}
    return nets | {"last": -sum(amounts)}


def fewest_by_trying(nets: list[int]) -> int:
    """Pays off the first person in every way, whole amounts against anybody of the other sign."""
    nets = [n for n in nets if n]
    if not nets:
        return 0
    first, rest = nets[0], nets[1:]
    return min(
        1 + fewest_by_trying([*rest[:i], other + first, *rest[i + 1 :]])
        for i, other in enumerate(rest)
        if other * first < 0
    )


def test_the_wuxi_evening_needs_four_payments() -> None:
    paid = payments(WUXI)
    assert len(paid) == 4
    assert net(paid) == WUXI


def test_two_even_pairs_pay_among_themselves() -> None:
    paid = payments({"甲": -30, "乙": 20, "丙": 30, "丁": -20})
    assert set(paid) == {Transfer("甲", "丙", 30, "settle"), Transfer("丁", "乙", 20, "settle")}


def test_groups_beat_the_greedy_way() -> None:
    # Largest to largest takes five: 9→8, 6→5, 2→4, 1→2, 1→1. The even groups are 9→5+4 and 6+2→8.
    nets = {"甲": -9, "乙": -6, "丙": 8, "丁": 5, "戊": 4, "己": -2}
    assert len(payments(nets)) == 4


def test_nobody_pays_when_everybody_is_even() -> None:
    assert payments({"甲": 0, "乙": 0}) == ()
    assert payments({}) == ()


def test_chips_that_do_not_sum_to_zero_cannot_be_settled() -> None:
    with pytest.raises(ValueError, match="1"):
        payments({"甲": 2, "乙": -1})


@given(st.lists(st.integers(-20, 20), max_size=5))
def test_no_other_way_has_fewer_payments(amounts: list[int]) -> None:
    nets = balanced(amounts)
    assert len(payments(nets)) == fewest_by_trying(list(nets.values()))


@given(st.lists(st.integers(-1000, 1000), max_size=16))
def test_payments_bring_everybody_to_zero(amounts: list[int]) -> None:
    nets = balanced(amounts)
    paid = payments(nets)
    assert dict(net(paid, nets)) == nets
    assert all(t.chips > 0 and t.payer != t.payee for t in paid)
    assert len(paid) <= max(sum(1 for n in nets.values() if n) - 1, 0)
    assert payments(nets) == paid


def test_a_tenth_of_a_yuan_a_chip_is_exact() -> None:
    money = to_money({"甲": 123, "乙": -123}, Decimal("0.1"))
    assert (money.amounts, money.odd) == ({"甲": 1230, "乙": -1230}, {})


def test_thirds_of_a_fen_go_to_the_largest_remainder() -> None:
    # +10/3, +10/3, −20/3 分: rounded by themselves 3, 3, −7, which loses one 分. Floors 3, 3, −7 leave
    # one to give, and the remainders are equal: the first gets it.
    money = to_money({"甲": 10, "乙": 10, "丙": -20}, Fraction(1, 300))
    assert (money.amounts, money.odd) == ({"甲": 4, "乙": 3, "丙": -7}, {"甲": 1})


def test_the_largest_remainder_is_served_before_the_first() -> None:
    # 0.3, 0.6, −0.9 分: floors 0, 0, −1, one to give, and 0.6 is the largest remainder.
    money = to_money({"甲": 3, "乙": 6, "丙": -9}, Fraction(1, 1000))
    assert (money.amounts, money.odd) == ({"甲": 0, "乙": 1, "丙": -1}, {})


@given(
    st.lists(st.integers(-(10**6), 10**6), max_size=7),
    st.fractions(min_value=0, max_value=100, max_denominator=10**4),
)
def test_money_sums_to_zero_and_is_off_by_less_than_a_fen(amounts: list[int], rate: Fraction) -> None:
    nets = balanced(amounts)
    money = to_money(nets, rate)
    assert sum(money.amounts.values()) == 0
    assert all(abs(money.amounts[p] - nets[p] * rate * 100) < 1 for p in nets)
    assert set(money.odd.values()) <= {1, -1}


SEATS = ("甲", "乙", "丙", "丁")


def test_the_table_fee_is_shared_in_seat_order() -> None:
    fee = Fee(122, "甲", SEATS)
    assert fee.shares() == {"甲": 31, "乙": 31, "丙": 30, "丁": 30}
    assert fee.taken_from(dict.fromkeys(SEATS, 0)) == {"甲": 91, "乙": -31, "丙": -30, "丁": -30}


def test_a_spectator_may_advance_the_fee_and_shares_none() -> None:
    end = settlement({"甲": 10, "乙": -10, "丙": 0, "丁": 0, "戊": 0}, fee=Fee(40, "戊", SEATS))
    assert end.balances == {"甲": 0, "乙": -20, "丙": -10, "丁": -10, "戊": 40}
    assert {(t.payer, t.payee, t.chips) for t in end.payments} == {
        ("乙", "戊", 20),
        ("丙", "戊", 10),
        ("丁", "戊", 10),
    }


def test_a_fee_in_chips_is_turned_into_money_with_them() -> None:
    end = settlement({"甲": 100, "乙": -100, "丙": 0, "丁": 0}, fee=Fee(40, "甲", SEATS), rate=Decimal("0.5"))
    assert end.balances == {"甲": 6500, "乙": -5500, "丙": -500, "丁": -500}


def test_a_fee_in_money_is_shared_to_the_fen() -> None:
    end = settlement(
        {"甲": 1, "乙": -1, "丙": 0, "丁": 0}, fee=Fee(1001, "丁", SEATS), rate=Decimal(1), fee_in_money=True
    )
    assert end.shares == {"甲": 251, "乙": 250, "丙": 250, "丁": 250}
    assert end.balances == {"甲": -151, "乙": -350, "丙": -250, "丁": 751}
