"""From the text of a report to its tokens: players' full names first, then words, melds, numbers, tiles."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache

from core.errors import Mistake, Problem
from core.hand import (
    CHOW,
    CLOSED_KONG,
    CLOSED_PUNG,
    CONCEALED,
    DISCARD,
    KONGS,
    PAIR,
    PUNG,
    ROBBED,
    SELF_DRAW,
    Meld,
    Player,
)
from core.notation import fold, read_number, read_run
from core.roster import Roster
from core.ruleset import Ruleset
from core.tiles import Tile, is_flower, write_tiles

ME, GIVES, NONE_OF = "我", "给", "无"
FIGURES = ("胡", "番")  # a player's points and fan as figures, `12胡1番`
NOTHING = "0"  # the whole line of one who has none
WAYS: Mapping[str, str] = {
    "自摸": SELF_DRAW,
    **dict.fromkeys(("点炮", "荣和", "荣", "放铳", "放炮"), DISCARD),
    "抢杠胡": ROBBED,
    "抢杠": ROBBED,
}
WINS = ("胡", "和")  # alone: the one named before it won
_MELDS: Mapping[str, str] = {
    "吃": CHOW, "碰": PUNG, "明杠": "明杠", "补杠": "补杠", "暗杠": CLOSED_KONG, "暗刻": CLOSED_PUNG,
    "对": PAIR, "杠": "杠",
}  # fmt: skip
_STARTS = tuple(sorted((*WAYS, GIVES), key=len, reverse=True))  # what may be written together with a name
_SPECIAL = ("手", "花", "翻", "得", "胡", "和")


@dataclass(slots=True, eq=False)
class Token:
    """A piece of a report.

    `kind`: player, way, gives, wins, word, meld, hand, tiles, win (the winning tile), laid, wild, number.
    """

    kind: str
    glued: bool = False  # written together with the token before
    name: str = ""  # of a word, a way or a number: what it is called
    player: Player | None = None  # the player named, or pointed at; None also for one that nobody knows
    at: str | None = None  # what stood after @: a player's key, or 暗
    tiles: tuple[Tile, ...] = ()
    number: int = 0
    meld: Meld | None = None


def scan(
    text: str, ruleset: Ruleset, roster: Roster, sender: Player | None, problems: list[Problem]
) -> list[list[Token]]:
    """The lines of a report as tokens; one that does not begin with a player goes on with that above."""
    drafts: list[list[Token]] = []
    for raw in text.splitlines():
        scanner = Scanner(fold(raw), ruleset, roster, sender, problems)
        tokens = scanner.tokens()
        if not tokens and not scanner.text:
            continue
        if not drafts or scanner.begins_with_player:
            drafts.append([])
        drafts[-1] += tokens
    return drafts


class Scanner:
    """Reads one folded line into tokens."""

    def __init__(
        self, text: str, ruleset: Ruleset, roster: Roster, sender: Player | None, problems: list[Problem]
    ) -> None:
        self.text, self.ruleset, self.roster, self.sender = text, ruleset, roster, sender
        self.problems = problems
        self.words = _vocabulary(ruleset)
        self.by_initial = _by_initial(ruleset)
        self.at = 0
        self.glued = False
        self.begins_with_player = False

    def tokens(self) -> list[Token]:
        found: list[Token] = []
        while self.at < len(self.text):
            if self.text[self.at] == " ":
                self.at += 1
                self.glued = False
                continue
            token = self._player(found) or self._token(found) or self._unknown(found)
            if token is not None:
                token.glued = self.glued
                found.append(token)
            self.glued = True
        self.begins_with_player = bool(found) and found[0].kind == "player"
        return found

    def _player(self, found: list[Token]) -> Token | None:
        """A player's full name, at the beginning of a piece or written together with 点炮, 抢杠 or 给."""
        initial = self.text[self.at]
        if initial not in self.roster.initials and initial != ME:
            return None
        if self.glued and found[-1].kind not in ("way", "gives"):
            return None
        for name in self.roster.spellings:
            end = self.at + len(name)
            if self.text.startswith(name, self.at) and self._ends_name(end):
                self.at = end
                return Token("player", player=self._who(name, self.roster.spelled))
        if self.sender is not None and self.text.startswith(ME, self.at) and self._ends_name(self.at + 1):
            self.at += 1
            return Token("player", player=self.sender)
        return None

    def _who(self, name: str, find: Callable[[str], Player | None] | None = None) -> Player | None:
        """The player of this name; a problem if there is none, or more than one."""
        try:
            return (find or self.roster.find)(name)
        except Mistake as wrong:
            self.problems += wrong.problems
            return None

    def _ends_name(self, end: int) -> bool:
        return end == len(self.text) or self.text[end] == " " or self.text.startswith((*_STARTS, *WINS), end)

    def _places_player(self, found: list[Token]) -> bool:
        """Whether a player is expected here: at the beginning, or after 点炮, 抢杠 and 给."""
        if not found:
            return True
        last = found[-1]
        if last.kind == "way" and last.glued and len(found) > 1 and found[-2].kind == "player":
            return False  # in 乙点炮 the discarder is known
        return last.kind == "gives" or (last.kind == "way" and last.name != SELF_DRAW and last.at is None)

    def _unknown(self, found: list[Token]) -> Token | None:
        """A piece that is no token: the beginning of a name if a player is expected, else a problem."""
        end = _next(self.text, self.at)
        if self._places_player(found):
            piece = self.text[self.at : end]
            cut = min((at for word in _STARTS if (at := piece.find(word)) > 0), default=len(piece))
            self.at += cut
            return Token("player", player=self._who(piece[:cut]))
        piece = self.text[self.text.rfind(" ", 0, self.at) + 1 : end]
        words = [word for word in self.words if len(word) > 1]
        alike = get_close_matches(piece, words, n=3, cutoff=_ALIKE)
        self.problems.append(Problem("unreadable", "unknown_word", {"piece": piece, "alike": tuple(alike)}))
        while self.glued and found and found[-1].glued and found[-1].kind != "player":
            found.pop()  # what was read of the same piece
        self.at = end
        return None

    def _token(self, found: list[Token]) -> Token | None:
        """The longest word that begins here, else a counter, else tiles."""
        start = self.at
        for word in self.by_initial.get(self.text[start], ()):
            if not self.text.startswith(word, start):
                continue
            kind = self.words[word]
            if kind in ("special", "meld"):
                token = self._prefixed(word, kind)
            else:
                self.at = start + len(word)
                token = Token(kind, name=self._value(kind, word))
                token.at = self._pointed(token)
            if token is not None:
                return token
            self.at = start
        return self._counter() or self._tiles(found)

    def _value(self, kind: str, word: str) -> str:
        """The printed name of a word."""
        if kind == "way":
            return WAYS[word]
        row = self.ruleset.by_name.get(word)
        return row.name if row else self.ruleset.words.get(word, word)

    def _pointed(self, token: Token) -> str | None:
        """What stands after @: a player, or 暗 (`包@乙`, `点炮@乙`, `碰3万@乙`, `大杠开@暗`)."""
        if not self.text.startswith("@", self.at):
            return None
        start, self.at = self.at, self.at + 1
        for name in self.roster.spellings:
            end = self.at + len(name)
            if self.text.startswith(name, self.at) and (end == len(self.text) or self.text[end] in " @"):
                self.at = end
                break
        else:
            end = _next(self.text, self.at)
            name, self.at = self.text[self.at : end], end
        if token.kind == "word" and token.name not in self.ruleset.pointing:
            self.problems.append(
                Problem("unreadable", "points_at_nobody", {"piece": token.name + "@" + name})
            )
            return None
        if token.kind == "word" and name == CONCEALED:
            return name
        if not name:
            piece = self.text[max(start - 2, 0) : end]
            self.problems.append(Problem("unreadable", "unknown_word", {"piece": piece, "alike": ()}))
            return None
        return self.sender if name == ME and self.sender is not None else self._who(name)

    def _prefixed(self, word: str, kind: str) -> Token | None:
        """A word that needs what follows it: a meld's tiles, the winning tile, flowers, the 得, a number."""
        text = self.text
        after = self.at + len(word)
        if word == "得" and text.startswith("=", after):
            after += 1
        after += text.startswith(" ", after)
        if word == "手":
            self.at = after
            return Token("hand")
        tiles, end = read_run(text, after)
        if word in self.ruleset.counters and not tiles:
            number, end = read_number(text, after)
            if number is not None:
                self.at = end
                return Token("number", name=self.ruleset.counters[word], number=number)
        if not tiles and word in WINS:
            self.at += len(word)
            return Token("wins")
        if not tiles or (word in self.ruleset.counters and word != "花"):
            return None
        self.at = end
        if kind == "meld":
            token = Token("meld", meld=self._meld(word, tuple(tiles)))
            token.at = self._pointed(token)
            if token.meld is not None and token.at:
                token.meld = token.meld._replace(feeder=token.at)
            return token
        if word not in ("胡", "和", "得"):
            return Token("laid", tiles=tuple(tiles))
        if len(tiles) > 1:
            code = "one_wild" if word == "得" else "one_winning_tile"
            self.problems.append(Problem("unreadable", code, {"piece": word + text[after:end]}))
        return Token("wild" if word == "得" else "win", tiles=tuple(tiles[:1]))

    def _meld(self, word: str, tiles: tuple[Tile, ...]) -> Meld | None:
        """The meld that these tiles make: one tile of it, or all."""
        kind = _MELDS[word]
        if kind == "杠":
            piece = word + write_tiles(tiles)
            self.problems.append(Problem("ambiguous", "which_kong", {"piece": piece, "tile": tiles[0]}))
            return None
        first = min(tiles)
        full = 4 if kind in KONGS else 2 if kind == PAIR else 3
        if kind == CHOW:
            right = sorted(tiles) == [first, first + 1, first + 2] and first < 27 and first % 9 < 7
        else:
            right = len(tiles) in (1, full) and len(set(tiles)) == 1
        if not right:
            piece = word + write_tiles(tiles)
            self.problems.append(Problem("impossible", "no_meld", {"piece": piece, "kind": kind}))
            return None
        return Meld(kind, first)

    def _counter(self) -> Token | None:
        """A number before what it counts (`3花`, `12胡1番`), the 0 of one who has nothing, and `+8万`."""
        text, start = self.text, self.at
        if text.startswith("+", start):
            tiles, end = read_run(text, start + 1)
            if len(tiles) != 1:
                return None
            self.at = end
            return Token("win", tiles=tuple(tiles))
        if text.startswith(NONE_OF, start):
            number: int | None = 0
            end = start + len(NONE_OF)
        else:
            number, end = read_number(text, start)
        if number is None:
            return None
        figures = {"胡": "胡", "番": "番"} if self.ruleset.figures_said else {}
        names = {**self.ruleset.counters, **figures}
        for name in sorted(names, key=len, reverse=True):
            after = end + (name not in figures and text.startswith(" ", end))
            # `12胡` is a figure, but in `1 胡8万` the 胡 has a tile of its own.
            if text.startswith(name, after) and not (name == "胡" and read_run(text, after + 1)[0]):
                self.at = after + len(name)
                return Token("number", name=names[name], number=number)
        if figures and text[start:end] == "0" and end == _next(text, start):
            self.at = end
            return Token("number", name=NOTHING)
        return None

    def _tiles(self, found: list[Token]) -> Token | None:
        in_hand = bool(found) and found[-1].kind in ("hand", "tiles")
        tiles, end = read_run(self.text, self.at, spaced=in_hand)
        if not tiles:
            return None
        self.at = end
        laid = all(map(is_flower, tiles)) and not in_hand and not self.ruleset.open_hand
        return Token("laid" if laid else "tiles", tiles=tuple(tiles))


