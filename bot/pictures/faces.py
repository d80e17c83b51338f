"""What is cut into the tiles of our own set: 34 kinds and 8 flowers, of simple shapes.

A number tile has its figure in the corner, so that 6 and 9 cannot be confused whatever the size; 1条 is one
bamboo, not a bird; 白 is a blue frame, not to be taken for a blank.
"""

import json
from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files
from math import cos, pi, sin

from bot.pictures.svg import circle, element, ellipse, line, moved, path, rect
from core.tiles import GREEN, KINDS, RED, WHITE, Tile, suit_of

WIDTH, HEIGHT = 60, 84  # units of a tile's own drawing

IVORY = "#FBF7EC"
RED_INK, GREEN_INK, BLUE_INK, BLACK_INK = "#C2281D", "#1B7A48", "#1D4F93", "#22282E"
GOLD, PLUM, PINK, AMBER, SKY = "#B98500", "#7A3FA0", "#D14B7C", "#C8641A", "#2B7FB8"

NUMERALS = "一二三四五六七八九"
MYRIAD = "萬"
CUT_HONORS = "東南西北中發"  # as they are cut into real tiles
FLOWER_FACES = "春夏秋冬梅蘭竹菊"

# Where the bamboos and dots of 2–9 stand: columns −1, 0, 1 and rows −1 … 1 of the field below the figure,
# and their colours.
_R, _G, _B = RED_INK, GREEN_INK, BLUE_INK
Spot = tuple[float, float, str]
DOTS: tuple[tuple[Spot, ...], ...] = (
    (),
    ((0, -0.56, _G), (0, 0.56, _R)),
    ((-0.9, -0.8, _B), (0, 0, _R), (0.9, 0.8, _G)),
    ((-0.62, -0.6, _B), (0.62, -0.6, _G), (-0.62, 0.6, _G), (0.62, 0.6, _B)),
    ((-0.85, -0.8, _B), (0.85, -0.8, _G), (0, 0, _R), (-0.85, 0.8, _G), (0.85, 0.8, _B)),
    ((-0.55, -0.9, _G), (0.55, -0.9, _G), (-0.55, 0, _R), (0.55, 0, _R), (-0.55, 0.9, _R), (0.55, 0.9, _R)),
    (
        (-0.95, -1, _G), (0, -0.72, _G), (0.95, -0.44, _G),
        (-0.5, 0.25, _R), (0.5, 0.25, _R), (-0.5, 1, _R), (0.5, 1, _R),
    ),
    tuple((x, y, _B) for y in (-1.02, -0.34, 0.34, 1.02) for x in (-0.5, 0.5)),
    tuple((x, y, colour) for y, colour in ((-0.9, _B), (0, _R), (0.9, _G)) for x in (-0.95, 0, 0.95)),
)  # fmt: skip
BAMBOOS: tuple[tuple[Spot, ...], ...] = (
    (),
    ((0, -0.55, _G), (0, 0.55, _B)),
    ((0, -0.55, _G), (-0.6, 0.55, _G), (0.6, 0.55, _G)),
    ((-0.6, -0.55, _G), (0.6, -0.55, _B), (-0.6, 0.55, _B), (0.6, 0.55, _G)),
    ((-0.9, -0.55, _G), (0.9, -0.55, _B), (0, 0, _R), (-0.9, 0.55, _B), (0.9, 0.55, _G)),
    tuple((x, y, colour) for y, colour in ((-0.55, _G), (0.55, _B)) for x in (-0.85, 0, 0.85)),
    ((0, -0.86, _R), *((x, y, _G) for y in (-0.02, 0.84) for x in (-0.85, 0, 0.85))),
    (),
    tuple((x, y, colour) for y in (-0.86, 0, 0.86) for x, colour in ((-0.85, _G), (0, _R), (0.85, _B))),
)  # fmt: skip
EIGHT = (
    (-1.05, 0, _G),
    (-0.4, -30, _B),
    (0.4, 30, _B),
    (1.05, 0, _G),
)  # 8条: a row leans like an M, one like a W
DOT_SIZES = (0, 11.2, 9, 9.2, 8.4, 8.2, 6.9, 6.2, 7.2)
FIELD_X, FIELD_Y, COLUMN, ROW = 31, 49.5, 16, 21  # the field's middle, and the steps of the tables above


def face(tile: Tile) -> str:
    """What is cut into the tile, in its own units."""
    if tile >= KINDS:
        return _flower(tile - KINDS)
    if tile < 27:
        suit, number = suit_of(tile), tile % 9
        return (_myriads, _bamboos, _dots)[suit](number)
    if tile == WHITE:
        frame = {"fill": "none", "stroke": BLUE_INK}
        return element("rect", x=11, y=12, width=38, height=55, rx=4, stroke_width=4.5, **frame) + element(
            "rect", x=18.5, y=19.5, width=23, height=40, rx=2, stroke_width=1.8, **frame
        )
    ink = RED_INK if tile == RED else GREEN_INK if tile == GREEN else BLACK_INK
    return _cut(30, 58, CUT_HONORS[tile - 27], 50, ink)


