"""The book of one chat, opened for one unit of work: everything that is done in it is one transaction."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext
from copy import copy
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from secrets import token_urlsafe
from typing import Any

from sqlalchemy import Connection, Engine, bindparam, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from storage.engine import reading
from storage.names import sound
from storage.outbox import Outbox
from storage.people import People, Person
from storage.prepared import Prepared, Savepoint
from storage.rows import AddressRow, ChatRow, DialogueRow, EntryTextRow, LinkRow, table
from storage.sessions import SESSIONS, Session, Sessions
from storage.standings import Standings
from storage.unit import Unit, now

CHATS, ADDRESSES, DIALOGUES, LINKS = table(ChatRow), table(AddressRow), table(DialogueRow), table(LinkRow)
TEXTS = table(EntryTextRow)

_CHAT = (CHATS.c.id, CHATS.c.title, CHATS.c.private, CHATS.c.active, CHATS.c.settings, CHATS.c.merged)
_AT = (
    select(*_CHAT)
    .join(ADDRESSES, ADDRESSES.c.chat == CHATS.c.id)
    .where(ADDRESSES.c.telegram_id == bindparam("telegram_id"), ADDRESSES.c.topic == bindparam("topic"))
)
_BY_ID = select(*_CHAT).where(CHATS.c.id == bindparam("id"))
# One writer a chat: PostgreSQL locks the chat's row, SQLite has locked everything (BEGIN IMMEDIATE).
_LOCK_AT, _LOCK_BY_ID = Prepared(_AT.with_for_update(of=CHATS)), Prepared(_BY_ID.with_for_update())
_LOOK_AT, _LOOK_BY_ID = Prepared(_AT), Prepared(_BY_ID)
_CHANGE = update(CHATS).where(CHATS.c.id == bindparam("of"))
_DIALOGUE = select(DIALOGUES.c.state).where(
    DIALOGUES.c.chat == bindparam("chat"), DIALOGUES.c.person == bindparam("person")
)
_NO_DIALOGUE = delete(DIALOGUES).where(
    DIALOGUES.c.chat == bindparam("of"), DIALOGUES.c.person == bindparam("who")
)
_NO_TEXTS = (
    update(TEXTS)
    .where(TEXTS.c.chat == bindparam("of"), TEXTS.c.session.in_(bindparam("in", expanding=True)))
    .values(text=None)
)
_LINK = select(LINKS.c.token).where(
    LINKS.c.chat == bindparam("chat"), LINKS.c.session == bindparam("session")
)
_RECORDED = (
    select(TEXTS.c.session, TEXTS.c.seq)
    .where(
        TEXTS.c.chat == bindparam("chat"),
        TEXTS.c.telegram_id == bindparam("telegram_id"),
        TEXTS.c.message == bindparam("message"),
    )
    .order_by(TEXTS.c.session.desc(), TEXTS.c.seq)
    .limit(1)
)


@dataclass(frozen=True, slots=True)
class Address:
    """Where Telegram has a chat: its id there, and the forum topic (None outside of topics)."""

    telegram_id: int
    topic: int | None = None


@dataclass(frozen=True, slots=True)
class Chat:
    """A chat as the book knows it; `id` is ours, not Telegram's, and survives the upgrade to a
    supergroup.
    """

    id: int
    title: str
    private: bool
    active: bool  # False after the bot was thrown out
    settings: Mapping[str, str]


class Books:
    """All books of a database. May be shared between threads; a `Book` may not.

    `lang` and `time_zone` are for chats that set nothing.
    """

    def __init__(self, engine: Engine, lang: str = "zh", time_zone: str = "Asia/Shanghai") -> None:
        self.engine = engine
        self.defaults = {"lang": lang, "time_zone": time_zone}
        self._shared: Connection | None = None

    @contextmanager
    def open(self, where: Address | int, title: str = "", private: bool = False) -> Iterator["Book"]:
        """One unit of work in the chat at this address, or with this id of ours, which nobody else writes
        to meanwhile. It is kept at the end, unless nothing was written; any exception undoes it all. A
        chat that is not known yet comes into being. KeyError for an id of ours that does not exist.
        """
        shared = self._shared
        with (
            nullcontext(shared) if shared else self.engine.connect() as connection,
            Savepoint(connection) if shared else connection.begin() as transaction,
        ):
            book = self._locked(connection, where, title, private)
            yield book
            if not book.unit.written:
                transaction.rollback()

    @contextmanager
    def together(self) -> Iterator["Books"]:
        """One transaction, and so one write to the disk, for all units of work in the books that this gives.
        Each can be undone by itself; where the database fails, all are. For SQLite, where one writes at a
        time anyhow: elsewhere chats would wait for each other.
        """
        with self.engine.begin() as connection:
            books = copy(self)
            books._shared = connection
            yield books

    def within(self, connection: Connection, chat: int) -> "Book":
        """The book of the chat with this id of ours within a transaction that is under way; KeyError if
        there is none.
        """
        book = self._found(connection, chat, lock=True)
        if book is None:
            raise KeyError(chat)
        return book

    @contextmanager
    def look(self, where: Address | int) -> Iterator["Book | None"]:
        """A look into a chat that takes no write lock; None if there is no such chat. The database refuses
        to write."""
        with reading(self.engine).connect() as connection, connection.begin():
            yield self._found(connection, where)

    def at(self, telegram_id: int) -> list[int]:
        """Our ids of the chats at this Telegram id: a forum has one for each topic."""
        wanted = select(ADDRESSES.c.chat).where(ADDRESSES.c.telegram_id == telegram_id)
        with reading(self.engine).connect() as connection:
            return list(connection.scalars(wanted))

    def left_open(self, before: datetime) -> list[int]:
        """Our ids of the chats with a session that was opened before that moment, is open, and of which the
        chat was not reminded; the operator's query.
        """
        wanted = (
            select(SESSIONS.c.chat)
            .join(CHATS, CHATS.c.id == SESSIONS.c.chat)
            .where(SESSIONS.c.closed_at.is_(None), SESSIONS.c.opened_at < before)
            .where(~SESSIONS.c.reminded, CHATS.c.active)
        )
        with reading(self.engine).connect() as connection:
            return list(connection.scalars(wanted))

    def by_link(self, token: str) -> tuple[int, int] | None:
        """The chat and the session, by our ids, that a Mini App's start token was made for."""
        chat, _, _ = token.partition("-")
        if not (chat.isascii() and chat.isdigit() and len(chat) < 19):
            return None
        wanted = select(LINKS.c.chat, LINKS.c.session).where(
            LINKS.c.chat == int(chat), LINKS.c.token == token
        )
        with reading(self.engine).connect() as connection:
            row = connection.execute(wanted).one_or_none()
        return (row.chat, row.session) if row else None

    def _locked(self, connection: Connection, where: Address | int, title: str, private: bool) -> "Book":
        book = self._found(connection, where, lock=True)
        if book is None and isinstance(where, Address):
            try:
                with connection.begin_nested():
                    add_chat(connection, where, title, private)
            except IntegrityError:  # PostgreSQL: somebody else was faster; now it can be found
                pass
            book = self._found(connection, where, lock=True)
        if book is None:
            raise KeyError(where)
        if title and title != book.chat.title:
            book.retitle(title)
        return book

    def _found(self, connection: Connection, where: Address | int, lock: bool = False) -> "Book | None":
        if isinstance(where, int):
            rows = (_LOCK_BY_ID if lock else _LOOK_BY_ID).rows(connection, {"id": where})
            if rows and rows[0].merged is not None:
                return self._found(connection, rows[0].merged, lock)
        else:
            place = {"telegram_id": where.telegram_id, "topic": where.topic or 0}
            rows = (_LOCK_AT if lock else _LOOK_AT).rows(connection, place)
        if not rows:
            return None
        row = rows[0]
        chat = Chat(row.id, row.title, row.private, row.active, row.settings)
        return Book(Unit(connection, row.id), chat, self.defaults)


