"""A real group: privacy mode, people without names or with the same one, forged taps, who may do what."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from typing import Any

from bot.app import App, Sentences
from bot.delivery.station import Station
from bot.fake import Chat, FakeRequest, FakeTelegram, User
from bot.settings import Settings
from bot.taps import TAPS
from storage.engine import open_engine
from storage.verify import verify


class Group:
    """A group of the fake Telegram with the bot in it, not the local chat."""

    def __init__(self, fake: FakeTelegram, station: Station) -> None:
        self.fake, self.station = fake, station
        self.people = {name: fake.user(name) for name in ("小明", "小红", "小刚", "小丽")}
        self.room: Chat = fake.group("牌桌", creator=self.people["小明"])
        self._read = 0

    def __getitem__(self, name: str) -> User:
        return (
            self.people.setdefault(name, self.fake.user(name))
            if name not in self.people
            else self.people[name]
        )

    async def say(self, name: str, text: str, **more: Any) -> list[str]:
        """What the bot answers, the first line of each message; toasts begin with `!`."""
        self.fake.say(self.room, self[name], text, **more)
        return await self.news()

    async def tap(self, name: str, label: str) -> list[str]:
        number = max(
            number
            for number, message in self.room.messages.items()
            if any(label in (b["text"], b.get("callback_data")) for row in _rows(message) for b in row)
        )
        self.fake.tap(self[name], self.room, number, label)
        return await self.news()

    async def news(self) -> list[str]:
        await self.station.drain()
        found = []
        for method, _, message in self.fake.sent[self._read :]:
            text = str(message.get("text") or message.get("caption") or "")
            if method == "answerCallbackQuery":
                found += [f"!{text}"] if text else []
            else:
                found.append(text.split("\n", maxsplit=1)[0])
        self._read = len(self.fake.sent)
        return found

    async def seat(self) -> None:
        """The four sit, 小明 having opened."""
        await self.say("小明", "/new wuxi")
        for name in self.people:
            await self.say(name, "/join")
        await self.say("小明", "/seats 小明 小红 小刚 小丽")


def _rows(message: Any) -> list[Any]:
    rows: list[Any] = message.get("reply_markup", {}).get("inline_keyboard", [])
    return rows


Play = Callable[[Group], Awaitable[None]]


def play(tmp_path: Path, what: Play, privacy: bool = True) -> None:
    """Plays in a fresh group; afterwards the book is sound."""
    url = f"sqlite:///{tmp_path / 'book.db'}"
    fake = FakeTelegram(token=None, privacy=privacy)
    station = Station(
        Settings(), open_engine(url), App(), Sentences(), request=FakeRequest(fake), limits=None
    )

    async def whole() -> None:
        await station.start()
        try:
            await what(Group(fake, station))
        finally:
            await station.stop()

    asyncio.run(whole())
    engine = open_engine(url)
    assert list(verify(engine)) == []
    engine.dispose()


def test_in_privacy_mode_commands_and_replies_are_enough(tmp_path: Path) -> None:
    async def evening(group: Group) -> None:
        assert (await group.say("小明", "/start@quezhang_bot"))[0].startswith("雀账")
        answer = next(iter(group.room.messages[max(group.room.messages)]["text"].split("\n")[1:]))
        assert "只看得到命令" in answer
        await group.seat()
        assert await group.say("小红", "小红 自摸 混一色") == []  # never seen
        number = max(group.room.messages)
        assert await group.say("小红", "小红 自摸 混一色", reply_to=number - 1) == ["#1 小红 自摸 · 混一色"]
        assert await group.say("小红", "/hu@quezhang_bot 小红 自摸") == ["#2 小红 自摸"]
        assert await group.say("小红", "/hu@other_bot 小红 自摸") == []

    play(tmp_path, evening)


def test_nobody_without_a_face_keeps_the_book(tmp_path: Path) -> None:
    async def evening(group: Group) -> None:
        await group.seat()
        group.fake.promote(group.room, group["小刚"], group["小明"], anonymous=True)
        refused = "匿名管理员和频道不能记账，机器人认不出是谁。换成自己的身份再发"
        assert await group.say("小刚", "/hu 小刚 自摸") == [refused]
        assert await group.say("小刚", "/join") == [refused]
        channel = group.fake.channel("频道", group["小丽"])
        assert await group.say("小丽", "/join", sender_chat=channel) == [refused]

    play(tmp_path, evening)


def test_people_without_username_are_mentioned(tmp_path: Path) -> None:
    async def evening(group: Group) -> None:
        await group.seat()
        await group.say("小明", "/join 阿明")
        text = "/hu 小明 自摸 混一色"
        mention = {"type": "text_mention", "offset": 4, "length": 2, "user": group["小明"].json()}
        assert await group.say("小红", text, entities=[mention]) == ["#1 阿明 自摸 · 混一色"]
        group.people["大刘"] = group.fake.user("大刘")
        text = "/add 大刘"
        mention = {"type": "text_mention", "offset": 5, "length": 2, "user": group["大刘"].json()}
        assert (await group.say("小明", text, entities=[mention]))[0] == "大刘 加入"
        assert await group.say("大刘", "/bet 小红 20") == [
            "大刘 押 小红 20，这手见分晓。改押再发一次，/unbet 取消"
        ]

    play(tmp_path, evening)


def test_a_newcomer_with_a_bare_name_is_asked(tmp_path: Path) -> None:
    async def evening(group: Group) -> None:
        await group.say("小明", "/new wuxi")
        await group.say("小明", "/add 老周 老五")
        group.people["老周"], group.people["另一个"] = group.fake.user("老周"), group.fake.user("老周")
        assert await group.say("老周", "/hu 老周 自摸") == ["这局里的 老周 是你吗？"]
        assert await group.tap("另一个", "是我") == ["!这个按钮已经过时了"]
        assert await group.tap("老周", "是我") == ["好，老周 就是你"]
        assert (await group.say("另一个", "/join"))[0] == "老周2 加入"
        group.people["老五"] = group.fake.user("老五")
        await group.say("老五", "/join")
        assert await group.tap("老五", "不是") == ["好，那你叫 老五2"]

    play(tmp_path, evening)


def test_forged_taps_do_no_harm(tmp_path: Path) -> None:
    """Whatever a client sends as the data of a button."""
    random = Random(7)
    pieces = [
        "0",
        "1",
        "2",
        "99",
        "p1",
        "p9",
        "-1",
        "",
        "x",
        "大三元",
        "😀",
        "wuxi",
        "none",
        "999999999999999999999",
    ]

    async def evening(group: Group) -> None:
        await group.seat()
        await group.say("小红", "/hu 小红 点炮 小刚 碰中 碰发 碰白 混一色")
        message = group.room.messages[max(group.room.messages)]
        before = {**message}
        forged = [
            f"{verb}:{':'.join(random.choices(pieces, k=random.randint(0, 4)))}"
            for verb in TAPS
            for _ in range(12)
        ]
        for data in [*TAPS, *forged]:
            row = [{"text": "?", "callback_data": data}]
            group.room.messages[message["message_id"]]["reply_markup"] = {"inline_keyboard": [row]}
            group.fake.tap(group["路人"], group.room, message["message_id"], "?")
            assert not any("出了点问题" in text for text in await group.news()), data
        group.room.messages[message["message_id"]] = before
        assert (await group.say("小明", "/log"))[0].startswith("流水")
        text = group.room.messages[max(group.room.messages)]["text"]
        assert "#1 小红 胡 · 小刚 放铳" in text
        assert "#2" not in text

    play(tmp_path, evening, privacy=False)


def test_a_button_pressed_twice_counts_once(tmp_path: Path) -> None:
    async def evening(group: Group) -> None:
        await group.seat()
        await group.say("小明", "/hu 小红 自摸 混一色")
        number = max(group.room.messages)
        for _ in range(2):
            group.fake.tap(group["小明"], group.room, number, "撤销")
        assert sorted(await group.news()) == ["!#1 早就撤销了，没有变化", "#1 撤销了：小红 自摸 · 混一色"]

    play(tmp_path, evening)


def test_an_offer_to_swap_holds_for_what_it_showed(tmp_path: Path) -> None:
    """Two people press 对调 at once: it is swapped once, not there and back."""

    async def evening(group: Group) -> None:
        await group.seat()
        await group.say("小明", "/hu 小红 点炮 小刚 混一色")
        number = max(group.room.messages)
        for _ in range(2):
            group.fake.tap(group["小明"], group.room, number, "对调")
        assert sorted(await group.news()) == ["!这个按钮已经过时了", "#1 小刚 胡 · 小红 放铳 · 混一色"]

    play(tmp_path, evening)
