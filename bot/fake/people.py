"""What people do in the fake Telegram: accounts, groups, channels and who is in them."""

from __future__ import annotations

from copy import deepcopy

from bot.fake.records import Chat, Member, User
from bot.fake.talk import Talk
from bot.fake.world import BASIC_GROUP_BASE, SUPERGROUP_BASE, USER_BASE


class People(Talk):
    """Every method is one thing that somebody does, and queues what the bot is told of it."""

    def user(
        self,
        first_name: str,
        username: str | None = None,
        *,
        user_id: int | None = None,
        last_name: str | None = None,
        is_bot: bool = False,
    ) -> User:
        """A new account, even if another one has that name."""
        number = user_id or USER_BASE + next(self.serial)
        user = User(number, first_name, username, last_name, is_bot=is_bot)
        self.users[user.id] = user
        return user

    def group(
        self,
        title: str,
        creator: User | None = None,
        *,
        chat_id: int | None = None,
        privacy: bool | None = None,
        basic: bool = False,
        forum: bool = False,
        bot: str = "member",
    ) -> Chat:
        """A supergroup, or a `basic` group, whose id lacks the −100; the bot is there with the status `bot`.

        Without `creator` the first one to speak there is its creator.
        """
        number = next(self.serial)
        members = [Member(self.bot, bot)] + ([Member(creator, "creator")] if creator else [])
        default = (BASIC_GROUP_BASE if basic else SUPERGROUP_BASE) - number
        chat = self.add_chat("group" if basic else "supergroup", title, chat_id or default, members)
        chat.privacy = self.privacy if privacy is None else privacy
        chat.forum = forum
        if forum:
            next(chat.message_ids)  # the first number is the General topic's
        return chat

    def channel(self, title: str, creator: User) -> Chat:
        """A channel with the bot as an administrator."""
        members = [Member(creator, "creator"), Member(self.bot, "administrator")]
        return self.add_chat("channel", title, SUPERGROUP_BASE - next(self.serial), members)

    def topic(self, chat: Chat, user: User, name: str) -> int:
        """A new topic of a forum; returns its thread id."""
        content = {"forum_topic_created": {"name": name, "icon_color": 7322096}, "is_topic_message": True}
        message = self.add_message(self.room(chat, user), user, content)
        thread = int(message["message_id"])
        message["message_thread_id"] = thread
        chat.topics.add(thread)
        self.tell("message", chat, message)
        return thread

    def join(self, chat: Chat, user: User) -> None:
        """`user` joins a group."""
        self.change(chat, user, user, "member")
        self.service(chat, user, {"new_chat_members": [user.json()]})

    def leave(self, chat: Chat, user: User) -> None:
        """`user` leaves a group."""
        self.service(chat, user, {"left_chat_member": user.json()})
        self.change(chat, user, user, "left")

    def promote(
        self, chat: Chat, user: User, by: User, status: str = "administrator", anonymous: bool = False
    ) -> None:
        """`by` gives `user` (or the bot) another status; an `anonymous` admin speaks in the group's name."""
        self.change(chat, user, by, status)
        chat.members[user.id].anonymous = anonymous

    def add_bot(self, chat: Chat, by: User, status: str = "member") -> None:
        """`by` takes the bot into a group."""
        chat.privacy = self.privacy
        self.change(chat, self.bot, by, status)
        self.service(chat, by, {"new_chat_members": [self.bot.json()]})

    def kick_bot(self, chat: Chat, by: User) -> None:
        """`by` throws the bot out."""
        self.change(chat, self.bot, by, "kicked")

    def leave_bot(self, chat: Chat) -> None:
        """The bot itself leaves a group."""
        self.change(chat, self.bot, self.bot, "left")

    def block(self, user: User, blocked: bool = True) -> None:
        """`user` blocks the bot in private, or unblocks it."""
        self.change(self.private(user), self.bot, user, "kicked" if blocked else "member")

    def migrate(self, chat: Chat, user: User, *, new_first: bool = False) -> Chat:
        """A basic group becomes a supergroup, which is returned; its two notices may come in either order."""
        new = self.group(chat.title, privacy=chat.privacy)
        new.members = deepcopy(chat.members)
        for member in new.members.values():
            member.user = self.users[member.user.id]
        chat.upgraded_to = new.id
        notices = [(chat, {"migrate_to_chat_id": new.id}), (new, {"migrate_from_chat_id": chat.id})]
        for room, content in reversed(notices) if new_first else notices:
            self.service(room, user, content)
        return new
