"""Reading an update: what somebody wants of the bot, in the handlers' terms.

They are read as Telegram's JSON, whose shape was checked (`bot.delivery.shape`): the bot looks at a tenth of
what a message may have, and making objects of it all would take longer than the database does.
"""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, NamedTuple

import telegram
from telegram.constants import ChatMemberStatus, ChatType, MessageEntityType

from bot.dispatch import Ask, Mention, User
from storage.names import sound

GROUP_ANONYMOUS_BOT, CHANNEL_BOT = 1087968824, 136817688  # who writes in the name of a group, of a channel
INSIDE = (ChatMemberStatus.OWNER, ChatMemberStatus.ADMINISTRATOR, ChatMemberStatus.MEMBER)

Raw = Mapping[str, Any]  # an object of the Bot API


class Asked(NamedTuple):
    """An Ask with what the transport needs besides: the forum topic, the file to fetch, the query to answer,
    whether the tapped message is a photo."""

    ask: Ask
    topic: int | None = None
    file_id: str | None = None
    query: str | None = None
    photo: bool = False


class Moved(NamedTuple):
    """The group `old` became the supergroup `new`."""

    old: int
    new: int


class Standing(NamedTuple):
    """The bot came into the chat, or was thrown out (or, in private, blocked)."""

    chat: int
    inside: bool


def read(update: Raw, me: telegram.User, now: datetime) -> Asked | Moved | Standing | None:
    """What the update says; None if it is nothing to the bot. `me` is the bot's own account."""
    if query := update.get("callback_query"):
        return _tap(query, now)
    if inline := update.get("inline_query"):
        return _inline(inline, now)
    if member := update.get("my_chat_member"):
        return _membership(member, update["update_id"], me)
    edited = update.get("edited_message")
    message = update.get("message") or edited
    if message is None:
        return None
    chat = message["chat"]["id"]
    if new := message.get("migrate_to_chat_id"):
        return Moved(chat, new)
    if old := message.get("migrate_from_chat_id"):
        return Moved(old, chat)
    return _message(message, me, update["update_id"], edited=message is edited)


def lane(update: Raw) -> int:
    """Updates of one lane are carried out one after the other: those of a chat. That a group moves is
    told in the new chat's, before whatever is said there.
    """
    for kind in ("message", "edited_message", "my_chat_member"):
        if told := update.get(kind):
            return int(told.get("migrate_to_chat_id") or told["chat"]["id"])
    query = update.get("callback_query") or update.get("inline_query")
    if query is None:
        return 0
    message = query.get("message")
    return int(message["chat"]["id"] if message else query["from"]["id"])


def when(timestamp: int) -> datetime:
    """A moment as Telegram tells it."""
    return datetime.fromtimestamp(timestamp, UTC)


def user_of(user: Raw) -> User:
    return User(
        user["id"], sound(user["first_name"]), user.get("username"), user.get("language_code"), user["is_bot"]
    )


def _message(message: Raw, me: telegram.User, update_id: int, edited: bool) -> Asked | None:
    chat, sender, written_as = message["chat"], message.get("from"), message.get("sender_chat")
    if sender is not None and sender["is_bot"] and sender["id"] not in (GROUP_ANONYMOUS_BOT, CHANNEL_BOT):
        return None
    number = message["message_id"]
    key = f"m{chat['id']}:{number}" if number else f"u{me.id}:{update_id}"
    answered: Raw = message.get("reply_to_message") or {}
    if answered.get("forum_topic_created") is not None:  # in topics everything answers the topic's first
        answered = {}
    document: Raw = message.get("document") or answered.get("document") or {}
    web_data = message["web_app_data"]["data"] if message.get("web_app_data") else None
    came = tuple(user_of(user) for user in message.get("new_chat_members") or () if user["id"] != me.id)
    text = message.get("text") or message.get("caption")
    if not came and text is None and message.get("document") is None and web_data is None:
        return None
    command, rest = (None, "") if came else _command(message, text or "", me)
    if command is None and rest is None:
        return None  # a command for another bot
    ask = Ask(
        kind="joined" if came else "message",
        key=f"e{key}:{update_id}" if edited else key,
        at=when((message.get("edit_date") if edited else None) or message["date"]),
        chat_id=chat["id"],
        title=sound(chat.get("title") or ""),
        private=chat["type"] == ChatType.PRIVATE,
        user=user_of(sender) if sender and written_as is None else None,
        anonymous=written_as is not None or sender is None,
        # only a group's admins can write in its name
        admin=True if written_as is not None and written_as["id"] == chat["id"] else None,
        command=command,
        text=rest or "",
        message_id=number,
        edited=edited,
        reply_to=answered.get("message_id"),
        reply_to_bot=(answered.get("from") or {}).get("id") == me.id,
        reply_text=sound(answered.get("text") or answered.get("caption") or ""),
        mentions=() if came else _mentions(message),
        users=came,
        file_name=document.get("file_name"),
        web_data=web_data,
    )
    topic = message.get("message_thread_id") if message.get("is_topic_message") else None
    return Asked(ask, topic, None if came else document.get("file_id"))


