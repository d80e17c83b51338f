"""The leaderboard."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from bot.pictures import spec
from bot.pictures.fonts import width
from bot.pictures.layout import INSIDE, Block, header, number, panel, paragraph, stack
from bot.pictures.svg import circle, line
from bot.pictures.text import fitted, label
from bot.pictures.theme import Theme

ROW = 78
MEDALS = ("#E3B341", "#B9C2C9", "#C98B5B")
MEDAL_INK = "#2A2417"


class Row(NamedTuple):
    """A row of a board: `score` is its figure as text (`"3.02"`), `note` small below the name."""

    rank: int
    name: str
    score: str
    note: str = ""


def leaderboard_picture(
    title: str, rows: Sequence[Row], *, tag: str = "", lines: Sequence[str] = (), theme: str | None = None
) -> str:
    """A leaderboard in the order given; the first three ranks have medals, negative ranks are set off."""
    return spec.write("leaderboard", theme, title=title, rows=rows, tag=tag, lines=lines)


def draw_leaderboard(
    theme: Theme, title: str, rows: Sequence[Any], tag: str, lines: Sequence[str]
) -> Iterable[Block]:
    yield header(theme, title, tag)
    if rows:
        yield panel(theme, _rows(theme, [Row(*row) for row in rows]))
    yield stack((paragraph(theme, text, muted=True) for text in lines), 6)


def _rows(theme: Theme, rows: Sequence[Row]) -> Block:
    scores = max(width(row.score, 38, bold=True) for row in rows)
    body = ""
    for i, row in enumerate(rows):
        y = i * ROW
        if i:
            body += line(0, y - 2, INSIDE, y - 2, theme.rule, 1.5)
        body += _rank(theme, row.rank, y + 36)
        space = INSIDE - 76 - scores - 30
        body += fitted(76, y + (35 if row.note else 48), row.name, 32, theme.ink, space, bold=row.rank == 1)
        if row.note:
            body += fitted(76, y + 63, row.note, 22, theme.muted, space)
        body += label(
            INSIDE, y + 50, row.score.replace("-", "\N{MINUS SIGN}"), 38, theme.ink, bold=True, anchor="end"
        )
    return Block(len(rows) * ROW - 4, body)


def _rank(theme: Theme, rank: int, y: float) -> str:
    text = number(rank)
    if 1 <= rank <= len(MEDALS):
        return circle(28, y, 24, MEDALS[rank - 1]) + label(
            28, y + 10, text, 28, MEDAL_INK, bold=True, anchor="middle"
        )
    return label(28, y + 10, text, 28, theme.muted, bold=True, anchor="middle")
