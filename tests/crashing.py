"""A process that a test kills: the counting bot on Telegram's HTTP interface, or a writer of many entries.

`python -m tests.crashing bot DATABASE_URL BASE [commit|sent]` dies by SIGKILL right after the first commit, or
after the first answer; without the last word it works until SIGTERM.
`python -m tests.crashing write DATABASE_URL COUNT` appends so many results to the open session.
"""

import asyncio
import os
import signal
import sys
from typing import Any

from bot.delivery.station import Station
from bot.fake import TOKEN
from bot.log import configure
from bot.settings import load_settings
from storage.book import Books
from storage.engine import open_engine
from tests.book_evening import TABLE, later, open_session, won
from tests.counter import Routes, Words


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def bot(url: str, base: str, when: str) -> None:
    settings = load_settings(_env_file=None, telegram_bot_token=TOKEN, telegram_api_base=base)
    configure("INFO", TOKEN)
    station = Station(settings, open_engine(url), Routes(), Words())
    if when == "commit":
        station.sender.put = lambda letters, place=None: die() if letters else None  # type: ignore[method-assign]
    if when == "sent":

        async def strike() -> None:
            die()

        station.sender._strike = strike  # type: ignore[method-assign]
    asyncio.run(station.serve())


def write(url: str, count: int) -> None:
    books = Books(open_engine(url))
    for n in range(count):
        with books.open(TABLE) as book:
            session = open_session(book)
            session.record(won(session.members[n % 4]), 1, later(n))


if __name__ == "__main__":
    what, url, *rest = sys.argv[1:]
    run: Any = {"bot": lambda: bot(url, *[*rest, ""][:2]), "write": lambda: write(url, int(rest[0]))}[what]
    run()
