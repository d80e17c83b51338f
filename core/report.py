"""The report language: what players type about a hand, read into a `Report` and printed back.

A report is read whole or not at all; every problem found in it is listed. `core.scan` makes tokens of the
text; here a line's tokens become what one player declares.
"""

import re
from collections.abc import Callable, Sequence

from core.check import examine
from core.engine import against_tiles, reported
from core.errors import Mistake, Problem
from core.hand import CONCEALED, DISCARD, ROBBED, SELF_DRAW, Line, Player, Report, Table, Word
from core.notation import write_run
from core.roster import Roster
from core.ruleset import Options, Ruleset
from core.scan import FIGURES, NOTHING, Token, scan
from core.tiles import NAMES, Tile


def parse_report(
    text: str,
    ruleset: Ruleset,
    roster: Roster,
    *,
    sender: Player | None = None,
    table: Table | None = None,
    options: Options | None = None,
) -> Report:
    """Reads a report; Mistake with everything that is wrong with it.

    A line without a winner is the `sender`'s. With a `table` the mistakes that only the tiles or the table
    show stand in the same answer as those of the text; without problems of the text they are left to `score`.
    """
    problems: list[Problem] = []
    drafts = scan(text, ruleset, roster, sender, problems)
    lines = [_declare(tokens, ruleset, sender, problems) for tokens in drafts]
    if not lines:
        problems.append(Problem("incomplete", "empty"))
    if problems:
        if table is not None and options is not None:
            hand = reported(ruleset, lines, table, options)
            problems += [p for p in examine(hand) if p not in problems]
            problems += list(against_tiles(hand, problems))
        raise Mistake(problems)
    return Report(tuple(lines))


def _declare(tokens: list[Token], ruleset: Ruleset, sender: Player | None, problems: list[Problem]) -> Line:
    """What one player declares by the tokens of a line."""
    win, player, source = _ways(tokens, ruleset, sender, problems)
    of: dict[str, list[Token]] = {}
    for token in tokens:
        of.setdefault(token.kind, []).append(token)
    numbers: dict[str, int] = {}
    for token in of.get("number", ()):
        counted = dict.fromkeys(FIGURES, 0) if token.name == NOTHING else {token.name: token.number}
        for name, number in counted.items():
            if numbers.setdefault(name, number) != number:
                problems.append(Problem("contradiction", "two_numbers", {"piece": name}))
    if len(numbers) == 1 and "胡" in numbers:
        numbers["番"] = 0
    winning = _single(of.get("win", ()), "two_winning_tiles", problems)
    concealed = [tile for token in of.get("tiles", ()) for tile in token.tiles]
    if winning is not None:
        concealed.sort()
    return Line(
        player or "",
        win,
        source,
        words=tuple([Word(t.name, t.at) for t in of.get("word", ())]),
        melds=tuple([t.meld for t in of.get("meld", ()) if t.meld is not None]),
        concealed=tuple(concealed) if "hand" in of or "tiles" in of else None,
        winning=winning,
        numbers=numbers,
        laid=tuple(sorted([tile for t in of.get("laid", ()) for tile in t.tiles])),
        wild=_single(of.get("wild", ()), "two_wilds", problems),
    )


def _single(tokens: Sequence[Token], code: str, problems: list[Problem]) -> Tile | None:
    """The one tile that these tokens name; two different ones are a contradiction."""
    if not tokens:
        return None
    tiles = tuple(dict.fromkeys(tile for t in tokens for tile in t.tiles))
    if len(tiles) > 1:
        problems.append(Problem("contradiction", code, {"tiles": tiles}))
    return tiles[0] if tiles else None


# Who won from whom, by the order of players (P), 胡 (H), 点炮 (W), 抢杠 (R) and 给 (G); a `~` says that what
# follows is written together with the piece before. Groups: `from` is the discarder, `to` the winner.
_ORDERS: tuple[re.Pattern[str], ...] = (
    re.compile(r"(?P<to>P).H"),  # 甲 胡 · 乙 放铳
    re.compile(r"(?P<from>P).G.(?P<to>P).W"),  # 乙给甲点炮
    re.compile(r"(?P<from>P).W.G.(?P<to>P)"),  # 乙点炮给甲
    re.compile(r"(?P<either>P)~W~P"),  # 甲点炮乙: could be either
    re.compile(r"(?P<from>P)~W"),  # 乙点炮
    re.compile(r"[WR].(?P<from>P)"),  # 点炮 乙, 抢杠 乙
    re.compile(r"(?P<from>P).W"),  # 乙 点炮, and nobody behind
)


