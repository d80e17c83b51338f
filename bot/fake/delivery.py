"""What Telegram tells the bot of what happens in its chats."""

from __future__ import annotations

from bot.fake.records import Chat, Json, Member, User
from bot.fake.world import World

# Fields that make a message a service message: every bot sees these.
SERVICE = {
    "new_chat_members", "left_chat_member", "migrate_to_chat_id", "migrate_from_chat_id",
    "forum_topic_created", "group_chat_created", "new_chat_title", "pinned_message",
}  # fmt: skip


class Delivery(World):
    """Turns messages and changes of membership into updates for the bot, or keeps them from it."""

    def sees(self, chat: Chat, message: Json) -> bool:
        """Whether Telegram delivers a person's message to the bot: membership, privacy mode, other bots."""
        bot = chat.members.get(self.bot.id)
        if bot is None or not bot.inside:
            return False
        if chat.type == "channel":
            return bot.admin
        if chat.private or SERVICE & message.keys() or message["message_id"] == 0 or "via_bot" in message:
            return True
        author = self.users.get(message["from"]["id"])
        if author is not None and author.is_bot:
            return False
        if bot.admin or not chat.privacy:
            return True
        replied = message.get("reply_to_message", {}).get("from", {}).get("id")
        return replied == self.bot.id or self._addressed(message)

    def tell(self, kind: str, chat: Chat, message: Json) -> None:
        """Queues `message` as an update of that kind, if the bot may see it."""
        if self.sees(chat, message):
            self.push(kind, message)

    def service(self, chat: Chat, user: User, content: Json) -> None:
        """Puts a service message of `user` into the chat."""
        self.tell("message", chat, self.add_message(chat, user, content))

    def change(self, chat: Chat, user: User, by: User, status: str) -> None:
        """`by` changes the status of `user` in the chat."""
        old = chat.members.get(user.id, Member(user, "left"))
        new = chat.members[user.id] = Member(user, status)
        content = {
            "chat": chat.json(),
            "from": by.json(),
            "date": int(self.clock()),
            "old_chat_member": old.json(),
            "new_chat_member": new.json(),
        }
        if user is self.bot:
            self.push("my_chat_member", content)
        elif self.bot.id in chat.members and chat.members[self.bot.id].admin:
            self.push("chat_member", content)

    def _addressed(self, message: Json) -> bool:
        text = str(message.get("text", message.get("caption", "")))
        entities: list[Json] = message.get("entities") or message.get("caption_entities") or []
        for entity in entities:
            if entity["type"] == "bot_command" and entity["offset"] == 0:
                _, at, name = text[: entity["length"]].partition("@")  # a command is ASCII: no UTF-16 needed
                return not at or name.lower() == str(self.bot.username).lower()
        return False
