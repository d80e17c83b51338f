"""The table as a fold: dealer, numbers, bets, 现场汇, the open hand, and taking things back.

A small ruleset of fixed figures stands in for the engine: a report's number `分` is what one payer pays,
words are fans, and a hand is dearer by one chip when its winner deals, so that later prices depend on
earlier entries; the fan 天和 is refused to anybody but the dealer.
"""

import json
import random
from collections.abc import Iterator
from contextlib import suppress
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import core.engine
import core.fold
import core.showdown
from core.bets import Stake
from core.engine import Answer, Scored
from core.entry import (
    Bet,
    Claim,
    Deal,
    Draw,
    Drop,
    Entry,
    Event,
    Fix,
    Insert,
    Join,
    Penalty,
    Restore,
    Result,
    Seats,
    Settle,
    Spot,
    Sub,
    Unbet,
    Void,
    Wild,
    event_from_json,
    event_to_json,
)  # fmt: skip
from core.errors import Mistake, mistake
from core.hand import Line, Meld, Report, Table, Word
from core.payment import Transfer, each_pays, net, pay
from core.rules import RULESETS
from core.ruleset import HandEnd, SpotRow
from core.settle import payments
from core.state import MAX_CHIPS
from core.table import MISTAKES, Changes, Outcome, Price, Rules, State, amend, merge_lines, replay, step

SPOTS = {
    "明": SpotRow("明杠", (), 20, "source"),
    "补": SpotRow("补杠", (), 20, "source"),
    "暗": SpotRow("暗杠", (), 10, "others"),
    "四连": SpotRow("四连", (), 10, "self", fine=True),
}


def fixed_score(ruleset: Any, report: Report, table: Table, options: Any) -> Scored:
    wins, transfers = [], []
    for line in report.lines:
        if not line.win:
            continue
        names = tuple((word.name, 1) for word in line.words)
        if ("天和", 1) in names and table.players[table.dealer] != line.player:
            raise mistake("contradiction", "not_dealer", player=line.player)
        chips = line.numbers["分"] + (
            options.get("庄加", 0) if table.seat(line.player) == table.dealer else 0
        )
        payers = [line.source] if line.win == "点炮" else table.after(line.player)
        moved = (
            pay(line.source, line.player, 3 * chips, "win")
            if line.win == "抢杠" and line.source
            else each_pays([p for p in payers if p], line.player, chips, "win")
        )
        transfers += moved
        wins.append(Answer("x", line.player, line.win, line.source, names, (), (), {}, (), net(moved)))
    if not wins:
        raise mistake("incomplete", "no_winner")
    for line in report.lines:
        if not line.win and wins:  # wenling's others pay the winner their own figure besides
            transfers += pay(line.player, wins[0].winner, line.numbers.get("番", 0), "win")
    return Scored(tuple(wins), tuple(transfers))


def fixed_spot(ruleset: Any, what: str, player: str, source: Any, table: Table, options: Any) -> Any:
    chips, others = ruleset.spots[what].flowers * (2 if table.kept else 1), table.after(player)
    if ruleset.spots[what].payers == "source":
        return pay(source, player, chips, "spot")
    if ruleset.spots[what].payers == "others":
        return each_pays(others, player, chips, "spot")
    return tuple(t for other in others for t in pay(player, other, chips, "spot"))


@pytest.fixture(autouse=True, scope="module")
def fixed_figures() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(core.showdown, "score", fixed_score)
        patch.setattr(core.fold, "spot", fixed_spot)
        yield


def keeps(end: HandEnd) -> bool:
    return end.dealer in end.winners or end.dealer in end.ready or end.fines or "大胡" in end.names


def rules(length: str = "不限", open_hand: bool = False, **options: int | str) -> Rules:
    ruleset: Any = SimpleNamespace(keeps=keeps, spots=SPOTS, open_hand=open_hand)
    return Rules(ruleset, options, length)


def won(player: str, chips: int, source: str | None = None, *fans: str, win: str | None = None) -> Result:
    return Result(Report((line(player, chips, source, *fans, win=win),)))


def line(player: str, chips: int, source: str | None = None, *fans: str, win: str | None = None) -> Line:
    win = win or ("点炮" if source else "自摸")
    return Line(player, win, source, tuple(Word(fan) for fan in fans), numbers={"分": chips})


def answer(player: str, chips: int) -> Line:
    return Line(player, numbers={"番": chips})


