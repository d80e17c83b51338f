"""Reads pieces of a report sign by sign: players' full names first, then words, melds, numbers, tiles."""

from collections.abc import Callable
from difflib import get_close_matches

from core.errors import Mistake, Problem
from core.hand import CHOW, CONCEALED, KONGS, PAIR, SELF_DRAW, Meld, Player
from core.lexicon import (
    FIGURES,
    HELD,
    ME,
    MELD_WORDS,
    NONE_OF,
    NOTHING,
    STARTS,
    WAYS,
    WINS,
    Lexicon,
    Token,
    printed,
)
from core.notation import read_number, read_run
from core.roster import Roster
from core.ruleset import Ruleset
from core.tiles import Tile, is_flower, write_tiles

_AFTER_NAME = (" ", *STARTS, *WINS)
_ALIKE = 0.5  # how much of an unknown word has to agree with a known one that is offered for it


class Scanner:
    """Reads a folded line into tokens from any place on; what is wrong in it goes to `problems`."""

    def __init__(
        self,
        text: str,
        ruleset: Ruleset,
        lexicon: Lexicon,
        roster: Roster,
        sender: Player | None,
        problems: list[Problem],
    ) -> None:
        self.text, self.ruleset, self.lexicon, self.roster = text, ruleset, lexicon, roster
        self.sender, self.problems = sender, problems
        self.at = 0
        self.glued = False

    def read(self, at: int, glued: bool, found: list[Token]) -> int:
        """Reads on from `at` to the end of a piece, adding to the tokens found before it; where that is.

        `glued`: nobody is named here unless 点炮, 抢杠 or 给 stands right before.
        """
        self.at, self.glued = at, glued
        while self.at < len(self.text) and self.text[self.at] != " ":
            token = self._player(found) or self.word() or self.counter() or self._tiles(found)
            if token is not None or (token := self._unknown(found)) is not None:
                found.append(token)
            self.glued = True
        return self.at

    # ------------------------------------------------------------------------------------------ players

    def _player(self, found: list[Token]) -> Token | None:
        """A player's full name, at the beginning of a piece or written together with 点炮, 抢杠 or 给."""
        initial = self.text[self.at]
        if initial not in self.roster.initials and initial != ME:
            return None
        if self.glued and found[-1].kind not in ("way", "gives"):
            return None
        for name in self.roster.spellings:
            if self.text.startswith(name, self.at) and self._ends_name(self.at + len(name)):
                self.at += len(name)
                return Token("player", self._who(name, self.roster.spelled), self.glued)
        if self.sender is not None and initial == ME and self._ends_name(self.at + 1):
            self.at += 1
            return Token("player", self.sender, self.glued)
        return None

    def _who(self, name: str, find: Callable[[str], Player | None] | None = None) -> Player | None:
        """The player of this name; a problem if there is none, or more than one."""
        try:
            return (find or self.roster.find)(name)
        except Mistake as wrong:
            self.problems += wrong.problems
            return None

    def _ends_name(self, end: int) -> bool:
        return end == len(self.text) or self.text.startswith(_AFTER_NAME, end)

    def _places_player(self, found: list[Token]) -> bool:
        """Whether a player is expected here: at the beginning, or after 点炮, 抢杠 and 给."""
        if not found:
            return True
        last = found[-1]
        if last.kind == "way" and last.glued and len(found) > 1 and found[-2].kind == "player":
            return False  # in 乙点炮 the discarder is known
        return last.kind == "gives" or (last.kind == "way" and last.value != SELF_DRAW and last.at is None)

    def _unknown(self, found: list[Token]) -> Token | None:
        """A piece that is no token: the beginning of a name if a player is expected, else a problem."""
        end = _next(self.text, self.at)
        if self._places_player(found):
            piece = self.text[self.at : end]
            cut = min((at for word in STARTS if (at := piece.find(word)) > 0), default=len(piece))
            self.at += cut
            return Token("player", self._who(piece[:cut]), self.glued)
        piece = self.text[self.text.rfind(" ", 0, self.at) + 1 : end]
        words = [word for word in self.lexicon.words if len(word) > 1]
        alike = get_close_matches(piece, words, n=3, cutoff=_ALIKE)
        self.problems.append(Problem("unreadable", "unknown_word", {"piece": piece, "alike": tuple(alike)}))
        while self.glued and found and found[-1].glued and found[-1].kind != "player":
            found.pop()  # what was read of the same piece
        self.at = end
        return None

    # -------------------------------------------------------------------------------------------- words

    def word(self) -> Token | None:
        """The longest word that begins here, with what belongs to it."""
        start = self.at
        for word in self.lexicon.by_initial.get(self.text[start], ()):
            if not self.text.startswith(word, start):
                continue
            kind = self.lexicon.words[word]
            if kind in ("special", "meld"):
                token = self._prefixed(word, kind)
            else:
                self.at = start + len(word)
                name = WAYS[word] if kind == "way" else printed(word, self.ruleset)
                token = Token(kind, name, self.glued, self._pointed(kind, name))
            if token is not None:
                return token
            self.at = start
        return None

    def _pointed(self, kind: str, name: str | None = None) -> str | None:
        """What stands after @: a player, or 暗 (`包@乙`, `点炮@乙`, `碰3万@乙`, `大杠开@暗`)."""
        if not self.text.startswith("@", self.at):
            return None
        start, self.at = self.at, self.at + 1
        for spelling in self.roster.spellings:
            end = self.at + len(spelling)
            if self.text.startswith(spelling, self.at) and (end == len(self.text) or self.text[end] in " @"):
                who, self.at = spelling, end
                break
        else:
            end = _next(self.text, self.at)
            who, self.at = self.text[self.at : end], end
        if kind == "word" and name not in self.ruleset.pointing:
            self.problems.append(Problem("unreadable", "points_at_nobody", {"piece": f"{name}@{who}"}))
            return None
        if kind == "word" and who == CONCEALED:
            return who
        if not who:
            piece = self.text[max(start - 2, 0) : end]
            self.problems.append(Problem("unreadable", "unknown_word", {"piece": piece, "alike": ()}))
            return None
        return self.sender if who == ME and self.sender is not None else self._who(who)

    def _prefixed(self, word: str, kind: str) -> Token | None:
        """A word that needs what follows it: a meld's tiles, the winning tile, flowers, the 得, a number."""
        text, counters = self.text, self.ruleset.counters
        after = self.at + len(word)
        if word == "得" and text.startswith("=", after):
            after += 1
        after += text.startswith(" ", after)
        if word == HELD:
            self.at = after
            return Token("hand", None, self.glued)
        tiles, end = read_run(text, after)
        if word in counters and not tiles:
            number, end = read_number(text, after)
            if number is not None:
                self.at = end
                return Token("number", (counters[word], number), self.glued)
        if not tiles and word in WINS:
            self.at += len(word)
            return Token("wins", None, self.glued)
        if not tiles or (word in counters and word != "花"):
            return None
        self.at = end
        if kind == "meld":
            meld = self._meld(word, tuple(tiles))
            feeder = self._pointed("meld")
            if meld is not None and feeder:
                meld = meld._replace(feeder=feeder)
            return Token("meld", meld, self.glued, feeder)
        if word not in (*WINS, "得"):
            return Token("laid", tuple(tiles), self.glued)
        if len(tiles) > 1:
            code = "one_wild" if word == "得" else "one_winning_tile"
            self.problems.append(Problem("unreadable", code, {"piece": word + text[after:end]}))
        return Token("wild" if word == "得" else "win", tuple(tiles[:1]), self.glued)

    def _meld(self, word: str, tiles: tuple[Tile, ...]) -> Meld | None:
        """The meld that these tiles make: one tile of it, or all."""
        kind = MELD_WORDS[word]
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

    # ------------------------------------------------------------------------------- numbers and tiles

    def counter(self) -> Token | None:
        """A number before what it counts (`3花`, `12胡1番`), the 0 of one who has nothing, and `+8万`."""
        text, start = self.text, self.at
        if text.startswith("+", start):
            tiles, end = read_run(text, start + 1)
            if len(tiles) != 1:
                return None
            self.at = end
            return Token("win", tuple(tiles), self.glued)
        if text.startswith(NONE_OF, start):
            number: int | None = 0
            end = start + len(NONE_OF)
        else:
            number, end = read_number(text, start)
        if number is None:
            return None
        figures = FIGURES if self.ruleset.figures_said else ()
        for name, counts in self.lexicon.counted:
            after = end + (name not in figures and text.startswith(" ", end))
            # `12胡` is a figure, but in `1 胡8万` the 胡 has a tile of its own.
            if text.startswith(name, after) and not (name == "胡" and read_run(text, after + 1)[0]):
                self.at = after + len(name)
                return Token("number", (counts, number), self.glued)
        if figures and text[start:end] == "0" and end == _next(text, start):
            self.at = end
            return Token("number", (NOTHING, 0), self.glued)
        return None

    def _tiles(self, found: list[Token]) -> Token | None:
        in_hand = bool(found) and found[-1].kind in ("hand", "tiles")
        tiles, end = read_run(self.text, self.at, spaced=in_hand)
        if not tiles:
            return None
        self.at = end
        laid = all(map(is_flower, tiles)) and not in_hand and not self.ruleset.open_hand
        return Token("laid" if laid else "tiles", tuple(tiles), self.glued)


def _next(text: str, at: int) -> int:
    end = text.find(" ", at)
    return len(text) if end < 0 else end
