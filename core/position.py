"""What a ruleset's tables look at: a reading of the tiles, and the deal around it.

A `Pattern` tells how many blocks a reading still lacks to show something: a set counts 2, the pair 1, 0 is
"it shows", NEVER "it cannot". A reading of tiles is whole, so there it is a yes or no; a report that names
its fans gives a reading with free blocks, and the same patterns tell whether they can stand together.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from core.hand import (
    CHOW,
    CLOSED_KONG,
    CLOSED_PUNG,
    KONGS,
    MELDS,
    PAIR,
    PUNG,
    ROBBED,
    SELF_DRAW,
    TRIPLETS,
    Line,
    Meld,
    Player,
    Table,
)
from core.reading import (
    EITHER_PAIR,
    SINGLE,
    UNIT,
    Split,
    copies,
    is_seven_pairs,
    is_thirteen_orphans,
    pack,
    placements,
    seven_pairs_waits,
    splits,
    thirteen_orphans_waits,
    waits,
)
from core.tiles import EAST, KINDS, ORPHANS, PLANTS, SEASONS, Tile, mask

if TYPE_CHECKING:
    from core.ruleset import Ruleset

STANDARD, SEVEN_PAIRS, THIRTEEN_ORPHANS, ANYHOW = "standard", "seven pairs", "thirteen orphans", "anyhow"
SET, ONE_PAIR, NEVER = 2, 1, 99
# When a pattern that a named hand already shows is proved by what was declared of it:
WHOLE_HAND, ALL_SETS, AT_ONCE = 0, 1, 2
_FLOWERS = mask((*SEASONS, *PLANTS))


class Reading:
    """One way to read a hand: its sets and pair (bit masks over kinds), and the wait."""

    __slots__ = (
        "chow_bits", "chows", "closed", "form", "free", "hidden", "kinds",
        "lit", "pair", "plain", "rank", "roles", "triplets", "wait",
    )  # fmt: skip

    def __init__(
        self,
        form: str,
        triplets: int,
        chows: tuple[Tile, ...],
        chow_bits: int,
        pair: Tile,
        kinds: int,
        plain: int,
        wait: str | None,
        closed: tuple[Tile, ...],
        lit: Tile = -1,
        hidden: int = 0,
        free: int = 0,
        roles: tuple[Tile, ...] = (),
        rank: tuple[int, ...] = (),
    ) -> None:
        self.form = form
        self.triplets = triplets  # kinds of all triplets and kongs
        self.chows = chows  # lowest tiles of all chows
        self.chow_bits = chow_bits
        self.pair = pair  # −1: none, or not known
        self.kinds = kinds  # every kind of tile in the hand
        self.plain = plain  # sets and pair without a 1, 9 or honor
        self.wait = wait  # None: not known
        self.closed = closed  # kinds of the concealed triplets
        self.lit = lit  # the one among them that another's discard completed, or −1
        self.hidden = hidden  # concealed sets
        self.free = free  # blocks that were not declared: SET each, and ONE_PAIR
        self.roles = roles  # what the wild tiles stand for
        self.rank = rank  # of readings of equal worth the one that ranks highest is taken


class Pattern(NamedTuple):
    """What a row asks of a reading: the blocks that it lacks, and when a named hand proves it."""

    missing: Callable[["Reading", "Deal"], int]
    proof: int = WHOLE_HAND
    stepwise: bool = False  # some block of any hand that shows it brings the number down, whatever lies there

    def proved(self, reading: Reading) -> bool:
        """Whether a reading that shows the pattern goes on to do so however its free blocks turn out."""
        return self.proof == AT_ONCE or (self.proof == ALL_SETS and reading.free < SET)


class MeldFacts(NamedTuple):
    triplets: int
    chows: tuple[Tile, ...]
    chow_bits: int
    kinds: int
    plain: int


def meld_facts(melds: tuple[Meld, ...]) -> MeldFacts:
    triplets = chow_bits = kinds = plain = 0
    chows: tuple[Tile, ...] = ()
    for kind, tile, _ in melds:
        if kind == CHOW:
            chows += (tile,)
            chow_bits |= 1 << tile
            kinds |= 7 << tile
            plain += 0 < tile % 9 < 6
        else:
            triplets |= 1 << tile
            kinds |= 1 << tile
            plain += not ORPHANS >> tile & 1
    return MeldFacts(triplets, chows, chow_bits, kinds, plain)


class Deal:
    """A winner's hand at its table: everything but the reading. Things that nobody said are None."""

    def __init__(
        self, ruleset: "Ruleset", line: Line, table: Table, options: Mapping[str, int | str]
    ) -> None:
        self.ruleset = ruleset
        self.line = line
        self.table = table
        self.options = options
        self.player: Player = line.player
        self.win = line.win
        self.self_drawn = line.win == SELF_DRAW
        self.robbed = line.win == ROBBED
        self.melds: tuple[Meld, ...] = tuple([m for m in line.melds if m.kind in MELDS])
        self.open_melds = bool(self.melds) and any(m.kind != CLOSED_KONG for m in self.melds)
        self.tiles = line.concealed is not None
        if line.concealed is not None:
            self.winning, self.concealed = winning_of(line.concealed, line.winning, self._waiting)
        else:
            self.winning, self.concealed = -1 if line.winning is None else line.winning, ()
        self.wild = ruleset.wild(table.wild)  # kinds that stand for any tile, as a mask
        self.facts = meld_facts(self.melds)
        key, wilds, kinds, others = 0, 0, self.facts.kinds, self.wild | _FLOWERS
        for tile in self.concealed:
            if not others >> tile & 1:
                key += UNIT[tile]
                kinds |= 1 << tile
            elif self.wild >> tile & 1:
                wilds += 1
        self.key, self.wilds = key, wilds  # the concealed tiles but the wild ones, and how many are wild
        self.kinds = kinds
        self.seat = table.players.index(line.player) if line.player in table.players else None
        self.dealer = None if self.seat is None else self.seat == table.dealer
        self.round_wind: Tile = EAST + table.round % 4
        self.own_wind = None if self.seat is None else seat_wind(table, self.seat, options)
        said, named = 0, []
        for name, _ in line.words:
            row = ruleset.by_name.get(name)
            if row is not None:
                if row.shown is None:
                    said |= ruleset.bit[row.name]
                else:
                    named.append(row.name)
        self.said = said  # bits of the named circumstances
        self.named: tuple[str, ...] = tuple(named)  # rows that tiles can show, as named

    @property
    def _waiting(self) -> int:
        """How many concealed tiles wait for the winning one."""
        return self.ruleset.size - 3 * len(self.melds)

    @cached_property
    def words(self) -> frozenset[str]:
        return frozenset(word.name for word in self.line.words)

    @cached_property
    def kongs(self) -> int:
        return sum(m.kind in KONGS for m in self.melds)

    @cached_property
    def waited(self) -> int:
        """The kinds, as a mask, that the tiles waited on; not one of which the winner held all four."""
        before = self.key - UNIT[self.winning]
        found = waits(before)
        if not self.melds:
            if SEVEN_PAIRS in self.ruleset.forms:
                found |= seven_pairs_waits(before)
            if THIRTEEN_ORPHANS in self.ruleset.forms:
                found |= thirteen_orphans_waits(before)
        if found & ~(1 << self.winning):  # of the winning one there was a copy left
            held = before + sum(pack(meld.tiles) for meld in self.melds)
            found = sum(1 << t for t in range(KINDS) if found >> t & 1 and copies(held, t) < 4)
        return found

    def has(self, name: str) -> bool:
        """Whether this fan or word was named."""
        return name in self.words


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