class Evening:
    """A session as the book keeps it: entries appended by `step` and `amend`, checked by `replay` each time."""

    def __init__(self, rules: Rules, *players: str) -> None:
        self.rules, self.state, self.entries = rules, State(), list[Entry]()
        for player in players:
            self.take(Join(player))
        if players:
            self.take(Seats(players[:4]))  # type: ignore[arg-type]

    def take(self, event: Event) -> Outcome:
        self.state, outcome = step(self.state, event, self.rules)
        if not outcome.idle:
            self.entries.append(Entry(self.state.next_seq - 1, outcome.no, event))
        self.check()
        return outcome

    def amend(self, event: Void | Restore | Fix | Insert) -> Changes:
        self.state, _, changes = amend(self.entries, self.state, event, self.rules)
        if changes.entry:
            self.entries.append(changes.entry)
        self.check()
        return changes

    def add(self, event: Event) -> None:
        if isinstance(event, Void | Restore | Fix | Insert):
            self.amend(event)
        else:
            self.take(event)

    def check(self) -> None:
        state, outcomes = replay(self.entries, self.rules)
        assert state == self.state
        assert sum(self.state.chips.values()) == 0
        moved = net((t for o in outcomes for t in o.transfers), self.state.members)
        assert moved == self.state.chips
        assert State.from_json(json.loads(json.dumps(self.state.to_json()))) == self.state

    @property
    def outcomes(self) -> dict[int | None, Outcome]:
        return {o.no: o for o in replay(self.entries, self.rules)[1]}

    @property
    def dealer(self) -> str | None:
        return self.state.place.dealer


def four(length: str = "不限", *more: str, **options: int | str) -> Evening:
    return Evening(rules(length, **options), "甲", "乙", "丙", "丁", *more)


def refused(evening: Evening, event: Event) -> str:
    """The code with which the table refuses the event; nothing moves, and its data is what the table says."""
    before = evening.state
    with pytest.raises(Mistake) as caught:
        evening.add(event)
    assert evening.state == before
    (problem,) = caught.value.problems
    assert (problem.kind, tuple(problem.data)) == MISTAKES[problem.code]
    return problem.code


# ── the evening of Wuxi ───────────────────────────────────────────────────────────────────────────────────

WUXI = ("一方", "平和王", "白兰度", "万金", "点炮王")


def wuxi_evening(second: int) -> Evening:
    """Hands and money of evenings/wuxi.txt; `second` is what 万金 pays in hand 2."""
    e = Evening(rules("东风战"), *WUXI)
    e.take(Bet("点炮王", "平和王", 10))
    e.take(won("平和王", 45))
    e.take(Bet("点炮王", "一方", 20))
    e.take(won("白兰度", second, "万金"))
    e.take(Bet("点炮王", "万金", 30))
    e.take(Draw(("白兰度", "一方")))
    e.take(Bet("点炮王", "万金", 15))
    e.take(Result(Report((line("白兰度", 75, "一方"), line("平和王", 20, "一方")))))
    e.take(Bet("点炮王", "一方", 5))
    e.take(Unbet("点炮王"))
    e.take(won("万金", 140))
    return e


def test_the_evening_of_wuxi() -> None:
    e = wuxi_evening(50)
    assert e.state.chips["万金"] == -45 - 10 - 50 + 420
    assert e.dealer == "万金"
    assert not e.state.finished
    changes = e.amend(Fix(2, won("白兰度", 100, "万金")))
    assert changes.chips == {"白兰度": (57 - 100, 57 - 50), "万金": (315, 265)}
    assert changes.repriced == ()
    void = e.amend(Void(3))
    assert (void.chips, void.before.dealer, void.after.dealer) == ({}, "万金", "万金")
    e.amend(Restore(3))
    e.take(Draw())
    chips = {player: 250 + chips for player, chips in e.state.chips.items()}
    assert chips == {"一方": -40, "平和王": 273, "白兰度": 257, "万金": 515, "点炮王": 245}
    assert e.state.place == ("一方", 0, 1, 0, 7, True)  # 东 deals, the next wind is shown
    assert len(payments(e.state.chips)) == 4
    assert {no: o.stakes for no, o in e.outcomes.items() if o.stakes} == {
        1: (Stake("点炮王", "平和王", 10),),
        2: (Stake("点炮王", "一方", 20),),
        4: (Stake("点炮王", "万金", 15),),
    }
    assert e.outcomes[3].lapsed == (Stake("点炮王", "万金", 30),)


