"""The noun for rules: a ruleset is a set of tables, one formula, one payment, a dealer rule and options."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import prod
from typing import Any, NamedTuple

from core.deal import Deal
from core.errors import Note, Problem, mistake
from core.hand import MELDS, Line, Player, Table
from core.kept import Kept
from core.payment import Transfer
from core.position import Pattern, Reading, read_all
from core.questions import Questions
from core.tiles import KINDS, Tile

Options = Mapping[str, int | str]  # numbers are ints, choices their words
Item = tuple[str, int]  # a name of the rulebook and its value
ALL_PLAYABLE = (1 << KINDS) - 1
FAN, FLOWER, MULTIPLIER = "fan", "flower", "multiplier"  # what the value of a row is


@dataclass(frozen=True, slots=True)
class Option:
    """A house rule: a number from `low` to `high`, or one of `values`; the document's is the default."""

    name: str
    default: int | str
    values: tuple[str, ...] = ()
    low: int = 0
    high: int = 0

    def read(self, text: str) -> int | str:
        """The value that `text` spells; `unreadable` if it spells none."""
        if self.values:
            if text in self.values:
                return text
        elif text.isascii() and text.isdigit() and len(text) < 10 and self.low <= int(text) <= self.high:
            return int(text)
        limits = {"values": self.values, "low": self.low, "high": self.high}
        raise mistake("unreadable", "bad_option", option=self.name, piece=text, **limits)


# House rules of the table itself, the same in every ruleset. 0: no limit; a tenth of the start.
COMMON_OPTIONS = (
    Option("押注上限", 0, low=0, high=1_000_000),
    Option("诈胡", 0, low=0, high=1_000_000),
    Option("改账", "记账人", ("记账人", "所有人")),
)


class Condition(NamedTuple):
    """A circumstance that a named row needs; `code` says in the catalogue what is wrong without it."""

    code: str
    met: Callable[[Deal], bool]


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a rulebook's table of fans.

    `shown` recognises the row from a reading; a row without it has to be said, and needs what `when` lists.
    `drops` is the row's 不计: what is not counted beside it; `implied` is dropped too under the option for
    it; `clashes` cannot stand beside it at all. `again` recognises the row a second time; `times` says how
    often a row counts that may do so more often. `auto` rows are added in named mode too, once what was
    declared proves them. `anyhow` rows count in a win that needs no complete hand. `counts`: the value is
    part of the fan, one of the 花 items, or a multiplier, which is the formula's business; only the first are
    fans of the answer.
    """

    value: int
    name: str
    shown: Pattern | None = None
    aliases: tuple[str, ...] = ()
    when: tuple[Condition, ...] = ()
    drops: tuple[str, ...] = ()
    implied: tuple[str, ...] = ()
    clashes: tuple[str, ...] = ()
    again: Pattern | None = None
    times: Callable[[Reading, Deal], int] | None = None
    auto: bool = False
    anyhow: bool = False
    counts: str = FAN


# What a formula makes of a hand: its worth, compared between readings, and the figures of the answer.
Figure = tuple[tuple[int, ...], Mapping[str, Any]]


class Win(NamedTuple):
    """A winner's priced hand: the rows that count, what they dropped, the 花 items, the figures."""

    deal: Deal
    reading: Reading
    counted: "Counted"
    dropped: tuple[tuple[str, str], ...]
    luck: tuple[Item, ...]
    figures: Mapping[str, Any]
    notes: tuple[Note, ...]


@dataclass(frozen=True, slots=True)
class HandEnd:
    """How a hand ended, as far as a dealer rule asks; `names` are the fans of all wins."""

    dealer: Player
    winners: tuple[Player, ...] = ()
    ready: tuple[Player, ...] = ()
    drawn: bool = False
    fines: bool = False
    names: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class SpotRow:
    """A payment on the spot; `payers`: `source` (who fed it), `others` (each of three), `self` (to each)."""

    name: str
    words: tuple[str, ...]
    flowers: int  # what one payer pays
    payers: str
    fine: bool = False


class Hand(NamedTuple):
    """One reported hand at its table. Lines without a way of winning are what other players said."""

    ruleset: "Ruleset"
    lines: tuple[Line, ...]
    table: Table
    options: Options

    @property
    def winners(self) -> tuple[Line, ...]:
        return tuple([line for line in self.lines if line.win])


