"""Worked hands: for every row of every ruleset one hand in tiles that has it, with figures worked by hand.

Players read them beside the row, and the tests hold the engine to them.
"""

from collections.abc import Mapping

from core.hand import Line
from core.ruleset import Ruleset
from core.worked import nanjing, wenling, wuxi
from core.worked.hand import Worked

# By ruleset: a hand for each row; reports that show what sets and flowers are worth; whole examples.
HANDS: Mapping[str, Mapping[str, Worked]] = {
    "wuxi": wuxi.HANDS,
    "nanjing": nanjing.HANDS,
    "wenling": wenling.HANDS,
}
ITEMS: Mapping[str, tuple[Worked, ...]] = {
    "wuxi": wuxi.ITEMS,
    "nanjing": nanjing.ITEMS,
    "wenling": wenling.ITEMS,
}
# Rows whose hands have neither melds nor anything rare about them.
_PLAIN = {"wuxi": "清龙", "nanjing": "门清", "wenling": "天胡"}
EXAMPLES: Mapping[str, tuple[Worked, ...]] = {
    "wuxi": wuxi.EXAMPLES,
    "nanjing": nanjing.EXAMPLES,
    "wenling": wenling.EXAMPLES,
}


def plain_hand(ruleset: Ruleset) -> Line:
    """A hand without melds that wins in this ruleset, to show how tiles are written."""
    report = HANDS[ruleset.key][_PLAIN[ruleset.key]].read(ruleset)
    return next(line for line in report.lines if line.concealed)
