"""Whether the players and tiles of a report are as they must be, seen at one look.

Nearly always they are: everybody named sits at the table, every line has the right number of tiles, and all
tiles together can be held and are no more than there are of a kind. What is not seen to be right here need
not be wrong; `core.check` then looks at each thing by itself and lists what is.
"""

from collections.abc import Mapping
from functools import cache
from operator import eq

from core.hand import CLOSED_PUNG, CONCEALED, MELDS, PAIR, ROBBED, Line, Meld
from core.ruleset import Hand
from core.tiles import KINDS, NAMES, Tile, members

_TILES: Mapping[tuple[str, Tile], tuple[Tile, ...]] = {
    (kind, tile): Meld(kind, tile).tiles for kind in (*MELDS, CLOSED_PUNG, PAIR) for tile in range(len(NAMES))
}


def in_order(hand: Hand) -> bool:
    """True if nothing is wrong with anybody's players and tiles; False if something may be."""
    ruleset, options, indicator = hand.ruleset, hand.options, hand.table.wild
    tiles: list[Tile] = []
    laid: list[Tile] = []
    for line in hand.lines:
        if line.win == ROBBED or not (_seated(hand, line) and _gather(hand, line, tiles)):
            return False
        laid += line.laid
    if not _kinds(ruleset.held(options, indicator)).issuperset(tiles):
        return False
    if laid and not ruleset.laid(options, indicator).issuperset(laid):
        return False
    tiles += laid
    if indicator is not None:
        tiles.append(indicator)
    return _enough(tiles)


def _seated(hand: Hand, line: Line) -> bool:
    """Whether everybody named sits at the table and nobody feeds himself."""
    player, source, seated = line.player, line.source, hand.table.players
    if (player and player not in seated) or (source and (source == player or source not in seated)):
        return False
    for _, at in line.words:
        if at is not None and at != CONCEALED and (at == player or at not in seated):
            return False
    for _, _, feeder in line.melds:
        if feeder is not None and (feeder == player or feeder not in seated):
            return False
    return True


def _gather(hand: Hand, line: Line, tiles: list[Tile]) -> bool:
    """Adds a line's tiles; whether its melds are the ruleset's and the concealed ones the right number."""
    ruleset, concealed, winning = hand.ruleset, line.concealed, line.winning
    sets = 0
    for kind, tile, _ in line.melds:
        if kind not in ruleset.melds and kind in MELDS:
            return False
        tiles += _TILES[kind, tile]
        sets += kind != PAIR
    if sets > ruleset.sets:
        return False
    if concealed is not None:
        tiles += concealed
        before = len(concealed) == ruleset.size - 3 * sets
        if before and winning is None:
            # Of the others nobody has a winning tile.
            return ruleset.open_hand and not line.win and bool(hand.lines[0].win)
        if not before:
            full = len(concealed) == ruleset.size + 1 - 3 * sets and bool(line.win)
            return full and (winning is None or winning in concealed)
    if winning is not None:
        tiles.append(winning)
    return True


def _enough(tiles: list[Tile]) -> bool:
    """Whether no kind is there more than four times, no flower twice."""
    tiles.sort()
    if any(map(eq, tiles, tiles[4:])):
        return False
    if not tiles or tiles[-1] < KINDS:
        return True
    flowers = [tile for tile in tiles if tile >= KINDS]
    return len({*flowers}) == len(flowers)


@cache
def _kinds(kinds: int) -> frozenset[Tile]:
    """The kinds of a mask."""
    return frozenset(members(kinds))
