"""南京麻将 beside its worked hands: spots, the dealer rule, waits, and reports of any kind."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.deal import Deal
from core.engine import Scored, score, spot
from core.errors import Mistake
from core.hand import Line, Table
from core.payment import net
from core.position import read_all
from core.reading import EDGE, MIDDLE, SINGLE
from core.report import parse_report, write_report
from core.roster import Roster
from core.rules.nanjing import NANJING
from core.ruleset import HandEnd
from core.tiles import KINDS, WINDS, write_tiles

PLAYERS = ("甲", "乙", "丙", "丁")
TABLE = Table(PLAYERS)
KEPT = Table(PLAYERS, kept=True)
ROSTER = Roster([(player, (player,)) for player in PLAYERS])
OPTIONS = NANJING.defaults()


def priced(text: str) -> Scored:
    report = parse_report(text, NANJING, ROSTER, table=TABLE, options=OPTIONS)
    return score(NANJING, report, TABLE, OPTIONS)


# ── 现场汇 ────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("what", "source", "chips"),
    [
        ("明", "乙", {"甲": 20, "乙": -20}),
        ("补", "丁", {"甲": 20, "丁": -20}),
        ("暗", None, {"甲": 30, "乙": -10, "丙": -10, "丁": -10}),
        ("花", None, {"甲": 60, "乙": -20, "丙": -20, "丁": -20}),
        ("四连", None, {"甲": -30, "乙": 10, "丙": 10, "丁": 10}),
        ("跟牌", None, {"甲": -30, "乙": 10, "丙": 10, "丁": 10}),
        ("逃跑", None, {"甲": -60, "乙": 20, "丙": 20, "丁": 20}),
    ],
)
def test_payments_on_the_spot(what: str, source: str | None, chips: dict[str, int]) -> None:
    assert net(spot(NANJING, what, "甲", source, TABLE, OPTIONS)) == chips
    dear = {**OPTIONS, "底分": 5, "比下胡翻倍": "是"}
    assert net(spot(NANJING, what, "甲", source, TABLE, dear)) == {p: 5 * c for p, c in chips.items()}
    assert net(spot(NANJING, what, "甲", source, KEPT, dear)) == {p: 10 * c for p, c in chips.items()}
    assert net(spot(NANJING, what, "甲", source, KEPT, OPTIONS)) == chips


def test_a_fed_kong_needs_its_feeder_and_no_other_has_one() -> None:
    with pytest.raises(Mistake) as wrong:
        spot(NANJING, "明", "甲", None, TABLE, OPTIONS)
    assert wrong.value.kind == "incomplete"
    with pytest.raises(Mistake) as wrong:
        spot(NANJING, "暗", "甲", "乙", TABLE, OPTIONS)
    assert wrong.value.kind == "contradiction"


def test_only_the_two_penalties_of_a_hand_are_fines() -> None:
    assert {what for what, row in NANJING.spots.items() if row.fine} == {"四连", "跟牌"}


# ── 比下胡 ────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "fans",
    [
        "对对胡",
        "混一色",
        "清一色",
        "风一色",
        "七对",
        "双七对",
        "压绝",
        "全球独钓",
        "天胡",
        "地胡",
        "无花果",
        "海底捞",
    ],
)
def test_the_dealer_keeps_after_a_big_hand_by_anyone(fans: str) -> None:
    assert NANJING.keeps(HandEnd("甲", ("乙",), names=frozenset(("门清", fans))))


def test_the_dealer_keeps_after_winning_a_draw_and_a_fine() -> None:
    assert NANJING.keeps(HandEnd("甲", ("甲",)))
    assert NANJING.keeps(HandEnd("甲", ("丙", "甲"), names=frozenset(("门清",))))
    assert NANJING.keeps(HandEnd("甲", drawn=True))
    assert NANJING.keeps(HandEnd("甲", ("乙",), fines=True))


def test_a_small_hand_of_another_passes_the_deal_on() -> None:
    assert not NANJING.keeps(HandEnd("甲", ("乙",), names=frozenset(("门清", "小杠开"))))


# ── what the page says of figures ─────────────────────────────────────────────────────────────────────────


def test_the_figures_stand_in_the_order_of_the_answer() -> None:
    (win,) = priced("甲 自摸 大杠开@乙 混一色 压档 硬花1").wins
    assert list(win.figures.items()) == [
        ("fan", 40), ("hua", 128), ("points", 128), ("hard", 1), ("soft", 1), ("multiplier", 2),
    ]  # fmt: skip
    assert win.flowers == (("压档", 1),)


def test_soft_flowers_are_listed_by_what_brings_them() -> None:
    (win,) = priced("甲 自摸 碰东 暗杠5条 手 南南南24饼99饼 胡3饼 硬花4").wins
    assert win.flowers == (("东 碰", 1), ("5条 暗杠", 2), ("南 暗刻", 1), ("压档", 1), ("缺一", 1))
    assert win.figures["soft"] == 6


def test_everything_that_is_wrong_is_said_at_once() -> None:
    with pytest.raises(Mistake) as wrong:
        priced("甲 自摸 大杠开 吃123万 包@乙 软花13")
    assert {(p.kind, p.code) for p in wrong.value.problems} == {
        ("impossible", "no_such_meld"), ("impossible", "too_many_soft_flowers"),
        ("incomplete", "hard_flowers_unsaid"), ("incomplete", "who_fed_kong"),
    }  # fmt: skip


def test_a_small_hand_hears_what_it_lacks() -> None:
    with pytest.raises(Mistake) as wrong:
        priced("甲 点炮 乙 碰7饼 手 12345678条东东 胡9条 硬花3")
    (problem,) = wrong.value.problems
    assert (problem.code, problem.data) == ("small_hand", {"number": 3, "needed": 4})


# ── properties ────────────────────────────────────────────────────────────────────────────────────────────

HELD = [*range(27), *WINDS]
SETS = [(t, t, t) for t in HELD] + [(t, t + 1, t + 2) for t in range(27) if t % 9 < 7]


@st.composite
def complete_hands(draw: st.DrawFn) -> tuple[tuple[int, ...], int]:
    """Fourteen tiles that are four sets and a pair or seven pairs, in few suits, and the winning one."""
    width = draw(st.sampled_from((9, 18, 31)))
    kinds = [t for t in HELD if t < width or (width > 9 and t in WINDS)]
    if draw(st.integers(0, 4)):
        blocks = draw(
            st.lists(st.sampled_from([s for s in SETS if {*s} <= {*kinds}]), min_size=4, max_size=4)
        )
        tiles = [t for block in blocks for t in block] + [draw(st.sampled_from(kinds))] * 2
    else:
        tiles = draw(st.lists(st.sampled_from(kinds), min_size=7, max_size=7)) * 2
    for tile in {*tiles}:
        while tiles.count(tile) > 4:  # a fifth copy becomes a stray tile of another kind
            tiles[tiles.index(tile)] = draw(st.sampled_from([t for t in kinds if tiles.count(t) < 4]))
    return tuple(sorted(tiles)), draw(st.sampled_from(tiles))


@settings(max_examples=150, deadline=None)
@given(complete_hands())
def test_a_hand_waits_alone_if_no_other_kind_completes_it(hand: tuple[tuple[int, ...], int]) -> None:
    tiles, winning = hand
    before = list(tiles)
    before.remove(winning)

    def completes(tile: int) -> bool:
        line = Line("甲", "自摸", concealed=(*before, tile), winning=tile)
        return any(read_all(Deal(NANJING, line, TABLE, OPTIONS)))

    deal = Deal(NANJING, Line("甲", "自摸", concealed=tiles, winning=winning), TABLE, OPTIONS)
    waited = {t for t in range(KINDS) if before.count(t) < 4 and completes(t)}
    for reading in read_all(deal):
        if reading.wait in (SINGLE, MIDDLE, EDGE):
            assert deal.waits_alone(reading) == (waited == {winning})


WAYS = ("自摸", "点炮 乙", "抢杠 丁")
PIECES = (
    "门清", "小杠开", "海底捞", "对对胡", "混一色", "地胡", "天胡", "无花果", "压绝", "清一色", "全球独钓", "七对",
    "双七对", "风一色", "大杠开", "大杠开@丙", "大杠开@暗", "花杠开", "花杠开@丙", "包@乙", "包@丁", "压档", "边枝",
    "独占", "缺一", "风客", "软花3", "碰东", "碰3万@乙", "明杠5条@丙", "补杠7饼", "暗杠北", "暗刻2万", "对9饼",
    "花春夏秋冬", "包", "胡3万", "胡南",
)  # fmt: skip


def check_answer(text: str) -> None:
    """An answer adds up as the page says, or the report is refused; nothing else may happen."""
    try:
        scored = priced(text)
    except Mistake:
        return
    for win in scored.wins:
        figures: dict[str, Any] = dict(win.figures)
        fan, hard, soft, times = (figures[name] for name in ("fan", "hard", "soft", "multiplier"))
        assert fan == sum(value for _, value in win.fans)
        assert figures["hua"] == figures["points"] == (20 + fan + 2 * (hard + soft)) * times
        assert sum(win.pay.values()) == 0
        assert win.pay[win.winner] in (figures["hua"], 3 * figures["hua"])
        assert {player for player, chips in win.pay.items() if chips > 0} == {win.winner}
        assert not {name for name, _ in win.fans} & {name for name, _ in win.dropped}
    report = parse_report(text, NANJING, ROSTER)
    assert parse_report(write_report(report, NANJING, str), NANJING, ROSTER) == report


@settings(max_examples=300, deadline=None)
@given(
    st.sampled_from(WAYS),
    st.lists(st.sampled_from(PIECES), max_size=5),
    st.sampled_from(("硬花0", "硬花4", "4花", "花中中春", "")),
)
def test_any_named_report_is_answered_or_refused(way: str, pieces: list[str], flowers: str) -> None:
    check_answer(f"甲 {way} {' '.join(pieces)} {flowers}")


@settings(max_examples=200, deadline=None)
@given(
    complete_hands(),
    st.sampled_from(WAYS),
    st.lists(st.sampled_from(PIECES), max_size=3),
    st.integers(0, 20),
)
def test_any_report_of_tiles_is_answered_or_refused(
    hand: tuple[tuple[int, ...], int], way: str, pieces: list[str], flowers: int
) -> None:
    tiles, winning = hand
    check_answer(
        f"甲 {way} {' '.join(pieces)} 硬花{flowers} 手 {write_tiles(tiles)} 胡{write_tiles([winning])}"
    )


@settings(max_examples=200, deadline=None)
@given(
    st.lists(st.sampled_from([t for t in HELD if t < 9 or t in WINDS]), min_size=3, max_size=3, unique=True),
    st.lists(st.sampled_from(["碰", "明杠", "补杠", "暗杠"]), min_size=3, max_size=3),
    st.lists(st.sampled_from(["", "@乙", "@丙"]), min_size=3, max_size=3),
    st.lists(st.sampled_from([*range(9), *WINDS]), min_size=5, max_size=5),
    st.sampled_from(["", "包@乙", "包@丙"]),
)
def test_any_win_with_three_melds_is_answered_or_refused(
    melded: list[int], kinds: list[str], feeders: list[str], tiles: list[int], liable: str
) -> None:
    melds = " ".join(
        f"{kind}{write_tiles([tile])}{feeder}"
        for kind, tile, feeder in zip(kinds, melded, feeders, strict=True)
    )
    concealed, winning = write_tiles(tiles[:-1]), write_tiles(tiles[-1:])
    check_answer(f"甲 点炮 乙 {melds} 手 {concealed} 胡{winning} {liable} 硬花4")


@settings(max_examples=200, deadline=None)
@given(
    st.text(
        alphabet="甲乙丙自摸点炮抢杠碰明补暗花硬软包大小开胡手@0123万条饼东中春压绝门清 \n，", max_size=40
    )
)
def test_any_text_is_answered_or_refused(text: str) -> None:
    check_answer(text)
