"""What a message of the bot may consist of: formatted text, buttons, pictures and files."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bot.fake.errors import bad
from bot.fake.markup import blank, check_entities, parse_html, trim, utf16
from bot.fake.params import Args
from bot.fake.records import Chat, Json, Upload

if TYPE_CHECKING:
    from bot.fake.telegram import FakeTelegram

MAX_TEXT = 4096
MAX_CAPTION = 1024
MAX_BUTTONS = 100
MAX_ROW = 8
MAX_DATA = 64  # bytes of callback data
MAX_PHOTO = 10 * 2**20
MAX_DOCUMENT = 50 * 2**20
PNG = b"\x89PNG\r\n\x1a\n"

# What a button may do; it does exactly one of these.
ACTIONS = {
    "callback_data", "url", "web_app", "login_url", "copy_text",
    "switch_inline_query", "switch_inline_query_current_chat", "switch_inline_query_chosen_chat",
}  # fmt: skip
DECORATION = {"text", "style", "icon_custom_emoji_id"}
OTHER_KEYBOARDS = {"keyboard", "remove_keyboard", "force_reply"}
_URL = re.compile(r"(https?://|tg://|t\.me/)[^\s]+")


def formatted(source: str, parse_mode: str | None, entities: object) -> tuple[str, list[Json]]:
    """The text and entities of `source`; raises 400 where Telegram cannot parse it."""
    if not parse_mode:
        return trim(source, check_entities(source, entities or []))
    if parse_mode.lower() != "html":
        raise bad("unsupported parse_mode")  # Telegram knows Markdown too, but in it −48 and names break
    return trim(*parse_html(source))


def text(args: Args) -> Json:
    """The fields `text` and `entities` of a message."""
    return _limited(args, "text", "entities", MAX_TEXT)


def caption(args: Args) -> Json:
    """The fields `caption` and `caption_entities` of a message, empty without a caption."""
    if blank(args.text("caption") or ""):
        return {}
    return _limited(args, "caption", "caption_entities", MAX_CAPTION)


def media_caption(media: Json) -> Json:
    """The caption inside an InputMedia, likewise."""
    fields = {"caption", "parse_mode", "caption_entities"}
    inner = {key: value for key, value in media.items() if key in fields and isinstance(value, str)}
    return caption(Args(inner, {}, frozenset(fields)))


def _limited(args: Args, name: str, entities_name: str, limit: int) -> Json:
    body, entities = formatted(args.text(name) or "", args.text("parse_mode"), args.json(entities_name))
    if blank(body):
        raise bad("message text is empty")
    if utf16(body) > limit:
        raise bad("message is too long" if name == "text" else "message caption is too long")
    return {name: body} | ({entities_name: entities} if entities else {})


def keyboard(args: Args, chat: Chat, *, inline_only: bool = False) -> Json:
    """The field `reply_markup` of a message, empty without inline buttons; raises 400 for a wrong one."""
    markup = args.json("reply_markup")
    if markup is None:
        return {}
    if not isinstance(markup, dict):
        raise bad("object expected as reply markup")
    if "inline_keyboard" not in markup:
        if inline_only or not OTHER_KEYBOARDS & markup.keys():
            raise bad("inline keyboard expected")
        return {}
    rows = markup["inline_keyboard"]
    if not isinstance(rows, list) or not all(isinstance(row, list) for row in rows):
        raise bad('field "inline_keyboard" of the InlineKeyboardMarkup must be an Array of Arrays')
    for button in (button for row in rows for button in row):
        _check_button(button, chat)
    if sum(map(len, rows)) > MAX_BUTTONS or any(len(row) > MAX_ROW for row in rows):
        raise bad("reply markup is too long")
    rows = [row for row in rows if row]
    return {"reply_markup": {"inline_keyboard": rows}} if rows else {}


def _check_button(button: object, chat: Chat) -> None:
    if not isinstance(button, dict):
        raise bad("can't parse inline keyboard button: expected an Object")
    if not isinstance(button.get("text"), str) or blank(button["text"]):
        raise bad('can\'t parse inline keyboard button: field "text" must be of type String and not empty')
    if unknown := button.keys() - ACTIONS - DECORATION:
        raise bad(f'can\'t parse inline keyboard button: unknown field "{min(unknown)}"')
    actions = button.keys() & ACTIONS
    if len(actions) != 1:
        raise bad("text buttons are unallowed in the inline keyboard")
    value = button[actions.pop()]
    if "callback_data" in button and not (isinstance(value, str) and 1 <= len(value.encode()) <= MAX_DATA):
        raise bad("BUTTON_DATA_INVALID")
    if "url" in button and not (isinstance(value, str) and _URL.fullmatch(value)):
        raise bad(f"inline keyboard button URL '{value}' is invalid: Wrong HTTP URL")
    if "web_app" in button:
        if not chat.private:
            raise bad("BUTTON_TYPE_INVALID")
        if not str(value.get("url", "")).startswith("https://"):
            raise bad("inline keyboard button Web App URL is invalid: Only HTTPS links are allowed")


def place(args: Args, chat: Chat) -> Json:
    """The fields that say in which topic and in reply to what a message stands."""
    content: Json = {}
    thread = args.integer("message_thread_id")
    if thread is not None:
        # The General topic has the id 1, and refuses it.
        if thread not in chat.topics:
            raise bad("message thread not found")
        content = {"message_thread_id": thread, "is_topic_message": True}
    reply = args.json("reply_parameters")
    if reply is None:
        return content
    if not isinstance(reply, dict) or not isinstance(reply.get("message_id"), int):
        raise bad('can\'t parse reply parameters: object with the field "message_id" expected')
    if reply.get("chat_id", chat.id) != chat.id:
        raise bad("message to be replied not found")  # replies across chats: nothing here may need them
    target = chat.messages.get(reply["message_id"])
    if target is None or target["message_id"] == 0:
        if reply.get("allow_sending_without_reply"):
            return content
        raise bad("message to be replied not found")
    replied = {key: value for key, value in target.items() if key != "reply_to_message"}
    return content | {"reply_to_message": replied}


def photo(fake: FakeTelegram, file: Upload | str) -> Json:
    """The field `photo` of a message. Only PNG: the product draws no other pictures."""
    file_id, upload = _stored(fake, file)
    if len(upload.data) > MAX_PHOTO:
        raise bad("file is too big")
    if not upload.data.startswith(PNG):
        raise bad("IMAGE_PROCESS_FAILED")
    width, height = (int.from_bytes(upload.data[at : at + 4]) for at in (16, 20))
    if width + height > 10_000 or max(width, height) > 20 * min(width, height):
        raise bad("PHOTO_INVALID_DIMENSIONS")
    size = {"width": width, "height": height, "file_size": len(upload.data)}
    return {"photo": [{"file_id": file_id, "file_unique_id": f"u-{file_id}"} | size]}


def document(fake: FakeTelegram, file: Upload | str) -> Json:
    """The field `document` of a message."""
    file_id, upload = _stored(fake, file)
    if not upload.data:
        raise bad("file must be non-empty")
    if len(upload.data) > MAX_DOCUMENT:
        raise bad("file is too big")
    ids = {"file_id": file_id, "file_unique_id": f"u-{file_id}"}
    return {"document": ids | {"file_name": upload.name, "file_size": len(upload.data)}}


def _stored(fake: FakeTelegram, file: Upload | str) -> tuple[str, Upload]:
    if isinstance(file, Upload):
        return fake.store(*file), file
    if file not in fake.files:
        raise bad("wrong remote file identifier specified")
    return file, fake.files[file]
