"""How fast Telegram lets us speak; a chat that has to wait holds nobody else up."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from time import monotonic
from typing import NamedTuple


class Window(NamedTuple):
    """At most `most` messages within `seconds`."""

    most: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Limits:
    """Telegram's limits; edits count like messages."""

    group: tuple[Window, ...] = (Window(20, 60), Window(3, 3))
    private: tuple[Window, ...] = (Window(1, 1),)
    bot: tuple[Window, ...] = (Window(30, 1),)


class Limiter:
    """Lets messages through as the limits allow (None: all of them). Times are seconds of `clock`."""

    def __init__(
        self,
        limits: Limits | None,
        clock: Callable[[], float] = monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._limits = limits
        self._clock = clock
        self._sleep = sleep
        self._sent: dict[int, deque[float]] = {}
        self._all: deque[float] = deque()
        self._not_before: dict[int, float] = {}  # by Telegram's own word
        self._swept = clock()

    async def turn(self, chat: int, group: bool) -> None:
        """Returns when a message may go to the chat (Telegram's id), and counts it."""
        while (wait := self._wait(chat, group)) > 0:
            await self._sleep(wait)
        if self._limits is not None:
            now = self._clock()
            self._sent.setdefault(chat, deque()).append(now)
            self._all.append(now)

    def pause(self, chat: int, seconds: float) -> None:
        """Telegram said 429: nothing goes to this chat for so long."""
        self._not_before[chat] = max(self._not_before.get(chat, 0), self._clock() + seconds)

    def _wait(self, chat: int, group: bool) -> float:
        now = self._clock()
        wait = self._not_before.get(chat, now) - now
        if self._limits is None:
            return wait
        self._sweep(now)
        windows = self._limits.group if group else self._limits.private
        return max(
            wait,
            _until_free(self._sent.get(chat, ()), windows, now),
            _until_free(self._all, self._limits.bot, now),
        )

    def _sweep(self, now: float) -> None:
        """Forgets what no window looks at any more, so that a thousand chats cost nothing."""
        while self._all and self._all[0] < now - 1:
            self._all.popleft()
        if now - self._swept < 60:
            return
        self._swept = now
        self._sent = {chat: times for chat, times in self._sent.items() if times and times[-1] > now - 60}
        self._not_before = {chat: until for chat, until in self._not_before.items() if until > now}


def _until_free(times: "deque[float] | tuple[()]", windows: tuple[Window, ...], now: float) -> float:
    """Seconds until one more message fits all windows; drops times that none of them covers."""
    longest = max(window.seconds for window in windows)
    while times and times[0] <= now - longest:
        assert isinstance(times, deque)
        times.popleft()
    return max((times[-w.most] + w.seconds - now for w in windows if len(times) >= w.most), default=0.0)
