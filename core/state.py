"""What a session's table knows: its state after some entries, and what one entry did to it."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from core.bets import Stake
from core.entry import Event, line_from_json, line_to_json
from core.errors import Mistake, mistake
from core.hand import Line, Player, Table
from core.payment import Transfer
from core.tiles import Tile

if TYPE_CHECKING:
    from core.engine import Scored
    from core.ruleset import Ruleset

# How many rounds of the winds a session of this length has; None: no end.
LENGTHS: Mapping[str, int | None] = {"东风战": 1, "半庄": 2, "一庄": 4, "不限": None}

MAX_CHIPS = 10**9  # of one bet or penalty, so that sums stay within a database's integers

# Everything that the table refuses: code → kind of mistake, and the data that the sentence needs.
MISTAKES: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "no_seats": ("impossible", ()),  # nobody sits yet
    "not_member": ("impossible", ("player",)),
    "not_seated": ("impossible", ("player",)),
    "already_seated": ("impossible", ("player",)),  # takes a second seat, or bets from a seat
    "swaps_seats": ("impossible", ("player",)),  # takes the seat of another while sitting already
    "seats_final": ("contradiction", ()),  # a hand was recorded, so seats change by substitution only
    "few_chips": ("impossible", ("chips",)),  # less than one
    "many_chips": ("impossible", ("chips", "limit")),
    "pays_self": ("impossible", ("player",)),
    "no_such_spot": ("impossible", ("what",)),
    "no_such_round": ("impossible", ("round",)),
    "no_such_flags": ("impossible", ("flags",)),
    "no_wild": ("impossible", ()),  # this ruleset has no 得
    "hand_open": ("contradiction", ("winner",)),  # settle or drop the open hand first
    "no_open_hand": ("contradiction", ()),
    "line_twice": ("contradiction", ("player",)),
    "winner_missing": ("contradiction", ("winner",)),  # the winner's line became one that does not win
    "no_such_entry": ("impossible", ("no",)),
    "entry_void": ("contradiction", ("no",)),  # a void entry is restored before it is fixed
    "not_numbered": ("impossible", ("event",)),  # cannot stand in the place of a numbered entry
    # `no`: the entry that could not stand any more, or the hand its bet or line rides on (None: the coming
    # one); `event`: its kind; `problems`: what is wrong with it
    "breaks_later": ("contradiction", ("no", "event", "problems")),
}


def refuse(code: str, **data: object) -> Mistake:
    """The mistake of this code of `MISTAKES`."""
    return mistake(MISTAKES[code][0], code, **data)


@dataclass(frozen=True)
class Rules:
    """What a session is played by: ruleset, options, length (a key of `LENGTHS`), the ruleset's edition."""

    ruleset: "Ruleset"
    options: Mapping[str, int | str]
    length: str = "不限"
    edition: int = 1


class Spotted(NamedTuple):
    """A 现场汇 of the hand in play: entry `no`, what it was, who got or paid, who fed it, what it moved."""

    no: int
    what: str
    player: Player
    source: Player | None
    transfers: tuple[Transfer, ...]


class Place(NamedTuple):
    """Where the session stands: who deals (None: no seats yet), the round counted on, flags, coming hand."""

    dealer: Player | None
    seat: int
    round: int
    flags: int
    hand_no: int
    finished: bool


_NONE: Mapping[Any, Any] = MappingProxyType({})


