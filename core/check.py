"""Everything that can be wrong with a report before its tiles are read, found all at once."""

from collections import Counter
from collections.abc import Iterator

from core.deal import Deal, winning_of
from core.errors import Problem
from core.hand import (
    CLOSED_PUNG,
    CONCEALED,
    DISCARD,
    MELDS,
    PAIR,
    PUNG,
    ROBBED,
    SELF_DRAW,
    Line,
    Meld,
)
from core.order import in_order
from core.possible import conflict
from core.ruleset import Hand
from core.tiles import KINDS, NAMES, Tile, is_flower

_BASIC = ("unreadable", "ambiguous", "impossible")


def examine(hand: Hand) -> list[Problem]:
    """All problems of a report; an empty list if the tiles may be read and the named fans may stand."""
    problems: list[Problem] = []
    if not in_order(hand):
        for line in hand.lines:
            problems += _players(hand, line)
            problems += _tiles(hand, line)
        problems += _copies(hand)
    if not _single_winner(hand):
        problems += _together(hand)
    problems += hand.ruleset.check(hand)
    if not problems or not any(p.kind in _BASIC for p in problems):
        for line in hand.lines:
            claims = bool(line.words) or line.concealed is None  # tiles alone claim nothing
            if claims and (line.win or not hand.ruleset.open_hand):
                problems += _claims(Deal(hand.ruleset, line, hand.table, hand.options))
    return [p for at, p in enumerate(problems) if p not in problems[:at]] if problems else problems


def _single_winner(hand: Hand) -> bool:
    """Whether the report is a single winner's, who names no other 得 than the table's."""
    lines = hand.lines
    return len(lines) == 1 and bool(lines[0].win) and lines[0].wild in (None, hand.table.wild)


def _players(hand: Hand, line: Line) -> Iterator[Problem]:
    """Everybody who is named sits at the table, and nobody feeds himself."""
    others = [line.source, *[m.feeder for m in line.melds]]
    others += [word.at for word in line.words if word.at != CONCEALED]
    seated = hand.table.players
    for player in dict.fromkeys((line.player, *others)):
        if player and player not in seated:
            yield Problem("impossible", "not_at_table", {"player": player})
    if line.player and line.source == line.player:
        yield Problem("impossible", "own_discard", {"player": line.player})
    if line.player and line.player in others[1:]:
        yield Problem("impossible", "feeds_himself", {"player": line.player})


def _tiles(hand: Hand, line: Line) -> Iterator[Problem]:
    """Melds that the ruleset has, tiles that can be held or laid open, and the right number of them."""
    ruleset, options, wild = hand.ruleset, hand.options, hand.table.wild
    held = ruleset.held(options, wild)
    for meld in line.melds:
        if meld.kind in MELDS and meld.kind not in ruleset.melds:
            yield Problem("impossible", "no_such_meld", {"piece": meld, "kind": meld.kind})
        elif not held >> meld.tile & 1:
            yield Problem("impossible", "cannot_hold", {"tile": meld.tile})
    own = line.concealed or ()
    for tile in {*own} if line.winning is None else {*own, line.winning}:
        if not held >> tile & 1:
            yield Problem("impossible", "cannot_hold", {"tile": tile})
    if line.laid:
        allowed = ruleset.laid(options, wild)
        for tile in dict.fromkeys(line.laid):
            if tile not in allowed:
                yield Problem("impossible", "cannot_lay", {"tile": tile})
    sets = [m for m in line.melds if m.kind != PAIR]
    if len(sets) > ruleset.sets:
        yield Problem("impossible", "too_many_sets", {"number": len(sets), "most": ruleset.sets})
    elif line.concealed is not None:
        yield from _number(hand, line, ruleset.size - 3 * len(sets))


def _number(hand: Hand, line: Line, waiting: int) -> Iterator[Problem]:
    """The concealed tiles wait for the winning one, or hold it."""
    concealed = line.concealed or ()
    number = len(concealed)
    other = hand.ruleset.open_hand and not line.win and (hand.winners or line is not hand.lines[0])
    full = waiting if other else waiting + 1
    if number not in (waiting, full):
        yield Problem("impossible", "wrong_number", {"number": number, "waiting": waiting, "full": full})
    elif full == waiting:
        return
    elif number == waiting and line.winning is None:
        if not hand.ruleset.anyhow(line, hand.table, hand.options):
            yield Problem("incomplete", "no_winning_tile", {"number": number})
    elif number == full and line.winning is not None and line.winning not in concealed:
        yield Problem("contradiction", "winning_not_among", {"tile": line.winning, "number": number})


