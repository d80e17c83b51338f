"""The answer to an entry, as lines of a message: put together here, worded in `bot.texts`."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

from bot.desk import Desk
from bot.phrases import reason_of
from bot.texts import Catalogue, spoken
from bot.texts.layout import bold, esc
from core.answer import answer_json
from core.engine import Scored
from core.entry import Deal, Draw, Penalty, Result, Spot, Sub
from core.hand import DISCARD, ROBBED, SELF_DRAW, Line, Player
from core.payment import Transfer, net
from core.ruleset import Options, Ruleset
from core.state import Place
from core.table import Changes, Outcome
from core.tiles import NAMES, SEAT_NAMES, write_tiles
from storage.projection import note_json

Answer = Mapping[str, Any]  # a winner's part of the stored answer, 1-report §4 with person keys
WINNING = "胡"  # before the winning tile, as in a report
SHARES = 3  # what one who pays for all pays
WAYS = (SELF_DRAW, DISCARD)  # fans that the first line says already


def answer_of(scored: Scored) -> Answer:
    """A price that was just worked out, as it is stored."""
    return answer_json(scored, note_json)


def wins_of(answer: Answer | None) -> Sequence[Answer]:
    """The winners' answers, one or several."""
    if answer is None:
        return ()
    wins: Sequence[Answer] = answer.get("wins", (answer,))
    return wins


def entry_card(desk: Desk, outcome: Outcome, answer: Answer | None, text: str | None = None) -> str:
    """Everything that an entry did: what, the figures, the chips, who deals next."""
    lines = [bold(desk.words.hands.entry(outcome.no or 0, headline(desk, outcome, answer, text)))]
    if isinstance(outcome.event, Result):
        several = len(wins_of(answer)) > 1
        for win in wins_of(answer):
            if several:
                lines.append(bold(_who_won(desk, win)))
            lines += figures(desk, win, outcome.event.report.lines)
    lines += chips(desk, outcome)
    lines += _aside(desk, outcome)
    if isinstance(outcome.event, Result | Draw | Deal):
        lines.append(next_hand(desk, outcome.before, outcome.after))
    if outcome.after.finished and isinstance(outcome.event, Result | Draw):
        lines.append(desk.words.hands.length_over())
    return "\n".join(lines)


def headline(desk: Desk, outcome: Outcome, answer: Answer | None, text: str | None = None) -> str:
    """What an entry was, in one line, without its number; `text` is what was written for it."""
    hands, event = desk.words.hands, outcome.event
    match event:
        case Result():
            wins = wins_of(answer)
            best = _best_fan(wins[0]) if len(wins) == 1 else None
            heads = "；".join(_who_won(desk, win) for win in wins)
            return f"{heads} · {best}" if best else heads
        case Draw(ready):
            return hands.drawn(desk.names(ready))
        case Spot(what, player, source):
            row = desk.ruleset.spots[what]
            return hands.spot(desk.name(player), row.name, desk.name(source) if source else None)
        case Penalty(player, chips, to, each):
            reason = esc(reason_of(text)) if text else ""
            return hands.penalty(desk.name(player), chips, desk.name(to) if to else None, each, reason)
        case Deal(dealer):
            return hands.deal(desk.name(dealer))
        case Sub(outgoing, incoming):
            return hands.substitution(desk.name(outgoing), desk.name(incoming))
    raise AssertionError(event)


def headline_of(view: "View", win: Answer) -> str:
    """Who won, from whom, and the dearest fan."""
    best = _best_fan(win)
    return f"{_who_won(view, win)} · {best}" if best else _who_won(view, win)


def _who_won(desk: "View", win: Answer) -> str:
    hands, winner = desk.words.hands, desk.name(win["winner"])
    if win["win"] == SELF_DRAW or win["from"] is None:
        return hands.self_drawn(winner)
    source = desk.name(win["from"])
    return hands.from_kong(winner, source) if win["win"] == ROBBED else hands.from_discard(winner, source)


