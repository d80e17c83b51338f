"""The leaderboard of the Wuxi document, other orders, statistics, the Nanjing ladder."""

from datetime import date
from fractions import Fraction

import pytest

from core.payment import Transfer
from core.standings import (
    Cut,
    Level,
    Played,
    Score,
    Stats,
    leaderboard,
    level_of,
    ranked,
    ratio_text,
    statistics,
    totals,
    versus,
)

OCTOBER, MAY = date(2024, 10, 12), date(2025, 5, 17)
DOCUMENT = (  # seeds/wuxi.txt, 排行榜
    Score("一方", 755, 250, OCTOBER, 1),
    Score("平和王", 470, 250, OCTOBER, 2),
    Score("白兰度", 415, 250, MAY, 3),
    Score("万金", 365, 250, MAY, 4),
    Score("点炮王", -55, 250, MAY, 5),
)


def shown(scores: tuple[Score, ...], cut: Cut = Cut.WHOLE) -> list[tuple[int, str, str]]:
    return [(row.rank, row.score.player, row.score.ratio) for row in leaderboard(scores, cut)]


def test_the_documents_board() -> None:
    assert shown(DOCUMENT[::-1]) == [
        (1, "一方", "3.02"),
        (2, "平和王", "1.88"),
        (3, "白兰度", "1.66"),
        (4, "万金", "1.46"),
        (-1, "点炮王", "-0.22"),
    ]


@pytest.mark.parametrize(
    ("final", "start", "text"),
    [
        (515, 250, "2.06"),
        (-40, 250, "-0.16"),
        (-165, 1000, "-0.17"),
        (165, 1000, "0.17"),
        (-4, 1000, "0.00"),
        (-5, 1000, "-0.01"),
        (0, 250, "0.00"),
        (1, 3, "0.33"),
        (2, 3, "0.67"),
        (-1000, 1, "-1000.00"),
        (999_999_999, 1_000_000, "1000.00"),
    ],
)
def test_ratios_are_rounded_half_away_from_zero(final: int, start: int, text: str) -> None:
    assert ratio_text(final, start) == text


def test_a_single_row_has_rank_1_in_every_cut() -> None:
    for cut in Cut:
        assert shown(DOCUMENT[:1], cut) == [(1, "一方", "3.02")]
        assert shown((), cut) == []


def test_a_player_has_one_row_the_best_session_and_the_last_row_the_worst() -> None:
    scores = (
        Score("甲", 300, 250, OCTOBER, 1),
        Score("甲", 100, 250, MAY, 1),
        Score("乙", 260, 250, OCTOBER, 2),
        Score("乙", -50, 250, OCTOBER, 2),
        Score("乙", 200, 250, MAY, 2),
    )
    assert shown(scores) == [(1, "甲", "1.20"), (-1, "乙", "-0.20")]
    assert shown(scores, Cut.SESSIONS) == [
        (1, "甲", "1.20"),
        (2, "乙", "1.04"),
        (3, "乙", "0.80"),
        (4, "甲", "0.40"),
        (-1, "乙", "-0.20"),
    ]


def test_equal_ratios_the_earlier_day_then_the_order_of_joining() -> None:
    scores = (
        Score("丙", 500, 500, MAY, 1),
        Score("乙", 250, 250, OCTOBER, 3),
        Score("甲", 250, 250, OCTOBER, 2),
        Score("丁", 1001, 1000, MAY, 4),  # 1.00 too when written, but more
    )
    assert [row.score.player for row in leaderboard(scores)] == ["丁", "甲", "乙", "丙"]


