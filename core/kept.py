"""A table that fills itself."""

from collections.abc import Callable
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Kept(dict[K, V]):
    """What is asked for the first time is worked out, and kept.

    A table of `most` things is emptied before it takes another one, so that nobody can fill the memory.
    """

    def __init__(self, work: Callable[[K], V], most: int = 1 << 16) -> None:
        self._work, self._most = work, most

    def __missing__(self, key: K) -> V:
        if len(self) >= self._most:
            self.clear()
        value = self[key] = self._work(key)
        return value
