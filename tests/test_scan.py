"""Pieces that are looked up whole say what they say when they are read sign by sign."""

import unicodedata
from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core import RULESETS, Roster, Ruleset
from core.check import _copies, _players, _tiles, examine
from core.errors import Problem
from core.hand import DISCARD, MELDS, ROBBED, SELF_DRAW, Line, Meld, Table, Word
from core.lexicon import Token, lexicon
from core.notation import _FOLDING, fold, read_run, usual_run
from core.order import in_order
from core.roster import roster_of
from core.ruleset import Hand
from core.scan import scan
from core.scanner import Scanner

ROSTER = Roster(
    [
        ("a", ("甲",)), ("b", ("乙", "小乙")), ("c", ("平和王", "平和")), ("d", ("白板 侠", "白板")),
        ("e", ("万金",)), ("f", ("给力",)), ("g", ("3",)), ("h", ("手气",)), ("i", ("小明",)), ("j", ("小明 2",)),
        ("k", ("中",)), ("l", ("中",)),
    ]
)  # fmt: skip
rulesets = pytest.mark.parametrize("ruleset", RULESETS.values(), ids=lambda ruleset: ruleset.key)
PIECES = [
    *(
        "甲",
        "乙",
        "小乙",
        "平和王",
        "平和",
        "白板",
        "侠",
        "万金",
        "给力",
        "3",
        "手气",
        "小明",
        "2",
        "中",
        "我",
        "戊",
    ),
    *("乙点炮", "点炮@乙", "乙点炮给甲", "点炮", "抢杠", "自摸", "给", "胡", "和", "甲胡", "平和王自摸"),
    *(
        "手",
        "手123万",
        "123万",
        "456",
        "789m",
        "中中中",
        "东风",
        "1z",
        "一二三条",
        "🀇",
        "春",
        "春夏",
        "5饼子",
    ),
    *("碰", "碰3万", "碰3万@乙", "碰中@戊", "吃123万", "吃12万", "杠东", "暗刻发", "对白", "对5", "明杠@乙"),
    *(
        "胡8万",
        "和8万",
        "+8万",
        "胡12万",
        "得=5万",
        "得",
        "得=",
        "翻中",
        "翻",
        "花",
        "花3",
        "3花",
        "两花",
        "花春梅",
    ),
    *("硬花4", "软花", "无", "无花", "无花果", "0", "12", "12胡", "12胡1番", "1番", "十", "1234567890花"),
    *(
        "清一色",
        "门清",
        "包@乙",
        "包",
        "包@暗",
        "大杠开@暗",
        "大杠开@小乙",
        "平胡",
        "红中",
        "哈哈",
        "abc",
        "@乙",
        "@",
    ),
]


def by_sign(
    text: str, ruleset: Ruleset, roster: Roster, sender: str | None
) -> tuple[list[Token], list[Problem]]:
    """The tokens of a line with none of its pieces looked up, and what is wrong with it."""
    found: list[Token] = []
    problems: list[Problem] = []
    scanner = Scanner(text, ruleset, lexicon(ruleset), roster, sender, problems)
    at = 0
    while at < len(text):
        at = scanner.read(at, False, found) + 1
    return found, problems


def fields(tokens: list[Token]) -> list[tuple[object, ...]]:
    return [(t.kind, t.value, t.glued, t.at) for t in tokens]


def same(text: str, ruleset: Ruleset, roster: Roster, sender: str | None) -> None:
    problems: list[Problem] = []
    lines = scan(text, ruleset, roster, sender, problems)
    tokens, expected = by_sign(fold(text), ruleset, roster, sender)
    assert [fields(line) for line in lines] == [fields(tokens)], text
    assert problems == expected, text


@rulesets
def test_every_word_looked_up_is_what_it_is_sign_by_sign(ruleset: Ruleset) -> None:
    for word in (*lexicon(ruleset).words, *PIECES):
        for text in (
            word,
            f"甲 {word}",
            f"{word} 8万",
            f"手 {word} 9条",
            f"123万 {word}",
            f"手 12 {word} 花",
        ):
            same(text, ruleset, ROSTER, None)
            same(text, ruleset, ROSTER, "b")


@rulesets
def test_two_pieces_beside_each_other(ruleset: Ruleset) -> None:
    for pair in [*product(PIECES, repeat=2)][::7]:
        same(" ".join(pair), ruleset, ROSTER, None)


@given(st.lists(st.sampled_from(PIECES), min_size=1, max_size=7), st.sampled_from(list(RULESETS.values())))
@settings(max_examples=600, deadline=None)
def test_any_pieces_in_any_order(pieces: list[str], ruleset: Ruleset) -> None:
    same(" ".join(pieces), ruleset, ROSTER, "a")


@rulesets
def test_no_word_begins_as_tiles_in_digits_do(ruleset: Ruleset) -> None:
    """So a piece of digits and a suit is tiles, and no number before what it counts."""
    assert set("123456789") <= lexicon(ruleset).plain
    assert not {name[0] for name, _ in lexicon(ruleset).counted} & set("123456789万条索饼筒msp")


