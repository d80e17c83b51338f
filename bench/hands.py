"""Varied winning hands from a seed, the same ones for us, for `mahjong` and for PyMahjongGB.

The hands are complete by construction: no engine has looked at them before they are timed. A hand has a
style (any suits, one suit with or without honors, triplets, chows, seven pairs), up to three melds, one of
them perhaps a kong, and is won by a self-draw or a discard. Tiles that one of the rulesets does not hold
(中发白 in nanjing) are in nobody's hands then.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cached_property
from random import Random
from typing import Any, NamedTuple

from mahjong.constants import EAST as RIICHI_EAST
from mahjong.hand_calculating.hand_config import HandConfig
from mahjong.meld import Meld as RiichiMeld

from bot.score import PLAYERS
from core.deal import SEVEN_PAIRS
from core.hand import CHOW, CLOSED_KONG, DISCARD, KONGS, OPEN_KONG, PUNG, SELF_DRAW, Line, Meld, Report, Table
from core.report import parse_report, write_report
from core.roster import Roster
from core.rules import RULESETS
from core.ruleset import Options, Ruleset
from core.tiles import HONOR_MASK, SUIT_MASKS, Tile

ROSTER = Roster([(player, (player,)) for player in PLAYERS])
SMALL_HAND = 4  # flowers with which every nanjing hand may win
_STYLES: Mapping[str, int] = {
    "any": 9,
    "half flush": 3,
    "full flush": 3,
    "triplets": 2,
    "chows": 2,
    "pairs": 1,
}
_A_KONG = 0.15  # of melded triplets
_HONORS = [t for t in range(34) if HONOR_MASK >> t & 1]


class Tiles(NamedTuple):
    """A complete hand: `concealed` without the winning tile."""

    melds: tuple[Meld, ...]
    concealed: tuple[Tile, ...]
    winning: Tile


class Hand:
    """One hand: the report as text, as parsed, and as the references want it."""

    def __init__(self, ruleset: Ruleset, options: Options, line: Line, table: Table) -> None:
        self.ruleset, self.options, self.table = ruleset, options, table
        self.text = write_report(Report((line,)), ruleset, str)
        self.report = parse_report(self.text, ruleset, ROSTER)
        self.line = self.report.lines[0]

    @property
    def waiting(self) -> Line:
        """The same player before the winning tile."""
        return self.line._replace(win=None, source=None, winning=None)

    @cached_property
    def riichi(self) -> Mapping[str, Any]:
        """The arguments of `HandCalculator.estimate_hand_value`."""
        line, used = self.line, Counter[Tile]()

        def take(tiles: tuple[Tile, ...]) -> list[int]:
            found = []
            for tile in tiles:
                found.append(4 * _riichi(tile) + used[tile])
                used[tile] += 1
            return found

        melds = [
            RiichiMeld(_RIICHI_MELDS[meld.kind], take(meld.tiles), opened=meld.kind != CLOSED_KONG)
            for meld in line.melds
        ]
        assert line.winning is not None
        winning = take((line.winning,))[0]
        tiles = sorted([*take(line.concealed or ()), winning, *(t for m in melds for t in m.tiles)])
        drawn = line.win == SELF_DRAW
        config = HandConfig(
            is_tsumo=drawn,
            is_riichi=not any(meld.opened for meld in melds),
            is_haitei=drawn,  # the last tile is a yaku, so that every hand has one
            is_houtei=not drawn,
            player_wind=RIICHI_EAST + self._seat,
            round_wind=RIICHI_EAST + self.table.round,
        )
        return {"tiles": tiles, "win_tile": winning, "melds": melds, "config": config}

    @cached_property
    def official(self) -> tuple[Any, ...]:
        """The arguments of `MahjongFanCalculator`."""
        line = self.line
        packs = tuple(
            (_OFFICIAL_MELDS[m.kind], _official(m.tile + (m.kind == CHOW)), 0 if m.kind == CLOSED_KONG else 1)
            for m in line.melds
        )
        concealed = tuple(_official(tile) for tile in line.concealed or ())
        assert line.winning is not None
        drawn, flowers = line.win == SELF_DRAW, sum(line.numbers.values())
        return (
            packs, concealed, _official(line.winning), flowers, drawn, False, False, False, self._seat,
            self.table.round,
        )  # fmt: skip

    @property
    def _seat(self) -> int:
        return (self.table.seat(self.line.player) - self.table.dealer) % 4


def hands(key: str, seed: object, number: int, wilds: int | None = 0, **options: object) -> list[Hand]:
    """So many hands of a ruleset; with the same seed the same ones. `wilds` 得 in each; None: up to three."""
    ruleset, random = RULESETS[key], Random(f"{key} {seed}")
    chosen = ruleset.choose(options)
    made = (
        _hand(ruleset, chosen, random, random.randint(0, 3) if wilds is None else wilds)
        for _ in range(number)
    )
    return list(made)


def _hand(ruleset: Ruleset, options: Options, random: Random, wilds: int) -> Hand:
    indicator = None
    if ruleset.wilds:
        indicator = random.choice([t for t in range(34) if ruleset.held(options, t) >> t & 1])
    table = Table(PLAYERS, random.randrange(4), random.randrange(4), wild=indicator)
    wild = ruleset.wild(indicator)
    tiles = _tiles(ruleset, ruleset.held(options, indicator) & ~wild, random, wilds)
    if wilds:
        tiles = _with_wilds(tiles, wild.bit_length() - 1, wilds, random)
    player, source = random.sample(PLAYERS, 2)
    drawn = random.random() < 0.5 or bool(wild >> tiles.winning & 1)  # nobody wins on a discarded 得
    line = Line(
        player,
        SELF_DRAW if drawn else DISCARD,
        None if drawn else source,
        melds=tiles.melds,
        concealed=tuple(sorted(tiles.concealed)),
        winning=tiles.winning,
        numbers=_flowers(ruleset, random),
    )
    return Hand(ruleset, options, line, table)


def _flowers(ruleset: Ruleset, random: Random) -> dict[str, int]:
    """Flowers as a number, where the ruleset counts them so; enough for a small hand."""
    if ruleset.open_hand:
        return {}
    name = next(iter(ruleset.counters.values()))
    return {name: random.randint(SMALL_HAND, 7)}


def _tiles(ruleset: Ruleset, pool: int, random: Random, wilds: int) -> Tiles:
    """A complete hand of tiles of the pool, in one of the styles."""
    while True:
        style = random.choices(list(_STYLES), list(_STYLES.values()))[0]
        if style == "pairs":
            if SEVEN_PAIRS not in ruleset.forms or wilds:
                continue
            concealed = [t for tile in random.sample(_kinds(pool), 7) for t in (tile, tile)]
            random.shuffle(concealed)
            return Tiles((), tuple(concealed[1:]), concealed[0])
        if found := _sets(ruleset, _kinds(_of_style(style, pool, random)), style, random):
            return found


def _kinds(pool: int) -> list[Tile]:
    return [tile for tile in range(34) if pool >> tile & 1]


def _of_style(style: str, pool: int, random: Random) -> int:
    if style in ("half flush", "full flush"):
        suit = random.choice(SUIT_MASKS)
        return pool & (suit | (HONOR_MASK if style == "half flush" else 0))
    return pool


def _sets(ruleset: Ruleset, kinds: list[Tile], style: str, random: Random) -> Tiles | None:
    """Sets and a pair of these kinds; None if more than four of a kind would be needed."""
    triplets = {"triplets": 1.0, "chows": 0.0}.get(style, 0.35)
    blocks: list[Meld] = []
    for _ in range(ruleset.sets):
        tile = random.choice(kinds)
        chow = (
            tile < 27 and tile % 9 < 7 and {tile + 1, tile + 2} <= set(kinds) and random.random() >= triplets
        )
        if style == "chows" and not chow:
            return None
        blocks.append(Meld(CHOW if chow else PUNG, tile))
    melded = [m for m in blocks if m.kind in ruleset.melds][: random.choice((0, 0, 1, 2, 3))]
    melds = [_melded(meld, random) for meld in melded]
    for meld in melded:
        blocks.remove(meld)
    pair = random.choice(kinds)
    concealed = [pair, pair, *(t for block in blocks for t in block.tiles)]
    counts = Counter([*concealed, *(t for meld in melds for t in meld.tiles)])
    if max(counts.values()) > 4:
        return None
    random.shuffle(concealed)
    return Tiles(tuple(melds), tuple(concealed[1:]), concealed[0])


def _melded(meld: Meld, random: Random) -> Meld:
    if meld.kind == PUNG and random.random() < _A_KONG:
        return Meld(random.choice((OPEN_KONG, CLOSED_KONG)), meld.tile)
    return meld


def _with_wilds(tiles: Tiles, wild: Tile, number: int, random: Random) -> Tiles:
    """The hand with so many of its concealed tiles exchanged for 得."""
    concealed = [tiles.winning, *tiles.concealed]
    for at in random.sample(range(len(concealed)), min(number, len(concealed))):
        concealed[at] = wild
    return Tiles(tiles.melds, tuple(concealed[1:]), concealed[0])


def _riichi(tile: Tile) -> int:
    """`mahjong` has 萬 筒 索, winds, and 白 發 中."""
    if tile < 27:
        return tile % 9 + 9 * (0, 2, 1)[tile // 9]
    return tile if tile < 31 else (33, 32, 31)[tile - 31]


def _official(tile: Tile) -> str:
    if tile < 27:
        return f"{'WTB'[tile // 9]}{tile % 9 + 1}"
    return f"F{tile - 26}" if tile < 31 else f"J{tile - 30}"


_RIICHI_MELDS = {CHOW: RiichiMeld.CHI, PUNG: RiichiMeld.PON, **dict.fromkeys(KONGS, RiichiMeld.KAN)}
_OFFICIAL_MELDS = {CHOW: "CHI", PUNG: "PENG", **dict.fromkeys(KONGS, "GANG")}


def shapes(of: list[Hand]) -> Iterator[tuple[str, int]]:
    """How often each shape appears: melds as c (chow), p (pung), k (kong), and the concealed tiles."""
    letters = {CHOW: "c", PUNG: "p", **dict.fromkeys(KONGS, "k")}
    counts = Counter(
        "".join(sorted(letters[m.kind] for m in hand.line.melds)) + f"+{len(hand.line.concealed or ()) + 1}"
        for hand in of
    )
    yield from counts.most_common()
