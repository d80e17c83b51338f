"""A person's statistics: shares as bars, figures in a grid."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from bot.pictures import spec
from bot.pictures.fonts import width
from bot.pictures.layout import GAP, INSIDE, ROOM, Block, header, panel, paragraph, stack
from bot.pictures.svg import moved, rect
from bot.pictures.text import fitted, label
from bot.pictures.theme import Theme


class Share(NamedTuple):
    """A rate between 0 and 1, with how it is written (`"31%"`)."""

    caption: str
    shown: str
    share: float


class Figure(NamedTuple):
    """A figure and what it says; `tone` +1 or −1 colours it as a gain or a loss."""

    caption: str
    shown: str
    tone: int = 0


def statistics_picture(
    title: str,
    *,
    shares: Sequence[Share] = (),
    figures: Sequence[Figure] = (),
    tag: str = "",
    lines: Sequence[str] = (),
    theme: str | None = None,
) -> str:
    """Somebody's statistics, or two people's dealings with each other."""
    rounded = [one._replace(share=round(one.share, 4)) for one in shares]
    return spec.write("statistics", theme, title=title, shares=rounded, figures=figures, tag=tag, lines=lines)


def draw_statistics(
    theme: Theme, title: str, shares: Sequence[Any], figures: Sequence[Any], tag: str, lines: Sequence[str]
) -> Iterable[Block]:
    yield header(theme, title, tag)
    if shares:
        yield panel(theme, _shares(theme, [Share(*row) for row in shares]))
    if figures:
        yield _figures(theme, [Figure(*row) for row in figures])
    yield stack((paragraph(theme, text, muted=True) for text in lines), 6)


def _shares(theme: Theme, shares: Sequence[Share]) -> Block:
    body = ""
    for i, (caption, shown, share) in enumerate(shares):
        y = i * 78
        ink = theme.series[i % len(theme.series)]
        body += fitted(0, y + 30, caption, 28, theme.ink, INSIDE - width(shown, 34, bold=True) - 20)
        body += label(INSIDE, y + 32, shown, 34, theme.ink, bold=True, anchor="end")
        body += rect(0, y + 46, INSIDE, 12, theme.rule, 6)
        if share > 0:
            body += rect(0, y + 46, max(12, INSIDE * min(1, share)), 12, ink, 6)
    return Block(len(shares) * 78 - 18, body)


def _figures(theme: Theme, figures: Sequence[Figure]) -> Block:
    """Two a row, each on a plate."""
    wide, high = (ROOM - GAP / 2) / 2, 122
    inks = {1: theme.gain, -1: theme.loss}
    body = ""
    for i, (caption, shown, tone) in enumerate(figures):
        plate = rect(0, 0, wide, high, theme.panel, 18)
        plate += fitted(20, 42, caption, 24, theme.muted, wide - 40)
        plate += fitted(20, 96, shown, 44, inks.get(tone, theme.ink), wide - 40, bold=True)
        body += moved(plate, i % 2 * (wide + GAP / 2), i // 2 * (high + GAP / 2))
    rows = (len(figures) + 1) // 2
    return Block(rows * (high + GAP / 2) - GAP / 2, body)
