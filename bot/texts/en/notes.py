"""Remarks beside an answer: plain text."""

from collections.abc import Mapping
from typing import Any

from bot.texts.en.mistakes import shown
from bot.texts.zh import notes


class Notes(notes.Notes):
    """The engine's notes as sentences; data hold names, not keys."""

    sentences: Mapping[str, str] = {
        "one_winner": "One winner only, not {players}",
        "last_tile": "{tile}, written last, is the winning tile",
        "auto_fan": "{name} added, though nobody said it",
        "could_add": "The tiles also make {name}; not said, not counted",
    }

    def text(self, code: str, data: Mapping[str, Any]) -> str:
        return self.sentences[code].format_map({name: shown(name, value) for name, value in data.items()})
