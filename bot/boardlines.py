"""Old lines of a leaderboard: `1 name 755/250=3.02 2024-10-12`, several on a line, the last with rank −1."""

import re
import unicodedata
from collections.abc import Iterator
from datetime import date
from fractions import Fraction
from typing import NamedTuple

from core.errors import Mistake, Problem
from core.standings import ratio_text

_LINE = re.compile(
    r"(?:(?<!\S)-?\d{1,4}[.)]?\s+|^\s*)"  # the rank; a line may begin without one
    r"(?P<name>[^\s/=]+(?: [^\s/=]+){0,3}?)\s+"
    r"(?P<final>-?\d{1,9})\s*/\s*(?P<start>\d{1,9})\s*=\s*(?P<ratio>-?\d{1,7}(?:\.\d+)?)\s+"
    r"(?P<day>\d{4}-\d{1,2}-\d{1,2})(?!\S)",
    re.MULTILINE,
)
_MINUS = dict.fromkeys(map(ord, "\N{MINUS SIGN}\N{EN DASH}\N{EM DASH}"), "-")
CLOSE = Fraction(1, 100)  # how far a ratio that was once rounded may be off


class BoardLine(NamedTuple):
    """Somebody's end of a session: final chips, those at the start, the day."""

    name: str
    final: int
    start: int
    day: date


def read_lines(text: str) -> list[BoardLine]:
    """Everything that a text has of such lines; Mistake with each piece that has figures but does not read.

    Words without figures between them (a heading) are passed over.
    """
    folded = unicodedata.normalize("NFKC", text).translate(_MINUS)
    problems: list[Problem] = []
    found: list[BoardLine] = []
    end = 0
    for match in _LINE.finditer(folded):
        problems += _left_over(folded[end : match.start()])
        end = match.end()
        try:
            found.append(_line(match))
        except Mistake as wrong:
            problems += wrong.problems
    problems += _left_over(folded[end:])
    if problems:
        raise Mistake(problems)
    return found


def _left_over(text: str) -> Iterator[Problem]:
    for line in text.splitlines():
        if re.search(r"\d", line):
            yield Problem("unreadable", "bad_board_line", {"piece": line.strip()})


def _line(match: re.Match[str]) -> BoardLine:
    final, start = int(match["final"]), int(match["start"])
    try:
        day = date(*map(int, match["day"].split("-")))
    except ValueError:
        raise Mistake([Problem("unreadable", "bad_board_line", {"piece": match["day"]})]) from None
    if start < 1:
        raise Mistake([Problem("unreadable", "bad_board_line", {"piece": match[0].strip()})])
    if abs(Fraction(match["ratio"]) - Fraction(final, start)) > CLOSE:
        data = {"piece": match[0].strip(), "ratio": ratio_text(final, start)}
        raise Mistake([Problem("contradiction", "bad_ratio", data)])
    return BoardLine(match["name"], final, start, day)
