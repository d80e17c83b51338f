"""What a ruleset's tables look at: a reading of the tiles, beside the deal around it.

A `Pattern` tells how many blocks a reading still lacks to show something: a set counts 2, the pair 1, 0 is
"it shows", NEVER "it cannot". A reading of tiles is whole, so there it is a yes or no; a report that names
its fans gives a reading with free blocks, and the same patterns tell whether they can stand together.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple, Self

from core.deal import SEVEN_PAIRS, STANDARD, THIRTEEN_ORPHANS, Deal, declared
from core.hand import CHOW, CLOSED_PUNG, PAIR, PUNG
from core.reading import EITHER_PAIR, PLACES, SINGLE, is_seven_pairs, is_thirteen_orphans, splits
from core.sets import (
    ALL,
    CHOWS_AT,
    DRAGONS_SEEN,
    ORPHANS_SEEN,
    PAIR_AT,
    PAIRS,
    PLAIN_SEEN,
    SEEN,
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
from core.tiles import SUIT_MASKS, Tile, mask

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

    missing: Callable[[Reading, Deal], int]
    proof: int = WHOLE_HAND
    stepwise: bool = False  # some block of any hand that shows it brings the number down, whatever lies there
    glance: Callable[[Glance], bool | None] = lambda _glance: None
    of_sets: bool = False  # no other form than sets and a pair shows it
    met: Callable[[Deal], bool] | None = None
    outset: Callable[[Outset], bool | None] = lambda _outset: None

    def proved(self, reading: Reading) -> bool:
        """Whether a reading that shows the pattern goes on to do so however its free blocks turn out."""
        return self.proof == AT_ONCE or (self.proof == ALL_SETS and reading.free < SET)


def standing(deal: Deal, sets: Sets, wait: str | None, roles: tuple[Tile, ...] = ()) -> Reading:
    """The reading of these concealed sets beside the melds, the winning tile in the set that `wait` says.

    `roles` are the tiles in them that wild tiles stand for.
    """
    closed = sets >> TRIPLETS_AT & TRIPLETS_FIELD
    triplets, lit = closed & ALL, -1
    if wait is EITHER_PAIR and not deal.self_drawn and deal.options.get("点胡成刻") != "暗":
        lit = deal.winning
    if deal.melded:
        sets = beside(sets, deal.melded)
        triplets = sets >> TRIPLETS_AT & ALL
    return Reading(
        STANDARD,
        triplets,
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
    key, (around, waited) = deal.key, PLACES[deal.winning]
    found = [standing(deal, sets, wait) for sets in splits(key) for wait in waited[sets & around]]
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
    """(kind, tile) of every triplet and kong: melds as declared, then the concealed ones."""
    return [(kind, tile) for kind, tile, _ in deal.melds if kind != CHOW] + _concealed(deal, reading)


def _concealed(deal: Deal, reading: Reading) -> list[tuple[str, Tile]]:
    """(kind, tile) of the concealed triplets: 暗刻 — or 碰, if lit."""
    tiles, lit, found = tiles_in(reading.closed), reading.lit, []
    if not deal.tiles:  # in the order in which they were named
        tiles = tuple([m.tile for m in deal.line.melds if m.kind == CLOSED_PUNG])
    for tile in tiles:
        if tile == lit:  # one of them: wild tiles may make a second triplet of the kind
            found.append((PUNG, tile))
            lit = -1
        else:
            found.append((CLOSED_PUNG, tile))
    return found


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
            for kind, tile in _concealed(deal, reading):
                if item := self.of[kind].get(tile):
                    found.append(item)
        return found
