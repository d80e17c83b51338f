"""The engine's answer as it is stored: 1-report §4 with person keys for names, notes as codes."""

from typing import Any

from core.engine import Answer, Scored


def answer_json(scored: Scored) -> dict[str, Any]:
    """A scored report; several winners are under `wins`."""
    answers = [_one(answer) for answer in scored.wins]
    if len(answers) == 1:
        return answers[0]
    pay: dict[str, int] = {}
    for answer in answers:
        for player, chips in answer["pay"].items():
            pay[player] = pay.get(player, 0) + chips
    return {"wins": answers, "pay": pay}


def _one(answer: Answer) -> dict[str, Any]:
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
        "notes": [{"code": note.code, "data": dict(note.data)} for note in answer.notes],
    }
