"""Line charts: one line a player, a dashed line where everybody started."""

from collections.abc import Sequence
from typing import NamedTuple

from bot.pictures.fonts import width
from bot.pictures.layout import INSIDE, Block, number
from bot.pictures.svg import circle, line, polyline
from bot.pictures.text import label
from bot.pictures.theme import Theme

HEIGHT = 340
AXIS = 22  # size of the figures at the axes
POINTS = 96  # of a line: more are thinned out, the first and the last stay


class Series(NamedTuple):
    """What somebody had at the start and after each hand (or session)."""

    name: str
    points: Sequence[int]


def thinned(points: Sequence[int]) -> Sequence[int]:
    """At most `POINTS` of them, evenly spread."""
    last = len(points) - 1
    return points if last < POINTS else [points[round(i * last / (POINTS - 1))] for i in range(POINTS)]


def chart(theme: Theme, lines: Sequence[Sequence[int]], count: int, base: int | None = None) -> Block:
    """Lines for a panel, in the colours of `theme.series`; `count` is the last step of the lower axis."""
    values = [value for points in lines for value in points] + ([] if base is None else [base])
    step = _step(max(values) - min(values))
    low, high = min(values) // step * step, -(-max(values) // step) * step
    ticks = [low + i * step for i in range((high - low) // step + 1)] if high > low else [low]
    left = max(width(number(tick), AXIS) for tick in ticks) + 14
    right, bottom = INSIDE - 12, HEIGHT - 36

    def x(i: int, points: Sequence[int]) -> float:
        return left + (right - left) * i / max(1, len(points) - 1)

    def y(value: int) -> float:
        return bottom - (bottom - 14) * (value - low) / max(1, high - low)

    body = ""
    for tick in ticks:
        body += line(left, y(tick), right, y(tick), theme.rule, 1.5)
        body += label(left - 12, y(tick) + 8, number(tick), AXIS, theme.muted, anchor="end")
    if base is not None:
        body += line(left, y(base), right, y(base), theme.muted, 2, stroke_dasharray="7 7")
    for i in {0, count // 2, count}:
        at = left + (right - left) * i / max(1, count)
        body += label(at, HEIGHT - 4, number(i), AXIS, theme.muted, anchor="end" if i == count else "middle")
    for points, ink in zip(lines, theme.series, strict=False):
        spots = [(x(i, points), y(value)) for i, value in enumerate(points)]
        body += polyline(spots, ink, 4) + circle(*spots[-1], 7, ink, stroke=theme.panel, stroke_width=3)
    return Block(HEIGHT, body)


def _step(span: int) -> int:
    """A round step that makes about four of the span: 1, 2 or 5 with noughts."""
    unit = 1
    while True:
        for factor in (1, 2, 5):
            if span <= 4.5 * unit * factor:
                return unit * factor
        unit *= 10