def test_the_evening_of_wuxi_priced_by_the_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(core.showdown, "score", core.engine.score)
    wuxi = RULESETS["wuxi"]
    e = Evening(Rules(wuxi, wuxi.defaults(), "东风战"), *WUXI)

    def named(player: str, source: str | None, words: str, flowers: int = 0, *melds: Meld) -> Line:
        win, fans = ("点炮" if source else "自摸"), tuple(map(Word, words.split()))
        return Line(player, win, source, fans, melds, numbers={"花": flowers} if flowers else {})

    e.take(Bet("点炮王", "平和王", 10))
    e.take(Result(Report((named("平和王", None, "碰碰和", 2, Meld("碰", 4)),))))
    e.take(Bet("点炮王", "一方", 20))
    e.take(Result(Report((named("白兰度", "万金", "清一色 门前清"),))))
    e.take(Draw(("白兰度", "一方")))
    e.take(Bet("点炮王", "万金", 15))
    both = named("白兰度", "一方", "混一色", 2), named("平和王", "一方", "断幺九 门前清 平和")
    e.take(Result(Report(both)))
    tiles = (0, 1, 2, 6, 7, 8, 4)
    e.take(
        Result(
            Report(
                (
                    Line(
                        "万金",
                        "自摸",
                        melds=(Meld("碰", 27), Meld("碰", 30)),
                        concealed=tiles,
                        winning=4,
                        laid=(34,),
                    ),
                )
            )
        )
    )
    e.amend(Fix(2, Result(Report((named("白兰度", "万金", "清一色 门前清", 1),)))))
    e.amend(Void(3))
    e.amend(Restore(3))
    e.take(Draw())
    chips = {player: 250 + chips for player, chips in e.state.chips.items()}
    assert chips == {"一方": -40, "平和王": 273, "白兰度": 257, "万金": 515, "点炮王": 245}


def test_a_corrected_evening_is_the_evening_typed_right_the_first_time() -> None:
    corrected = wuxi_evening(50)
    corrected.amend(Fix(2, won("白兰度", 100, "万金")))
    right = wuxi_evening(100)
    assert corrected.state.to_json() | {"next_seq": 0} == right.state.to_json() | {"next_seq": 0}


# ── dealer, round, flags ──────────────────────────────────────────────────────────────────────────────────


def test_the_deal_passes_on_and_the_round_moves_when_it_comes_back_to_east() -> None:
    e = four()
    places = []
    for winner in "丙丙甲甲乙":
        e.take(won(winner, 1))
        places.append((e.dealer, e.state.round))
    assert places == [("乙", 0), ("丙", 0), ("丁", 0), ("甲", 1), ("乙", 1)]


def test_flags_are_the_times_kept_in_a_row_less_one() -> None:
    e = four()
    flags = []
    for winner in "甲甲甲乙":
        e.take(won(winner, 1))
        flags.append((e.state.flags, e.state.kept))
    assert flags == [(0, True), (1, True), (2, True), (0, False)]


def test_a_fine_keeps_the_deal_for_this_hand_only() -> None:
    e = four()
    e.take(Spot("四连", "丁"))
    e.take(won("乙", 1))
    assert (e.dealer, e.state.kept_times) == ("甲", 1)
    e.take(won("乙", 1))
    assert e.dealer == "乙"


@pytest.mark.parametrize(("length", "hands"), [("东风战", 4), ("半庄", 8), ("一庄", 16), ("不限", None)])
def test_a_length_is_played_out_and_further_hands_are_taken(length: str, hands: int | None) -> None:
    e = four(length)
    for played in range(1, 18):
        e.take(Draw())
        assert e.state.finished == (hands is not None and played >= hands)
    assert e.state.hand_no == 18


def test_the_wind_shown_goes_round() -> None:
    e = four("一庄")
    for _ in range(16):
        e.take(Draw())
    assert (e.state.round, e.state.table().round) == (4, 0)


def test_a_correction_of_dealer_round_and_flags() -> None:
    e = four()
    e.take(won("甲", 1))
    assert e.take(Deal("丙", 2, 3)).no == 2
    assert (e.dealer, e.state.round, e.state.flags, e.state.kept) == ("丙", 2, 3, True)
    e.take(Deal("丁"))
    assert (e.dealer, e.state.round, e.state.flags) == ("丁", 2, 3)
    e.take(won("丁", 1))
    assert e.state.flags == 4
    e.take(Deal("丁", flags=0))
    e.take(won("丁", 1))
    assert e.state.flags == 0
    e.amend(Void(2))
    assert e.dealer == "丁"


# ── numbers ───────────────────────────────────────────────────────────────────────────────────────────────


def test_numbers_stay_with_their_entries() -> None:
    e = four("不限", "戊")
    numbers = [
        e.take(event).no
        for event in (
            won("甲", 1), Bet("戊", "甲", 1), Spot("暗", "乙"), Penalty("甲", 3), Draw(), Deal("甲"), Sub("丁", "戊"),
        )
    ]  # fmt: skip
    assert numbers == [1, None, 2, 3, 4, 5, 6]
    e.amend(Insert(1, won("丁", 5)))
    e.amend(Fix(3, Penalty("甲", 6)))
    assert list(e.outcomes) == [7, 1, 2, 3, 4, 5, 6]
    assert (e.state.last_no, e.state.last_hand, e.state.next_no, e.state.hand_no) == (7, 4, 8, 4)
    e.amend(Void(7))
    assert (e.state.last_no, e.state.next_no, e.state.hand_no) == (6, 8, 3)
    e.amend(Void(4))
    assert e.state.last_hand == 1
    assert e.take(won("戊", 1)).no == 8