def _best_fan(win: Answer) -> str | None:
    fans = [fan for fan in win["fans"] if fan["name"] not in WAYS]
    best = max(fans, key=lambda fan: int(fan["value"]), default=None)
    return str(best["name"]) if best else None


# ── the figures ───────────────────────────────────────────────────────────────────────────────────────────


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


def figures(view: View, win: Answer, lines: Iterable[Line]) -> list[str]:
    """The tiles, the fans, the flowers, the formula of one winner's hand, and remarks."""
    line = next((line for line in lines if line.player == win["winner"]), None)
    tiles = shown_tiles(line, win["reading"]) if line else ""
    found = [tiles] if tiles else []
    found += FORMULAS[win["ruleset"]](view, win)
    found += [view.words.hands.dropped(row["name"], row["by"]) for row in win["dropped"]]
    found += [note(view, one) for one in win["notes"]]
    return found


def note(view: View, one: Mapping[str, Any]) -> str:
    """A remark of the engine as HTML."""
    players = ("players", "player")
    data = {key: _named(view, value) if key in players else value for key, value in one["data"].items()}
    return view.words.notes.text(one["code"], data)


def _named(view: View, value: Any) -> Any:
    return view.name(value) if isinstance(value, str) else tuple(view.names(value))


def shown_tiles(line: Line, reading: Sequence[str]) -> str:
    """What was said of the tiles: melds, the concealed sets as they were read, the winning tile, flowers."""
    parts = [" ".join(map(str, line.melds))]
    if line.concealed:
        sets = list(reading)
        for meld in line.melds:
            if (tiles := write_tiles(meld.tiles)) in sets:
                sets.remove(tiles)
        parts.append(" ".join(sets) or write_tiles(line.concealed))
    if line.winning is not None:
        parts.append(f"{WINNING}{NAMES[line.winning]}")
    parts.append("".join(NAMES[tile] for tile in line.laid))
    return " · ".join(part for part in parts if part)


def _items(items: Iterable[Mapping[str, Any]]) -> str:
    return " ".join(f"{item['name'].replace(' ', '')}{item['value']}" for item in items)


def _who_pays(view: View, win: Answer) -> str:
    """Who pays, how many shares: one may pay for all three, and payments may be doubled."""
    payers = [player for player, chips in win["pay"].items() if chips < 0]
    shares = -win["pay"][payers[0]] // win["points"] if payers and win["points"] else 1
    hands, doubled = view.words.hands, shares % 2 == 0
    if shares >= SHARES:
        return hands.pays_for_all(view.name(payers[0]), win["pay"][win["winner"]], doubled)
    return hands.payers(view.names(payers), doubled)


def _wuxi(view: View, win: Answer) -> list[str]:
    hands, base = view.words.hands, view.options[spoken.BASE]
    return [
        hands.fans(_items(win["fans"]), win["fan"]),
        hands.flowers(_items(win["flowers"]), win["hua"]),
        hands.formula(f"{win['hua']} × {win['fan']} × {base} = {win['points']}", _who_pays(view, win)),
    ]


def _nanjing(view: View, win: Answer) -> list[str]:
    hands, base = view.words.hands, int(view.options[spoken.BASE])
    lines = [hands.fan_flowers(_items(win["fans"]), win["fan"])] if win["fans"] else []
    lines.append(hands.hard_and_soft(win["hard"], win["soft"], _items(win["flowers"])))
    formula = " + ".join(
        ["20", *([str(win["fan"])] if win["fan"] else []), f"2 × {win['hard'] + win['soft']}"]
    )
    formula = f"({formula}) × {win['multiplier']}" if win["multiplier"] > 1 else formula
    formula = f"{formula} = {win['hua']}" + (f" × {base} = {win['points']}" if base > 1 else "")
    return [*lines, hands.formula(formula, _who_pays(view, win))]


