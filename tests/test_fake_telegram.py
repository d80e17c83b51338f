"""Contract of the fake Telegram, through a real `telegram.Bot`, over both wires: in process and over HTTP."""

from __future__ import annotations

import asyncio
import json
import struct
import zlib
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any

import pytest
import uvicorn
from telegram import (
    Bot,
    BotCommand,
    BotCommandScopeAllGroupChats,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    InlineQueryResultArticle,
    InputMediaDocument,
    InputMediaPhoto,
    InputTextMessageContent,
    MenuButtonWebApp,
    Message,
    MessageEntity,
    ReplyParameters,
    Update,
    WebAppInfo,
)
from telegram.error import (
    BadRequest,
    ChatMigrated,
    Conflict,
    EndPointNotFound,
    Forbidden,
    InvalidToken,
    RetryAfter,
    TimedOut,
)
from telegram.ext import Application, ContextTypes, MessageHandler, filters
from telegram.request import HTTPXRequest

from bot.fake import TOKEN, ApiError, FakeRequest, FakeTelegram, Limits
from bot.fake.http import serve
from bot.fake.markup import cut, text_mention

Scenario = Callable[[FakeTelegram, Bot], Awaitable[None]]


class Clock:
    """A clock that stands until it is moved."""

    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


@asynccontextmanager
async def over_http(fake: FakeTelegram) -> AsyncIterator[str]:
    """The base URL at which `fake` is served."""
    server = uvicorn.Server(uvicorn.Config(serve(fake), port=0, log_level="error", lifespan="off"))
    task = asyncio.create_task(server.serve())
    while not server.started:  # noqa: ASYNC110 - uvicorn tells it in no other way
        await asyncio.sleep(0.005)
    try:
        yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    finally:
        server.should_exit = True
        await task


async def play(wire: str, fake: FakeTelegram, scenario: Scenario) -> None:
    """Runs `scenario` with a bot on that wire."""
    if wire == "memory":
        request = FakeRequest(fake)
        async with Bot(TOKEN, request=request, get_updates_request=FakeRequest(fake)) as bot:
            await scenario(fake, bot)
    else:
        async with over_http(fake) as base:
            requests = [HTTPXRequest(read_timeout=0.3) for _ in range(2)]
            async with Bot(
                TOKEN,
                base_url=f"{base}/bot",
                base_file_url=f"{base}/file/bot",
                request=requests[0],
                get_updates_request=requests[1],
            ) as bot:
                await scenario(fake, bot)


def on_both_wires(**options: Any) -> Callable[[Scenario], Callable[[str], None]]:
    """Makes a test of a scenario; `options` are those of `FakeTelegram`."""

    def decorate(scenario: Scenario) -> Callable[[str], None]:
        @pytest.mark.parametrize("wire", ["memory", "http"])
        def test(wire: str) -> None:
            # the clock is made anew for each run
            made: dict[str, Any] = {
                key: value() if value is Clock else value for key, value in options.items()
            }
            asyncio.run(play(wire, FakeTelegram(**made), scenario))

        test.__doc__ = scenario.__doc__
        return test

    return decorate


async def updates(bot: Bot, kind: str = "message", offset: int | None = None) -> list[Any]:
    """What waits for the bot, as the field `kind` of the updates."""
    found = await bot.get_updates(offset=offset, timeout=0, allowed_updates=Update.ALL_TYPES)
    return [value for update in found if (value := getattr(update, kind)) is not None]


def keys(*rows: list[InlineKeyboardButton]) -> InlineKeyboardMarkup:
    """A keyboard of these rows."""
    return InlineKeyboardMarkup(rows)


def key(text: str, data: str = "x") -> InlineKeyboardButton:
    """A button that calls back."""
    return InlineKeyboardButton(text, callback_data=data)