def test_a_cut_board_shows_ten_and_the_last() -> None:
    scores = tuple(Score(f"p{i}", 1000 - i, 100, MAY, i) for i in range(13))
    assert [row.rank for row in leaderboard(scores, Cut.TOP)] == [*range(1, 11), -1]
    assert leaderboard(scores, Cut.TOP)[-1].score.player == "p12"
    assert [(row.rank, row.score.player) for row in leaderboard(scores, Cut.LAST)] == [
        (-3, "p10"),
        (-2, "p11"),
        (-1, "p12"),
    ]
    assert [row.rank for row in leaderboard(scores[:10], Cut.TOP)] == [*range(1, 10), -1]
    assert [row.rank for row in leaderboard(scores[:2], Cut.LAST)] == [-2, -1]


def test_orders_by_total_and_by_average() -> None:
    scores = (
        Score("甲", 350, 250, OCTOBER, 1),
        Score("甲", 260, 250, MAY, 1),
        Score("乙", 340, 250, MAY, 2),
        Score("丙", 50, 250, MAY, 3),
    )
    assert ranked(totals(scores)) == ((1, "甲", 110), (2, "乙", 90), (-1, "丙", -200))
    averages = {"甲": Fraction(110, 2), "乙": Fraction(90), "丙": Fraction(-200)}
    assert ranked(averages) == ((1, "乙", 90), (2, "甲", 55), (-1, "丙", -200))


SEATS = ("甲", "乙", "丙", "丁")
HANDS = (
    Played(
        1, SEATS, "甲", {"甲": 30}, None, (Transfer("乙", "戊", 5, "bet"), Transfer("丙", "戊", 5, "bet"))
    ),
    Played(1, SEATS, "甲", {}),
    Played(
        1,
        SEATS,
        "甲",
        {"丙": 8, "丁": 20},
        "乙",
        (Transfer("戊", "丙", 7, "bet"), Transfer("乙", "丁", 20, "win")),
    ),
    Played(1, SEATS, "乙", {"丁": 50}, "甲"),
    Played(2, SEATS, "乙", {"乙": 10}, "丁"),
)


def test_statistics_of_five_hands() -> None:
    found = statistics(HANDS)
    assert found["甲"] == Stats(hands=5, wins=1, self_draws=1, deal_ins=1, won=30, biggest=30, dealer_run=3)
    assert found["乙"] == Stats(hands=5, wins=1, deal_ins=1, won=10, biggest=10, dealer_run=1)
    assert found["丁"] == Stats(hands=5, wins=2, deal_ins=1, won=70, biggest=50)
    assert found["戊"] == Stats(bets=2, bets_won=1, bet_chips=3)
    assert (found["丁"].win_rate, found["丁"].average) == (Fraction(2, 5), 35)
    assert (found["戊"].win_rate, found["戊"].average) == (0, 0)


def test_chips_given_and_taken_between_two() -> None:
    transfers = (
        Transfer("甲", "乙", 30, "win"),
        Transfer("乙", "甲", 12, "win"),
        Transfer("丙", "乙", 9, "win"),
        Transfer("甲", "乙", 5, "penalty"),
    )
    assert versus(transfers, "甲", "乙") == (35, 12)
    assert versus(transfers, "乙", "甲") == (12, 35)
    assert versus(transfers, "丁", "甲") == (0, 0)


@pytest.mark.parametrize(
    ("points", "name", "missing"),
    [(-500, "待业", 600), (0, "待业", 100), (99, "待业", 1), (100, "临时工", None)],
)
def test_the_documents_ladder_ends_at_its_second_level(points: int, name: str, missing: int | None) -> None:
    level, lacks = level_of(points)
    assert (level.name, lacks) == (name, missing)


def test_a_group_extends_the_ladder() -> None:
    ladder = (Level(1, "待业", "麻袋", 100), Level(2, "临时工", None, 200), Level(3, "职员"))
    assert level_of(299, ladder) == (ladder[1], 1)
    assert level_of(300, ladder) == (ladder[2], None)


def test_nobody_rises_past_a_level_of_unknown_points() -> None:
    ladder = (Level(1, "待业", "麻袋", 100), Level(2, "临时工"), Level(3, "职员"))
    assert level_of(10**6, ladder) == (ladder[1], None)
