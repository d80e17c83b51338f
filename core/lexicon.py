"""The words of the report language with each ruleset, and the tokens that they make."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from core.hand import (
    CHOW,
    CLOSED_KONG,
    CLOSED_PUNG,
    DISCARD,
    PAIR,
    PUNG,
    ROBBED,
    SELF_DRAW,
)
from core.notation import read_run
from core.ruleset import Ruleset
from core.tiles import HONORS

ME, GIVES, NONE_OF, HELD = "我", "给", "无", "手"
FIGURES = ("胡", "番")  # a player's points and fan as figures, `12胡1番`
NOTHING = "0"  # the whole line of one who has none
WAYS: Mapping[str, str] = {
    "自摸": SELF_DRAW,
    **dict.fromkeys(("点炮", "荣和", "荣", "放铳", "放炮"), DISCARD),
    "抢杠胡": ROBBED,
    "抢杠": ROBBED,
}
WINS = ("胡", "和")  # alone: the one named before it won
MELD_WORDS: Mapping[str, str] = {
    "吃": CHOW, "碰": PUNG, "明杠": "明杠", "补杠": "补杠", "暗杠": CLOSED_KONG, "暗刻": CLOSED_PUNG,
    "对": PAIR, "杠": "杠",
}  # fmt: skip
STARTS = tuple(sorted((*WAYS, GIVES), key=len, reverse=True))  # what may be written together with a name
_SPECIAL = (HELD, "花", "翻", "得", *WINS)  # words that need what follows them


@dataclass(slots=True, eq=False)
class Token:
    """A piece of a report, never changed once it is made. What `value` is depends on `kind`:

    player: the key, None for one whom nobody knows · way, word: the printed name · meld: the `Meld`, or None
    · tiles, laid, win (the winning tile), wild: a tuple of tiles · number: (what is counted, how many)
    · gives, wins, hand: nothing.
    """

    kind: str
    value: Any = None
    glued: bool = False  # written together with the token before
    at: str | None = None  # what stood after @: a player's key, or 暗


@dataclass(frozen=True, slots=True)
class Lexicon:
    """Every fixed word of the report language with one ruleset."""

    words: Mapping[str, str]  # → its kind: word, way, gives, meld, special
    by_initial: Mapping[str, tuple[str, ...]]  # the words by their first character, longest first
    counted: tuple[
        tuple[str, str], ...
    ]  # what stands behind a number (`3花`) → what it counts, longest first
    plain: frozenset[str]  # the digits and honors that no word begins with: what begins with one is tiles


@cache
def lexicon(ruleset: Ruleset) -> Lexicon:
    words = dict.fromkeys(MELD_WORDS, "meld") | dict.fromkeys(_SPECIAL, "special")
    words |= dict.fromkeys(ruleset.counters, "special")
    named = (name for name in ruleset.by_name if not _lays_open(name))
    words |= dict.fromkeys(ruleset.words, "word") | dict.fromkeys(named, "word")
    words |= dict.fromkeys(WAYS, "way") | {GIVES: "gives"}
    by_initial: dict[str, list[str]] = {}
    for word in _longest_first(words):
        by_initial.setdefault(word[0], []).append(word)
    counters = {
        **ruleset.counters,
        **(dict(zip(FIGURES, FIGURES, strict=True)) if ruleset.figures_said else {}),
    }
    return Lexicon(
        words,
        {initial: tuple(found) for initial, found in by_initial.items()},
        tuple((name, counters[name]) for name in _longest_first(counters)),
        frozenset("123456789" + HONORS).difference(by_initial),
    )


def _longest_first(words: Mapping[str, str]) -> list[str]:
    return sorted(words, key=len, reverse=True)


def _lays_open(name: str) -> bool:
    """Whether a fan is called as the tiles are that lie open for it: `翻白` says the tile."""
    return name.startswith("翻") and read_run(name, 1)[1] == len(name)


def printed(word: str, ruleset: Ruleset) -> str:
    """The printed name of a fan or another word."""
    row = ruleset.by_name.get(word)
    return row.name if row else ruleset.words.get(word, word)
