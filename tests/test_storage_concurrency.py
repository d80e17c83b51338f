"""Several writers at once, in threads and in processes: nothing is lost, nothing doubled."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from storage.book import Address, Books
from storage.inbox import note
from storage.verify import verify
from tests.book_evening import TABLE, later, open_session, sit_down, won


def test_threads_append_to_one_session(books: Books) -> None:
    keys = sit_down(books)

    def append(n: int) -> int | None:
        with books.open(TABLE) as book:
            return open_session(book).record(won(keys[n % 4]), 1, later(n)).no

    with ThreadPoolExecutor(4) as pool:
        numbers = list(pool.map(append, range(60)))
    assert sorted(n for n in numbers if n) == list(range(1, 61))
    assert verify(books.engine) == []


def test_processes_append_to_one_session(books: Books, url: str) -> None:
    keys = sit_down(books)
    root = Path(__file__).parent.parent
    command = [sys.executable, "-m", "tests.crashing", "write", url, "40"]
    writers = [subprocess.Popen(command, cwd=root) for _ in range(3)]
    for n in range(20):  # this process reads, then writes what follows from it
        with books.open(TABLE) as book:
            count = int(book.setting("count") or 0)
            open_session(book).record(won(keys[0]), 1, later(n))
            book.set("count", str(count + 1))
    assert [writer.wait(60) for writer in writers] == [0, 0, 0]
    with books.open(TABLE) as book:
        assert len(open_session(book).log()) == 3 * 40 + 20
        assert book.setting("count") == "20"
    assert verify(books.engine) == []


def test_a_chat_that_many_find_at_once_is_one_chat(books: Books) -> None:
    def visit(n: int) -> None:
        with books.open(Address(-9, n % 2)) as book:
            book.people.add(f"人{n}")

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(visit, range(24)))
    assert len(books.at(-9)) == 2
    people = 0
    for chat in books.at(-9):
        with books.open(chat) as book:
            people += len(book.people.all())
    assert people == 24


def test_a_note_is_made_once(books: Books) -> None:
    with ThreadPoolExecutor(8) as pool:
        made = set(pool.map(lambda n: note(books.engine, "secret", lambda: str(n)), range(16)))
    assert len(made) == 1
