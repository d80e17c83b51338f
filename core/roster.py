"""Who is meant: players found by full name, alias or unique prefix, in the folded form of both sides."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from core.errors import mistake
from core.hand import Player
from core.notation import fold


class Roster:
    """The people a text may speak of. Each has a key and names: the first is the name, the others aliases."""

    def __init__(self, people: Sequence[tuple[Player, Sequence[str]]]) -> None:
        self.names: dict[Player, str] = {key: names[0] for key, names in people}
        self._exact: dict[str, set[Player]] = {}
        self._alias: dict[str, set[Player]] = {}
        for key, names in people:
            for at, name in enumerate(names):
                folded = fold(name)
                if folded:
                    (self._alias if at else self._exact).setdefault(folded, set()).add(key)
        # Longest first, so that 平和王 is found before 平.
        self.spellings: tuple[str, ...] = tuple(sorted({*self._exact, *self._alias}, key=len, reverse=True))
        self.initials: frozenset[str] = frozenset(name[0] for name in self.spellings)
        begun = {name[:at] for name in self.spellings for at, sign in enumerate(name) if sign == " "}
        # Names of one person, where no longer name goes on behind the space: such a piece is nobody else.
        self.by_piece: dict[str, Player] = {
            name: next(iter(keys))
            for name, keys in {**self._alias, **self._exact}.items()
            if len(keys) == 1 and name not in begun
        }
        self.told: dict[str, dict[str, Any]] = {}  # by ruleset, pieces of reports → their tokens

    def exactly(self, text: str) -> Player | None:
        """The one whose full name or alias this is, or None; `ambiguous` if it is that of two people."""
        return self.spelled(fold(text))

    def spelled(self, word: str) -> Player | None:
        """The same for a text that is folded already, such as one of `spellings`."""
        for names in (self._exact, self._alias):
            found = names.get(word)
            if found:
                return self._one(found, word)
        return None

    def find(self, text: str) -> Player:
        """The one meant by a full name, an alias or a prefix that only one person has.

        `ambiguous` if two match, `impossible` (`not_at_table`) if nobody does.
        """
        found = self.exactly(text)
        if found is not None:
            return found
        word = fold(text)
        starting = {
            key
            for names in (self._exact, self._alias)
            for name, keys in names.items()
            if word and name.startswith(word)
            for key in keys
        }
        if not starting:
            raise mistake("impossible", "not_at_table", player=text, players=tuple(self.names.values()))
        return self._one(starting, text)

    def _one(self, keys: set[Player], text: str) -> Player:
        if len(keys) > 1:
            players = tuple(name for key, name in self.names.items() if key in keys)
            raise mistake("ambiguous", "two_players", piece=text, players=players)
        return next(iter(keys))


@lru_cache(maxsize=32)
def roster_of(people: tuple[tuple[Player, tuple[str, ...]], ...]) -> Roster:
    """The roster of these people, kept for the next report of their session."""
    return Roster(people)
