"""The entries of a session: what happened at the table, as facts that are only ever appended.

An entry holds player keys and structure, never names or prose. `numbered` events are #1, #2 … within the
session; joins, seats, bets and the 得 ride on their hand; voiding, restoring, fixing and inserting speak of
a number. Chips and the state of the table are derived by `core.table`, never stored as truth.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Union

from core.hand import Line, Meld, Player, Report, Word
from core.tiles import Tile


@dataclass(frozen=True, slots=True)
class Join:
    """`player` joins the session (and may bet while without a seat)."""

    player: Player


@dataclass(frozen=True, slots=True)
class Seats:
    """The four sit down as 东 南 西 北; 东 deals the first hand of the 东 round."""

    players: tuple[Player, Player, Player, Player]


@dataclass(frozen=True, slots=True)
class Bet:
    """押宝: `by`, who has no seat, backs `on` with `chips` for the coming hand; replaces an earlier bet."""

    by: Player
    on: Player
    chips: int


@dataclass(frozen=True, slots=True)
class Unbet:
    by: Player


@dataclass(frozen=True, slots=True)
class Wild:
    """The 得 indicator of the coming hand."""

    tile: Tile


@dataclass(frozen=True, slots=True)
class Result:
    """A hand was won; in wenling with what the others answered."""

    report: Report


@dataclass(frozen=True, slots=True)
class Draw:
    """A hand without winner; `ready` had a ready hand."""

    ready: tuple[Player, ...] = ()


@dataclass(frozen=True, slots=True)
class Spot:
    """现场汇: `what` is a key of the ruleset's `spots`; `source` is who fed the kong."""

    what: str
    player: Player
    source: Player | None = None


@dataclass(frozen=True, slots=True)
class Penalty:
    """`player` pays `chips`: in all to the other three seated, to each of them (`each`), or to `to` alone."""

    player: Player
    chips: int
    to: Player | None = None
    each: bool = False


@dataclass(frozen=True, slots=True)
class Deal:
    """A correction of who deals, the round's wind (0–3) and the flags; None leaves a thing as it is."""

    dealer: Player
    round: int | None = None
    flags: int | None = None


@dataclass(frozen=True, slots=True)
class Sub:
    """`incoming` takes the seat of `outgoing` from the next hand on; each keeps their own chips."""

    outgoing: Player
    incoming: Player


@dataclass(frozen=True, slots=True)
class Claim:
    """A line for the hand that is open (wenling): the winner's opens it, others answer or correct theirs."""

    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Settle:
    """Closes the open hand: lines that are missing are nothing. It becomes a numbered result."""


@dataclass(frozen=True, slots=True)
class Drop:
    """Drops the open hand unsettled."""


@dataclass(frozen=True, slots=True)
class Void:
    """Takes entry `no` back. `reopen`: it was the last result or draw, so its bets are open again."""

    no: int
    reopen: bool = False


@dataclass(frozen=True, slots=True)
class Restore:
    no: int


@dataclass(frozen=True, slots=True)
class Fix:
    """Puts `event` (a numbered one) in the place of entry `no`, which keeps its number."""

    no: int
    event: "Event"


@dataclass(frozen=True, slots=True)
class Insert:
    """A forgotten `event` (a numbered one) before entry `before`; takes the next free number, has no bets."""

    before: int
    event: "Event"


Event = Union[  # noqa: UP007 - the forward references need it
    Join, Seats, Bet, Unbet, Wild, Result, Draw, Spot, Penalty, Deal, Sub,
    Claim, Settle, Drop, Void, Restore, Fix, Insert,
]  # fmt: skip
NUMBERED = (Result, Draw, Spot, Penalty, Deal, Sub)
KINDS: Mapping[str, type] = {
    "join": Join, "seats": Seats, "bet": Bet, "unbet": Unbet, "wild": Wild, "result": Result, "draw": Draw,
    "spot": Spot, "penalty": Penalty, "deal": Deal, "sub": Sub, "claim": Claim, "settle": Settle,
    "drop": Drop, "void": Void, "restore": Restore, "fix": Fix, "insert": Insert,
}  # fmt: skip
_KIND_OF = {cls: kind for kind, cls in KINDS.items()}


@dataclass(frozen=True, slots=True)
class Entry:
    """One appended fact: its place `seq` in the session (1, 2 …), its number `no` if it has one."""

    seq: int
    no: int | None
    event: Event


def kind_of(event: Event) -> str:
    """The word under which an event of this class is stored."""
    return _KIND_OF[type(event)]


def event_to_json(event: Event) -> dict[str, Any]:
    """Plain JSON data with the key `kind`; `event_from_json` reads it back to an equal event."""
    data: dict[str, Any] = {"kind": kind_of(event)}
    if isinstance(event, Result):
        data["lines"] = [line_to_json(line) for line in event.report.lines]
    elif isinstance(event, Claim):
        data["lines"] = [line_to_json(line) for line in event.lines]
    elif isinstance(event, Fix | Insert):
        key = "no" if isinstance(event, Fix) else "before"
        data |= {key: getattr(event, key), "event": event_to_json(event.event)}
    else:
        for name in event.__dataclass_fields__:
            value = getattr(event, name)
            data[name] = list(value) if isinstance(value, tuple) else value
    return data


def event_from_json(data: Mapping[str, Any]) -> Event:
    """Reads what `event_to_json` wrote; KeyError, TypeError or ValueError on anything else."""
    rest = {key: value for key, value in data.items() if key != "kind"}
    cls = KINDS[data["kind"]]
    if cls is Result:
        return Result(Report(tuple(map(line_from_json, rest["lines"]))))
    if cls is Claim:
        return Claim(tuple(map(line_from_json, rest["lines"])))
    if "event" in rest:
        rest["event"] = event_from_json(rest["event"])
    event: Event = cls(**{k: tuple(v) if isinstance(v, list) else v for k, v in rest.items()})
    return event


def line_to_json(line: Line) -> dict[str, Any]:
    """A report's line as plain JSON data; empty parts are left out."""
    data: dict[str, Any] = {"player": line.player}
    if line.win:
        data["win"] = line.win
    if line.source:
        data["source"] = line.source
    if line.words:
        data["words"] = [[w.name, w.at] if w.at else [w.name] for w in line.words]
    if line.melds:
        data["melds"] = [[m.kind, m.tile, m.feeder] if m.feeder else [m.kind, m.tile] for m in line.melds]
    if line.concealed is not None:
        data["concealed"] = list(line.concealed)
    for key in ("winning", "wild"):
        if getattr(line, key) is not None:
            data[key] = getattr(line, key)
    if line.numbers:
        data["numbers"] = dict(line.numbers)
    if line.laid:
        data["laid"] = list(line.laid)
    return data


def line_from_json(data: Mapping[str, Any]) -> Line:
    concealed = data.get("concealed")
    return Line(
        player=data["player"],
        win=data.get("win"),
        source=data.get("source"),
        words=tuple(Word(*word) for word in data.get("words", ())),
        melds=tuple(Meld(*meld) for meld in data.get("melds", ())),
        concealed=None if concealed is None else tuple(concealed),
        winning=data.get("winning"),
        numbers=dict(data.get("numbers", {})),
        laid=tuple(data.get("laid", ())),
        wild=data.get("wild"),
    )
