"""Who is called what, and who is who. Names come as HTML; so does what is returned."""

from collections.abc import Mapping, Sequence

from bot.texts.layout import code
from bot.texts.zh import names


class Names(names.Names):
    """Names, aliases, merged records, forgotten people, the language."""

    languages: Mapping[str, str] = {"zh": "Chinese", "en": "English"}

    def called(self, name: str) -> str:
        return f"You are {name} here"

    def already(self, name: str) -> str:
        return f"You are {name} already"

    def also_called(self, name: str, aliases: Sequence[str]) -> str:
        return f"{name} is also called {', '.join(aliases)}" if aliases else f"{name} has no nickname"

    def alias_added(self, name: str, alias: str) -> str:
        return f"Noted: {alias} is {name}"

    def alias_dropped(self, name: str, alias: str) -> str:
        return f"{name} is no longer called {alias}"

    def merged(self, gone: str, kept: str) -> str:
        return f"{gone} and {kept} are one person, on the record of {kept}"

    def unmerged(self, gone: str, kept: str) -> str:
        return f"{gone} and {kept} are two people again"

    def forget_sure(self, name: str) -> str:
        return f"Erase {name}? Name, nicknames, account and words go, the chips stay. There is no way back"

    def forgotten(self, shown: str) -> str:
        return f"Erased. The book has {shown} instead"

    def kept(self) -> str:
        return "Nothing was erased"

    def language(self, lang: str) -> str:
        said = self.languages.get(lang, lang)
        return f"The language here is {said}. Change it: {code('/lang zh')} or {code('/lang en')}"

    def speaks(self, lang: str) -> str:
        return f"From now on in {self.languages[lang]}"
