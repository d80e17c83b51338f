"""What people say and press in the fake Telegram."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from bot.fake.delivery import Delivery
from bot.fake.markup import plain_entities
from bot.fake.records import Chat, Json, Member, Query, User
from bot.fake.world import CHANNEL_BOT, GROUP_ANONYMOUS_BOT, HOUR

OLD = 48 * HOUR  # after that the bot cannot read, edit or delete a message any more


class Talk(Delivery):
    """Messages, edits and taps. A private chat may be given as the `User`.

    People who act in a group without being in it become members silently.
    """

    def private(self, user: User) -> Chat:
        """The private chat of `user` with the bot, opened by the user."""
        if user.id not in self.chats:
            self.add_chat("private", user.first_name, user.id, [Member(user), Member(self.bot)])
        return self.chats[user.id]

    def say(
        self,
        chat: Chat | User,
        user: User,
        text: str,
        *,
        reply_to: int | None = None,
        thread: int | None = None,
        entities: Sequence[Json] = (),
        sender_chat: Chat | None = None,
        ephemeral: bool = False,
        via_bot: bool = False,
    ) -> Json:
        """`user` writes `text`; returns the message.

        `reply_to` is a message id, `thread` a topic, `sender_chat` the channel in whose name the user writes;
        `ephemeral` messages are seen by the bot alone and have the message id 0; `via_bot` ones were chosen
        from the bot's inline results.
        """
        room = self.room(chat, user)
        found = sorted(chain(entities, plain_entities(text)), key=lambda entity: int(entity["offset"]))
        content: Json = {"text": text} | ({"entities": found} if found else {})
        content |= self._author(room, user, sender_chat) | self._place(room, reply_to, thread)
        if via_bot:
            content["via_bot"] = self.bot.json()
        if ephemeral:
            number = next(self.serial)
            content |= {"message_id": 0, "ephemeral_message_id": number, "receiver_user": self.bot.json()}
        message = self.add_message(room, user, content)
        self.tell("message", room, message)
        return message

    def upload(
        self, chat: Chat | User, user: User, name: str, data: bytes, *, caption: str | None = None
    ) -> Json:
        """`user` sends a file; returns the message."""
        room = self.room(chat, user)
        file_id = self.store(name, data)
        document = {
            "file_id": file_id,
            "file_unique_id": f"u-{file_id}",
            "file_name": name,
            "file_size": len(data),
        }
        content: Json = {"document": document} | self._author(room, user, None)
        if caption is not None:
            content |= {"caption": caption, "caption_entities": plain_entities(caption)}
        message = self.add_message(room, user, content)
        self.tell("message", room, message)
        return message

    def post(self, channel: Chat, text: str) -> Json:
        """A post appears in a channel: it has no author."""
        content = {"text": text, "sender_chat": channel.json(), "entities": plain_entities(text)}
        message = self.add_message(channel, self.bot, content)
        del message["from"]
        self.tell("channel_post", channel, message)
        return message

    def edit(self, chat: Chat | User, message_id: int, text: str, entities: Sequence[Json] = ()) -> Json:
        """The author changes the text or caption of a message; returns it."""
        room = chat if isinstance(chat, Chat) else self.private(chat)
        message = room.messages[message_id]
        found = sorted(chain(entities, plain_entities(text)), key=lambda entity: int(entity["offset"]))
        text_field, entity_field = (
            ("text", "entities") if "text" in message else ("caption", "caption_entities")
        )
        message |= {text_field: text, entity_field: found, "edit_date": int(self.clock())}
        self.tell("edited_channel_post" if room.type == "channel" else "edited_message", room, message)
        return message

    def tap(self, user: User, chat: Chat | User, message_id: int, button: str) -> str:
        """`user` presses the button with that label or callback data; returns the id of the query.

        Raises LookupError if there is no such button, or if it is a link and tells the bot nothing.
        """
        room = chat if isinstance(chat, Chat) else self.private(chat)
        message = room.messages[message_id]
        rows = message.get("reply_markup", {}).get("inline_keyboard", [])
        for key in chain.from_iterable(rows):
            if "callback_data" in key and button in (key["text"], key["callback_data"]):
                break
        else:
            raise LookupError(button)
        old = self.clock() - message["date"] > OLD
        query_id = self._query(user, room)
        content = {
            "id": query_id,
            "from": user.json(),
            "chat_instance": str(room.id),
            "data": key["callback_data"],
            "message": {"chat": room.json(), "message_id": message_id, "date": 0} if old else message,
        }
        self.push("callback_query", content)
        return query_id

    def inline(self, user: User, query: str, chat_type: str = "supergroup") -> str:
        """`user` types `@bot query` somewhere; returns the id of the query."""
        query_id = self._query(user, None)
        content = {"id": query_id, "from": user.json(), "query": query, "offset": "", "chat_type": chat_type}
        self.push("inline_query", content)
        return query_id

    def room(self, chat: Chat | User, user: User) -> Chat:
        """The chat in which `user` acts, as a member from now on; as the creator, if there is none yet."""
        if isinstance(chat, User):
            return self.private(chat)
        member = chat.members.get(user.id)
        if member is None or not member.inside:
            alone = not any(other.status == "creator" for other in chat.members.values())
            chat.members[user.id] = Member(user, "creator" if alone else "member")
        return chat

    def _author(self, chat: Chat, user: User, sender_chat: Chat | None) -> Json:
        member = chat.members.get(user.id)
        if sender_chat is not None:
            name = User(CHANNEL_BOT, "Channel", "Channel_Bot", language_code=None, is_bot=True)
        elif member is not None and member.anonymous:
            name = User(GROUP_ANONYMOUS_BOT, "Group", "GroupAnonymousBot", language_code=None, is_bot=True)
        else:
            return {}
        return {"from": name.json(), "sender_chat": (sender_chat or chat).json()}

    def _place(self, chat: Chat, reply_to: int | None, thread: int | None) -> Json:
        """Where a message stands.

        Two traps are Telegram's own: the first message of a topic counts as the one replied to, and a reply
        outside forums carries a thread id that is no topic.
        """
        content: Json = {}
        if thread is not None:
            content = {"message_thread_id": thread, "is_topic_message": True}
        target = reply_to or thread
        if target is not None:
            replied = {
                key: value for key, value in chat.messages[target].items() if key != "reply_to_message"
            }
            content["reply_to_message"] = replied
            if chat.type == "supergroup" and not chat.forum:
                content["message_thread_id"] = replied.get("message_thread_id", target)
        return content

    def _query(self, user: User, chat: Chat | None) -> str:
        query_id = str(next(self.serial))
        self.queries[query_id] = Query(user, chat, self.clock())
        return query_id
