"""Worked hands: for every row of every ruleset one hand in tiles that has it, with figures worked by hand.

Players read them beside the row, and the tests hold the engine to them.
"""

from collections.abc import Mapping

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
EXAMPLES: Mapping[str, tuple[Worked, ...]] = {
    "wuxi": wuxi.EXAMPLES,
    "nanjing": nanjing.EXAMPLES,
    "wenling": wenling.EXAMPLES,
}
