"""One letter into Telegram: sent or edited, with the ways out where Telegram does not take it."""

from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

import structlog
from telegram import Bot, InputMediaPhoto, LinkPreviewOptions, Message, ReplyParameters
from telegram.constants import ParseMode
from telegram.error import BadRequest

from bot.delivery.letters import MAX_CAPTION, markup, units
from bot.dispatch import Say
from bot.texts.layout import plain
from storage.outbox import Post

log = structlog.get_logger(__name__)
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
        buttons = markup(say)
        where: dict[str, Any] = {"chat_id": at.telegram_id, "message_id": at.message}
        if not at.photo:
            await self._bot.edit_message_text(
                text=say.text, parse_mode=ParseMode.HTML, reply_markup=buttons,
                link_preview_options=LinkPreviewOptions(is_disabled=not say.preview), **where,
            )  # fmt: skip
            return at
        caption = say.text if units(say.text) <= MAX_CAPTION else None
        if caption is None:
            raise BadRequest(GONE[0])  # no longer fits under its picture: a new message
        png = await self._draw(say.picture) if say.picture else None
        if png is not None:
            media = InputMediaPhoto(png, caption=caption, parse_mode=ParseMode.HTML)
            try:
                await self._bot.edit_message_media(media=media, reply_markup=buttons, **where)
                return at
            except BadRequest as error:
                if means(error, UNCHANGED, *GONE):
                    raise
                log.info("photo refused", reason=error.message)
        await self._bot.edit_message_caption(
            caption=caption, parse_mode=ParseMode.HTML, reply_markup=buttons, **where
        )
        return at

    async def _send(self, place: Place, say: Say) -> Post:
        """Whatever Telegram finds wrong with the message: the chat is not left without an answer."""
        try:
            message = await self._send_whole(place, say)
        except BadRequest as error:
            if means(error, *NO_THREAD) and place.topic is not None:
                return await self._send(place._replace(topic=None), say)
            if means(error, *NO_CHAT):
                raise
            log.error("message refused, sent bare", reason=error.message)
            message = await self._bot.send_message(
                chat_id=place.telegram_id, message_thread_id=place.topic, text=plain(say.text)
            )
        return Post(message.chat_id, message.message_id, bool(message.photo))

    async def _send_whole(self, place: Place, say: Say) -> Message:
        reply = ReplyParameters(say.reply_to, allow_sending_without_reply=True) if say.reply_to else None
        where: dict[str, Any] = {
            "chat_id": place.telegram_id, "message_thread_id": place.topic, "reply_parameters": reply,
            "reply_markup": markup(say), "disable_notification": say.quiet or None,
        }  # fmt: skip
        if say.document is not None:
            return await self._bot.send_document(
                document=say.document.data, filename=say.document.name, caption=say.text or None,
                parse_mode=ParseMode.HTML, **where,
            )  # fmt: skip
        png = await self._draw(say.picture) if say.picture and units(say.text) <= MAX_CAPTION else None
        if png is not None:
            try:
                return await self._bot.send_photo(
                    photo=png, caption=say.text, parse_mode=ParseMode.HTML, **where
                )
            except BadRequest as error:  # photos are forbidden here, or this one is not taken: text alone
                log.info("photo refused", reason=error.message)
        return await self._bot.send_message(
            text=say.text,
            parse_mode=ParseMode.HTML,
            link_preview_options=LinkPreviewOptions(is_disabled=not say.preview),
            **where,
        )
