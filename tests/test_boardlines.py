"""Old lines of a leaderboard, as the rule document has them and as people copy them."""

from datetime import date

import pytest

from bot.boardlines import BoardLine, read_lines
from bot.texts import CATALOGUES
from core.errors import Mistake

DOCUMENT = (
    "Leaderboard:\n排名 玩家 分数：最终分/底分 日期 1 一方 755/250=3.02 2024-10-12 2 平和王 470/250 = 1.88 2024-10-12 "
    "3 白兰度 415/250=1.66 2025-05-17 4 万金 365/250=1.46 2025-05-17 -1 点炮王 -55/250=-0.22 2025-05-17"
)


def test_the_documents_board() -> None:
    assert read_lines(DOCUMENT) == [
        BoardLine("一方", 755, 250, date(2024, 10, 12)),
        BoardLine("平和王", 470, 250, date(2024, 10, 12)),
        BoardLine("白兰度", 415, 250, date(2025, 5, 17)),
        BoardLine("万金", 365, 250, date(2025, 5, 17)),
        BoardLine("点炮王", -55, 250, date(2025, 5, 17)),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "1 一方 755/250=3.02 2024-10-12",
        "一方 755/250=3.02 2024-10-12",
        "1. 一方 755 / 250 = 3.02 2024-10-12",
        "１　一方　７５５／２５０＝３．０２　2024-10-12",
        "1\t一方\t755/250=3.02\t2024-10-12\n\n",
    ],
)
def test_ways_to_write_a_line(text: str) -> None:
    assert read_lines(text) == [BoardLine("一方", 755, 250, date(2024, 10, 12))]


def test_names_of_several_words_and_minus_signs() -> None:
    lines = read_lines("1 菜鸡 boss 100/250=0.40 2025-01-02\n−1 点炮王 −55/250=−0.22 2025-01-02")
    assert [(line.name, line.final) for line in lines] == [("菜鸡 boss", 100), ("点炮王", -55)]


def test_a_ratio_may_be_rounded_either_way() -> None:
    assert read_lines("1 甲 167/250=0.66 2025-01-02")
    assert read_lines("1 甲 167/250=0.67 2025-01-02")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("1 一方 755/250 2024-10-12", "bad_board_line"),
        ("1 一方 755/250=3.02", "bad_board_line"),
        ("1 一方 755/250=3.02 2024-13-12", "bad_board_line"),
        ("1 一方 755/0=3.02 2024-10-12", "bad_board_line"),
        ("1 一方 755/250=3.20 2024-10-12", "bad_ratio"),
        ("1 一方 755/250=3.02 2024-10-12\n2 平和王 470", "bad_board_line"),
    ],
)
def test_one_bad_line_refuses_them_all(text: str, code: str) -> None:
    with pytest.raises(Mistake) as refused:
        read_lines(text)
    assert [problem.code for problem in refused.value.problems] == [code]


def test_words_without_figures_are_no_lines() -> None:
    assert read_lines("排名 玩家 分数\n谢谢大家") == []


@pytest.mark.parametrize("lang", CATALOGUES)
def test_the_example_in_the_help_reads(lang: str) -> None:
    example = CATALOGUES[lang].commands.about["import"].example
    assert len(read_lines(example.removeprefix("/import"))) == 1
