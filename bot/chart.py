"""A chart that is text: one character a value."""

from collections.abc import Sequence

STEPS = "▁▂▃▄▅▆▇█"
WIDTH = 16  # characters: no more fit on a phone beside nothing


def chart(values: Sequence[int]) -> str:
    """The course of some values from left to right; of many, an even choice with the first and the last."""
    shown = values
    if len(values) > WIDTH:
        shown = [values[i * (len(values) - 1) // (WIDTH - 1)] for i in range(WIDTH)]
    low, high = min(shown), max(shown)
    if low == high:
        return STEPS[3] * len(shown)
    return "".join(STEPS[(value - low) * (len(STEPS) - 1) // (high - low)] for value in shown)
