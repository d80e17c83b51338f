"""Reports in chats: an update in, an answer out, and a durable commit between them."""

import asyncio
import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlmodel import Field, Session, SQLModel
from telegram import Update
from telegram.ext import Application, ApplicationBuilder, ContextTypes, ExtBot, MessageHandler, filters

from bench.rounds import Lost, Pair, Scale, alternate, timed
from bench.tables import Club, database, fresh
from bot.app import App, Sentences
from bot.delivery.station import LOCAL_TOKEN, Station
from bot.fake import Chat, FakeRequest, FakeTelegram
from bot.log import configure
from bot.settings import load_settings
from storage.book import Books
from storage.engine import open_engine

MANY = 15  # rounds: threads and commits make a round's figure less steady than the engine's
_NUMBER = re.compile(r"#(\d+)")


class Echo(SQLModel, table=True):
    """What the floor commits for each message."""

    __tablename__ = "bench_echo"
    id: int | None = Field(default=None, primary_key=True)
    chat: int
    text: str


class Ours:
    """The bot on a wire that ends in this process, with a club that it keeps the score of."""

    def __init__(self, runner: asyncio.Runner, file: Path, *, durable: bool = True) -> None:
        self._runner = runner
        self.fake = FakeTelegram(token=None, privacy=False)
        engine = database(file, durable=durable)
        self.club = Club(self.fake, Books(engine))
        settings = load_settings(_env_file=None, database_url=f"sqlite:///{file}")
        request = FakeRequest(self.fake)
        self._station = Station(settings, engine, App(), Sentences(), request=request, limits=None)
        runner.run(self._station.start())

    def reports(self, chats: list[Chat], number: int, seed: object) -> float:
        """Seconds a report of so many in each of these chats, said in turn; all are answered, in order."""
        told = fresh(seed, number * len(chats))
        for i in range(number):
            for at, chat in enumerate(chats):
                self.club.say(chat, [told[i * len(chats) + at]])
        before, waiting = len(self.fake.sent), len(self.fake.pending())
        seconds = timed(lambda: self._runner.run(self._station.drain()))
        self._check(before, waiting)
        return seconds / waiting

    def forget(self) -> None:
        """Empties the fake's memory of what was said."""
        self.fake.sent.clear()
        for chat in self.fake.chats.values():
            chat.messages.clear()

    def _check(self, before: int, number: int) -> None:
        numbers: dict[int, list[int]] = {}
        for sent in self.fake.sent[before:]:
            text = str(sent.message.get("text", ""))
            if sent.chat is None or (found := _NUMBER.match(text)) is None:
                raise Lost(text)
            numbers.setdefault(sent.chat.id, []).append(int(found[1]))
        if sum(map(len, numbers.values())) != number:
            raise Lost(f"{number} reports, {sum(map(len, numbers.values()))} answers")
        for got in numbers.values():
            if got != list(range(got[0], got[0] + len(got))):
                raise Lost(f"out of order: {got}")

    def stop(self) -> None:
        self._runner.run(self._station.stop())