def _nothing(*_: object) -> tuple[()]:
    return ()


@dataclass(frozen=True, eq=False)
class Ruleset:
    """A town's rules. The tables are data; the functions are the few things in which rulesets differ."""

    key: str
    name: str
    edition: int  # raised when a table or formula changes, so that closed sessions keep their prices
    rows: tuple[Row, ...]
    options: Mapping[str, Option]
    luck: Callable[[Reading, Deal], list[Item]]  # the 花 items of a reading
    figure: Callable[[int, list[Item], "Counted", Deal], Figure]  # (Σ fan, 花 items, rows that count, deal)
    pay: Callable[[Hand, Win], tuple[Transfer, ...]]
    keeps: Callable[[HandEnd], bool]  # whether the dealer keeps the deal
    size: int = 13  # tiles of a waiting hand, each meld counted as three
    melds: tuple[str, ...] = MELDS
    forms: tuple[str, ...] = ()  # complete hands beside sets and a pair
    counters: Mapping[str, str] = field(default_factory=dict)  # how a number is said → what it counts
    words: Mapping[str, str] = field(default_factory=dict)  # further words of reports → as printed
    pointing: frozenset[str] = frozenset()  # words that may point at a player
    figures_said: bool = False  # players may give figures (`12胡1番`)
    held: Callable[[Options, Tile | None], int] = lambda _o, _w: ALL_PLAYABLE  # what hands and melds can hold
    laid: Callable[[Options, Tile | None], frozenset[Tile]] = lambda _o, _w: frozenset()  # may lie open
    wilds: int = 0  # wild tiles in play
    wild: Callable[[Tile | None], int] = lambda _w: 0  # kinds, as a mask, that stand for any tile
    prepare: Callable[[Line], Line] = lambda line: line  # what a line says without saying it
    anyhow: Callable[[Line, Table, Options], bool] = lambda _l, _t, _o: False  # wins without a complete hand
    readings: Callable[[Deal], Sequence[Reading]] = read_all
    check: Callable[[Hand], Iterable[Problem]] = _nothing  # what else can be wrong, before tiles are read
    may_win: Callable[[Deal, Reading, int], Problem | None] = lambda _d, _r, _c: None
    several: Callable[[Options], bool] = lambda _options: False  # several winners of one discard
    implied_dropped: tuple[str, str] = (
        "",
        "",
    )  # the option under which `implied` rows are dropped, and its value
    more: Callable[[Hand, Win], Mapping[str, Any]] = lambda _h, _w: {}  # further figures of the answer
    spots: Mapping[str, SpotRow] = field(default_factory=dict)
    spot_rate: Callable[[Options, Table], int] = lambda _o, _t: 1  # chips for one flower of a spot payment
    unfinished: Callable[[Deal], int] = lambda _d: 0  # kinds, as a mask, that may win with no complete hand
    open_hand: bool = False  # a result gathers the lines of all four before it settles

    def defaults(self) -> dict[str, int | str]:
        return {name: option.default for name, option in self.options.items()}

    def choose(self, options: Mapping[str, object]) -> dict[str, int | str]:
        """These options and the defaults of the others; `unreadable` for an unknown name or a bad value."""
        chosen = self.defaults()
        for name, value in options.items():
            if name not in self.options:
                raise mistake("unreadable", "no_option", piece=name, options=tuple(self.options))
            chosen[name] = self.options[name].read(str(value))
        return chosen

    @cached_property
    def sets(self) -> int:
        """How many sets a complete hand has beside its pair."""
        return self.size // 3

    @cached_property
    def bit(self) -> Mapping[str, int]:
        """Each row's bit. Earlier rows have higher ones: of two claims the greater has the earlier row."""
        return {row.name: 1 << len(self.rows) - 1 - i for i, row in enumerate(self.rows)}

    @cached_property
    def by_name(self) -> Mapping[str, Row]:
        """Rows by every name that people use."""
        return {name: row for row in self.rows for name in (row.name, *row.aliases)}

    @cached_property
    def recognised(self) -> tuple[tuple[int, Pattern], ...]:
        """(bit, pattern) of the rows that a complete hand can show and that are worth something in it."""
        return tuple((self.bit[r.name], r.shown) for r in self.rows if r.shown and r.value)

    @cached_property
    def questions(self) -> Questions:
        """What is asked of a hand, to tell which rows it shows."""
        anyhow = [(self.bit[row.name], row.shown) for row in self.rows if row.shown and row.anyhow]
        return Questions(self.recognised, anyhow, self.sets)

    @cached_property
    def values(self) -> tuple[tuple[int, Row], ...]:
        """(bit, row) of the fans."""
        return tuple((self.bit[row.name], row) for row in self.rows if row.counts == FAN)

    @cached_property
    def flowers(self) -> tuple[tuple[int, Item], ...]:
        """(bit, item) of the rows that are 花 items worth something."""
        rows = (row for row in self.rows if row.counts == FLOWER and row.value)
        return tuple((self.bit[row.name], (row.name, row.value)) for row in rows)

    @cached_property
    def multipliers(self) -> tuple[tuple[int, int], ...]:
        """(bit, factor) of the rows that multiply."""
        return tuple((self.bit[row.name], row.value) for row in self.rows if row.counts == MULTIPLIER)

    @cached_property
    def _drops(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        def column(implied: bool) -> tuple[tuple[int, int], ...]:
            names = {r.name: {*r.drops, *(r.implied if implied else ())} & self.bit.keys() for r in self.rows}
            return tuple(
                (self.bit[name], sum(self.bit[d] for d in drops)) for name, drops in names.items() if drops
            )

        return column(False), column(True)

    @cached_property
    def _counted(self) -> "tuple[Kept[int, Counted], Kept[int, Counted]]":
        def column(implied: bool) -> Kept[int, Counted]:
            return Kept(lambda claimed: _counted(self, claimed, implied))

        return column(False), column(True)

    def _implied(self, options: Options) -> bool:
        option, value = self.implied_dropped
        return options.get(option) == value

    def counted(self, claimed: int, options: Options) -> "Counted":
        """What is left of claimed rows when those that others exclude are dropped, and what that is worth."""
        return self._counted[self._implied(options)][claimed]

    def dropped(self, claimed: int, named: int, options: Options) -> tuple[tuple[str, str], ...]:
        """(name, by whom) of the rows that were claimed, or named only, and do not count; in table order."""
        return _dropped(self, claimed, claimed | named, self._implied(options))

    def drops(self, options: Options) -> tuple[tuple[int, int], ...]:
        """(bit of a row, bits of the rows that it drops), in table order."""
        return self._drops[self._implied(options)]

    def names(self, bits: int) -> tuple[str, ...]:
        """The rows of these bits by name, in table order."""
        return tuple(name for name, bit in self.bit.items() if bits & bit)


@dataclass(frozen=True, slots=True)
class Counted:
    """The rows of a claim that count: as bits, what those that count once are worth, the others, 花 items.

    `items` are all fans by name and value, once each; `dropped` are (name, by whom) of the rows that do not
    count. Both are in table order.
    """

    claimed: int
    rows: int
    fans: tuple[Row, ...]
    items: tuple[Item, ...]
    fan: int
    repeated: tuple[Row, ...]
    flowers: tuple[Item, ...]
    times: int  # the product of the multipliers
    dropped: tuple[tuple[str, str], ...]


def _counted(ruleset: Ruleset, claimed: int, implied: bool) -> Counted:
    rows = claimed
    for bit, excluded in ruleset._drops[implied]:
        if claimed & bit:
            rows &= ~excluded
    fans = [row for bit, row in ruleset.values if rows & bit]
    repeated = tuple([row for row in fans if row.again is not None or row.times is not None])
    fan = sum([row.value for row in fans if row.again is None and row.times is None])
    flowers = tuple(item for bit, item in ruleset.flowers if rows & bit)
    times = prod(factor for bit, factor in ruleset.multipliers if rows & bit)
    dropped = _dropped(ruleset, claimed, claimed, implied)
    items = tuple((row.name, row.value) for row in fans)
    return Counted(claimed, rows, tuple(fans), items, fan, repeated, flowers, times, dropped)


def _dropped(ruleset: Ruleset, claimed: int, said: int, implied: bool) -> tuple[tuple[str, str], ...]:
    by: dict[str, str] = {}
    for bit, dropped in ruleset._drops[implied]:
        if claimed & bit and dropped & said:
            for name in ruleset.names(dropped & said):
                by.setdefault(name, ruleset.names(bit)[0])
    return tuple((name, by[name]) for name in ruleset.bit if name in by)
