"""The real process over HTTP: killed, redelivered, stopped; the webhook; two processes on one database."""

import asyncio
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn
from sqlalchemy import Engine

from bot.delivery.web import NotReady, serve_pages
from bot.fake import TOKEN, FakeTelegram
from bot.fake.http import serve
from storage.book import Address, Books
from tests.counter import station, texts

ROOT = Path(__file__).parent.parent


@asynccontextmanager
async def telegram(fake: FakeTelegram) -> AsyncIterator[str]:
    """The fake as an HTTP server; its base URL."""
    listener = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(serve(fake), log_config=None, lifespan="off"))
    serving = asyncio.create_task(server._serve(sockets=[listener]))
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        server.should_exit = True
        server.force_exit = True
        await serving


def start(url: str, base: str, when: str = "") -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "tests.crashing", "bot", url, base, *([when] if when else [])]
    return subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, text=True)


async def until(true: Callable[[], bool], seconds: float = 20) -> None:
    async with asyncio.timeout(seconds):
        while not true():  # noqa: ASYNC110
            await asyncio.sleep(0.05)


@pytest.mark.parametrize("when", ["commit", "sent"])
def test_killed_between_commit_and_confirm(url: str, engine: Engine, when: str) -> None:
    fake = FakeTelegram(privacy=False)
    group, ming = fake.group("桌"), fake.user("小明")

    async def play() -> None:
        async with telegram(fake) as base:
            fake.say(group, ming, "add")
            killed = start(url, base, when)
            await asyncio.to_thread(killed.communicate, timeout=30)
            assert killed.returncode == -9
            if when == "commit":
                assert len(fake.pending()) == 1  # not confirmed: it will be delivered again
            alive = start(url, base)
            await until(lambda: len(texts(fake)) >= (1 if when == "commit" else 2))
            fake.say(group, ming, "add")
            await until(lambda: "2" in texts(fake))
            alive.terminate()
            _, log = await asyncio.to_thread(alive.communicate, timeout=30)
            assert alive.returncode == 0
            assert TOKEN.partition(":")[2] not in log
            assert fake.pending() == []

    asyncio.run(play())
    # What was sent, but not struck out, comes once more; the entry never does.
    assert texts(fake) == (["1", "2"] if when == "commit" else ["1", "1", "2"])
    with Books(engine).look(Address(group.id)) as book:
        assert book is not None
        assert book.setting("count") == "2"


def test_sigterm_confirms_and_answers(url: str, engine: Engine) -> None:
    fake = FakeTelegram(privacy=False)
    group, ming = fake.group("桌"), fake.user("小明")

    async def play() -> None:
        async with telegram(fake) as base:
            process = start(url, base)
            await until(lambda: bool(fake.commands))
            for _ in range(30):
                fake.say(group, ming, "add")
            await until(lambda: len(texts(fake)) >= 1)
            process.terminate()
            await asyncio.to_thread(process.communicate, timeout=30)
            assert process.returncode == 0

    asyncio.run(play())
    done = len(texts(fake))
    with Books(engine).look(Address(group.id)) as book:
        assert book is not None
        # everything that was carried out is answered, or waits in the outbox because of the pace
        assert int(book.setting("count") or 0) >= done
        assert int(book.setting("count") or 0) - done == len(book.outbox.waiting())


def test_a_refused_token_is_said_in_one_line(url: str, engine: Engine) -> None:
    fake = FakeTelegram(token="6000000001:ANOTHER", privacy=False)

    async def play() -> str:
        async with telegram(fake) as base:
            process = start(url, base)
            _, log = await asyncio.to_thread(process.communicate, timeout=30)
            assert process.returncode == 1
            return log

    log = asyncio.run(play())
    assert "TELEGRAM_BOT_TOKEN is refused by Telegram" in log
    assert TOKEN.partition(":")[2] not in log


def test_an_address_that_is_taken_is_said_in_one_line() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        listen = f"127.0.0.1:{taken.getsockname()[1]}"
        with pytest.raises(NotReady, match=f"cannot listen at {listen}"):
            asyncio.run(serve_pages(listen, [], asyncio.Event()))


