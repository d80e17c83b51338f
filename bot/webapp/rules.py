"""What a ruleset asks of the tile picker: which tiles go where, what has to be said, in which words."""

from collections.abc import Iterable, Mapping
from typing import Any

from bot.texts import spoken
from core.hand import CHOW, CLOSED_KONG, CLOSED_PUNG, CONCEALED, DISCARD, KONGS, PAIR, ROBBED, SELF_DRAW
from core.notation import read_run
from core.ruleset import Options, Row, Ruleset
from core.tiles import KINDS, NAMES, Tile, is_flower

WAYS = (SELF_DRAW, DISCARD, ROBBED)
COPIES = 4


def rules_json(ruleset: Ruleset, options: Options) -> Mapping[str, Any]:
    """The picker of this ruleset under these options, as plain JSON data; tiles are their numbers.

    `sorts` are pairs (`hold`, `lay`): what a hand and melds can hold, what is laid open; `sort_of` says which
    of them holds while the 得 is not known (""), and for each indicator; `wild` which tiles stand for any
    other then.
    """
    indicators = _indicators(ruleset, options)
    sorts: list[Mapping[str, list[Tile]]] = []
    sort_of: dict[str, int] = {}
    for indicator in (None, *indicators):
        one = _sort(ruleset, options, indicator)
        if one not in sorts:
            sorts.append(one)
        sort_of["" if indicator is None else str(indicator)] = sorts.index(one)
    lay = sorts[0]["lay"]
    counter = None if ruleset.open_hand else next(iter(ruleset.counters), None)
    return {
        "key": ruleset.key,
        "name": ruleset.name,
        "names": NAMES,
        "size": ruleset.size,
        "sorts": sorts,
        "sort_of": sort_of,
        "wild": {str(indicator): _tiles(ruleset.wild(indicator)) for indicator in indicators},
        "melds": ruleset.melds,
        "named_sets": (CLOSED_PUNG, PAIR),
        "chow": CHOW,
        "pair": PAIR,
        "kongs": KONGS,
        "concealed_kong": CLOSED_KONG,
        "ways": WAYS,
        "counter": counter,
        "most": sum(1 if is_flower(tile) else COPIES for tile in lay),
        "circumstances": [_said(ruleset, name) for name in _circumstances(ruleset)],
        "fans": [[row.name, row.value] for row in ruleset.rows if _nameable(row)],
        "figures": [spoken.POINTS, spoken.FANS] if ruleset.figures_said else [],
        "feeders": bool(ruleset.pointing) and not ruleset.open_hand,
        "spots": [
            {"key": key, "name": row.name, "fed": row.payers == "source"}
            for key, row in ruleset.spots.items()
        ],
        "open_hand": ruleset.open_hand,
        "report": {
            **spoken.PICKED,
            "lay": spoken.LAYS_OPEN if ruleset.open_hand else spoken.FLOWERS,
            "dark": CONCEALED,
        },
    }


def _indicators(ruleset: Ruleset, options: Options) -> list[Tile]:
    """What may be turned up as the 得: tiles, and flowers where these are played."""
    if not ruleset.wilds:
        return []
    return [*range(KINDS), *(tile for tile in sorted(ruleset.laid(options, None)) if is_flower(tile))]


def _sort(ruleset: Ruleset, options: Options, indicator: Tile | None) -> Mapping[str, list[Tile]]:
    return {
        "hold": _tiles(ruleset.held(options, indicator)),
        "lay": sorted(ruleset.laid(options, indicator)),
    }


def _tiles(bits: int) -> list[Tile]:
    return [tile for tile in range(len(NAMES)) if bits >> tile & 1]


def _circumstances(ruleset: Ruleset) -> Iterable[str]:
    """What tiles cannot show, and who pays for all."""
    rows = [row.name for row in ruleset.rows if row.shown is None]
    return [*rows, *sorted(ruleset.pointing - set(rows))]


def _said(ruleset: Ruleset, name: str) -> Mapping[str, Any]:
    """A circumstance; `at`: it may point at a player, `dark`: at a concealed kong too."""
    points = name in ruleset.pointing
    return {"name": name, "at": points, "dark": CONCEALED if points and name in ruleset.by_name else None}


def _nameable(row: Row) -> bool:
    """Whether naming the row says anything: not a way of winning, not what reads as tiles."""
    tiles, end = read_run(row.name.removeprefix(spoken.LAYS_OPEN))
    reads_as_tiles = bool(tiles) and end == len(row.name.removeprefix(spoken.LAYS_OPEN))
    return row.shown is not None and row.name not in WAYS and not reads_as_tiles
