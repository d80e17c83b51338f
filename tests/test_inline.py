"""Inline queries: the price of a report as something to send."""

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.app import App
from bot.dispatch import Ask, InlineAnswer, User
from storage.book import Address, Books
from storage.engine import open_engine
from storage.migrations import upgrade

AT = datetime(2026, 1, 10, 12, 0, tzinfo=UTC)


@pytest.fixture
def query(tmp_path: Path) -> Callable[[str], InlineAnswer]:
    engine = open_engine(f"sqlite:///{tmp_path / 'book.db'}")
    upgrade(engine)
    books = Books(engine)

    def run(text: str) -> InlineAnswer:
        ask = Ask("inline", "i1", AT, 7, private=True, user=User(7, "小明"), text=text)
        route = App().route(ask)
        assert route is not None
        with books.open(Address(7), "小明", private=True) as book:
            (answer,) = route.handle(ask, book).inline
            assert not book.unit.written
            return answer

    return run


@pytest.mark.parametrize(
    "text",
    [
        "算 甲 自摸 混一色 门前清 2花 暗刻中",
        "甲 自摸 混一色 门前清 2花 暗刻中",
        "算番 甲 自摸 混一色 门前清 2花 暗刻中",
    ],
)
def test_a_report_is_priced(query: Callable[[str], InlineAnswer], text: str) -> None:
    answer = query(text)
    assert answer.title == "甲 自摸 · 混一色"
    assert "5 × 6 × 5 = 150" in answer.text
    assert answer.description == "甲 +450 · 乙 −150 · 丙 −150 · 丁 −150"
    assert answer.text.startswith("<code>甲 自摸 混一色 门前清 2花 暗刻中</code>")


def test_what_does_not_read_is_told(query: Callable[[str], InlineAnswer]) -> None:
    answer = query("算 甲 自摸 <瞎说>")
    assert answer.title == "还没看懂"
    assert "瞎说" in answer.description
    assert "<瞎说>" not in answer.text


def test_an_empty_query_shows_what_to_type(query: Callable[[str], InlineAnswer]) -> None:
    answer = query("算")
    assert answer.title == "算番：接着写牌"
    assert answer.description in answer.text
