"""House rules and what else a group sets: HTML."""

from collections.abc import Mapping, Sequence

from bot.texts.en.terms import GLOSSES, english, short, term
from bot.texts.layout import bold, code
from bot.texts.zh import settings


class Settings(settings.Settings):
    """What is said of settings."""

    nought: Mapping[str, str] = {"押注上限": "no limit", "诈胡": "a tenth of the chips at the start"}

    def head(self, ruleset: str) -> str:
        return f"{bold(english(ruleset))}: house rules from the next session on"

    def option(self, name: str, value: str, values: Sequence[str], own: bool) -> str:
        choice = f" ({' / '.join(map(short, values))})" if values else ""
        if value == "0" and name in self.nought:
            choice = f" ({self.nought[name]})"
        return f"{term(name)}: {bold(value) if own else value}{choice}"

    def switch(self, name: str, value: str) -> str:
        return f"{GLOSSES.get(name, name)} → {GLOSSES.get(value, value)}"

    def how(self) -> str:
        return f"Change: {code('/set 底分 10')}. A session already open stays as it is"

    def changed(self, name: str, value: str) -> str:
        return f"{term(name)}: {term(value)}"

    def from_the_next(self) -> str:
        return "From the next /new on; an open session stays as it is, /again takes the last one’s"
