"""A database that is out of reach: whether waiting helps, and what the operator is told."""

from collections.abc import Awaitable, Callable

import structlog
from sqlalchemy.exc import DBAPIError, OperationalError

from bot.log import redact

# Pieces of what SQLite says where waiting helps: another writer, a full disk, a file that somebody else has
# to make writable or put back.
WAITING_HELPS = ("locked", "busy", "disk", "readonly", "unable to open")

log = structlog.get_logger(__name__)


def passing(error: DBAPIError) -> bool:
    """Whether waiting helps: a lock, a lost connection, a full disk; not a broken statement or file."""
    if error.connection_invalidated:
        return True
    if not isinstance(error, OperationalError):
        return False
    text = str(error.orig)
    return "sqlite" not in type(error.orig).__module__ or any(word in text for word in WAITING_HELPS)


def reason_of(error: DBAPIError) -> str:
    """What the database said, in one line."""
    said = str(error.orig).strip().splitlines()
    return redact(said[0] if said else type(error.orig).__name__)


class Outage:
    """Tells the operator when the database has been out of reach for more than a moment, and when it is
    back; once each, however many wait for it.
    """

    def __init__(self, tell: Callable[[str], Awaitable[None]]) -> None:
        self._tell = tell
        self._told = False

    async def lasts(self, error: DBAPIError) -> None:
        """It is out of reach still."""
        if not self._told:
            self._told = True
            line = f"database out of reach: {reason_of(error)}. Updates wait and are carried out afterwards"
            log.error(line)
            await self._tell(line)

    async def ends(self) -> None:
        """It could be used just now."""
        if self._told:
            self._told = False
            log.info("database back")
            await self._tell("database back")
