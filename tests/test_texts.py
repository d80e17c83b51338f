"""The sentences: one for every code that core uses, the same ones in every language, none anywhere else."""

import ast
import inspect
import re
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import pytest

from bot.texts import CATALOGUES, Catalogue
from bot.texts.zh.mistakes import shown
from core.errors import Problem
from core.state import MISTAKES
from core.tiles import NAMES

ROOT = Path(__file__).parent.parent
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


def _members(texts: Catalogue) -> dict[str, object]:
    """Everything that a catalogue has, by `topic.name`."""
    return {
        f"{field.name}.{name}": inspect.getattr_static(type(getattr(texts, field.name)), name)
        for field in fields(texts)
        for name in dir(type(getattr(texts, field.name)))
        if not name.startswith("_")
    }


@pytest.mark.parametrize("lang", [lang for lang in CATALOGUES if lang != "zh"])
def test_languages_are_alike(lang: str) -> None:
    ours, theirs = _members(CATALOGUES["zh"]), _members(CATALOGUES[lang])
    assert ours.keys() == theirs.keys()
    for name, sentence in ours.items():
        assert theirs[name] is not sentence, f"{name} is not translated"
        if inspect.isfunction(sentence):
            assert inspect.signature(sentence) == inspect.signature(theirs[name])  # type: ignore[arg-type]
        elif isinstance(sentence, dict):
            assert sentence.keys() == theirs[name].keys()  # type: ignore[attr-defined]


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
