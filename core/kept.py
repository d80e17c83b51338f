"""A table that fills itself."""

from collections.abc import Callable, Mapping
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Kept(dict[K, V]):
    """What is asked for the first time is worked out, and kept.

    A table begins with what `first` knows already, all at once, and never loses that: where anything is in
    it, whichever thread asks, all of that is. One of `most` things drops all others before it takes another
    one, so that nobody can fill the memory.
    """

    def __init__(
        self, work: Callable[[K], V], most: int = 1 << 12, first: Callable[[], Mapping[K, V]] = dict
    ) -> None:
        self._work, self._most, self._first = work, most, first
        self._begun: int | None = None  # how many things it began with: those that stand first in it

    def __missing__(self, key: K) -> V:
        if self._begun is None:
            first = self._first()
            self.update(first)
            self._begun = len(first)
            if key in first:
                return first[key]
        elif len(self) >= self._most:
            for other in list(self)[self._begun :]:
                self.pop(other, None)
        value = self[key] = self._work(key)
        return value

    def begun_with(self) -> list[tuple[K, V]]:
        """What a table that was asked before began with."""
        return list(self.items())[: self._begun]
