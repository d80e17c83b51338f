"""House rules and what else a group sets: HTML."""

from collections.abc import Sequence

from bot.texts.layout import bold, code


class Settings:
    """What is said of settings."""

    def head(self, ruleset: str) -> str:
        return f"{bold(ruleset)} 的规矩，下一局起用"

    def option(self, name: str, value: str, values: Sequence[str], own: bool) -> str:
        choice = f"（{' / '.join(values)}）" if values else ""
        return f"{name}：{bold(value) if own else value}{choice}"

    def switch(self, name: str, value: str) -> str:
        return f"{name} → {value}"

    def how(self) -> str:
        return f"改：{code('/set 底分 10')}。已经开着的局不变"

    def changed(self, name: str, value: str) -> str:
        return f"{name}：{value}"

    def from_the_next(self) -> str:
        return "从下一局起算，开着的局不变"
