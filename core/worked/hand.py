"""A worked hand: a report, the table it was played at, and what it comes to."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from core.engine import Scored, score
from core.hand import Report, Table
from core.report import parse_report
from core.roster import Roster
from core.ruleset import Ruleset

TABLE = Table(("甲", "乙", "丙", "丁"))  # 甲 deals in the 东 round
_ROSTER = Roster([(player, (player,)) for player in TABLE.players])


@dataclass(frozen=True, slots=True)
class Worked:
    """`figures` are those of the answer (1-report §4), worked out with pencil and rulebook."""

    report: str
    figures: Mapping[str, int]
    options: Mapping[str, str] = field(default_factory=dict)

    def read(self, ruleset: Ruleset) -> Report:
        return parse_report(self.report, ruleset, _ROSTER)

    def scored(self, ruleset: Ruleset) -> Scored:
        """What the engine makes of it."""
        return score(ruleset, self.read(ruleset), TABLE, ruleset.choose(self.options))


def worked(report: str, options: Mapping[str, str] | None = None, **figures: int) -> Worked:
    return Worked(report, figures, options or {})
