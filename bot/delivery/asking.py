"""Reading an update: what somebody wants of the bot, in the handlers' terms."""

from dataclasses import replace
from datetime import datetime
from typing import NamedTuple

import telegram
from telegram import CallbackQuery, ChatMemberUpdated, InlineQuery, Message, MessageEntity, Update
from telegram.constants import ChatMemberStatus, ChatType

from bot.dispatch import Ask, Mention, User
from storage.names import sound

GROUP_ANONYMOUS_BOT, CHANNEL_BOT = 1087968824, 136817688  # who writes in the name of a group, of a channel
INSIDE = (ChatMemberStatus.OWNER, ChatMemberStatus.ADMINISTRATOR, ChatMemberStatus.MEMBER)


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


def read(update: Update, me: telegram.User, now: datetime) -> Asked | Moved | Standing | None:
    """What the update says; None if it is nothing to the bot. `me` is the bot's own account."""
    if query := update.callback_query:
        return _tap(query, now)
    if inline := update.inline_query:
        return _inline(inline, now)
    if update.my_chat_member:
        return _membership(update.my_chat_member, update.update_id, me)
    message = update.message or update.edited_message
    if message is None:
        return None
    if message.migrate_to_chat_id:
        return Moved(message.chat.id, message.migrate_to_chat_id)
    if message.migrate_from_chat_id:
        return Moved(message.migrate_from_chat_id, message.chat.id)
    return _message(message, me, update.update_id, edited=update.edited_message is not None)


def lane(update: Update) -> int:
    """Updates of one lane are carried out one after the other: those of a chat. That a group moves is
    told in the new chat's, before whatever is said there.
    """
    if update.message and update.message.migrate_to_chat_id:
        return update.message.migrate_to_chat_id
    if update.effective_chat:
        return update.effective_chat.id
    return update.effective_user.id if update.effective_user else 0


def user_of(user: telegram.User) -> User:
    return User(user.id, sound(user.first_name), user.username, user.language_code, user.is_bot)


def _message(message: Message, me: telegram.User, update_id: int, edited: bool) -> Asked | None:
    chat, sender = message.chat, message.from_user
    if sender is not None and sender.is_bot and sender.id not in (GROUP_ANONYMOUS_BOT, CHANNEL_BOT):
        return None
    anonymous = message.sender_chat is not None or sender is None
    key = f"m{chat.id}:{message.message_id}" if message.message_id else f"u{me.id}:{update_id}"
    answered = message.reply_to_message
    if (
        answered is not None and answered.forum_topic_created
    ):  # in topics everything answers the topic's first
        answered = None
    document = message.document or (answered.document if answered is not None else None)
    ask = Ask(
        kind="message",
        key=f"e{key}:{update_id}" if edited else key,
        at=message.edit_date or message.date if edited else message.date,
        chat_id=chat.id,
        title=sound(chat.title or ""),
        private=chat.type == ChatType.PRIVATE,
        user=user_of(sender) if sender and not anonymous else None,
        anonymous=anonymous,
        # only a group's admins can write in its name
        admin=True if message.sender_chat is not None and message.sender_chat.id == chat.id else None,
        message_id=message.message_id,
        edited=edited,
        reply_to=answered.message_id if answered else None,
        reply_to_bot=bool(answered and answered.from_user and answered.from_user.id == me.id),
        reply_text=sound((answered.text or answered.caption or "") if answered else ""),
        web_data=message.web_app_data.data if message.web_app_data else None,
        file_name=document.file_name if document else None,
    )
    topic = message.message_thread_id if message.is_topic_message else None
    came = tuple(user_of(user) for user in message.new_chat_members if user.id != me.id)
    if came:
        return Asked(replace(ask, kind="joined", users=came), topic)
    file_id = document.file_id if document else None
    text = message.text or message.caption
    if text is None and message.document is None and ask.web_data is None:
        return None
    command, rest = _command(message, me)
    if command is None and rest is None:
        return None  # a command for another bot
    return Asked(replace(ask, command=command, text=rest or "", mentions=_mentions(message)), topic, file_id)


def _command(message: Message, me: telegram.User) -> tuple[str | None, str | None]:
    """The command and its arguments; (None, text) for plain words; (None, None) if another bot is meant."""
    text = sound(message.text or message.caption or "")
    entities = message.entities or message.caption_entities
    first = entities[0] if entities else None
    if first and first.type == MessageEntity.BOT_COMMAND and first.offset == 0:
        word, rest = text[1 : first.length], text[first.length :]  # commands are Latin: no surrogates before
        name, _, bot = word.partition("@")
        if bot and bot.lower() != (me.username or "").lower():
            return None, None
        return name.lower(), rest.strip()
    mention = f"@{me.username}"
    if text[: len(mention)].lower() == mention.lower():
        text = text[len(mention) :]
    return None, text.strip()


def _mentions(message: Message) -> tuple[Mention, ...]:
    parse = message.parse_entities if message.text else message.parse_caption_entities
    try:
        found = parse([MessageEntity.TEXT_MENTION])
    except UnicodeError:  # one begins in the middle of a character
        return ()
    return tuple(
        Mention(sound(shown), user_of(entity.user))
        for entity, shown in found.items()
        if entity.user is not None
    )


def _tap(query: CallbackQuery, now: datetime) -> Asked | None:
    message = query.message
    if message is None or query.data is None:  # a button under an inline result: there are none
        return None
    chat = message.chat
    whole = message if isinstance(message, Message) else None  # else it is too old to be looked into
    ask = Ask(
        kind="tap",
        key=f"q{query.id}",
        at=now,
        chat_id=chat.id,
        title=sound(chat.title or ""),
        private=chat.type == ChatType.PRIVATE,
        user=user_of(query.from_user),
        message_id=message.message_id,
        tap=query.data,
        shown=sound((whole.text or whole.caption or "") if whole else ""),
    )
    topic = whole.message_thread_id if whole and whole.is_topic_message else None
    return Asked(ask, topic, query=query.id, photo=bool(whole and whole.photo))


def _inline(query: InlineQuery, now: datetime) -> Asked:
    user = user_of(query.from_user)
    ask = Ask(
        "inline", f"i{query.id}", now, user.id, private=True, user=user, text=sound(query.query.strip())
    )
    return Asked(ask, query=query.id)


def _membership(change: ChatMemberUpdated, update_id: int, me: telegram.User) -> Asked | Standing:
    chat = change.chat
    was, is_ = (
        member.status in INSIDE or bool(getattr(member, "is_member", False))
        for member in (change.old_chat_member, change.new_chat_member)
    )
    if not is_ or was or chat.type in (ChatType.PRIVATE, ChatType.CHANNEL):
        return Standing(chat.id, is_)
    return Asked(
        Ask(
            "invited", f"u{me.id}:{update_id}", change.date, chat.id, title=sound(chat.title or ""),
            user=user_of(change.from_user),
        )
    )  # fmt: skip