def _command(message: Raw, said: str, me: telegram.User) -> tuple[str | None, str | None]:
    """The command and its arguments; (None, text) for plain words; (None, None) if another bot is meant."""
    text = sound(said)
    first = next(iter(message.get("entities") or message.get("caption_entities") or ()), None)
    if first and first["type"] == MessageEntityType.BOT_COMMAND and first["offset"] == 0:
        end = first["length"]
        word, rest = text[1:end], text[end:]  # commands are Latin: no surrogates before
        name, _, bot = word.partition("@")
        if bot and bot.lower() != (me.username or "").lower():
            return None, None
        return name.lower(), rest.strip()
    mention = f"@{me.username}"
    if text[: len(mention)].lower() == mention.lower():
        text = text[len(mention) :]
    return None, text.strip()


def _mentions(message: Raw) -> tuple[Mention, ...]:
    """Offsets count UTF-16 units."""
    field = "entities" if message.get("text") else "caption_entities"
    found = [e for e in message.get(field) or () if e["type"] == MessageEntityType.TEXT_MENTION]
    if not found:
        return ()
    units = (message.get("text") or message.get("caption") or "").encode("utf-16-le")
    try:
        shown = [units[2 * e["offset"] : 2 * (e["offset"] + e["length"])].decode("utf-16-le") for e in found]
    except UnicodeError:  # one begins in the middle of a character
        return ()
    return tuple(
        Mention(sound(piece), user_of(entity["user"]))
        for piece, entity in zip(shown, found, strict=True)
        if entity.get("user") is not None
    )


def _tap(query: Raw, now: datetime) -> Asked | None:
    message = query.get("message")
    if message is None or query.get("data") is None:  # a button under an inline result: there are none
        return None
    chat = message["chat"]
    whole: Raw = message if message["date"] else {}  # else it is too old to be looked into
    ask = Ask(
        kind="tap",
        key=f"q{query['id']}",
        at=now,
        chat_id=chat["id"],
        title=sound(chat.get("title") or ""),
        private=chat["type"] == ChatType.PRIVATE,
        user=user_of(query["from"]),
        message_id=message["message_id"],
        tap=query["data"],
        shown=sound(whole.get("text") or whole.get("caption") or ""),
    )
    topic = whole.get("message_thread_id") if whole.get("is_topic_message") else None
    return Asked(ask, topic, query=query["id"], photo=bool(whole.get("photo")))


def _inline(query: Raw, now: datetime) -> Asked:
    user = user_of(query["from"])
    ask = Ask(
        "inline", f"i{query['id']}", now, user.id, private=True, user=user, text=sound(query["query"].strip())
    )
    return Asked(ask, query=query["id"])


def _membership(change: Raw, update_id: int, me: telegram.User) -> Asked | Standing:
    chat = change["chat"]
    was, is_ = (
        member["status"] in INSIDE or bool(member.get("is_member"))
        for member in (change["old_chat_member"], change["new_chat_member"])
    )
    if not is_ or was or chat["type"] in (ChatType.PRIVATE, ChatType.CHANNEL):
        return Standing(chat["id"], is_)
    return Asked(
        Ask(
            "invited", f"u{me.id}:{update_id}", when(change["date"]), chat["id"],
            title=sound(chat.get("title") or ""), user=user_of(change["from"]),
        )
    )  # fmt: skip