class Floor:
    """The least that keeps a message: PTB, one handler, one durable commit through SQLModel, one answer."""

    def __init__(self, runner: asyncio.Runner, file: Path) -> None:
        self._runner, self._engine = runner, open_engine(f"sqlite:///{file}")
        SQLModel.metadata.tables[str(Echo.__tablename__)].create(self._engine)
        self.fake = FakeTelegram(token=None, privacy=False)
        self._clerk = self.fake.user("clerk")
        request = FakeRequest(self.fake)
        self._bot: ExtBot[None] = ExtBot(LOCAL_TOKEN, request=request, get_updates_request=request)
        self._app: Application = ApplicationBuilder().bot(self._bot).updater(None).build()  # type: ignore[type-arg]
        self._app.add_handler(MessageHandler(filters.TEXT, self._echo))
        runner.run(self._app.initialize())

    async def _echo(self, update: Update, _: ContextTypes.DEFAULT_TYPE) -> None:
        message = update.message
        assert message is not None
        assert message.text is not None
        with Session(self._engine) as session:
            session.add(Echo(chat=message.chat_id, text=message.text))
            session.commit()
        await message.reply_text(message.text)

    def messages(self, number: int, seed: object) -> float:
        """Seconds a message of so many in a new chat."""
        chat = self.fake.group("floor", self._clerk)
        for hand in fresh(seed, number):
            self.fake.say(chat, self._clerk, hand.text)
        return timed(lambda: self._runner.run(self._drain())) / number

    async def _drain(self) -> None:
        offset = None
        while updates := await self._bot.get_updates(offset=offset, timeout=0):
            for update in updates:
                await self._app.process_update(update)
            offset = updates[-1].update_id + 1

    def stop(self) -> None:
        self._runner.run(self._app.shutdown())
        self._engine.dispose()


@contextmanager
def _stage() -> Iterator[tuple[asyncio.Runner, Path]]:
    """An event loop and a folder for databases."""
    configure("CRITICAL")
    with tempfile.TemporaryDirectory(prefix="quezhang-bench-") as folder, asyncio.Runner() as runner:
        yield runner, Path(folder)


def report(scale: Scale) -> list[Pair]:
    """Reports in one chat, beside the floor's messages."""
    number = scale.size(50, 30)
    with _stage() as (runner, folder):
        ours, floor = Ours(runner, folder / "ours.db"), Floor(runner, folder / "floor.db")
        pairs = alternate(
            scale,
            lambda i: ours.reports([ours.club.group()], number, f"report {i}"),
            lambda i: floor.messages(number, f"report {i}"),
            least=MANY,
        )
        ours.stop()
        floor.stop()
    return pairs


def history(scale: Scale) -> list[Pair]:
    """Reports in a chat that looks back on 10,000 hands, beside one that looks back on ten."""
    number, long, evening = scale.size(50, 20), scale.size(10_000, 1_000), 100
    with _stage() as (runner, folder):
        old, young = Ours(runner, folder / "old.db"), Ours(runner, folder / "young.db")
        aged = old.club.group()
        for i in range(long // evening):
            old.club.play(aged, evening, i)
            old.club.next_session(aged)

        def in_young(i: int) -> float:
            chat = young.club.group()
            young.club.play(chat, 10, i)
            young.club.next_session(chat)
            return young.reports([chat], number, f"young {i}")

        def in_old(i: int) -> float:
            old.club.next_session(aged)
            return old.reports([aged], number, f"old {i}")

        pairs = alternate(scale, in_old, in_young, least=MANY)
        old.stop()
        young.stop()
    return pairs


def entry_300(scale: Scale) -> list[Pair]:
    """Reports #291 to #310 of a session, beside #1 to #20 of another one."""
    with _stage() as (runner, folder):
        ours = Ours(runner, folder / "book.db")

        def after(entries: int, i: int) -> float:
            chat = ours.club.group()
            if entries:
                ours.club.play(chat, entries, i)
            return ours.reports([chat], 20, f"entry {entries} {i}")

        pairs = alternate(scale, lambda i: after(290, i), lambda i: after(0, i), least=MANY)
        ours.stop()
    return pairs


def side_by_side(scale: Scale) -> list[Pair]:
    """Reports in fifty chats at once, beside as many in one; `Lost` if one is out of order."""
    each = scale.size(4, 2)
    with _stage() as (runner, folder):
        ours = Ours(runner, folder / "book.db")

        def among(chats: int, number: int, i: int) -> float:
            return ours.reports([ours.club.group() for _ in range(chats)], number, f"{chats} {i}")

        pairs = alternate(scale, lambda i: among(50, each, i), lambda i: among(1, 50 * each, i), least=MANY)
        ours.stop()
    return pairs
