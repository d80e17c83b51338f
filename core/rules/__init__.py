"""The rulesets by their keys."""

from core.rules.nanjing import NANJING
from core.rules.wenling import WENLING
from core.rules.wuxi import WUXI
from core.ruleset import Ruleset

RULESETS: dict[str, Ruleset] = {ruleset.key: ruleset for ruleset in (WUXI, NANJING, WENLING)}
