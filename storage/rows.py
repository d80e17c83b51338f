"""The tables, without behaviour. Every key begins with the chat, except in the operator's own tables.

Entries are facts: they are only ever appended, and a trigger refuses anything else. Names and written texts
live in rows of their own that can be erased. `standing`, `transfers` and `finals` are projections of the
entries that `verify` compares with a fresh replay. Datetimes are aware and in UTC.
"""

from datetime import datetime
from typing import Any, ClassVar, cast

from sqlalchemy import (
    JSON,
    BigInteger,
    CheckConstraint,
    ForeignKeyConstraint,
    Index,
    Integer,
    MetaData,
    Table,
    UniqueConstraint,
    text,
)
from sqlmodel import Field, SQLModel

BIG = BigInteger().with_variant(Integer, "sqlite")

_NAMES = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "pk": "pk_%(table_name)s",
}


class Row(SQLModel):
    """The base of all tables."""

    metadata: ClassVar[MetaData] = MetaData(naming_convention=_NAMES)


# In SQLite a table whose key is not a number of its own is kept in the order of its key: one tree, not two.
_KEYED: dict[str, Any] = {"sqlite_with_rowid": False}


def _of_chat(*columns: str, to: str = "chats") -> ForeignKeyConstraint:
    """`(chat, columns…)` points at the key of `to`."""
    keys = {"chats": ("id",), "people": ("chat", "id"), "sessions": ("chat", "id")}[to]
    return ForeignKeyConstraint(("chat", *columns), [f"{to}.{key}" for key in keys])


class ChatRow(Row, table=True):
    """A chat; `merged` is the chat that its data went into when two became one."""

    __tablename__ = "chats"
    id: int | None = Field(default=None, primary_key=True, sa_type=BIG)
    title: str
    private: bool
    active: bool
    made_at: datetime
    settings: dict[str, Any] = Field(sa_type=JSON)
    merged: int | None = Field(default=None, sa_type=BIG)
    sender: str | None = None  # the process that sends this chat's answers, until `sender_until`
    sender_until: datetime | None = None


class AddressRow(Row, table=True):
    """Where Telegram has a chat: its id there and the forum topic (0: none). Several may lead to one
    chat.
    """

    __tablename__ = "addresses"
    __table_args__ = (_KEYED,)
    telegram_id: int = Field(primary_key=True, sa_type=BIG)
    topic: int = Field(primary_key=True, sa_type=BIG)
    chat: int = Field(foreign_key="chats.id", index=True, sa_type=BIG)
    current: bool  # where the bot writes to


class PersonRow(Row, table=True):
    """Somebody of a chat; erasable but for the number."""

    __tablename__ = "people"
    __table_args__ = (
        UniqueConstraint("chat", "folded"),
        UniqueConstraint("chat", "account"),
        CheckConstraint("same_as <> id", name="same"),
        _KEYED,
    )
    chat: int = Field(primary_key=True, foreign_key="chats.id", sa_type=BIG)
    id: int = Field(primary_key=True)
    name: str | None
    folded: str | None  # the name as it is matched
    account: int | None = Field(sa_type=BIG)
    username: str | None
    same_as: int | None = None  # merged into this person
    forgotten: bool = False


class AliasRow(Row, table=True):
    __tablename__ = "aliases"
    __table_args__ = (_of_chat("person", to="people"), _KEYED)
    chat: int = Field(primary_key=True, sa_type=BIG)
    folded: str = Field(primary_key=True)
    person: int
    alias: str


class SessionRow(Row, table=True):
    """A session; `state` is the table after its last entry, so that the next one needs no replay."""

    __tablename__ = "sessions"
    __table_args__ = (
        # one open session a chat
        Index("uq_sessions_open", "chat", unique=True, sqlite_where=text("closed_at IS NULL"),
              postgresql_where=text("closed_at IS NULL")),
        CheckConstraint("start > 0", name="start"),
        CheckConstraint("entries >= 0", name="entries"),
        _KEYED,
    )  # fmt: skip
    chat: int = Field(primary_key=True, foreign_key="chats.id", sa_type=BIG)
    id: int = Field(primary_key=True)
    ruleset: str
    edition: int
    options: dict[str, Any] = Field(sa_type=JSON)
    length: str
    start: int
    opener: int | None
    opened_at: datetime
    closed_at: datetime | None = None
    closing: dict[str, Any] = Field(sa_type=JSON)  # table fee, who advanced it, rate
    reminded: bool = False
    entries: int = 0  # how many there are: the `seq` of the last
    state: dict[str, Any] = Field(sa_type=JSON)


class EntryRow(Row, table=True):
    """One fact, appended once and never touched again. `edition` is the ruleset edition it was priced by."""

    __tablename__ = "entries"
    __table_args__ = (
        _of_chat("session", to="sessions"),
        CheckConstraint("seq > 0 AND (no IS NULL OR no > 0)", name="numbers"),
        _KEYED,
    )
    chat: int = Field(primary_key=True, sa_type=BIG)
    session: int = Field(primary_key=True)
    seq: int = Field(primary_key=True)
    no: int | None
    kind: str
    event: dict[str, Any] = Field(sa_type=JSON)
    edition: int
    by: int | None  # the person who recorded it
    at: datetime


class EntryTextRow(Row, table=True):
    """What was written, and in which message: erasable."""

    __tablename__ = "entry_texts"
    __table_args__ = (
        _of_chat("session", to="sessions"),
        Index("ix_entry_texts_message", "chat", "telegram_id", "message"),
        _KEYED,
    )
    chat: int = Field(primary_key=True, sa_type=BIG)
    session: int = Field(primary_key=True)
    seq: int = Field(primary_key=True)
    text: str | None
    telegram_id: int | None = Field(sa_type=BIG)
    message: int | None = Field(sa_type=BIG)


