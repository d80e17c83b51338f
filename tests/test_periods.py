"""Which sessions a leaderboard is about, as people write it."""

from datetime import date

import pytest

from bot.periods import AVERAGE, RATE, RATIO, TOTAL, read_asked
from bot.phrases import Unread
from bot.texts import words
from core.standings import Cut

TODAY = date(2025, 8, 20)
ZH = words("zh")


def days(text: str) -> tuple[date | None, date | None]:
    asked = read_asked(text, TODAY, ZH)
    return asked.first, asked.last


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("", None, None),
        ("全部", None, None),
        ("1天", date(2025, 8, 20), None),
        ("30天", date(2025, 7, 22), None),
        ("２０２５", date(2025, 1, 1), date(2025, 12, 31)),
        ("2024年", date(2024, 1, 1), date(2024, 12, 31)),
        ("2024-02", date(2024, 2, 1), date(2024, 2, 29)),
        ("2025年12月", date(2025, 12, 1), date(2025, 12, 31)),
        ("2025-03-05", date(2025, 3, 5), None),
        ("2025-03-05 2025-06-01", date(2025, 3, 5), date(2025, 6, 1)),
        ("赛季", date(2025, 7, 1), date(2025, 9, 30)),
        ("赛季1", date(2025, 1, 1), date(2025, 3, 31)),
        ("赛季冬", date(2025, 10, 1), date(2025, 12, 31)),
        ("赛季2024夏", date(2024, 4, 1), date(2024, 6, 30)),
        ("赛季2024-2", date(2024, 4, 1), date(2024, 6, 30)),
        ("赛季2024", date(2024, 1, 1), date(2024, 12, 31)),
    ],
)
def test_days(text: str, first: date | None, last: date | None) -> None:
    assert days(text) == (first, last)


@pytest.mark.parametrize(
    ("text", "order", "cut"),
    [
        ("", RATIO, Cut.TOP),
        ("全部", RATIO, Cut.SESSIONS),
        ("末3", RATIO, Cut.LAST),
        ("末", RATIO, Cut.LAST),
        ("总分", TOTAL, Cut.TOP),
        ("场均 30天", AVERAGE, Cut.TOP),
        ("30天 胜率 末3", RATE, Cut.LAST),
    ],
)
def test_order_and_cut(text: str, order: str, cut: Cut) -> None:
    asked = read_asked(text, TODAY, ZH)
    assert (asked.order, asked.cut) == (order, cut)


def test_both_ends_are_within() -> None:
    asked = read_asked("2025-03-05 2025-06-01", TODAY, ZH)
    assert (asked.first, asked.last) == (date(2025, 3, 5), date(2025, 6, 1))


@pytest.mark.parametrize(
    "text",
    [
        "昨天",
        "0天后",
        "2025-13",
        "2025-02-30",
        "99999天",
        "赛季5",
        "末5",
        "30天 2025",
        "2025-06-01 2025-03-05",
        "你好",
    ],
)
def test_what_says_nothing(text: str) -> None:
    with pytest.raises(Unread):
        read_asked(text, TODAY, ZH)