def _next(text: str, at: int) -> int:
    end = text.find(" ", at)
    return len(text) if end < 0 else end


_ALIKE = 0.5  # how much of an unknown word has to agree with a known one that is offered for it


@cache
def _vocabulary(ruleset: Ruleset) -> dict[str, str]:
    """Every fixed word of the report language with this ruleset → its kind of token."""
    words = dict.fromkeys(_MELDS, "meld") | dict.fromkeys(_SPECIAL, "special")
    words |= dict.fromkeys(ruleset.counters, "special")
    named = (name for name in ruleset.by_name if not _lays_open(name))
    words |= dict.fromkeys(ruleset.words, "word") | dict.fromkeys(named, "word")
    words |= dict.fromkeys(WAYS, "way") | {GIVES: "gives"}
    return words


def _lays_open(name: str) -> bool:
    """Whether a fan is called as the tiles are that lie open for it: `翻白` says the tile."""
    return name.startswith("翻") and read_run(name, 1)[1] == len(name)


@cache
def _by_initial(ruleset: Ruleset) -> dict[str, tuple[str, ...]]:
    """The words of the vocabulary by their first character, longest first."""
    found: dict[str, list[str]] = {}
    for word in sorted(_vocabulary(ruleset), key=len, reverse=True):
        found.setdefault(word[0], []).append(word)
    return {initial: tuple(words) for initial, words in found.items()}


