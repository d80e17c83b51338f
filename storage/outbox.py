"""What was done and what is to be said: updates that were carried out, messages on their way, where they
stand.
"""

import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from threading import Lock
from typing import Any

from sqlalchemy import Connection, Engine, Select, bindparam, delete, insert, or_, select, update

from storage.engine import reading
from storage.prepared import Prepared
from storage.rows import AddressRow, ChatRow, OutboxRow, PostRow, SeenRow, table
from storage.unit import Unit

CHATS, ADDRESSES = table(ChatRow), table(AddressRow)
SEEN, OUTBOX, POSTS = table(SeenRow), table(OutboxRow), table(PostRow)

_SEEN = Prepared(
    select(SEEN.c.answer).where(SEEN.c.chat == bindparam("chat"), SEEN.c.key == bindparam("key"))
)
_ADD_SEEN, _ADD_LETTER, _ADD_POST = map(Prepared, (insert(SEEN), insert(OUTBOX), insert(POSTS)))
_LETTERS = (
    select(OUTBOX)
    .join(CHATS, CHATS.c.id == OUTBOX.c.chat)
    .where(CHATS.c.active)
    .order_by(OUTBOX.c.chat, OUTBOX.c.id)
)
_LETTERS_OF = select(OUTBOX).where(OUTBOX.c.chat == bindparam("chat")).order_by(OUTBOX.c.id)
_NO_LETTER = Prepared(
    delete(OUTBOX).where(OUTBOX.c.chat == bindparam("of"), OUTBOX.c.id == bindparam("letter"))
)
_POST = select(POSTS).where(POSTS.c.chat == bindparam("chat"), POSTS.c.subject == bindparam("subject"))
_NO_POST = Prepared(
    delete(POSTS).where(POSTS.c.chat == bindparam("of"), POSTS.c.subject == bindparam("about"))
)
_ADDRESS = select(ADDRESSES.c.telegram_id, ADDRESSES.c.topic).where(
    ADDRESSES.c.chat == bindparam("chat"), ADDRESSES.c.current
)
_MINE_TO_TAKE = or_(
    CHATS.c.sender.is_(None), CHATS.c.sender == bindparam("me"), CHATS.c.sender_until < bindparam("at")
)
_CLAIM = (
    update(CHATS)
    .where(CHATS.c.id == bindparam("of"), _MINE_TO_TAKE)
    .values(sender=bindparam("me"), sender_until=bindparam("until"))
)
_STALE = (
    select(OUTBOX.c.chat)
    .distinct()
    .join(CHATS, CHATS.c.id == OUTBOX.c.chat)
    .where(CHATS.c.active, _MINE_TO_TAKE)
)
_RELEASE = (
    update(CHATS)
    .where(CHATS.c.id == bindparam("of"), CHATS.c.sender == bindparam("me"))
    .values(sender=None, sender_until=None)
)
_LOCK = select(CHATS.c.sender).where(CHATS.c.id == bindparam("of")).with_for_update()


@dataclass(frozen=True, slots=True)
class Letter:
    """A message to be sent: `say` is its JSON, `file` the bytes of its document."""

    chat: int
    id: int
    subject: str | None
    say: Mapping[str, Any]
    file: bytes | None = None


@dataclass(frozen=True, slots=True)
class Post:
    """Where the message about a subject stands in Telegram; a photo's text is its caption."""

    telegram_id: int
    message: int
    photo: bool = False


@dataclass(frozen=True, slots=True)
class Sent:
    """A letter that needs no more sending; `post` is where it stands if it may be edited later."""

    letter: Letter
    post: Post | None = None


