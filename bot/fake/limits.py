"""Telegram's sending limits as sliding windows; virtual time works as well as real time."""

from __future__ import annotations

import math
from collections import defaultdict, deque
from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """How many sends and edits Telegram takes: a group a minute, a private chat a second, a bot a second."""

    group_per_minute: int = 20
    private_per_second: int = 1
    bot_per_second: int = 30


class Meter:
    """Counts sends and edits against `limits`."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._sent: defaultdict[int, deque[float]] = defaultdict(deque)

    def charge(self, chat: int, private: bool, now: float) -> int:
        """Counts one message to `chat` and returns 0, or the whole seconds to wait, counting nothing."""
        chat_rule = (self.limits.private_per_second, 1.0) if private else (self.limits.group_per_minute, 60.0)
        rules = {chat: chat_rule, 0: (self.limits.bot_per_second, 1.0)}  # no chat has id 0: it is the bot
        waits = [self._wait(key, *rule, now) for key, rule in rules.items()]
        if not any(waits):
            for key in rules:
                self._sent[key].append(now)
        return max(waits)

    def _wait(self, key: int, count: int, seconds: float, now: float) -> int:
        sent = self._sent[key]
        while sent and sent[0] <= now - seconds:
            sent.popleft()
        return 0 if len(sent) < count else max(1, math.ceil(sent[-count] + seconds - now))
