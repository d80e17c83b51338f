"""The rulebook as pages for a phone: topics, how a page is laid out, what house rules do. HTML comes out."""

from collections.abc import Mapping, Sequence

from bot.texts.en import rules_nanjing, rules_wenling, rules_wuxi
from bot.texts.en.terms import bold_term, english, short, term
from bot.texts.layout import bold
from bot.texts.zh import rules


class Rules(rules.Rules):
    """`pages`: by ruleset and topic, with figures left open. `fans`, `examples`, `house` are made of tables."""

    pages: Mapping[str, Mapping[str, str]] = {
        "wuxi": rules_wuxi.PAGES,
        "nanjing": rules_nanjing.PAGES,
        "wenling": rules_wenling.PAGES,
    }
    topics: Mapping[str, str] = {
        "tiles": "Tiles",
        "seats": "Seats and dealer",
        "deal": "Dealing",
        "wild": "Wild tiles",
        "calls": "Calls",
        "flowers": "Flowers",
        "win": "Winning",
        "draws": "Draws",
        "liability": "Who pays",
        "bought": "Bought wins",
        "spots": "On the spot",
        "fans": "Fans",
        "points": "Points",
        "count": "Scoring",
        "settle": "Settling",
        "examples": "Examples",
        "report": "Reporting",
        "house": "House rules",
        "bets": "Bets",
        "board": "Leaderboard",
        "levels": "Levels",
    }
    _house: Mapping[str, Mapping[str, str]] = {
        "wuxi": rules_wuxi.HOUSE,
        "nanjing": rules_nanjing.HOUSE,
        "wenling": rules_wenling.HOUSE,
    }
    _everywhere: Mapping[str, str] = {
        "底分": "The smallest stake, in chips",
        "起始分": "Chips of everybody at the start",
        "押注上限": "The most that can be bet at once; 0: no limit",
        "诈胡": "Chips of a false win to each of the others; 0: a tenth of the starting chips",
        "改账": "Who may amend what others recorded",
    }

    contents, back = "Contents", "Back"

    def effect(self, ruleset: str, option: str) -> str:
        """What a house rule does."""
        return self._house[ruleset].get(option) or self._everywhere[option]

    def which(self) -> str:
        return "The rules of which mahjong?"

    def index(self, ruleset: str) -> str:
        return f"{bold(english(ruleset))}: the rules, tap a topic"

    def page(self, ruleset: str, topic: str, text: str) -> str:
        return f"{bold(f'{self.topics[topic]} · {english(ruleset)}')}\n{text.strip()}"

    def option(self, name: str, choices: str, effect: str, here: str | None) -> str:
        """A house rule: the document's reading first; `here` is what counts in this group, if it differs."""
        return f"{bold_term(name)}: {choices}" + (f" (here {term(here)})" if here else "") + f"\n  {effect}"

    def choices(self, values: Sequence[str]) -> str:
        if len(values) == 1:
            return values[0]
        return ", ".join([bold(short(values[0])), *map(short, values[1:])])

    def how_to_set(self) -> str:
        return "The first value is the rulebook’s. Change: /set 底分 10, from the next session on"

    def level(self, level: int, name: str, rank: str | None, points: int | None) -> str:
        """A rung of the ladder, and how many points lead from it to the next."""
        up = f", {points} more for the next" if points is not None else ""
        return f"Level {level} {term(name)}" + (f" · {term(rank)}" if rank else "") + up

    def fans_head(self, ruleset: str) -> str:
        return f"{bold(f'Fans · {english(ruleset)}')}\nFans add up; tap a value for each of them"