def test_an_entry_that_is_void_or_stands_already_changes_nothing() -> None:
    e = four()
    e.take(won("甲", 1))
    assert e.amend(Restore(1)).entry is None
    assert e.amend(Void(1)).entry is not None
    before = e.state
    changes = e.amend(Void(1))
    assert (changes.entry, changes.chips, e.state) == (None, {}, before)


# ── penalties, substitutions, seats ───────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("penalty", "chips"),
    [
        (Penalty("乙", 20), {"甲": 6, "乙": -20, "丙": 7, "丁": 7}),
        (Penalty("丁", 1), {"甲": 1, "乙": 0, "丙": 0, "丁": -1}),
        (Penalty("乙", 25, each=True), {"甲": 25, "乙": -75, "丙": 25, "丁": 25}),
        (Penalty("乙", 20, to="丁"), {"甲": 0, "乙": -20, "丙": 0, "丁": 20}),
    ],
)
def test_a_penalty_is_shared_from_the_right_hand_neighbour_on(
    penalty: Penalty, chips: dict[str, int]
) -> None:
    e = four()
    assert {t.why for t in e.take(penalty).transfers} == {"penalty"}
    assert e.state.chips == chips


def test_a_substitute_takes_the_seat_and_keeps_own_chips() -> None:
    e = four("不限", "戊")
    e.take(won("甲", 10))
    e.take(Sub("甲", "戊"))
    assert (e.state.seats, e.dealer) == (("戊", "乙", "丙", "丁"), "戊")
    e.take(won("戊", 10))
    assert e.state.chips == {"甲": 30, "乙": -20, "丙": -20, "丁": -20, "戊": 30}
    assert refused(e, Void(2)) == "breaks_later"
    with pytest.raises(Mistake) as caught:
        e.amend(Void(2))
    assert caught.value.problems[0].data["no"] == 3
    assert [p.code for p in caught.value.problems[0].data["problems"]] == ["not_seated"]  # type: ignore[attr-defined]


def test_seats_may_change_until_a_hand_was_recorded() -> None:
    e = four("不限", "戊")
    e.take(Seats(("乙", "甲", "丙", "戊")))
    assert e.dealer == "乙"
    e.take(Draw())
    assert refused(e, Seats(("甲", "乙", "丙", "丁"))) == "seats_final"


def test_who_gets_a_seat_loses_the_bet_and_so_do_bets_on_who_leaves() -> None:
    e = four("不限", "戊", "己")
    e.take(Bet("戊", "甲", 5))
    e.take(Bet("己", "乙", 6))
    assert e.take(Sub("丁", "戊")).lapsed == (Stake("戊", "甲", 5),)
    assert e.take(Sub("乙", "丁")).lapsed == (Stake("己", "乙", 6),)
    assert e.state.bets == {}


# ── what is refused ───────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("event", "code"),
    [
        (won("戊", 1), "not_seated"),
        (won("甲", 1, "戊"), "not_seated"),
        (Draw(("戊",)), "not_seated"),
        (Seats(("甲", "乙", "丙", "己")), "not_member"),
        (Seats(("甲", "乙", "丙", "甲")), "already_seated"),
        (Bet("己", "甲", 1), "not_member"),
        (Bet("乙", "甲", 1), "already_seated"),
        (Bet("戊", "戊", 1), "not_seated"),
        (Bet("戊", "甲", 0), "few_chips"),
        (Bet("戊", "甲", 51), "many_chips"),
        (Wild(3), "no_wild"),
        (Spot("花杠", "甲"), "no_such_spot"),
        (Spot("暗", "戊"), "not_seated"),
        (Spot("明", "甲", "戊"), "not_seated"),
        (Spot("明", "甲", "甲"), "pays_self"),
        (Penalty("戊", 3), "not_seated"),
        (Penalty("甲", 3, to="己"), "not_member"),
        (Penalty("甲", 3, to="甲"), "pays_self"),
        (Penalty("甲", 0), "few_chips"),
        (Penalty("甲", MAX_CHIPS + 1), "many_chips"),
        (Deal("戊"), "not_seated"),
        (Deal("甲", 4), "no_such_round"),
        (Deal("甲", flags=-1), "no_such_flags"),
        (Sub("戊", "甲"), "not_seated"),
        (Sub("甲", "乙"), "swaps_seats"),
        (Sub("甲", "己"), "not_member"),
        (Claim((line("甲", 1),)), "no_open_hand"),
        (Settle(), "no_open_hand"),
        (Drop(), "no_open_hand"),
        (Void(9), "no_such_entry"),
        (Restore(9), "no_such_entry"),
        (Fix(9, Draw()), "no_such_entry"),
        (Insert(9, Draw()), "no_such_entry"),
        (Fix(1, Join("己")), "not_numbered"),
        (Insert(1, Bet("戊", "甲", 1)), "not_numbered"),
        (Fix(2, Draw()), "entry_void"),
        (Fix(1, won("戊", 1)), "not_seated"),
        (Insert(1, Penalty("戊", 1)), "not_seated"),
    ],
)
def test_what_cannot_stand_is_refused(event: Event, code: str) -> None:
    e = four("不限", "戊", 押注上限=50)
    e.take(Penalty("甲", 1))
    e.take(Penalty("甲", 1))
    e.amend(Void(2))
    assert refused(e, event) == code


