"""Units of work of several chats in one transaction: each is kept or undone as if it had been alone."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, event, text

from bot.delivery import together
from bot.delivery.together import Together
from bot.fake import FakeTelegram
from storage.book import Address, Book, Books
from storage.engine import open_engine
from storage.migrations import upgrade
from tests.counter import station, texts

Do = Callable[[Book], Any]


@pytest.fixture
def books(tmp_path: Path) -> Books:
    engine = open_engine(f"sqlite:///{tmp_path / 'book.db'}")
    upgrade(engine)
    return Books(engine)


def carried_out(books: Books, *units: Callable[[Books], Any]) -> list[Any]:
    """The results of units that come in the same moment; exceptions in their places."""

    async def whole() -> list[Any]:
        units_of = Together(books)
        return await asyncio.gather(*map(units_of.run, units), return_exceptions=True)

    return asyncio.run(whole())


def unit(chat: int, do: Do) -> Callable[[Books], Any]:
    """Notes that it ran in that chat, and does something more there."""

    def work(books: Books) -> Any:
        with books.open(Address(chat)) as book:
            book.set("ran", "yes")
            return do(book)

    return work


def ran(books: Books, *chats: int) -> list[bool]:
    found = []
    for chat in chats:
        with books.look(Address(chat)) as book:
            found.append(book is not None and book.setting("ran") == "yes")
    return found


def commits(engine: Engine) -> list[None]:
    seen: list[None] = []
    event.listen(engine, "commit", lambda _: seen.append(None))
    return seen


def give_up(_: Book) -> None:
    raise LookupError


def stop(_: Book) -> None:
    next(iter(()))


def break_down(book: Book) -> None:
    book.unit.connection.execute(text("INSERT INTO links VALUES (99, 'x', 1, '2024-10-12')"))


def test_what_comes_together_is_committed_together(books: Books) -> None:
    seen = commits(books.engine)
    assert carried_out(books, *(unit(chat, lambda _, n=chat: n) for chat in (1, 2, 3))) == [1, 2, 3]
    assert len(seen) == 1
    assert ran(books, 1, 2, 3) == [True] * 3


def test_only_so_many_share_a_transaction(books: Books, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(together, "MOST", 2)
    seen = commits(books.engine)
    assert carried_out(books, *(unit(chat, lambda _, n=chat: n) for chat in range(5))) == list(range(5))
    assert len(seen) == 3


@pytest.mark.parametrize(("refuses", "error"), [(give_up, LookupError), (stop, RuntimeError)])
def test_one_that_is_refused_is_undone_alone(books: Books, refuses: Do, error: type[Exception]) -> None:
    """StopIteration, too, which no future takes as it is."""
    first, refused, last = carried_out(
        books, unit(1, lambda _: "first"), unit(2, refuses), unit(3, lambda _: "last")
    )
    assert (first, last) == ("first", "last")
    assert isinstance(refused, error)
    assert ran(books, 1, 2, 3) == [True, False, True]


def test_one_that_wrote_nothing_leaves_nothing(books: Books) -> None:
    def look(books: Books) -> None:
        with books.open(Address(2)):
            pass

    carried_out(books, unit(1, lambda _: None), look)
    assert ran(books, 1) == [True]
    with books.look(Address(2)) as book:
        assert book is None


def test_one_that_the_database_refuses_does_not_take_the_others_along(books: Books) -> None:
    first, broken, last = carried_out(
        books, unit(1, lambda _: "first"), unit(2, break_down), unit(3, lambda _: "last")
    )
    assert (first, last) == ("first", "last")
    assert "FOREIGN KEY" in str(broken)
    assert ran(books, 1, 2, 3) == [True, False, True]


def test_a_commit_that_fails_is_told_to_all(books: Books) -> None:
    @event.listens_for(books.engine, "commit")
    def fail(_: Any) -> None:
        raise OSError("disk")

    results = carried_out(books, unit(1, lambda _: 1), unit(2, lambda _: 2))
    assert [str(result) for result in results] == ["disk", "disk"]
    event.remove(books.engine, "commit", fail)
    assert ran(books, 1, 2) == [False, False]


def test_chats_that_talk_at_once_share_a_transaction_and_get_their_own_answers(books: Books) -> None:
    fake = FakeTelegram(token=None, privacy=False)
    ming = fake.user("小明")
    groups = [fake.group(f"桌{n}", ming) for n in range(4)]
    bot = station(books.engine, fake)

    async def whole() -> list[None]:
        await bot.start()
        for word in ("add", "wrong", "add"):
            for group in groups:
                fake.say(group, ming, word)
        seen = commits(books.engine)
        await bot.drain()
        await bot.stop()
        return seen

    seen = asyncio.run(whole())
    for group in groups:
        said = [sent.message["text"] for sent in fake.sent if sent.chat is group]
        assert [said[0], said[2]] == ["1", "2"]
        assert len(said) == 3
    assert len(seen) < len(texts(fake))