def add_chat(connection: Connection, where: Address, title: str = "", private: bool = False) -> int:
    """Brings a chat into being; its id. IntegrityError if the address leads to one already."""
    values = {"title": title, "private": private, "active": True, "settings": {}, "made_at": now()}
    (chat,) = connection.execute(insert(CHATS).returning(CHATS.c.id), values).one()
    place = {"telegram_id": where.telegram_id, "topic": where.topic or 0}
    connection.execute(insert(ADDRESSES), {"chat": chat, "current": True, **place})
    return int(chat)


class Book:
    """One chat's people, sessions, standings, settings and dialogues within one transaction."""

    def __init__(self, unit: Unit, chat: Chat, defaults: Mapping[str, str]) -> None:
        self.unit = unit
        self.chat = chat
        self.people = People(unit)
        self.outbox = Outbox(unit)
        self._defaults = defaults

    @cached_property
    def sessions(self) -> Sessions:
        return Sessions(self.unit, self.people, self.standings, self.time_zone)

    @cached_property
    def standings(self) -> Standings:
        return Standings(self.unit, self.people)

    @property
    def session(self) -> Session | None:
        """The open session, if there is one."""
        return self.sessions.current()

    @property
    def lang(self) -> str:
        return self.setting("lang") or "zh"

    @property
    def time_zone(self) -> str:
        return self.setting("time_zone") or "UTC"

    def setting(self, name: str) -> str | None:
        """What the chat has set, or the program's default: `lang`, `time_zone`; others are the handlers'
        own.
        """
        return self.chat.settings.get(name, self._defaults.get(name))

    def set(self, name: str, value: str | None) -> None:
        """Keeps a setting of the chat, or drops it (None)."""
        settings = {key: old for key, old in self.chat.settings.items() if key != name}
        if value is not None:
            settings[name] = value
        self._change(replace(self.chat, settings=settings))
        self.__dict__.pop("sessions", None)

    def retitle(self, title: str) -> None:
        """Keeps the chat's title; not worth a transaction of its own."""
        written = self.unit.written
        self._change(replace(self.chat, title=sound(title)))
        self.unit.written = written

    def activate(self, active: bool) -> None:
        """Whether the bot is in the chat; what was recorded stays either way."""
        if active != self.chat.active:
            self._change(replace(self.chat, active=active))

    def dialogue(self, account: int) -> dict[str, Any] | None:
        """The small JSON state of what this Telegram account is in the middle of."""
        state: dict[str, Any] | None = self.unit.read(_DIALOGUE, person=account).scalar_one_or_none()
        return state

    def set_dialogue(self, account: int, state: Mapping[str, Any] | None) -> None:
        """Keeps that state, or forgets it (None)."""
        self.unit.write(_NO_DIALOGUE, {"of": self.chat.id, "who": account})
        if state is not None:
            self.unit.write(
                insert(DIALOGUES), {"chat": self.chat.id, "person": account, "state": dict(state)}
            )

    def recorded_by(self, telegram_id: int, message: int) -> tuple[int, int] | None:
        """(session, seq) of the first entry that was recorded by this message of the Telegram chat."""
        row = self.unit.read(_RECORDED, telegram_id=telegram_id, message=message).one_or_none()
        return (row.session, row.seq) if row else None

    def link(self, session: int) -> str:
        """The Mini App's random start token for this session, made when it is first asked for: A–Z a–z
        0–9 _ - only.
        """
        known: str | None = self.unit.read(_LINK, session=session).scalar()
        if known is not None:
            return known
        token = f"{self.chat.id}-{token_urlsafe(24)}"
        values = {"chat": self.chat.id, "token": token, "session": session, "made_at": now()}
        self.unit.write(insert(LINKS), values)
        return token

    def forget(self, person: Person) -> None:
        """Erases a person's names and account, and every text written in the sessions that they took part
        in.
        """
        self.set_dialogue(person.account, None) if person.account else None
        records = {record.key for record in self.people.forget(person)}
        joined = [session for session, members in self.sessions.members() if not records.isdisjoint(members)]
        self.unit.write(_NO_TEXTS, {"of": self.chat.id, "in": joined})

    def _change(self, chat: Chat) -> None:
        values = {"title": chat.title, "active": chat.active, "settings": dict(chat.settings)}
        self.unit.write(_CHANGE.values(**values), {"of": chat.id})
        self.chat = chat
