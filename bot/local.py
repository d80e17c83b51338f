"""The local chat: a group in the terminal. The bot is the real one; only the wire below it is local."""

from __future__ import annotations

import asyncio
import hashlib
import re
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, TextIO, runtime_checkable

from telegram.request import BaseRequest

from bot.fake import Chat, FakeRequest, FakeTelegram, User
from bot.fake.content import MAX_TEXT
from bot.fake.markup import utf16
from bot.fake.world import SUPERGROUP_BASE
from bot.terminal import continues, silent, statements, typed
from bot.texts import local as signs
from bot.texts import words
from bot.transcript import Transcript, rows, target

_OPEN, _CLOSE = re.escape(signs.OPENING), re.escape(signs.CLOSING)
_LINE = re.compile(
    rf"\s*(?:[{_OPEN}](?P<group>[^{_CLOSE}]+)[{_CLOSE}]\s*)?"
    rf"(?P<name>[^\s/@#{_OPEN}{re.escape(signs.CARETS)}{signs.COLONS}][^@\n{signs.COLONS}]*?)"
    rf"(?P<private>\s*(?:{'|'.join(signs.PRIVATE)}))?\s*[{signs.COLONS}]\s?(?P<text>.*)",
    re.DOTALL,
)
_TAP = re.compile(rf"[{_OPEN}](.+)[{_CLOSE}]")
OVERHEAR = 0.2  # seconds between two looks at what the pages made the bot say
_EDIT = re.compile(rf"([{re.escape(signs.CARETS)}]+)(\s.*)", re.DOTALL)


class Station(Protocol):
    """The bot, as the local chat drives it."""

    async def start(self) -> None:
        """Makes the bot ready."""

    async def drain(self) -> None:
        """Fetches what waits, carries it out and answers; returns when there is nothing left to do."""

    async def stop(self) -> None:
        """Puts everything away."""


@runtime_checkable
class Pages(Protocol):
    """A station with the Mini App's pages beside it."""

    def link(self, user: User, url: str) -> str | None:
        """What this speaker opens in the place of a button's `url`; None if it leads to no page of ours."""


class Misunderstood(Exception):
    """A line that cannot be carried out; the text says why."""


@dataclass(frozen=True)
class Place:
    """Who speaks where: in the group of that title, or in private."""

    name: str
    group: str
    private: bool


