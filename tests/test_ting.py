"""Ready hands: what they wait for, and what each tile scores drawn and discarded."""

from collections.abc import Mapping

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from bot.texts import CATALOGUES
from core.answer import answer_json
from core.engine import Answer, score
from core.errors import Mistake
from core.hand import DISCARD, SELF_DRAW, Line, Report, Table
from core.report import parse_report
from core.roster import Roster
from core.rules import RULESETS
from core.tiles import KINDS, NAMES
from core.ting import Wait, Way, ready

TABLE = Table(("甲", "乙", "丙", "丁"))
ROSTER = Roster([(player, (player,)) for player in TABLE.players])


def waits(key: str, text: str, table: Table = TABLE, **options: str) -> dict[str, Wait]:
    """乙's hand (南, not the dealer) and what it waits for, by the tile's name."""
    ruleset = RULESETS[key]
    line = parse_report(text, ruleset, ROSTER, sender="乙").lines[0]
    return {NAMES[wait.tile]: wait for wait in ready(ruleset, line, table, ruleset.choose(options))}


def figure(way: Way, name: str) -> int | str:
    """A figure of the priced hand, or the code of what forbids it."""
    return way.figures[name] if isinstance(way, Answer) else way.code


def both(found: Mapping[str, Wait], name: str) -> dict[str, tuple[int | str, int | str]]:
    return {tile: (figure(wait.drawn, name), figure(wait.discarded, name)) for tile, wait in found.items()}


def test_wuxi_prices_both_ways() -> None:
    # 清龙4 门前清1 and 自摸1 or 点炮1, 底1 花牌2: 3 × 6 × 5
    assert both(waits("wuxi", "手123456789万2345条 2花"), "points") == {"2条": (90, 90), "5条": (90, 90)}


def test_wuxi_a_triplet_of_honors_is_worth_more_drawn() -> None:
    # 中: 底1 碰东1 中 1 or 2, 混一色4 场风1 and one more; 9万: 底1 碰东1 (中 as the pair)
    found = both(waits("wuxi", "碰东 手12345699万中中"), "points")
    assert found == {"9万": (60, 60), "中": (120, 90)}


def test_wuxi_nine_gates_waits_for_nine_kinds() -> None:
    found = waits("wuxi", "手1112345678999条")
    assert list(found) == [f"{n}条" for n in range(1, 10)]
    assert [wait.left for wait in found.values()] == [1, 3, 3, 3, 3, 3, 3, 3, 1]
    # 九莲32 门前清1 and one more; 1条 and 9条 leave a 清龙4 as well
    assert [figure(wait.drawn, "fan") for wait in found.values()] == [38, 34, 34, 34, 34, 34, 34, 34, 38]


def test_wuxi_special_forms() -> None:
    assert len(waits("wuxi", "手19万19条19饼东南西北中发白")) == 13
    assert list(waits("wuxi", "手19万19条19饼东南西北中发发")) == ["白"]
    assert list(waits("wuxi", "手1133万5577条2244饼北")) == ["北"]


def test_what_the_hand_holds_itself_is_not_left() -> None:
    found = waits("wuxi", "暗杠1万 手23万456条789饼55条")
    assert {tile: wait.left for tile, wait in found.items()} == {"4万": 4}


@pytest.mark.parametrize("lang", CATALOGUES)
def test_the_example_in_the_help_is_ready(lang: str) -> None:
    example = CATALOGUES[lang].commands.about["ting"].example
    assert list(waits("wuxi", example.removeprefix("/ting"))) == ["1万", "4万", "7万"]


def test_only_who_sits_at_the_table_waits() -> None:
    line = parse_report("手 123万456万789万1条55饼8条", RULESETS["wuxi"], ROSTER, sender="戊").lines[0]
    with pytest.raises(Mistake) as caught:
        ready(RULESETS["wuxi"], line, TABLE, RULESETS["wuxi"].defaults())
    assert [problem.code for problem in caught.value.problems] == ["not_at_table"]


def test_a_hand_that_is_not_ready() -> None:
    assert waits("wuxi", "手147万258条369饼东南西北") == {}


def test_circumstances_count_where_they_can() -> None:
    found = both(waits("wuxi", "补杠3条 手123456万78饼11饼 杠开"), "fan")
    assert found == {"6饼": (4, "needs_self_draw"), "9饼": (4, "needs_self_draw")}


def test_nanjing_small_hands_are_shown_with_what_keeps_them_back() -> None:
    found = both(waits("nanjing", "碰1万 手456万22334条55饼 硬花2"), "hua")
    assert found == {"1条": ("small_hand", "small_hand"), "4条": ("small_hand", "small_hand")}