@given(st.text(alphabet="123456789万条饼索筒msp东南西北中发白风子0z一", min_size=1, max_size=8))
def test_the_usual_spelling_of_tiles_reads_as_any_spelling_does(piece: str) -> None:
    tiles, end = read_run(piece)
    assert usual_run(piece) in ((), tuple(tiles) if end == len(piece) else ())


@pytest.mark.parametrize("text", ["甲{}", "{}甲", "甲 {} 1", " {}", "{} ", "a{}  乙"])
def test_what_is_left_as_it_is_would_not_change_in_folding(text: str) -> None:
    for sign in (*map(chr, range(0x3100)), *"萬條一鿁Ａ　＋，", "\u200b", "\ufe0f", "\ud800"):
        typed = text.format(sign)
        signs = unicodedata.normalize("NFKC", typed).translate(_FOLDING).casefold()
        assert fold(typed) == " ".join(signs.split()), hex(ord(sign))


# ---------------------------------------------------------------------------------------------- tiles

KINDS = (*MELDS, "暗刻", "对")
TABLE = Table(("甲", "乙", "丙", "丁"))


def some_line(random: Random) -> Line:
    """A line in which little is wrong: mostly the right number of tiles, mostly people of the table."""
    people = ("甲", "乙", "丙", "丁", "丁", "丁", "戊", "")
    some = range(random.choice((0, 0, 1, 2)))
    melds = [
        Meld(random.choice(KINDS), random.randrange(34), random.choice((None, "丙", "戊"))) for _ in some
    ]
    size = random.choice((13, 13, 14, 16, 17, 12)) - 3 * sum(m.kind != "对" for m in melds)
    concealed = random.sample([t for t in range(31) for _ in range(random.choice((2, 2, 4, 5)))], size)
    return Line(
        random.choice(people),
        random.choice((SELF_DRAW, SELF_DRAW, DISCARD, ROBBED, None)),
        random.choice((None, *people)),
        random.choice(((), (), (Word("包", "乙"),), (Word("包", "暗"),), (Word("包", "戊"),))),
        tuple(melds),
        random.choice((None, tuple(concealed), tuple(concealed))),
        random.choice((None, concealed[0], random.randrange(42))),
        laid=random.choice(((), (), tuple(random.choices(range(27, 42), k=2)))),
    )


@rulesets
def test_what_is_in_order_at_one_look_has_nothing_wrong(ruleset: Ruleset) -> None:
    random = Random(ruleset.key)
    seen = 0
    for _ in range(6000):
        lines = tuple(some_line(random) for _ in range(random.choice((1, 1, 2, 3))))
        table = Table(TABLE.players, wild=random.choice((None, *range(42))) if ruleset.wilds else None)
        hand = Hand(ruleset, lines, table, ruleset.defaults())
        if in_order(hand):
            seen += 1
            assert [p for line in lines for p in (*_players(hand, line), *_tiles(hand, line))] == []
            assert [*_copies(hand)] == []
    assert seen > 100


@rulesets
def test_an_ordinary_hand_is_in_order(ruleset: Ruleset) -> None:
    tiles = tuple(range(9)) + tuple(range(9, 9 + ruleset.size - 9))
    line = Line("甲", DISCARD, "乙", concealed=tiles, winning=9, numbers={"硬花": 4, "花": 4})
    hand = Hand(ruleset, (line,), TABLE, ruleset.defaults())
    assert in_order(hand)
    found = {p.code for p in examine(hand)}
    assert not found & {"not_at_table", "wrong_number", "too_many_copies", "cannot_hold"}


def tokens_of(text: str, key: str, roster: Roster) -> list[Token]:
    problems: list[Problem] = []
    (tokens,) = scan(text, RULESETS[key], roster, None, problems)
    assert not problems
    return tokens


def test_the_roster_of_a_session_is_kept_and_knows_what_it_has_met() -> None:
    people = (("p1", ("小明", "阿明")), ("p2", ("小红",)))
    roster = roster_of(people)
    assert roster_of((("p1", ("小明", "阿明")), ("p2", ("小红",)))) is roster
    assert roster_of((("p1", ("小明",)), ("p2", ("小红",)))) is not roster  # who is called otherwise
    for key in RULESETS:
        for _ in range(2):
            assert [token.value for token in tokens_of("阿明 点炮 小红 手123万", key, roster)][:3] == [
                "p1",
                "点炮",
                "p2",
            ]
        assert {"阿明", "点炮", "小红"} <= roster.told[key].keys()


def test_pieces_that_nobody_repeats_do_not_fill_a_roster() -> None:
    roster = Roster([("p1", ("甲",))])
    for number in range(1000):
        tokens_of(f"甲 自摸 花{number}", "wuxi", roster)
    assert len(roster.told["wuxi"]) <= 200
    assert [token.value for token in tokens_of("甲 自摸 花777", "wuxi", roster)] == [
        "p1",
        "自摸",
        ("花", 777),
    ]