@pytest.mark.parametrize(
    "event",
    [
        won("甲", 1),
        Draw(),
        Bet("甲", "乙", 1),
        Spot("暗", "甲"),
        Penalty("甲", 1),
        Deal("甲"),
        Sub("甲", "乙"),
    ],
)
def test_nothing_is_played_before_there_are_seats(event: Event) -> None:
    e = Evening(rules())
    e.take(Join("甲"))
    assert refused(e, event) == "no_seats"


def test_joining_twice_and_taking_back_no_bet_are_idle() -> None:
    e = four("不限", "戊")
    before = e.state
    assert e.take(Join("甲")).idle
    assert e.take(Unbet("戊")).idle
    assert e.state == before


# ── undo, fix, insert ─────────────────────────────────────────────────────────────────────────────────────


def test_later_prices_follow_the_dealer() -> None:
    e = four(庄加=1)
    e.take(won("甲", 10))  # 11 each, 甲 keeps
    e.take(won("甲", 10))  # 11 each
    changes = e.amend(Fix(1, won("乙", 10)))  # 乙 deals now
    assert [(r.no, r.before[0].chips, r.after[0].chips) for r in changes.repriced] == [(2, 11, 10)]
    assert changes.chips == {"甲": (66, 20), "乙": (-22, 20), "丙": (-22, -20), "丁": (-22, -20)}
    assert (changes.before.dealer, changes.after.dealer) == ("甲", "丙")


def test_an_undo_that_takes_the_deal_from_a_heavenly_hand_is_refused() -> None:
    e = four()
    e.take(won("乙", 1))
    e.take(won("乙", 1, None, "天和"))
    with pytest.raises(Mistake) as caught:
        e.amend(Void(1))
    problem = caught.value.problems[0]
    assert (problem.code, problem.data["no"], problem.data["event"]) == ("breaks_later", 2, "result")
    assert [p.code for p in problem.data["problems"]] == ["not_dealer"]  # type: ignore[attr-defined]
    e.amend(Void(2))
    e.amend(Void(1))
    assert refused(e, Restore(2)) == "breaks_later"


def test_a_wrong_fix_says_what_is_wrong_with_itself() -> None:
    e = four()
    e.take(won("乙", 1))
    with pytest.raises(Mistake) as caught:
        e.amend(Fix(1, won("乙", 1, None, "天和")))
    assert [p.code for p in caught.value.problems] == ["not_dealer"]


def test_an_inserted_hand_stands_before_its_number_and_has_no_bets() -> None:
    e = four("不限", "戊")
    e.take(won("乙", 1))
    e.take(Bet("戊", "丙", 5))
    e.take(won("丙", 2))
    e.take(Bet("戊", "丁", 7))
    changes = e.amend(Insert(2, won("丁", 3)))
    assert changes.no == 3
    assert list(e.outcomes) == [1, 3, 2]
    assert e.outcomes[3].stakes == ()
    assert e.outcomes[2].stakes == (Stake("戊", "丙", 5),)
    assert e.state.bets == {"戊": Stake("戊", "丁", 7)}
    assert (e.dealer, e.state.kept) == ("丙", True)  # without the inserted hand 丙 would have won 乙's deal
    e.amend(Void(3))
    assert (e.dealer, e.state.kept) == ("丙", False)
    assert e.outcomes[2].stakes == (Stake("戊", "丙", 5),)


# ── bets and undo ─────────────────────────────────────────────────────────────────────────────────────────


def bet_and_win() -> Evening:
    e = four("不限", "戊", "己")
    e.take(Bet("戊", "甲", 5))
    e.take(won("乙", 10))
    return e


def test_voiding_the_last_hand_reopens_its_bets() -> None:
    e = bet_and_win()
    changes = e.amend(Void(1))
    assert changes.entry is not None
    assert changes.entry.event == Void(1, reopen=True)
    assert e.state.bets == {"戊": Stake("戊", "甲", 5)}
    assert e.take(won("甲", 10)).stakes == (Stake("戊", "甲", 5),)


def test_a_newer_bet_beats_the_reopened_one() -> None:
    e = bet_and_win()
    e.take(Bet("戊", "丙", 9))
    e.take(Bet("己", "丙", 1))
    e.amend(Void(1))
    assert e.state.bets == {"戊": Stake("戊", "丙", 9), "己": Stake("己", "丙", 1)}


def test_restoring_brings_the_bets_back_into_their_hand() -> None:
    e = bet_and_win()
    chips = e.state.chips
    e.amend(Void(1))
    e.take(Unbet("戊"))
    assert e.state.bets == {}
    e.amend(Restore(1))
    assert (e.state.chips, e.state.bets) == (chips, {})


