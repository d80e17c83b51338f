"""押宝 row by row (2-wuxi, the table of outcomes)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.bets import Stake, settle_bets
from core.payment import net

SEATS = ("甲", "乙", "丙", "丁")


def brought(stake: Stake, winners: tuple[str, ...], source: str | None) -> dict[str, int]:
    return dict(net(settle_bets([stake], SEATS, winners, source)))


def test_the_backed_player_wins_by_self_draw_each_of_the_three_others_pays() -> None:
    assert brought(Stake("戊", "乙", 10), ("乙",), None) == {"甲": -10, "丙": -10, "丁": -10, "戊": 30}


def test_the_backed_player_wins_by_a_discard_the_discarder_pays() -> None:
    assert brought(Stake("戊", "乙", 10), ("乙",), "丁") == {"丁": -10, "戊": 10}


@pytest.mark.parametrize("source", [None, "甲", "丁"])
def test_another_player_wins_the_bettor_pays_the_winner(source: str | None) -> None:
    assert brought(Stake("戊", "乙", 20), ("丙",), source) == {"戊": -20, "丙": 20}


def test_the_backed_player_deals_in_and_the_bettor_pays_the_winner() -> None:
    assert brought(Stake("戊", "乙", 20), ("丙",), "乙") == {"戊": -20, "丙": 20}


def test_several_win_the_backed_one_among_them_the_discarder_pays_once() -> None:
    assert brought(Stake("戊", "乙", 7), ("乙", "丙"), "丁") == {"丁": -7, "戊": 7}


def test_several_win_an_odd_chip_goes_first_to_the_discarders_right_hand_neighbour() -> None:
    assert brought(Stake("戊", "丁", 15), ("丙", "乙"), "甲") == {"戊": -15, "乙": 8, "丙": 7}
    assert brought(Stake("戊", "乙", 15), ("甲", "丁"), "丙") == {"戊": -15, "丁": 8, "甲": 7}
    assert brought(Stake("戊", "丙", 11), ("甲", "乙", "丁"), "丙") == {"戊": -11, "丁": 4, "甲": 4, "乙": 3}


def test_one_chip_among_three_winners_goes_to_the_first_of_them_only() -> None:
    transfers = settle_bets([Stake("戊", "甲", 1)], SEATS, ("乙", "丙", "丁"), "甲")
    assert [(t.payer, t.payee, t.chips, t.why) for t in transfers] == [("戊", "乙", 1, "bet")]


def test_a_draw_lapses_every_bet() -> None:
    assert settle_bets([Stake("戊", "乙", 20), Stake("己", "甲", 5)], SEATS, (), None) == ()


@given(
    st.lists(st.tuples(st.sampled_from("戊己庚"), st.sampled_from(SEATS), st.integers(1, 10**9)), max_size=3),
    st.sets(st.sampled_from(SEATS), min_size=1, max_size=3),
    st.sampled_from(SEATS),
)
def test_every_bet_moves_its_chips_exactly_once(
    bets: list[tuple[str, str, int]], won: set[str], source: str
) -> None:
    winners = tuple(won - {source}) or tuple(won)
    discarder = source if source not in winners else None
    if discarder is None:
        winners = winners[:1]
    for stake in (Stake(*bet) for bet in bets):
        transfers = settle_bets([stake], SEATS, winners, discarder)
        shares = 3 if stake.on in winners and discarder is None else 1
        assert sum(t.chips for t in transfers) == shares * stake.chips
        assert all(stake.by in (t.payer, t.payee) for t in transfers)
