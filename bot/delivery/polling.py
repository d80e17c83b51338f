"""Long polling: fetch, carry out, and only then confirm."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import timedelta
from time import monotonic
from typing import Any, cast

import structlog
from telegram import Bot
from telegram.error import Conflict, InvalidToken, RetryAfter, TelegramError

from bot.delivery.intake import Intake

ALLOWED = ["message", "edited_message", "callback_query", "inline_query", "my_chat_member"]
POLL_SECONDS = 25
WAITS = (1, 2, 5, 10, 30)  # seconds after so many failures in a row; the last one repeats

log = structlog.get_logger(__name__)


class Polling:
    """The poll loop of one bot. `fetched_at` is when Telegram answered last (`monotonic`)."""

    def __init__(self, bot: Bot, intake: Intake, clock: Callable[[], float] = monotonic) -> None:
        self._bot, self._intake, self._clock = bot, intake, clock
        self._offset: int | None = None
        self._fetching: asyncio.Future[Sequence[dict[str, Any]]] | None = None
        self.fetched_at = clock()

    async def once(self, seconds: int = 0) -> int:
        """Confirms what was carried out, fetches what waits (for as long as that) and carries it out; how
        many updates it was.
        """
        self._fetching = asyncio.ensure_future(self._fetch(seconds))
        try:
            raws = await self._fetching
        finally:
            self._fetching = None
        self.fetched_at = self._clock()
        if raws:
            await self._intake.take_all(raws)
            self._offset = raws[-1]["update_id"] + 1
        else:
            # All is confirmed. Telegram's numbers may begin anew after a quiet week: ask for the first.
            self._offset = None
        return len(raws)

    async def run(self, stopped: asyncio.Event) -> None:
        """Until stopped. Raises InvalidToken if Telegram does not know the token (any more)."""
        failures = 0
        while not stopped.is_set():
            try:
                await self.once(POLL_SECONDS)
                failures = 0
            except asyncio.CancelledError:
                if not stopped.is_set():
                    raise
            except InvalidToken:
                raise
            except TelegramError as error:
                reason = "somebody else polls" if isinstance(error, Conflict) else type(error).__name__
                log.warning("no updates", reason=reason)
                failures = await self._rest(stopped, error, failures)
            except Exception as error:  # an update that is not safe anywhere: it will be delivered again
                log.exception("updates not confirmed")
                failures = await self._rest(stopped, error, failures)

    async def _rest(self, stopped: asyncio.Event, error: Exception, failures: int) -> int:
        """Waits for the next attempt; one failure more."""
        with suppress(TimeoutError):
            await asyncio.wait_for(stopped.wait(), _pause(error, failures))
        return failures + 1

    def stop(self) -> None:
        """Ends a fetch that waits for updates; updates that were fetched are carried out."""
        if self._fetching is not None:
            self._fetching.cancel()

    async def confirm(self) -> None:
        """Tells Telegram what was carried out, at the end; if that fails, it is redelivered and known."""
        if self._offset is not None:
            try:
                await self._fetch(0, limit=1)
            except TelegramError as error:
                log.warning("not confirmed", reason=type(error).__name__)

    async def _fetch(self, seconds: int, limit: int = 100) -> Sequence[dict[str, Any]]:
        """Raw updates, so that one that cannot be parsed does not block the others."""
        data = {"timeout": seconds, "limit": limit, "allowed_updates": ALLOWED}
        if self._offset is not None:
            data["offset"] = self._offset
        raws = await self._bot._post("getUpdates", data, read_timeout=seconds + 10)
        return cast(Sequence[dict[str, Any]], raws)


def _pause(error: Exception, failures: int) -> float:
    """Seconds until the next attempt: what Telegram says, else longer with every failure."""
    if isinstance(error, RetryAfter):
        wait = error.retry_after
        return wait.total_seconds() if isinstance(wait, timedelta) else wait
    return WAITS[min(failures, len(WAITS) - 1)]
