"""Updates in the shapes of the Bot API that nobody planned for: from a seed, likely ones and impossible ones."""

from collections import deque
from collections.abc import Callable
from copy import deepcopy
from random import Random
from typing import Any

from bot.commands import COMMANDS
from bot.fake import Chat, FakeTelegram, User
from bot.fake.records import Member
from bot.taps import TAPS
from bot.texts.spoken import COMMAND_WORDS

Json = dict[str, Any]

NAMES = (
    "小明", "小红", "小刚", "小丽", "小明", "老周", "<b>", "</b>&amp;", "a&b<c>", "-48", "自摸", "/undo",
    "@quezhang_bot", "\u202e翻过来", "\u200b\u200d\ufeff", "👩‍👩‍👧‍👦", "é" + "\u0301" * 40, "名" * 64, "流局", "2筒",
    "%s{}$1", "'; DROP TABLE entries;--", "\ud83d", "nul\0nul", "…", "　", "ＡＢＣ１２３", "p1", "#1", "10",
)  # fmt: skip
PIECES = (
    "自摸", "点炮", "胡", "放铳", "抢杠", "杠开", "混一色", "清一色", "碰碰和", "对对胡", "七对", "门前清", "大三元",
    "花3", "花10", "花99999999999999999999", "碰东", "杠发", "暗杠5万", "吃123万", "123万", "5万", "白白白", "财神",
    "流局", "包", "硬", "软", "1", "20", "-5", "0", "１２", "½", "−48", "+", "：", ":", "，", "@", "#1", "#2", "#999",
    "100分", "=", "无锡", "wuxi", "nanjing", "wenling", "不限", "四圈", "全部", "本月", "2024-10", "底分=2", "改账=所有人",
    "en", "zh", "😀", "<i>", "\n", "\u202e", "\u00ad", "一色", "听", "庄", "东", "南", "AA", "元", "0.5元",
)  # fmt: skip
LATIN = tuple(f"/{command.name}" for command in COMMANDS)
SPOKEN = tuple(word for words in COMMAND_WORDS.values() for word in words)
ODD: tuple[Any, ...] = (
    None, True, False, 0, -1, 2**31, 2**63, -(2**63), 10**30, 1.5, "", " ", "x" * 5000, "\0", "\ud800", [], [[]], {},
    {"id": 1}, [{"type": "bot_command"}], "null", "-1",
)  # fmt: skip
ENTITIES = (
    "bot_command", "mention", "text_mention", "bold", "url", "text_link", "custom_emoji", "spoiler", "hashtag",
    "blockquote", "unheard_of",
)  # fmt: skip
EXTRAS: tuple[Json, ...] = (
    {"sticker": {"file_id": "s", "file_unique_id": "s", "type": "regular", "width": 1, "height": 1,
                 "is_animated": False, "is_video": False}},
    {"dice": {"emoji": "🎲", "value": 6}},
    {"location": {"latitude": 31.5, "longitude": 120.3}},
    {"poll": {"id": "1", "question": "谁胡", "options": [], "total_voter_count": 0, "is_closed": False,
              "is_anonymous": True, "type": "regular", "allows_multiple_answers": False,
              "allows_revoting": True, "members_only": False}},
    {"contact": {"phone_number": "1", "first_name": "小明"}},
    {"photo": [{"file_id": "p", "file_unique_id": "p", "width": 1, "height": 1}], "caption": "小明 自摸"},
    {"web_app_data": {"data": "{}", "button_text": "x"}},
    {"web_app_data": {"data": '{"command": "hu", "text": "小明 自摸"}', "button_text": "x"}},
    {"forum_topic_created": {"name": "东", "icon_color": 1}},
    {"pinned_message": {"message_id": 1, "date": 0, "chat": {"id": 1, "type": "private"}}},
    {"left_chat_member": {"id": 1, "is_bot": False, "first_name": "小明"}},
    {"new_chat_title": "<b>新</b>"},
    {"group_chat_created": True},
    {"quote": {"text": "#1", "position": 0}},
    {"forward_origin": {"type": "hidden_user", "date": 0, "sender_user_name": "小明"}},
    {"successful_payment": {}},
    {"giveaway": {}},
    {"checklist": {"title": "x", "tasks": []}},
)  # fmt: skip
RESTRICTED = tuple(
    f"can_{right}"
    for right in (
        "change_info", "invite_users", "pin_messages", "send_messages", "send_polls", "send_other_messages",
        "add_web_page_previews", "manage_topics", "send_audios", "send_documents", "send_photos", "send_videos",
        "send_video_notes", "send_voice_notes", "edit_tag", "react_to_messages",
    )
)  # fmt: skip


