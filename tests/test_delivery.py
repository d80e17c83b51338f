"""Updates in, answers out: exactly once, in order, whatever happens between (7-engineering)."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, text

from bot.delivery import intake
from bot.delivery.station import Station
from bot.fake import ApiError, FakeTelegram
from bot.limiter import Limits
from storage.book import Address, Books
from tests.book_evening import AT, sit_down
from tests.counter import Routes, station, texts

PNG = b"\x89PNG\r\n\x1a\n" + bytes(8) + (90).to_bytes(4) * 2  # as much of one as the fake looks at
Play = Callable[[Station, FakeTelegram], Awaitable[None]]


@pytest.fixture
def fake() -> FakeTelegram:
    return FakeTelegram(token=None, privacy=False)


def run(engine: Engine, fake: FakeTelegram, play: Play, **options: Any) -> Station:
    """Plays with a station that is started before and stopped after."""
    bot = station(engine, fake, **options)

    async def whole() -> None:
        await bot.start()
        async with asyncio.timeout(60):
            await play(bot, fake)
        await bot.stop()

    asyncio.run(whole())
    return bot


def active(books: Books, chat_id: int) -> bool:
    with books.look(Address(chat_id)) as book:
        return book is not None and book.chat.active


def count(engine: Engine, chat_id: int) -> str | None:
    with Books(engine).look(Address(chat_id)) as book:
        return book.setting("count") if book else None


def test_one_message_in_one_message_out(engine: Engine, fake: FakeTelegram) -> None:
    group, ming = fake.group("桌"), fake.user("小明")

    async def play(bot: Station, fake: FakeTelegram) -> None:
        for word in ("add", "add", "nothing", "hm"):
            fake.say(group, ming, word)
        await bot.drain()

    run(engine, fake, play)
    assert texts(fake) == ["1", "2"]
    assert fake.pending() == []


def test_a_redelivered_update_is_carried_out_once(engine: Engine, fake: FakeTelegram) -> None:
    group, ming = fake.group("桌"), fake.user("小明")

    async def play(bot: Station, fake: FakeTelegram) -> None:
        fake.say(group, ming, "add")
        (raw,) = fake.pending()
        await asyncio.gather(*(bot.intake.take(raw) for _ in range(3)))
        await bot.drain()

    run(engine, fake, play)
    assert texts(fake) == ["1"]
    assert count(engine, group.id) == "1"


def test_a_double_tap_is_two_taps_and_a_redelivered_one_is_answered_again(
    engine: Engine, fake: FakeTelegram
) -> None:
    group, ming = fake.group("桌"), fake.user("小明")

    async def play(bot: Station, fake: FakeTelegram) -> None:
        fake.say(group, ming, "add")
        await bot.drain()
        message = fake.sent[-1].message["message_id"]
        fake.tap(ming, group, message, "plus")
        (raw,) = fake.pending()
        await bot.intake.take(raw)
        await bot.intake.take(raw)
        fake.tap(ming, group, message, "plus")
        await bot.drain()

    run(engine, fake, play)
    assert count(engine, group.id) == "3"
    toasts = texts(fake, "answerCallbackQuery")
    assert toasts[0] == "now 2"
    assert toasts[-1] == "now 3"
    assert texts(fake, "sendMessage") == ["1"]
    assert texts(fake, "editMessageText")[-1] == "3"


def test_an_edit_is_another_update_than_its_message(engine: Engine, fake: FakeTelegram) -> None:
    group, ming, routes = fake.group("桌"), fake.user("小明"), Routes()

    async def play(bot: Station, fake: FakeTelegram) -> None:
        message = fake.say(group, ming, "hm")
        fake.edit(group, message["message_id"], "add")
        await bot.drain()

    run(engine, fake, play, routes=routes)
    assert [(ask.text, ask.edited) for ask in routes.asks] == [("hm", False), ("add", True)]
    assert texts(fake) == ["1"]


def test_ephemeral_messages_have_no_number_and_are_not_taken_for_one(
    engine: Engine, fake: FakeTelegram
) -> None:
    group, ming = fake.group("桌"), fake.user("小明")

    async def play(bot: Station, fake: FakeTelegram) -> None:
        for _ in range(2):
            fake.say(group, ming, "add", ephemeral=True)
        await bot.drain()

    run(engine, fake, play)
    assert count(engine, group.id) == "2"


def test_a_mistake_undoes_everything_and_is_told(engine: Engine, fake: FakeTelegram) -> None:
    group, ming = fake.group("桌"), fake.user("小明")

    async def play(bot: Station, fake: FakeTelegram) -> None:
        message = fake.say(group, ming, "wrong")
        await bot.drain()
        assert fake.sent[-1].message["reply_to_message"]["message_id"] == message["message_id"]

    run(engine, fake, play)
    assert texts(fake) == ["mistake unreadable"]
    assert count(engine, group.id) is None


def test_a_fault_is_told_with_an_id_and_the_update_kept(
    engine: Engine, fake: FakeTelegram, capfd: pytest.CaptureFixture[str]
) -> None:
    group, ming, operator = fake.group("桌"), fake.user("小明"), fake.user("管")
    fake.private(operator)

    async def play(bot: Station, fake: FakeTelegram) -> None:
        fake.say(group, ming, "boom")
        fake.say(group, ming, "add")
        await bot.drain()

    bot = run(engine, fake, play, settings={"operator_chat": operator.id})
    told, fault, one = texts(fake)
    assert one == "1"
    assert fault.startswith("fault ")
    assert fault in told
    assert "boom" not in fault
    ((_, raw, reason),) = bot.inbox.quarantined()
    assert reason == fault
    assert json.loads(raw)["message"]["text"] == "boom"
    assert bot.faults == 1


def test_poison_blocks_nobody(engine: Engine, fake: FakeTelegram) -> None:
    group, ming = fake.group("桌"), fake.user("小明")

    async def play(bot: Station, fake: FakeTelegram) -> None:
        fake.say(group, ming, "add")
        fake.push("message", {"message_id": "?", "chat": 5})
        fake.say(group, ming, "add")
        await bot.drain()

    bot = run(engine, fake, play)
    assert texts(fake) == ["1", "2"]
    assert [reason.partition(":")[0] for _, _, reason in bot.inbox.quarantined()] == ["cannot be read"]
    assert fake.pending() == []


def test_poison_that_is_nested_too_deep_is_kept_by_its_number(engine: Engine, fake: FakeTelegram) -> None:
    message: dict[str, object] = {"message_id": 1}
    for _ in range(5000):
        message = {"message_id": 1, "reply_to_message": message}

    async def play(bot: Station, fake: FakeTelegram) -> None:
        await bot.intake.take({"update_id": 7, "message": message})

    bot = run(engine, fake, play)
    ((number, raw, reason),) = bot.inbox.quarantined()
    assert (number, json.loads(raw)) == (7, {"update_id": 7})
    assert reason.startswith("cannot be read")


def test_a_fault_in_one_chat_holds_up_no_other_that_talks_at_once(engine: Engine, fake: FakeTelegram) -> None:
    groups, ming = [fake.group(f"桌{i}") for i in range(3)], fake.user("小明")

    async def play(bot: Station, fake: FakeTelegram) -> None:
        for group, word in zip(groups, ("add", "stop", "add"), strict=True):
            fake.say(group, ming, word)
        await asyncio.wait_for(bot.drain(), 30)

    bot = run(engine, fake, play)
    said = {sent.chat.id: sent.message["text"] for sent in fake.sent if sent.chat is not None}
    assert [said[group.id] for group in groups][::2] == ["1", "1"]
    assert said[groups[1].id].startswith("fault ")
    assert bot.faults == 1


def test_chats_run_side_by_side_and_each_in_order(engine: Engine, fake: FakeTelegram) -> None:
    groups, ming = [fake.group(f"桌{i}") for i in range(50)], fake.user("小明")

    async def play(bot: Station, fake: FakeTelegram) -> None:
        for _ in range(4):
            for group in groups:
                fake.say(group, ming, "add")
        await bot.drain()

    run(engine, fake, play)
    for group in groups:
        said = [
            sent.message["text"] for sent in fake.sent if sent.chat is not None and sent.chat.id == group.id
        ]
        assert said == ["1", "2", "3", "4"]


def test_a_slow_update_is_put_aside_and_holds_up_nobody(
    engine: Engine, fake: FakeTelegram, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(intake, "PATIENCE", 2.0)
    slow, quick, ming = fake.group("慢"), fake.group("快"), fake.user("小明")

    async def play(bot: Station, fake: FakeTelegram) -> None:
        go = asyncio.Event()

        async def rights(*_: Any, **__: Any) -> None:
            await go.wait()

        real, bot.carrier._is_admin = bot.carrier._is_admin, rights  # type: ignore[method-assign, assignment]
        fake.say(slow, ming, "admin")
        fake.say(quick, ming, "add")
        await bot.polling.once()
        assert len(bot.inbox.waiting()) == 1
        await bot.polling.once()
        assert fake.pending() == []  # confirmed, because it is safe
        await bot.sender.flush()
        assert texts(fake) == ["1"]
        go.set()
        bot.carrier._is_admin = real  # type: ignore[method-assign]
        await bot.drain()
        await asyncio.sleep(0)
        await bot.intake.idle()
        assert bot.inbox.waiting() == []

    run(engine, fake, play)
    assert texts(fake) == ["1", "None None"]


def test_what_was_put_aside_is_carried_out_at_the_next_start(engine: Engine, fake: FakeTelegram) -> None:
    group, ming = fake.group("桌"), fake.user("小明")
    fake.say(group, ming, "add")
    (raw,) = fake.pending()

    async def leave(bot: Station, fake: FakeTelegram) -> None:
        await bot.apart(bot.inbox.keep, raw["update_id"], json.dumps(raw))

    async def drain(bot: Station, fake: FakeTelegram) -> None:
        assert count(engine, group.id) == "1"
        await bot.drain()
        assert bot.inbox.waiting() == []

    run(engine, fake, leave)
    run(engine, fake, drain)
    assert texts(fake) == ["1"]


def test_answers_that_were_not_sent_are_sent_at_the_next_start(engine: Engine, fake: FakeTelegram) -> None:
    group, ming = fake.group("桌"), fake.user("小明")

    async def crash(bot: Station, fake: FakeTelegram) -> None:
        fake.say(group, ming, "add")
        (raw,) = fake.pending()
        await bot.carrier.carry_out(raw)  # committed, and nothing sent
        assert texts(fake) == []

    async def again(bot: Station, fake: FakeTelegram) -> None:
        await bot.drain()

    run(engine, fake, crash)
    run(engine, fake, again)
    assert texts(fake) == ["1"]
    assert count(engine, group.id) == "1"
    run(engine, fake, again)
    assert texts(fake) == ["1"]


def test_a_database_that_is_locked_is_waited_for(tmp_path: Path, fake: FakeTelegram) -> None:
    from storage.engine import open_engine

    url = f"sqlite:///{tmp_path / 'book.db'}"
    engine, other = open_engine(url), open_engine(url)
    group, ming = fake.group("桌"), fake.user("小明")

    async def play(bot: Station, fake: FakeTelegram) -> None:
        with engine.connect() as connection:
            connection.exec_driver_sql("PRAGMA busy_timeout=20")
        fake.say(group, ming, "add")
        fake.push("message", {"message_id": "?"})
        with other.begin():
            draining = asyncio.create_task(bot.drain())
            await asyncio.sleep(0.5)
            assert not draining.done()
        await draining
        assert len(bot.inbox.quarantined()) == 1

    run(engine, fake, play)
    assert texts(fake) == ["1"]
    other.dispose()


# ── out ───────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_later_say_edits_the_message_of_its_subject(engine: Engine, fake: FakeTelegram) -> None:
    group, ming = fake.group("桌"), fake.user("小明")

    async def play(bot: Station, fake: FakeTelegram) -> None:
        fake.say(group, ming, "add")
        await bot.drain()
        panel = fake.sent[-1].message["message_id"]
        fake.tap(ming, group, panel, "plus")
        await bot.drain()
        assert fake.sent[-1].message["message_id"] == panel
        del group.messages[panel]  # somebody deleted it
        fake.say(group, ming, "plus")
        await bot.drain()
        new = fake.sent[-1].message["message_id"]
        assert new != panel
        fake.tap(ming, group, new, "plus")
        await bot.drain()

    run(engine, fake, play)
    assert texts(fake, "sendMessage") == ["1", "3"]
    assert texts(fake, "editMessageText") == ["2", "4"]


def test_the_tapped_message_can_be_edited(engine: Engine, fake: FakeTelegram) -> None:
    group, ming = fake.group("桌"), fake.user("小明")

    async def play(bot: Station, fake: FakeTelegram) -> None:
        fake.say(group, ming, "add")
        await bot.drain()
        group.messages[fake.sent[-1].message["message_id"]]["reply_markup"]["inline_keyboard"][0][0][
            "callback_data"
        ] = "here"
        fake.tap(ming, group, fake.sent[-1].message["message_id"], "here")
        await bot.drain()

    run(engine, fake, play)
    assert texts(fake, "editMessageText") == ["here 2"]


def test_a_tap_that_means_nothing_is_answered_too(engine: Engine, fake: FakeTelegram) -> None:
    group, ming = fake.group("桌"), fake.user("小明")

    async def play(bot: Station, fake: FakeTelegram) -> None:
        fake.say(group, ming, "add")
        await bot.drain()
        keyboard = group.messages[fake.sent[-1].message["message_id"]]["reply_markup"]["inline_keyboard"]
        keyboard[0][0]["callback_data"] = "gone"
        fake.tap(ming, group, fake.sent[-1].message["message_id"], "gone")
        await bot.drain()

    run(engine, fake, play)
    assert texts(fake, "answerCallbackQuery") == ["too late"]


def test_an_inline_query_is_answered_and_leaves_nothing(engine: Engine, fake: FakeTelegram) -> None:
    ming = fake.user("小明")

    async def play(bot: Station, fake: FakeTelegram) -> None:
        fake.inline(ming, "calc")
        await bot.drain()

    run(engine, fake, play)
    (sent,) = fake.sent
    assert sent.message["results"][0]["title"] == "calc!"
    assert Books(engine).at(ming.id) == []


def test_pictures_go_as_photos_and_their_edits_too(engine: Engine, fake: FakeTelegram) -> None:
    group, ming = fake.group("桌"), fake.user("小明")
    drawn: list[str] = []

    def draw(picture: str) -> bytes:
        drawn.append(picture)
        return PNG + picture.encode()

    async def play(bot: Station, fake: FakeTelegram) -> None:
        fake.say(group, ming, "photo")
        fake.say(group, ming, "hm")
        await bot.drain()
        fake.say(group, ming, "photo2")
        await bot.drain()

    run(engine, fake, play, draw=draw)
    assert [sent.method for sent in fake.sent] == ["sendPhoto", "editMessageMedia"]
    assert texts(fake) == ["caption", "caption 2"]
    assert drawn == ["a tile", "another tile"]


def test_where_photos_are_forbidden_the_text_goes_alone(engine: Engine, fake: FakeTelegram) -> None:
    group, ming = fake.group("桌"), fake.user("小明")
    group.forbidden.add("photos")

    async def play(bot: Station, fake: FakeTelegram) -> None:
        fake.say(group, ming, "photo")
        await bot.drain()
        fake.say(group, ming, "photo2")
        await bot.drain()

    run(engine, fake, play, draw=lambda _: PNG)
    assert [sent.method for sent in fake.sent] == ["sendMessage", "editMessageText"]


def test_a_picture_that_cannot_be_drawn_is_left_out(engine: Engine, fake: FakeTelegram) -> None:
    group, ming = fake.group("桌"), fake.user("小明")

    def draw(_: str) -> bytes:
        raise ValueError

    async def play(bot: Station, fake: FakeTelegram) -> None:
        fake.say(group, ming, "photo")
        await bot.drain()

    run(engine, fake, play, draw=draw)
    assert texts(fake, "sendMessage") == ["caption"]


def test_markup_that_telegram_does_not_take_goes_as_plain_text(engine: Engine, fake: FakeTelegram) -> None:
    group, ming = fake.group("桌"), fake.user("小明")

    async def play(bot: Station, fake: FakeTelegram) -> None:
        fake.say(group, ming, "bad html")
        await bot.drain()

    run(engine, fake, play)
    assert texts(fake) == ["one & two"]


def test_what_is_longer_than_a_message_is_split_at_line_ends(engine: Engine, fake: FakeTelegram) -> None:
    group, ming = fake.group("桌"), fake.user("小明")

    async def play(bot: Station, fake: FakeTelegram) -> None:
        fake.say(group, ming, "long")
        await bot.drain()

    run(engine, fake, play)
    assert "\n".join(texts(fake)).split("\n") == [f"line {i}" for i in range(1000)]
    assert ["reply_markup" in sent.message for sent in fake.sent] == [False, False, True]


def test_files_come_and_go(engine: Engine, fake: FakeTelegram) -> None:
    group, ming, routes = fake.group("桌"), fake.user("小明"), Routes()

    async def play(bot: Station, fake: FakeTelegram) -> None:
        fake.upload(group, ming, "it.txt", b"data", caption="/file")
        await bot.drain()

    run(engine, fake, play, routes=routes)
    assert (routes.asks[0].file, routes.asks[0].file_name) == (b"data", "it.txt")
    assert [sent.method for sent in fake.sent] == ["sendDocument"]


def test_a_chat_that_threw_the_bot_out_stays_silent_until_it_is_back(
    engine: Engine, fake: FakeTelegram
) -> None:
    ming = fake.user("小明")
    group, other = fake.group("桌", ming), fake.group("别", ming)

    async def play(bot: Station, fake: FakeTelegram) -> None:
        fake.say(group, ming, "add")
        fake.kick_bot(group, ming)
        fake.say(other, ming, "add")
        await bot.drain()
        assert texts(fake) == ["1"]
        assert not await bot.apart(active, bot.books, group.id)
        fake.add_bot(group, ming)
        fake.say(group, ming, "add")
        await bot.drain()

    run(engine, fake, play)
    assert texts(fake) == ["1", "invited", "2"]


def test_answers_follow_the_group_to_its_supergroup(engine: Engine, fake: FakeTelegram) -> None:
    ming = fake.user("小明")
    for new_first in (False, True):
        group = fake.group("桌", ming, basic=True)
        fake.sent.clear()

        async def play(bot: Station, fake: FakeTelegram) -> None:
            fake.say(group, ming, "add")  # noqa: B023
            new = fake.migrate(group, ming, new_first=new_first)  # noqa: B023
            fake.say(new, ming, "add")
            await bot.drain()
            assert [sent.chat.id for sent in fake.sent if sent.chat] == [new.id, new.id]

        run(engine, fake, play)
        assert texts(fake) == ["1", "2"]


def test_a_topic_is_a_chat_of_its_own(engine: Engine, fake: FakeTelegram) -> None:
    ming = fake.user("小明")
    forum = fake.group("坛", ming, forum=True)

    async def play(bot: Station, fake: FakeTelegram) -> None:
        thread = fake.topic(forum, ming, "东")
        fake.say(forum, ming, "add", thread=thread)
        fake.say(forum, ming, "add", thread=thread)
        fake.say(forum, ming, "add")
        await bot.drain()
        assert [sent.message.get("message_thread_id") for sent in fake.sent] == [thread, thread, None]
        forum.topics.discard(thread)
        fake.sent.clear()

    run(engine, fake, play)
    assert len(Books(engine).at(forum.id)) == 2


def test_one_chats_429_holds_up_nobody_else(engine: Engine, fake: FakeTelegram) -> None:
    slow, quick, ming = fake.group("慢"), fake.group("快"), fake.user("小明")
    slept: list[float] = []
    held, quick_done = asyncio.Event(), asyncio.Event()

    async def sleep(seconds: float) -> None:
        slept.append(seconds)
        held.set()
        await quick_done.wait()
        bot_time[0] += seconds

    bot_time = [0.0]

    async def play(bot: Station, fake: FakeTelegram) -> None:
        bot.sender._limiter._clock = lambda: bot_time[0]
        fake.fail("sendMessage", ApiError(429, "Too Many Requests: retry after 17", retry_after=17))
        fake.say(slow, ming, "add")
        await bot.polling.once()
        await held.wait()
        fake.say(quick, ming, "add")
        await bot.polling.once()
        await asyncio.sleep(0.2)
        assert [sent.chat.id for sent in fake.sent if sent.chat] == [quick.id]
        quick_done.set()
        await bot.drain()

    run(engine, fake, play, sleep=sleep)
    assert slept[0] == pytest.approx(17, abs=0.1)
    assert [sent.chat.id for sent in fake.sent if sent.chat] == [quick.id, slow.id]


def test_waiting_edits_of_a_subject_become_one(engine: Engine, fake: FakeTelegram) -> None:
    group, ming = fake.group("桌"), fake.user("小明")
    waiting, go = asyncio.Event(), asyncio.Event()

    async def sleep(_: float) -> None:
        waiting.set()
        await go.wait()

    async def play(bot: Station, fake: FakeTelegram) -> None:
        fake.fail("sendMessage")  # the first attempt times out
        for word in ("add", "plus", "plus", "add", "plus"):
            fake.say(group, ming, word)
        await bot.polling.once()
        await waiting.wait()
        go.set()
        await bot.drain()
        with engine.connect() as connection:
            assert connection.scalar(text("SELECT count(*) FROM outbox")) == 0

    run(engine, fake, play, sleep=sleep)
    assert texts(fake) == ["5", "4"]  # the first message shows the last state


def test_what_timed_out_is_sent_again(engine: Engine, fake: FakeTelegram) -> None:
    group, ming = fake.group("桌"), fake.user("小明")

    async def sleep(_: float) -> None:
        """There is no hurry in a test."""

    async def play(bot: Station, fake: FakeTelegram) -> None:
        fake.fail("sendMessage", times=3)
        fake.fail("sendMessage", ApiError(502, "Bad Gateway"))
        fake.say(group, ming, "add")
        fake.say(group, ming, "add")
        await bot.drain()

    run(engine, fake, play, sleep=sleep)
    assert texts(fake) == ["1", "2"]


def test_limits_are_kept(engine: Engine) -> None:
    from bot.fake import Limits as Strict

    now = [1000.0]
    fake = FakeTelegram(token=None, privacy=False, limits=Strict(), clock=lambda: now[0])
    group, ming = fake.group("桌"), fake.user("小明")

    async def sleep(seconds: float) -> None:
        now[0] += seconds

    async def play(bot: Station, fake: FakeTelegram) -> None:
        bot.sender._limiter._clock = lambda: now[0]
        for _ in range(45):
            fake.say(group, ming, "add")
        await bot.drain()
        for _ in range(3):
            fake.say(fake.private(ming), ming, "add")
        await bot.drain()

    run(engine, fake, play, limits=Limits(), sleep=sleep)
    assert texts(fake) == [*(str(i) for i in range(1, 46)), "1", "2", "3"]
    assert 120 <= now[0] - 1000 < 130


# ── who asks ──────────────────────────────────────────────────────────────────────────────────────────────


def test_rights_are_asked_only_where_the_route_needs_them(engine: Engine, fake: FakeTelegram) -> None:
    boss, ming = fake.user("老板"), fake.user("小明")
    group = fake.group("桌", boss)
    fake.join(group, ming)

    async def play(bot: Station, fake: FakeTelegram) -> None:
        for user in (boss, ming):
            fake.say(group, user, "/admin")
        fake.promote(group, boss, boss, "creator", anonymous=True)
        fake.say(group, boss, "/admin@quezhang_bot")
        fake.say(group, boss, "/admin@another_bot")
        fake.say(group, ming, "/hear")
        fake.say(fake.private(ming), ming, "/admin")
        await bot.drain()

    routes = Routes()
    run(engine, fake, play, routes=routes)
    said = [sent.message["text"] for sent in fake.sent if sent.chat == group]
    assert said == ["joined 小明", "True None", "False None", "True None", "None True"]
    assert [sent.message["text"] for sent in fake.sent if sent.chat != group] == ["True None"]
    (anonymous,) = (ask for ask in routes.asks if ask.anonymous)
    assert (anonymous.anonymous, anonymous.user) == (True, None)


def test_rights_that_a_handler_turns_out_to_need_are_asked_then(engine: Engine, fake: FakeTelegram) -> None:
    boss, ming = fake.user("老板"), fake.user("小明")
    group = fake.group("桌", boss)
    fake.join(group, ming)

    async def play(bot: Station, fake: FakeTelegram) -> None:
        for user in (boss, ming):
            fake.say(group, user, "later admin")
        fake.say(fake.private(ming), ming, "later admin")
        await bot.drain()

    run(engine, fake, play)
    # nothing of the first attempt is left
    assert sorted(texts(fake)) == ["1 True", "1 True", "2 False", "joined 小明"]


def test_a_session_left_open_is_reminded_of_once(engine: Engine, fake: FakeTelegram) -> None:
    ming, now = fake.user("小明"), [AT]
    group = fake.group("桌", ming)

    async def play(bot: Station, fake: FakeTelegram) -> None:
        await bot.apart(sit_down, bot.books, Address(group.id))
        for hours in (4, 9, 10, 30):
            now[0] = AT + timedelta(hours=hours)
            await bot.keep_house()
            await bot.sender.flush()
            assert texts(fake) == ([] if hours == 4 else ["still open"])

    run(engine, fake, play, clock=lambda: now[0])


def test_what_was_seen_is_forgotten_after_days(engine: Engine, fake: FakeTelegram) -> None:
    group, ming, now = fake.group("桌"), fake.user("小明"), [AT]

    async def play(bot: Station, fake: FakeTelegram) -> None:
        fake.say(group, ming, "add")
        (raw,) = fake.pending()
        await bot.drain()
        now[0] = AT + timedelta(days=1, hours=1)
        await bot.keep_house()
        await bot.intake.take(raw)
        await bot.sender.flush()
        assert texts(fake) == ["1"]
        now[0] = AT + timedelta(days=4)
        await bot.keep_house()
        with engine.connect() as connection:
            assert connection.scalar(text("SELECT count(*) FROM seen")) == 0

    run(engine, fake, play, clock=lambda: now[0])


def test_what_an_ask_says(engine: Engine, fake: FakeTelegram) -> None:
    group, ming, routes = fake.group("桌"), fake.user("小明"), Routes()
    hong = fake.user("小红")

    async def play(bot: Station, fake: FakeTelegram) -> None:
        fake.say(group, ming, "add")
        await bot.drain()
        answer = fake.sent[-1].message["message_id"]
        mention = {"type": "text_mention", "offset": 8, "length": 2, "user": hong.json()}
        fake.say(group, ming, "/join 😀 小红\n x", reply_to=answer, entities=[mention])
        fake.say(group, ming, "@quezhang_bot 战况")
        await bot.drain()

    run(engine, fake, play, routes=routes)
    _, join, words = routes.asks
    assert (join.command, join.text, join.reply_to_bot, join.reply_text) == ("join", "😀 小红\n x", True, "1")
    assert [(m.shown, m.user.id) for m in join.mentions] == [(join.mentions[0].shown, hong.id)]
    assert (words.command, words.text, words.title, words.private) == (None, "战况", "桌", False)
    assert join.user is not None
    assert (join.user.id, join.user.first_name) == (ming.id, "小明")


def test_newcomers_and_the_bots_own_coming(engine: Engine, fake: FakeTelegram) -> None:
    boss, ming = fake.user("老板"), fake.user("小明")
    group = fake.group("桌", boss, bot="left")

    async def play(bot: Station, fake: FakeTelegram) -> None:
        fake.add_bot(group, boss)
        fake.join(group, ming)
        await bot.drain()

    run(engine, fake, play)
    assert texts(fake) == ["invited", "joined 小明"]