@cache
def _glyphs() -> Mapping[str, str]:
    """The outlines of the characters on the tiles, a thousandth of their size a unit."""
    outlines: Mapping[str, str] = json.loads(
        (files(__package__) / "glyphs" / "tile_glyphs.json").read_bytes()
    )
    return outlines


def _cut(x: float, y: float, char: str, size: float, ink: str) -> str:
    return moved(path(_glyphs()[char], fill=ink), x, y, size / 1000)


def _figure(number: int, ink: str) -> str:
    return _cut(11, 20.5, str(number), 19, ink)


def _myriads(number: int) -> str:
    return (
        _figure(number + 1, BLACK_INK)
        + _cut(36, 37, NUMERALS[number], 31, BLACK_INK)
        + _cut(30, 71, MYRIAD, 34, RED_INK)
    )


def _dots(number: int) -> str:
    figure = _figure(number + 1, BLUE_INK)
    if number == 0:
        petals = moved(_wreath(8, 3.4, 4.6, 11.5, IVORY), 31, 47)
        rings = (
            circle(31, 47, 20, RED_INK) + petals + circle(31, 47, 5, IVORY) + circle(31, 47, 2.6, BLUE_INK)
        )
        return figure + rings
    radius = DOT_SIZES[number]
    return figure + "".join(
        circle(*_spot(x, y), radius, ink) + circle(*_spot(x, y), radius * 0.42, IVORY)
        for x, y, ink in DOTS[number]
    )


def _bamboos(number: int) -> str:
    figure = _figure(number + 1, GREEN_INK)
    if number == 0:
        return figure + _stalk(31, 47, 12, 54, GREEN_INK) + _leaves()
    if number == 7:
        return figure + "".join(
            moved(_stalk(0, 0, 7, 21, ink), *_spot(x, y), turn=turn if y < 0 else -turn)
            for y in (-0.6, 0.6)
            for x, turn, ink in EIGHT
        )
    tall = 15.5 if number in (6, 8) else 20.5
    return figure + "".join(_stalk(*_spot(x, y), 8, tall, ink) for x, y, ink in BAMBOOS[number])


def _spot(x: float, y: float) -> tuple[float, float]:
    return FIELD_X + COLUMN * x, FIELD_Y + ROW * y


def _stalk(x: float, y: float, width: float, height: float, ink: str) -> str:
    """A piece of bamboo: a stem with knots at both ends and in the middle."""
    knot = width * 0.36
    stem = rect(x - width * 0.33, y - height / 2, width * 0.66, height, ink, width * 0.2)
    ends = (y - height / 2, y - knot / 2, y + height / 2 - knot)
    return stem + "".join(rect(x - width / 2, end, width, knot, ink, knot / 2) for end in ends)


def _leaves() -> str:
    leaf = "M0 0C6 -9 15 -10 19 -7C15 1 7 4 0 0Z"
    return moved(path(leaf, fill=GREEN_INK), 36, 46) + moved(path(leaf, fill=GREEN_INK), 26, 58, turn=180)


def _flower(which: int) -> str:
    """春夏秋冬 in red, 梅兰竹菊 in blue: the character, the number of its seat, and what grows then."""
    ink = RED_INK if which < 4 else BLUE_INK
    return (
        _figure(which % 4 + 1, ink)
        + _cut(36, 41, FLOWER_FACES[which], 33, ink)
        + moved(_GROWS[which](), 31, 60.5, scale=1.12)
    )


def _wreath(petals: int, rx: float, ry: float, out: float, ink: str) -> str:
    return "".join(moved(ellipse(0, -out, rx, ry, ink), turn=360 / petals * i) for i in range(petals))


def _rays(count: int, start: float, end: float, ink: str, width: float) -> str:
    angles = [2 * pi * i / count for i in range(count)]
    return "".join(
        line(start * cos(a), start * sin(a), end * cos(a), end * sin(a), ink, width, stroke_linecap="round")
        for a in angles
    )


def _fan(leaves: int, ink: str) -> str:
    leaf = ellipse(0, 9, 2.8, 9, ink)
    return "".join(moved(leaf, 0, -9, turn=32 * (i - leaves // 2)) for i in range(leaves))


_GROWS: tuple[Callable[[], str], ...] = (
    lambda: _wreath(4, 4.6, 5.4, 6, PINK) + circle(0, 0, 3, GOLD),
    lambda: circle(0, 0, 6, AMBER) + _rays(8, 8.5, 12.5, AMBER, 2.4),
    lambda: path("M0 -12L3.4 -5L11 -6L7 1L10 8L2.4 6.4L0 13L-2.4 6.4L-10 8L-7 1L-11 -6L-3.4 -5Z", fill=AMBER),
    lambda: _rays(6, 0, 12, SKY, 2.6) + _rays(6, 6.5, 7.5, SKY, 5),
    lambda: _wreath(5, 4.8, 5, 6.2, PINK) + circle(0, 0, 2.8, GOLD),
    lambda: _wreath(3, 2.9, 7, 5.8, PLUM) + moved(_wreath(3, 2.2, 5, 4.4, GREEN_INK), turn=60),
    lambda: _fan(5, GREEN_INK),
    lambda: _wreath(12, 1.9, 5, 7, GOLD) + circle(0, 0, 3.6, AMBER),
)
