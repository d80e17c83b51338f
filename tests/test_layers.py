"""What may import what: the engine is pure, and nothing below knows what stands above it."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
ENGINE = ("engine", "check", "possible", "reading", "report", "scan", "scanner", "lexicon", "order")
IMPURE = {
    "time",
    "random",
    "secrets",
    "os",
    "io",
    "pathlib",
    "socket",
    "threading",
    "asyncio",
    "logging",
}


def modules(package: str) -> list[Path]:
    return sorted((ROOT / package).rglob("*.py"))


def imports(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""


@pytest.mark.parametrize("file", modules("core"), ids=lambda f: f.name)
def test_core_needs_the_standard_library_alone_and_no_clock_and_no_files(file: Path) -> None:
    for name in imports(file):
        top = name.split(".")[0]
        assert top == "core" or top in sys.stdlib_module_names, name
        assert top not in IMPURE, name


@pytest.mark.parametrize("file", modules("core"), ids=lambda f: f.name)
def test_core_opens_and_prints_nothing_and_asks_no_clock(file: Path) -> None:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in {"open", "print", "input"}
        if isinstance(node, ast.Attribute):
            assert node.attr not in {"now", "today", "utcnow"}


@pytest.mark.parametrize("file", modules("storage"), ids=lambda f: f.name)
def test_storage_knows_no_bot(file: Path) -> None:
    assert {name.split(".")[0] for name in imports(file)}.isdisjoint({"bot", "telegram"})


@pytest.mark.parametrize("file", modules("bot/handlers"), ids=lambda f: f.name)
def test_handlers_know_no_telegram_and_no_sql(file: Path) -> None:
    assert {name.split(".")[0] for name in imports(file)}.isdisjoint(
        {"telegram", "sqlalchemy", "sqlmodel", "alembic"}
    )


@pytest.mark.parametrize("file", [ROOT / "core" / f"{name}.py" for name in ENGINE])
def test_the_engine_names_no_ruleset(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert not any(word in text for word in ("wuxi", "nanjing", "wenling", "无锡", "南京", "温岭"))
    assert not any(name.startswith("core.rules.") for name in imports(file))
