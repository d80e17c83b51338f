"""Remarks beside an answer: plain text."""

from collections.abc import Mapping
from typing import Any

from bot.texts.zh.mistakes import shown


class Notes:
    """The engine's notes as sentences; data hold names, not keys."""

    sentences: Mapping[str, str] = {
        "one_winner": "一炮一响，{players}的不算",
        "last_tile": "以最后一张 {tile} 为胡张",
        "auto_fan": "{name}没说也算上了",
        "could_add": "看牌还有{name}，没说就没算",
    }

    def text(self, code: str, data: Mapping[str, Any]) -> str:
        return self.sentences[code].format_map({name: shown(name, value) for name, value in data.items()})
