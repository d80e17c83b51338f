"""Books of a size that a long life brings: a million transfers, a session of 300 entries."""

import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from bench.engine import riichi
from bench.rounds import Pair, Scale, alternate, timed
from bench.tables import Club, current, database, fresh, now
from bot.dispatch import Ask, Reply, User
from bot.fake import Chat, FakeTelegram
from bot.handlers.standings import rank, stats
from core.entry import Void
from storage.book import Address, Book, Books

EVENING = 40  # hands of a session: about ten rounds, or an evening
ENTRIES = 300
SUM = "SELECT payer, payee, SUM(chips) FROM transfers WHERE chat = ? GROUP BY payer, payee"
PROJECTIONS = ("standing", "transfers")


@contextmanager
def _club(*, durable: bool) -> Iterator[tuple[Club, Path]]:
    """A club that keeps its book in a file."""
    with tempfile.TemporaryDirectory(prefix="quezhang-bench-") as folder:
        file = Path(folder) / "book.db"
        engine = database(file, durable=durable)
        yield Club(FakeTelegram(token=None, privacy=False), Books(engine)), file
        engine.dispose()


def _grow(club: Club, chat: Chat, file: Path, transfers: int) -> None:
    """Closed sessions with so many transfers: one evening that was played, and copies of it. Of an evening
    its session, its transfers and its rows of the standings are copied: what boards and statistics look at.
    """
    club.play(chat, EVENING, "evening")
    with club.books.open(Address(chat.id)) as book:
        first = current(book).id
        current(book).close(now(), 1)
    with closing(sqlite3.connect(file)) as raw:
        (played,) = raw.execute("SELECT COUNT(*) FROM transfers").fetchone()
        (finals,) = raw.execute("SELECT COUNT(*) FROM finals").fetchone()
        for table, number in (("sessions", "id"), ("transfers", "session"), ("finals", "session")):
            _copy(raw, table, number, first, transfers // played, finals)
        raw.commit()
        raw.execute("ANALYZE")
        raw.commit()


def _copy(raw: sqlite3.Connection, table: str, number: str, first: int, times: int, finals: int) -> None:
    """The rows of session `first`, once more for each session up to `times`."""
    columns = [row[1] for row in raw.execute(f"PRAGMA table_info({table})")]
    new = {number: "n"} | ({"id": f"id + {finals} * (n - {first})"} if table == "finals" else {})
    raw.execute(
        f"WITH RECURSIVE more(n) AS (SELECT {first} + 1 UNION ALL SELECT n + 1 FROM more WHERE n < {times}) "  # noqa: S608 - names of our own
        f"INSERT INTO {table} ({', '.join(map(_quoted, columns))}) "
        f"SELECT {', '.join(new.get(column, _quoted(column)) for column in columns)} "
        f"FROM {table}, more WHERE {number} = {first}"
    )


def _quoted(name: str) -> str:
    return f'"{name}"'


def board(scale: Scale, *, handler: Callable[[Ask, Book], Reply]) -> list[Pair]:
    """A board over a million transfers, beside the bare sum of them by payer and payee."""
    with _club(durable=False) as (club, file):
        chat = club.group()
        _grow(club, chat, file, scale.size(1_000_000, 100_000))
        clerk = User(club.clerk.id, club.clerk.first_name)

        def ours(_: int) -> float:
            def answer() -> None:
                with club.books.open(Address(chat.id)) as book:
                    person = book.people.by_account(clerk.id)
                    handler(Ask("message", "bench", now(), chat.id, user=clerk, person=person), book)

            return timed(answer)

        def bare(_: int) -> float:
            with closing(sqlite3.connect(file)) as raw:
                (ours,) = raw.execute("SELECT id FROM chats").fetchone()
                return timed(lambda: raw.execute(SUM, (ours,)).fetchall())

        return alternate(scale, ours, bare)


def rank_board(scale: Scale) -> list[Pair]:
    return board(scale, handler=rank)


def statistics(scale: Scale) -> list[Pair]:
    return board(scale, handler=stats)


def void(scale: Scale) -> list[Pair]:
    """Voiding the first of 300 entries: a replay of all, and their rows anew, durably. Beside it as many
    prices by `mahjong`, and the same rows deleted and inserted by sqlite3 itself, as durably. Each round has
    a session of its own.
    """
    entries = scale.size(ENTRIES, 100)
    with _club(durable=True) as (club, file):
        chats: dict[int, Chat] = {}

        def ours(i: int) -> float:
            chats[i] = club.group()
            club.play(chats[i], entries, i)

            def amend() -> None:
                with club.books.open(Address(chats[i].id)) as book:
                    current(book).amend(Void(1), 1, now())

            return timed(amend)

        def reference(i: int) -> float:
            priced = fresh(f"void {i}", entries)
            for hand in priced:
                hand.riichi  # noqa: B018 - worked out once and kept
            with club.books.look(Address(chats[i].id)) as book:
                assert book is not None
                number = book.chat.id
            return timed(lambda: [riichi(hand) for hand in priced]) + _rewrite(file, number)

        return alternate(scale, ours, reference)


def _rewrite(file: Path, chat: int) -> float:
    """Seconds in which sqlite3 deletes a chat's projections and inserts them again."""
    with closing(sqlite3.connect(file, isolation_level=None)) as raw:
        raw.executescript("PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON")
        rows = {
            table: raw.execute(f"SELECT * FROM {table} WHERE chat = ?", (chat,)).fetchall()  # noqa: S608
            for table in PROJECTIONS
        }

        def rewrite() -> None:
            raw.execute("BEGIN IMMEDIATE")
            for table, of in rows.items():
                raw.execute(f"DELETE FROM {table} WHERE chat = ?", (chat,))  # noqa: S608
                raw.executemany(f"INSERT INTO {table} VALUES ({', '.join('?' * len(of[0]))})", of)  # noqa: S608
            raw.execute("COMMIT")

        return timed(rewrite)
