"""Dice: what the two throws tell, by the example of the rule document and by counting on fingers."""

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.dispatch import Ask
from bot.handlers import dice
from core.entry import Join, Seats
from storage.book import Address, Book, Books
from storage.engine import open_engine
from storage.migrations import upgrade

AT = datetime(2026, 1, 10, 12, 0, tzinfo=UTC)
ASK = Ask("message", "m1:1", AT, -1)
Throws = tuple[tuple[int, int], tuple[int, int]]


@pytest.fixture
def throw(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., list[str]]:
    """/dice with these throws, in a chat that was set up so; what the bot says, line by line."""
    engine = open_engine(f"sqlite:///{tmp_path / 'book.db'}")
    upgrade(engine)
    books = Books(engine)

    def run(throws: Throws, ruleset: str | None = None, people: str = "", seated: bool = True) -> list[str]:
        left = list(throws)
        monkeypatch.setattr(dice, "_throw", lambda: left.pop(0))
        with books.open(Address(-1), "牌桌") as book:
            if ruleset:
                begin(book, ruleset, people, seated)
            return dice.dice(ASK, book).says[0].text.splitlines()

    return run


def begin(book: Book, ruleset: str, people: str, seated: bool) -> None:
    session = book.sessions.begin(ruleset, {}, "不限", None, AT)
    keys = [book.people.add(name).key for name in people]
    for key in keys:
        session.record(Join(key), None, AT)
    if seated:
        session.record(Seats((keys[0], keys[1], keys[2], keys[3])), None, AT)


def test_nanjing_by_the_documents_example(throw: Callable[..., list[str]]) -> None:
    """First 5: the dealer's own side; then 7: 5 + 7 = 12, so from the thirteenth stack on."""
    lines = throw(((1, 4), (3, 4)), "nanjing", "甲乙丙丁")
    assert lines == [
        "第一掷 ⚀ ⚃　5 点",
        "从庄家 甲 数起，数到 甲：抓 <b>甲</b> 面前那面",
        "第二掷 ⚂ ⚃　7 点",
        "两掷加起来 12：数过 12 墩，第 13 墩起抓",
    ]


def test_elsewhere_the_second_throw_alone_tells_the_stacks(throw: Callable[..., list[str]]) -> None:
    lines = throw(((6, 6), (1, 2)), "wuxi", "甲乙丙丁")
    assert lines[1] == "从庄家 甲 数起，数到 丁：抓 <b>丁</b> 面前那面"  # 12: three times round
    assert lines[3] == "数过 3 墩，第 4 墩起抓"


def test_counting_past_the_end_of_a_side(throw: Callable[..., list[str]]) -> None:
    lines = throw(((6, 6), (5, 6)), "nanjing", "甲乙丙丁")
    assert lines[3] == "两掷加起来 23：数过 23 墩，第 24 墩起抓，数完这面接着数上家那面"


def test_before_anybody_sits_the_throws_tell_who_deals_first(throw: Callable[..., list[str]]) -> None:
    lines = throw(((1, 2), (2, 2)), "wuxi", "甲乙丙丁", seated=False)
    assert lines[1] == "从 甲 数起，数到 丙，第二掷算 丙 的"
    assert lines[3] == "从 丙 数起，数到 乙：<b>乙</b> 先坐庄"


def test_without_a_session_sides_have_no_names(throw: Callable[..., list[str]]) -> None:
    assert throw(((1, 1), (1, 1)))[1] == "从庄家数起，数到下家那面"


def test_throws_are_dice() -> None:
    seen = {pips for _ in range(400) for pips in dice._throw()}
    assert seen == {1, 2, 3, 4, 5, 6}
