"""The session as the one who asks sees it: who they are, what they may do, what everybody is called."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from functools import cached_property

from bot.dispatch import Ask
from bot.phrases import Frame
from bot.texts import Catalogue, words
from bot.texts.layout import esc
from core.errors import Mistake, mistake
from core.hand import Player
from core.roster import Roster
from core.ruleset import Options, Ruleset
from core.state import State
from storage.book import Book
from storage.people import Person
from storage.sessions import Session, Source

REOPEN = timedelta(hours=24)  # how long a closing can be taken back
RIGHTS, EVERYBODY = "改账", "所有人"  # the option that opens amendments to everybody in the session


@dataclass(frozen=True)
class Desk:
    """An Ask beside its chat's book and the session that it is about."""

    ask: Ask
    book: Book
    session: Session

    @cached_property
    def words(self) -> Catalogue:
        return words(self.book.lang)

    @property
    def ruleset(self) -> Ruleset:
        return self.session.rules.ruleset

    @property
    def options(self) -> Options:
        return self.session.options

    @property
    def state(self) -> State:
        return self.session.state

    @property
    def person(self) -> Person | None:
        return self.ask.person

    @property
    def by(self) -> int | None:
        """The id of the one who asks, as entries keep it."""
        return self.person.id if self.person else None

    @cached_property
    def me(self) -> Player | None:
        """The key under which the one who asks takes part in the session."""
        return self.session.member(self.person.id) if self.person else None

    @cached_property
    def roster(self) -> Roster:
        return self.session.roster()

    @property
    def frame(self) -> Frame:
        """What texts are read against."""
        return Frame(self.ruleset, self.options, self.state, self.roster, self.me)

    @property
    def source(self) -> Source | None:
        """The message asked with, so that an edit of it finds what it recorded."""
        ask = self.ask
        return Source(ask.chat_id, ask.message_id) if ask.kind == "message" and ask.message_id else None

    def name(self, player: Player) -> str:
        """A player's name as HTML."""
        return esc(self.book.people.of(player).shown)

    def names(self, players: Iterable[Player]) -> list[str]:
        return [self.name(player) for player in players]

    # ── rights (5-product §3.6) ───────────────────────────────────────────────────────────────────────────

    @property
    def leads(self) -> bool:
        """Whether this is the session's opener or a group admin."""
        return (self.by is not None and self.by == self._opener) or self.ask.administers

    @property
    def _opener(self) -> int | None:
        opener = self.session.opener
        return self.book.people.get(opener).id if opener is not None else None

    def require_writer(self) -> None:
        """Refuses spectators of the group: only who is in the session may record, and who leads it."""
        if self.ask.user is None:
            raise mistake("impossible", "anonymous")
        if self.me is None and not self.leads:
            raise mistake("impossible", "spectator")

    def require_lead(self) -> None:
        """Refuses everybody but the opener and admins, unless the session is open to all in it."""
        self.require_writer()
        if not self.may_lead:
            raise mistake("impossible", "not_allowed")

    @property
    def may_lead(self) -> bool:
        """Whether they may do what the opener and admins may."""
        return self.leads or (self._open_to_all and self.me is not None)

    def require_right_over(self, by: int | None) -> None:
        """Refuses to touch what others recorded, likewise."""
        self.require_writer()
        own = by is not None and self.by is not None and self.book.people.get(by).id == self.by
        if not (own or self.leads or self._open_to_all):
            raise mistake("impossible", "not_yours")

    @property
    def _open_to_all(self) -> bool:
        return self.options.get(RIGHTS) == EVERYBODY


def no_session(ask: Ask, book: Book) -> Mistake:
    """That nothing is open; after a session was closed, with the way back to it."""
    last = book.sessions.last
    if last is None or last.closed_at is None:
        return mistake("impossible", "no_session")
    return mistake("impossible", "session_over", reopens=ask.at - last.closed_at <= REOPEN)


def open_desk(ask: Ask, book: Book) -> Desk:
    """The desk at the open session; Mistake if there is none."""
    if book.session is None:
        raise no_session(ask, book)
    return Desk(ask, book, book.session)
