"""Pictures of single tiles: drawn winds, what a hand waits for, dice; and the pages of the rules."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from bot.pictures import spec
from bot.pictures.hands import Hand, hand_block
from bot.pictures.layout import INSIDE, Block, header, panel, paragraph, stack
from bot.pictures.svg import circle, moved, rect
from bot.pictures.text import fitted
from bot.pictures.theme import Theme
from bot.pictures.tiles import height, tile
from core.tiles import Tile

DIE = 110
PIPS = (  # of a die's faces, on a grid of −1, 0, 1
    ((0, 0),),
    ((-1, -1), (1, 1)),
    ((-1, -1), (0, 0), (1, 1)),
    ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
)
PIP_RED, PIP_BLACK, DIE_FACE = "#C2281D", "#22282E", "#FBF7EC"


class Shown(NamedTuple):
    """A tile (or `tiles.BACK`, `tiles.BLANK`) and the lines below it."""

    tile: Tile
    lines: Sequence[str] = ()


class Section(NamedTuple):
    """A piece of a page: a heading, text, a hand; each may be left out."""

    heading: str = ""
    text: str = ""
    hand: Hand = Hand()


class Throw(NamedTuple):
    """Two dice, and what they say."""

    dice: tuple[int, int]
    caption: str = ""


def tiles_picture(
    title: str,
    tiles: Sequence[Shown],
    *,
    hand: Hand = Hand(),  # noqa: B008 - a value, not shared state
    tag: str = "",
    lines: Sequence[str] = (),
    theme: str | None = None,
) -> str:
    """Tiles with a few words below each: whose wind was drawn; below `hand`, what it waits for."""
    return spec.write("tiles", theme, title=title, tiles=tiles, hand=hand, tag=tag, lines=lines)


def dice_picture(
    title: str, throws: Sequence[Throw], *, lines: Sequence[str] = (), theme: str | None = None
) -> str:
    """Throws of two dice."""
    return spec.write("dice", theme, title=title, throws=throws, lines=lines)


def page_picture(title: str, sections: Sequence[Section], *, tag: str = "", theme: str | None = None) -> str:
    """A page of the rules or a fan's page with its worked hand."""
    return spec.write("page", theme, title=title, sections=sections, tag=tag)


def draw_tiles(
    theme: Theme, title: str, tiles: Sequence[Any], hand: Any, tag: str, lines: Sequence[str]
) -> Iterable[Block]:
    yield header(theme, title, tag)
    yield hand_block(theme, Hand(*hand))
    if tiles:
        yield panel(theme, _tiles(theme, [Shown(*one) for one in tiles]))
    yield stack((paragraph(theme, text, muted=True) for text in lines), 6)


def draw_dice(theme: Theme, title: str, throws: Sequence[Any], lines: Sequence[str]) -> Iterable[Block]:
    yield header(theme, title)
    if throws:
        yield panel(theme, stack((_throw(theme, Throw(*one)) for one in throws), 22))
    yield stack((paragraph(theme, text) for text in lines), 6)


def draw_page(theme: Theme, title: str, sections: Sequence[Any], tag: str) -> Iterable[Block]:
    yield header(theme, title, tag)
    for section in sections:
        heading, text, hand = section
        blocks = (
            paragraph(theme, heading, 28, bold=True),
            paragraph(theme, text),
            hand_block(theme, Hand(*hand)),
        )
        yield stack(blocks, 12)


def _tiles(theme: Theme, tiles: Sequence[Shown]) -> Block:
    """At most five a row, in cells of one width."""
    lengths = -(-len(tiles) // 5)
    columns = max(3, -(-len(tiles) // lengths))
    cell, wide, gap = INSIDE / columns, 72.0, 22
    rows = [range(len(tiles))[at : at + columns] for at in range(0, len(tiles), columns)]
    words = max(len(one.lines) for one in tiles)
    high = height(wide) + 34 * words + gap
    body = ""
    for y, row in enumerate(rows):
        for x, i in enumerate(row):
            inside = tile(tiles[i].tile, (cell - wide) / 2, 0, wide, theme.edge)
            for n, text in enumerate(tiles[i].lines):
                ink = theme.muted if n else theme.ink
                baseline = height(wide) + 34 * (n + 1) - 2
                inside += fitted(cell / 2, baseline, text, 25, ink, cell - 10, anchor="middle")
            body += moved(inside, x * cell, y * high)
    return Block(len(rows) * high - gap, body)


def _throw(theme: Theme, throw: Throw) -> Block:
    body = "".join(moved(_die(theme, pips), i * (DIE + 20), 0) for i, pips in enumerate(throw.dice))
    left = 2 * (DIE + 20) + 16
    return Block(DIE, body + fitted(left, DIE / 2 + 12, throw.caption, 32, theme.ink, INSIDE - left))


def _die(theme: Theme, pips: int) -> str:
    """1 and 4 are red, as on Chinese dice."""
    ink = PIP_RED if pips in (1, 4) else PIP_BLACK
    half, radius = DIE / 2, 15 if pips == 1 else 10
    return rect(1, 1, DIE - 2, DIE - 2, DIE_FACE, 22, stroke=theme.edge, stroke_width=2) + "".join(
        circle(half + x * 29, half + y * 29, radius, ink) for x, y in PIPS[pips - 1]
    )
