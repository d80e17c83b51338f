"""The table as a fold over entries: appending one, replaying all of them, amending what was recorded.

Entries are taken in table order: as they came, but an inserted one stands before its number, a fixed one
keeps its place with the new event, a void one is passed over.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from core.bets import Stake
from core.entry import (
    NUMBERED,
    Claim,
    Draw,
    Entry,
    Event,
    Fix,
    Insert,
    Restore,
    Result,
    Settle,
    Void,
    kind_of,
)
from core.errors import Mistake
from core.fold import take
from core.hand import Player, Report
from core.payment import Transfer
from core.showdown import merge_lines
from core.state import LENGTHS, MISTAKES, Outcome, Place, Price, Rules, State, refuse
from core.turn import Turn

__all__ = [
    "LENGTHS", "MISTAKES", "Changes", "Outcome", "Place", "Price", "Repriced", "Rules", "State",
    "amend", "merge_lines", "replay", "step",
]  # fmt: skip

Amendment = Void | Restore | Fix | Insert


@dataclass(frozen=True, slots=True)
class Repriced:
    """An entry other than the amended one whose transfers changed."""

    no: int
    before: tuple[Transfer, ...]
    after: tuple[Transfer, ...]


@dataclass(frozen=True, slots=True)
class Changes:
    """What an amendment moved.

    `entry` is what has to be appended (its Void knows whether bets reopen); None if nothing changed (voiding
    a void entry, restoring a standing one). `no` is the entry that was amended, or the inserted one. `chips`
    are net before and after, of those whose chips moved.
    """

    entry: Entry | None
    no: int
    before: Place
    after: Place
    chips: Mapping[Player, tuple[int, int]]
    repriced: tuple[Repriced, ...] = ()


@dataclass(slots=True)
class _Slot:
    """A place in table order. `closes`: a line or word that settled an open hand stood here first."""

    no: int | None
    event: Event
    closes: bool = False
    inserted: bool = False
    void: bool = False
    reopen: bool = False

    @property
    def ends_hand(self) -> bool:
        return self.closes or isinstance(self.event, Result | Draw)


class _Stuck(Exception):
    """The entry of `slot` cannot stand."""

    def __init__(self, slot: _Slot, mistake: Mistake, rides_on: int | None) -> None:
        super().__init__(str(mistake))
        self.slot, self.mistake, self.rides_on = slot, mistake, rides_on

    def breaks_later(self) -> Mistake:
        kind = kind_of(self.slot.event)
        return refuse("breaks_later", no=self.rides_on, event=kind, problems=self.mistake.problems)


def step(state: State, event: Event, rules: Rules, stored: Price | None = None) -> tuple[State, Outcome]:
    """The table after `event` is appended, however long the session is.

    The entry to write is `Entry(state.next_seq, outcome.no, event)`, with the event as it was given; if the
    outcome is `idle`, there is none to write. Raises Mistake (codes of `MISTAKES`, or the engine's) when the
    event cannot stand. Amendments are not steps: see `amend`.
    """
    after, outcome = take(state, event, Turn(rules, state.next_no, stored))
    if outcome.idle:
        return state, outcome
    if outcome.no is None:
        return after._replace(next_seq=state.next_seq + 1), outcome
    return after._replace(next_seq=state.next_seq + 1, next_no=outcome.no + 1, last_no=outcome.no), outcome


def replay(
    entries: Iterable[Entry], rules: Rules, stored: Mapping[int, Price] | None = None
) -> tuple[State, tuple[Outcome, ...]]:
    """The whole session: the table, and its numbered entries' outcomes in table order, void ones flagged.

    `stored` (by entry number) are prices that are taken as they are. Raises Mistake `breaks_later` if some
    entry cannot stand, which recorded entries always can.
    """
    entries = tuple(entries)
    try:
        return _run(_slots(entries), rules, stored or {}, entries[-1].seq + 1 if entries else 1)
    except _Stuck as stuck:
        raise stuck.breaks_later() from stuck


def amend(
    entries: Sequence[Entry],
    state: State,
    event: Amendment,
    rules: Rules,
    stored: Mapping[int, Price] | None = None,
    transfers: Mapping[int, tuple[Transfer, ...]] | None = None,
) -> tuple[State, tuple[Outcome, ...], Changes]:
    """A replay with one more entry; `state` is the table after `entries`.

    `transfers` is what each numbered entry moved so far; without it the entries are replayed once more.
    Raises Mistake if the event itself is wrong, or `breaks_later` naming an entry that could not stand then.
    """
    slots = _slots(entries)
    slot = slots[_find(slots, event.before if isinstance(event, Insert) else event.no)]
    if isinstance(event, Void | Restore) and slot.void == isinstance(event, Void):
        return state, (), Changes(None, event.no, state.place, state.place, {})
    if isinstance(event, Fix) and slot.void:
        raise refuse("entry_void", no=event.no)
    if isinstance(event, Fix | Insert) and not isinstance(event.event, NUMBERED):
        raise refuse("not_numbered", event=kind_of(event.event))
    if isinstance(event, Void):
        event = Void(event.no, reopen=event.no == state.last_hand)
    if transfers is None:
        transfers = {o.no: o.transfers for o in replay(entries, rules, stored)[1] if o.no is not None}
    no = state.next_no if isinstance(event, Insert) else event.no
    prices = {n: price for n, price in (stored or {}).items() if n != no or not isinstance(event, Fix)}
    entry = Entry(state.next_seq, no if isinstance(event, Insert) else None, event)
    _put(slots, entry)
    try:
        after, outcomes = _run(slots, rules, prices, entry.seq + 1)
    except _Stuck as stuck:
        if stuck.slot.no == no and isinstance(event, Fix | Insert):
            raise stuck.mistake from stuck
        raise stuck.breaks_later() from stuck
    moved = {
        player: (state.chips[player], chips)
        for player, chips in after.chips.items()
        if chips != state.chips[player]
    }
    repriced = tuple(
        Repriced(o.no, transfers.get(o.no, ()), o.transfers)
        for o in outcomes
        if o.no is not None and o.no != no and o.transfers != transfers.get(o.no, ())
    )
    return after, outcomes, Changes(entry, no, state.place, after.place, moved, repriced)


def _slots(entries: Iterable[Entry]) -> list[_Slot]:
    """The entries in table order, amendments applied."""
    slots: list[_Slot] = []
    for entry in entries:
        _put(slots, entry)
    return slots


def _find(slots: Sequence[_Slot], no: int) -> int:
    for i, slot in enumerate(slots):
        if slot.no == no:
            return i
    raise refuse("no_such_entry", no=no)


def _put(slots: list[_Slot], entry: Entry) -> None:
    """Adds one more entry: at the end, or what it says about another."""
    event = entry.event
    match event:
        case Void(no, reopen):
            slot = slots[_find(slots, no)]
            slot.void, slot.reopen = True, reopen
        case Restore(no):
            slots[_find(slots, no)].void = False
        case Fix(no, new):
            slots[_find(slots, no)].event = new
        case Insert(before, new):
            slots.insert(_find(slots, before), _Slot(entry.no, new, inserted=True))
        case _:
            closes = entry.no is not None and isinstance(event, Claim | Settle)
            slots.append(_Slot(entry.no, event, closes))


def _run(
    slots: Sequence[_Slot], rules: Rules, stored: Mapping[int, Price], seq: int
) -> tuple[State, tuple[Outcome, ...]]:
    state = State()
    outcomes: dict[int, Outcome] = {}
    for i, slot in enumerate(slots):
        if slot.void:
            state, outcome = _pass_over(state, slot)
        else:
            if slot.closes and isinstance(slot.event, NUMBERED):
                state = state._replace(open=None)  # a fix stands in the place of the whole open hand
            turn = Turn(rules, slot.no or 0, stored.get(slot.no or 0), slot.inserted, trial=False)
            try:
                state, outcome = take(state, slot.event, turn)
            except Mistake as mistake:
                rides_on = next((s.no for s in slots[i:] if s.no is not None), None)
                raise _Stuck(slot, mistake, rides_on) from mistake
        if slot.no is not None:
            outcomes[slot.no] = outcome
        if outcome.cancels is not None:
            spot = outcomes[outcome.cancels]
            outcomes[outcome.cancels] = replace(spot, transfers=(), cancelled_by=slot.no)
    standing = [slot.no for slot in slots if slot.no is not None and not slot.void]
    return state._replace(
        next_no=max(outcomes, default=0) + 1, next_seq=seq, last_no=max(standing, default=None)
    ), tuple(outcomes.values())


def _pass_over(state: State, slot: _Slot) -> tuple[State, Outcome]:
    """A void entry: unless they were opened again, the bets and the 得 of its hand are gone with it."""
    after = state._replace(open=None) if slot.closes else state
    lapsed: tuple[Stake, ...] = ()
    if slot.ends_hand and not slot.inserted and not slot.reopen:
        lapsed = tuple(state.bets.values())
        after = after._replace(bets={}, wild=None)
    event = slot.event
    if slot.closes and isinstance(event, Claim | Settle):  # it stood for the lines of all
        answers = event.lines if isinstance(event, Claim) else ()
        event = Result(Report(merge_lines(state.open or (), answers)))
    place = state.place
    return after, Outcome(slot.no, event, place, place, state.chips, lapsed=lapsed, void=True)
