"""From the short text of a picture to its PNG."""

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache

from bot.pictures import spec
from bot.pictures.board import draw_leaderboard
from bot.pictures.fonts import HAN, font_files
from bot.pictures.layout import Block, card
from bot.pictures.pages import draw_dice, draw_page, draw_tiles
from bot.pictures.result import draw_hand, draw_result
from bot.pictures.settlement import draw_settlement
from bot.pictures.standings import draw_standings, draw_trend
from bot.pictures.statistics import draw_statistics
from bot.pictures.svg import document
from bot.pictures.text import label
from bot.pictures.theme import THEMES

ZOOM = 1.25  # pixels a unit: 900 wide, as a phone shows it
KEPT = 64  # pictures that are not drawn twice

PICTURES: Mapping[str, Callable[..., Iterable[Block]]] = {
    "result": draw_result,
    "hand": draw_hand,
    "standings": draw_standings,
    "trend": draw_trend,
    "leaderboard": draw_leaderboard,
    "settlement": draw_settlement,
    "statistics": draw_statistics,
    "tiles": draw_tiles,
    "dice": draw_dice,
    "page": draw_page,
}


@lru_cache(KEPT)
def draw(picture: str) -> bytes:
    """The PNG of what one of the `…_picture` functions returned; ValueError if it is nothing of the kind."""
    return png(svg_of(picture))


def svg_of(picture: str) -> str:
    """The same as SVG."""
    kind, theme, fields = spec.read(picture)
    if kind not in PICTURES:
        raise ValueError(f"no picture {kind!r}")
    return card(THEMES[theme], PICTURES[kind](THEMES[theme], **fields))


def png(svg: str, zoom: float = ZOOM) -> bytes:
    """Rendered with the product's own fonts only, so that it looks the same on every machine."""
    import resvg_py  # the first picture pays for it, not the start

    return resvg_py.svg_to_bytes(
        svg_string=svg, zoom=zoom, skip_system_fonts=True, font_files=list(font_files()), font_family=HAN
    )


def can_write() -> bool:
    """Whether the fonts are there: a character that is missing, or drawn as a box, is a broken installation.

    For the start of the bot, since the renderer says nothing when it finds no font.
    """
    mahjong, blank, nothing = chr(0x9EBB), "", "\U0010ffff"
    drawn = {
        text: png(document(40, 40, label(2, 34, text, 36, "#000"))) for text in (mahjong, blank, nothing)
    }
    return drawn[mahjong] not in (drawn[blank], drawn[nothing])
