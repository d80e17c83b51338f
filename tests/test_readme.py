"""The README keeps up with the tables of the program, and what it shows works."""

import re

from bot.readme import README, renewed
from core import RULESETS, Roster, Table, parse_report, score


def test_the_lists_are_those_of_the_tables() -> None:
    text = README.read_text(encoding="utf-8")
    assert renewed(text) == text, "python -m bot.readme writes them anew"


def test_the_example_of_the_library_runs() -> None:
    text = README.read_text(encoding="utf-8")
    (example,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    scope: dict[str, object] = {}
    exec(example, scope)
    answer = scope["answer"]
    ruleset, table = RULESETS["wuxi"], Table(("甲", "乙", "丙", "丁"))
    report = parse_report("甲 自摸 混一色 门清 2花", ruleset, Roster([(p, (p,)) for p in table.players]))
    assert answer == score(ruleset, report, table, ruleset.defaults()).wins[0]
    assert answer.figures["points"] == 3 * 6 * 5  # type: ignore[attr-defined]