class State(NamedTuple):
    """The table after some entries; enough to take the next one without looking back.

    `members` in joining order; `seats` 东 南 西 北; `dealer` an index into them; `round` counts on, the wind
    shown is `round % 4`; `kept_times` how often in a row the dealer kept the deal; `kept` whether after the
    hand before (比下胡); `chips` net of the start, for every member; `bets` open ones by bettor; `wild`,
    `spots`, `fines` (a 罚 among them) and `open` (wenling's lines) belong to the hand in play; `last_hand` is
    the last standing result or draw at the table, `last_no` the standing entry recorded last (numbers).
    """

    members: tuple[Player, ...] = ()
    seats: tuple[Player, ...] | None = None
    dealer: int = 0
    round: int = 0
    kept_times: int = 0
    kept: bool = False
    hand_no: int = 1
    chips: Mapping[Player, int] = _NONE
    bets: Mapping[Player, Stake] = _NONE
    wild: Tile | None = None
    spots: tuple[Spotted, ...] = ()
    fines: bool = False
    open: tuple[Line, ...] | None = None
    next_no: int = 1
    next_seq: int = 1
    last_hand: int | None = None
    last_no: int | None = None
    finished: bool = False

    @property
    def flags(self) -> int:
        """插旗: how often in a row the dealer kept the deal, less one."""
        return max(self.kept_times - 1, 0)

    @property
    def missing(self) -> tuple[Player, ...]:
        """Who has no line yet in the open hand; nobody if none is open."""
        said = {line.player for line in self.open or ()}
        return tuple(p for p in self.seats or () if p not in said) if said else ()

    @property
    def place(self) -> Place:
        dealer = self.seats[self.dealer] if self.seats else None
        return Place(dealer, self.dealer, self.round, self.flags, self.hand_no, self.finished)

    def table(self) -> Table:
        """The table at which the coming hand is priced; Mistake `no_seats` before there are any."""
        if self.seats is None:
            raise refuse("no_seats")
        return Table(self.seats, self.dealer, self.round % 4, self.kept, self.wild)

    def to_json(self) -> dict[str, Any]:
        """Plain JSON data that `from_json` reads back to an equal state."""
        data = self._asdict()
        data["members"] = list(self.members)
        data["seats"] = None if self.seats is None else list(self.seats)
        data["chips"] = dict(self.chips)
        data["bets"] = [list(stake) for stake in self.bets.values()]
        data["spots"] = [[*s[:4], [list(t) for t in s.transfers]] for s in self.spots]
        data["open"] = None if self.open is None else [line_to_json(line) for line in self.open]
        return data

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """Reads what `to_json` wrote; KeyError, TypeError or ValueError on anything else."""
        values = dict(data)
        values["members"] = tuple(data["members"])
        values["seats"] = None if data["seats"] is None else tuple(data["seats"])
        values["chips"] = dict(data["chips"])
        values["bets"] = {by: Stake(by, on, chips) for by, on, chips in data["bets"]}
        values["spots"] = tuple(
            Spotted(no, what, player, source, tuple(Transfer(*t) for t in transfers))
            for no, what, player, source, transfers in data["spots"]
        )
        values["open"] = None if data["open"] is None else tuple(map(line_from_json, data["open"]))
        return cls(**values)


@dataclass(frozen=True, slots=True)
class Price:
    """What a result or a 现场汇 moves (`transfers`, bets apart), and what a result says for bets and dealer.

    `source` is the discarder or the robbed player (None: self-draw). Given to `step` or `replay` as a stored
    price, it is used as it is instead of being worked out.
    """

    transfers: tuple[Transfer, ...]
    winners: tuple[Player, ...] = ()
    source: Player | None = None
    names: frozenset[str] = frozenset()
    scored: "Scored | None" = None

    @classmethod
    def of(cls, scored: "Scored") -> Self:
        """The price that the engine has worked out."""
        wins = scored.wins
        names = frozenset(name for win in wins for name, _ in win.fans)
        return cls(scored.transfers, tuple(w.winner for w in wins), wins[0].source, names, scored)

    @classmethod
    def stored(cls, answer: Mapping[str, Any] | None, transfers: tuple[Transfer, ...]) -> Self:
        """The price of an entry of another edition: its answer in JSON (None for 现场汇), its own transfers.

        Transfers of bets are left aside: they follow from the bets that stand.
        """
        kept = tuple(t for t in transfers if t.why != "bet")
        if answer is None:
            return cls(kept)
        wins = answer.get("wins", (answer,))
        names = frozenset(fan["name"] for win in wins for fan in win["fans"])
        return cls(kept, tuple(w["winner"] for w in wins), wins[0]["from"], names)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one entry did.

    `event` is what stands: a settled open hand is the whole `Result`. `before` and `after` say who deals,
    `chips` the net chips after it. `stakes` are the bets that this hand settled, `lapsed` those that fell
    away. `cancels` is the 补 that a robbed kong took back, `cancelled_by` the result that did so. `idle`:
    nothing changed, so nothing needs to be recorded. An open hand's claims have the price so far in `scored`.
    """

    no: int | None
    event: Event
    before: Place
    after: Place
    chips: Mapping[Player, int]
    transfers: tuple[Transfer, ...] = ()
    scored: "Scored | None" = None
    stakes: tuple[Stake, ...] = ()
    lapsed: tuple[Stake, ...] = ()
    cancels: int | None = None
    cancelled_by: int | None = None
    inserted: bool = False
    void: bool = False
    idle: bool = False
