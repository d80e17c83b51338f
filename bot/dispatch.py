"""What a handler is given and what it gives back: an `Ask` in, a `Reply` out, no Telegram and no SQL between.

A handler is a plain function `(Ask, Book) -> Reply`. It runs inside one transaction of its chat and in a
worker thread; what it says is written to the outbox with the entry and sent after the commit.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Protocol

from core.errors import Mistake

if TYPE_CHECKING:
    from bot.miniapp import MiniApp
    from storage.book import Book
    from storage.people import Person


@dataclass(frozen=True, slots=True)
class User:
    """A Telegram account as an update shows it; names are as typed there, not yet cleaned."""

    id: int
    first_name: str
    username: str | None = None
    language: str | None = None
    is_bot: bool = False


@dataclass(frozen=True, slots=True)
class Mention:
    """A text mention: `shown` is the piece of `Ask.text` that points at `user` (who has no username)."""

    shown: str
    user: User


@dataclass(frozen=True, slots=True)
class Page:
    """The Mini App's page that asks: the session that it shows; `sure`: the hand is another one than the
    last, as was asked back.
    """

    session: int
    sure: bool = False


@dataclass(frozen=True, slots=True)
class Ask:
    """One thing that somebody wants of the bot.

    `kind` is `message` (also the edit of one), `tap` (a button), `inline` (an inline query: `text` is the
    query, the chat is the private one), `joined` (`users` came into the group), `invited` (the bot did),
    `page` (a command from the Mini App: what is refused is told there, not in the chat).
    """

    kind: str
    key: str  # the update's identity for doing it once
    at: datetime  # aware UTC: when it was written (a tap: when it arrived)
    chat_id: int  # Telegram's id, for links only: the book knows its chat
    title: str = ""
    private: bool = False
    user: User | None = None  # None: a channel, or an anonymous admin's message
    anonymous: bool = False  # written in the name of the group or of a channel
    person: "Person | None" = None  # the user's record in this chat, once there is one
    admin: bool | None = None  # may do what the group's admins may; None: the route did not ask for it
    command: str | None = None  # `hu` of `/hu@quezhang_bot 甲 …`, lower case; None: plain words
    text: str = ""  # a command's arguments as typed; a plain message whole, without a leading @bot
    message_id: int = 0  # the message itself; of a tap: the message with the button
    edited: bool = False
    reply_to: int | None = None  # id of the message that this one answers
    reply_to_bot: bool = False
    reply_text: str = ""  # the text of the message answered
    tap: str | None = None  # callback data of the button
    mentions: tuple[Mention, ...] = ()
    users: tuple[User, ...] = ()
    hears_all: bool | None = None  # the bot may read plain text here; None: the route did not ask for it
    file: bytes | None = None  # the document attached here or to the message answered, if the route wants it
    file_name: str | None = None  # name of that document
    shown: str = ""  # of a tap: the text of the message with the button
    web_data: str | None = None  # what a Mini App sent with sendData
    plain: bool = False  # a command by its Chinese word: what does not read as its arguments was talk
    page: Page | None = None
    mini_app: "MiniApp | None" = None  # how the Mini App is opened, where there is one

    @property
    def administers(self) -> bool:
        """Whether the one who asks may do what the group's admins may. RightsUnknown until Telegram was
        asked, so that only those who need their rights wait for them.
        """
        if self.private or self.admin is not None:
            return self.private or bool(self.admin)
        raise RightsUnknown


class RightsUnknown(Exception):
    """A handler has to know whether the one who asks may do what the group's admins may: it is called
    once more, in a new transaction, after Telegram was asked.
    """


@dataclass(frozen=True, slots=True)
class Button:
    """A button: `data` (1–64 bytes) for a tap, or `url`, or `web_app` (an URL; private chats only), or
    `inline` (starts an inline query with this text in the chat).
    """

    label: str
    data: str | None = None
    url: str | None = None
    web_app: str | None = None
    inline: str | None = None


@dataclass(frozen=True, slots=True)
class Document:
    """A file to send."""

    name: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Say:
    """One message of the bot.

    `text` is HTML, the caption if there is a picture; longer than a message it is split at line ends.
    `subject` names what the message is about (`entry:12:5`, `panel:12`): a later Say with the same subject
    and `edit` edits that message, or comes as a new one if that is no longer possible. `edit` of an
    `at_message` edits the message with this id (the one with the tapped button). `picture` is what the
    drawing function given to the station turns into a PNG when the message is sent; where photos are
    forbidden, the text goes alone.
    """

    text: str
    buttons: tuple[tuple[Button, ...], ...] = ()
    subject: str | None = None
    edit: bool = False
    at_message: int | None = None
    picture: str | None = None
    document: Document | None = None
    reply_to: int | None = None
    quiet: bool = False  # without a sound
    preview: bool = False  # link previews


@dataclass(frozen=True, slots=True)
class InlineAnswer:
    """A result of an inline query: what the list shows, and the text (HTML) that is sent when it is
    chosen.
    """

    title: str
    text: str
    description: str = ""


@dataclass(frozen=True, slots=True)
class Reply:
    """All that a handler says. An empty Reply is silence; if nothing was written either, nothing is stored.

    `toast` is shown to the one who tapped (`alert`: until they close it), at most 200 characters. `inline`
    answers an inline query.
    """

    says: tuple[Say, ...] = ()
    toast: str | None = None
    alert: bool = False
    inline: tuple[InlineAnswer, ...] = ()


SILENCE = Reply()
Handler = Callable[[Ask, "Book"], Reply]


@dataclass(frozen=True, slots=True)
class Route:
    """Where an Ask goes, and what has to be asked of Telegram before the transaction.

    `admin`: the sender's rights in the group; `hearing`: whether the bot may read plain text there; `file`:
    the attached document, at most 5 MB.
    """

    name: str
    handle: Handler
    admin: bool = False
    hearing: bool = False
    file: bool = False


class Routes(Protocol):
    """The bot's route table."""

    def route(self, ask: Ask) -> Route | None:
        """The route of this Ask, None for silence; pure and fast, called outside of any transaction."""

    def overnight(self, book: "Book", at: datetime) -> Reply:
        """What to say in a chat whose session was left open overnight; called once a session."""

    def menus(self) -> Mapping[str, Sequence[tuple[str, str]]]:
        """Telegram's command menu by language (`""`: everybody else): pairs (command, description)."""


class Words(Protocol):
    """The sentences that delivery itself needs; `lang` is the chat's language."""

    def mistake(self, problem: Mistake, lang: str) -> str:
        """All problems of a refused Ask as one HTML message."""

    def fault(self, fault_id: str, lang: str) -> str:
        """The neutral sentence after something unexpected."""

    def too_late(self, lang: str) -> str:
        """A toast: the button belongs to something that is gone."""


Draw = Callable[[str], bytes]  # Say.picture → PNG; raises on what it cannot draw
