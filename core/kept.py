"""A table that fills itself."""

from collections.abc import Callable, Mapping
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Kept(dict[K, V]):
    """What is asked for the first time is worked out, and kept.

    An empty table begins with what `first` knows already. One of `most` things is emptied before it takes
    another one, so that nobody can fill the memory.
    """

    def __init__(
        self, work: Callable[[K], V], most: int = 1 << 12, first: Callable[[], Mapping[K, V]] = dict
    ) -> None:
        self._work, self._most, self._first = work, most, first

    def __missing__(self, key: K) -> V:
        if len(self) >= self._most:
            self.clear()
        if not self:
            self.update(self._first())
            if key in self:
                return self[key]
        value = self[key] = self._work(key)
        return value
