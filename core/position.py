"""What a ruleset's tables look at: a reading of the tiles, and the deal around it.

A `Pattern` tells how many blocks a reading still lacks to show something: a set counts 2, the pair 1, 0 is
"it shows", NEVER "it cannot". A reading of tiles is whole, so there it is a yes or no; a report that names
its fans gives a reading with free blocks, and the same patterns tell whether they can stand together.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple, Self

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
    Line,
    Meld,
    Player,
    Table,
)
from core.reading import (
    APART,
    EITHER_PAIR,
    SINGLE,
    UNIT,
    copies,
    is_seven_pairs,
    is_thirteen_orphans,
    kinds_of,
    pack,
    placements,
    seven_pairs_waits,
    splits,
    thirteen_orphans_waits,
    waits,
    waits_beside,
)
from core.sets import (
    ALL,
    CHOWS,
    CHOWS_AT,
    DRAGONS_SEEN,
    ORPHANS_SEEN,
    PAIR_AT,
    PAIRS,
    PLAIN_SEEN,
    SEEN,
    TRIPLETS,
    TRIPLETS_AT,
    TRIPLETS_FIELD,
    WINDS_SEEN,
    Sets,
    beside,
    kinds_in,
    layered,
    tiles_in,
    triplets_in,
)
from core.tiles import EAST, SUIT_MASKS, Tile, mask, members

if TYPE_CHECKING:
    from core.ruleset import Ruleset

STANDARD, SEVEN_PAIRS, THIRTEEN_ORPHANS, ANYHOW = "standard", "seven pairs", "thirteen orphans", "anyhow"
SET, ONE_PAIR, NEVER = 2, 1, 99
# When a pattern that a named hand already shows is proved by what was declared of it:
WHOLE_HAND, ALL_SETS, AT_ONCE = 0, 1, 2


class Reading:
    """One way to read a hand: its sets and pair, and the wait.

    Triplets are a bit mask of kinds; `chows` (by their lowest tile) and `closed` are layered bits, so that
    equal ones count (`core.sets`).
    """

    __slots__ = (
        "chows", "closed", "form", "free", "lit", "others", "pair", "rank", "roles", "seen", "triplets",
        "wait",
    )  # fmt: skip

    def __init__(
        self,
        form: str,
        triplets: int = 0,
        chows: int = 0,
        pair: Tile = -1,
        wait: str | None = None,
        closed: int = 0,
        seen: int = 0,
        lit: Tile = -1,
        free: int = 0,
        roles: tuple[Tile, ...] = (),
        others: int = 0,
        rank: tuple[int, ...] = (),
    ) -> None:
        self.form = form
        self.triplets = triplets  # kinds of all triplets and kongs
        self.chows = chows
        self.pair = pair  # −1: none, or not known
        self.wait = wait  # None: not known
        self.closed = closed  # the concealed triplets
        self.seen = seen  # what the sets and the pair show at a glance, as bits
        self.lit = lit  # the one among the concealed triplets that another's discard completed, or −1
        self.free = free  # blocks that were not declared: SET each, and ONE_PAIR
        self.roles = roles  # what the wild tiles stand for
        self.others = others  # every kind in the hand, where sets and a pair do not tell
        self.rank = rank  # of readings of equal worth the one that ranks highest is taken

    @property
    def kinds(self) -> int:
        """Every kind of tile in the hand, as a mask."""
        return self.others or kinds_in(self.triplets, self.chows, self.pair)


class Glance(NamedTuple):
    """What a glance at a whole hand of sets and a pair tells."""

    triplets: int  # kongs among them
    chows: int
    honors: int  # triplets of honors
    suits: int  # how many of 万条饼 there are
    winds: bool
    dragons: bool
    plain: bool  # a set or pair without a 1, 9 or honor
    orphans: bool  # a 1, 9 or honor
    wait: str | None

    @classmethod
    def of(cls, sets: int, chows: int, honors: int, seen: int, wait: str | None) -> Self:
        """That of a reading of so many sets, by the bits that are seen of it."""
        suits = sum(seen & suit > 0 for suit in SUIT_MASKS)
        winds, dragons = bool(seen & WINDS_SEEN), bool(seen & DRAGONS_SEEN)
        plain, orphans = bool(seen & PLAIN_SEEN), bool(seen & ORPHANS_SEEN)
        return cls(sets - chows, chows, honors, suits, winds, dragons, plain, orphans, wait)


class Outset(NamedTuple):
    """What is known of a deal before its tiles are read."""

    win: str | None
    open_melds: bool
    laid: bool  # tiles lie open by name
    wilds: int


class Pattern(NamedTuple):
    """What a row asks of a reading: the blocks that it lacks, and when a named hand proves it.

    `glance` spares the question: a whole hand of sets and a pair shows the pattern or does not, or (None) has
    to be asked. A circumstance asks nothing of the reading: `met` tells all; `outset` may spare that.
    """

    missing: Callable[["Reading", "Deal"], int]
    proof: int = WHOLE_HAND
    stepwise: bool = False  # some block of any hand that shows it brings the number down, whatever lies there
    glance: Callable[[Glance], bool | None] = lambda _glance: None
    of_sets: bool = False  # no other form than sets and a pair shows it
    met: Callable[["Deal"], bool] | None = None
    outset: Callable[[Outset], bool | None] = lambda _outset: None

    def proved(self, reading: Reading) -> bool:
        """Whether a reading that shows the pattern goes on to do so however its free blocks turn out."""
        return self.proof == AT_ONCE or (self.proof == ALL_SETS and reading.free < SET)


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


_UNKNOWN = -1


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
                if number := concealed.count(tile):
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

    def waits_alone(self, reading: Reading) -> bool:
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


def standing(deal: Deal, sets: Sets, wait: str | None, roles: tuple[Tile, ...] = ()) -> Reading:
    """The reading of these concealed sets beside the melds, the winning tile in the set that `wait` says.

    `roles` are the tiles in them that wild tiles stand for.
    """
    closed, lit = sets >> TRIPLETS_AT & TRIPLETS_FIELD, -1
    if wait is EITHER_PAIR and not deal.self_drawn and deal.options.get("点胡成刻") != "暗":
        lit = deal.winning
    if deal.melded:
        sets = beside(sets, deal.melded)
    return Reading(
        STANDARD,
        sets >> TRIPLETS_AT & ALL,
        sets >> CHOWS_AT,
        (sets >> PAIR_AT & ALL).bit_length() - 1,
        wait,
        closed,
        sets & SEEN,
        lit,
        0,
        roles,
    )


def read_all(deal: Deal) -> list[Reading]:
    """Every reading of a winner's tiles: sets and a pair, and the special forms that the ruleset has."""
    key, winning = deal.key, deal.winning
    found = [standing(deal, sets, wait) for sets in splits(key) for wait in placements(sets, winning)]
    if not deal.melds:
        forms = deal.ruleset.forms
        if SEVEN_PAIRS in forms and is_seven_pairs(key):
            found.append(Reading(SEVEN_PAIRS, wait=SINGLE, others=deal.kinds))
        if THIRTEEN_ORPHANS in forms and is_thirteen_orphans(key):
            found.append(Reading(THIRTEEN_ORPHANS, wait=SINGLE, others=deal.kinds))
    return found


