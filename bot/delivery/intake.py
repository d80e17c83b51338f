"""Updates on their way in: looked at one by one, each chat's in order, confirmed only when they are safe."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any

import structlog

from bot.delivery.asking import Raw, lane
from bot.delivery.lanes import Lanes
from bot.delivery.shape import KINDS, require_shape
from storage.inbox import Inbox

PATIENCE = 5.0  # seconds that a batch waits for its slowest update before that one is put aside

log = structlog.get_logger(__name__)
Persist = Callable[..., Awaitable[Any]]  # runs a unit of work, however long the database is out of reach


class Intake:
    """Takes raw updates; `process` carries one out and returns after its commit."""

    def __init__(
        self,
        inbox: Inbox,
        process: Callable[[Raw], Awaitable[None]],
        persist: Persist,
        tell: Callable[[str], Awaitable[None]],
    ) -> None:
        self._inbox, self._process = inbox, process
        self._persist, self._tell = persist, tell
        self._lanes = Lanes()
        self._aside: set[int] = set()  # updates that lie in the inbox and are being carried out still
        self.taken = 0
        self.poisoned = 0

    async def take(self, raw: Raw) -> None:
        """One update; returns when it is carried out, or put into quarantine because it cannot be read. One
        of a kind that the bot does not ask for is nothing to it.
        """
        if not KINDS & raw.keys():
            return
        try:
            require_shape(raw)
        except Exception as error:
            await self._quarantine(raw, error)
            return
        self.taken += 1
        await self._lanes.put(lane(raw), lambda: self._process(raw))

    async def take_all(self, raws: Sequence[Raw]) -> None:
        """A batch; returns when every update of it is safe, so that Telegram may forget them. One that takes
        too long is put aside durably, and carried out all the same.
        """
        tasks = [asyncio.create_task(self.take(raw)) for raw in raws]
        done, slow = await asyncio.wait(tasks, timeout=PATIENCE) if tasks else (set(), set())
        for task in done:
            task.result()
        for raw, task in zip(raws, tasks, strict=True):
            if task in slow:
                log.warning("update put aside", update=raw["update_id"])
                await self._persist(self._inbox.keep, raw["update_id"], json.dumps(raw))
                task.add_done_callback(partial(self._late, raw["update_id"]))

    async def resume(self) -> None:
        """Carries out what was put aside before the process ended."""
        for text in await self._persist(self._inbox.waiting):
            raw = json.loads(text)
            await self.take(raw)
            await self._persist(self._inbox.done, raw["update_id"])

    async def in_turn(self, chat: int, work: Callable[[], Awaitable[None]]) -> None:
        """Does something else in a chat (Telegram's id), in its turn among the updates."""
        await self._lanes.put(chat, work)

    @property
    def busy(self) -> int:
        """How many chats have something under way."""
        return self._lanes.busy

    async def idle(self) -> None:
        """Returns when nothing is under way any more."""
        await self._lanes.idle()

    async def _quarantine(self, raw: Raw, error: Exception) -> None:
        self.poisoned += 1
        reason = f"cannot be read: {type(error).__name__}"
        log.error("poison update", update=raw.get("update_id"), reason=reason)
        await self._persist(self._inbox.keep, int(raw["update_id"]), _text(raw), reason)
        await self._tell(f"{raw['update_id']}: {reason}")

    def _late(self, update_id: int, task: "asyncio.Task[None]") -> None:
        if not task.cancelled() and task.exception() is None:
            self._lanes.put(0, lambda: self._persist(self._inbox.done, update_id))


def _text(raw: Raw) -> str:
    """An update as it came, or only its number where it is nested too deep to be written."""
    try:
        return json.dumps(raw)
    except RecursionError:
        return json.dumps({"update_id": raw["update_id"]})
