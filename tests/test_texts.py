"""The sentences: one for every code that core uses, the same ones in every language, none anywhere else."""

import ast
import asyncio
import inspect
import re
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import pytest

from bot.app import App
from bot.texts import CATALOGUES, Catalogue, spoken
from bot.texts.en.terms import FANS, GLOSSES, term
from bot.texts.en.terms import NAMES as ENGLISH
from bot.texts.zh.mistakes import shown
from core.errors import Problem
from core.hand import CLOSED_PUNG, CONCEALED, DISCARD, PAIR, ROBBED, SELF_DRAW
from core.rules import RULESETS
from core.standings import LADDER
from core.state import LENGTHS, MISTAKES
from core.tiles import FLOWERS, HONORS, NAMES
from storage.engine import open_engine
from tests.test_chats import play, turns

ROOT = Path(__file__).parent.parent
CHATS = Path(__file__).parent / "chats"
MAKERS = {"Problem": 1, "mistake": 1, "unread": 0, "refuse": 0, "Condition": 0}  # where the code stands
LANGUAGES = pytest.mark.parametrize("texts", CATALOGUES.values(), ids=list(CATALOGUES))


def sources(*folders: str) -> Iterator[Path]:
    for folder in folders:
        yield from sorted((ROOT / folder).rglob("*.py"))


def codes(maker: dict[str, int], *folders: str) -> set[str]:
    """Every literal code that one of these calls is given, directly or by a local name."""
    found = set()
    for path in sources(*folders):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        given = {
            ast.unparse(call.args[maker[call.func.id]])
            for call in ast.walk(tree)
            if isinstance(call, ast.Call)
            and isinstance(call.func, ast.Name)
            and call.func.id in maker
            and len(call.args) > maker[call.func.id]
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.Assign) and any(ast.unparse(target) in given for target in node.targets):
                given |= {
                    ast.unparse(leaf) for leaf in ast.walk(node.value) if isinstance(leaf, ast.Constant)
                }
        found |= {code[1:-1] for code in given if code[:1] in "'\""}
    return {code for code in found if re.fullmatch("[a-z_]+", code)}


USED = codes(MAKERS, "core", "bot", "storage") | MISTAKES.keys()


@LANGUAGES
def test_every_mistake_has_a_sentence(texts: Catalogue) -> None:
    assert USED - texts.mistakes.sentences.keys() == set()


@LANGUAGES
def test_no_sentence_is_without_a_mistake(texts: Catalogue) -> None:
    handed_on = {
        "two_wilds",
        "two_winning_tiles",
    }  # codes that are passed as an argument before they are made
    assert texts.mistakes.sentences.keys() - USED - handed_on == set()


@LANGUAGES
def test_every_note_has_a_sentence(texts: Catalogue) -> None:
    assert codes({"Note": 0}, "core") - texts.notes.sentences.keys() == set()


@LANGUAGES
@pytest.mark.parametrize("code", MISTAKES)
def test_the_tables_refusals_have_what_they_need(texts: Catalogue, code: str) -> None:
    kind, names = MISTAKES[code]
    data: dict[str, object] = dict.fromkeys(names, "甲")
    if "problems" in data:
        data["problems"] = (Problem("impossible", "no_seats"),)
    assert texts.mistakes.problem(Problem(kind, code, data))


OTHERS = pytest.mark.parametrize("lang", [lang for lang in CATALOGUES if lang != "zh"])
TOPICS = [field.name for field in fields(Catalogue)]


def own(texts: Catalogue, topic: str) -> dict[str, object]:
    """What a class of a catalogue has itself, inherited nothing."""
    return {name: value for name, value in vars(type(getattr(texts, topic))).items() if name[:2] != "__"}


@OTHERS
@pytest.mark.parametrize("topic", TOPICS)
def test_languages_have_the_same_sentences_each_its_own(lang: str, topic: str) -> None:
    ours, theirs = own(CATALOGUES["zh"], topic), own(CATALOGUES[lang], topic)
    assert ours.keys() == theirs.keys()
    for name, sentence in ours.items():
        other = theirs[name]
        if inspect.isfunction(sentence) and inspect.isfunction(other):
            assert inspect.signature(sentence) == inspect.signature(other), name
        elif isinstance(sentence, dict) and isinstance(other, dict):
            assert sentence.keys() == other.keys() or name == "glosses", name
        else:
            assert isinstance(other, type(sentence)), name


@OTHERS
@pytest.mark.parametrize("topic", TOPICS)
def test_no_sentence_is_copied(lang: str, topic: str) -> None:
    ours, theirs = own(CATALOGUES["zh"], topic), own(CATALOGUES[lang], topic)
    copied = {
        text
        for text in texts_of(list(ours.values())) & texts_of(list(theirs.values()))
        if not all(map(NAMED.fullmatch, HAN.findall(text)))
    }
    assert not copied


def texts_of(value: object) -> set[str]:
    """Every text within constants of a class."""
    if isinstance(value, str):
        return {value}
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list | tuple) else ()
    return {text for part in parts for text in texts_of(part)}


# ── English says in Chinese only what the rulebooks call by name ──────────────────────────────────────────────

HAN = re.compile("[\u3400-\u9fff]+")
ALONE = {*"万条饼手旗庄底", *HONORS, *FLOWERS}  # tiles as they are printed, and letters of reports
CONCEPTS = {"雀账", "花牌", "现场汇", "比下胡", "闹闹", "海底"}  # what the documents name besides


