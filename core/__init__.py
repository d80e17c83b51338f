"""雀账's engine: hands in, chips out. Pure: no clock, no chat, no database.

`parse_report` reads what players type, `score` prices it at a table with a ruleset's options.
"""

from core.engine import Answer, Scored, score
from core.errors import Mistake, Note, Problem
from core.hand import Line, Meld, Report, Table
from core.payment import Transfer
from core.report import parse_report, write_report
from core.roster import Roster
from core.rules import RULESETS
from core.ruleset import Ruleset

__all__ = [
    "RULESETS",
    "Answer",
    "Line",
    "Meld",
    "Mistake",
    "Note",
    "Problem",
    "Report",
    "Roster",
    "Ruleset",
    "Scored",
    "Table",
    "Transfer",
    "parse_report",
    "score",
    "write_report",
]
