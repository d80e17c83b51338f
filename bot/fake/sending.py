"""The methods that put messages into chats, change them and take them away."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.fake import content
from bot.fake.chats import reach
from bot.fake.errors import bad
from bot.fake.params import Args
from bot.fake.records import Chat, Json, Sent, copied
from bot.fake.talk import OLD

if TYPE_CHECKING:
    from bot.fake.telegram import FakeTelegram

BODY = ("text", "entities", "caption", "caption_entities", "photo", "document")


def send_message(fake: FakeTelegram, args: Args) -> Json:
    chat = _sendable(fake, args, "text messages")
    return _send(fake, "sendMessage", chat, args, content.text(args))


def send_photo(fake: FakeTelegram, args: Args) -> Json:
    chat = _sendable(fake, args, "photos")
    picture = content.photo(fake, args.upload("photo"))
    return _send(fake, "sendPhoto", chat, args, picture | content.caption(args))


def send_document(fake: FakeTelegram, args: Args) -> Json:
    chat = _sendable(fake, args, "documents")
    file = content.document(fake, args.upload("document"))
    return _send(fake, "sendDocument", chat, args, file | content.caption(args))


def edit_message_text(fake: FakeTelegram, args: Args) -> Json:
    chat, message = _editable(fake, args)
    if "text" not in message:
        raise bad("there is no text in the message to edit")
    return _edit(fake, "editMessageText", chat, message, content.text(args), args)


def edit_message_caption(fake: FakeTelegram, args: Args) -> Json:
    chat, message = _editable(fake, args)
    if "text" in message:
        raise bad("there is no caption in the message to edit")
    kept = {key: message[key] for key in ("photo", "document") if key in message}
    return _edit(fake, "editMessageCaption", chat, message, kept | content.caption(args), args)


def edit_message_media(fake: FakeTelegram, args: Args) -> Json:
    chat, message = _editable(fake, args)
    media = args.json("media")
    kinds = {"photo": content.photo, "document": content.document}
    if not isinstance(media, dict) or media.get("type") not in kinds:
        raise bad("can't parse InputMedia: unsupported type")
    body = kinds[media["type"]](fake, args.upload("media", str(media.get("media"))))
    return _edit(fake, "editMessageMedia", chat, message, body | content.media_caption(media), args)


def edit_message_reply_markup(fake: FakeTelegram, args: Args) -> Json:
    chat, message = _editable(fake, args)
    kept = {key: message[key] for key in BODY if key in message}
    return _edit(fake, "editMessageReplyMarkup", chat, message, kept, args)


def delete_message(fake: FakeTelegram, args: Args) -> bool:
    chat = reach(fake, args)
    message = chat.messages.get(args.need("message_id"))
    if message is None:
        raise bad("message to delete not found")
    foreign = message.get("from", {}).get("id") != fake.bot.id
    if foreign and not chat.private and not chat.members[fake.bot.id].admin:
        raise bad("message can't be deleted")
    if fake.clock() - message["date"] > OLD:
        raise bad("message can't be deleted for everyone")
    del chat.messages[message["message_id"]]
    fake.sent.append(Sent("deleteMessage", chat, message))
    return True


def _sendable(fake: FakeTelegram, args: Args, kind: str) -> Chat:
    chat = reach(fake, args)
    if chat.type == "channel" and not chat.members[fake.bot.id].admin:
        raise bad("need administrator rights in the channel chat")
    if kind in chat.forbidden and not chat.members[fake.bot.id].admin:
        raise bad(f"not enough rights to send {kind} to the chat")
    return chat


def _send(fake: FakeTelegram, method: str, chat: Chat, args: Args, body: Json) -> Json:
    fields = body | content.place(args, chat) | content.keyboard(args, chat)
    fake.charge(chat)
    message = fake.add_message(chat, fake.bot, fields)
    fake.sent.append(Sent(method, chat, copied(message)))
    return message


def _editable(fake: FakeTelegram, args: Args) -> tuple[Chat, Json]:
    chat = reach(fake, args)
    message = chat.messages.get(args.need("message_id"))
    if message is None:
        raise bad("message to edit not found")
    # Telegram limits the age of some messages only; the fake that of all, so that nothing relies on old ones.
    if message.get("from", {}).get("id") != fake.bot.id or fake.clock() - message["date"] > OLD:
        raise bad("message can't be edited")
    return chat, message


def _edit(fake: FakeTelegram, method: str, chat: Chat, message: Json, body: Json, args: Args) -> Json:
    """Replaces body and buttons; an edit without `reply_markup` takes the buttons away."""
    new = body | content.keyboard(args, chat, inline_only=True)
    old = {key: message[key] for key in (*BODY, "reply_markup") if key in message}
    if new == old:
        raise bad(
            "message is not modified: specified new message content and reply markup are exactly the same "
            "as a current content and reply markup of the message"
        )
    fake.charge(chat)
    for key in old:
        del message[key]
    message |= new | {"edit_date": int(fake.clock())}
    fake.sent.append(Sent(method, chat, copied(message)))
    return message
