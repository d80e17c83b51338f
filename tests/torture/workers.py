"""Two webhook workers on PostgreSQL behind HAProxy, one killed at a time, the database restarted in between:
`python -m tests.torture.workers`.

The balancer has the configuration of compose.yaml, with addresses of this machine.
"""

import argparse
import asyncio
import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict, deque
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from random import Random
from time import monotonic
from typing import IO, Any

import httpx

from bot.delivery.webhook import HEADER
from bot.fake import TOKEN, FakeTelegram
from storage.engine import open_engine
from storage.migrations import upgrade
from tests.torture.crash import ANY, PATIENCE, Figures, faults_in, secrets_in
from tests.torture.postgresql import Server, postgresql
from tests.torture.server import ROOT, Worker, free_port, telegram, until
from tests.torture.tables import Tables
from tests.torture.worker import MOMENTS, PATH, SECRET

HAPROXY = shutil.which("haproxy")
RESTART = "database restarted"
MOST = 5
TWICE = 0.05  # of the updates that were taken, Telegram delivers again all the same
WORKERS = 2


class Hook:
    """Telegram's side of the webhook: each chat's updates in order, again until they are answered with 200."""

    def __init__(self, fake: FakeTelegram, port: int, random: Random) -> None:
        self._fake, self._random = fake, random
        self._url = f"http://127.0.0.1:{port}{PATH}"
        self._waiting: dict[int, deque[dict[str, Any]]] = defaultdict(deque)
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._known: set[int] = set()
        self.refused = 0

    async def run(self) -> None:
        """Delivers until it is cancelled."""
        async with httpx.AsyncClient(timeout=30) as client:
            while True:
                for update in self._fake.pending():
                    if update["update_id"] not in self._known:
                        self._known.add(update["update_id"])
                        self._waiting[update["message"]["chat"]["id"]].append(update)
                for chat in self._waiting:
                    if chat not in self._tasks or self._tasks[chat].done():
                        self._tasks[chat] = asyncio.create_task(self._deliver(client, chat))
                await asyncio.sleep(0.005)

    async def _deliver(self, client: httpx.AsyncClient, chat: int) -> None:
        queue = self._waiting[chat]
        while queue:
            body = json.dumps(queue[0]).encode()
            status = 0
            with suppress(httpx.TransportError):
                status = (await client.post(self._url, content=body, headers={HEADER: SECRET})).status_code
            if status != 200:
                self.refused += 1
                await asyncio.sleep(self._random.uniform(0.05, 0.3))
            elif self._random.random() > TWICE:
                self._fake.drop(queue.popleft()["update_id"])


class Company:
    """The workers, each on a port of its own behind the balancer."""

    def __init__(self, log: IO[str], url: str, base: str, ports: list[int], lease: float | None) -> None:
        more = [] if lease is None else [str(lease)]
        self._start = [partial(Worker, log, url, base, str(port), *more) for port in ports]
        self.ports = ports
        self.workers = [start() for start in self._start]

    async def ready(self) -> None:
        """Waits until all of them take updates."""
        async with httpx.AsyncClient(timeout=10) as client:
            for port in self.ports:
                end = monotonic() + PATIENCE
                while monotonic() < end:
                    with suppress(httpx.TransportError):
                        if (await client.get(f"http://127.0.0.1:{port}/readyz")).status_code == 200:
                            break
                    await asyncio.sleep(0.05)

    async def lose(self, at: int, moment: str, tables: Tables, quota: int, random: Random) -> str:
        """Kills a worker at that moment while people report, and starts it again; the moment it was."""
        worker = self.workers[at]
        if moment == ANY:
            end = monotonic() + random.uniform(0, 1)
        else:
            worker.light(moment, random.randint(1, MOST))
            end = monotonic() + PATIENCE
        quiet = 0
        while not worker.dead and monotonic() < end and quiet < 20:
            if len(tables.reports) < quota:
                tables.report()
            elif not tables.fake.pending():
                quiet += 1
            await asyncio.sleep(random.uniform(0, 0.02))
        if not worker.dead:
            moment = ANY
        elif not worker.killed:
            raise RuntimeError("a worker ended by itself")
        worker.kill()
        while len(tables.reports) < quota:
            tables.report()
        self.workers[at] = self._start[at]()
        return moment


