"""The deal: a winner's hand at its table, everything but the way to read it."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from core.hand import CHOW, CLOSED_KONG, KONGS, MELDS, ROBBED, SELF_DRAW, Line, Meld, Player, Table
from core.reading import (
    APART,
    UNIT,
    copies,
    kinds_of,
    pack,
    seven_pairs_waits,
    thirteen_orphans_waits,
    waits,
    waits_beside,
)
from core.sets import CHOWS, CHOWS_AT, TRIPLETS, Sets, beside, kinds_in, triplets_in
from core.tiles import EAST, KINDS, Tile, members

if TYPE_CHECKING:
    from core.position import Reading
    from core.ruleset import Ruleset

STANDARD, SEVEN_PAIRS, THIRTEEN_ORPHANS, ANYHOW = "standard", "seven pairs", "thirteen orphans", "anyhow"
_UNKNOWN = -1


def declared(melds: Iterable[Meld]) -> tuple[Sets, bool]:
    """Melds, and triplets that were named, as sets; whether one of them is no 暗杠."""
    sets, exposed = 0, False
    for kind, tile, _ in melds:
        if kind == CHOW:
            sets = beside(sets, CHOWS[tile])
        else:
            sets |= TRIPLETS[tile]
        if kind != CLOSED_KONG:
            exposed = True
    return sets, exposed


class Deal:
    """A winner's hand at its table: everything but the reading. Things that nobody said are None."""

    __slots__ = (
        "_own_wind", "concealed", "key", "line", "melded", "melds", "named", "open_melds", "options",
        "ruleset", "said", "self_drawn", "table", "tiles", "wild", "wilds", "win", "winning",
    )  # fmt: skip

    def __init__(
        self, ruleset: "Ruleset", line: Line, table: Table, options: Mapping[str, int | str]
    ) -> None:
        self.ruleset, self.line, self.table, self.options = ruleset, line, table, options
        self.win = win = line.win
        self.self_drawn = win == SELF_DRAW
        melds, concealed, winning = line.melds, line.concealed, line.winning
        self.tiles = concealed is not None
        if concealed is not None:
            winning, concealed = winning_of(concealed, winning, ruleset.size - 3 * len(melds))
        else:  # 暗刻 and 对 are no melds
            winning, concealed = -1 if winning is None else winning, ()
            melds = tuple([m for m in melds if m.kind in MELDS])
        self.melds, self.winning, self.concealed = melds, winning, concealed
        self.melded, self.open_melds = declared(melds) if melds else (0, False)
        self.key, self.wilds = pack(concealed), 0  # the concealed tiles but the wild ones; how many are wild
        self.wild = 0  # kinds that stand for any tile, as a mask
        if ruleset.wilds:
            self.wild = ruleset.wild(table.wild)
            for tile in members(self.wild):
                if number := copies(self.key, tile) if tile < KINDS else concealed.count(tile):
                    self.key -= number * UNIT[tile]
                    self.wilds += number
        self._own_wind: Tile | None = _UNKNOWN
        self.said = 0  # bits of the named circumstances
        self.named: tuple[str, ...] = ()  # rows that tiles can show, as named
        for name, _ in line.words:
            row = ruleset.by_name.get(name)
            if row is not None:
                if row.shown is None:
                    self.said |= ruleset.bit[row.name]
                else:
                    self.named += (row.name,)

    @property
    def player(self) -> Player:
        return self.line.player

    @property
    def dealer(self) -> bool | None:
        seated = self.player in self.table.players
        return self.player == self.table.players[self.table.dealer] if seated else None

    @property
    def own_wind(self) -> Tile | None:
        """The winner's own wind; None for somebody who does not sit at the table."""
        if self._own_wind == _UNKNOWN:
            self._own_wind, players, player = None, self.table.players, self.line.player
            if player in players:
                self._own_wind = seat_wind(self.table, players.index(player), self.options)
        return self._own_wind

    @property
    def robbed(self) -> bool:
        return self.win == ROBBED

    @property
    def round_wind(self) -> Tile:
        return EAST + self.table.round % 4

    @property
    def kinds(self) -> int:
        """Every kind of tile in the hand but the wild ones, as a mask."""
        return self.melded_kinds | kinds_of(self.key)

    @property
    def melded_kinds(self) -> int:
        """Every kind of tile in the melds, as a mask."""
        return kinds_in(triplets_in(self.melded), self.melded >> CHOWS_AT, -1)

    @property
    def words(self) -> frozenset[str]:
        return frozenset(word.name for word in self.line.words)

    @property
    def kongs(self) -> int:
        return sum(m.kind in KONGS for m in self.melds)

    def waits_alone(self, reading: "Reading") -> bool:
        """Whether the winning tile, waited for as in this reading, was the only kind waited on.

        Kinds of which the winner held all four do not count.
        """
        places, tiles = APART.get((reading.wait, self.winning), (0, 0))
        if places and self.key & places == tiles:
            return True
        before = self.key - UNIT[self.winning]
        found = waits(before) if reading.pair < 0 else waits_beside(before, self.winning, reading.pair)
        others = found & ~(1 << self.winning)
        if not self.melds:
            if SEVEN_PAIRS in self.ruleset.forms:
                others |= seven_pairs_waits(before) & ~(1 << self.winning)
            if THIRTEEN_ORPHANS in self.ruleset.forms:
                others |= thirteen_orphans_waits(before) & ~(1 << self.winning)
        if not others:
            return True
        held = before + sum([pack(meld.tiles) for meld in self.melds])
        return all(copies(held, tile) == 4 for tile in members(others))

    def has(self, name: str) -> bool:
        """Whether this fan or word was named."""
        return any(word.name == name for word in self.line.words)


def winning_of(
    concealed: tuple[Tile, ...], winning: Tile | None, waiting: int
) -> tuple[Tile, tuple[Tile, ...]]:
    """The winning tile and the concealed tiles with it; the last one written if none was said."""
    if winning is None:
        return (concealed[-1] if concealed else -1), concealed
    return winning, (*concealed, winning) if len(concealed) == waiting else concealed


def seat_wind(table: Table, seat: int, options: Mapping[str, int | str]) -> Tile:
    """The own wind of a seat: the wind drawn for it, or with 自风=轮转 relative to the dealer."""
    turned = options.get("自风") == "轮转"
    return EAST + ((seat - table.dealer) % 4 if turned else seat)