def test_a_webhook_takes_only_what_knows_the_secret(engine: Engine) -> None:
    fake = FakeTelegram(token=None, privacy=False)
    group, ming = fake.group("桌"), fake.user("小明")

    async def play(client: httpx.AsyncClient, bot: Any, post: Callable[..., Awaitable[int]]) -> None:
        fake.say(group, ming, "add")
        body = b'{"update_id": 1}'
        assert await post(body, {}) == 403
        assert await post(body, {"x-telegram-bot-api-secret-token": "guess"}) == 403
        secret = {"x-telegram-bot-api-secret-token": fake.webhook["secret_token"]}
        assert await post(b"nonsense", secret) == 400
        assert await post(b"[]", secret) == 400
        assert await fake.deliver(post) == 1
        assert int((await bot.apart(setting, engine, group.id)) or 0) == 1  # 200 only after the commit
        await bot.sender.flush()
        assert texts(fake) == ["1"]
        assert (await client.get("/healthz")).text == "ok\n"
        ready = await client.get("/readyz")
        assert (ready.status_code, ready.text) == (200, "database: ok\nupdates: ok\n")
        assert "quezhang_updates_total 1.0" in (await client.get("/metrics")).text

    asyncio.run(hooked(engine, fake, play))


def test_an_update_that_cannot_be_kept_is_not_answered_with_200(engine: Engine) -> None:
    fake = FakeTelegram(token=None, privacy=False)
    group, ming = fake.group("桌"), fake.user("小明")

    async def play(_: httpx.AsyncClient, bot: Any, post: Callable[..., Awaitable[int]]) -> None:
        async def broken(*_: Any) -> None:
            raise RuntimeError

        fake.say(group, ming, "add")
        real, bot.intake._process = bot.intake._process, broken
        assert await fake.deliver(post) == 0
        bot.intake._process = real
        assert await fake.deliver(post) == 1
        await bot.sender.flush()
        assert texts(fake) == ["1"]

    asyncio.run(hooked(engine, fake, play))


async def hooked(engine: Engine, fake: FakeTelegram, play: Callable[..., Awaitable[None]]) -> None:
    from starlette.applications import Starlette

    bot = station(engine, fake, settings={"webhook_url": "https://example.org"})
    await bot.start()
    secret = await bot._secret()
    await bot._point(secret)
    assert fake.webhook["url"] == "https://example.org/telegram"
    transport = httpx.ASGITransport(Starlette(routes=await bot._pages(secret, ())))
    async with httpx.AsyncClient(transport=transport, base_url="https://example.org") as client:

        async def post(body: bytes, headers: dict[str, str]) -> int:
            return (await client.post("/telegram", content=body, headers=headers)).status_code

        await play(client, bot, post)
    await bot.stop()


def test_two_processes_answer_each_chat_in_order(url: str, engine: Engine) -> None:
    from storage.engine import open_engine

    fake = FakeTelegram(token=None, privacy=False)
    groups, ming = [fake.group(f"桌{i}") for i in range(6)], fake.user("小明")

    async def play() -> None:
        bots = [
            station(open_engine(url), fake, settings={"webhook_url": "https://example.org"}) for _ in range(2)
        ]
        for bot in bots:
            await bot.start()
        for n in range(8):
            for group in groups:
                fake.say(group, ming, "add")
            raws = fake.pending()[-len(groups) :]
            # the load balancer knows no chats; a redelivery may come to another process
            await asyncio.gather(*(bots[(n + i) % 2].intake.take(raw) for i, raw in enumerate(raws)))
            await asyncio.gather(*(bots[(n + i + 1) % 2].intake.take(raw) for i, raw in enumerate(raws)))
        for bot in (*bots, *bots):
            await bot.sender.flush()
        for bot in bots:
            bot.polling._offset = None
            await bot.stop()

    asyncio.run(play())
    for group in groups:
        said = [
            sent.message["text"] for sent in fake.sent if sent.chat is not None and sent.chat.id == group.id
        ]
        assert said == [str(n) for n in range(1, 9)]


def setting(engine: Engine, chat_id: int) -> str | None:
    with Books(engine).look(Address(chat_id)) as book:
        return book.setting("count") if book else None
