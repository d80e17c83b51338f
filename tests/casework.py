"""Worked hands: reading case files, comparing answers with them, and pinning a ruleset's table by them."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from bot.score import score_case
from core.answer import answer_json
from core.errors import Mistake
from core.ruleset import Row, Ruleset

HERE = Path(__file__).parent / "cases"
SHARED = Path(__file__).resolve().parents[2] / "shared" / "cases"
Case = dict[str, Any]


def cases(ruleset: str) -> list[Case]:
    """All worked hands of a ruleset: ours, and those beside the project if they are there."""
    files = [*sorted(HERE.glob(f"{ruleset}*.jsonl")), *sorted(SHARED.glob(f"{ruleset}*.jsonl"))]
    found = {case["id"]: case for file in files for case in _lines(file)}
    return list(found.values())


def _lines(file: Path) -> Iterator[Case]:
    for line in file.read_text(encoding="utf-8").splitlines():
        if line.strip():
            yield json.loads(line)


def answer(case: Case, rulesets: Mapping[str, Ruleset] | None = None) -> dict[str, Any]:
    """The engine's answer to a case, or `{"error": kind}`."""
    try:
        scored = score_case(case, rulesets) if rulesets is not None else score_case(case)
    except Mistake as wrong:
        return {"error": wrong.kind}
    return answer_json(scored, lambda note: note.code)


def difference(expect: Mapping[str, Any], have: Mapping[str, Any]) -> str | None:
    """The first key in which an answer is not what the case expects; None if all are equal."""
    if ("error" in expect or "error" in have) and expect.get("error") != have.get("error"):
        return f"error {have.get('error')} instead of {expect.get('error')}"
    for key, want in expect.items():
        got = have.get(key)
        if key == "fans":
            total: Counter[str] = Counter()
            for row in got or ():
                total[row["name"]] += row["value"]
            got = dict(total)
        elif key == "pay":
            got = {player: (got or {}).get(player, 0) for player in want}
        elif key == "others":
            got = {
                player: {name: (got or {}).get(player, {}).get(name) for name in figures}
                for player, figures in want.items()
            }
        elif key == "wins":
            pairs = list(zip(want, got or (), strict=False))
            if len(pairs) != len(want) or any(difference(one, two) for one, two in pairs):
                return f"wins {got} instead of {want}"
            continue
        if got != want:
            return f"{key} {got} instead of {want}"
    return None


def failing(ruleset: Ruleset, worked: Iterable[Case]) -> Iterator[str]:
    """The ids of the cases that this variant of a ruleset answers otherwise."""
    for case in worked:
        if difference(case["expect"], answer(case, {ruleset.key: ruleset})):
            yield case["id"]


def changes(ruleset: Ruleset) -> Iterator[tuple[str, Ruleset]]:
    """Every way of taking a row, an exclusion or a clash out of a ruleset's table."""
    for at, row in enumerate(ruleset.rows):
        without = (*ruleset.rows[:at], *ruleset.rows[at + 1 :])
        yield f"row {row.name}", replace(ruleset, rows=without)
        for column in ("drops", "implied", "clashes"):
            for name in getattr(row, column):
                left: tuple[str, ...] = tuple(n for n in getattr(row, column) if n != name)
                yield (
                    f"{row.name} {column} {name}",
                    replace(ruleset, rows=_put(ruleset.rows, at, column, left)),
                )


def _put(rows: tuple[Row, ...], at: int, column: str, names: tuple[str, ...]) -> tuple[Row, ...]:
    return (*rows[:at], replace(rows[at], **{column: names}), *rows[at + 1 :])  # type: ignore[arg-type]
