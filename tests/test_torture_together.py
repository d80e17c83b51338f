"""Two people at once, through two processes on one database: one effect, and both are told."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from sqlalchemy import Engine

from bot.app import App, Sentences
from bot.delivery.station import Station
from bot.fake import Chat, FakeRequest, FakeTelegram, User
from bot.settings import load_settings
from storage.book import Address, Books
from storage.engine import open_engine
from storage.verify import verify

FOUR = ("小明", "小红", "小刚", "小丽")
ROUNDS = 4
Raw = dict[str, Any]


class Pair:
    """Two webhook workers on one database; each time there is a new table with four who sit at it."""

    def __init__(self, url: str) -> None:
        self.fake = FakeTelegram(token=None, privacy=False)
        self.people: dict[str, User] = {name: self.fake.user(name) for name in FOUR}
        self.bots = [
            Station(
                load_settings(_env_file=None, webhook_url="https://torture.invalid"),
                open_engine(url), App(), Sentences(), request=FakeRequest(self.fake), limits=None,
            )
            for _ in range(2)
        ]  # fmt: skip
        self.table: Chat = self.fake.group("桌")

    async def sit(self) -> None:
        self.table = self.fake.group("桌", self.people["小明"])
        await self.say("小明", "/new wuxi 改账=所有人")
        for name in FOUR:
            await self.say(name, "/join")
        await self.say("小明", f"/seats {' '.join(FOUR)}")

    async def say(self, name: str, text: str) -> int:
        """Somebody says something, and it is carried out and answered; the message's number."""
        message = self.fake.say(self.table, self.people[name], text)
        await self.together(self.news())
        return int(message["message_id"])

    def news(self) -> list[Raw]:
        """The updates that wait; Telegram has handed them over."""
        found = self.fake.pending()
        for update in found:
            self.fake.drop(update["update_id"])
        return found

    async def together(self, updates: list[Raw]) -> list[str]:
        """Each update to another worker, at once; what was said, the first line of everything."""
        before = len(self.fake.sent)
        takes = (self.bots[n % 2].intake.take(update) for n, update in enumerate(updates))
        await asyncio.gather(*takes)
        for bot in (*self.bots, *self.bots):
            await bot.carrier.idle()
            await bot.sender.flush()
        return [str(one.message.get("text", "")).split("\n")[0] for one in self.fake.sent[before:]]


def play(url: str, engine: Engine, what: Callable[[Pair], Awaitable[None]]) -> None:
    """Plays some rounds, each at a new table; the book is sound all the time."""
    pair = Pair(url)

    async def whole() -> None:
        for bot in pair.bots:
            await bot.start()
        for _ in range(ROUNDS):
            await pair.sit()
            await what(pair)
            assert verify(engine) == []
        for bot in pair.bots:
            assert bot.faults == 0
            bot.polling._offset = None
            await bot.stop()

    asyncio.run(whole())


def kinds(engine: Engine, chat: int) -> list[str]:
    """The kinds of the entries after the seats were taken."""
    with Books(engine).look(Address(chat)) as book:
        assert book is not None
        assert book.session is not None
        names = [type(entry.event).__name__ for entry in book.session.entries()]
    return names[names.index("Seats") + 1 :]


def chips(engine: Engine, chat: int) -> list[int]:
    with Books(engine).look(Address(chat)) as book:
        assert book is not None
        assert book.session is not None
        return list(book.session.state.chips.values())


def test_two_people_undo_one_entry(url: str, engine: Engine) -> None:
    async def round_(pair: Pair) -> None:
        await pair.say("小红", "小红 自摸 混一色 花4")
        number = max(pair.table.messages)
        for name in ("小红", "小刚"):
            pair.fake.tap(pair.people[name], pair.table, number, "撤销")
        said = await pair.together(pair.news())
        assert kinds(engine, pair.table.id) == ["Result", "Void"]
        assert chips(engine, pair.table.id) == [0, 0, 0, 0]
        assert sum(line.startswith("#1 撤销了") for line in said) == 1
        assert sum("早就撤销了" in line for line in said) == 1, said

    play(url, engine, round_)


def test_two_people_report_one_hand(url: str, engine: Engine) -> None:
    async def round_(pair: Pair) -> None:
        for name in ("小红", "小刚"):
            pair.fake.say(pair.table, pair.people[name], "小红 自摸 混一色 花4")
        said = await pair.together(pair.news())
        assert kinds(engine, pair.table.id) == ["Result"]
        assert sum(line.startswith("#1 小红 自摸") for line in said) == 1
        assert len(said) == 2  # the other one is asked whether it is another hand
        question = pair.fake.sent[-1].message
        labels = [key["text"] for row in question["reply_markup"]["inline_keyboard"] for key in row]
        assert len(labels) >= 2

    play(url, engine, round_)


@pytest.mark.parametrize("first", ["edit", "undo"])
def test_one_edits_while_another_undoes(url: str, engine: Engine, first: str) -> None:
    async def round_(pair: Pair) -> None:
        message = await pair.say("小红", "小红 自摸 混一色 花4")
        number = max(pair.table.messages)
        steps: dict[str, Callable[[], object]] = {
            "edit": lambda: pair.fake.edit(pair.table, message, "小红 自摸 清一色 花4"),
            "undo": lambda: pair.fake.tap(pair.people["小刚"], pair.table, number, "撤销"),
        }
        for step in (first, *(steps.keys() - {first})):
            steps[step]()
        said = await pair.together(pair.news())
        done = kinds(engine, pair.table.id)
        assert sorted(done) == ["Fix", "Result", "Void"] or done == ["Result", "Void"]
        moved = any(chips(engine, pair.table.id))
        # Whoever came last has it, and both are told: an undone entry is changed, but does not come back.
        assert not moved, (done, said)
        assert sum("撤销了" in line for line in said) >= 1
        assert len([line for line in said if line]) >= 2

    play(url, engine, round_)


def test_two_people_open_a_session_and_four_join_at_once(url: str, engine: Engine) -> None:
    async def round_(pair: Pair) -> None:
        table = pair.fake.group("新", pair.people["小明"])
        pair.table = table
        for name in FOUR[:2]:
            pair.fake.say(table, pair.people[name], "/new wuxi")
        said = await pair.together(pair.news())
        assert len(said) == 2
        for _ in range(2):
            for name in FOUR:
                pair.fake.say(table, pair.people[name], "/join")
        await pair.together(pair.news())
        with Books(engine).look(Address(table.id)) as book:
            assert book is not None
            assert sum(one.closed_at is None for one in book.sessions.all()) == 1
            assert book.session is not None
            assert len(book.session.members) == 4

    play(url, engine, round_)
