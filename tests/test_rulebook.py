"""What players read of the rules: every page and fan, in every language, with the tables' own figures."""

import re
from html.parser import HTMLParser

import pytest

from bot.rulebook import fan_page, fan_picture, groups, page, table_figures, topics
from bot.texts import CATALOGUES, Catalogue
from core.rules import RULESETS
from core.ruleset import Row, Ruleset
from core.standings import LADDER

LIMIT, CAPTION = 4096, 1024  # characters of a message, of what stands under a picture
LANGUAGES = pytest.mark.parametrize("texts", CATALOGUES.values(), ids=list(CATALOGUES))
EACH = pytest.mark.parametrize("ruleset", RULESETS.values(), ids=list(RULESETS))
ROWS = [pytest.param(r, row, id=f"{r.key}-{row.name}") for r in RULESETS.values() for row in r.rows]


class Strict(HTMLParser):
    """Takes only Telegram's tags, each closed in its turn."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        assert tag in ("b", "code")
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def sound(text: str) -> None:
    """A message that Telegram takes, without a figure left open."""
    parser = Strict()
    parser.feed(text)
    assert not parser.open
    assert 0 < len(text) <= LIMIT
    assert not re.search(r"[{}]", text)


def show(texts: Catalogue, ruleset: Ruleset, topic: str, **own: object) -> str:
    return page(texts, ruleset, topic, own, LADDER)


@LANGUAGES
@EACH
def test_every_page_can_be_shown(texts: Catalogue, ruleset: Ruleset) -> None:
    for topic in topics(texts, ruleset):
        sound(show(texts, ruleset, topic))


@LANGUAGES
@EACH
def test_every_page_has_its_topic_and_there_is_no_other(texts: Catalogue, ruleset: Ruleset) -> None:
    assert texts.rules.pages[ruleset.key].keys() <= texts.rules.topics.keys()
    needed = {"tiles", "seats", "deal", "calls", "win", "draws", "liability", "count", "fans", "examples"}
    assert needed <= set(topics(texts, ruleset))


@LANGUAGES
@EACH
def test_a_page_quotes_figures_from_the_table(texts: Catalogue, ruleset: Ruleset) -> None:
    quoted = {
        name for text in texts.rules.pages[ruleset.key].values() for name in re.findall(r"{(.*?)}", text)
    }
    assert quoted <= table_figures(ruleset).keys() | {"ladder"}
    assert quoted


@LANGUAGES
@EACH
def test_every_house_rule_says_what_it_does(texts: Catalogue, ruleset: Ruleset) -> None:
    text = show(texts, ruleset, "house")
    for option in ruleset.options.values():
        assert option.name in text
        assert texts.rules.effect(ruleset.key, option.name)


@LANGUAGES
def test_a_house_rule_of_the_group_is_told(texts: Catalogue) -> None:
    assert "30" not in show(texts, RULESETS["wuxi"], "house")
    assert "30" in show(texts, RULESETS["wuxi"], "house", 底分=30)


@LANGUAGES
@pytest.mark.parametrize(("ruleset", "row"), ROWS)
def test_every_fan_has_its_page(texts: Catalogue, ruleset: Ruleset, row: Row) -> None:
    assert texts.fans.meanings[ruleset.key][row.name]
    text = fan_page(texts, ruleset, row)
    sound(text)
    assert len(text) <= CAPTION, "it stands under the picture"
    assert row.name in fan_picture(texts, ruleset, row)
    assert all(name in text for name in (*row.aliases, *row.drops, *row.implied))


@LANGUAGES
@EACH
def test_no_meaning_is_left_over(texts: Catalogue, ruleset: Ruleset) -> None:
    assert texts.fans.meanings[ruleset.key].keys() == {row.name for row in ruleset.rows}


@LANGUAGES
@EACH
def test_groups_hold_every_row_once(texts: Catalogue, ruleset: Ruleset) -> None:
    found = [row for group in groups(texts, ruleset) for row in group.rows]
    assert sorted(row.name for row in found) == sorted(row.name for row in ruleset.rows)


# From the documents: 花 of honors and suits; 软花 and payments on the spot; 胡头 and caps.
QUOTED = {
    "wuxi": {"东 碰": 1, "南 暗刻": 2, "西 明杠": 3, "北 暗杠": 4, "1条 明杠": 1, "2条 暗杠": 2, "底分": 5},
    "nanjing": {"东 碰": 1, "南 明杠": 2, "西 暗杠": 3, "1万 明杠": 1, "2饼 暗杠": 2, "spot 暗杠": 10},
    "wenling": {"2万 碰": 2, "3条 暗刻": 4, "4饼 明杠": 8, "5万 暗杠": 16, "9条 暗刻": 8, "北 暗杠": 32,
                "points 翻白": 4, "cap 小闹": 500, "cap 常规": 400},
}  # fmt: skip


@EACH
def test_the_figures_are_those_of_the_documents(ruleset: Ruleset) -> None:
    figures = table_figures(ruleset)
    assert {name: figures[name] for name in QUOTED[ruleset.key]} == QUOTED[ruleset.key]
