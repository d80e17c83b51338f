"""The product's own process, with a fuse: `python -m tests.torture.worker DATABASE_URL BASE [PORT [LEASE]]`.

It polls, or with PORT it is a webhook worker there. A line `MOMENT N` on its standard input lights the fuse:
the process is killed by SIGKILL when it comes to that moment for the Nth time from then on.
"""

import asyncio
import os
import signal
import sys
import threading
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from sqlalchemy import Connection, Engine, PoolProxiedConnection, event

from bot.app import App, Sentences
from bot.delivery import carrier, station
from bot.delivery.posting import Place
from bot.delivery.station import Station
from bot.dispatch import Say
from bot.fake import TOKEN
from bot.log import configure
from bot.settings import load_settings
from storage.engine import open_engine
from storage.outbox import Post

SECRET, PATH = "torture-secret-of-the-webhook", "/telegram"
SHORTLY = 0.03  # seconds within which what was sent is there
MOMENTS = (
    "before commit", "after commit", "before confirm", "after confirm", "before answer", "after answer",
)  # fmt: skip


class Fuse:
    """Kills the process at a moment that it was lit for."""

    def __init__(self) -> None:
        self._moment, self._left = "", 0

    def light(self, moment: str, times: int) -> None:
        self._moment, self._left = moment, times

    def reach(self, moment: str) -> None:
        if moment == self._moment:
            self._left -= 1
            if self._left <= 0:
                os.kill(os.getpid(), signal.SIGKILL)


def watch_commits(engine: Engine, fuse: Fuse) -> None:
    """Around every commit of something written."""
    writing = threading.local()
    commit = engine.dialect.do_commit

    @event.listens_for(engine, "commit")
    def before(connection: Connection) -> None:
        writing.now = not connection.get_execution_options().get("reads")
        if writing.now:
            fuse.reach("before commit")

    def do_commit(raw: PoolProxiedConnection) -> None:
        commit(raw)
        if getattr(writing, "now", False):
            writing.now = False
            fuse.reach("after commit")

    vars(engine.dialect)["do_commit"] = do_commit


def watch_answers(bot: Station, fuse: Fuse) -> None:
    """Around every message that goes to Telegram."""
    post = bot.sender._poster.post

    async def watched(place: Place, say: Say, at: Post | None) -> Post:
        fuse.reach("before answer")
        posted = await post(place, say, at)
        fuse.reach("after answer")
        return posted

    bot.sender._poster.post = watched  # type: ignore[method-assign]


def watch_polls(bot: Station, fuse: Fuse) -> None:
    """Around every request that confirms updates; it waits for more of them."""
    fetch = bot.polling._fetch

    async def watched(seconds: int, limit: int = 100) -> Any:
        confirms = bot.polling._offset is not None
        if confirms:
            fuse.reach("before confirm")
            asyncio.get_running_loop().call_later(SHORTLY, fuse.reach, "after confirm")
        return await fetch(seconds, limit)

    bot.polling._fetch = watched  # type: ignore[method-assign]


def watch_webhook(bot: Station, fuse: Fuse) -> None:
    """Around the 200 that confirms an update; shortly after it has gone out."""
    take = bot.intake.take

    async def watched(raw: Mapping[str, Any]) -> None:
        await take(raw)
        fuse.reach("before confirm")
        asyncio.get_running_loop().call_later(SHORTLY, fuse.reach, "after confirm")

    bot.intake.take = watched  # type: ignore[method-assign]


def listen(fuse: Fuse) -> None:
    for line in sys.stdin:
        moment, _, times = line.strip().rpartition(" ")
        fuse.light(moment, int(times))


def main(url: str, base: str, port: str | None = None, lease: str | None = None) -> None:
    hook: dict[str, Any] = {}
    if port is not None:
        hook = {
            "webhook_url": f"https://torture.invalid{PATH}",
            "webhook_secret": SECRET,
            "webhook_listen": f"127.0.0.1:{port}",
        }
    if lease is not None:
        for module in (carrier, station):
            vars(module)["LEASE"] = timedelta(seconds=float(lease))
    settings = load_settings(
        _env_file=None, telegram_bot_token=TOKEN, telegram_api_base=base, database_url=url, **hook
    )
    configure("DEBUG", TOKEN)  # as much as there is to say, secrets apart
    engine, fuse = open_engine(url), Fuse()
    bot = Station(settings, engine, App(), Sentences(), limits=None)
    watch_commits(engine, fuse)
    watch_answers(bot, fuse)
    (watch_polls if port is None else watch_webhook)(bot, fuse)
    threading.Thread(target=listen, args=(fuse,), daemon=True).start()
    asyncio.run(bot.serve())


if __name__ == "__main__":
    main(*sys.argv[1:])
