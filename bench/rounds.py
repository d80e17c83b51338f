"""Rounds: ours and the reference in turn, so that whatever else the machine does hits both alike."""

import gc
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from time import perf_counter
from typing import NamedTuple

LEAST_ROUNDS = 5


class Lost(Exception):
    """An answer that is missing, doubled or out of order: then no figure counts."""


@dataclass(frozen=True)
class Scale:
    """How much is measured: `rounds` of each measure, and of two sizes the full or the quick one."""

    rounds: int = 9
    quick: bool = False

    def size(self, full: int, quick: int) -> int:
        return quick if self.quick else full


class Pair(NamedTuple):
    """One round: seconds (or bytes) a unit of work, ours and the reference's."""

    ours: float
    reference: float


class Mark(NamedTuple):
    """What the ratio has to be. `least`: the reference's figure over ours, how many times as fast we are;
    `most`: ours over the reference's. Without either a measure informs only.
    """

    least: float | None = None
    most: float | None = None

    def ratio(self, pairs: list[Pair]) -> float:
        """The median of the rounds' own ratios."""
        if self.least is not None:
            return median(reference / ours for ours, reference in pairs)
        return median(ours / reference for ours, reference in pairs)

    def met(self, ratio: float) -> bool | None:
        if self.least is not None:
            return ratio >= self.least
        return None if self.most is None else ratio <= self.most

    def __str__(self) -> str:
        if self.least is not None:
            return f"at least {self.least:g}"
        return "none" if self.most is None else f"at most {self.most:g}"


Side = Callable[[int], float]  # the figure of a round, by its number


def alternate(
    scale: Scale, ours: Side, reference: Side, *, warm: int = 1, least: int = LEAST_ROUNDS
) -> list[Pair]:
    """Rounds A B A B …; the first `warm` of them are thrown away. Rounds are numbered, so that each may have
    work that no other had.
    """
    rounds = [Pair(ours(i), reference(i)) for i in range(warm + max(scale.rounds, least))]
    return rounds[warm:]


def timed(work: Callable[[], object], clock: Callable[[], float] = perf_counter) -> float:
    """Seconds that the work takes; what was left to the garbage collector before is not its."""
    gc.collect()
    begin = clock()
    work()
    return clock() - begin
