"""The report language: every spelling, every order of players, every mistake, and the way back to text."""

from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.engine import score
from core.errors import Mistake
from core.hand import DISCARD, MELDS, SELF_DRAW, Line, Meld, Report, Table, Word
from core.notation import fold, read_number, read_tiles, write_run
from core.report import parse_report, write_report
from core.roster import Roster
from core.rules import RULESETS
from core.rules.wuxi import WUXI
from core.ruleset import Ruleset
from core.scan import addressed, is_word, says_way
from core.tiles import NAMES, write_tiles

TABLE = Table(("甲", "乙", "丙", "丁"))
ROSTER = Roster([(name, (name,)) for name in TABLE.players])


def parse(text: str, **more: str) -> Line:
    (line,) = parse_report(text, WUXI, ROSTER, **more).lines  # type: ignore[arg-type]
    return line


def problems(text: str, roster: Roster = ROSTER) -> list[tuple[str, str]]:
    with pytest.raises(Mistake) as caught:
        parse_report(text, WUXI, roster, table=TABLE, options=WUXI.defaults())
    return [(p.kind, p.code) for p in caught.value.problems]


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("123万", "123万"), ("一二三万", "123万"), ("123萬", "123万"), ("123m", "123万"), ("1万2万3万", "123万"),
        ("🀇🀈🀉", "123万"), ("５６索", "56条"), ("5条6條7s", "567条"), ("🀐🀘", "19条"), ("1筒子2饼3p4餅", "1234饼"),
        ("1234z", "东南西北"), ("5z6z7z", "中发白"), ("東風 南 西风 北", "东南西北"), ("紅中 發財 白板", "中发白"),
        ("🀄\ufe0f🀅🀆", "中发白"), ("🀀🀁🀂🀃", "东南西北"), ("🀢🀣🀤🀥🀦🀧🀨🀩", "春夏秋冬梅兰竹菊"), ("蘭", "兰"),
        ("9万1饼1条", "9万 1条 1饼"), ("1\u200b2万", "12万"), ("123 456 789万", "123456789万"),
    ],
)  # fmt: skip
def test_every_spelling_of_tiles(text: str, printed: str) -> None:
    tiles = read_tiles(text)
    assert tiles is not None
    assert write_tiles(tiles) == printed


@pytest.mark.parametrize("text", ["", "0万", "123", "甲", "一二三", "8z", "万"])
def test_what_is_no_tiles(text: str) -> None:
    assert not read_tiles(text)


@pytest.mark.parametrize(
    ("text", "number"), [("3", 3), ("两", 2), ("十", 10), ("十二", 12), ("二十", 20), ("九", 9)]
)
def test_numbers(text: str, number: int) -> None:
    assert read_number(text) == (number, len(text))


@pytest.mark.parametrize(
    "text",
    [
        "甲 点炮 乙", "甲 点炮@乙", "点炮 乙 甲", "乙点炮 甲", "甲 乙点炮", "乙点炮给甲", "乙给甲点炮", "乙 给 甲 点炮",
        "甲 荣和 乙", "甲 荣 乙", "甲 放铳 乙", "甲 放炮 乙", "甲 清一色 乙 点炮", "甲 點炮 乙", "甲，点炮，乙。",
        "乙 点炮 清一色 甲", "甲 清一色 乙放铳",
    ],
)  # fmt: skip
def test_who_won_from_whom(text: str) -> None:
    line = parse(text)
    assert (line.win, line.player, line.source) == (DISCARD, "甲", "乙")


def test_a_report_without_a_winner_is_the_senders() -> None:
    assert parse("自摸 清一色", sender="丙").player == "丙"
    assert parse("我 自摸 清一色", sender="丙").player == "丙"
    line = parse("乙 点炮", sender="甲")
    assert (line.player, line.source) == ("甲", "乙")


def test_written_all_together_the_discarder_is_not_clear() -> None:
    assert ("ambiguous", "who_discarded") in problems("甲点炮乙 清一色")


