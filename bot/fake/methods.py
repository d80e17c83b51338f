"""The Bot API methods that the fake knows: parameters (Bot API 10.3) and what carries them out.

Parameters that the fake could not honour (business connections, ephemeral answers, paid broadcasts …) are
left out, and so refused like misspelt ones.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from bot.fake import chats, queries, sending, updates
from bot.fake.params import Args

if TYPE_CHECKING:
    from bot.fake.telegram import FakeTelegram

Handler = Callable[["FakeTelegram", Args], Any | Awaitable[Any]]

_PLACE = "chat_id message_thread_id reply_parameters reply_markup disable_notification protect_content"
_CAPTION = "caption parse_mode caption_entities show_caption_above_media"
_MESSAGE = "chat_id message_id"
_COMMANDS = "scope language_code"

_TABLE: dict[str, tuple[str, Handler]] = {
    "getMe": ("", chats.get_me),
    "getUpdates": ("offset limit timeout allowed_updates", updates.get_updates),
    "setWebhook": (
        "url max_connections allowed_updates drop_pending_updates secret_token",
        updates.set_webhook,
    ),
    "deleteWebhook": ("drop_pending_updates", updates.delete_webhook),
    "getWebhookInfo": ("", updates.get_webhook_info),
    "sendMessage": (f"{_PLACE} text parse_mode entities link_preview_options", sending.send_message),
    "sendPhoto": (f"{_PLACE} {_CAPTION} photo has_spoiler", sending.send_photo),
    "sendDocument": (
        f"{_PLACE} {_CAPTION} document disable_content_type_detection",
        sending.send_document,
    ),
    "sendChatAction": ("chat_id message_thread_id action", chats.send_chat_action),
    "editMessageText": (
        f"{_MESSAGE} text parse_mode entities link_preview_options reply_markup",
        sending.edit_message_text,
    ),
    "editMessageCaption": (f"{_MESSAGE} {_CAPTION} reply_markup", sending.edit_message_caption),
    "editMessageMedia": (f"{_MESSAGE} media reply_markup", sending.edit_message_media),
    "editMessageReplyMarkup": (f"{_MESSAGE} reply_markup", sending.edit_message_reply_markup),
    "deleteMessage": (_MESSAGE, sending.delete_message),
    "answerCallbackQuery": (
        "callback_query_id text show_alert url cache_time",
        queries.answer_callback_query,
    ),
    "answerInlineQuery": (
        "inline_query_id results cache_time is_personal next_offset button",
        queries.answer_inline_query,
    ),
    "getChat": ("chat_id", chats.get_chat),
    "getChatMember": ("chat_id user_id", chats.get_chat_member),
    "getChatAdministrators": ("chat_id return_bots", chats.get_chat_administrators),
    "getChatMemberCount": ("chat_id", chats.get_chat_member_count),
    "leaveChat": ("chat_id", chats.leave_chat),
    "getFile": ("file_id", chats.get_file),
    "setMyCommands": (f"commands {_COMMANDS}", chats.set_my_commands),
    "getMyCommands": (_COMMANDS, chats.get_my_commands),
    "deleteMyCommands": (_COMMANDS, chats.delete_my_commands),
    "setChatMenuButton": ("chat_id menu_button", chats.set_chat_menu_button),
}
METHODS: dict[str, tuple[frozenset[str], Handler]] = {
    name: (frozenset(known.split()), handler) for name, (known, handler) in _TABLE.items()
}
