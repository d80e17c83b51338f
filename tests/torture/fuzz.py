"""A hundred thousand updates that nobody would write: `python -m tests.torture.fuzz`."""

import argparse
import asyncio
import logging
import sys
import tempfile
from collections.abc import MutableMapping
from dataclasses import dataclass
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

import structlog
from sqlalchemy import Engine, func, select

from bot.app import App, Sentences
from bot.delivery.station import Station
from bot.fake import FakeRequest, FakeTelegram
from bot.settings import load_settings
from core.entry import Drop
from core.rules import RULESETS
from storage.book import Address, Books
from storage.engine import open_engine
from storage.migrations import upgrade
from storage.rows import EntryRow, TransferRow, table
from storage.unit import now
from storage.verify import verify
from tests.torture.shapes import Shapes

AGAIN = 0.02  # of the updates are delivered twice
EVENING = 250  # updates after which a session is closed and another opened
ROUND = 100  # updates after which everything is sent
ENTRIES, TRANSFERS = table(EntryRow), table(TransferRow)


@dataclass
class Figures:
    """What a run came to. `faults`: what was not expected; `unread`: updates in quarantine because they are
    none; `slowest`: seconds of the slowest update."""

    updates: int
    entries: int
    chips: int
    unread: int
    answers: int
    faults: list[str]
    verified: list[str]
    slowest: float
    seconds: float

    @property
    def sound(self) -> bool:
        return not (self.faults or self.verified)

    def __str__(self) -> str:
        return (
            f"{self.updates} updates: {self.entries} entries, {self.chips} transfers, {self.answers} answers, "
            f"{self.unread} put aside as unreadable\n"
            f"unhandled {len(self.faults)}; verify: {len(self.verified)} faults; "
            f"slowest update {self.slowest * 1000:.0f} ms; {self.seconds:.0f} s"
        )


class Listener(logging.Handler):
    """Keeps what is logged as an error, ours and other packages'."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.heard: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.heard.append(self.format(record))

    def hear(self, _logger: Any, level: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
        if level in ("error", "exception", "critical") and event["event"] != "poison update":
            self.heard.append(str(structlog.processors.format_exc_info(None, level, event)))
        raise structlog.DropEvent


async def run(folder: Path, updates: int, seed: int) -> Figures:
    """So many updates into one bot; each thousand, the book is verified."""
    began, random = monotonic(), Random(seed)
    engine = open_engine(f"sqlite:///{folder / 'fuzz.db'}", durable=False)
    upgrade(engine)
    fake = FakeTelegram(token=None, privacy=False)
    settings, request = load_settings(_env_file=None), FakeRequest(fake)
    station = Station(settings, engine, App(), Sentences(), request=request, limits=None)
    shapes, listener = Shapes(random, fake), Listener()
    root = logging.getLogger()
    before, root.handlers = root.handlers, [listener]
    structlog.configure(processors=[structlog.processors.add_log_level, listener.hear])
    faults, slowest = [], 0.0
    try:
        await station.start()
        for n in range(1, updates + 1):
            if n % EVENING == 1:
                open_table(station.books, shapes, random)
            raw = shapes.update()
            for _ in range(1 + (random.random() < AGAIN)):
                start = monotonic()
                try:
                    await station.intake.take(raw)
                except Exception as error:
                    faults.append(f"{error!r}: {raw}")
                slowest = max(slowest, monotonic() - start)
            if listener.heard:
                faults += [f"{line}\n{raw}" for line in listener.heard]
                listener.heard.clear()
            if n % ROUND == 0:
                await station.carrier.idle()
                await station.sender.flush()
            if n % max(1000, updates // 10) == 0:
                faults += verify(engine)
                del fake.sent[:-100]
        await station.stop()
    finally:
        root.handlers = before
        structlog.reset_defaults()
    count = Figures(
        updates=updates, entries=_count(engine, ENTRIES), chips=_count(engine, TRANSFERS),
        unread=station.intake.poisoned, answers=station.sender.sent, faults=faults + listener.heard,
        verified=list(verify(engine)), slowest=slowest, seconds=monotonic() - began,
    )  # fmt: skip
    engine.dispose()
    return count


def open_table(books: Books, shapes: Shapes, random: Random) -> None:
    """Ends what is played in one of the chats, and lets people sit down anew there."""
    chat = random.choice(shapes.chats[:-1])
    with books.open(Address(chat.id)) as book:
        if book.session is not None:
            if book.session.state.open:
                book.session.record(Drop(), None, now())
            book.session.close(now(), None)
    shapes.open(chat, random.choice(list(RULESETS)))


def _count(engine: Engine, of: Any) -> int:
    with engine.connect() as connection:
        return connection.scalar(select(func.count()).select_from(of)) or 0


def main() -> int:
    parser = argparse.ArgumentParser("tests.torture.fuzz", description=__doc__)
    parser.add_argument("--updates", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="quezhang-fuzz-") as folder:
        figures = asyncio.run(run(Path(folder), given.updates, given.seed))
    print(figures)
    for fault in [*figures.verified, *figures.faults][:20]:
        print(f"{fault[:400]} … {fault[-400:]}\n", file=sys.stderr)
    return 0 if figures.sound else 1


if __name__ == "__main__":
    sys.exit(main())
