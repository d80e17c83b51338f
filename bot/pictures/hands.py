"""A hand as it lies on the table: melds on their trays, the concealed tiles, the winning one apart."""

from collections.abc import Sequence
from typing import NamedTuple

from bot.pictures.layout import ROOM, Block, stack
from bot.pictures.svg import moved, rect
from bot.pictures.text import label
from bot.pictures.theme import Theme
from bot.pictures.tiles import BACK, height, tile
from core.hand import CLOSED_KONG, OPEN_MELDS, Line, Meld
from core.tiles import Tile

WIDEST, NARROWEST = 52, 40  # of a tile in a hand; narrower, the melds get a line of their own
SMALL = 34  # width of a flower
PAD = 6  # of a tray around its tiles
BETWEEN = 14  # groups
CAPTION = 30  # height of the line under the tiles


class Hand(NamedTuple):
    """The tiles of a hand. `concealed` are without the winning tile, `laid` the flowers laid open; tiles
    of the kinds `wild` are marked.
    """

    melds: Sequence[Meld] = ()
    concealed: Sequence[Tile] = ()
    winning: Tile | None = None
    laid: Sequence[Tile] = ()
    wild: Sequence[Tile] = ()


def hand_of(line: Line, wild: Sequence[Tile] = ()) -> Hand:
    """The hand of a report's line, the winning tile taken out of the others if it was written there too."""
    concealed = sorted(line.concealed or ())
    if line.winning in concealed and len(concealed) % 3 == 2:
        concealed.remove(line.winning)
    return Hand(line.melds, concealed, line.winning, line.laid, wild)


class _Group(NamedTuple):
    """Tiles side by side, with a word below: a meld on its tray, or the concealed tiles."""

    tiles: Sequence[Tile]
    caption: str = ""
    tray: bool = False
    winning: bool = False

    def width(self, tile_width: float) -> float:
        return len(self.tiles) * tile_width + (2 * PAD if self.tray or self.winning else 0)


def hand_block(theme: Theme, hand: Hand) -> Block:
    """The hand in one line, or the melds above the rest; flowers small at its end or below."""
    melds = [_meld(Meld(*meld)) for meld in hand.melds]
    rest = [_Group(sorted(hand.concealed))] if hand.concealed else []
    if hand.winning is not None:
        rest.append(_Group((hand.winning,), winning=True))
    lines = [melds + rest]
    if melds and _tile_width(lines[0]) < NARROWEST:
        lines = [*_even(melds), rest]
    lines = [line for line in lines if line]
    width = min((WIDEST, *(_tile_width(line) for line in lines)))
    blocks = [_line(theme, line, width, hand.wild) for line in lines]
    if hand.laid:
        pitch = min(SMALL + 3, ROOM / len(hand.laid))
        flowers = "".join(tile(t, i * pitch, 0, pitch - 3, theme.edge) for i, t in enumerate(hand.laid))
        left = ROOM - len(hand.laid) * pitch
        if blocks and _line_width(lines[-1], width) + 2 * BETWEEN < left:  # beside the last line
            high, body = blocks[-1]
            blocks[-1] = Block(high, body + moved(flowers, left, PAD + height(width) - height(pitch - 3)))
        else:
            blocks.append(Block(height(pitch - 3), flowers))
    return stack(blocks, 16)


def _meld(meld: Meld) -> _Group:
    """A concealed kong shows its two middle tiles; what was only said to be concealed has no tray."""
    tiles = meld.tiles
    if meld.kind == CLOSED_KONG:
        tiles = (BACK, meld.tile, meld.tile, BACK)
    return _Group(tiles, meld.kind, tray=meld.kind in OPEN_MELDS or meld.kind == CLOSED_KONG)


def _even(melds: list[_Group]) -> list[list[_Group]]:
    """One line of melds if they are not too narrow in it, else two."""
    if _tile_width(melds) >= NARROWEST:
        return [melds]
    half = (len(melds) + 1) // 2
    return [melds[:half], melds[half:]]


def _tile_width(groups: Sequence[_Group]) -> float:
    """How wide the tiles may be for the groups to fit."""
    tiles = sum(len(group.tiles) for group in groups)
    return (ROOM - _line_width(groups, 0)) / tiles if tiles else WIDEST


def _line_width(groups: Sequence[_Group], tile_width: float) -> float:
    return sum(group.width(tile_width) + BETWEEN for group in groups) - BETWEEN


def _line(theme: Theme, groups: Sequence[_Group], width: float, wild: Sequence[Tile]) -> Block:
    high = height(width)
    captions = any(group.caption for group in groups)
    x, body = 0.0, ""
    for group in groups:
        body += moved(_group(theme, group, width, wild), x, PAD)
        x += group.width(width) + BETWEEN
    return Block(high + 2 * PAD + (CAPTION if captions else 0), body)


def _group(theme: Theme, group: _Group, width: float, wild: Sequence[Tile]) -> str:
    high, wide = height(width), group.width(width)
    body, x = "", 0
    if group.tray or group.winning:
        ground = theme.accent if group.winning else theme.rule
        body, x = rect(0, -PAD, wide, high + 2 * PAD, ground, 10), PAD
    for i, which in enumerate(group.tiles):
        body += tile(which, x + i * width, 0, width, theme.edge, wild=which in wild)
    if group.caption:
        body += label(wide / 2, high + PAD + 24, group.caption, 20, theme.muted, anchor="middle")
    return body
