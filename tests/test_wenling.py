"""温岭麻将 against its page: the best reading, the four players' points, who pays, and what is refused."""

import random
from collections import Counter
from collections.abc import Mapping
from itertools import combinations, combinations_with_replacement
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.check import examine
from core.deal import Deal
from core.engine import best, reported, score
from core.errors import Mistake
from core.hand import DISCARD, SELF_DRAW, Line, Meld, Report, Table, Word
from core.report import parse_report
from core.roster import Roster
from core.rules.wenling import EVERYBODY, WENLING, WINNER, chips, total
from core.rules.wenling_others import everybodys
from core.ruleset import Hand, HandEnd
from core.tiles import NAMES, tile_named
from tests.casework import answer
from tests.wenling_exhaustive import Won, deal_one, is_outer
from tests.wenling_exhaustive import best as best_of_all

PLAYERS = ("甲", "乙", "丙", "丁")
ROSTER = Roster([(player, (player,)) for player in PLAYERS])
HAND = "手 123条456条789条234饼67饼22万 胡8饼"  # 旁胡 无得


def said(report: str, options: Mapping[str, Any] | None = None, **table: Any) -> dict[str, Any]:
    return answer(
        {"ruleset": "wenling", "report": report, "options": options or {}, "table": {"得": "5万", **table}}
    )


# ------------------------------------------------------------------------------------- the best reading


def engine_price(hand: Won) -> tuple[dict[str, Any], dict[str, int], tuple[int, ...]]:
    seat = hand.wind - 27
    options = WENLING.choose(
        {
            "自风": "固定",
            "mode": "小闹" if hand.cap == 500 else "常规",
            "点胡成刻": "暗" if hand.lit_is_concealed else "明",
        }
    )
    line = Line(
        PLAYERS[seat],
        hand.way,
        None if hand.way == SELF_DRAW else PLAYERS[seat - 1],
        words=(Word("杠上开花"),) if hand.after_kong else (),
        melds=tuple(Meld(kind, tile) for kind, tile in hand.melds),
        concealed=hand.concealed,
        winning=hand.winning,
        laid=hand.laid,
    )
    report = reported(WENLING, (line,), Table(PLAYERS, wild=hand.indicator), options)
    assert not examine(report), hand
    scored = score(WENLING, Report((line,)), report.table, options).wins[0]
    win = best(WENLING, Deal(WENLING, report.lines[0], report.table, options))
    return dict(scored.figures), dict(scored.fans), win.reading.roles


@pytest.mark.parametrize("chunk", range(10))
def test_two_wild_tiles_are_priced_as_by_trying_everything(chunk: int) -> None:
    compare(random.Random(chunk), 2, 500)


@pytest.mark.parametrize(("wilds", "number"), [(0, 1500), (1, 1500)])
def test_other_hands_are_priced_as_by_trying_everything(wilds: int, number: int) -> None:
    compare(random.Random(wilds), wilds, number)


def compare(rng: random.Random, wilds: int, number: int) -> None:
    for _ in range(number):
        hand = deal_one(rng, wilds)
        expected = best_of_all(hand)
        figures, fans, roles = engine_price(hand)
        top = expected[0]
        assert (figures["total"], figures["fan"], figures["hua"]) == (top.total, top.fan, top.points), hand
        assert roles == top.roles, hand
        assert fans in [price.fans for price in expected], hand


# ------------------------------------------------------------------------------- what lies open, what is held


