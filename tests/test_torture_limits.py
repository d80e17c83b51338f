"""How much one chat can ask for: long texts, many people, many dialogues; buttons of another chat."""

from pathlib import Path

import pytest
from sqlalchemy import Engine, func, select

from bot.app import MOST
from bot.fake import Chat
from bot.handlers.joining import MOST as MOST_PEOPLE
from storage.book import Address, Books
from storage.engine import open_engine
from storage.rows import DialogueRow, table
from tests.test_group import Group, play

PIECES = (
    "甲0 ", "123万 ", "1万", "碰东 ", "混一色 ", "9", "大", "自摸 ", "底分=2 ", "1 ", "甲0 自摸 ", "#1 ", "-1 ", "＠甲0 ",
)  # fmt: skip
COMMANDS = ("hu", "calc", "ting", "fan", "rules", "vs", "merge", "trend", "stats", "sub", "penalty", "bet", "alias",
            "iam", "set", "levels", "insert", "fix", "dice", "big", "rank", "draw", "seats", "liuju", "gang")  # fmt: skip


@pytest.mark.parametrize("piece", PIECES)
def test_the_longest_texts_stall_nobody(tmp_path: Path, piece: str) -> None:
    async def evening(group: Group) -> None:
        await group.say("小明", "/new wuxi")
        await group.say("小明", "/add " + " ".join(f"甲{n}" for n in range(MOST_PEOPLE)))
        await group.say("小明", "/seats 甲0 甲1 甲2 甲3")
        text = (piece * MOST)[: MOST - 10]
        for said in ("甲0 自摸 ", *(f"/{command} " for command in COMMANDS)):
            await group.say("小明", said + text)
        assert group.station.faults == 0

    play(tmp_path, evening, privacy=False)


def test_longer_ones_are_not_read(tmp_path: Path) -> None:
    async def evening(group: Group) -> None:
        await group.seat()
        assert await group.say("小明", "/vs " + "甲" * MOST + "乙") == [f"太长了，最多 {MOST} 个字"]
        assert await group.say("小明", "小明 自摸 " + "混一色 " * MOST) == [f"太长了，最多 {MOST} 个字"]
        assert await group.say("小明", "小明 说了很久 " * MOST) == []
        assert await group.say("小明", "小明 自摸 混一色") == ["#1 小明 自摸 · 混一色"]

    play(tmp_path, evening, privacy=False)


def test_a_session_has_room_for_so_many(tmp_path: Path) -> None:
    full = f"一局最多 {MOST_PEOPLE} 个人"

    async def evening(group: Group) -> None:
        await group.say("小明", "/new wuxi")
        assert await group.say("小明", "/add " + " ".join(f"甲{n}" for n in range(MOST_PEOPLE + 1))) == [full]
        await group.say("小明", "/add " + " ".join(f"甲{n}" for n in range(MOST_PEOPLE - 1)))
        assert (await group.say("小明", "/join"))[0] == "小明 加入"
        assert await group.say("小红", "/join") == [full]
        assert (await group.say("小明", "/join"))[0] == "小明 已经在了"

    play(tmp_path, evening)


def test_a_person_has_one_dialogue(tmp_path: Path) -> None:
    async def evening(group: Group) -> None:
        await group.seat()
        for _ in range(20):
            await group.say("小明", "/hu")
            await group.say("小红", "/hu 混一色")

    play(tmp_path, evening)
    engine = open_engine(f"sqlite:///{tmp_path / 'book.db'}")
    with engine.connect() as connection:
        dialogues = connection.scalar(select(func.count()).select_from(table(DialogueRow)))
    engine.dispose()
    assert dialogues is not None
    assert dialogues <= 2


def test_a_button_of_another_chat_does_nothing_there(tmp_path: Path) -> None:
    """Somebody sends, from one group, the data of another group's button."""
    found: list[Chat] = []

    async def evening(group: Group) -> None:
        rooms = [group.room, group.fake.group("别的", group["小明"])]
        for room in rooms:
            group.room = room
            await group.seat()
            await group.say("小明", "/hu 小明 自摸 混一色")
        ours, theirs = rooms
        message = ours.messages[max(ours.messages)]
        keys = [key["callback_data"] for row in message["reply_markup"]["inline_keyboard"] for key in row]
        stranger = group["路人"]
        for data in keys:
            message["reply_markup"] = {"inline_keyboard": [[{"text": "?", "callback_data": data}]]}
            group.fake.tap(stranger, ours, message["message_id"], "?")
            assert not any("撤销了" in text for text in await group.news())
        # Whoever may take it back in his own group takes back nothing elsewhere.
        group.fake.tap(group["小明"], ours, message["message_id"], "?")
        await group.news()
        found.extend((ours, theirs))

    play(tmp_path, evening)
    engine = open_engine(f"sqlite:///{tmp_path / 'book.db'}")
    assert standing(engine, found[1]) == [(1, False)]
    engine.dispose()


def standing(engine: Engine, chat: Chat) -> list[tuple[int, bool]]:
    """(#no, whether it was taken back) of a chat's entries."""
    with Books(engine).look(Address(chat.id)) as book:
        assert book is not None
        assert book.session is not None
        return [(logged.no, logged.voided) for logged in book.session.log()]
