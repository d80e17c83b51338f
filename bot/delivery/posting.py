"""One letter into Telegram: sent or edited, with the ways out where Telegram does not take it."""

from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

import structlog
from telegram import Bot, InputFile, InputMediaPhoto
from telegram.constants import ParseMode
from telegram.error import BadRequest

from bot.delivery.letters import MAX_CAPTION, markup, units
from bot.dispatch import Say
from bot.texts.layout import plain
from storage.outbox import Post

log = structlog.get_logger(__name__)
Json = dict[str, Any]
Draw = Callable[[str], Awaitable[bytes | None]]  # Say.picture → PNG, None if it cannot be drawn

# What Telegram's refusals (400) mean to us; pieces of their descriptions, lower case.
UNCHANGED = "message is not modified"
NO_CHAT = ("chat not found", "bot was kicked", "user is deactivated", "group chat was deactivated")
NO_THREAD = ("message thread not found", "topic_deleted", "topic_closed")
GONE = (  # the message to edit
    "message to edit not found", "message can't be edited", "message_id_invalid", "message_edit_time_expired",
    "there is no text in the message to edit", "there is no caption in the message to edit",
)  # fmt: skip


class Place(NamedTuple):
    """Where a chat's messages go: Telegram's id and the forum topic."""

    telegram_id: int
    topic: int | None = None


def means(error: BadRequest, *pieces: str) -> bool:
    """Whether the description has one of these pieces."""
    return any(piece in error.message.lower() for piece in pieces)


class Poster:
    """Sends and edits messages for one bot."""

    def __init__(self, bot: Bot, draw: Draw) -> None:
        self._bot = bot
        self._draw = draw

    async def post(self, place: Place, say: Say, at: Post | None) -> Post:
        """Sends `say`, or edits the message `at` if there is one that can be edited; where it stands then.

        Raises `telegram.error.TelegramError` for what only waiting or giving up helps against.
        """
        if at is not None:
            try:
                return await self._edit(at, say)
            except BadRequest as error:
                if means(error, UNCHANGED):
                    return at
                if not means(error, *GONE):
                    raise
        return await self._send(place, say)

    async def _edit(self, at: Post, say: Say) -> Post:
        where: Json = {"chat_id": at.telegram_id, "message_id": at.message, "reply_markup": markup(say)}
        if not at.photo:
            await self._call("editMessageText", **where, **_text(say))
            return at
        if units(say.text) > MAX_CAPTION:
            raise BadRequest(GONE[0])  # no longer fits under its picture: a new message
        png = await self._draw(say.picture) if say.picture else None
        if png is not None:
            media = InputMediaPhoto(png, filename="card.png", caption=say.text, parse_mode=ParseMode.HTML)
            try:
                await self._call("editMessageMedia", media=media, **where)
                return at
            except BadRequest as error:
                if means(error, UNCHANGED, *GONE):
                    raise
                log.info("photo refused", reason=error.message)
        await self._call("editMessageCaption", **where, **_caption(say))
        return at

    async def _send(self, place: Place, say: Say) -> Post:
        """Whatever Telegram finds wrong with the message: the chat is not left without an answer."""
        where: Json = {"chat_id": place.telegram_id, "message_thread_id": place.topic}
        try:
            message = await self._send_whole(where, say)
        except BadRequest as error:
            if means(error, *NO_THREAD) and place.topic is not None:
                return await self._send(place._replace(topic=None), say)
            if means(error, *NO_CHAT):
                raise
            log.error("message refused, sent bare", reason=error.message)
            message = await self._call("sendMessage", text=plain(say.text), **where)
        return Post(message["chat"]["id"], message["message_id"], "photo" in message)

    async def _send_whole(self, where: Json, say: Say) -> Json:
        where = {**where, "reply_markup": markup(say), "disable_notification": say.quiet or None}
        if say.reply_to:
            where["reply_parameters"] = {"message_id": say.reply_to, "allow_sending_without_reply": True}
        if say.document is not None:
            file = InputFile(say.document.data, filename=say.document.name)
            return await self._call("sendDocument", document=file, **where, **_caption(say))
        png = await self._draw(say.picture) if say.picture and units(say.text) <= MAX_CAPTION else None
        if png is not None:
            try:
                photo = InputFile(png, filename="card.png")
                return await self._call("sendPhoto", photo=photo, **where, **_caption(say))
            except BadRequest as error:  # photos are forbidden here, or this one is not taken: text alone
                log.info("photo refused", reason=error.message)
        return await self._call("sendMessage", **where, **_text(say))

    async def _call(self, method: str, **data: Any) -> Json:
        """Past PTB's own methods: of the message that comes back only the number is needed, and making
        objects of it would be half the work of sending.
        """
        result: Json = await self._bot._post(method, data)
        return result


def _text(say: Say) -> Json:
    preview = {"is_disabled": not say.preview}
    return {"text": say.text, "parse_mode": ParseMode.HTML, "link_preview_options": preview}


def _caption(say: Say) -> Json:
    return {"caption": say.text or None, "parse_mode": ParseMode.HTML}
