"""What a hand counts, as people read it: the tiles, the fans, the flowers, the formula, who pays.

The formula of each ruleset is shown in its own terms; lines of a message and pictures are made of the same.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from bot.texts import Catalogue, spoken
from core.answer import answer_json
from core.engine import Scored
from core.hand import DISCARD, ROBBED, SELF_DRAW, Line, Player
from core.ruleset import Options, Ruleset
from core.tiles import NAMES, write_tiles
from storage.projection import note_json

Answer = Mapping[str, Any]  # a winner's part of the stored answer, 1-report §4 with person keys
SHARES = 3  # what one who pays for all pays
WAYS = (SELF_DRAW, DISCARD)  # fans that the first line says already


class View(Protocol):
    """What figures are shown by: the language, the rules, everybody's name as HTML."""

    @property
    def words(self) -> Catalogue: ...

    @property
    def ruleset(self) -> Ruleset: ...

    @property
    def options(self) -> Options: ...

    def name(self, player: Player) -> str: ...

    def names(self, players: Iterable[Player]) -> list[str]: ...


class Sum(NamedTuple):
    """Named values and what they come to: `("混一色", "4") …` and `7番`."""

    items: Sequence[tuple[str, str]]
    total: str


class Figures(NamedTuple):
    """What one winner's hand counts: its sums, the formula with who pays, and lines about others."""

    sums: Sequence[Sum]
    formula: str
    others: Sequence[str] = ()


def answer_of(scored: Scored) -> Answer:
    """A price that was just worked out, as it is stored."""
    return answer_json(scored, note_json)


def wins_of(answer: Answer | None) -> Sequence[Answer]:
    """The winners' answers, one or several."""
    if answer is None:
        return ()
    wins: Sequence[Answer] = answer.get("wins", (answer,))
    return wins


def headline_of(view: View, win: Answer) -> str:
    """Who won, from whom, and the dearest fan."""
    best = best_fan(win)
    return f"{who_won(view, win)} · {view.words.hands.item(best)}" if best else who_won(view, win)


def who_won(view: View, win: Answer) -> str:
    hands, winner = view.words.hands, view.name(win["winner"])
    if win["win"] == SELF_DRAW or win["from"] is None:
        return hands.self_drawn(winner)
    source = view.name(win["from"])
    return hands.from_kong(winner, source) if win["win"] == ROBBED else hands.from_discard(winner, source)


def best_fan(win: Answer) -> str | None:
    fans = [fan for fan in win["fans"] if fan["name"] not in WAYS]
    best = max(fans, key=lambda fan: int(fan["value"]), default=None)
    return str(best["name"]) if best else None


def figures(view: View, win: Answer, lines: Iterable[Line], found: Figures | None = None) -> list[str]:
    """The tiles, the fans, the flowers, the formula of one winner's hand, and remarks, as lines of HTML;
    `found` is what it counts, if that is known.
    """
    line = next((line for line in lines if line.player == win["winner"]), None)
    tiles = shown_tiles(view, line, win["reading"]) if line else ""
    shown = [tiles] if tiles else []
    counted = found or counts(view, win)
    shown += [view.words.hands.sum(one.items, one.total) for one in counted.sums]
    shown += [counted.formula, *counted.others, *_liable(view, win, line), *remarks(view, win)]
    return shown


def _liable(view: View, win: Answer, line: Line | None) -> list[str]:
    """Who pays for all three though the formula does not tell (wenling)."""
    bears = next((word.at for word in line.words if word.name == spoken.LIABLE), None) if line else None
    return [view.words.hands.liable(view.name(bears))] if bears and "others" in win else []


def counts(view: View, win: Answer) -> Figures:
    """What a hand counts, in the terms of its ruleset."""
    return COUNTS[win["ruleset"]](view, win)


def remarks(view: View, win: Answer) -> list[str]:
    """What does not count, and the engine's notes."""
    dropped = [view.words.hands.dropped(row["name"], row["by"]) for row in win["dropped"]]
    return [*dropped, *(note(view, one) for one in win["notes"])]


def note(view: View, one: Mapping[str, Any]) -> str:
    """A remark of the engine as HTML."""
    players = ("players", "player")
    data = {key: _named(view, value) if key in players else value for key, value in one["data"].items()}
    return view.words.notes.text(one["code"], data)


def _named(view: View, value: Any) -> Any:
    return view.name(value) if isinstance(value, str) else tuple(view.names(value))