def vocabulary() -> set[str]:
    """Fans, options and their values, melds, ways to win, payments on the spot, words of the report language."""
    found = {*ALONE, *CONCEPTS, *LENGTHS, *WORDS, *spoken.RULESETS, *spoken.STRANGERS, "戊"}
    for ruleset in RULESETS.values():
        found |= {ruleset.name, *ruleset.melds, *ruleset.counters, *ruleset.pointing}
        found |= {name for row in ruleset.rows for name in (row.name, *row.aliases)}
        found |= {word for option in ruleset.options.values() for word in (option.name, *option.values)}
        found |= {word for rung in LADDER for word in (rung.name, rung.rank) if word}
        found |= {word for spot in ruleset.spots.values() for word in (spot.name, *spot.words)}
    return found


WORDS = {
    SELF_DRAW, DISCARD, ROBBED, CLOSED_PUNG, PAIR, CONCEALED,
    *spoken.FINED, spoken.LAYS_OPEN, spoken.WILD, spoken.HARD, spoken.FLOWERS, spoken.POINTS,
    spoken.FANS, spoken.ROUND, spoken.TIME_ZONE[0], spoken.COMMAND_WORDS["gang"][0],
}  # fmt: skip
NAMED = re.compile(f"(?:{'|'.join(sorted(vocabulary(), key=len, reverse=True))})+")


def literals(*folders: str) -> Iterator[tuple[Path, int, str]]:
    """Every text of these folders that is no docstring, with what is filled in left out."""
    for path in sources(*folders):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        told = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
                yield path, node.lineno, re.sub(r"{.*?}", "", node.value)


def test_english_has_no_chinese_but_the_rulebooks() -> None:
    for path, line, text in literals("bot/texts/en"):
        for word in HAN.findall(text):
            assert NAMED.fullmatch(word), f"{path.name}:{line} {word!r}"
        assert not re.search("[\u3000-\u303f\uff01-\uff65]", text), f"{path.name}:{line} {text!r}"


@pytest.mark.parametrize("name", sorted({row.name for r in RULESETS.values() for row in r.rows}))
def test_every_fan_has_its_meaning_in_english(name: str) -> None:
    assert re.fullmatch("[a-z -]+", FANS[name])
    assert term(name) == f"{name} ({FANS[name]})"


def test_every_option_has_its_meaning_in_english() -> None:
    options = [option for ruleset in RULESETS.values() for option in ruleset.options.values()]
    assert {word for one in options for word in (one.name, *one.values) if HAN.search(word)} <= GLOSSES.keys()
    assert {ruleset.name for ruleset in RULESETS.values()} | LENGTHS.keys() <= ENGLISH.keys()


def test_an_evening_in_english_has_no_chinese_but_the_rulebooks(tmp_path: Path) -> None:
    """Whatever way the sentences came: tables, buttons, toasts, names of what was recorded."""
    chat, engine = (
        (CHATS / "english.txt").read_text(encoding="utf-8"),
        open_engine(f"sqlite:///{tmp_path / 'db'}"),
    )
    heard: list[str] = []
    asyncio.run(play(list(turns(chat))[:-1], engine, tmp_path, heard))
    assert len(heard) > 300
    for line in heard:
        line = re.sub(
            r"^bot \(改\)|^  /[a-z]+ \(.*?\)", "", line
        )  # the terminal's own; Chinese words of commands
        assert all(map(NAMED.fullmatch, HAN.findall(line))), line
        assert not re.search("[\u3000-\u303f\uff01-\uff65]", line), line


def test_telegrams_menu_is_in_both_languages() -> None:
    menus = App().menus()
    assert menus.keys() == {"", "en"}
    assert all(HAN.search(text) for _, text in menus[""])
    assert not any(HAN.search(text) for _, text in menus["en"])
    assert [name for name, _ in menus[""]] == [name for name, _ in menus["en"]]


LATIN = {
    "Ctrl", "Telegram", "JSON", "JavaScript", "Asia", "Shanghai", "CSV", "by", "all", "json", "xlsx", "csv", "wuxi", "zh", "en",
    "option", "report",
}  # fmt: skip


def test_chinese_has_no_english_but_commands() -> None:
    for path, line, text in literals("bot/texts/zh"):
        if HAN.search(text):
            bare = re.sub("/[a-z]+", "", re.sub(r"<.*?>", "", text))
            assert set(re.findall("[A-Za-z]{2,}", bare)) <= LATIN, f"{path.name}:{line} {text!r}"


@LANGUAGES
def test_no_sentence_shouts_or_is_sorry(texts: Catalogue) -> None:
    for path, line, text in literals(f"bot/texts/{next(k for k, one in CATALOGUES.items() if one is texts)}"):
        assert not re.search("[!！]|(?i:sorry|apolog|please)|抱歉|对不起", text), f"{path.name}:{line}"


def test_pieces_are_shown_as_people_read_them() -> None:
    assert shown("tile", 4) == "5万"
    assert shown("tiles", (27, 33)) == f"{NAMES[27]}、{NAMES[33]}"
    assert shown("number", 4) == "4"
    assert shown("players", ("甲", "乙")) == "甲、乙"


# Rulebook words that code outside of the catalogue may know: ways of winning, tiles, names of options.
RULEBOOK = {"胡", "番", "翻", "花", "不限", "改账", "所有人"}
CASE_WORDS = ROOT / "bot" / "score.py"  # names the players and the keys of case files
DRAWN = ROOT / "bot" / "pictures"  # what is written on tiles
SPOKEN = [
    path
    for path in sources("bot")
    if "texts" not in path.parts and path != CASE_WORDS and DRAWN not in path.parents
]


@pytest.mark.parametrize("path", SPOKEN, ids=lambda p: p.name)
def test_sentences_stand_in_the_catalogue(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    documented = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documented:
            for word in re.findall(r"[\u3400-\u9fff]+", node.value):
                assert word in RULEBOOK, f"{path.name}:{node.lineno} {node.value!r}"
