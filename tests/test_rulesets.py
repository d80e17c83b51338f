"""What every ruleset's table has to keep: its worked hands, its pins, its lint."""

import pytest

from core.rules import RULESETS
from core.ruleset import Ruleset
from tests.casework import Case, answer, cases, changes, difference, failing

ALL = [pytest.param(case, id=case["id"]) for key in RULESETS for case in cases(key)]
TABLES = [pytest.param(ruleset, id=key) for key, ruleset in RULESETS.items()]


@pytest.mark.parametrize("case", ALL)
def test_worked_hand(case: Case) -> None:
    assert difference(case["expect"], answer(case)) is None, case["report"]


@pytest.mark.parametrize("ruleset", TABLES)
def test_names_and_aliases_are_unique(ruleset: Ruleset) -> None:
    names = [name for row in ruleset.rows for name in (row.name, *row.aliases)]
    assert sorted(set(names)) == sorted(names)


@pytest.mark.parametrize("ruleset", TABLES)
def test_every_exclusion_resolves(ruleset: Ruleset) -> None:
    for row in ruleset.rows:
        for name in (*row.drops, *row.implied, *row.clashes):
            assert name in ruleset.bit, (row.name, name)
            assert name != row.name


@pytest.mark.parametrize("ruleset", TABLES)
def test_every_row_and_exclusion_is_pinned_by_a_worked_hand(ruleset: Ruleset) -> None:
    worked = cases(ruleset.key)
    loose = [what for what, variant in changes(ruleset) if next(failing(variant, worked), None) is None]
    assert not loose
