"""Tables to play at: four people who sit in a chat, and evenings already recorded there."""

from datetime import UTC, datetime
from itertools import count
from pathlib import Path

from sqlalchemy import Engine

from bench.hands import Hand, hands
from bot.fake import Chat, FakeTelegram, User
from bot.score import PLAYERS
from core.entry import Join, Result, Seats
from core.report import parse_report
from core.state import LENGTHS
from storage.book import Address, Book, Books
from storage.engine import open_engine
from storage.migrations import upgrade
from storage.sessions import Session

UNLIMITED = next(length for length, rounds in LENGTHS.items() if rounds is None)
RULESET = "wuxi"


def database(file: Path, *, durable: bool = True) -> Engine:
    """An SQLite database with all tables."""
    engine = open_engine(f"sqlite:///{file}", durable=durable)
    upgrade(engine)
    return engine


def now() -> datetime:
    return datetime.now(UTC)


class Club:
    """Groups in a fake Telegram, in each of which one user keeps the score for four people."""

    def __init__(self, fake: FakeTelegram, books: Books) -> None:
        self.fake, self.books = fake, books
        self.clerk: User = fake.user("clerk")
        self._titles = count(1)

    def group(self) -> Chat:
        """A new group with four people at the table and an open session."""
        chat = self.fake.group(f"table {next(self._titles)}", self.clerk)
        with self.books.open(Address(chat.id), chat.title) as book:
            for name in PLAYERS:
                book.people.add(name, self.clerk.id if name == PLAYERS[0] else None)
            _begin(book)
        return chat

    def play(self, chat: Chat, number: int, seed: object) -> None:
        """So many more hands in the open session, in one transaction."""
        with self.books.open(Address(chat.id)) as book:
            play(book, hands(RULESET, f"play {chat.id} {seed}", number))

    def next_session(self, chat: Chat) -> None:
        """Closes the session and opens another one."""
        with self.books.open(Address(chat.id)) as book:
            current(book).close(now(), 1)
            _begin(book)

    def say(self, chat: Chat, of: list[Hand]) -> None:
        """The clerk reports these hands; the updates wait."""
        for hand in of:
            self.fake.say(chat, self.clerk, hand.text)


def _begin(book: Book) -> None:
    one, *_ = people = book.people.all()
    session = book.sessions.begin(RULESET, {}, UNLIMITED, one.id, now())
    for person in people:
        session.record(Join(person.key), one.id, now())
    a, b, c, d = (person.key for person in people)
    session.record(Seats((a, b, c, d)), one.id, now())


def play(book: Book, of: list[Hand]) -> None:
    """Records these hands in the open session, as the clerk would."""
    session = current(book)
    roster = session.roster()
    for hand in of:
        report = parse_report(hand.text, session.rules.ruleset, roster)
        session.record(Result(report), 1, now(), hand.text)


def current(book: Book) -> Session:
    session = book.session
    assert session is not None
    return session


def fresh(seed: object, number: int) -> list[Hand]:
    """Reports that nobody made before."""
    return hands(RULESET, f"fresh {seed}", number)