def is_word(text: str, ruleset: Ruleset) -> bool:
    """Whether a name would be exactly a word of the report language, tiles or a number among them."""
    folded = fold(text)
    if folded in _vocabulary(ruleset) or folded in (ME, "") or folded.isdigit():
        return True
    tiles, end = read_run(folded)
    if tiles and end == len(folded):
        return True
    problems: list[Problem] = []
    tokens = Scanner(folded, ruleset, Roster(()), None, problems).tokens()
    return len(tokens) == 1 and tokens[0].kind != "player" and not problems


def addressed(text: str, roster: Roster, sender: Player | None = None) -> tuple[Player, str] | None:
    """Who a plain message begins with, by full name, alias or 我, and the rest of it; None if by nobody.

    A name may be written together with 自摸, 点炮, 抢杠 and 给, as in a report.
    """
    folded = fold(text.split("\n", 1)[0])
    for name in (*roster.spellings, *((ME,) if sender is not None else ())):
        rest = folded[len(name) :]
        if folded.startswith(name) and (not rest or rest[0] == " " or rest.startswith(_STARTS)):
            player = sender if name == ME and name not in roster.spellings else roster.exactly(name)
            return (player, rest.strip()) if player is not None else None
    return None


def says_way(text: str, ruleset: Ruleset, roster: Roster) -> bool:
    """Whether a whole piece of the text is a way of winning, alone or together with players' names."""
    scanner_tokens = [Scanner(piece, ruleset, roster, None, []).tokens() for piece in fold(text).split()]
    return any(
        any(t.kind == "way" for t in tokens) and all(t.kind in ("way", "player", "gives") for t in tokens)
        for tokens in scanner_tokens
    )