def png(width: int, height: int) -> bytes:
    """A black picture."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    body = zlib.compress(b"".join(b"\0" + b"\0" * width for _ in range(height)))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", body) + chunk(b"IEND", b"")


@asynccontextmanager
async def refused(wanted: str, kind: type[Exception] = BadRequest) -> AsyncIterator[None]:
    """Expects a refusal that says `wanted`."""
    with pytest.raises(kind) as caught:
        yield
    assert wanted.lower() in str(caught.value).lower()  # PTB changes the case of what Telegram says


# -- updates


@on_both_wires()
async def test_updates_come_again_until_they_are_confirmed(fake: FakeTelegram, bot: Bot) -> None:
    me = fake.user("小明")
    for word in ("a", "b", "c"):
        fake.say(me, me, word)
    first = await bot.get_updates(timeout=0, limit=2)
    assert [update.message.text for update in first if update.message] == ["a", "b"]
    assert await bot.get_updates(timeout=0, limit=2) == first
    assert [message.text for message in await updates(bot, offset=first[0].update_id + 1)] == ["b", "c"]
    assert [message.text for message in await updates(bot, offset=-1)] == ["c"]
    assert [message.text for message in await updates(bot)] == ["c"]  # a negative offset forgets the others


@on_both_wires()
async def test_a_long_poll_ends_with_the_first_update(fake: FakeTelegram, bot: Bot) -> None:
    me = fake.user("小明")
    poll = asyncio.create_task(bot.get_updates(timeout=5))
    await asyncio.sleep(0.1)
    assert not poll.done()
    fake.say(me, me, "now")
    (update,) = await asyncio.wait_for(poll, 1)
    assert update.message
    assert update.message.text == "now"


@on_both_wires()
async def test_a_second_poll_ends_the_first(fake: FakeTelegram, bot: Bot) -> None:
    first = asyncio.create_task(bot.get_updates(timeout=5))
    await asyncio.sleep(0.1)
    assert await bot.get_updates(timeout=0) == ()
    async with refused("terminated by other getUpdates request", Conflict):
        await asyncio.wait_for(first, 1)


@on_both_wires()
async def test_the_bot_gets_the_kinds_of_update_it_asked_for(fake: FakeTelegram, bot: Bot) -> None:
    boss, me = fake.user("阿东"), fake.user("小明")
    group = fake.group("群", boss, bot="administrator")
    fake.promote(group, me, boss)
    assert await bot.get_updates(timeout=0) == ()  # chat_member must be asked for by name
    await bot.get_updates(timeout=0, allowed_updates=["chat_member"])
    fake.say(group, me, "/hi")
    fake.promote(group, me, boss, "member")
    (update,) = await bot.get_updates(timeout=0)
    assert update.chat_member
    assert (update.chat_member.old_chat_member.status, update.chat_member.new_chat_member.status) == (
        "administrator",
        "member",
    )


@on_both_wires(clock=Clock)
async def test_telegram_forgets_taps_sooner_than_messages(fake: FakeTelegram, bot: Bot) -> None:
    me = fake.user("小明")
    fake.say(me, me, "hello")
    message = await bot.send_message(me.id, "?", reply_markup=keys([key("ok")]))
    fake.tap(me, me, message.message_id, "ok")
    assert isinstance(fake.clock, Clock)
    fake.clock.now += 151
    assert [update.callback_query for update in await bot.get_updates(timeout=0)] == [None]
    fake.clock.now += 24 * 3600
    assert await bot.get_updates(timeout=0) == ()


@on_both_wires()
async def test_the_webhook_keeps_what_is_not_taken(fake: FakeTelegram, bot: Bot) -> None:
    me = fake.user("小明")
    async with refused("HTTPS URL must be provided"):
        await bot.set_webhook("http://example.org")
    async with refused("unallowed characters"):
        await bot.set_webhook("https://example.org", secret_token="a b")
    await bot.set_webhook("https://example.org/hook", secret_token="s3cret", allowed_updates=["message"])
    for word in ("a", "b", "c"):
        fake.say(me, me, word)
    seen: list[str] = []

    async def post(body: bytes, headers: Mapping[str, str]) -> int:
        assert headers["x-telegram-bot-api-secret-token"] == "s3cret"
        seen.append(json.loads(body)["message"]["text"])
        return 500 if len(seen) == 2 else 200

    assert await fake.deliver(post) == 1
    info = await bot.get_webhook_info()
    assert (info.url, info.pending_update_count, info.allowed_updates) == (
        "https://example.org/hook",
        2,
        ("message",),
    )
    assert info.last_error_message
    async with refused("webhook is active", Conflict):
        await bot.get_updates(timeout=0)
    assert await fake.deliver(post) == 2
    assert seen == ["a", "b", "b", "c"]
    fake.say(me, me, "d")
    await bot.delete_webhook(drop_pending_updates=True)
    assert await bot.get_updates(timeout=0) == ()


# -- what a bot sees


@on_both_wires()
async def test_privacy_mode(fake: FakeTelegram, bot: Bot) -> None:
    me, boss, other = fake.user("小明"), fake.user("阿东"), fake.user("robot", "robot", is_bot=True)
    group = fake.group("群", boss)
    greeting = await bot.send_message(group.id, "hello")
    assert not bot.bot.can_read_all_group_messages
    heard = ["/hu 自摸", "/hu@QUEZHANG_bot 自摸", "sure"]
    fake.say(group, me, "小明 自摸")
    fake.say(group, me, "/胡 自摸")
    fake.say(group, me, "so /hu 自摸")
    fake.say(group, me, "/hu小明")
    fake.say(group, me, "/hu@robot 自摸")
    fake.say(group, me, "@quezhang_bot 自摸")
    fake.say(group, other, "/hu 自摸")
    fake.say(group, me, heard[0])
    fake.say(group, me, heard[1])
    fake.say(group, me, heard[2], reply_to=greeting.message_id)
    fake.join(group, fake.user("新人"))
    *texts, joined = await updates(bot)
    assert [message.text for message in texts] == heard
    assert joined.new_chat_members[0].first_name == "新人"

    fake.promote(group, fake.bot, boss)
    assert [change.new_chat_member.status for change in await updates(bot, "my_chat_member")] == [
        "administrator"
    ]
    fake.say(group, me, "小明 自摸")
    assert (await updates(bot))[-1].text == "小明 自摸"


@on_both_wires(privacy=False)
async def test_without_privacy_mode_everything_is_heard(fake: FakeTelegram, bot: Bot) -> None:
    me = fake.user("小明")
    loud, quiet = fake.group("群A"), fake.group("群B", privacy=True)
    fake.say(loud, me, "小明 自摸")
    fake.say(quiet, me, "小明 自摸")
    assert [message.chat.title for message in await updates(bot)] == ["群A"]
    assert bot.bot.can_read_all_group_messages


@on_both_wires()
async def test_edits_are_told_by_the_same_rules(fake: FakeTelegram, bot: Bot) -> None:
    me = fake.user("小明")
    group = fake.group("群")
    command, talk = fake.say(group, me, "/hu"), fake.say(group, me, "talk")
    fake.edit(group, command["message_id"], "/hu 自摸")
    fake.edit(group, talk["message_id"], "other talk")
    (edited,) = await updates(bot, "edited_message")
    assert edited.text == "/hu 自摸"
    assert edited.edit_date


@on_both_wires(privacy=False)
async def test_anonymous_admins_and_channels_write_without_a_face(fake: FakeTelegram, bot: Bot) -> None:
    boss = fake.user("阿东")
    group, channel = fake.group("群", boss), fake.channel("台", boss)
    fake.promote(group, boss, boss, "creator", anonymous=True)
    fake.say(group, boss, "/hu")
    fake.say(group, boss, "/hu", sender_chat=channel)
    anonymous, posted = await updates(bot)
    assert (anonymous.from_user.id, anonymous.sender_chat.id) == (1087968824, group.id)
    assert (posted.from_user.username, posted.sender_chat.id) == ("Channel_Bot", channel.id)
    panel = await bot.send_message(group.id, "?", reply_markup=keys([key("ok")]))
    fake.tap(boss, group, panel.message_id, "ok")
    (query,) = await updates(bot, "callback_query")
    assert query.from_user.id == boss.id
    fake.post(channel, "news")
    (post,) = await updates(bot, "channel_post")
    assert post.from_user is None


@on_both_wires()
async def test_ephemeral_messages_have_no_number(fake: FakeTelegram, bot: Bot) -> None:
    me = fake.user("小明")
    group = fake.group("群")
    fake.say(group, me, "psst", ephemeral=True)
    (message,) = await updates(bot)
    assert message.message_id == 0
    async with refused("message to be replied not found"):
        await bot.send_message(group.id, "?", reply_parameters=ReplyParameters(0))


@on_both_wires()
async def test_entities_are_counted_in_utf16(fake: FakeTelegram, bot: Bot) -> None:
    me, nameless = fake.user("小明"), fake.user("阿芳")
    group = fake.group("群")
    text = "/hu 🀄 阿芳 @robot"
    fake.say(group, me, text, entities=text_mention(text, "阿芳", nameless))
    (message,) = await updates(bot)
    found = message.parse_entities()
    assert sorted(found.values()) == ["/hu", "@robot", "阿芳"]
    mention = next(entity for entity in message.entities if entity.type == MessageEntity.TEXT_MENTION)
    assert (mention.offset, mention.user.id) == (7, nameless.id)
    assert cut(text, mention.offset, mention.length) == "阿芳"


@on_both_wires()
async def test_topics(fake: FakeTelegram, bot: Bot) -> None:
    me = fake.user("小明")
    forum, plain = fake.group("论坛", me, forum=True), fake.group("群", me)
    thread = fake.topic(forum, me, "麻将")
    fake.say(forum, me, "/in", thread=thread)
    fake.say(forum, me, "/out")
    root = fake.say(plain, me, "/root")
    fake.say(plain, me, "/answer", reply_to=root["message_id"])
    created, inside, outside, _, answer = await updates(bot)
    assert created.forum_topic_created.name == "麻将"
    assert (inside.message_thread_id, inside.is_topic_message) == (thread, True)
    assert inside.reply_to_message.forum_topic_created
    assert (outside.message_thread_id, outside.is_topic_message) == (None, None)
    assert (answer.message_thread_id, answer.is_topic_message) == (root["message_id"], None)
    sent = await bot.send_message(forum.id, "here", message_thread_id=thread)
    assert sent.message_thread_id == thread
    for chat, wrong in ((forum, 1), (forum, thread + 1), (plain, answer.message_thread_id)):
        async with refused("message thread not found"):
            await bot.send_message(chat.id, "there", message_thread_id=wrong)


@on_both_wires()
async def test_a_basic_group_becomes_a_supergroup(fake: FakeTelegram, bot: Bot) -> None:
    me = fake.user("小明")
    for new_first in (False, True):
        old = fake.group("群", me, basic=True)
        assert not str(old.id).startswith("-100")
        sent = await bot.send_message(old.id, "before")
        new = fake.migrate(old, me, new_first=new_first)
        assert str(new.id).startswith("-100")
        notices = [
            (message.migrate_to_chat_id, message.migrate_from_chat_id)
            for message in (await updates(bot))[-2:]
        ]
        assert notices == (
            [(None, old.id), (new.id, None)] if new_first else [(new.id, None), (None, old.id)]
        )
        with pytest.raises(ChatMigrated) as caught:
            await bot.send_message(old.id, "after")
        assert caught.value.new_chat_id == new.id
        with pytest.raises(ChatMigrated):
            await bot.edit_message_text("after", old.id, sent.message_id)
        await bot.send_message(new.id, "after")


@on_both_wires()
async def test_thrown_out_and_let_in_again(fake: FakeTelegram, bot: Bot) -> None:
    me = fake.user("小明")
    group = fake.group("群", me)
    sent = await bot.send_message(group.id, "hello")
    fake.kick_bot(group, me)
    calls: list[Callable[[], Awaitable[object]]] = [
        lambda: bot.send_message(group.id, "hello"),
        lambda: bot.edit_message_text("bye", group.id, sent.message_id),
        lambda: bot.delete_message(group.id, sent.message_id),
        lambda: bot.get_chat(group.id),
        lambda: bot.get_chat_member(group.id, me.id),
        lambda: bot.leave_chat(group.id),
    ]
    for call in calls:
        async with refused("bot was kicked from the supergroup chat", Forbidden):
            await call()
    fake.say(group, me, "/unheard")
    fake.add_bot(group, me)
    assert [message.new_chat_members[0].id for message in await updates(bot)] == [bot.id]
    changes = await updates(bot, "my_chat_member")
    assert [change.new_chat_member.status for change in changes] == ["kicked", "member"]
    await bot.leave_chat(group.id)
    async with refused("bot is not a member of the supergroup chat", Forbidden):
        await bot.send_message(group.id, "hello")


@on_both_wires()
async def test_private_chats_are_opened_and_closed_by_people(fake: FakeTelegram, bot: Bot) -> None:
    me = fake.user("小明")
    async with refused("bot can't initiate conversation with a user", Forbidden):
        await bot.send_message(me.id, "hello")
    async with refused("Chat not found"):
        await bot.send_message(12345, "hello")
    fake.say(me, me, "/start")
    await bot.send_message(me.id, "hello")
    fake.block(me)
    async with refused("bot was blocked by the user", Forbidden):
        await bot.send_message(me.id, "hello")


# -- what a bot says


@on_both_wires()
async def test_html_is_read_as_telegram_reads_it(fake: FakeTelegram, bot: Bot) -> None:
    group = fake.group("群")
    sent = await bot.send_message(
        group.id,
        ' 🀄<b>a<i>&lt;b&gt;</i></b> &amp; &#39;<A HREF="https://e.org/?a=1&amp;b">c</A>\n<tg-spoiler>d</tg-spoiler> &copy;\n',
        parse_mode="HTML",
    )
    assert sent.text == "🀄a<b> & 'c\nd &copy;"
    assert [(entity.type, entity.offset, entity.length) for entity in sent.entities] == [
        ("bold", 2, 4),
        ("italic", 3, 3),
        ("text_link", 10, 1),
        ("spoiler", 12, 1),
    ]
    assert sent.entities[2].url == "https://e.org/?a=1&b"
    wrong = {
        "a <x>b</x>": 'Unsupported start tag "x" at byte offset 2',
        "一 <b>b": 'Can\'t find end tag corresponding to start tag "b"',
        "b</b>": "Unexpected end tag at byte offset 1",
        "<b><i>a</b></i>": 'Unmatched end tag at byte offset 7, expected "</i>", found "</b>"',
        "1 < 2": "Unclosed start tag at byte offset 2",
        "<小明>": "Unsupported start tag",
    }
    for source, reason in wrong.items():
        async with refused(f"can't parse entities: {reason}"):
            await bot.send_message(group.id, source, parse_mode="HTML")
    async with refused("unsupported parse_mode"):
        await bot.send_message(group.id, "-48", parse_mode="Markdown")
    async with refused("Entity is outside of the text"):
        await bot.send_message(group.id, "abc", entities=[MessageEntity("bold", 1, 3)])
    async with refused("unsupported type of MessageEntity"):
        await bot.send_message(group.id, "abc", entities=[MessageEntity("shiny", 0, 1)])


@on_both_wires()
async def test_lengths_of_texts_and_captions(fake: FakeTelegram, bot: Bot) -> None:
    group = fake.group("群")
    await bot.send_message(group.id, f"<b>{'x' * 4096}</b>", parse_mode="HTML")
    await bot.send_photo(group.id, png(9, 9), caption="x" * 1024)
    for text in ("x" * 4097, "🀄" * 2049):
        async with refused("message is too long"):
            await bot.send_message(group.id, text)
    async with refused("message caption is too long"):
        await bot.send_photo(group.id, png(9, 9), caption="x" * 1025)
    for text in ("", " \n", "\u200b", "<b> </b>"):
        async with refused("message text is empty"):
            await bot.send_message(group.id, text, parse_mode="HTML")


@on_both_wires()
async def test_keyboards(fake: FakeTelegram, bot: Bot) -> None:
    me = fake.user("小明")
    group, private = fake.group("群", me), fake.private(me)
    app = InlineKeyboardButton("app", web_app=WebAppInfo("https://e.org"))
    await bot.send_message(
        group.id, "?", reply_markup=keys(*[[key("x", "字" * 21 + "x")] * 8] * 12, [key("x")] * 4)
    )
    await bot.send_message(private.id, "?", reply_markup=keys([app]))
    wrong = [
        (group, keys([key("x", "字" * 22)]), "button_data_invalid"),
        (group, keys([key("x", "x" * 65)]), "button_data_invalid"),
        (group, keys([key("x")] * 9), "reply markup is too long"),
        (group, keys(*[[key("x")]] * 101), "reply markup is too long"),
        (group, keys([key(" ")]), "must be of type String and not empty"),
        (group, keys([InlineKeyboardButton("x")]), "text buttons are unallowed"),
        (group, keys([InlineKeyboardButton("x", url="nowhere")]), "Wrong HTTP URL"),
        (group, keys([app]), "button_type_invalid"),
        (
            private,
            keys([InlineKeyboardButton("x", web_app=WebAppInfo("http://e.org"))]),
            "Only HTTPS links are allowed",
        ),
    ]
    for chat, markup, reason in wrong:
        async with refused(reason):
            await bot.send_message(chat.id, "?", reply_markup=markup)


@on_both_wires(clock=Clock)
async def test_edits(fake: FakeTelegram, bot: Bot) -> None:
    me = fake.user("小明")
    group = fake.group("群", me)
    sent = await bot.send_message(group.id, "one", reply_markup=keys([key("ok")]))
    where: dict[str, Any] = {"chat_id": group.id, "message_id": sent.message_id}
    for text in ("one", "<i></i>one "):
        async with refused("message is not modified"):
            await bot.edit_message_text(text, **where, parse_mode="HTML", reply_markup=keys([key("ok")]))
    edited = await bot.edit_message_text("one", **where)
    assert isinstance(edited, Message)
    assert edited.reply_markup is None  # an edit without buttons takes them away
    async with refused("message is not modified"):
        await bot.edit_message_reply_markup(**where)
    await bot.edit_message_reply_markup(**where, reply_markup=keys([key("new")]))
    assert group.messages[sent.message_id]["text"] == "one"
    async with refused("there is no caption in the message to edit"):
        await bot.edit_message_caption(**where, caption="x")
    async with refused("message to edit not found"):
        await bot.edit_message_text("two", group.id, 999)
    foreign = fake.say(group, me, "mine")["message_id"]
    async with refused("message can't be edited"):
        await bot.edit_message_text("two", group.id, foreign)
    async with refused("message can't be deleted"):
        await bot.delete_message(group.id, foreign)
    assert isinstance(fake.clock, Clock)
    fake.clock.now += 48 * 3600 + 1
    async with refused("message can't be edited"):
        await bot.edit_message_text("two", **where)
    async with refused("message can't be deleted for everyone"):
        await bot.delete_message(**where)
    fresh = await bot.send_message(group.id, "three")
    await bot.delete_message(group.id, fresh.message_id)
    async with refused("message to delete not found"):
        await bot.delete_message(group.id, fresh.message_id)
    assert [event.method for event in fake.sent] == [
        "sendMessage",
        "editMessageText",
        "editMessageReplyMarkup",
        "sendMessage",
        "deleteMessage",
    ]


@on_both_wires()
async def test_pictures_and_files(fake: FakeTelegram, bot: Bot) -> None:
    me = fake.user("小明")
    group = fake.group("群", me)
    picture, data = png(30, 20), bytes(range(256)) * 9 + b"\r\n--\r\n"
    sent = await bot.send_photo(
        group.id, picture, caption="<b>a</b>", parse_mode="HTML", reply_markup=keys([key("x")])
    )
    assert (sent.caption, sent.photo[-1].width, sent.photo[-1].height) == ("a", 30, 20)
    again = await bot.send_photo(group.id, sent.photo[-1].file_id)
    assert bytes(await (await again.photo[-1].get_file()).download_as_bytearray()) == picture
    file = await bot.send_document(group.id, data, filename="总账.csv", caption="sums")
    assert file.document
    assert (file.document.file_name, file.document.file_size) == ("总账.csv", len(data))
    assert fake.files[file.document.file_id].data == data
    edited = await sent.edit_media(InputMediaPhoto(png(5, 6), caption="<i>b</i>", parse_mode="HTML"))
    assert isinstance(edited, Message)
    assert (edited.caption, edited.photo[-1].width, edited.reply_markup) == ("b", 5, None)
    edited = await sent.edit_caption("c")
    assert isinstance(edited, Message)
    assert (edited.caption, edited.photo[-1].width) == ("c", 5)
    await file.edit_media(InputMediaDocument(b"x", filename="x.csv"))
    words = await bot.send_message(group.id, "words")
    edited = await words.edit_media(InputMediaPhoto(png(5, 6)))  # a text may become a picture
    assert isinstance(edited, Message)
    assert (edited.text, edited.photo[-1].width) == (None, 5)
    async with refused("there is no text in the message to edit"):
        await words.edit_text("words again")
    async with refused("there is no text in the message to edit"):
        await sent.edit_text("d")
    for wrong, reason in ((b"no picture", "image_process_failed"), (png(100, 1), "photo_invalid_dimensions")):
        async with refused(reason):
            await bot.send_photo(group.id, wrong)
    async with refused("wrong remote file identifier"):
        await bot.send_photo(group.id, "no-such-file")
    async with refused("file must be non-empty"):
        await bot.send_document(group.id, b"")

    group.forbidden.add("photos")
    async with refused("not enough rights to send photos to the chat"):
        await bot.send_photo(group.id, picture)
    await bot.send_message(group.id, "then in words")

    upload = fake.upload(me, me, "alt.json", b"{}", caption="/import")
    (message,) = await updates(bot)
    assert (message.caption, message.document.file_name) == ("/import", "alt.json")
    assert bytes(await (await bot.get_file(upload["document"]["file_id"])).download_as_bytearray()) == b"{}"
    fake.edit(me, upload["message_id"], "/import all")
    assert [message.caption for message in await updates(bot, "edited_message")] == ["/import all"]
    async with refused("invalid file_id"):
        await bot.get_file("no-such-file")


@on_both_wires()
async def test_replies(fake: FakeTelegram, bot: Bot) -> None:
    me = fake.user("小明")
    group = fake.group("群")
    asked = fake.say(group, me, "/hu")
    sent = await bot.send_message(group.id, "!", reply_parameters=ReplyParameters(asked["message_id"]))
    assert sent.reply_to_message
    assert sent.reply_to_message.text == "/hu"
    async with refused("message to be replied not found"):
        await bot.send_message(group.id, "!", reply_parameters=ReplyParameters(999))
    lax = ReplyParameters(999, allow_sending_without_reply=True)
    assert (await bot.send_message(group.id, "!", reply_parameters=lax)).reply_to_message is None


@on_both_wires()
async def test_unknown_parameters_and_methods(fake: FakeTelegram, bot: Bot) -> None:
    group = fake.group("群")
    async with refused('unknown parameter "txt"'):
        await bot.send_message(group.id, "hello", api_kwargs={"txt": "hello"})
    async with refused("not found", EndPointNotFound):
        await bot.do_api_request("sendDices", {"chat_id": group.id})
    async with refused("chat_id is empty"):
        await bot.send_message("", "hello")
    async with refused("must be an Integer"):
        await bot.delete_message(group.id, 1, api_kwargs={"message_id": "first"})
    async with refused("can't parse reply markup JSON object"):
        await bot.send_message(group.id, "hello", api_kwargs={"reply_markup": "{"})


# -- taps and inline queries


@on_both_wires(clock=Clock)
async def test_taps_are_answered_once_and_soon(fake: FakeTelegram, bot: Bot) -> None:
    me = fake.user("小明")
    group = fake.group("群", me)
    sent = await bot.send_message(group.id, "?", reply_markup=keys([key("撤销", "undo:1")]))
    fake.tap(me, group, sent.message_id, "撤销")
    fake.tap(me, group, sent.message_id, "undo:1")
    with pytest.raises(LookupError):
        fake.tap(me, group, sent.message_id, "no such button")
    first, second = await updates(bot, "callback_query")
    assert (first.data, first.from_user.id, first.message.message_id) == ("undo:1", me.id, sent.message_id)
    assert first.id != second.id
    async with refused("message_too_long"):
        await first.answer("x" * 201)
    await first.answer("done", show_alert=True)
    assert fake.sent[-1].message == {"user": me.json(), "text": "done", "show_alert": True}
    async with refused("query is too old"):
        await first.answer()
    assert isinstance(fake.clock, Clock)
    fake.clock.now += 16
    async with refused("query is too old"):
        await second.answer()
    async with refused("query id is invalid"):
        await bot.answer_callback_query("17")
    fake.clock.now += 48 * 3600
    fake.tap(me, group, sent.message_id, "撤销")
    (old,) = await updates(bot, "callback_query")
    assert not old.message.is_accessible


@on_both_wires()
async def test_inline_queries(fake: FakeTelegram, bot: Bot) -> None:
    me = fake.user("小明")

    def article(number: str, text: str) -> InlineQueryResultArticle:
        return InlineQueryResultArticle(number, "算番", InputTextMessageContent(text, parse_mode="HTML"))

    fake.inline(me, "算 自摸")
    (query,) = await updates(bot, "inline_query")
    assert (query.query, query.from_user.id) == ("算 自摸", me.id)
    async with refused("result_id_duplicate"):
        await query.answer([article("1", "a"), article("1", "b")])
    async with refused("can't parse entities"):
        await query.answer([article("1", "<b>a")])
    await query.answer([article("1", "<b>a</b>")], cache_time=0, is_personal=True)
    assert fake.sent[-1].message["results"][0]["input_message_content"]["text"] == "a"
    async with refused("query is too old"):
        await query.answer([article("1", "a")])


# -- chats and menus


@on_both_wires()
async def test_chats_and_members(fake: FakeTelegram, bot: Bot) -> None:
    boss, me, stranger = fake.user("阿东"), fake.user("小明", "xiaoming"), fake.user("路人")
    robot = fake.user("robot", "robot", is_bot=True)
    group = fake.group("群", boss)
    fake.join(group, me)
    fake.promote(group, robot, boss)
    fake.promote(group, fake.bot, boss)
    chat = await bot.get_chat(group.id)
    assert (chat.title, chat.type) == ("群", "supergroup")
    assert await bot.get_chat_member_count(group.id) == 4
    admins = {member.user.first_name: member.status for member in await bot.get_chat_administrators(group.id)}
    assert admins == {"阿东": "creator", "bot": "administrator"}
    statuses = [(await bot.get_chat_member(group.id, user.id)).status for user in (boss, me, stranger)]
    assert statuses == ["creator", "member", "left"]
    fake.leave(group, me)
    assert (await bot.get_chat_member(group.id, me.id)).status == "left"
    assert [change.new_chat_member.status for change in await updates(bot, "my_chat_member")] == [
        "administrator"
    ]
    async with refused("user not found"):
        await bot.get_chat_member(group.id, 5)
    fake.private(me)
    async with refused("there are no administrators in the private chat"):
        await bot.get_chat_administrators(me.id)


@on_both_wires()
async def test_menus(fake: FakeTelegram, bot: Bot) -> None:
    groups = BotCommandScopeAllGroupChats()
    await bot.set_my_commands([BotCommand("hu", "胡")], scope=groups, language_code="zh")
    assert [row.command for row in await bot.get_my_commands(groups, "zh")] == ["hu"]
    assert await bot.get_my_commands() == ()
    await bot.delete_my_commands(groups, "zh")
    assert await bot.get_my_commands(groups, "zh") == ()
    async with refused("bot_command_invalid"):
        await bot.set_my_commands([("胡", "win")])
    async with refused("bot_command_description_invalid"):
        await bot.set_my_commands([("hu", " ")])
    await bot.set_chat_menu_button(menu_button=MenuButtonWebApp("牌桌", WebAppInfo("https://e.org")))
    async with refused("Only HTTPS links"):
        await bot.set_chat_menu_button(menu_button=MenuButtonWebApp("牌桌", WebAppInfo("http://e.org")))


# -- limits and faults


@on_both_wires(clock=Clock, limits=Limits())
async def test_a_group_takes_twenty_messages_a_minute(fake: FakeTelegram, bot: Bot) -> None:
    me = fake.user("小明")
    group, other = fake.group("群A"), fake.group("群B")
    assert isinstance(fake.clock, Clock)
    sent = await bot.send_message(group.id, "0")
    for number in range(1, 20):
        fake.clock.now += 1
        await bot.edit_message_text(str(number), group.id, sent.message_id)
    with pytest.raises(RetryAfter) as caught:
        await bot.send_message(group.id, "more")
    assert caught.value.retry_after in (
        41,
        timedelta(seconds=41),
    )  # PTB tells either; the first of the twenty is 19 seconds old
    await bot.send_message(other.id, "another chat has its own limit")
    message = await bot.send_message(fake.private(me).id, "?", reply_markup=keys([key("ok")]))
    fake.tap(me, me, message.message_id, "ok")
    with pytest.raises(RetryAfter):
        await bot.send_message(me.id, "a private chat takes one a second")
    (query,) = await updates(bot, "callback_query")
    await query.answer("answering is free")
    fake.clock.now += 41
    await bot.send_message(group.id, "now")


@on_both_wires(clock=Clock, limits=Limits(bot_per_second=3))
async def test_a_bot_sends_so_many_messages_a_second(fake: FakeTelegram, bot: Bot) -> None:
    groups = [fake.group(f"群{number}") for number in range(4)]
    for group in groups[:3]:
        await bot.send_message(group.id, "hello")
    with pytest.raises(RetryAfter):
        await bot.send_message(groups[3].id, "hello")


@on_both_wires()
async def test_faults(fake: FakeTelegram, bot: Bot) -> None:
    group = fake.group("群")
    fake.fail("sendMessage", ApiError(500, "Internal Server Error"), times=2)
    for _ in range(2):
        with pytest.raises(Exception, match="Internal Server Error"):
            await bot.send_message(group.id, "lost")
    fake.fail("sendMessage")
    with pytest.raises(TimedOut):
        await bot.send_message(group.id, "lost too")
    fake.fail("sendMessage", arrived=True)
    with pytest.raises(TimedOut):
        await bot.send_message(group.id, "arrived")
    await bot.send_message(group.id, "last")
    assert [event.message["text"] for event in fake.sent] == ["arrived", "last"]


# -- the server as such


def test_an_application_runs_on_it() -> None:
    async def scenario() -> None:
        fake = FakeTelegram()
        request = FakeRequest(fake)
        app = (
            Application.builder().token(TOKEN).request(request).get_updates_request(FakeRequest(fake)).build()
        )

        async def echo(update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
            assert update.message
            await update.message.reply_text(f"{context.bot.username}: {update.message.text}")

        app.add_handler(MessageHandler(filters.TEXT, echo))
        me = fake.user("小明")
        fake.say(me, me, "hello")
        async with app:
            for update in await app.bot.get_updates(timeout=0):
                await app.process_update(update)
        assert [event.message["text"] for event in fake.sent] == ["quezhang_bot: hello"]

    asyncio.run(scenario())


def test_a_wrong_token_is_refused() -> None:
    async def scenario() -> None:
        fake = FakeTelegram()
        with pytest.raises(InvalidToken):
            await Bot(
                "1:wrong", request=FakeRequest(fake), get_updates_request=FakeRequest(fake)
            ).initialize()
        async with over_http(fake) as base:
            with pytest.raises(InvalidToken):
                async with Bot("1:wrong", base_url=f"{base}/bot"):
                    pass

    asyncio.run(scenario())


def test_http_takes_json_forms_and_query_strings() -> None:
    import httpx

    async def scenario() -> None:
        fake = FakeTelegram()
        group = fake.group("群")
        markup = {"inline_keyboard": [[{"text": "ok", "callback_data": "x"}]]}
        values = {"chat_id": group.id, "text": "hello", "reply_markup": markup}
        strings = {**values, "reply_markup": json.dumps(markup)}
        async with over_http(fake) as base, httpx.AsyncClient(base_url=f"{base}/bot{TOKEN}") as client:
            answers = [
                await client.post("/sendMessage", json=values),
                await client.post("/sendMessage", json=strings),
                await client.post("/sendMessage", data=strings),
                await client.post(
                    "/sendMessage", files={key: (None, str(value)) for key, value in strings.items()}
                ),
                await client.get("/sendMessage", params={"chat_id": group.id, "text": "hello"}),
                await client.post("/sendMessage", content=b"{", headers={"content-type": "application/json"}),
                await client.get("/sendMessage"),
            ]
        assert [answer.status_code for answer in answers] == [200, 200, 200, 200, 200, 400, 400]
        assert [answer.json()["ok"] for answer in answers] == [True] * 5 + [False] * 2
        assert [event.message.get("reply_markup") for event in fake.sent] == [markup] * 4 + [None]

    asyncio.run(scenario())


def test_ids_of_a_later_run_can_be_kept_apart() -> None:
    fake = FakeTelegram(first_id=1_000)
    me = fake.user("小明")
    assert fake.say(me, me, "a")["message_id"] == 1_000
    assert fake.pending()[0]["update_id"] == 1_000


def test_supergroups_number_their_messages_by_themselves() -> None:
    fake = FakeTelegram()
    me = fake.user("小明")
    rooms = [fake.group("群A"), fake.group("群B"), fake.group("群C", basic=True), fake.private(me)]
    assert [fake.say(room, me, "a")["message_id"] for room in rooms] == [1, 1, 1, 2]
