"""Asking for just what a text did not say: answers to tap, and the text that each of them makes."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from bot.desk import Desk
from bot.readers import read_spot
from bot.texts import spoken
from core.errors import Mistake
from core.hand import CLOSED_KONG, DISCARD, SELF_DRAW, Player
from core.tiles import NAMES

MOST_ASKED = 12  # flowers


class Answer(NamedTuple):
    """What a button says, and what was meant if it is tapped: the whole text again."""

    label: str
    text: str


Question = Callable[[Desk, str, Mapping[str, object]], Sequence[Answer]]


def answers(desk: Desk, wrong: Mistake, text: str) -> Sequence[Answer]:
    """What can be tapped if only one thing is missing; nothing if that is no question."""
    problems = {(p.code, str(p.data.get("player"))): p for p in wrong.problems}
    if len(problems) != 1:
        return ()
    (problem,) = problems.values()
    question = QUESTIONS.get(problem.code)
    return question(desk, text, problem.data) if question else ()


def _seats(desk: Desk) -> tuple[Player, ...]:
    return desk.state.seats or ()


def _called(desk: Desk, player: Player) -> str:
    return desk.book.people.of(player).shown


def _who_won(desk: Desk, text: str, _data: Mapping[str, object]) -> list[Answer]:
    return [Answer(_called(desk, p), f"{_called(desk, p)} {text}") for p in _seats(desk)]


def _how(desk: Desk, text: str, data: Mapping[str, object]) -> list[Answer]:
    """自摸, or the discarder."""
    labels = desk.words.labels
    found = [Answer(labels.self_draw, f"{text} {SELF_DRAW}")]
    others = [p for p in _seats(desk) if p != data.get("player")]
    return found + [
        Answer(labels.from_player(_called(desk, p)), f"{text} {DISCARD}@{_called(desk, p)}") for p in others
    ]


def _from_whom(desk: Desk, text: str, data: Mapping[str, object]) -> list[Answer]:
    way = data.get("way", DISCARD)
    return [
        Answer(_called(desk, p), f"{text} {way}@{_called(desk, p)}") for p in _seats(desk) if p != desk.me
    ]


def _flowers(_desk: Desk, text: str, _data: Mapping[str, object]) -> list[Answer]:
    return [Answer(str(n), f"{text} {spoken.HARD}{n}") for n in range(MOST_ASKED + 1)]


def _wild(_desk: Desk, text: str, _data: Mapping[str, object]) -> list[Answer]:
    return [Answer(name, f"{text} {spoken.WILD}={name}") for name in NAMES]


def _fed_kong(desk: Desk, text: str, data: Mapping[str, object]) -> list[Answer]:
    """Who fed the kong: everybody, or nobody because it was concealed."""
    name = str(data["piece"])
    word = re.compile(f"{name[0]}?{name[1:]}(?!@)")
    pairs = [(_called(desk, p), _called(desk, p)) for p in _seats(desk)]
    pairs.append((CLOSED_KONG, CLOSED_KONG[0]))
    return [Answer(label, word.sub(f"{name}@{at}", text, count=1)) for label, at in pairs]


def _fed_spot(desk: Desk, text: str, _data: Mapping[str, object]) -> list[Answer]:
    event = read_spot(text, desk.frame)
    said = f"{_called(desk, event.player)} {event.what}"
    others = [p for p in _seats(desk) if p != event.player]
    return [Answer(_called(desk, p), f"{said} {_called(desk, p)}") for p in others]


def _which_of_two(_desk: Desk, text: str, data: Mapping[str, object]) -> list[Answer]:
    """A beginning that two people have: their full names in its place."""
    names, found = data["players"], re.search(re.escape(str(data["piece"])), text, re.IGNORECASE)
    assert isinstance(names, tuple)
    if found is None:
        return []
    return [Answer(name, f"{text[: found.start()]}{name}{text[found.end() :]}") for name in names]


def _who_discarded(desk: Desk, text: str, data: Mapping[str, object]) -> list[Answer]:
    """甲点炮乙 written together: either of them may have discarded."""
    players = data["players"]
    assert isinstance(players, tuple)
    one, other = (_called(desk, player) for player in players)
    glued = re.compile(f"{re.escape(one)}(?:{'|'.join(spoken.DISCARDS)}){re.escape(other)}", re.IGNORECASE)
    found = []
    for winner, source in ((one, other), (other, one)):
        said = glued.sub(f"{winner} {DISCARD}@{source}", text, count=1)
        found.append(Answer(desk.words.labels.from_player(source), said))
    return found


QUESTIONS: Mapping[str, Question] = {
    "two_players": _which_of_two,
    "who_discarded": _who_discarded,
    "no_winner": _who_won,
    "no_way": _how,
    "no_discarder": _from_whom,
    "hard_flowers_unsaid": _flowers,
    "wild_unknown": _wild,
    "who_fed_kong": _fed_kong,
    "spot_needs_source": _fed_spot,
}