def _wenling(view: View, win: Answer) -> list[str]:
    hands = view.words.hands
    if any(fan["name"] == view.words.hands.full for fan in win["fans"]):
        lines = [hands.at_once(win["total"])]
    else:
        lines = [hands.fans(_items(win["fans"]), win["fan"])] if win["fans"] else []
        if win["flowers"]:
            lines.append(hands.points(_items(win["flowers"]), win["hua"]))
        lines.append(_doubled(f"(20 + {win['hua']})", 20 + win["hua"], win["fan"], win["total"]))
    for player, has in win["others"].items():
        shown = _doubled(str(has["hua"]), has["hua"], has["fan"], has["total"]) if has["hua"] else "0"
        lines.append(hands.other(view.name(player), shown))
    return lines


def _doubled(shown: str, points: int, fan: int, total: int) -> str:
    """`34 × 2^3 = 272 → 280`: points, fans, and the total after rounding and cap."""
    raw = points * 2**fan
    formula = f"{shown} × 2^{fan} = {raw}" if fan else shown if shown == str(raw) else f"{shown} = {raw}"
    return formula if raw == total else f"{formula} → {total}"


FORMULAS = {"wuxi": _wuxi, "nanjing": _nanjing, "wenling": _wenling}


# ── chips and what comes next ─────────────────────────────────────────────────────────────────────────────


def chips(desk: Desk, outcome: Outcome) -> list[str]:
    """Everybody whose chips moved: the change and what they have now, whoever got most first."""
    moved = {player: change for player, change in net(outcome.transfers).items() if change}
    stakes = {stake.by: stake for stake in outcome.stakes}
    lines = []
    for player in sorted(moved, key=lambda p: -moved[p]):
        line = desk.words.hands.chips(
            desk.name(player), moved[player], desk.session.start + outcome.chips[player]
        )
        if player in stakes:
            stake = stakes[player]
            line += desk.words.hands.backed(desk.name(stake.on), moved[player] > 0)
        lines.append(line)
    return lines


def _aside(desk: Desk, outcome: Outcome) -> list[str]:
    lines = []
    if outcome.lapsed:
        lines.append(desk.words.hands.lapsed(desk.names([stake.by for stake in outcome.lapsed])))
    if outcome.cancels is not None:
        lines.append(desk.words.hands.kong_void(outcome.cancels))
    return lines


def next_hand(desk: Desk, before: Place, after: Place) -> str:
    """Who deals the coming hand, in which round."""
    kept = before.dealer == after.dealer and before.hand_no != after.hand_no
    dealer = desk.name(after.dealer) if after.dealer else ""
    wind = SEAT_NAMES[after.round % 4]
    return desk.words.hands.next_hand(wind, after.seat + 1, dealer, kept, after.flags)


# ── amendments ────────────────────────────────────────────────────────────────────────────────────────────


def changes_card(desk: Desk, head: str, changes: Changes) -> str:
    """What an amendment moved: chips, prices of other entries, who deals."""
    hands, start = desk.words.hands, desk.session.start
    lines = [bold(head)]
    moved = sorted(changes.chips.items(), key=lambda item: item[1][0] - item[1][1])
    lines += [
        hands.chips_moved(desk.name(player), start + before, start + after)
        for player, (before, after) in moved
    ]
    lines += [hands.repriced(one.no, turnover(one.before), turnover(one.after)) for one in changes.repriced]
    before, after = changes.before, changes.after
    if before.dealer != after.dealer and before.dealer and after.dealer:
        lines.append(hands.dealer_changed(desk.name(before.dealer), desk.name(after.dealer)))
    if before.round != after.round:
        lines.append(hands.round_changed(SEAT_NAMES[before.round % 4], SEAT_NAMES[after.round % 4]))
    if before.flags != after.flags:
        lines.append(hands.flags_changed(before.flags, after.flags))
    if len(lines) == 1:
        lines.append(hands.nothing_changed())
    return "\n".join(lines)


def turnover(transfers: Iterable[Transfer]) -> int:
    """All chips that change hands."""
    return sum(transfer.chips for transfer in transfers)


def place_now(desk: Desk) -> str:
    """Where the session stands, in one line."""
    place = desk.state.place
    assert place.dealer is not None
    wind = SEAT_NAMES[place.round % 4]
    return desk.words.sessions.round_here(wind, place.seat + 1, desk.name(place.dealer), place.flags)
