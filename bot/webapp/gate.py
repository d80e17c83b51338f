"""Who comes in: launch data name the person, the start token the chat and session; both have to fit."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

import structlog
from telegram.constants import ChatMemberStatus
from telegram.error import BadRequest, Forbidden, TelegramError

from bot.delivery.carrier import ADMINS
from bot.dispatch import User
from bot.webapp.initdata import Rejected, check

if TYPE_CHECKING:
    from bot.delivery.station import Station

INSIDE = (*ADMINS, ChatMemberStatus.MEMBER)
NOBODY = ("user not found", "participant", "member not found")  # how Telegram says that it knows nobody there
KNOWN_FOR = 60.0  # seconds for which an answer about a member holds
MOST_KNOWN = 10_000
SCHEME = "tma "  # of the Authorization header, before the launch data

log = structlog.get_logger(__name__)


class Turned(Exception):
    """Somebody is not let in: `expired`, `forged`, `no_table`, `not_here` or `later`, and the HTTP status."""

    def __init__(self, code: str, status: int) -> None:
        super().__init__(code)
        self.code, self.status = code, status


@dataclass(frozen=True, slots=True)
class Visit:
    """Somebody at a table: who, our ids of the chat and session, Telegram's of the chat and the topic;
    whether they administer the group.
    """

    user: User
    chat: int
    session: int
    telegram_id: int
    topic: int | None
    admin: bool = False


class Standing(NamedTuple):
    """What somebody is in a chat."""

    inside: bool
    admin: bool = False


OUTSIDE = Standing(False)


class Gate:
    """Lets people in. `token` is what launch data are signed with."""

    def __init__(
        self, station: "Station", token: str, clock: Callable[[], datetime] = lambda: datetime.now(UTC)
    ) -> None:
        self._station, self._token, self._clock = station, token, clock
        self._known: dict[tuple[int, int], tuple[float, Standing]] = {}

    async def enter(self, authorization: str, start: str) -> Visit:
        """Who asks, at which table. Turned if the one is not proved, the other not there, or not theirs."""
        if not authorization.startswith(SCHEME):
            raise Turned("forged", 401)
        try:
            launch = check(authorization.removeprefix(SCHEME), self._token, self._clock())
        except Rejected as rejected:
            raise Turned(str(rejected), 401) from None
        apart = self._station.apart
        found = await apart(self._station.books.by_link, start or launch.start or "")
        place = await apart(self._station.mail.address, found[0]) if found else None
        if found is None or place is None:
            raise Turned("no_table", 404)
        visit = Visit(launch.user, *found, *place)
        standing = await self._standing(visit)
        if not standing.inside:
            raise Turned("not_here", 403)
        return replace(visit, admin=standing.admin)

    async def _standing(self, visit: Visit) -> Standing:
        if visit.telegram_id > 0:  # a private chat has its person's id
            return Standing(visit.telegram_id == visit.user.id)
        key = visit.telegram_id, visit.user.id
        until, standing = self._known.get(key, (0.0, OUTSIDE))
        if monotonic() < until:
            return standing
        standing = await self._ask(visit)
        if len(self._known) >= MOST_KNOWN:
            self._known.clear()
        self._known[key] = monotonic() + KNOWN_FOR, standing
        return standing

    async def _ask(self, visit: Visit) -> Standing:
        try:
            member = await self._station.bot.get_chat_member(chat_id=visit.telegram_id, user_id=visit.user.id)
        except BadRequest as error:
            if any(word in error.message.lower() for word in NOBODY):
                return OUTSIDE
            # Telegram need not tell a bot that is no admin: then who plays is known from the book.
            log.info("member not told", reason=error.message)
            return Standing(await self._station.apart(self._plays, visit))
        except Forbidden:
            return OUTSIDE
        except TelegramError as error:
            log.warning("member unknown", reason=type(error).__name__)
            raise Turned("later", 503) from None
        # restricted people may be in the chat or not
        inside = member.status in INSIDE or bool(getattr(member, "is_member", False))
        return Standing(inside, member.status in ADMINS)

    def _plays(self, visit: Visit) -> bool:
        with self._station.books.look(visit.chat) as book:
            person = book.people.by_account(visit.user.id) if book else None
            session = book.sessions.get(visit.session) if book else None
            return person is not None and session is not None and session.member(person.id) is not None
