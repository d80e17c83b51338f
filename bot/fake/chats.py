"""The methods that look at chats and their members, and the bot's menu."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bot.fake.errors import ApiError, bad, forbidden
from bot.fake.params import Args
from bot.fake.records import Chat, Json, Member

if TYPE_CHECKING:
    from bot.fake.telegram import FakeTelegram

KIND_NAMES = {"group": "group chat", "supergroup": "supergroup chat", "channel": "channel chat"}
SCOPES = {
    "default", "all_private_chats", "all_group_chats", "all_chat_administrators",
    "chat", "chat_administrators", "chat_member",
}  # fmt: skip
_COMMAND = re.compile(r"[a-z0-9_]{1,32}")


def reach(fake: FakeTelegram, args: Args) -> Chat:
    """The chat of `chat_id`, if the bot may act there.

    Raises 400 for unknown and upgraded chats, 403 for those that the bot is not in.
    """
    if args.text("chat_id") in (None, ""):
        raise bad("chat_id is empty")
    chat_id = args.need("chat_id")
    chat = fake.chats.get(chat_id)
    if chat is None:
        if chat_id in fake.users:
            raise forbidden("bot can't initiate conversation with a user")
        raise bad("chat not found")
    if chat.upgraded_to is not None:
        raise bad("group chat was upgraded to a supergroup chat", migrate_to_chat_id=chat.upgraded_to)
    status = chat.members[fake.bot.id].status if fake.bot.id in chat.members else "left"
    if status == "kicked":
        raise forbidden(
            "bot was blocked by the user" if chat.private else f"bot was kicked from the {_name(chat)}"
        )
    if status == "left":
        raise forbidden(f"bot is not a member of the {_name(chat)}")
    return chat


def _name(chat: Chat) -> str:
    return KIND_NAMES[chat.type]


def get_me(fake: FakeTelegram, _: Args) -> Json:
    return fake.bot.json() | {
        "can_join_groups": True,
        "can_read_all_group_messages": not fake.privacy,
        "supports_inline_queries": True,
    }


def get_chat(fake: FakeTelegram, args: Args) -> Json:
    chat = reach(fake, args)
    gifts = (
        "unlimited_gifts",
        "limited_gifts",
        "unique_gifts",
        "premium_subscription",
        "gifts_from_channels",
    )
    return chat.json() | {
        "accent_color_id": 0,
        "max_reaction_count": 11,
        "accepted_gift_types": dict.fromkeys(gifts, False),
        "permissions": {f"can_send_{kind}": kind not in chat.forbidden for kind in ("photos", "documents")},
    }


def get_chat_member(fake: FakeTelegram, args: Args) -> Json:
    chat, user_id = reach(fake, args), args.need("user_id")
    if user_id in chat.members:
        return chat.members[user_id].json()
    if user_id not in fake.users:
        raise bad("user not found")
    return Member(fake.users[user_id], "left").json()


def get_chat_administrators(fake: FakeTelegram, args: Args) -> list[Json]:
    chat = reach(fake, args)
    if chat.private:
        raise bad("there are no administrators in the private chat")
    return [
        member.json()
        for member in chat.members.values()
        if member.admin and (not member.user.is_bot or member.user is fake.bot)
    ]


def get_chat_member_count(fake: FakeTelegram, args: Args) -> int:
    return sum(member.inside for member in reach(fake, args).members.values())


def leave_chat(fake: FakeTelegram, args: Args) -> bool:
    chat = reach(fake, args)
    if chat.private:
        raise bad("can't leave private chats")
    fake.leave_bot(chat)
    return True


def send_chat_action(fake: FakeTelegram, args: Args) -> bool:
    reach(fake, args)
    if args.text("action") not in ("typing", "upload_photo", "upload_document"):
        raise bad("wrong parameter action in request")
    return True


def set_my_commands(fake: FakeTelegram, args: Args) -> bool:
    commands = args.json("commands")
    if not isinstance(commands, list) or len(commands) > 100:
        raise bad("can't parse list of bot commands")
    for row in commands:
        if not isinstance(row, dict) or not _COMMAND.fullmatch(str(row.get("command"))):
            raise bad("BOT_COMMAND_INVALID")
        if not 1 <= len(str(row.get("description", "")).strip()) <= 256:
            raise bad("BOT_COMMAND_DESCRIPTION_INVALID")
    fake.commands[_scope(args)] = commands
    return True


def get_my_commands(fake: FakeTelegram, args: Args) -> list[Json]:
    return fake.commands.get(_scope(args), [])


def delete_my_commands(fake: FakeTelegram, args: Args) -> bool:
    fake.commands.pop(_scope(args), None)
    return True


def _scope(args: Args) -> str:
    """One key for each scope and language: `all_group_chats en`, `chat:-5 `."""
    scope = args.json("scope") or {"type": "default"}
    if not isinstance(scope, dict) or scope.get("type") not in SCOPES:
        raise bad("can't parse BotCommandScope: unsupported type specified")
    language = args.text("language_code") or ""
    if not re.fullmatch(r"([a-z]{2})?", language):
        raise bad("invalid language code specified")
    where = ":".join(str(scope[key]) for key in ("type", "chat_id", "user_id") if key in scope)
    return f"{where} {language}"


def set_chat_menu_button(fake: FakeTelegram, args: Args) -> bool:
    button = args.json("menu_button") or {"type": "default"}
    if not isinstance(button, dict) or button.get("type") not in ("commands", "default", "web_app"):
        raise bad("can't parse menu button: unsupported type specified")
    if button["type"] == "web_app":
        url = button.get("web_app", {}).get("url", "")
        if not button.get("text") or not str(url).startswith("https://"):
            raise bad("menu button Web App URL is invalid: Only HTTPS links are allowed")
    chat_id = args.integer("chat_id")
    if chat_id is not None and not reach(fake, args).private:
        raise bad("chat_id must be a private chat")
    fake.menu_buttons[chat_id] = button
    return True


def get_file(fake: FakeTelegram, args: Args) -> Json:
    file_id = args.text("file_id") or ""
    file = fake.files.get(file_id)
    if file is None:
        raise bad("invalid file_id")
    if len(file.data) > 20 * 2**20:
        raise ApiError(400, "Bad Request: file is too big")
    ids = {"file_id": file_id, "file_unique_id": f"u-{file_id}"}
    return ids | {"file_size": len(file.data), "file_path": f"documents/{file_id}"}