class StandingRow(Row, table=True):
    """A numbered entry as it stands now: a projection."""

    __tablename__ = "standing"
    __table_args__ = (
        _of_chat("session", to="sessions"),
        Index("ix_standing_worth", "chat", "worth"),
        _KEYED,
    )
    chat: int = Field(primary_key=True, sa_type=BIG)
    session: int = Field(primary_key=True)
    no: int = Field(primary_key=True)
    seq: int  # the entry that took the number
    fix: int | None  # the last entry that put another event in its place
    place: int  # order at the table
    kind: str
    event: dict[str, Any] = Field(sa_type=JSON)
    voided: bool
    answer: dict[str, Any] | None = Field(sa_type=JSON(none_as_null=True))
    shelved: list[Any] | None = Field(sa_type=JSON(none_as_null=True))  # the transfers of a void entry
    worth: int | None  # of a standing result: what its best winner got


class TransferRow(Row, table=True):
    """Chips that moved: a projection."""

    __tablename__ = "transfers"
    __table_args__ = (
        _of_chat("session", to="sessions"),
        CheckConstraint("chips > 0", name="chips"),
        CheckConstraint("payer <> payee", name="payee"),
        CheckConstraint("why IN ('win', 'bet', 'spot', 'penalty')", name="why"),
        _KEYED,
    )
    chat: int = Field(primary_key=True, sa_type=BIG)
    session: int = Field(primary_key=True)
    no: int = Field(primary_key=True)
    idx: int = Field(primary_key=True)
    payer: int
    payee: int
    chips: int = Field(sa_type=BIG)
    why: str


class FinalRow(Row, table=True):
    """A row of the standings: somebody's end of a closed session, or an imported line without a session."""

    __tablename__ = "finals"
    __table_args__ = (
        UniqueConstraint("chat", "session", "person"),
        CheckConstraint("start > 0", name="start"),
        _KEYED,
    )
    chat: int = Field(primary_key=True, foreign_key="chats.id", sa_type=BIG)
    id: int = Field(primary_key=True)
    session: int | None
    place: int  # order of joining
    person: int
    final: int = Field(sa_type=BIG)
    start: int
    day: str  # 2024-10-12
    hands: int = 0  # from here on the tally of `core.standings.Stats`
    wins: int = 0
    self_draws: int = 0
    deal_ins: int = 0
    won: int = Field(default=0, sa_type=BIG)
    biggest: int = Field(default=0, sa_type=BIG)
    dealer_run: int = 0
    bets: int = 0
    bets_won: int = 0
    bet_chips: int = Field(default=0, sa_type=BIG)


class PaidRow(Row, table=True):
    """A payment of a settlement that was made."""

    __tablename__ = "paid"
    __table_args__ = (_of_chat("session", to="sessions"), _KEYED)
    chat: int = Field(primary_key=True, sa_type=BIG)
    session: int = Field(primary_key=True)
    payer: int = Field(primary_key=True)
    payee: int = Field(primary_key=True)
    amount: str
    at: datetime


class DialogueRow(Row, table=True):
    __tablename__ = "dialogues"
    __table_args__ = (_KEYED,)
    chat: int = Field(primary_key=True, foreign_key="chats.id", sa_type=BIG)
    person: int = Field(primary_key=True, sa_type=BIG)  # Telegram's user id: newcomers have dialogues too
    state: dict[str, Any] = Field(sa_type=JSON)


class LinkRow(Row, table=True):
    """A Mini App's start token."""

    __tablename__ = "links"
    __table_args__ = (_KEYED,)
    chat: int = Field(primary_key=True, foreign_key="chats.id", sa_type=BIG)
    token: str = Field(primary_key=True)
    session: int
    made_at: datetime


class SeenRow(Row, table=True):
    """An update that was done, and what its tap was told."""

    __tablename__ = "seen"
    __table_args__ = (_KEYED,)
    chat: int = Field(primary_key=True, foreign_key="chats.id", sa_type=BIG)
    key: str = Field(primary_key=True)
    at: datetime
    answer: dict[str, Any] | None = Field(sa_type=JSON(none_as_null=True))


class OutboxRow(Row, table=True):
    """A message to be sent."""

    __tablename__ = "outbox"
    __table_args__ = (_KEYED,)
    chat: int = Field(primary_key=True, foreign_key="chats.id", sa_type=BIG)
    id: int = Field(primary_key=True, sa_type=BIG)
    subject: str | None
    say: dict[str, Any] = Field(sa_type=JSON)
    file: bytes | None
    at: datetime


class PostRow(Row, table=True):
    """Where the message about a subject stands."""

    __tablename__ = "posts"
    __table_args__ = (_KEYED,)
    chat: int = Field(primary_key=True, foreign_key="chats.id", sa_type=BIG)
    subject: str = Field(primary_key=True)
    telegram_id: int = Field(sa_type=BIG)
    message: int = Field(sa_type=BIG)
    photo: bool


class InboxRow(Row, table=True):
    """An update put aside: waiting to be done (`fault` is null), or one that could not be done.
    Operator's.
    """

    __tablename__ = "inbox"
    update_id: int = Field(primary_key=True, sa_type=BIG, sa_column_kwargs={"autoincrement": False})
    raw: str
    fault: str | None
    at: datetime = Field(index=True)


class NoteRow(Row, table=True):
    """Small things the operator's processes remember: the webhook's secret, the edition of the schema …"""

    __tablename__ = "notes"
    __table_args__ = (_KEYED,)
    name: str = Field(primary_key=True)
    value: str


def table(row: type[Row]) -> Table:
    """The table behind a row class, for statements."""
    return cast(Table, row.__table__)  # type: ignore[attr-defined]
