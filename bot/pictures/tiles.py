"""Our own tiles as SVG: the body with its face, the back, a blank, and the mark of a wild tile."""

from bot.pictures.faces import HEIGHT, IVORY, PLUM, WIDTH, face
from bot.pictures.svg import element, moved, path, rect
from core.tiles import Tile

BACK, BLANK = -1, -2  # a tile face down, and one without a face
BAMBOO, SIDE = "#2C7A57", "#D9D0B8"  # the two layers that a tile is made of, seen from the front edge
BACK_RIM, BACK_FIELD = "#2F8560", "#1F6346"


def tile(which: Tile, x: float, y: float, width: float, edge: str, *, wild: bool = False) -> str:
    """The tile with its top left corner at (x, y); as high as `height(width)`. `edge`: the outline's colour.

    `wild` marks a tile that stands for any other.
    """
    body = rect(0.75, 0.75, WIDTH - 1.5, HEIGHT - 1.5, BAMBOO, 9, stroke=edge, stroke_width=1.5)
    if which == BACK:
        return moved(body + _back(), x, y, width / WIDTH)
    plate = rect(1.5, 1.5, WIDTH - 3, HEIGHT - 6.5, SIDE, 8) + rect(1.5, 1.5, WIDTH - 3, HEIGHT - 9, IVORY, 8)
    cut = "" if which == BLANK else face(which)
    corner = path("M40 1.5H50.5A8 8 0 0 1 58.5 9.5V20Z", fill=PLUM) if wild else ""
    return moved(body + plate + cut + corner, x, y, width / WIDTH)


def height(width: float) -> float:
    """How high a tile of this width is."""
    return width * HEIGHT / WIDTH


def _back() -> str:
    starts = range(-68, 60, 12)
    lattice = path(
        "".join(f"M{x} 0L{x + 69} 69M{x + 69} 0L{x} 69" for x in starts),
        stroke="#FFFFFF",
        stroke_width=1.5,
        stroke_opacity=0.28,
    )
    field = element("svg", lattice, x=5, y=5, width=50, height=69, viewBox="0 0 50 69")
    return rect(1.5, 1.5, WIDTH - 3, HEIGHT - 8, BACK_RIM, 8) + rect(5, 5, 50, 69, BACK_FIELD, 6) + field
