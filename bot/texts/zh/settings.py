"""House rules and what else a group sets: HTML."""

from collections.abc import Mapping, Sequence

from bot.texts.layout import bold, code


class Settings:
    """What is said of settings."""

    nought: Mapping[str, str] = {"押注上限": "不限", "诈胡": "起始分的十分之一"}  # what 0 means

    def head(self, ruleset: str) -> str:
        return f"{bold(ruleset)} 的规矩，下一局起用"

    def option(self, name: str, value: str, values: Sequence[str], own: bool) -> str:
        choice = f"（{' / '.join(values)}）" if values else ""
        if value == "0" and name in self.nought:
            choice = f"（{self.nought[name]}）"
        return f"{name}：{bold(value) if own else value}{choice}"

    def switch(self, name: str, value: str) -> str:
        return f"{name} → {value}"

    def how(self) -> str:
        return f"改：{code('/set 底分 10')}。已经开着的局不变"

    def changed(self, name: str, value: str) -> str:
        return f"{name}：{value}"

    def from_the_next(self) -> str:
        return "下次 /new 起算；开着的局不变，/again 照上一局的"