def partial(deal: Deal) -> Reading:
    """What a report that names its fans declares of the hand; all else is free."""
    line = deal.line
    melds = [m for m in line.melds if m.kind != PAIR]
    pairs = [m.tile for m in line.melds if m.kind == PAIR]
    sets, _ = declared(melds)
    pair = pairs[0] if len(pairs) == 1 else -1
    return Reading(
        STANDARD,
        sets >> TRIPLETS_AT & ALL,
        sets >> CHOWS_AT,
        pair,
        closed=layered([m.tile for m in melds if m.kind == CLOSED_PUNG]),
        seen=sets & SEEN | (PAIRS[pair] & SEEN if pair >= 0 else 0),
        free=SET * (deal.ruleset.sets - len(melds)) + (ONE_PAIR if pair < 0 else 0),
        others=mask(pairs) | kinds_in(triplets_in(sets), sets >> CHOWS_AT, -1) if len(pairs) > 1 else 0,
    )


def triplets_among(deal: Deal, reading: Reading) -> list[tuple[str, Tile]]:
    """(kind, tile) of every triplet and kong: melds as declared, concealed ones as 暗刻 — or 碰, if lit."""
    found = [(kind, tile) for kind, tile, _ in deal.melds if kind != CHOW]
    lit = reading.lit
    for tile in _concealed(deal, reading):
        if tile == lit:  # one of them: wild tiles may make a second triplet of the kind
            found.append((PUNG, tile))
            lit = -1
        else:
            found.append((CLOSED_PUNG, tile))
    return found


def _concealed(deal: Deal, reading: Reading) -> tuple[Tile, ...]:
    """The concealed triplets; those that were named without tiles in the order in which they were."""
    if deal.tiles:
        return tiles_in(reading.closed)
    return tuple([m.tile for m in deal.line.melds if m.kind == CLOSED_PUNG])


class SetValues:
    """What triplets and kongs are worth: by their kind and tile items, a name and a value."""

    def __init__(self, items: Mapping[tuple[str, Tile], tuple[str, int]]) -> None:
        self.of: dict[str, dict[Tile, tuple[str, int]]] = {CHOW: {}, PUNG: {}, CLOSED_PUNG: {}}
        for (kind, tile), item in items.items():
            self.of.setdefault(kind, {})[tile] = item
        self.concealed = mask(self.of[CLOSED_PUNG])  # kinds of which a 暗刻 is worth something

    def items(self, deal: Deal, reading: Reading) -> list[tuple[str, int]]:
        """The items of the triplets and kongs of a hand (`triplets_among`)."""
        found = []
        for kind, tile, _ in deal.melds:
            if item := self.of[kind].get(tile):
                found.append(item)
        if reading.closed & self.concealed:
            of_closed, lit = self.of[CLOSED_PUNG], reading.lit
            for tile in _concealed(deal, reading):
                if tile == lit:
                    item, lit = self.of[PUNG].get(tile), -1
                else:
                    item = of_closed.get(tile)
                if item:
                    found.append(item)
        return found
