"""The report language: what players type about a hand, read into a `Report` and printed back.

A report is read whole or not at all; every problem found in it is listed. `core.scan` makes tokens of the
text; here a line's tokens become what one player declares.
"""

import re
from collections.abc import Callable

from core.check import examine
from core.engine import against_tiles, reported
from core.errors import Mistake, Problem
from core.hand import CONCEALED, DISCARD, ROBBED, SELF_DRAW, Line, Meld, Player, Report, Table, Word
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
    naming: list[Token] = []
    words: list[Word] = []
    melds: list[Meld] = []
    concealed: list[Tile] = []
    laid: list[Tile] = []
    counted: list[tuple[str, int]] = []
    winning: tuple[Tile, ...] = ()
    wild: tuple[Tile, ...] = ()
    in_tiles = False
    for token in tokens:
        kind = token.kind
        if kind == "tiles":
            concealed += token.value
            in_tiles = True
        elif kind in _NAMING:
            naming.append(token)
        elif kind == "hand":
            in_tiles = True
        elif kind == "win":
            winning += token.value
        elif kind == "number":
            counted.append(token.value)
        elif kind == "meld":
            if token.value is not None:
                melds.append(token.value)
        elif kind == "word":
            words.append(Word(token.value, token.at))
        elif kind == "laid":
            laid += token.value
        elif kind == "wild":
            wild += token.value
    win, player, source = _ordinary(tokens, naming) or _ways(tokens, ruleset, sender, problems)
    numbers = _numbers(counted, problems) if counted else {}
    if winning:
        concealed.sort()
    return Line(
        player or "",
        win,
        source,
        tuple(words),
        tuple(melds),
        tuple(concealed) if in_tiles else None,
        _single(winning, "two_winning_tiles", problems) if winning else None,
        numbers,
        tuple(sorted(laid)) if laid else (),
        _single(wild, "two_wilds", problems) if wild else None,
    )


def _numbers(counted: list[tuple[str, int]], problems: list[Problem]) -> dict[str, int]:
    """What was counted; two different numbers of one thing are a contradiction."""
    if len(counted) == 1 and counted[0][0] not in _FIGURES:
        return dict(counted)
    numbers: dict[str, int] = {}
    for said, number in counted:
        names = FIGURES if said == NOTHING else (said,)
        different = [name for name in names if numbers.setdefault(name, number) != number]
        problems += [Problem("contradiction", "two_numbers", {"piece": name}) for name in different]
    if len(numbers) == 1 and FIGURES[0] in numbers:
        numbers[FIGURES[1]] = 0
    return numbers


def _single(tiles: tuple[Tile, ...], code: str, problems: list[Problem]) -> Tile:
    """The one tile that was named, perhaps more than once; two different ones are a contradiction."""
    if len(tiles) > 1 and len(different := tuple(dict.fromkeys(tiles))) > 1:
        problems.append(Problem("contradiction", code, {"tiles": different}))
    return tiles[0]


# Who won from whom, by the order of players (P), 胡 (H), 点炮 (W), 抢杠 (R) and 给 (G); a `~` says that what
# follows is written together with the piece before. Groups: `from` is the discarder, `to` the winner. Before
# each order stands a sign without which it is not looked for.
_ORDERS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("H", re.compile(r"(?P<to>P).H")),  # 甲 胡 · 乙 放铳
    ("G", re.compile(r"(?P<from>P).G.(?P<to>P).W")),  # 乙给甲点炮
    ("G", re.compile(r"(?P<from>P).W.G.(?P<to>P)")),  # 乙点炮给甲
    ("~W", re.compile(r"(?P<either>P)~W~P")),  # 甲点炮乙: could be either
    ("~W", re.compile(r"(?P<from>P)~W")),  # 乙点炮
    ("", re.compile(r"[WR].(?P<from>P)")),  # 点炮 乙, 抢杠 乙
    ("W", re.compile(r"(?P<from>P).W")),  # 乙 点炮, and nobody behind
)


def _ways(
    tokens: list[Token], ruleset: Ruleset, sender: Player | None, problems: list[Problem]
) -> tuple[str | None, Player | None, Player | None]:
    """(way of winning, winner, discarder or robbed player) of a line."""
    sources: list[Player | None] = [token.at for token in tokens if token.kind == "way" and token.at]
    signs = "".join([("~" if t.glued else " ") + _sign(t) for t in tokens])
    winner: Token | None = None
    for needed, order in _ORDERS if any(sign in signs for sign in "WRH") else ():
        while needed in signs and (match := order.search(signs)):
            groups = match.groupdict()
            if "either" in groups:
                pair = (tokens[match.start() // 2], tokens[match.end() // 2 - 1])
                problems.append(
                    Problem("ambiguous", "who_discarded", {"players": tuple(t.value for t in pair)})
                )
            elif "from" in groups:
                sources.append(tokens[match.start("from") // 2].value)
            if "to" in groups:
                winner = tokens[match.start("to") // 2]
            used = _SIGN.sub("x", match[0])
            signs = signs[: match.start()] + used + signs[match.end() :]
    left = [t for at, t in enumerate(tokens) if signs[2 * at + 1] == "P"]
    winner = winner or (left.pop(0) if left else None)
    ways = {t.value for t in tokens if t.kind == "way"}
    if ROBBED in ways and DISCARD in ruleset.by_name:  # 点炮 without a player names the fan
        ways = {t.value for at, t in enumerate(tokens) if t.kind == "way" and signs[2 * at + 1] != "W"}
    unclear = bool(problems) and any(p.code == "who_discarded" for p in problems)
    if winner is None and sender is None and not unclear:
        problems.append(Problem("incomplete", "no_winner"))
    problems += [
        Problem("contradiction", "extra_player", {"player": token.value})
        for token in left
        if winner is not None and token.value not in (None, winner.value)
    ]
    if len(ways) > 1:
        problems.append(Problem("contradiction", "two_ways", {"pieces": tuple(sorted(ways))}))
    elif len({*sources} - {None}) > 1:
        problems.append(Problem("contradiction", "two_discards"))
    elif ways and SELF_DRAW not in ways and not sources and not unclear:
        problems.append(Problem("incomplete", "no_discarder", {"way": next(iter(ways))}))
    way = next((name for name in (ROBBED, DISCARD, SELF_DRAW) if name in ways), None)
    return way, winner.value if winner else sender, sources[0] if sources else None


def _ordinary(
    tokens: list[Token], naming: list[Token]
) -> tuple[str | None, Player | None, Player | None] | None:
    """The same for a line like most: `甲 自摸`, `甲 点炮 乙` at its beginning, or a player and no way."""
    if not naming or naming[0].kind != "player":
        return None
    if len(naming) == 1:
        return None, naming[0].value, None
    way = naming[1]
    if way.kind != "way" or way.at is not None:
        return None
    if way.value == SELF_DRAW:
        return (SELF_DRAW, naming[0].value, None) if len(naming) == 2 else None
    if len(naming) != 3 or naming != tokens[:3] or naming[2].kind != "player" or way.glued:
        return None
    return way.value, naming[0].value, naming[2].value


def _sign(token: Token) -> str:
    if token.kind == "way" and token.at is None and token.value != SELF_DRAW:
        return "R" if token.value == ROBBED else "W"
    return _SIGNS.get(token.kind, "x")


_SIGN = re.compile("[PWRGH]")
_SIGNS = {"player": "P", "gives": "G", "wins": "H"}
_FIGURES = frozenset((*FIGURES, NOTHING))
_NAMING = frozenset((*_SIGNS, "way"))  # the kinds of token that tell who won from whom


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