@pytest.mark.parametrize(
    ("indicator", "small", "plain"),
    [
        ("5万", "白春夏秋冬梅兰竹菊", "白"),
        ("北", "白春夏秋冬梅兰竹菊", "白"),
        ("白", "中发春夏秋冬梅兰竹菊", "中发"),
        ("中", "白发春夏秋冬梅兰竹菊", "白发"),
        ("发", "白中春夏秋冬梅兰竹菊", "白中"),
        ("夏", "中发白梅兰竹菊", None),
        ("菊", "中发白春夏秋冬", None),
    ],
)
def test_special_tiles(indicator: str, small: str, plain: str | None) -> None:
    wild = tile_named(indicator)
    for mode, special in (("小闹", small), ("常规", plain)):
        if special is None:
            continue
        options = WENLING.choose({"mode": mode})
        assert WENLING.laid(options, wild) == frozenset(map(tile_named, special))
        held = WENLING.held(options, wild)
        family = next((f for f in ("春夏秋冬", "梅兰竹菊") if indicator in f), "")
        can_be_held = (set(NAMES[:34]) | set(family)) - {*special, *(indicator if family else "")}
        assert {name for t, name in enumerate(NAMES) if held >> t & 1} == can_be_held


def test_the_rows_of_all_players_are_one_list() -> None:
    assert everybodys(WENLING.rows) == EVERYBODY
    assert not {row.name for row in EVERYBODY} & {row.name for row in WINNER}


# ------------------------------------------------------------------------------------- the other players