def standing(deal: Deal, split: Split, wait: str | None, roles: tuple[Tile, ...] = ()) -> Reading:
    """The reading of these concealed sets beside the melds, the winning tile in the set that `wait` says.

    `roles` are the tiles in them that wild tiles stand for.
    """
    facts = deal.facts
    return Reading(
        STANDARD,
        facts.triplets | split.triplet_bits,
        facts.chows + split.chows,
        facts.chow_bits | split.chow_bits,
        split.pair,
        deal.kinds | mask(roles) if roles else deal.kinds,
        facts.plain + split.plain,
        wait,
        split.triplets,
        deal.winning if wait is EITHER_PAIR and not deal.self_drawn else -1,
        len(split.triplets) + len(split.chows),
        roles=roles,
    )


def read_all(deal: Deal) -> Iterator[Reading]:
    """Every reading of a winner's tiles: sets and a pair, and the special forms that the ruleset has."""
    for split in splits(deal.key):
        for wait, _ in placements(split, deal.winning):
            yield standing(deal, split, wait)
    if not deal.melds:
        forms = deal.ruleset.forms
        if SEVEN_PAIRS in forms and is_seven_pairs(deal.key):
            yield Reading(SEVEN_PAIRS, 0, (), 0, -1, deal.kinds, 0, SINGLE, ())
        if THIRTEEN_ORPHANS in forms and is_thirteen_orphans(deal.key):
            yield Reading(THIRTEEN_ORPHANS, 0, (), 0, -1, deal.kinds, 0, SINGLE, ())


def partial(deal: Deal) -> Reading:
    """What a report that names its fans declares of the hand; all else is free."""
    line = deal.line
    sets = tuple(m for m in line.melds if m.kind != PAIR)
    pairs = [m.tile for m in line.melds if m.kind == PAIR]
    closed = tuple(m.tile for m in sets if m.kind == CLOSED_PUNG)
    facts = meld_facts(sets)
    pair = pairs[0] if len(pairs) == 1 else -1
    return Reading(
        STANDARD,
        facts.triplets,
        facts.chows,
        facts.chow_bits,
        pair,
        facts.kinds | mask(pairs),
        facts.plain + (pair >= 0 and not ORPHANS >> pair & 1),
        None,
        closed,
        -1,
        len(closed),
        SET * (deal.ruleset.sets - len(sets)) + (ONE_PAIR if pair < 0 else 0),
    )


def triplets_among(deal: Deal, reading: Reading) -> Iterator[tuple[str, Tile]]:
    """(kind, tile) of every triplet and kong: melds as declared, concealed ones as 暗刻 — or 碰, if lit."""
    for kind, tile, _ in deal.melds:
        if kind in TRIPLETS:
            yield kind, tile
    lit = reading.lit
    for tile in reading.closed:
        if tile == lit:
            lit = -1  # wild tiles may make a second triplet of the kind
            yield PUNG, tile
        else:
            yield CLOSED_PUNG, tile