def test_voiding_an_earlier_hand_lapses_its_bets_and_restoring_brings_them_back() -> None:
    e = bet_and_win()
    e.take(won("丙", 10))
    chips = e.state.chips
    changes = e.amend(Void(1))
    assert changes.entry is not None
    assert changes.entry.event == Void(1)
    assert e.outcomes[1].lapsed == (Stake("戊", "甲", 5),)
    assert e.outcomes[2].stakes == ()
    e.amend(Restore(1))
    assert e.state.chips == chips


def test_a_draw_reopens_its_bets_too() -> None:
    e = four("不限", "戊")
    e.take(Bet("戊", "甲", 5))
    e.take(Draw())
    e.amend(Void(1))
    assert e.state.bets == {"戊": Stake("戊", "甲", 5)}


def test_a_fixed_hand_keeps_its_bets() -> None:
    e = bet_and_win()
    e.take(Bet("戊", "丙", 1))
    e.amend(Fix(1, won("甲", 10)))
    assert e.state.chips["戊"] == 15
    assert e.state.bets == {"戊": Stake("戊", "丙", 1)}


# ── 现场汇 ────────────────────────────────────────────────────────────────────────────────────────────────


def test_kongs_are_paid_at_once_and_kept_on_a_draw() -> None:
    e = four()
    e.take(Spot("暗", "乙"))
    e.take(Spot("明", "丙", "丁"))
    e.take(Draw())
    assert e.state.chips == {"甲": -10, "乙": 30, "丙": 10, "丁": -30}


def test_a_robbed_kong_is_not_collected_and_comes_back_with_the_undo() -> None:
    e = four()
    e.take(Spot("补", "丙", "甲"))
    e.take(Spot("补", "丙", "乙"))
    outcome = e.take(won("丁", 66, "丙", win="抢杠"))
    assert outcome.cancels == 2
    assert e.state.chips == {"甲": -20, "乙": 0, "丙": 20 - 198, "丁": 198}
    assert (e.outcomes[2].transfers, e.outcomes[2].cancelled_by) == ((), 3)
    changes = e.amend(Void(3))
    assert e.state.chips == {"甲": -20, "乙": -20, "丙": 40, "丁": 0}
    assert changes.repriced[0].after == (Transfer("乙", "丙", 20, "spot"),)
    e.amend(Restore(3))
    e.amend(Void(2))
    assert e.outcomes[3].cancels == 1
    assert e.state.chips == {"甲": 0, "乙": 0, "丙": -198, "丁": 198}


def test_kongs_of_an_earlier_hand_are_not_robbed() -> None:
    e = four()
    e.take(Spot("补", "丙", "甲"))
    e.take(Draw())
    assert e.take(won("丁", 1, "丙", win="抢杠")).cancels is None


def test_spots_are_priced_at_a_table_that_knows_of_the_hand_before() -> None:
    e = four()
    e.take(won("甲", 1))
    assert e.take(Spot("明", "乙", "丙")).transfers[0].chips == 40


# ── the open hand ─────────────────────────────────────────────────────────────────────────────────────────


def wenling(*more: str) -> Evening:
    return Evening(rules(open_hand=True), "甲", "乙", "丙", "丁", *more)


def test_the_fourth_line_settles_the_hand_and_gives_it_its_number() -> None:
    e = wenling()
    opened = e.take(Claim((line("乙", 10), answer("甲", 1))))
    assert (opened.no, e.state.missing, e.state.hand_no) == (None, ("丙", "丁"), 1)
    assert opened.scored is not None
    e.take(Claim((answer("丙", 2),)))
    e.take(Claim((answer("丙", 3),)))
    settled = e.take(Claim((answer("丁", 0),)))
    assert settled.no == 1
    assert isinstance(settled.event, Result)
    assert [ln.player for ln in settled.event.report.lines] == ["乙", "甲", "丙", "丁"]
    assert e.state.chips == {"甲": -11, "乙": 34, "丙": -13, "丁": -10}
    assert (e.state.open, e.state.missing, e.dealer) == (None, (), "乙")


def test_a_report_of_four_lines_settles_at_once() -> None:
    e = wenling()
    lines = (line("乙", 10), *(answer(p, 1) for p in "甲丙丁"))
    assert e.take(Claim(lines)).no == 1
    assert e.take(Result(Report(lines))).no == 2
    assert e.state.chips["乙"] == 66


def test_ok_settles_with_what_is_there() -> None:
    e = wenling()
    e.take(Wild(4))
    e.take(Claim((line("乙", 10),)))
    settled = e.take(Settle())
    assert (settled.no, e.state.wild) == (1, None)
    assert e.state.chips["乙"] == 30