def test_nanjing_wins_by_bought_melds_come_by_discard_only() -> None:
    # the document's examples: three 碰 from one player, 33万 1饼 8条; three melds of one suit, 34万 1饼 7条
    found = both(waits("nanjing", "碰1万@丁 碰2条@丁 碰3饼@丁 手33万8条1饼 包@丁 硬花0"), "hua")
    assert found == {"3万": ("not_a_win", 100)}  # 20 + 对对胡40 + 无花果40
    found = both(waits("nanjing", "碰1万 碰5万 碰7万 手34万7条1饼 硬花0"), "hua")
    assert found == {"2万": ("not_a_win", 120), "5万": ("not_a_win", 120)}  # 20 + 清一色60 + 无花果40


def test_wenling_wild_tiles_join_any_set() -> None:
    found = waits("wenling", "得=9条 吃123万 碰6条 碰5饼 吃789饼 手34万99条")
    # two 得 are a pair, or one of them joins 34万 and the other pairs up
    assert {"2万", "3万", "4万", "5万", "9条"} <= found.keys()
    assert figure(found["2万"].drawn, "total") == 60  # 碰6条2 碰5饼2 对2 自摸2, 双得1: 28 × 2 = 56
    assert found["9条"].left == 1  # four less the indicator and those in the hand
    assert figure(found["9条"].drawn, "total") == 500  # the third 得 is 腊子
    assert figure(found["9条"].discarded, "total") == "wild_discarded"


def test_wenling_a_fourth_dragon_wins_whatever_the_rest_is() -> None:
    found = both(waits("wenling", "得=9条 碰6条 手147万258条369饼东发发发"), "total")
    assert found == {"发": (500, "not_a_win")}


def test_wenling_needs_the_wild_tile() -> None:
    with pytest.raises(Mistake) as refused:
        waits("wenling", "吃123万 碰6条 碰5饼 吃789饼 手3344万")
    assert refused.value.problems[0].code == "wild_unknown"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("手123万", "wrong_number"),
        ("手12345678912345万", "one_tile_more"),
        ("清一色 碰1万", "no_tiles"),
        ("手11111万234567条99饼", "too_many_copies"),
        ("手123456789万2345条 杠开", "needs_kong"),
    ],
)
def test_hands_that_cannot_be(text: str, code: str) -> None:
    with pytest.raises(Mistake) as refused:
        waits("wuxi", text)
    assert code in {problem.code for problem in refused.value.problems}


def brute(key: str, line: Line) -> dict[int, tuple[object, object]]:
    """Every kind tried both ways; what is no hand either way is left out."""
    ruleset, found = RULESETS[key], {}
    for tile in range(KINDS):
        ways = []
        for win, source in ((SELF_DRAW, None), (DISCARD, "丙")):
            full = Report((Line("乙", win, source, (), line.melds, line.concealed, tile, line.numbers),))
            try:
                ways.append(answer_json(score(ruleset, full, TABLE, ruleset.defaults()), str)["pay"])
            except Mistake as wrong:
                ways.append(wrong.problems[0].code)
        if not {"not_a_win", "too_many_copies", "cannot_hold"} & {w for w in ways if isinstance(w, str)}:
            found[tile] = (ways[0], ways[1])
    return found


@st.composite
def ready_hands(draw: st.DrawFn) -> tuple[int, ...]:
    """Four sets and a pair, few kinds apart, without one of their tiles."""
    tiles: list[int] = []
    for _ in range(4):
        low = draw(st.sampled_from([*range(7), *range(9, 12), 27, 28]))
        tiles += [low] * 3 if low > 26 or draw(st.booleans()) else [low, low + 1, low + 2]
    tiles += [draw(st.sampled_from([*range(9), 9, 27]))] * 2
    tiles.pop(draw(st.integers(0, 13)))
    assume(all(tiles.count(tile) < 5 for tile in tiles))
    return tuple(tiles)


@pytest.mark.parametrize("key", ["wuxi", "nanjing"])
@given(tiles=ready_hands())
@settings(max_examples=12, deadline=None)
def test_nothing_is_missed(key: str, tiles: tuple[int, ...]) -> None:
    flowers = {"花" if key == "wuxi" else "硬花": 4}
    line = Line("乙", concealed=tiles, numbers=flowers)
    found = ready(RULESETS[key], line, TABLE, RULESETS[key].defaults())
    have = {
        wait.tile: tuple(
            dict(way.pay) if isinstance(way, Answer) else way.code for way in (wait.drawn, wait.discarded)
        )
        for wait in found
    }
    assert have == brute(key, line)
