"""Disk full, read-only, locked, gone, damaged, another time: the operator is told, nothing is half recorded, and
it goes on when the fault is over.
"""

import asyncio
import json
import sqlite3
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import Engine, event, text
from sqlalchemy.exc import DatabaseError

from bot.app import App, Sentences
from bot.delivery import carrier
from bot.delivery import station as stations
from bot.delivery.station import Station
from bot.delivery.web import NotReady
from bot.fake import FakeRequest, FakeTelegram, User
from bot.settings import load_settings
from storage import outbox
from storage.engine import open_engine
from storage.inbox import Inbox
from storage.migrations import upgrade
from storage.outbox import Mail
from storage.verify import verify
from tests.torture.postgresql import postgresql
from tests.torture.server import until
from tests.torture.tables import Tables

SOON = (0.02, 0.05, 0.1, 0.2)
SECONDS = 30.0


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (carrier, stations):
        monkeypatch.setitem(vars(module), "RETRY", SOON)


class Scene:
    """Two tables, the bot in this process, and an operator who is told."""

    def __init__(self, url: str, **options: Any) -> None:
        self.fake = FakeTelegram(token=None, privacy=False)
        self.engine = open_engine(url)
        upgrade(self.engine)
        self.operator: User = self.fake.user("管")
        self.fake.private(self.operator)
        self.tables = Tables(self.fake, self.engine, 2, Random(5))
        self.engine.dispose()  # the bot has connections of its own kind
        settings = load_settings(_env_file=None, operator_chat=self.operator.id)
        request = FakeRequest(self.fake)
        self.bot = Station(settings, self.engine, App(), Sentences(), request=request, limits=None, **options)

    def told(self) -> list[str]:
        """What the operator was told."""
        sent = self.fake.sent
        return [one.message["text"] for one in sent if one.chat is not None and one.chat.private]


def play(scene: Scene, what: Callable[[Scene], Awaitable[None]]) -> None:
    """Plays; afterwards every report counts once, is answered, and the book is sound."""

    async def whole() -> None:
        await scene.bot.start()
        async with asyncio.timeout(SECONDS):
            await what(scene)
            await scene.bot.drain()
        await scene.bot.stop()

    asyncio.run(whole())
    assert scene.tables.count().sound, scene.tables.count()
    assert scene.bot.faults == 0
    scene.engine.dispose()


async def through(scene: Scene, reports: int, trouble: Any, says: str) -> None:
    """People report before, during and after the trouble."""
    for _ in range(3):
        scene.tables.report()
    await scene.bot.drain()
    with trouble:
        for _ in range(reports):
            scene.tables.report()
        draining = asyncio.create_task(scene.bot.drain())
        assert await until(lambda: bool(scene.told()), SECONDS / 2)
        assert not draining.done()
    await draining
    out, back = scene.told()
    assert out.startswith("database out of reach: ")
    assert says in out
    assert back == "database back"
    scene.tables.report()


@contextmanager
def full(engine: Engine) -> Iterator[None]:
    """The database may not grow by a page."""
    limit = [1]

    def checkout(raw: Any, *_: Any) -> None:
        raw.execute(f"PRAGMA max_page_count={limit[0]}").close()

    event.listen(engine, "checkout", checkout)
    yield
    limit[0] = 4_000_000_000


@contextmanager
def read_only(engine: Engine, file: Path) -> Iterator[None]:
    """The file can be opened for reading only."""
    on = [True]

    @event.listens_for(engine, "do_connect")
    def connect(_dialect: Any, _record: Any, _args: Any, options: Any) -> Any:
        return sqlite3.connect(f"file:{file}?mode=ro", uri=True, **options) if on[0] else None

    engine.dispose()
    yield
    on[0] = False
    engine.dispose()


@contextmanager
def locked(file: Path) -> Iterator[None]:
    """Another process writes, and does not come to an end."""
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


