"""温岭's tiles: the 得 and the special tiles, what sets and pairs are worth, what makes a 腊子."""

from collections import Counter
from collections.abc import Mapping
from functools import cache

from core.deal import Deal
from core.hand import (
    ADDED_KONG,
    CLOSED_KONG,
    CLOSED_PUNG,
    OPEN_KONG,
    PAIR,
    PUNG,
    SELF_DRAW,
)
from core.position import Reading, SetValues
from core.reading import EDGE, MIDDLE, SINGLE, copies
from core.ruleset import ALL_PLAYABLE, Item, Options
from core.tiles import (
    DRAGONS,
    EAST,
    GREEN,
    KINDS,
    NAMES,
    ORPHANS,
    PLANTS,
    RED,
    SEASONS,
    WHITE,
    Tile,
    mask,
)

FAMILIES = (SEASONS, PLANTS)


@cache
def wild(indicator: Tile | None) -> int:
    """The 得, as a mask: the kind of the indicator; of a flower the other three of its family."""
    if indicator is None:
        return 0
    family = next((f for f in FAMILIES if indicator in f), None)
    return 1 << indicator if family is None else mask(family) & ~(1 << indicator)


@cache
def _special(flowers: bool, indicator: Tile | None) -> frozenset[Tile]:
    """The tiles that are laid open. While the 得 is not known: all that may be."""
    families = {tile for f in FAMILIES if flowers and indicator not in f for tile in f}
    if indicator is None or indicator >= KINDS:
        return frozenset({*DRAGONS, *families})
    return frozenset({*({*DRAGONS} - {indicator} if indicator in DRAGONS else {WHITE}), *families})


@cache
def _held(flowers: bool, indicator: Tile | None) -> int:
    if indicator is None:
        return ALL_PLAYABLE & ~(1 << WHITE)
    return (ALL_PLAYABLE | wild(indicator)) & ~mask(_special(flowers, indicator))


def held(options: Options, indicator: Tile | None) -> int:
    """What a hand can hold: no special tile. 白 is in no meld, whatever the 得 is."""
    return _held(with_flowers(options), indicator)


def laid(options: Options, indicator: Tile | None) -> frozenset[Tile]:
    """What may lie open: special tiles and nothing else."""
    return _special(with_flowers(options), indicator)


def with_flowers(options: Options) -> bool:
    return options["mode"] == "小闹"


def wins_on_wild(deal: Deal) -> bool:
    return deal.winning >= 0 and bool(deal.wild >> deal.winning & 1)


# ------------------------------------------------------------------------------------------------ 胡头

_SET = {PUNG: 2, CLOSED_PUNG: 4, OPEN_KONG: 8, ADDED_KONG: 8, CLOSED_KONG: 16}  # of 2–8; others twice that
LAID, VALUED_PAIR, WAIT = 4, 2, 2
SETS = SetValues(
    {
        (kind, tile): (f"{NAMES[tile]} {kind}", value * (2 if ORPHANS >> tile & 1 else 1))
        for kind, value in _SET.items()
        for tile in range(KINDS)
    }
)
_PAIRS: Mapping[Tile, Item] = {tile: (f"{NAMES[tile]} {PAIR}", VALUED_PAIR) for tile in range(KINDS)}
WAITS: Mapping[str, str] = {SINGLE: "单吊", EDGE: "靠柄", MIDDLE: "嵌档"}


def points(deal: Deal, reading: Reading, pairs: tuple[Tile, ...]) -> list[Item]:
    """胡头 of every player: triplets and kongs, pairs of 中, 发 and the own wind, tiles laid open."""
    items = SETS.items(deal, reading)
    for tile in pairs:
        if tile >= EAST and is_valued(tile, deal.own_wind):
            items.append(_PAIRS[tile])
    if deal.line.laid:
        items += [(f"翻{NAMES[t]}", LAID * n) for t, n in sorted(Counter(deal.line.laid).items())]
    return items


def is_valued(tile: Tile, own_wind: Tile | None) -> bool:
    return tile in (RED, GREEN, own_wind)


# ------------------------------------------------------------------------------------------------ 腊子

FOURS: Mapping[str, Tile] = {"四白": WHITE, "四中": RED, "四发": GREEN}
OWN_FOUR = "四门风"
_FOUR_OF_AN_HONOR = sum(4 << 3 * i for i in range(7))


def reasons(deal: Deal) -> tuple[str, ...]:
    """The reasons for 腊子 that the tiles show: melds, what lies open, and the hand without a claimed tile."""
    line, key = deal.line, deal.key
    kongs = [tile for kind, tile, _ in line.melds if kind == CLOSED_KONG] if line.melds else []
    if deal.tiles and deal.wilds < 3 and not (line.laid or kongs or key >> 3 * EAST & _FOUR_OF_AN_HONOR):
        return ()
    claimed = -1 if line.win in (None, SELF_DRAW) else deal.winning
    wilds = deal.wilds - (claimed >= 0 and deal.wild >> claimed & 1)
    if not deal.tiles:
        wilds = sum(len(m.tiles) for m in line.melds if deal.wild >> m.tile & 1)
    found = ["三得"] if wilds > 2 else []
    if line.laid or kongs or key >> 3 * EAST & _FOUR_OF_AN_HONOR:
        for name, tile in (*FOURS.items(), (OWN_FOUR, deal.own_wind)):
            if tile is not None and (
                tile in kongs or line.laid.count(tile) == 4 or copies(key, tile) - (claimed == tile) > 3
            ):
                found.append(name)
        if any(set(family) <= set(line.laid) for family in FAMILIES):
            found.append("四花")
    return tuple(found)
