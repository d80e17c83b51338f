"""The kinds of mistake a report can have, and what a mistake says: a code and its data, never prose."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

# Severity order: of several problems the first kind of this table names the whole answer.
KINDS: tuple[str, ...] = (
    "unreadable",  # a token is no tile, fan, player or number
    "ambiguous",  # two players match, or a token reads in two ways that change the score
    "impossible",  # tiles, melds or players that no table can have
    "contradiction",  # what is said disagrees with itself, the tiles or the table
    "incomplete",  # the score depends on something that was not said
    "not_a_win",  # well-formed tiles that do not complete a hand
    "may_not_win",  # complete, but the ruleset forbids the win
)


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong: its kind, a code for the catalogue of sentences, and the pieces to quote."""

    kind: str
    code: str
    data: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Note:
    """Something worth saying about an answer: a code for the catalogue of sentences, and its data."""

    code: str
    data: Mapping[str, object] = field(default_factory=dict)


class Mistake(Exception):
    """A report that is refused as a whole; carries every problem that was found."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems: tuple[Problem, ...] = tuple(sorted(problems, key=lambda p: KINDS.index(p.kind)))
        super().__init__(", ".join(f"{p.kind}:{p.code}" for p in self.problems))

    @property
    def kind(self) -> str:
        """The kind of the whole answer: the most basic one among the problems."""
        return self.problems[0].kind


def mistake(kind: str, code: str, **data: object) -> Mistake:
    """A mistake of a single problem."""
    return Mistake((Problem(kind, code, data),))
