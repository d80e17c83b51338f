"""The engine: pricing hands, reading reports, ready hands. Every round has hands that no other round had.

All of it is the processor's work alone, and measured in its time: what the machine does in between is
nobody's.
"""

import gc
from collections.abc import Callable
from functools import partial
from statistics import median
from time import thread_time

from mahjong.hand_calculating.hand import HandCalculator
from MahjongGB import MahjongFanCalculator  # type: ignore[import-not-found] # it is C++ without stubs

from bench.hands import ROSTER, Hand, hands
from bench.rounds import Pair, Scale, alternate, timed
from core.deal import Deal
from core.engine import best, score
from core.report import parse_report
from core.ting import ready

HANDS = 200
WARM_UP = 10  # rounds: a process that has priced a few thousand hands

Work = Callable[[Hand], object]


def price(hand: Hand) -> object:
    """A parsed line to its best priced reading."""
    return best(hand.ruleset, Deal(hand.ruleset, hand.line, hand.table, hand.options))


def score_parsed(hand: Hand) -> object:
    """A parsed report to the whole answer: every check, the figures, what everybody pays."""
    return score(hand.ruleset, hand.report, hand.table, hand.options)


def answer_text(hand: Hand) -> object:
    """A report as typed to the whole answer."""
    report = parse_report(hand.text, hand.ruleset, ROSTER, table=hand.table, options=hand.options)
    return score(hand.ruleset, report, hand.table, hand.options)


def waits(hand: Hand) -> object:
    """A waiting hand to all it waits for, each priced drawn and discarded."""
    return ready(hand.ruleset, hand.waiting, hand.table, hand.options)


def riichi(hand: Hand) -> object:
    return HandCalculator.estimate_hand_value(**hand.riichi)


def official(hand: Hand) -> object:
    return MahjongFanCalculator(*hand.official)


def _each(work: Work, of: list[Hand]) -> float:
    """Seconds a hand over the whole list; the references' arguments are made before."""
    for hand in of:
        hand.riichi, hand.official, hand.waiting  # noqa: B018 - worked out once and kept

    def all_of_them() -> None:
        for hand in of:
            work(hand)

    return timed(all_of_them, thread_time) / len(of)


def beside(
    work: Work, reference: Work, scale: Scale, *, key: str, seed: str, times: int = 1, number: int = HANDS
) -> list[Pair]:
    """Our work and the reference's on the same hands of a ruleset; the reference's counts `times`."""

    def side(what: Work, i: int) -> float:
        return _each(what, hands(key, f"{seed} {i}", scale.size(number, number // 2)))

    return alternate(scale, partial(side, work), lambda i: times * side(reference, i), warm=WARM_UP)


def wenling(scale: Scale, *, wilds: int) -> list[Pair]:
    """The median 17-tile hand beside the median 14-tile hand of `mahjong`."""
    number, seed = scale.size(HANDS, 100), f"wenling {wilds}"
    return alternate(
        scale,
        partial(_median, price, "wenling", seed, number, wilds),
        partial(_median, riichi, "wuxi", seed, number, 0),
        warm=WARM_UP,
    )


def _median(work: Work, key: str, seed: str, number: int, wilds: int, i: int) -> float:
    """Seconds of the median hand among so many fresh ones."""
    found = []
    for hand in hands(key, f"{seed} {i}", number, wilds):
        hand.riichi  # noqa: B018 - worked out once and kept
        found.append(_seconds(work, hand))
    return median(found)


def worst(scale: Scale, *, wilds: tuple[int, ...]) -> list[Pair]:
    """The slowest of 5,000 random hands beside the median hand of `mahjong`."""
    number = scale.size(5000, 1000) // len(wilds)

    def ours(i: int) -> float:
        of = [hand for count in wilds for hand in hands("wenling", f"worst {count} {i}", number, count)]
        gc.collect()
        gc.disable()  # a collection would take as long as all hands together are large
        slowest = max(_seconds(price, hand) for hand in of)
        gc.enable()
        return slowest

    for hand in hands("wenling", "worst, before", HANDS * WARM_UP, None):
        price(hand)
    reference = partial(_median, riichi, "wuxi", "worst", scale.size(HANDS, 100), 0)
    return alternate(scale, ours, reference, warm=0)


def _seconds(work: Work, hand: Hand) -> float:
    begin = thread_time()
    work(hand)
    return thread_time() - begin
