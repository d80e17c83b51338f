"""The state of the fake Telegram: people, chats, files and the queue of updates."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from itertools import count

from bot.fake.records import Chat, Json, Member, Query, Sent, Upload, User, copied

GROUP_ANONYMOUS_BOT = 1087968824
CHANNEL_BOT = 136817688
# Accounts beyond 32 bits, as most are; ids of groups count down.
USER_BASE = 7_000_000_000
BASIC_GROUP_BASE = -4_000_000_000
SUPERGROUP_BASE = -1_000_000_000_000

HOUR = 3600
UPDATE_LIFE = 24 * HOUR  # Telegram forgets unconfirmed updates after a day,
QUERY_LIFE = 150  # taps and inline queries much sooner.
# Sent only to bots that ask for them by name in `allowed_updates`.
ASKED_FOR = {"chat_member", "message_reaction", "message_reaction_count"}


class World:
    """The state behind the fake. Call it only from the event loop that serves the bot.

    `clock` gives seconds since the epoch. `privacy` is the bot's privacy mode. Ids of messages, updates and
    queries count from `first_id`, so that several runs over one database can keep apart.
    """

    def __init__(self, clock: Callable[[], float], privacy: bool, first_id: int, username: str) -> None:
        self.clock = clock
        self.privacy = privacy
        self.first_id = first_id
        self.bot = User(6_000_000_001, "bot", username=username, language_code=None, is_bot=True)
        self.users: dict[int, User] = {self.bot.id: self.bot}
        self.chats: dict[int, Chat] = {}
        self.files: dict[str, Upload] = {}
        self.queries: dict[str, Query] = {}
        self.sent: list[Sent] = []
        self.allowed: set[str] | None = None  # None: everything but ASKED_FOR
        self.serial = count(first_id)
        self._message_ids = count(first_id)  # shared by private chats and basic groups, as at Telegram
        self._update_ids = count(first_id)
        self._updates: dict[int, tuple[float, Json]] = {}
        self._waiting: list[asyncio.Future[None]] = []

    def add_chat(self, kind: str, title: str, chat_id: int, members: Iterable[Member]) -> Chat:
        """Puts a chat into the world; supergroups and channels number their messages by themselves."""
        own = kind in ("supergroup", "channel")
        ids = count(self.first_id) if own else self._message_ids
        people = {member.user.id: member for member in members}
        chat = self.chats[chat_id] = Chat(chat_id, kind, title, ids, people, privacy=self.privacy)
        return chat

    def add_message(self, chat: Chat, sender: User, content: Json) -> Json:
        """Stores a message of `sender` in `chat` and returns it; `content` may replace any field."""
        message: Json = {
            "message_id": next(chat.message_ids),
            "from": sender.json(),
            "chat": chat.json(),
            "date": int(self.clock()),
        }
        message |= content
        chat.messages[message["message_id"]] = message
        return message

    def store(self, name: str, data: bytes) -> str:
        """Keeps a file and returns its file_id."""
        file_id = f"file-{next(self.serial)}"
        self.files[file_id] = Upload(name, data)
        return file_id

    def push(self, kind: str, content: Json) -> None:
        """Queues an update for the bot, if it asked for that kind."""
        if kind in ASKED_FOR if self.allowed is None else kind not in self.allowed:
            return
        number = next(self._update_ids)
        self._updates[number] = self.clock(), {"update_id": number, kind: copied(content)}
        self.wake()

    def wake(self) -> None:
        """Wakes whoever waits for updates."""
        for waiting in self._waiting:
            if not waiting.done():
                waiting.set_result(None)
        self._waiting.clear()

    async def wait(self, seconds: float) -> None:
        """Returns at the next update, or after so many seconds of real time."""
        waiting = asyncio.get_running_loop().create_future()
        self._waiting.append(waiting)
        await asyncio.wait({waiting}, timeout=seconds)

    def pending(self) -> list[Json]:
        """The unconfirmed updates, oldest first, without those that Telegram would have lost."""
        now = self.clock()
        for number, (at, update) in list(self._updates.items()):
            if now - at > _life(update):
                self.drop(number)
        return [update for _, update in self._updates.values()]

    def confirm(self, offset: int) -> None:
        """Forgets the updates below `offset`; a negative one leaves only so many of the newest."""
        numbers = list(self._updates)
        for number in numbers[:offset] if offset < 0 else numbers:
            if offset < 0 or number < offset:
                self.drop(number)

    def drop(self, update_id: int) -> None:
        """Forgets one update."""
        del self._updates[update_id]


def _life(update: Json) -> float:
    return QUERY_LIFE if "callback_query" in update or "inline_query" in update else UPDATE_LIFE