async def run(
    folder: Path, server: Server, reports: int, kills: int, chats: int, restarts: int, seed: int,
    lease: float | None = None,
) -> Figures:  # fmt: skip
    """So many reports, deaths of workers and restarts of the database on the way."""
    began, random = monotonic(), Random(seed)
    engine = open_engine(server.url)
    upgrade(engine)
    fake = FakeTelegram(privacy=False)
    tables = Tables(fake, engine, chats, random)
    deaths: Counter[str] = Counter()
    plan = [(*MOMENTS, ANY)[n % (len(MOMENTS) + 1)] for n in range(kills)] + [RESTART] * restarts
    random.shuffle(plan)
    ports, front = [free_port() for _ in range(WORKERS)], free_port()
    codes = []
    with (folder / "log").open("w") as log, balancer(folder, front, ports):
        async with telegram(fake) as base:
            company = Company(log, server.url, base, ports, lease)
            delivering = asyncio.create_task(Hook(fake, front, random).run())
            await company.ready()
            for n, moment in enumerate(plan, 1):
                quota = reports * n // len(plan)
                if moment == RESTART:
                    await restart(server, tables, quota, random)
                else:
                    moment = await company.lose(n % WORKERS, moment, tables, quota, random)
                deaths[moment] += 1
                await company.ready()
            await until(lambda: not fake.pending() and tables.answered(), PATIENCE, 0.1)
            delivering.cancel()
            codes = [await worker.stop() for worker in company.workers]
    written = (folder / "log").read_text()
    found = secrets_in(folder, fake, TOKEN, TOKEN.partition(":")[2], SECRET)
    logged = [line for line in faults_in(written) if "database out of reach" not in line]
    count = tables.count()
    engine.dispose()
    return Figures(count, deaths, monotonic() - began, max(codes), logged, found)


async def restart(server: Server, tables: Tables, quota: int, random: Random) -> None:
    """The database goes while people report, orderly or not, and is back after a while."""
    stopping = asyncio.create_task(asyncio.to_thread(server.stop, random.choice(("fast", "immediate"))))
    while len(tables.reports) < quota:
        tables.report()
        await asyncio.sleep(random.uniform(0, 0.05))
    await stopping
    await asyncio.sleep(random.uniform(0, 2))
    await asyncio.to_thread(server.start)


@contextmanager
def balancer(folder: Path, front: int, ports: list[int]) -> Iterator[None]:
    """HAProxy, as compose.yaml has it."""
    compose = (ROOT / "compose.yaml").read_text(encoding="utf-8")
    part = re.search(r"^  haproxy:\n    content: \|\n((?:      .*\n|\n)+)", compose, re.MULTILINE)
    assert part is not None
    text = re.sub(r"^      ", "", part[1], flags=re.MULTILINE)
    servers = "\n".join(
        f"    server bot{n} 127.0.0.1:{port} check inter 2s fall 2 rise 1" for n, port in enumerate(ports)
    )
    text, bound = re.subn(r"bind :8080", f"bind 127.0.0.1:{front}", text)
    text, served = re.subn(r"^ +server-template .*$", servers, text, flags=re.MULTILINE)
    assert (bound, served) == (1, 1)
    file = folder / "haproxy.cfg"
    file.write_text(text)
    assert HAPROXY is not None
    with (folder / "haproxy.log").open("w") as log:
        process = subprocess.Popen([HAPROXY, "-db", "-f", str(file)], stdout=log, stderr=log)
        try:
            yield
        finally:
            process.terminate()
            process.wait(30)


def main() -> int:
    parser = argparse.ArgumentParser("tests.torture.workers", description=__doc__)
    parser.add_argument("--reports", type=int, default=1000)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--chats", type=int, default=20)
    parser.add_argument("--restarts", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    if HAPROXY is None:
        parser.error("haproxy is needed")
    with tempfile.TemporaryDirectory(prefix="quezhang-workers-") as folder, postgresql() as server:
        figures = asyncio.run(
            run(
                Path(folder),
                server,
                given.reports,
                given.kills,
                given.chats,
                given.restarts,
                given.seed,
            )
        )
    print(figures)
    for line in figures.logged[:5]:
        print(line, file=sys.stderr)
    return 0 if figures.sound else 1


if __name__ == "__main__":
    sys.exit(main())