@contextmanager
def away(engine: Engine, folder: Path) -> Iterator[None]:
    """The disk with the database is not there."""
    engine.dispose()
    folder.rename(folder.with_name("elsewhere"))
    yield
    folder.with_name("elsewhere").rename(folder)


@pytest.mark.parametrize(
    ("trouble", "says"),
    [
        ("full", "database or disk is full"),
        ("read-only", "attempt to write a readonly database"),
        ("locked", "database is locked"),
        ("away", "unable to open database file"),
    ],
)
def test_a_database_that_cannot_be_written_to_is_waited_for(tmp_path: Path, trouble: str, says: str) -> None:
    folder = tmp_path / "data"
    file = folder / "book.db"
    scene = Scene(f"sqlite:///{file}")

    async def evening(scene: Scene) -> None:
        troubles = {
            "full": lambda: full(scene.engine),
            "read-only": lambda: read_only(scene.engine, file),
            "locked": lambda: locked(file),
            "away": lambda: away(scene.engine, folder),
        }
        await through(scene, 60, troubles[trouble](), says)

    play(scene, evening)


def test_what_stands_while_the_disk_is_full_is_whole(tmp_path: Path) -> None:
    file = tmp_path / "book.db"
    scene = Scene(f"sqlite:///{file}")

    async def evening(scene: Scene) -> None:
        with full(scene.engine):
            for _ in range(60):
                scene.tables.report()
            draining = asyncio.create_task(scene.bot.drain())
            assert await until(lambda: bool(scene.told()), SECONDS / 2)
            other = open_engine(f"sqlite:///{file}")
            assert verify(other) == []
            other.dispose()
            so_far = scene.tables.count()
            assert so_far.lost > 0
            assert so_far.doubled == 0
        await draining

    play(scene, evening)


def test_a_database_server_that_is_gone_is_waited_for() -> None:
    with postgresql() as server:
        scene = Scene(server.url)

        async def evening(scene: Scene) -> None:
            @contextmanager
            def stopped() -> Iterator[None]:
                server.stop("immediate")
                yield
                server.start()

            await through(scene, 10, stopped(), "connection")

        play(scene, evening)