def _copies(hand: Hand) -> Iterator[Problem]:
    """No kind more than four times, no flower twice, over all lines; a claimed discard is one tile.

    Triplets and pairs that were only named may have wild tiles in them: as many as nobody else holds.
    """
    counts = [0] * len(NAMES)
    claimed: set[Tile] = set()
    for line in hand.lines:
        winning, own = _own(hand, line)
        for tile in own:
            counts[tile] += 1
        if line.win in (DISCARD, ROBBED) and winning >= 0:
            counts[winning] -= 1
            claimed.add(winning)
            if line.win == ROBBED and _others_hold(hand, line, winning):
                yield Problem("impossible", "robbed_copy", {"tile": winning})
    for tile in claimed:
        counts[tile] += 1
    if hand.table.wild is not None:
        counts[hand.table.wild] += 1
    if max(counts[:KINDS]) > 4 or max(counts[KINDS:]) > 1:
        yield from _too_many(hand, counts)


def _too_many(hand: Hand, counts: list[int]) -> Iterator[Problem]:
    """The kinds of which more are counted than there are, where wild tiles cannot stand for the rest."""
    wild = hand.ruleset.wild(hand.table.wild)
    held = sum(number for tile, number in enumerate(counts) if wild >> tile & 1)
    indicator = hand.table.wild
    spare = hand.ruleset.wilds - held + (indicator is not None and wild >> indicator & 1)
    named = [m for line in hand.lines for m in line.melds if m.kind in (CLOSED_PUNG, PAIR)]
    for tile, number in enumerate(counts):
        over = number - (1 if is_flower(tile) else 4)
        if over <= 0:
            continue
        if not wild >> tile & 1 and over <= min(spare, sum(m.tiles.count(tile) for m in named)):
            spare -= over
        else:
            yield Problem("impossible", "too_many_copies", {"tile": tile, "number": number})


def _own(hand: Hand, line: Line) -> tuple[Tile, list[Tile]]:
    """The winning tile of a line, −1 if it is not known, and all tiles of it with that one."""
    tiles = [*line.laid]
    for meld in line.melds:
        tiles += meld.tiles
    if line.concealed is None:
        winning = -1 if line.winning is None else line.winning
        return winning, tiles if winning < 0 else [*tiles, winning]
    waiting = hand.ruleset.size - 3 * sum(m.kind != PAIR for m in line.melds)
    winning, concealed = winning_of(line.concealed, line.winning, waiting)
    return winning, [*tiles, *concealed]


def _others_hold(hand: Hand, line: Line, tile: Tile) -> bool:
    """Whether anybody holds more of a robbed tile than that one, and the pung that it was to join."""
    for other in hand.lines:
        held = _own(hand, other)[1].count(tile) - (1 if other.win == ROBBED else 0)
        if other.player == line.source and Meld(PUNG, tile) in (m._replace(feeder=None) for m in other.melds):
            held -= 3
        if held > 0:
            return True
    return False


def _together(hand: Hand) -> Iterator[Problem]:
    """How the lines go together: who won, how, and from whom."""
    winners = hand.winners
    for line in hand.lines:
        if not line.win and line.player and (not hand.ruleset.open_hand or not winners):
            yield Problem("incomplete", "no_way", {"player": line.player})
            break
    players = [line.player for line in hand.lines if line.player]
    for player, times in Counter(players).items():
        if times > 1:
            yield Problem("contradiction", "twice", {"player": player})
    if len(winners) > 1:
        if any(line.win == SELF_DRAW for line in winners):
            yield Problem("contradiction", "self_draw_and_others", {})
        elif len({(line.win, line.source) for line in winners}) > 1:
            yield Problem("contradiction", "two_discards", {})
        elif len(tiles := {line.winning for line in winners if line.winning is not None}) > 1:
            yield Problem("contradiction", "two_winning_tiles", {"tiles": tuple(sorted(tiles))})
    for line in hand.lines:
        if not line.win and any(line.source == w.player for w in winners):
            yield Problem("contradiction", "two_discards", {})
        if line.wild not in (None, hand.table.wild):
            yield Problem("contradiction", "two_wilds", {"tiles": (hand.table.wild, line.wild)})


def _claims(deal: Deal) -> Iterator[Problem]:
    """What was said of circumstances agrees with the table, and the named fans can stand together."""
    rows = [deal.ruleset.by_name[w.name] for w in deal.line.words if w.name in deal.ruleset.by_name]
    for row in dict.fromkeys(rows):
        for condition in row.when:
            if not condition.met(deal):
                yield Problem("contradiction", condition.code, {"piece": row.name})
        for other in rows:
            if other.name in row.clashes:
                yield Problem("contradiction", "clash", {"pieces": (row.name, other.name)})
    if not deal.tiles:
        pieces = conflict(deal)
        if pieces:
            yield Problem("contradiction", "clash", {"pieces": pieces})
