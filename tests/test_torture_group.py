"""An evening in a group that moves, throws the bot out, goes on in a topic: what was recorded stays and counts on."""

from pathlib import Path

import pytest

from bot.fake import ApiError
from storage.book import Address, Books
from storage.engine import open_engine
from tests.test_group import Group, play


@pytest.mark.parametrize("new_first", [False, True])
@pytest.mark.parametrize("told_by", ["notices", "a send"])
def test_a_group_becomes_a_supergroup_in_the_middle(tmp_path: Path, new_first: bool, told_by: str) -> None:
    chats: list[int] = []

    async def evening(group: Group) -> None:
        group.room = old = group.fake.group("小群", group["小明"], basic=True)
        await group.seat()
        assert await group.say("小红", "/hu 小红 自摸 混一色") == ["#1 小红 自摸 · 混一色"]
        if told_by == "a send":
            group.fake.say(old, group["小红"], "/hu 小红 自摸 清一色")
        group.room = new = group.fake.migrate(old, group["小明"], new_first=new_first)
        chats.extend((old.id, new.id))
        group.fake.say(new, group["小刚"], "/hu 小刚 自摸 混一色")
        said = await group.news()
        last = 3 if told_by == "a send" else 2
        assert f"#{last} 小刚 自摸 · 混一色" in said
        assert await group.say("小明", "/undo #1") == ["#1 撤销了：小红 自摸 · 混一色"]
        assert (await group.say("小明", "/hu 小丽 点炮 小红 清一色"))[0].startswith(f"#{last + 1} ")

    play(tmp_path, evening)
    engine = open_engine(f"sqlite:///{tmp_path / 'book.db'}")
    books = Books(engine)
    old, new = chats
    assert books.at(old) == books.at(new)
    engine.dispose()


def test_thrown_out_and_taken_back(tmp_path: Path) -> None:
    async def evening(group: Group) -> None:
        await group.seat()
        await group.say("小红", "/hu 小红 自摸 混一色")
        group.fake.kick_bot(group.room, group["小明"])
        assert await group.news() == []
        group.fake.add_bot(group.room, group["小明"])
        await group.news()
        assert await group.say("小刚", "/hu 小刚 自摸 混一色") == ["#2 小刚 自摸 · 混一色"]

    play(tmp_path, evening)


def test_thrown_out_before_the_answer(tmp_path: Path) -> None:
    """The report counts; what cannot be said is not said, and holds nothing up."""

    async def evening(group: Group) -> None:
        await group.seat()
        group.fake.fail("sendMessage", ApiError(403, "Forbidden: bot was kicked from the supergroup chat"))
        assert await group.say("小红", "/hu 小红 自摸 混一色") == []
        assert await group.say("小刚", "/hu 小刚 自摸 混一色") == ["#2 小刚 自摸 · 混一色"]

    play(tmp_path, evening)


def test_each_topic_is_a_table(tmp_path: Path) -> None:
    async def evening(group: Group) -> None:
        group.room = forum = group.fake.group("坛", group["小明"], forum=True)
        topics = [group.fake.topic(forum, group["小明"], name) for name in ("东", "西")]
        for topic in topics:
            await group.say("小明", "/new wuxi", thread=topic)
            for name in list(group.people):
                await group.say(name, "/join", thread=topic)
            await group.say("小明", "/seats 小明 小红 小刚 小丽", thread=topic)
        for n in (1, 2):
            for topic in topics:
                assert await group.say("小明", "/hu 小明 自摸 混一色", thread=topic) == [
                    f"#{n} 小明 自摸 · 混一色"
                ]
        said = {sent.message.get("message_thread_id") for sent in group.fake.sent[-4:]}
        assert said == set(topics)

    play(tmp_path, evening)
    engine = open_engine(f"sqlite:///{tmp_path / 'book.db'}")
    with Books(engine).look(Address(-1)) as nothing:
        assert nothing is None
    engine.dispose()


HOSTILE = (
    "<b>", "</a>&amp;", "a&b<c>", "-48", "_*[x](tg://user?id=1)`", "\u202e翻过来", "👩‍👩‍👧‍👦", "é" + "\u0301" * 40, "名" * 64,
    "%s{}$1", "'; DROP TABLE entries;--", "自摸", "/undo", "@quezhang_bot", "2筒", "nul\0nul", "\u200b",
)  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE, ids=ascii)
def test_a_hostile_name_plays_as_any_other(
    tmp_path: Path, name: str, capfd: pytest.CaptureFixture[str]
) -> None:
    """Whatever somebody calls himself: he joins, sits, wins, is undone and settled, and the markup holds (the fake
    refuses what Telegram would refuse, and the bot would send it bare).
    """

    async def evening(group: Group) -> None:
        group.people["怪"] = strange = group.fake.user(name)
        await group.say("小明", "/new wuxi")
        for who in ("小明", "小红", "小刚"):
            await group.say(who, "/join")
        if not any("加入" in line for line in await group.say("怪", "/join")):  # no name to be called by
            await group.say("怪", "/join 阿怪")
        await group.say("小明", "/draw")
        label = next(
            key["text"]
            for row in group.room.messages[max(group.room.messages)]
            .get("reply_markup", {})
            .get("inline_keyboard", [])
            for key in row
        )
        await group.tap("小明", label)
        for who, text in (
            ("怪", "/hu 自摸 混一色"), ("小明", "/hu 小明 点炮 小红 混一色"), ("怪", "/table"), ("小明", "/log"), ("怪", "/undo"), ("怪", "/hu 自摸 清一色"),
            ("小明", "/end"), ("怪", "/iam 阿怪"), ("怪", "/stats"), ("怪", "/rank"), ("怪", "/export"),
        ):  # fmt: skip
            await group.say(who, text)
        assert group.station.faults == 0
        assert strange.first_name == name

    play(tmp_path, evening)
    assert "[error" not in capfd.readouterr().out