def test_a_damaged_letter_holds_up_no_other(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    scene = Scene(f"sqlite:///{tmp_path / 'book.db'}")
    with scene.engine.begin() as connection:
        for number, say in enumerate(("{", '{"edit": true}', '["no"]', "null", "\x00\x01")):
            connection.execute(
                text("INSERT INTO outbox (chat, id, say, at) VALUES (1, :id, :say, '2026-01-01 00:00:00')"),
                {"id": number + 1, "say": say},
            )

    async def evening(scene: Scene) -> None:
        await scene.bot.sender.flush()
        for _ in range(5):
            scene.tables.report()

    play(scene, evening)
    out = capfd.readouterr().out
    assert out.count("letter failed") == 5
    assert Mail(scene.engine).waiting() == []


@pytest.mark.parametrize("jump", [timedelta(days=400), timedelta(days=-400), timedelta(minutes=-5)])
def test_the_clock_may_jump(tmp_path: Path, jump: timedelta) -> None:
    now = [datetime.now(UTC)]
    scene = Scene(f"sqlite:///{tmp_path / 'book.db'}", clock=lambda: now[0])

    async def evening(scene: Scene) -> None:
        for shift in (timedelta(0), jump, -jump):
            now[0] += shift
            for _ in range(4):
                scene.tables.report()
            await scene.bot.drain()
            await scene.bot.keep_house()
            await scene.bot.sender.flush()

    play(scene, evening)


def test_letters_keep_their_order_when_the_clock_jumps_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = Scene(f"sqlite:///{tmp_path / 'book.db'}")
    group = scene.tables.chats[0]
    scene.tables.chats = [group]

    async def crash(scene: Scene) -> None:
        await scene.bot.start()
        scene.bot.sender.put = lambda *_: None  # type: ignore[method-assign]
        for _ in range(3):
            scene.tables.report()
        while await scene.bot.polling.once():
            pass

    asyncio.run(crash(scene))
    scene.engine.dispose()
    hour_ago = time.time_ns() - 3600 * 10**9
    monkeypatch.setattr(time, "time_ns", lambda: hour_ago)
    monkeypatch.setattr(outbox, "_ids", outbox._Ids())
    settings = load_settings(_env_file=None)
    scene.bot = Station(
        settings, scene.engine, App(), Sentences(), request=FakeRequest(scene.fake), limits=None
    )

    async def again(scene: Scene) -> None:
        for _ in range(3):
            scene.tables.report()

    play(scene, again)
    assert [number for _, number in scene.tables.answers()] == [1, 2, 3, 4, 5, 6]


def test_what_failed_and_cannot_be_put_aside_is_not_confirmed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = Scene(f"sqlite:///{tmp_path / 'book.db'}")

    async def evening(scene: Scene) -> None:
        scene.tables.report()
        with monkeypatch.context() as broken:

            def damaged(*_: Any) -> Any:
                raise DatabaseError("", None, sqlite3.DatabaseError("database disk image is malformed"))

            broken.setattr(scene.bot.carrier._books, "open", damaged)
            broken.setattr(Inbox, "keep", damaged)
            with pytest.raises(DatabaseError):
                await scene.bot.polling.once()
        assert len(scene.fake.pending()) == 1
        scene.bot.faults = 0

    play(scene, evening)


def test_a_poll_loop_survives_what_it_cannot_put_aside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = Scene(f"sqlite:///{tmp_path / 'book.db'}")
    monkeypatch.setattr("bot.delivery.polling.WAITS", (0.05,))

    async def evening(scene: Scene) -> None:
        real = scene.bot.intake._process
        failures: list[Any] = []

        async def process(update: Any) -> None:
            if len(failures) < 2:
                failures.append(update)
                raise RuntimeError
            await real(update)

        scene.bot.intake._process = process
        stopped = asyncio.Event()
        running = asyncio.create_task(scene.bot.polling.run(stopped))
        scene.tables.report()
        assert await until(scene.tables.answered, SECONDS / 2)
        stopped.set()
        scene.bot.polling.stop()
        await running
        assert len(failures) == 2

    play(scene, evening)


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("sqlite:///{folder}/book.db", "file is not a database"),
        ("postgresql://127.0.0.1:1/nothing", "connection"),
    ],
)
def test_a_database_that_cannot_be_used_is_said_in_one_line(tmp_path: Path, url: str, says: str) -> None:
    (tmp_path / "book.db").write_bytes(b"nonsense" * 1000)
    fake = FakeTelegram(token=None)
    engine = open_engine(url.format(folder=tmp_path))
    settings = load_settings(_env_file=None)
    bot = Station(settings, engine, App(), Sentences(), request=FakeRequest(fake), limits=None)
    with pytest.raises(NotReady, match=f"^the database cannot be used: .*{says}") as caught:
        asyncio.run(bot.serve())
    assert "\n" not in str(caught.value)
    engine.dispose()


def test_an_update_of_impossible_types_is_put_aside_unread(tmp_path: Path) -> None:
    scene = Scene(f"sqlite:///{tmp_path / 'book.db'}")

    async def evening(scene: Scene) -> None:
        scene.tables.report()
        (raw,) = scene.fake.pending()
        for n, (field, value) in enumerate((("text", ["x"]), ("message_id", 2**70), ("chat", {"id": [1]}))):
            await scene.bot.intake.take(
                {"update_id": 900 + n, "message": json.loads(json.dumps(raw["message"])) | {field: value}}
            )
        assert [reason for _, _, reason in scene.bot.inbox.quarantined()] == ["cannot be read: TypeError"] * 3

    play(scene, evening)