def test_while_a_hand_is_open() -> None:
    e = wenling("戊")
    e.take(Bet("戊", "乙", 5))
    e.take(Claim((line("乙", 10, "甲"),)))
    for event in (
        Bet("戊", "乙", 6), Unbet("戊"), Draw(), won("丙", 5), won("乙", 5), Claim((line("丙", 5),)),
        Sub("甲", "戊"), Seats(("乙", "甲", "丙", "丁")),
    ):  # fmt: skip
        assert refused(e, event) == "hand_open"
    assert refused(e, Claim((answer("乙", 5),))) == "winner_missing"
    assert refused(e, Claim((answer("丙", 5), answer("丙", 6)))) == "line_twice"
    assert refused(e, Claim((answer("戊", 5),))) == "not_seated"
    e.take(Claim((line("乙", 20, "甲"),)))  # the winner's own correction
    e.take(Penalty("丁", 3))
    e.take(Wild(9))
    assert e.take(Settle()).stakes == (Stake("戊", "乙", 5),)
    assert e.state.chips == {"甲": -24, "乙": 21, "丙": 1, "丁": -3, "戊": 5}


def test_an_answer_needs_an_open_hand() -> None:
    assert refused(wenling(), Claim((answer("甲", 5),))) == "no_open_hand"


def test_a_wrong_line_is_refused_when_it_is_said() -> None:
    e = wenling()
    with pytest.raises(Mistake):
        e.take(Claim((line("乙", 10, None, "天和"),)))
    assert e.state.open is None


def test_an_open_hand_that_is_dropped_leaves_nothing_but_its_bets() -> None:
    e = wenling("戊")
    e.take(Bet("戊", "乙", 5))
    e.take(Claim((line("乙", 10),)))
    e.take(Drop())
    assert (e.state.open, e.state.next_no, e.state.bets) == (None, 1, {"戊": Stake("戊", "乙", 5)})
    e.take(Draw())


def test_a_settled_hand_is_voided_fixed_and_restored_as_one() -> None:
    e = wenling()
    e.take(Wild(4))
    e.take(Claim((line("乙", 10), answer("甲", 1))))
    e.take(Settle())
    chips = e.state.chips
    event = e.outcomes[1].event
    assert isinstance(event, Result)
    e.amend(Void(1))
    assert (e.state.open, e.state.wild, set(e.state.chips.values())) == (None, 4, {0})
    e.amend(Restore(1))
    assert e.state.chips == chips
    e.amend(Fix(1, Result(Report(merge_lines(event.report.lines, (answer("丙", 7),))))))
    assert e.state.chips == {"甲": -11, "乙": 38, "丙": -17, "丁": -10}
    e.take(Claim((line("丙", 1),)))
    e.amend(Fix(1, Draw()))
    assert (set(e.state.chips.values()), e.state.missing) == ({0}, ("甲", "乙", "丁"))


def test_the_wild_tile_of_an_earlier_void_hand_is_gone_with_it() -> None:
    e = wenling()
    e.take(Wild(4))
    e.take(Draw())
    e.take(Draw())
    e.amend(Void(1))
    assert e.state.wild is None


def test_an_inserted_hand_leaves_the_open_one_alone() -> None:
    e = wenling()
    e.take(Draw())
    e.take(Wild(4))
    e.take(Claim((line("乙", 10), answer("甲", 1))))
    e.take(Settle())
    e.amend(Insert(2, won("丁", 1)))
    assert list(e.outcomes) == [1, 3, 2]
    assert e.state.chips == {"甲": -12, "乙": 30, "丙": -11, "丁": -7}


# ── stored prices ─────────────────────────────────────────────────────────────────────────────────────────


def test_entries_of_another_edition_keep_their_stored_prices() -> None:
    e = bet_and_win()
    e.take(Spot("暗", "丙"))
    moved = (Transfer("丁", "乙", 99, "win"), Transfer("戊", "乙", 5, "bet"))
    answer = {"winner": "乙", "win": "点炮", "from": "丁", "fans": [{"name": "大胡", "value": 1}]}
    stored = {1: Price.stored(answer, moved), 2: Price.stored(None, (Transfer("甲", "丙", 7, "spot"),))}
    state, outcomes = replay(e.entries, e.rules, stored)
    assert outcomes[0].transfers == moved
    assert state.chips == {"甲": -7, "乙": 104, "丙": 7, "丁": -99, "戊": -5, "己": 0}
    assert state.place.dealer == "甲"  # the stored fan keeps the deal
    _, outcomes, changes = amend(e.entries, state, Fix(1, won("乙", 10)), e.rules, stored)
    assert outcomes[0].transfers[0] == Transfer("丙", "乙", 10, "win")
    assert changes.chips["丁"] == (-99, -10)
    several = {"wins": [answer, answer | {"winner": "丙"}]}
    assert Price.stored(several, ()).winners == ("乙", "丙")


# ── properties ────────────────────────────────────────────────────────────────────────────────────────────