def test_names_come_before_words() -> None:
    names = ("平和王", "点炮王", "万金", "只胡大番（aka 一局王者）")
    roster = Roster([(name, (name,)) for name in names])
    (line,) = parse_report("平和王 点炮 万金 平和 门清", WUXI, roster).lines
    assert (line.player, line.source, line.words) == ("平和王", "万金", (Word("平和"), Word("门前清")))
    (line,) = parse_report("只胡大番(aka 一局王者) 点炮 点炮王 清一色", WUXI, roster).lines
    assert (line.player, line.source) == (names[3], "点炮王")


def test_names_in_any_spelling_and_by_alias_or_prefix() -> None:
    roster = Roster([("a", ("張三",)), ("b", ("Tom", "老汤")), ("c", ("王小明",)), ("d", ("李四",))])
    for text, winner in (
        ("张三 自摸", "a"),
        ("ＴＯＭ 自摸", "b"),
        ("老湯 自摸", "b"),
        ("王 自摸", "c"),
        ("王小自摸", "c"),
    ):
        assert parse_report(text, WUXI, roster).lines[0].player == winner


def test_a_prefix_of_two_people_is_ambiguous() -> None:
    roster = Roster([("a", ("王强",)), ("b", ("王芳",)), ("c", ("李雷",)), ("d", ("阿美",))])
    assert ("ambiguous", "two_players") in problems("王 自摸 清一色", roster)


def test_lines_that_do_not_begin_with_a_player_go_on_with_the_line_above() -> None:
    report = parse_report("甲 点炮 丁\n  清一色 门清\n乙 点炮 丁 混一色", WUXI, ROSTER)
    assert [(line.player, len(line.words)) for line in report.lines] == [("甲", 2), ("乙", 1)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("甲 自摸 青一色 两花 哈哈", [("unreadable", "unknown_word")] * 2),
        ("戊 自摸 清一色", [("impossible", "not_at_table")]),
        ("甲 点炮 戊 清一色", [("impossible", "not_at_table")]),
        ("甲 自摸 吃124万", [("impossible", "no_meld")]),
        ("甲 自摸 碰12万", [("impossible", "no_meld")]),
        ("甲 自摸 杠5万", [("ambiguous", "which_kong")]),
        ("甲 自摸 点炮 乙 清一色", [("contradiction", "two_ways")]),
        ("甲 点炮 清一色", [("incomplete", "no_winner"), ("incomplete", "no_discarder")][:1]),
        ("清一色 点炮", [("incomplete", "no_winner"), ("incomplete", "no_discarder")]),
        ("自摸 清一色", [("incomplete", "no_winner")]),
        ("", [("incomplete", "empty")]),
        ("甲 自摸 胡8万 胡9万 清一色", [("contradiction", "two_winning_tiles")]),
        ("甲 自摸 2花 3花", [("contradiction", "two_numbers")]),
        ("甲 自摸 乙 清一色", [("contradiction", "extra_player")]),
    ],
)
def test_mistakes(text: str, expected: list[tuple[str, str]]) -> None:
    found = problems(text)
    for problem in expected:
        assert problem in found
    assert len([p for p in found if p[0] == expected[0][0]]) == len(
        [p for p in expected if p[0] == expected[0][0]]
    )


def test_all_problems_stand_in_one_answer_and_the_kind_is_the_first_by_the_table() -> None:
    with pytest.raises(Mistake) as caught:
        parse_report(
            "自摸 青一色 手1111万11万456条789饼99饼 9花", WUXI, ROSTER, table=TABLE, options=WUXI.defaults()
        )
    assert caught.value.kind == "unreadable"
    codes = {p.code for p in caught.value.problems}
    assert codes == {"unknown_word", "too_many_copies", "too_many_flowers", "no_winner"}
    with pytest.raises(Mistake) as caught:
        parse_report(
            "甲 自摸 手1111万11万456条789饼99饼 哈哈", WUXI, ROSTER, table=TABLE, options=WUXI.defaults()
        )
    assert {p.code for p in caught.value.problems} == {"unknown_word", "too_many_copies"}


def test_words_of_the_language_are_no_names() -> None:
    for word in ("自摸", "东", "发财", "花3", "123万", "清一色", "门清", "我", "7", "碰中", "手", "给", ""):
        assert is_word(word, WUXI), word
    for name in ("平和王", "点炮王", "万金", "小明", "白兰度", "一方", "<b>x", "😀"):
        assert not is_word(name, WUXI), name