def _ways(
    tokens: list[Token], ruleset: Ruleset, sender: Player | None, problems: list[Problem]
) -> tuple[str | None, Player | None, Player | None]:
    """(way of winning, winner, discarder or robbed player) of a line."""
    sources: list[Player | None] = [token.at for token in tokens if token.kind == "way" and token.at]
    signs = "".join([("~" if t.glued else " ") + _sign(t) for t in tokens])
    winner: Token | None = None
    for order in _ORDERS if any(sign in signs for sign in "WRH") else ():
        while match := order.search(signs):
            groups = match.groupdict()
            if "either" in groups:
                pair = (tokens[match.start() // 2], tokens[match.end() // 2 - 1])
                problems.append(
                    Problem("ambiguous", "who_discarded", {"players": tuple(t.player for t in pair)})
                )
            elif "from" in groups:
                sources.append(tokens[match.start("from") // 2].player)
            if "to" in groups:
                winner = tokens[match.start("to") // 2]
            used = re.sub("[PWRGH]", "x", match[0])
            signs = signs[: match.start()] + used + signs[match.end() :]
    left = [t for at, t in enumerate(tokens) if signs[2 * at + 1] == "P"]
    winner = winner or (left.pop(0) if left else None)
    ways = {t.name for t in tokens if t.kind == "way"}
    if ROBBED in ways and DISCARD in ruleset.by_name:  # 点炮 without a player names the fan
        ways = {t.name for at, t in enumerate(tokens) if t.kind == "way" and signs[2 * at + 1] != "W"}
    unclear = bool(problems) and any(p.code == "who_discarded" for p in problems)
    if winner is None and sender is None and not unclear:
        problems.append(Problem("incomplete", "no_winner"))
    problems += [
        Problem("contradiction", "extra_player", {"player": token.player})
        for token in left
        if winner is not None and token.player not in (None, winner.player)
    ]
    if len(ways) > 1:
        problems.append(Problem("contradiction", "two_ways", {"pieces": tuple(sorted(ways))}))
    elif len({*sources} - {None}) > 1:
        problems.append(Problem("contradiction", "two_discards"))
    elif ways and SELF_DRAW not in ways and not sources and not unclear:
        problems.append(Problem("incomplete", "no_discarder", {"way": next(iter(ways))}))
    way = next((name for name in (ROBBED, DISCARD, SELF_DRAW) if name in ways), None)
    return way, winner.player if winner else sender, sources[0] if sources else None


def _sign(token: Token) -> str:
    if token.kind == "way" and token.at is None and token.name != SELF_DRAW:
        return "R" if token.name == ROBBED else "W"
    return _SIGNS.get(token.kind, "x")


_SIGNS = {"player": "P", "gives": "G", "wins": "H"}


def write_report(report: Report, ruleset: Ruleset, name_of: Callable[[Player], str]) -> str:
    """The report in the language of reports, a line each player; reading it gives the same report."""
    return "\n".join(_write_line(line, ruleset, name_of) for line in report.lines)


def _write_line(line: Line, ruleset: Ruleset, name_of: Callable[[Player], str]) -> str:
    parts = [name_of(line.player)]
    if line.win:
        parts.append(line.win if line.source is None else f"{line.win} {name_of(line.source)}")
    if line.wild is not None:
        parts.append(f"得={write_run((line.wild,))}")
    for name, at in line.words:
        parts.append(name if at is None else f"{name}@{at if at == CONCEALED else name_of(at)}")
    parts += [str(m) if m.feeder is None else f"{m}@{name_of(m.feeder)}" for m in line.melds]
    if line.concealed is not None:
        parts.append(f"手 {write_run(line.concealed)}".rstrip())
    if line.winning is not None:
        parts.append(f"胡{write_run((line.winning,))}")
    if FIGURES[0] in line.numbers and ruleset.figures_said:
        parts.append("".join(f"{line.numbers[name]}{name}" for name in FIGURES if name in line.numbers))
    parts += [f"{name}{number}" for name, number in line.numbers.items() if name not in FIGURES]
    if line.laid:
        parts.append(("翻" if ruleset.open_hand else "花") + "".join(NAMES[t] for t in line.laid))
    return " ".join(parts)