def shown_tiles(view: View, line: Line, reading: Sequence[str]) -> str:
    """What was said of the tiles: melds, the concealed sets as they were read, the winning tile, flowers."""
    parts = [" ".join(map(str, line.melds))]
    if line.concealed:
        sets = list(reading)
        for meld in line.melds:
            if (tiles := write_tiles(meld.tiles)) in sets:
                sets.remove(tiles)
        parts.append(" ".join(sets) or write_tiles(line.concealed))
    if line.winning is not None:
        parts.append(view.words.hands.winning(NAMES[line.winning]))
    parts.append("".join(NAMES[tile] for tile in line.laid))
    return " · ".join(part for part in parts if part)


def _items(view: View, items: Iterable[Mapping[str, Any]]) -> list[tuple[str, str]]:
    return [(view.words.hands.item(item["name"]), str(item["value"])) for item in items]


def _who_pays(view: View, win: Answer) -> str:
    """Who pays, how many shares: one may pay for all three, and payments may be doubled."""
    payers = [player for player, chips in win["pay"].items() if chips < 0]
    shares = -win["pay"][payers[0]] // win["points"] if payers and win["points"] else 1
    hands, doubled = view.words.hands, shares % 2 == 0
    if shares >= SHARES:
        return hands.pays_for_all(view.name(payers[0]), win["pay"][win["winner"]], doubled)
    return hands.payers(view.names(payers), doubled)


def _wuxi(view: View, win: Answer) -> Figures:
    """花数 × 番数 × 底分."""
    hands, base = view.words.hands, view.options[spoken.BASE]
    sums = [
        Sum(_items(view, win["fans"]), hands.fan(win["fan"])),
        Sum(_items(view, win["flowers"]), hands.flowers(win["hua"])),
    ]
    formula = f"{win['hua']} × {win['fan']} × {base} = {win['points']}"
    return Figures(sums, hands.formula(formula, _who_pays(view, win)))


def _nanjing(view: View, win: Answer) -> Figures:
    """(20 + Σ 番种 + 2 × (硬花 + 软花)) × multiplier."""
    hands, base = view.words.hands, int(view.options[spoken.BASE])
    sums = [Sum(_items(view, win["fans"]), hands.flowers(win["fan"]))] if win["fans"] else []
    soft = hands.items(_items(view, win["flowers"]))
    sums.append(Sum((), hands.hard_and_soft(win["hard"], win["soft"], soft)))
    parts = ["20", *([str(win["fan"])] if win["fan"] else []), f"2 × {win['hard'] + win['soft']}"]
    formula = " + ".join(parts)
    formula = f"({formula}) × {win['multiplier']}" if win["multiplier"] > 1 else formula
    formula = f"{formula} = {win['hua']}" + (f" × {base} = {win['points']}" if base > 1 else "")
    return Figures(sums, hands.formula(formula, _who_pays(view, win)))


def _wenling(view: View, win: Answer) -> Figures:
    """(20 + 胡头) × 2^番 for the winner, 胡头 × 2^番 for each of the others."""
    hands = view.words.hands
    others = [
        hands.other(view.name(player), _doubled(str(has["hua"]), has["hua"], has["fan"], has["total"]))
        for player, has in win["others"].items()
    ]
    if any(fan["name"] == hands.full for fan in win["fans"]):
        return Figures((), hands.at_once(win["total"]), others)
    sums = [Sum(_items(view, win["fans"]), hands.fan(win["fan"]))] if win["fans"] else []
    if win["flowers"]:
        items = _items(view, win["flowers"])
        said_whole = sum(int(value) for _, value in items) != win["hua"]  # 8胡: not of which items
        sums.append(Sum((), hands.points(win["hua"])) if said_whole else Sum(items, hands.points(win["hua"])))
    formula = _doubled(f"(20 + {win['hua']})", 20 + win["hua"], win["fan"], win["total"])
    return Figures(sums, formula, others)


def _doubled(shown: str, points: int, fan: int, total: int) -> str:
    """`34 × 2^3 = 272 → 280`: points, fans, and the total after rounding and cap."""
    raw = points * 2**fan if points else 0
    if not points:
        formula = "0"
    elif fan:
        formula = f"{shown} × 2^{fan} = {raw}"
    else:
        formula = shown if shown == str(raw) else f"{shown.strip('()')} = {raw}"
    return formula if raw == total else f"{formula} → {total}"


COUNTS: Mapping[str, Callable[[View, Answer], Figures]] = {
    "wuxi": _wuxi,
    "nanjing": _nanjing,
    "wenling": _wenling,
}
