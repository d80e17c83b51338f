"""Reports over HTTP to a process that is killed again and again: `python -m tests.torture.crash`."""

import argparse
import asyncio
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from random import Random
from time import monotonic
from typing import IO

from bot.fake import TOKEN, FakeTelegram
from storage.engine import open_engine
from storage.migrations import upgrade
from tests.torture.server import Worker, telegram, until
from tests.torture.tables import Count, Tables
from tests.torture.worker import MOMENTS

ANY = "any moment"  # from outside, the start of the process included
TIMES = {"before confirm": 1, "after confirm": 1}  # a batch is confirmed at once
MOST = 5
START = 4.0  # seconds within which a process is killed from outside, at the latest
PATIENCE = 60.0


@dataclass
class Figures:
    """What a run came to: `kills` by moment, `logged` the lines in the log that tell of a fault."""

    count: Count
    kills: Counter[str]
    seconds: float
    exit_code: int
    logged: list[str]
    secrets: list[str]

    @property
    def sound(self) -> bool:
        return self.count.sound and not (self.exit_code or self.logged or self.secrets)

    def __str__(self) -> str:
        count = self.count
        by_moment = ", ".join(f"{moment} {times}" for moment, times in sorted(self.kills.items()))
        return (
            f"{count.reports} reports; killed at {by_moment}\n"
            f"lost {count.lost}, doubled {count.doubled}, unanswered {count.unanswered}, "
            f"answers repeated {count.repeated} (contradicted {count.contradicted})\n"
            f"verify: {count.faults} faults; last exit code {self.exit_code}; "
            f"faults logged {len(self.logged)}; secrets written {len(self.secrets)}; "
            f"{self.seconds:.0f} s"
        )


async def run(folder: Path, reports: int, kills: int, chats: int, seed: int) -> Figures:
    """A polling process on SQLite: so many reports, and so many deaths on the way."""
    began, random = monotonic(), Random(seed)
    url = f"sqlite:///{folder / 'book.db'}"
    engine = open_engine(url)
    upgrade(engine)
    fake = FakeTelegram(privacy=False)
    tables = Tables(fake, engine, chats, random)
    deaths: Counter[str] = Counter()
    plan = [(*MOMENTS, ANY)[n % (len(MOMENTS) + 1)] for n in range(kills)]
    random.shuffle(plan)
    with (folder / "log").open("w") as log:
        async with telegram(fake) as base:
            for n, moment in enumerate(plan, 1):
                deaths[await _life(url, base, log, tables, reports * n // kills, moment, random)] += 1
            polls, last = fake.polls, Worker(log, url, base)
            await until(lambda: fake.polls > polls and not fake.pending() and tables.answered(), PATIENCE)
            code = await last.stop()
    logged = faults_in((folder / "log").read_text())
    found = secrets_in(folder, fake, TOKEN, TOKEN.partition(":")[2])
    count = tables.count()
    engine.dispose()
    return Figures(count, deaths, monotonic() - began, code, logged, found)


async def _life(
    url: str, base: str, log: IO[str], tables: Tables, quota: int, moment: str, random: Random
) -> str:
    """One process, from its start to its death, while people report; the moment at which it died."""
    worker = Worker(log, url, base)
    if moment != ANY:
        worker.light(moment, random.randint(1, TIMES.get(moment, MOST)))
    end = monotonic() + (random.uniform(0.2, START) if moment == ANY else PATIENCE)
    quiet = 0
    while not worker.dead and monotonic() < end and quiet < 20:
        if len(tables.reports) < quota:
            tables.report()
        elif not tables.fake.pending():
            quiet += 1  # all is said, carried out and confirmed: it will not come to its moment any more
        await asyncio.sleep(random.uniform(0, 0.02))
    if not worker.dead:
        moment = ANY
    elif not worker.killed:
        raise RuntimeError("a process ended by itself")
    worker.kill()
    while len(tables.reports) < quota:
        tables.report()
    return moment


def faults_in(log: str) -> list[str]:
    """The lines of a log that tell of something unexpected."""
    return [line for line in log.splitlines() if '"level": "error"' in line or '"level": "critical"' in line
            or "Traceback" in line]  # fmt: skip


def secrets_in(folder: Path, fake: FakeTelegram, *secrets: str) -> list[str]:
    """Where one of the secrets was written: the files of a folder, and what was said."""
    written = {str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    written |= {"messages": repr(fake.sent).encode(), "menus": repr(fake.commands).encode()}
    return [where for where, data in written.items() if any(secret.encode() in data for secret in secrets)]


def main() -> int:
    parser = argparse.ArgumentParser("tests.torture.crash", description=__doc__)
    parser.add_argument("--reports", type=int, default=1000)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--chats", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="quezhang-crash-") as folder:
        figures = asyncio.run(run(Path(folder), given.reports, given.kills, given.chats, given.seed))
    print(figures)
    return 0 if figures.sound else 1


if __name__ == "__main__":
    sys.exit(main())
