"""Every row of every ruleset has a worked hand that scores as it was worked out, and that has the row."""

import pytest

from core.deal import Deal
from core.engine import best, reported
from core.payment import net
from core.rules import RULESETS
from core.ruleset import Row, Ruleset
from core.worked import EXAMPLES, HANDS, ITEMS, Worked
from core.worked.hand import TABLE
from core.worked.wenling import CAPS

ROWS = [
    pytest.param(ruleset, row, id=f"{ruleset.key}-{row.name}")
    for ruleset in RULESETS.values()
    for row in ruleset.rows
]
OTHERS = [
    pytest.param(RULESETS[key], hand, id=f"{key}-{number}")
    for group in (ITEMS, EXAMPLES, {"wenling": tuple(CAPS.values())})
    for key, hands in group.items()
    for number, hand in enumerate(hands)
]


def figures(ruleset: Ruleset, hand: Worked) -> dict[str, object]:
    answer = hand.scored(ruleset).wins[0]
    return {name: answer.figures.get(name) for name in hand.figures}


@pytest.mark.parametrize(("ruleset", "row"), ROWS)
def test_a_row_has_a_worked_hand(ruleset: Ruleset, row: Row) -> None:
    hand = HANDS[ruleset.key][row.name]
    assert figures(ruleset, hand) == hand.figures
    assert hand.scored(ruleset).wins[0].reading, "the hand is written in tiles"


@pytest.mark.parametrize(("ruleset", "row"), ROWS)
def test_the_row_counts_in_it(ruleset: Ruleset, row: Row) -> None:
    options = ruleset.defaults()
    hand = reported(ruleset, HANDS[ruleset.key][row.name].read(ruleset).lines, TABLE, options)
    win = best(ruleset, Deal(ruleset, hand.winners[0], hand.table, options))
    assert win.counted.rows & ruleset.bit[row.name]


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=list(RULESETS))
def test_no_worked_hand_is_left_over(ruleset: Ruleset) -> None:
    assert HANDS[ruleset.key].keys() == {row.name for row in ruleset.rows}


@pytest.mark.parametrize(("ruleset", "hand"), OTHERS)
def test_an_example_comes_to_what_was_worked_out(ruleset: Ruleset, hand: Worked) -> None:
    assert figures(ruleset, hand) == hand.figures


# Who pays in the examples, by hand: shares of 自摸 three times, whoever is liable alone, wenling's differences.
PAID = {
    "wuxi": (
        {"甲": 135, "乙": -45, "丙": -45, "丁": -45},
        {"甲": 450, "乙": -150, "丙": -150, "丁": -150},
        {"甲": 50, "乙": -50, "丙": 0, "丁": 0},
        {"甲": 0, "乙": 120, "丙": 0, "丁": -120},
        {"甲": 50, "乙": 30, "丙": 0, "丁": -80},
    ),
    "nanjing": (
        {"甲": 264, "乙": -88, "丙": -88, "丁": -88},
        {"甲": 0, "乙": 122, "丙": -122, "丁": 0},
        {"甲": 192, "乙": -192, "丙": 0, "丁": 0},
        {"甲": 68, "乙": -68, "丙": 0, "丁": 0},
        {"甲": 84, "乙": 0, "丙": 0, "丁": -84},
    ),
    "wenling": (
        {"甲": -22, "乙": -28, "丙": 78, "丁": -28},
        {"甲": -7, "乙": 48, "丙": -28, "丁": -13},
        {"甲": 17, "乙": 48, "丙": 3, "丁": -68},
    ),
}


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=list(RULESETS))
def test_who_pays_in_the_examples(ruleset: Ruleset) -> None:
    paid = [net(hand.scored(ruleset).transfers, TABLE.players) for hand in EXAMPLES[ruleset.key]]
    assert paid == list(PAID[ruleset.key])
