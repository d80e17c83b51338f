"""Tiles: their numbers, their groups, and how they are written.

A tile is an int: 0–8 万, 9–17 条, 18–26 饼, 27–30 东南西北, 31–33 中发白, 34–37 春夏秋冬, 38–41 梅兰竹菊.
That is also the order in which tiles are printed. A group of kinds is a bit mask (bit t for tile t).
"""

from collections.abc import Iterable
from functools import lru_cache

Tile = int

SUITS = "万条饼"
HONORS = "东南西北中发白"
FLOWERS = "春夏秋冬梅兰竹菊"
NAMES: tuple[str, ...] = (
    *(f"{n}{suit}" for suit in SUITS for n in "123456789"),
    *HONORS,
    *FLOWERS,
)
KINDS = 34  # kinds of playing tiles; flowers follow
EAST, SOUTH, WEST, NORTH, RED, GREEN, WHITE = range(27, 34)
WINDS: tuple[Tile, ...] = (EAST, SOUTH, WEST, NORTH)
DRAGONS: tuple[Tile, ...] = (RED, GREEN, WHITE)
SEASONS: tuple[Tile, ...] = (34, 35, 36, 37)
PLANTS: tuple[Tile, ...] = (38, 39, 40, 41)
SEAT_NAMES = "东南西北"


def mask(tiles: Iterable[Tile]) -> int:
    """The group of these kinds as a bit mask."""
    bits = 0
    for tile in tiles:
        bits |= 1 << tile
    return bits


@lru_cache(maxsize=4096)
def members(group: int) -> tuple[Tile, ...]:
    """The kinds of a group."""
    return tuple(tile for tile in range(len(NAMES)) if group >> tile & 1)


SUIT_MASKS: tuple[int, ...] = tuple(mask(range(9 * s, 9 * s + 9)) for s in range(3))
NUMBERS = SUIT_MASKS[0] | SUIT_MASKS[1] | SUIT_MASKS[2]
WIND_MASK = mask(WINDS)
DRAGON_MASK = mask(DRAGONS)
HONOR_MASK = WIND_MASK | DRAGON_MASK
TERMINALS = mask(9 * s + n for s in range(3) for n in (0, 8))
ORPHANS = TERMINALS | HONOR_MASK  # 幺: 1, 9, winds and dragons


def tile_named(name: str) -> Tile:
    """The tile whose printed name this is; KeyError if there is none."""
    return _BY_NAME[name]


_BY_NAME = {name: tile for tile, name in enumerate(NAMES)}


def suit_of(tile: Tile) -> int:
    """0, 1 or 2 for 万, 条, 饼; 3 for honors; 4 for flowers."""
    return tile // 9 if tile < 27 else 3 if tile < KINDS else 4


def is_flower(tile: Tile) -> bool:
    return tile >= KINDS


def write_tiles(tiles: Iterable[Tile]) -> str:
    """Tiles as people read them, one suit after another in printing order: `123万 55条 中中`."""
    groups: list[str] = []
    by_suit: dict[int, list[Tile]] = {}
    for tile in sorted(tiles):
        by_suit.setdefault(suit_of(tile), []).append(tile)
    for suit, members in by_suit.items():
        if suit < 3:
            groups.append("".join(str(t % 9 + 1) for t in members) + SUITS[suit])
        else:
            groups.append("".join(NAMES[t] for t in members))
    return " ".join(groups)
