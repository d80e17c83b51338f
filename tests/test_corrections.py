"""An evening with ten corrections at random places is the evening typed right the first time: random evenings
of all three rulesets, priced by the engine, from the worked hands."""

import random
from collections.abc import Iterator
from functools import cache

import pytest

from core.entry import Deal, Draw, Entry, Event, Fix, Insert, Join, Penalty, Result, Seats, Spot, Sub, Void
from core.errors import Mistake
from core.hand import Report
from core.notation import read_tiles
from core.report import parse_report
from core.roster import Roster
from core.rules import RULESETS
from core.table import Rules, State, amend, step
from tests.casework import cases

PLAYERS = ("甲", "乙", "丙", "丁")
PEOPLE = (*PLAYERS, "戊")
ROSTER = Roster([(player, (player,)) for player in PLAYERS])
HANDS, CORRECTIONS = 25, 10
# What numbers and sequence do not share, because corrections take some of their own.
OWN = {"next_seq", "next_no", "last_no", "last_hand", "spots"}


@cache
def reports(key: str) -> tuple[Report, ...]:
    """Worked hands that may be won at any table of four without house rules."""
    found = []
    for case in cases(key):
        table = case.get("table", {})
        if "error" in case["expect"] or case.get("options") or table.keys() - {"得"}:
            continue
        report = parse_report(case["report"], RULESETS[key], ROSTER)
        if "得" in table:
            (wild,) = read_tiles(table["得"]) or (None,)
            report = Report((report.lines[0]._replace(wild=wild), *report.lines[1:]))
        found.append(report)
    return tuple(found)


def events(key: str, rng: random.Random) -> Iterator[Event]:
    """Endless random events of an evening."""
    ruleset = RULESETS[key]
    while True:
        one, other = rng.sample(PLAYERS, 2)
        choice = rng.random()
        if choice < 0.6:
            yield Result(rng.choice(reports(key)))
        elif choice < 0.75:
            yield Draw(tuple(rng.sample(PLAYERS, rng.randrange(4))))
        elif choice < 0.85 and ruleset.spots:
            what = rng.choice(list(ruleset.spots))
            yield Spot(what, one, other if ruleset.spots[what].payers == "source" else None)
        elif choice < 0.93:
            yield Penalty(one, rng.randrange(1, 50), other if rng.random() < 0.5 else None)
        elif choice < 0.97:
            yield Deal(one, rng.randrange(4), rng.randrange(3))
        else:
            yield Sub(one, "戊")


class Evening:
    """A session that is typed entry by entry."""

    def __init__(self, key: str) -> None:
        ruleset = RULESETS[key]
        self.rules = Rules(ruleset, ruleset.defaults())
        self.state, self.entries = State(), list[Entry]()
        for event in (*map(Join, PEOPLE), Seats(PLAYERS)):
            assert self.take(event) is None

    def take(self, event: Event) -> int | None:
        """Types an event; its number. Mistake if it cannot stand."""
        seq = self.state.next_seq
        self.state, outcome = step(self.state, event, self.rules)
        if not outcome.idle:
            self.entries.append(Entry(seq, outcome.no, event))
        return outcome.no

    def amend(self, event: Event) -> None:
        state, _, changes = amend(self.entries, self.state, event, self.rules)
        self.state = state
        if changes.entry is not None:
            self.entries.append(changes.entry)


def stands(evening: Evening, event: Event) -> bool:
    try:
        step(evening.state, event, evening.rules)
    except Mistake:
        return False
    return True


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("key", RULESETS)
def test_ten_corrections_make_the_evening_right(key: str, seed: int) -> None:
    rng = random.Random(f"{key} {seed}")
    some = events(key, rng)
    right, typed = Evening(key), Evening(key)
    repairs: list[Event] = []
    forgotten: Event | None = None
    for hand in range(HANDS):
        event = next(e for e in some if stands(right, e))
        right.take(event)
        wanted = len(repairs) < CORRECTIONS and forgotten is None
        kind = rng.choice(("wrong", "extra", "forgotten", "fine")) if wanted else "fine"
        if kind == "forgotten" and hand < HANDS - 1:
            forgotten = event
            continue
        if kind == "extra" and stands(typed, extra := next(some)):
            no = typed.take(extra)
            assert no is not None
            repairs.append(Void(no))
        said = next(some) if kind == "wrong" or not stands(typed, event) else event
        while not stands(typed, said):
            said = next(some)
        no = typed.take(said)
        assert no is not None
        if forgotten is not None:
            repairs.append(Insert(no, forgotten))
            forgotten = None
        if said != event:
            repairs.append(Fix(no, event))
    if forgotten is not None:
        typed.take(forgotten)
    # One after another each repair has to stand; one that does not yet waits for the others.
    while repairs:
        left = []
        for repair in repairs:
            try:
                typed.amend(repair)
            except Mistake:
                left.append(repair)
        assert len(left) < len(repairs), left
        repairs = left
    for name in set(State._fields) - OWN:
        assert getattr(typed.state, name) == getattr(right.state, name), name
    assert [spot[1:] for spot in typed.state.spots] == [spot[1:] for spot in right.state.spots]
    assert sum(right.state.chips.values()) == 0
