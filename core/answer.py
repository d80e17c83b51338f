"""The engine's answer as plain JSON data, in the shape that people, tools and tests share."""

from collections.abc import Callable
from typing import Any

from core.engine import Answer, Scored
from core.errors import Note


def answer_json(scored: Scored, render: Callable[[Note], Any]) -> dict[str, Any]:
    """One winner's answer, or `wins` and the sum that they are paid; `render` makes data of a note."""
    answers = [_one(answer, render) for answer in scored.wins]
    if len(answers) == 1:
        return answers[0]
    pay: dict[str, int] = {}
    for answer in answers:
        for player, chips in answer["pay"].items():
            pay[player] = pay.get(player, 0) + chips
    return {"wins": answers, "pay": pay}


def _one(answer: Answer, render: Callable[[Note], Any]) -> dict[str, Any]:
    return {
        "ruleset": answer.ruleset,
        "winner": answer.winner,
        "win": answer.win,
        "from": answer.source,
        "fans": [{"name": name, "value": value} for name, value in answer.fans],
        "dropped": [{"name": name, "by": by} for name, by in answer.dropped],
        "flowers": [{"name": name, "value": value} for name, value in answer.flowers],
        **answer.figures,
        "reading": list(answer.reading),
        "pay": dict(answer.pay),
        "notes": [render(note) for note in answer.notes],
    }
