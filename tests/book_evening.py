"""A small evening of 无锡 for the tests of the book: five people, one of them without a seat."""

from datetime import UTC, datetime, timedelta

from core.entry import Bet, Draw, Join, Result, Seats
from core.hand import Line, Player, Report, Word
from storage.book import Address, Book, Books
from storage.sessions import Session

TABLE = Address(-1001)
AT = datetime(2024, 10, 12, 12, 0, tzinfo=UTC)  # 20:00 in Shanghai


def later(minutes: int) -> datetime:
    return AT + timedelta(minutes=minutes)


def won(player: Player, *fans: str, off: Player | None = None, flowers: int = 2) -> Result:
    """A result in named mode; `off` discarded, else it is a self-draw."""
    words = tuple(Word(fan) for fan in fans)
    win = "点炮" if off else "自摸"
    return Result(Report((Line(player, win, off, words, numbers={"花": flowers}),)))


def sit_down(books: Books, where: Address = TABLE) -> list[Player]:
    """Opens a session; the keys of 甲 乙 丙 丁, who sit, and of 戊, who watches."""
    with books.open(where, "牌桌") as book:
        people = [book.people.add(name) for name in "甲乙丙丁戊"]
        session = book.sessions.begin("wuxi", {}, "不限", people[0].id, AT)
        for person in people:
            session.record(Join(person.key), person.id, AT)
        a, b, c, d, _ = (person.key for person in people)
        session.record(Seats((a, b, c, d)), people[0].id, AT)
    return [person.key for person in people]


def play(books: Books, where: Address = TABLE) -> list[Player]:
    """`sit_down` and four numbered entries: 甲 self-draws, 乙 wins off 丁, a draw, 丙 self-draws."""
    keys = sit_down(books, where)
    a, b, c, d, e = keys
    with books.open(where) as book:
        session = open_session(book)
        session.record(Bet(e, a, 10), 5, later(1))
        session.record(won(a, "碰碰和"), 1, later(2), "甲 自摸 碰碰和 2花")
        session.record(won(b, "清一色", "门前清", off=d, flowers=0), 2, later(3), "乙 点炮 丁 清一色 门前清")
        session.record(Draw((c,)), 3, later(4))
        session.record(won(c, "混一色"), 3, later(5), "丙 自摸 混一色 2花")
    return keys


def open_session(book: Book) -> Session:
    session = book.session
    assert session is not None
    return session