def best_of_others(tiles: list[int], wilds: int, wind: int, cap: int) -> tuple[int, int, int]:
    """(牌点, 番, 胡头) of concealed tiles, every 得 tried as everything."""
    found = []
    for roles in combinations_with_replacement(range(34), wilds):
        points = fan = 0
        for tile, number in Counter([*tiles, *roles]).items():
            valued = tile in (31, 32, wind)
            points += number // 3 * (8 if is_outer(tile) else 4) + (2 if valued and number % 3 == 2 else 0)
            fan += number // 3 if valued else 0
        found.append((min(cap, -(-points * 2**fan // 10) * 10), fan, points))
    return max(found)


@pytest.mark.parametrize("wilds", [0, 1, 2, 3])
def test_the_tiles_of_another_player_are_read_in_his_favour(wilds: int) -> None:
    rng = random.Random(wilds)
    winner = Line("甲", SELF_DRAW, words=(Word("旁胡"),))
    options = WENLING.choose({})
    for _ in range(60 if wilds < 3 else 12):
        kinds = rng.sample([t for t in range(33) if t != 4], rng.choice((6, 9, 14)))
        deck = [t for t in kinds for _ in range(4)]
        tiles = rng.sample(deck, 16 - wilds)
        line = Line("丙", concealed=(*tiles, *[4] * wilds))
        scored = score(WENLING, Report((winner, line)), Table(PLAYERS, wild=4), options)
        has = scored.wins[0].figures["others"]["丙"]
        assert (has["total"], has["fan"], has["hua"]) == best_of_others(tiles, wilds, 29, 500), tiles


# ------------------------------------------------------------------------------------------------ 结算


@pytest.mark.parametrize(
    ("points", "fan", "mode", "expected"),
    [
        (33, 2, "小闹", 140),  # the document: 132 counts as 140
        (66, 1, "小闹", 140),
        (0, 9, "小闹", 0),
        (5, 0, "小闹", 10),
        (10, 0, "小闹", 10),
        (25, 4, "小闹", 400),
        (25, 4, "常规", 400),
        (26, 4, "小闹", 420),
        (26, 4, "常规", 400),
        (1, 9, "小闹", 500),
        (1, 60, "常规", 400),
        (999_999_999, 999_999_999, "小闹", 500),
    ],
)
def test_totals_are_rounded_up_to_tens_and_capped(points: int, fan: int, mode: str, expected: int) -> None:
    assert total(points, fan, WENLING.choose({"mode": mode})) == expected


FIELD = "乙 自摸 60胡1番\n甲 50胡1番\n丙 30胡\n丁 40胡1番"  # 甲100 乙160 丙30 丁80


def test_the_field() -> None:
    assert said(FIELD)["pay"] == {"甲": -7, "乙": 48, "丙": -28, "丁": -13}


@pytest.mark.parametrize(
    ("how", "dealer", "base", "points", "expected"),
    [
        ("平搓", 0, 1, 50, (5, 5)),
        ("庄家翻倍", 0, 1, 50, (10, 5)),
        ("闲家减半", 0, 1, 50, (5, 3)),
        ("闲家减半", 0, 1, 60, (6, 3)),
        ("闲家减半", 0, 3, 50, (15, 8)),
        ("闲家减半", 0, 2, 50, (10, 5)),
        ("庄家翻倍", 2, 3, 50, (15, 30)),
    ],
)
def test_a_payment_of_east_to_south_and_of_south_to_west(
    how: str, dealer: int, base: int, points: int, expected: tuple[int, int]
) -> None:
    hand = Hand(WENLING, (), Table(PLAYERS, dealer), WENLING.choose({"结算": how, "底分": base}))
    assert (chips(hand, "甲", "乙", points), chips(hand, "乙", "丙", points)) == expected


FIGURES = st.tuples(st.integers(0, 80), st.integers(0, 5))


@settings(deadline=None)
@given(
    st.lists(FIGURES, min_size=4, max_size=4),
    st.sampled_from(("平搓", "庄家翻倍", "闲家减半")),
    st.integers(1, 7),
    st.integers(0, 3),
    st.sampled_from((None, "discards", "pays for all")),
)
def test_money_moves_as_the_page_says(
    figures: list[tuple[int, int]], how: str, base: int, dealer: int, source: str | None
) -> None:
    lines = [
        Line(player, numbers={"胡": hua, "番": fan})
        for player, (hua, fan) in zip(PLAYERS, figures, strict=True)
    ]
    winner = Line(
        "甲",
        SELF_DRAW if source is None else DISCARD,
        None if source is None else "丁",
        words=(Word("包", "丁"),) if source == "pays for all" else (),
        numbers=lines[0].numbers,
    )
    options = WENLING.choose({"结算": how, "底分": base})
    scored = score(WENLING, Report((winner, *lines[1:])), Table(PLAYERS, dealer), options)
    totals = {
        player: min(500, -(-((20 if player == "甲" else 0) + hua) * 2**fan // 10) * 10)
        for player, (hua, fan) in zip(PLAYERS, figures, strict=True)
    }
    if source == "pays for all":
        totals["丁"] = 0
    pay = dict.fromkeys(PLAYERS, 0)
    owed = [(player, "甲", totals["甲"]) for player in "乙丙丁"]
    owed += [(*sorted(two, key=lambda p: totals[p]), abs(totals[two[0]] - totals[two[1]])) for two in combinations("乙丙丁", 2)]  # fmt: skip
    for payer, payee, points in owed:
        of_dealer = PLAYERS[dealer] in (payer, payee)
        halves = 2 * points // 10 * base
        halves = halves * 2 if how == "庄家翻倍" and of_dealer else halves
        halves = halves // 2 if how == "闲家减半" and not of_dealer else halves
        amount = -(-halves // 2)
        pay["丁" if source == "pays for all" else payer] -= amount
        pay[payee] += amount
    assert scored.wins[0].pay == pay
    assert sum(pay.values()) == 0
    assert all(transfer.chips > 0 and transfer.payer != transfer.payee for transfer in scored.transfers)


def test_only_a_win_keeps_the_deal() -> None:
    assert WENLING.keeps(HandEnd("甲", ("甲",)))
    assert not WENLING.keeps(HandEnd("甲", ("乙",)))
    assert not WENLING.keeps(HandEnd("甲", drawn=True, ready=("甲",)))


# ------------------------------------------------------------------------------------- what is said of it


def test_the_points_are_listed() -> None:
    have = said("乙 自摸 得=5万 手 123万456万789万22条 碰中 碰9饼 胡2条 翻白")
    assert have["flowers"] == [
        {"name": "中 碰", "value": 4},
        {"name": "9饼 碰", "value": 4},
        {"name": "翻白", "value": 4},
        {"name": "自摸", "value": 2},
        {"name": "单吊", "value": 2},
    ]
    assert have["reading"] == ["123万", "456万", "789万", "999饼", "中中中", "22条"]
    assert "points" not in have


def test_roles_are_written_out_in_the_reading() -> None:
    have = said("乙 点炮 丙 暗杠8条 吃123万 吃456饼 手 7条9条5万2饼2饼67饼 胡8饼")
    assert have["reading"] == ["123万", "789条", "8888条", "456饼", "678饼", "22饼"]


def test_a_jackpot_is_not_read() -> None:
    have = said("乙 自摸 碰3万 手 555万1479万258条369饼 胡南")
    assert have["fans"] == [{"name": "腊子", "value": 0}]
    assert have["flowers"] == []


def test_last_tile_is_noted() -> None:
    assert said("乙 自摸 手 123条456条789条22万234饼67饼8饼")["notes"] == ["last_tile"]


def test_dropped_claims_are_noted() -> None:
    assert "one_winner" in said("丁 点炮 甲 旁胡 无得\n乙 点炮 甲 旁胡 无得")["notes"]


# ------------------------------------------------------------------------------------------ anything at all

PIECES = st.sampled_from(
    (
        *PLAYERS, "自摸", "点炮", "抢杠", "\n甲", "\n丙", "得=5万", "得=春", "得=白", "手", "胡8饼", "胡5万", "555万", "123条",
        "456条", "789条", "22万", "67饼", "234饼", "东东", "白", "春夏", "碰中", "碰5万", "吃456万", "暗杠发", "明杠南", "补杠1条",
        "暗刻东", "对东", "对中", "翻白", "翻中发", "翻春夏秋冬", "花3", "花梅", "12胡1番", "12胡", "3番", "0", "999999999胡99999999番",
        "包@甲", "包@丁", "包", "腊子", "三得", "四白", "四门风", "天胡", "单吊", "嵌档", "清一色", "混一色", "旁胡", "无得", "双得",
        "得还原", "自摸得", "杠开", "红中", "门风", "本花", "四风全齐", "对对胡", "5万5万5万5万", "11111111111111111万",
    )
)  # fmt: skip
MODES = st.sampled_from(("小闹", "常规"))


@settings(max_examples=400, deadline=None)
@given(st.lists(PIECES, max_size=14), MODES, st.sampled_from((None, "5万", "中", "冬")))
def test_whatever_is_said_is_answered_or_refused(pieces: list[str], mode: str, wild: str | None) -> None:
    table = Table(PLAYERS, wild=None if wild is None else tile_named(wild))
    options = WENLING.choose({"mode": mode})
    try:
        report = parse_report(" ".join(["乙", *pieces]), WENLING, ROSTER, table=table, options=options)
        scored = score(WENLING, report, table, options)
    except Mistake:
        return
    (win,) = scored.wins
    assert sum(win.pay.values()) == 0
    assert 0 <= win.figures["total"] <= (500 if mode == "小闹" else 400)
    assert win.figures["total"] % 10 == 0
    assert win.pay[win.winner] > 0
    assert set(win.figures["others"]) == set(PLAYERS) - {win.winner}


LINES = st.builds(
    Line,
    st.sampled_from(PLAYERS),
    st.sampled_from((None, "自摸", "点炮", "抢杠")),
    st.sampled_from((None, *PLAYERS)),
    melds=st.lists(
        st.builds(
            Meld, st.sampled_from(("吃", "碰", "明杠", "补杠", "暗杠", "暗刻", "对")), st.integers(0, 6)
        ),
        max_size=6,
    ).map(tuple),
    concealed=st.none() | st.lists(st.integers(0, 41), max_size=19).map(tuple),
    winning=st.none() | st.integers(0, 41),
    laid=st.lists(st.integers(0, 41), max_size=9).map(tuple),
    wild=st.none() | st.integers(0, 41),
)


@settings(max_examples=400, deadline=None)
@given(st.lists(LINES, min_size=1, max_size=4).map(tuple), st.none() | st.integers(0, 41))
def test_whatever_is_declared_is_answered_or_refused(lines: tuple[Line, ...], wild: int | None) -> None:
    try:
        scored = score(WENLING, Report(lines), Table(PLAYERS, wild=wild), WENLING.choose({}))
    except Mistake:
        return
    assert sum(scored.wins[0].pay.values()) == 0
