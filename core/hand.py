"""What people declare: melds, the lines of a report, and the table it is priced at."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

from core.tiles import Tile, write_tiles

Player = str  # a player's key: a name in case files, a person's key in the book

SELF_DRAW, DISCARD, ROBBED = "自摸", "点炮", "抢杠"
CHOW, PUNG, OPEN_KONG, ADDED_KONG, CLOSED_KONG = "吃", "碰", "明杠", "补杠", "暗杠"
CLOSED_PUNG, PAIR = "暗刻", "对"  # said in reports without the concealed tiles
KONGS = (OPEN_KONG, ADDED_KONG, CLOSED_KONG)
TRIPLETS = (PUNG, *KONGS, CLOSED_PUNG)
OPEN_MELDS = (CHOW, PUNG, OPEN_KONG, ADDED_KONG)
MELDS = (CHOW, PUNG, *KONGS)
CONCEALED = "暗"  # what a word points at instead of a player: a concealed kong, which nobody fed


class Meld(NamedTuple):
    """A meld, or a concealed triplet or pair that was named; `tile` is the lowest one of a chow."""

    kind: str
    tile: Tile
    feeder: Player | None = None

    @property
    def tiles(self) -> tuple[Tile, ...]:
        if self.kind == CHOW:
            return (self.tile, self.tile + 1, self.tile + 2)
        return (self.tile,) * (4 if self.kind in KONGS else 2 if self.kind == PAIR else 3)

    def __str__(self) -> str:
        tiles = write_tiles(self.tiles if self.kind == CHOW else (self.tile,))
        return f"{self.kind}{tiles}"


class Word(NamedTuple):
    """A named fan or circumstance by its printed name, and the player it points at (`大杠开@乙`)."""

    name: str
    at: str | None = None


class Line(NamedTuple):
    """One player's line of a report.

    `numbers` are the counters of the ruleset that were said (`花`, `硬花`, `软花`, wenling's `胡` and `番`);
    `laid` the tiles laid open by name (flowers, special tiles); `wild` the indicator of `得=`.
    `concealed` holds the concealed tiles as written, the winning tile among them if it was written there;
    None in a report that names its fans instead.
    """

    player: Player
    win: str | None = None
    source: Player | None = None  # the discarder, or the player whose kong is robbed
    words: tuple[Word, ...] = ()
    melds: tuple[Meld, ...] = ()
    concealed: tuple[Tile, ...] | None = None
    winning: Tile | None = None
    numbers: Mapping[str, int] = MappingProxyType({})
    laid: tuple[Tile, ...] = ()
    wild: Tile | None = None


class Report(NamedTuple):
    """What was reported of one hand: a line for each winner, in wenling also for the other players."""

    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """The table at which a hand is priced.

    `players` sit 东 南 西 北 in this order; `dealer` is an index into them; `round` 0–3 is the round's wind;
    `kept` says that the dealer kept the deal after the hand before; `wild` is this hand's 得 indicator.
    """

    players: tuple[Player, ...]
    dealer: int = 0
    round: int = 0
    kept: bool = False
    wild: Tile | None = None

    def seat(self, player: Player) -> int:
        """0–3 for 东 南 西 北; ValueError if the player does not sit here."""
        return self.players.index(player)

    def after(self, player: Player) -> tuple[Player, ...]:
        """The three others in turn order, from the right-hand neighbour of `player` on."""
        at, players = self.seat(player), self.players
        return players[at + 1 :] + players[:at]