PEOPLE = ("甲", "乙", "丙", "丁", "戊", "己")
CHIPS = st.integers(1, 40)
ANYONE = st.sampled_from(PEOPLE)
RESULTS = st.builds(won, ANYONE, CHIPS, st.none() | ANYONE) | st.builds(
    lambda p, chips, robbed: won(p, chips, robbed, win="抢杠"), ANYONE, CHIPS, ANYONE
)
LINES = st.builds(line, ANYONE, CHIPS) | st.builds(answer, ANYONE, CHIPS)
NUMBERED = (
    RESULTS
    | st.builds(Draw, st.lists(ANYONE, max_size=2).map(tuple))
    | st.builds(Spot, st.sampled_from(["暗", "四连"]), ANYONE)
    | st.builds(Spot, st.sampled_from(["明", "补"]), ANYONE, ANYONE)
    | st.builds(Penalty, ANYONE, CHIPS, st.none() | ANYONE, st.booleans())
    | st.builds(Deal, ANYONE, st.none() | st.integers(0, 3), st.none() | st.integers(0, 3))
    | st.builds(Sub, ANYONE, ANYONE)
)
RIDING = (
    st.builds(Bet, ANYONE, ANYONE, CHIPS)
    | st.builds(Unbet, ANYONE)
    | st.builds(Wild, st.integers(0, 33))
    | st.builds(Claim, st.lists(LINES, min_size=1, max_size=3).map(tuple))
    | st.just(Settle())
    | st.just(Drop())
)
NUMBERS = st.integers(1, 12)
AMENDED = (
    st.builds(Void, NUMBERS)
    | st.builds(Restore, NUMBERS)
    | st.builds(Fix, NUMBERS, NUMBERED)
    | st.builds(Insert, NUMBERS, NUMBERED)
)


def sit_down(open_hand: bool) -> Evening:
    return Evening(rules("半庄", open_hand, 庄加=3), *PEOPLE)


def try_all(evening: Evening, events: list[Event]) -> None:
    """Takes what can stand; `Evening` checks zero sum, replay and JSON after each."""
    for event in events:
        with suppress(Mistake):
            evening.add(event)


@settings(max_examples=60, deadline=None)
@given(st.booleans(), st.lists(NUMBERED | RIDING | AMENDED, max_size=25))
def test_any_evening_steps_as_it_replays_and_stays_zero_sum(open_hand: bool, events: list[Event]) -> None:
    evening = sit_down(open_hand)
    try_all(evening, events)
    for entry in evening.entries:
        assert event_from_json(json.loads(json.dumps(event_to_json(entry.event)))) == entry.event


@settings(max_examples=60, deadline=None)
@given(st.booleans(), st.lists(NUMBERED | RIDING | AMENDED, max_size=20), NUMBERS)
def test_voiding_and_restoring_is_the_identity(open_hand: bool, events: list[Event], no: int) -> None:
    evening = sit_down(open_hand)
    try_all(evening, events)
    before = evening.state.to_json()
    try:
        changes = evening.amend(Void(no))
    except Mistake:
        return
    if changes.entry is None:
        return
    evening.amend(Restore(no))
    assert evening.state.to_json() == before | {"next_seq": before["next_seq"] + 2}


@settings(max_examples=60, deadline=None)
@given(st.lists(NUMBERED, max_size=10), st.lists(AMENDED, max_size=8))
def test_an_evening_of_corrections_is_the_evening_typed_right(
    events: list[Event], amended: list[Event]
) -> None:
    evening = sit_down(False)
    try_all(evening, [*events, *amended])
    right = sit_down(False)
    for outcome in replay(evening.entries, evening.rules)[1]:
        if not outcome.void:
            right.take(outcome.event)
    numbers = ("next_seq", "next_no", "last_no", "last_hand", "spots")
    for name in set(State._fields) - set(numbers):
        assert getattr(evening.state, name) == getattr(right.state, name)
    assert [s[1:] for s in evening.state.spots] == [s[1:] for s in right.state.spots]


@settings(max_examples=40, deadline=None)
@given(
    st.lists(RESULTS | st.builds(Bet, ANYONE, ANYONE, CHIPS), max_size=12), st.randoms(use_true_random=False)
)
def test_hands_typed_wrong_and_fixed_settle_the_same_bets(events: list[Event], rng: random.Random) -> None:
    right, wrong = sit_down(False), sit_down(False)
    try_all(right, events)
    for entry in right.entries[len(PEOPLE) + 1 :]:
        event = entry.event
        wrong.take(won("甲", 1) if isinstance(event, Result) and rng.random() < 0.5 else event)
    for outcome in right.outcomes.values():
        assert outcome.no is not None
        wrong.amend(Fix(outcome.no, outcome.event))
    assert wrong.state.to_json() | {"next_seq": 0} == right.state.to_json() | {"next_seq": 0}
