"""The things of the fake Telegram, and their Bot API form."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import count
from typing import Any, NamedTuple

Json = dict[str, Any]


def copied(value: Any) -> Any:
    """A copy of JSON data that shares nothing with it."""
    if isinstance(value, dict):
        return {key: copied(inner) for key, inner in value.items()}
    return [copied(inner) for inner in value] if isinstance(value, list) else value


_ADMIN_RIGHTS = [
    "can_be_edited", "can_manage_chat", "can_delete_messages", "can_manage_video_chats",
    "can_restrict_members", "can_promote_members", "can_change_info", "can_invite_users",
    "can_post_stories", "can_edit_stories", "can_delete_stories", "can_pin_messages",
]  # fmt: skip


@dataclass
class User:
    """A Telegram account; mutable, because people rename themselves."""

    id: int
    first_name: str
    username: str | None = None
    last_name: str | None = None
    language_code: str | None = "zh-hans"
    is_bot: bool = False

    def json(self) -> Json:
        """The Bot API's User."""
        return {key: value for key, value in vars(self).items() if value is not None}


@dataclass
class Member:
    """A person's or the bot's standing in a chat: creator, administrator, member, left or kicked."""

    user: User
    status: str = "member"
    anonymous: bool = False

    @property
    def inside(self) -> bool:
        """Whether the member takes part in the chat now."""
        return self.status not in ("left", "kicked")

    @property
    def admin(self) -> bool:
        """Whether the member may administer the chat."""
        return self.status in ("creator", "administrator")

    def json(self) -> Json:
        """The Bot API's ChatMember."""
        body: Json = {"user": self.user.json(), "status": self.status}
        if self.admin:
            body["is_anonymous"] = self.anonymous
        if self.status == "administrator":
            body |= dict.fromkeys(_ADMIN_RIGHTS, True)
        if self.status == "kicked":
            body["until_date"] = 0
        return body


@dataclass
class Chat:
    """A private chat, basic group, supergroup (perhaps a forum) or channel; `id` as the Bot API writes it."""

    id: int
    type: str
    title: str
    message_ids: count[int]
    members: dict[int, Member] = field(default_factory=dict)
    messages: dict[int, Json] = field(default_factory=dict)
    privacy: bool = True
    forum: bool = False
    topics: set[int] = field(default_factory=set)
    forbidden: set[str] = field(default_factory=set)  # "photos", "documents", "text messages"
    upgraded_to: int | None = None

    @property
    def private(self) -> bool:
        """Whether this is a private chat with the bot."""
        return self.type == "private"

    def json(self) -> Json:
        """The Bot API's Chat."""
        if self.private:
            user = self.members[self.id].user.json()
            names = {key: user[key] for key in ("first_name", "last_name", "username") if key in user}
            return {"id": self.id, "type": self.type} | names
        body: Json = {"id": self.id, "type": self.type, "title": self.title}
        return body | ({"is_forum": True} if self.forum else {})


class Sent(NamedTuple):
    """One thing the bot did where people see it. An answered tap has no chat when it was an inline query;
    its message is the parameters, with the `user` who tapped."""

    method: str
    chat: Chat | None
    message: Json


class Query(NamedTuple):
    """A tap or an inline query that waits for its answer."""

    user: User
    chat: Chat | None
    at: float


class Upload(NamedTuple):
    """A file on the server."""

    name: str
    data: bytes