async def chat(
    station_of: Callable[[BaseRequest], Station],
    lines: Iterable[str] | None,
    out: TextIO,
    *,
    pictures: Path,
    lang: str = "zh",
) -> int:
    """Plays `lines`, or what is typed at the terminal if None, and writes the conversation to `out`.

    Pictures that the bot sends are written to the directory `pictures`; `lang` is what the terminal itself
    speaks. Returns the exit code.
    """
    # Ids differ from those of earlier runs, because the bot remembers in its database what it has seen.
    fake = FakeTelegram(token=None, privacy=False, first_id=time.time_ns() // 1_000)
    station = station_of(FakeRequest(fake))
    room = Room(fake, pictures, station if isinstance(station, Pages) else None, lang)
    texts = room.texts
    await station.start()
    listening = asyncio.create_task(_overhear(room, out, signs.PROMPT if lines is None else ""))
    try:
        if lines is None:
            print(texts.greeting(), file=out, flush=True)
        async for statement in typed(signs.PROMPT) if lines is None else statements(lines):
            if lines is not None:
                print(*statement, sep="\n", file=out)
            room.busy = True
            try:
                room.act(statement)
                await station.drain()
            except Misunderstood as reason:
                print(reason, file=out)
            room.busy = False
            print(*room.news(), sep="", end="", file=out, flush=True)
    except asyncio.CancelledError:
        if lines is not None:
            raise
    finally:
        listening.cancel()
        await station.stop()
    if lines is None:  # whoever sat at the terminal left, by Ctrl-D or Ctrl-C
        print(f"\n{texts.bye}", file=out)
    return 0


async def _overhear(room: Room, out: TextIO, prompt: str) -> None:
    """Writes what the bot says while nobody types: of what was recorded on its pages."""
    while room.pages is not None:
        await asyncio.sleep(OVERHEAR)
        if not room.busy and (news := "".join(room.news())):
            print(f"\n{news}{prompt}" if prompt else news, end="", file=out, flush=True)


class Room:
    """The people of the local chat and what they see."""

    def __init__(
        self, fake: FakeTelegram, pictures: Path, pages: Pages | None = None, lang: str = "zh"
    ) -> None:
        self.fake = fake
        self.texts = words(lang).terminal
        self.pages = pages
        self.busy = False  # with a statement
        self._opened: set[tuple[int, str]] = set()
        self.transcript = Transcript(fake, pictures, self.texts)
        self.place = Place(self.texts.first_speaker, signs.TABLE, False)
        self._people: dict[str, User] = {}
        self._groups: dict[str, Chat] = {}
        self._said: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
        self._group(signs.TABLE)

    def act(self, statement: list[str]) -> None:
        """Does what the lines of one statement say; raises `Misunderstood`."""
        first, *more = statement
        if silent(first):
            return
        text = "\n".join([first, *(line.strip() for line in more)])
        if continues(first):
            self._edit(1, lambda old: f"{old}\n{text.strip()}")
            return
        if match := _LINE.fullmatch(text):
            self.place = Place(match["name"].strip(), match["group"] or signs.TABLE, bool(match["private"]))
            text = match["text"]
        text = text.strip()
        if tap := _TAP.fullmatch(text):
            self._tap(tap[1].strip())
        elif edit := _EDIT.fullmatch(text):
            back, new = edit.groups()
            self._edit(len(back), lambda _: new)
        else:
            user, room = self._here()
            message = self.fake.say(room, user, self._sayable(text))
            self._said[user.id, room.id].append(message["message_id"])

    def news(self) -> Iterator[str]:
        """What the bot did since the last call, and links to pages that are new to somebody; lines with their
        ends.
        """
        yield from self.transcript.news()
        for chat in self.fake.chats.values() if self.pages else ():
            url = next(self._links(chat), None)
            speakers = [member.user for member in chat.members.values() if not member.user.is_bot]
            for user in speakers if url else ():
                link = self._opened_by(user, url or "")
                if link and (user.id, link) not in self._opened:
                    self._opened.add((user.id, link))
                    yield f"{self.texts.opens(user.first_name, link)}\n"

    def _links(self, chat: Chat) -> Iterator[str]:
        """Where the buttons of a chat lead that open a page of ours, the newest first."""
        for message in self.transcript.newest(chat):
            for button in (button for row in rows(message) for button in row):
                if "callback_data" not in button and self._opened_by(self.fake.bot, target(button)):
                    yield target(button)

    def _opened_by(self, user: User, url: str) -> str | None:
        return self.pages.link(user, url) if self.pages else None

    def _here(self) -> tuple[User, Chat]:
        user = self._person(self.place.name)
        return user, self.fake.private(user) if self.place.private else self._group(self.place.group)

    def _person(self, name: str) -> User:
        if name not in self._people:
            self._people[name] = self.fake.user(name, user_id=_stable_id(name))
        return self._people[name]

    def _group(self, title: str) -> Chat:
        if title not in self._groups:
            self._groups[title] = self.fake.group(title, chat_id=SUPERGROUP_BASE - _stable_id(title))
        return self._groups[title]

    def _sayable(self, text: str) -> str:
        if not text.strip():
            raise Misunderstood(self.texts.nothing_said(self.place.name))
        if utf16(text) > MAX_TEXT:
            raise Misunderstood(self.texts.too_long(MAX_TEXT))
        return text.strip()

    def _edit(self, back: int, change: Callable[[str], str]) -> None:
        user, room = self._here()
        said = self._said[user.id, room.id]
        if back > len(said):
            raise Misunderstood(self.texts.nothing_to_edit(user.first_name))
        number = said[-back]
        self.fake.edit(room, number, self._sayable(change(room.messages[number]["text"])))

    def _tap(self, label: str) -> None:
        user, room = self._here()
        there: list[str] = []
        for message in self.transcript.newest(room):
            for button in (button for row in rows(message) for button in row):
                if not _same(button["text"], label):
                    there.append(button["text"])
                elif "callback_data" in button:
                    self.fake.tap(user, room, message["message_id"], button["callback_data"])
                    return
                else:
                    link = self._opened_by(user, target(button)) or target(button)
                    raise Misunderstood(self.texts.link(button["text"], link))
        raise Misunderstood(self.texts.no_button(label, list(dict.fromkeys(there))))


def _same(label: str, typed: str) -> bool:
    return "".join(label.split()) == "".join(typed.split())


def _stable_id(name: str) -> int:
    """The same for a name in every run: the bot's database knows people and groups by it."""
    return int.from_bytes(hashlib.blake2b(name.encode(), digest_size=4).digest()) + 1