class _Ids:
    """Ever-growing numbers for letters, so that they sort by time: microseconds."""

    def __init__(self) -> None:
        self._last = 0
        self._lock = Lock()

    def next(self) -> int:
        with self._lock:
            self._last = max(self._last + 1, time.time_ns() // 1000)
            return self._last

    def behind(self, taken: int) -> None:
        """From now on all are greater than this one, wherever the clock jumps."""
        with self._lock:
            self._last = max(self._last, taken)


_ids = _Ids()


class Outbox:
    """One chat's updates and letters within a book's transaction."""

    def __init__(self, unit: Unit) -> None:
        self._unit = unit

    def seen(self, key: str) -> tuple[bool, Mapping[str, Any] | None]:
        """Whether the update with this key was carried out before, and the answer that was kept then."""
        row = self._unit.row(_SEEN, key=key)
        return (False, None) if row is None else (True, row.answer)

    def carried_out(self, key: str, at: datetime, answer: Mapping[str, Any] | None = None) -> None:
        """Remembers the update and its answer. IntegrityError if it was carried out before."""
        self._unit.write(_ADD_SEEN, {"chat": self._unit.chat, "key": key, "at": at, "answer": answer})

    def put(
        self, letters: Sequence[tuple[str | None, Mapping[str, Any], bytes | None]], at: datetime
    ) -> list[Letter]:
        """Lays letters (subject, JSON, file) into the outbox, behind those that wait there."""
        put = [Letter(self._unit.chat, _ids.next(), *letter) for letter in letters]
        if put:
            rows = [
                {"chat": x.chat, "id": x.id, "subject": x.subject, "say": x.say, "file": x.file, "at": at}
                for x in put
            ]
            self._unit.write(_ADD_LETTER, rows)
        return put

    def waiting(self) -> list[Letter]:
        """All letters of the chat that were not sent yet, in order."""
        return _letters(self._unit.connection, _LETTERS_OF, chat=self._unit.chat)

    def claim(self, sender: str, now: datetime, until: datetime) -> bool:
        """Makes this process the one that sends the chat's letters; False while another one is."""
        return self._unit.write(_CLAIM, {"of": self._unit.chat, "me": sender, "at": now, "until": until}) > 0


class Mail:
    """All outboxes of a database, for the process that sends. Its queries are the operator's: they cross
    chats.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._looking = reading(engine)

    def waiting(self) -> list[Letter]:
        """The letters of all chats in which the bot still is, each chat's in order."""
        with self._looking.connect() as connection:
            return _letters(connection, _LETTERS)

    def address(self, chat: int) -> tuple[int, int | None] | None:
        """Where the chat's messages go now: Telegram's id and the forum topic."""
        with self._looking.connect() as connection:
            row = connection.execute(_ADDRESS, {"chat": chat}).first()
        return (row.telegram_id, row.topic or None) if row else None

    def post(self, chat: int, subject: str) -> Post | None:
        """Where the message about a subject stands."""
        with self._looking.connect() as connection:
            row = connection.execute(_POST, {"chat": chat, "subject": subject}).one_or_none()
        return Post(row.telegram_id, row.message, row.photo) if row else None

    def sent(self, done: Iterable[Sent]) -> None:
        """Strikes letters out, in one transaction, and notes where they stand."""
        done = sorted(done, key=lambda one: (one.letter.chat, one.letter.id))
        posts = {(x.letter.chat, x.letter.subject): x.post for x in done if x.letter.subject and x.post}
        with self._engine.begin() as connection:
            _NO_LETTER.run(connection, [{"of": x.letter.chat, "letter": x.letter.id} for x in done])
            if posts:
                _NO_POST.run(connection, [{"of": chat, "about": subject} for chat, subject in posts])
                _ADD_POST.run(
                    connection,
                    [
                        {
                            "chat": chat, "subject": subject, "telegram_id": post.telegram_id,
                            "message": post.message, "photo": post.photo,
                        }
                        for (chat, subject), post in posts.items()
                    ],
                )  # fmt: skip

    def release(self, chat: int, sender: str) -> list[Letter]:
        """Gives the sending of a chat's letters up, if none waits; otherwise those that wait."""
        with self._engine.begin() as connection:
            connection.execute(_LOCK, {"of": chat})
            left = _letters(connection, _LETTERS_OF, chat=chat)
            if not left:
                connection.execute(_RELEASE, {"of": chat, "me": sender})
            return left

    def renew(self, sender: str, until: datetime) -> None:
        """Says that this process still sends the letters of its chats."""
        with self._engine.begin() as connection:
            connection.execute(update(CHATS).where(CHATS.c.sender == sender).values(sender_until=until))

    def claim_stale(self, sender: str, now: datetime, until: datetime) -> list[Letter]:
        """Takes over the letters of chats that no living process sends."""
        letters = []
        with self._looking.connect() as connection:
            chats = list(connection.scalars(_STALE, {"me": sender, "at": now}))
        for chat in chats:
            with self._engine.begin() as connection:
                taken = {"of": chat, "me": sender, "at": now, "until": until}
                if connection.execute(_CLAIM, taken).rowcount:
                    letters += _letters(connection, _LETTERS_OF, chat=chat)
        return letters

    def forget_updates(self, before: datetime) -> None:
        """Drops what is remembered of updates carried out before that moment (Telegram redelivers for a
        day).
        """
        with self._engine.begin() as connection:
            connection.execute(delete(SEEN).where(SEEN.c.at < before))


def _letters(connection: Connection, wanted: Select[Any], **values: Any) -> list[Letter]:
    """The letters that a statement finds. One that was damaged comes without its content: whoever sends it
    finds out, and the others go.
    """
    try:
        found = [_letter(row) for row in connection.execute(wanted, values)]
    except ValueError:  # no JSON
        keys = connection.execute(wanted.with_only_columns(OUTBOX.c.chat, OUTBOX.c.id), values).all()
        found = [_one(connection, *key) for key in keys]
    if found:
        _ids.behind(max(letter.id for letter in found))
    return found


def _one(connection: Connection, chat: int, id: int) -> Letter:
    wanted = select(OUTBOX).where(OUTBOX.c.chat == chat, OUTBOX.c.id == id)
    try:
        return _letter(connection.execute(wanted).one())
    except ValueError:
        return Letter(chat, id, None, {})


def _letter(row: Any) -> Letter:
    return Letter(row.chat, row.id, row.subject, row.say if isinstance(row.say, dict) else {}, row.file)