def test_who_a_plain_message_speaks_of() -> None:
    roster = Roster([("a", ("点炮王",)), ("b", ("万金",)), ("c", ("一方",)), ("d", ("白兰度",))])
    assert addressed("点炮王 你好", roster) == ("a", "你好")
    assert addressed("万金自摸 清一色", roster) == ("b", "自摸 清一色")
    assert addressed("万金你好", roster) is None
    assert addressed("我 自摸", roster, sender="c") == ("c", "自摸")
    assert addressed("我 自摸", roster) is None
    assert says_way("自摸 清一色", WUXI, roster)
    assert says_way("白兰度点炮 清一色", WUXI, roster)
    assert not says_way("你胡说", WUXI, roster)
    assert not says_way("你又自摸了", WUXI, roster)


# ----------------------------------------------------------------------------------------- the way back

players = st.sampled_from(TABLE.players)
number_tiles = st.integers(0, 26)
tiles = st.integers(0, 33)
melds = st.builds(
    lambda kind, tile, feeder: Meld(
        kind, tile % 9 // 3 * 3 + tile // 9 * 9 if kind == "吃" else tile, feeder
    ),
    st.sampled_from((*MELDS, "暗刻", "对")),
    number_tiles,
    st.none() | players,
)


@st.composite
def lines(draw: st.DrawFn) -> Line:
    player, other = draw(st.permutations(TABLE.players))[:2]
    win = draw(st.sampled_from((SELF_DRAW, DISCARD)))
    winning = draw(st.none() | tiles)
    concealed = draw(st.none() | st.lists(tiles, max_size=14).map(tuple))
    if concealed is not None and winning is not None:
        concealed = tuple(sorted(concealed))
    by_name = draw(st.booleans())
    return Line(
        player,
        win,
        None if win == SELF_DRAW else other,
        tuple(Word(row.name) for row in draw(st.lists(st.sampled_from(WUXI.rows[:24]), max_size=3))),
        tuple(draw(st.lists(melds, max_size=4))),
        concealed,
        winning,
        {} if by_name else draw(st.just({}) | st.builds(lambda n: {"花": n}, st.integers(0, 8))),
        tuple(sorted(draw(st.sets(st.integers(34, 41))))) if by_name else (),
    )


@given(lines())
@settings(max_examples=400, deadline=None)
def test_what_is_printed_reads_back_to_the_same(line: Line) -> None:
    report = Report((line,))
    assert parse_report(write_report(report, WUXI, str), WUXI, ROSTER) == report


@given(st.lists(st.integers(0, 41), min_size=1, max_size=17))
def test_tiles_read_back_in_the_order_written(some: list[int]) -> None:
    assert read_tiles(write_run(tuple(some))) == some


@given(
    st.text(
        alphabet=st.sampled_from(
            "甲乙丙丁 自摸点炮给荣手胡花碰杠吃123九万条饼东中白@=+,，\n清一色门对无得翻" + "".join(NAMES[34:])
        ),
        max_size=40,
    )
)
@settings(max_examples=600, deadline=None)
def test_any_text_is_read_or_refused_with_a_reason(text: str) -> None:
    for ruleset in RULESETS.values():
        with suppress(Mistake):  # anything else would be a fault
            parse_report(text, ruleset, ROSTER, sender="甲", table=TABLE, options=ruleset.defaults())


@given(st.text(max_size=60))
@settings(deadline=None)
def test_folding_twice_changes_nothing(text: str) -> None:
    assert fold(fold(text)) == fold(text)


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=lambda r: r.key)
@pytest.mark.parametrize(
    "text", ["甲 自摸 碰竹 手 123万456万789万55条", "甲 自摸 明杠春 清一色", "甲 自摸 暗刻梅 对冬"]
)
def test_flowers_make_no_melds(ruleset: Ruleset, text: str) -> None:
    report = parse_report(text, ruleset, ROSTER)
    with pytest.raises(Mistake) as caught:
        score(ruleset, report, TABLE, ruleset.defaults())
    assert caught.value.kind == "impossible"
