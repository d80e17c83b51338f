"""Who has how many chips: the standings with a line a player, and the way of somebody over many sessions."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from bot.pictures import spec
from bot.pictures.chart import Series, chart, thinned
from bot.pictures.fonts import width
from bot.pictures.layout import INSIDE, Block, header, number, panel, paragraph, signed, stack, tone
from bot.pictures.svg import circle
from bot.pictures.text import fitted, label
from bot.pictures.theme import Theme

ROW = 60


class Standing(NamedTuple):
    """A player's chips now, the change since the start, and those after each hand, the start first.

    Histories are of one length: whoever joined late has the chips at the start until then.
    """

    name: str
    chips: int
    change: int
    history: Sequence[int] = ()


def standings_picture(
    title: str,
    players: Sequence[Standing],
    *,
    tag: str = "",
    start: int | None = None,
    lines: Sequence[str] = (),
    theme: str | None = None,
) -> str:
    """The standings in the order given, with the chart of `history` if there was a hand.

    `start`: the chips that everybody began with, a dashed line; `lines`: text below, e.g. who deals.
    """
    hands = max((len(player.history) for player in players), default=1) - 1
    thin = [player._replace(history=thinned(player.history)) for player in players]
    return spec.write(
        "standings", theme, title=title, players=thin, tag=tag, start=start, hands=hands, lines=lines
    )


def trend_picture(
    title: str, series: Sequence[Series], *, tag: str = "", base: int | None = 0, theme: str | None = None
) -> str:
    """Lines over many sessions (`points[0]` is before the first one), with their names and last values."""
    steps = max((len(one.points) for one in series), default=1) - 1
    thin = [one._replace(points=thinned(one.points)) for one in series]
    return spec.write("trend", theme, title=title, series=thin, tag=tag, base=base, steps=steps)


def draw_standings(
    theme: Theme,
    title: str,
    players: Sequence[Any],
    tag: str,
    start: int | None,
    hands: int,
    lines: Sequence[str],
) -> Iterable[Block]:
    standings = [Standing(*player) for player in players]
    yield header(theme, title, tag)
    if hands > 0:
        histories = [player.history for player in standings]
        yield panel(theme, chart(theme, histories, hands, start))
    if standings:
        yield panel(theme, _rows(theme, standings, dots=hands > 0))
    yield stack((paragraph(theme, text, muted=True) for text in lines), 6)


def draw_trend(
    theme: Theme, title: str, series: Sequence[Any], tag: str, base: int | None, steps: int
) -> Iterable[Block]:
    shown = [Series(*one) for one in series if one[1]]
    yield header(theme, title, tag)
    if shown:
        yield panel(theme, chart(theme, [one.points for one in shown], steps, base))
        rows = [Standing(one.name, one.points[-1], one.points[-1] - one.points[0]) for one in shown]
        yield panel(theme, _rows(theme, rows, dots=True, changes=False))


def _rows(theme: Theme, players: Sequence[Standing], *, dots: bool, changes: bool = True) -> Block:
    """A dot in the colour of the line, the name, the chips large, the change."""
    moves = max(width(signed(player.change), 30) for player in players) if changes else 0
    chips = max(width(number(player.chips), 38, bold=True) for player in players)
    left = 34 if dots else 0
    body = ""
    for i, player in enumerate(players):
        y = i * ROW + 38
        if dots and i < len(theme.series):
            body += circle(11, y - 12, 9, theme.series[i])
        body += fitted(left, y, player.name, 32, theme.ink, INSIDE - left - moves - chips - 60)
        ink = theme.ink if changes else tone(theme, player.chips)
        shown = number(player.chips) if changes else signed(player.chips)
        body += label(INSIDE - moves - (40 if changes else 0), y, shown, 38, ink, bold=True, anchor="end")
        if changes:
            body += label(INSIDE, y, signed(player.change), 30, tone(theme, player.change), anchor="end")
    return Block(len(players) * ROW - 6, body)