class Shapes:
    """Updates for one fake Telegram with a few chats in it."""

    def __init__(self, random: Random, fake: FakeTelegram) -> None:
        self._random, self._fake = random, fake
        self.users: list[User] = [
            fake.user(name, f"user{n}" if n % 3 else None) for n, name in enumerate(NAMES)
        ]
        boss = self.users[0]
        self.chats: list[Chat] = [
            fake.group("牌桌", boss),
            fake.group("<b>&", boss),
            fake.group("小群", boss, basic=True),
            fake.group("坛", boss, forum=True),
            fake.group("静", self.users[1]),
            fake.private(boss),
            fake.private(self.users[3]),
            fake.channel("频道", boss),
        ]
        self.chats[3].topics.add(5)
        self._serial = 10**6
        self._script: deque[Json] = deque()
        self._kinds: tuple[tuple[int, Callable[[], Json]], ...] = (
            (60, lambda: {"message": self.message()}),
            (8, lambda: {"edited_message": self.message() | {"edit_date": self._date()}}),
            (16, lambda: {"callback_query": self.tap()}),
            (4, self._inline),
            (3, lambda: {"my_chat_member": self._membership()}),
            (2, lambda: {"message": self._arrival()}),
            (1, lambda: {"message": self._migration()}),
            (2, lambda: {"channel_post": self.message()}),
            (1, lambda: {"chat_member": self._membership()}),
            (1, lambda: {"poll_answer": {"poll_id": "1", "option_ids": [0], "user": self._user()}}),
            (1, lambda: {"message_reaction": {"chat": self._chat(), "message_id": 1, "date": 0,
                                              "old_reaction": [], "new_reaction": []}}),
            (1, lambda: {self._random.choice(("unheard_of", "business_message", "chat_boost")): {}}),
        )  # fmt: skip

    def update(self) -> Json:
        """One more update; a third of them are broken somewhere."""
        self._serial += 1
        if self._script and self._random.random() < 0.5:
            return {"update_id": self._serial, "message": self._script.popleft()}
        weights = [weight for weight, _ in self._kinds]
        (_, make) = self._random.choices(self._kinds, weights)[0]
        raw = {"update_id": self._serial, **deepcopy(make())}
        if self._random.random() < 0.33:
            for _ in range(self._random.randint(1, 3)):
                self._break(raw)
        return raw

    def open(self, chat: Chat, ruleset: str) -> None:
        """Four people sit down among the noise: else there would be no table to play at."""
        four = " ".join(NAMES[:4])
        said = [(self.users[0], f"/new {ruleset}"), *((user, "/join") for user in self.users[:4])]
        for user, text in [*said, (self.users[0], f"/seats {four}")]:
            self._script.append(
                {
                    "message_id": 10**7 + self._random.randrange(10**9),
                    "date": int(self._fake.clock()),
                    "chat": chat.json(),
                    "from": user.json(),
                    "text": text,
                    "entities": [{"type": "bot_command", "offset": 0, "length": len(text.split()[0])}],
                }
            )

    def text(self) -> str:
        """What somebody wrote: commands, reports, talk and what is none of it."""
        choice, r = self._random.random(), self._random
        some = r.choices(PIECES + NAMES, k=r.randint(0, 8))
        if choice < 0.3:
            at = r.choice(("", "", "@quezhang_bot", "@other_bot"))
            return f"{r.choice(LATIN)}{at} {' '.join(some)}"
        if choice < 0.5:
            return f"{r.choice(SPOKEN)} {' '.join(some)}"
        if choice < 0.7:
            one, two = r.sample(NAMES[:4], 2)
            some = [
                r.choice(("混一色", "清一色", "")),
                f"花{r.randint(0, 9)}",
                *some[: r.choice((0, 0, 0, 2))],
            ]
            return f"{one} {r.choice(('自摸', f'点炮 {two}'))} {' '.join(some)}"
        if choice < 0.95:
            return r.choice(("", " ", "\n")).join(some)
        return "".join(
            chr(r.choice((r.randrange(32, 0x3000), r.randrange(0x4E00, 0x9FFF)))) for _ in range(4096)
        )

    def message(self) -> Json:
        r = self._random
        chat, text = self._chat(), self.text()
        body: Json = {
            "message_id": r.choice((0, r.randrange(1, 400), *[self._serial] * 8)),
            "date": self._date(),
            "chat": chat,
            "from": self._user(),
        }
        kind = r.random()
        if kind < 0.85:
            body |= {"text": text, "entities": self._entities(text)}
        elif kind < 0.92:
            body |= self._document()
        else:
            body |= r.choice(EXTRAS)
        if r.random() < 0.05:
            body |= {"sender_chat": r.choice((chat, self.chats[-1].json()))}
        if r.random() < 0.05:
            del body["from"]
        if r.random() < 0.15:
            sender = r.choice((self._fake.bot.json(), self._user()))
            answered = {
                "message_id": r.randrange(0, 400),
                "date": 0,
                "chat": chat,
                "from": sender,
                "text": text,
            }
            body["reply_to_message"] = answered
        if r.random() < 0.1:
            body |= {"message_thread_id": r.choice((1, 5, 7)), "is_topic_message": r.random() < 0.5}
        return body

    def tap(self) -> Json:
        """A button that is there, one of another chat, or one that no bot ever made."""
        r = self._random
        seen = [s for s in self._fake.sent[-60:] if s.chat is not None and s.message.get("reply_markup")]
        chat, message_id, data = self._chat(), r.randrange(1, 400), self._forged()
        if seen and r.random() < 0.7:
            shown = r.choice(seen)
            keys = [key for row in shown.message["reply_markup"].get("inline_keyboard", []) for key in row]
            data = r.choice(keys).get("callback_data", data) if keys else data
            if r.random() < 0.8 and shown.chat is not None:
                chat, message_id = shown.chat.json(), shown.message["message_id"]
        message = {"message_id": message_id, "date": r.choice((0, 1)), "chat": chat, "text": self.text()}
        return {
            "id": str(r.choice((self._serial, r.randrange(50)))),
            "from": self._user(),
            "chat_instance": "1",
            "data": data,
            "message": message,
        }

    def _forged(self) -> str:
        r = self._random
        parts = r.choices(
            (*PIECES[:20], "1", "2", "0", "p1", "p9", "-1", "", "none", "99999999999"), k=r.randint(0, 5)
        )
        return ":".join([r.choice((*TAPS, "x", "")), *parts])[:64]

    def _inline(self) -> Json:
        query = {"id": str(self._serial), "from": self._user(), "query": self.text()[:256], "offset": ""}
        return {"inline_query": query}

    def _membership(self) -> Json:
        r = self._random
        statuses = ("creator", "administrator", "member", "restricted", "left", "kicked")

        def member() -> Json:
            standing = Member(self._fake.bot, r.choice(statuses)).json()
            if standing["status"] == "restricted":
                standing |= dict.fromkeys(RESTRICTED, False) | {
                    "is_member": r.random() < 0.5,
                    "until_date": 0,
                }
            return standing

        return {
            "chat": self._chat(), "from": self._user(), "date": self._date(),
            "old_chat_member": member(), "new_chat_member": member(),
        }  # fmt: skip

    def _arrival(self) -> Json:
        came = [self._user() for _ in range(self._random.randint(0, 4))]
        return self.message() | {"new_chat_members": came}

    def _migration(self) -> Json:
        """Only ids that no chat of ours has, so that the rest goes on where it was."""
        field = self._random.choice(("migrate_to_chat_id", "migrate_from_chat_id"))
        return self.message() | {field: -(10**12) - self._random.randrange(10**6, 10**6 + 5),
                                 "chat": {"id": -self._random.randrange(10**6, 10**6 + 5), "type": "group", "title": "x"}}  # fmt: skip

    def _document(self) -> Json:
        r = self._random
        data = r.choice(
            (b"", b"{}", b"[]", b"\xff\xfe", r.randbytes(50), b'{"format": 1, "chats": [{}]}', b"a,b\n1,2")
        )
        file_id = self._fake.store("x.json", data or b" ") if r.random() < 0.8 else "nowhere"
        document = {"file_id": file_id, "file_unique_id": "u", "file_name": r.choice(("x.json", "<b>.csv"))}
        caption = r.choice(("/import", "/import@quezhang_bot", self.text()[:1024]))
        return {"document": document, "caption": caption, "caption_entities": self._entities(caption)}

    def _user(self) -> Json:
        r = self._random
        if r.random() < 0.03:
            return {"id": r.choice((1087968824, 136817688, 777000)), "is_bot": True, "first_name": "Group"}
        return (self.users[r.randrange(4)] if r.random() < 0.7 else r.choice(self.users)).json()

    def _chat(self) -> Json:
        r = self._random
        return (self.chats[0] if r.random() < 0.3 else r.choice(self.chats)).json()

    def _date(self) -> int:
        return self._random.choice(
            (0, 1, int(self._fake.clock()), int(self._fake.clock()), 2**31 - 1, 4 * 10**9)
        )

    def _entities(self, text: str) -> list[Json]:
        r = self._random
        found: list[Json] = []
        if text.startswith("/"):
            word = text.split(maxsplit=1)[0] if text.split() else text
            found.append({"type": "bot_command", "offset": 0, "length": len(word)})
        while r.random() < 0.2:
            start = r.choice((0, -1, r.randrange(0, 20), 10**6))
            entity = {
                "type": r.choice(ENTITIES),
                "offset": start,
                "length": r.choice((0, 1, 2, 5, -1, 10**6)),
            }
            found.append(entity | ({"user": self._user()} if entity["type"] == "text_mention" else {}))
        return found

    def _break(self, raw: Json) -> None:
        """Takes something away, or puts something there that does not belong there."""
        at: Any = raw
        keys: list[Any] = [key for key in raw if key != "update_id"]
        while keys:
            key = self._random.choice(keys)
            inner = at[key]
            if isinstance(inner, dict | list) and inner and self._random.random() < 0.75:
                at, keys = inner, list(inner) if isinstance(inner, dict) else list(range(len(inner)))
                continue
            if isinstance(at, dict) and self._random.random() < 0.4:
                del at[key]
            else:
                at[key] = deepcopy(self._random.choice(ODD))
            return
