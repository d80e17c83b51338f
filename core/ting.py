"""Ready hands: the tiles that a hand waits for, and what each would score drawn or discarded."""

from collections.abc import Iterator
from typing import NamedTuple

from core.check import examine
from core.deal import SEVEN_PAIRS, THIRTEEN_ORPHANS, Deal
from core.engine import Answer, answered, dearest, reported, score
from core.errors import Mistake, Problem, mistake
from core.hand import DISCARD, PAIR, SELF_DRAW, Line, Report, Table
from core.reading import copies, seven_pairs_waits, thirteen_orphans_waits, waits
from core.ruleset import Hand, Options, Ruleset
from core.tiles import KINDS, NAMES, Tile, is_flower

Way = Answer | Problem  # the priced hand, or why it cannot win in this way
_NO_WIN = Problem("not_a_win", "not_a_win")


class Wait(NamedTuple):
    """A tile that is waited for: how many the hand does not hold itself, and what it scores both ways."""

    tile: Tile
    left: int
    drawn: Way
    discarded: Way


def ready(ruleset: Ruleset, line: Line, table: Table, options: Options) -> tuple[Wait, ...]:
    """Everything that a line without a winning tile waits for, in printing order; empty if it is not ready.

    What the line says of circumstances counts where it can (`海底捞`); a discard comes from the right-hand
    neighbour. Mistake if the hand cannot be: wrong tiles, a wrong number of them, or none at all.
    """
    if line.player not in table.players:
        raise mistake("impossible", "not_at_table", player=line.player)
    hand = reported(ruleset, (line._replace(win=None, source=None, winning=None),), table, options)
    (line,), table = hand.lines, hand.table
    drawn, discarded = (_faults(ruleset, variant, table, options) for variant in _ways(line, table))
    problems = [problem for problem in drawn if problem in discarded]
    problems += _number(ruleset, line)
    if problems:
        raise Mistake(problems)
    kinds = _candidates(ruleset, line, table, options)
    found = (_wait(ruleset, line, tile, table, options) for tile in range(len(NAMES)) if kinds >> tile & 1)
    return tuple(wait for wait in found if wait is not None)


def _ways(line: Line, table: Table, tile: Tile | None = None) -> tuple[Line, Line]:
    """The line as a self-draw, and as a win on the right-hand neighbour's discard."""
    neighbour = table.after(line.player)[0]
    return (
        line._replace(win=SELF_DRAW, winning=tile),
        line._replace(win=DISCARD, source=neighbour, winning=tile),
    )


def _faults(ruleset: Ruleset, line: Line, table: Table, options: Options) -> list[Problem]:
    problems = examine(Hand(ruleset, (line,), table, options))
    return [problem for problem in problems if problem.code != "no_winning_tile"]


def _number(ruleset: Ruleset, line: Line) -> Iterator[Problem]:
    """Concealed tiles as many as wait for the winning one."""
    waiting = ruleset.size - 3 * sum(meld.kind != PAIR for meld in line.melds)
    if line.concealed is None:
        yield Problem("incomplete", "no_tiles", {"waiting": waiting})
    elif len(line.concealed) == waiting + 1:
        yield Problem("impossible", "one_tile_more", {"number": waiting + 1, "waiting": waiting})


def _candidates(ruleset: Ruleset, line: Line, table: Table, options: Options) -> int:
    """The kinds, as a mask, that may complete the hand; all where its sets alone do not tell."""
    deal = Deal(ruleset, line, table, options)
    anyhow = ruleset.anyhow(line._replace(win=SELF_DRAW), table, options)
    if deal.wilds or anyhow:
        return ruleset.held(options, table.wild)
    kinds = waits(deal.key) | deal.wild | ruleset.unfinished(deal)
    if not line.melds:
        kinds |= seven_pairs_waits(deal.key) if SEVEN_PAIRS in ruleset.forms else 0
        kinds |= thirteen_orphans_waits(deal.key) if THIRTEEN_ORPHANS in ruleset.forms else 0
    for tile in range(KINDS):  # a fourth copy may win without making the hand complete
        if copies(deal.key, tile) == 3 and ruleset.anyhow(_ways(line, table, tile)[0], table, options):
            kinds |= 1 << tile
    return kinds


def _wait(ruleset: Ruleset, line: Line, tile: Tile, table: Table, options: Options) -> Wait | None:
    """This tile as one that is waited for; None if it completes nothing or there is none left."""
    held = (*(line.concealed or ()), *(t for meld in line.melds for t in meld.tiles))
    left = (1 if is_flower(tile) else 4) - held.count(tile) - (tile == table.wild)
    if left < 1:
        return None
    drawn, discarded = (_way(ruleset, way, table, options) for way in _ways(line, table, tile))
    either = isinstance(drawn, Answer) or isinstance(discarded, Answer)
    return Wait(tile, left, drawn, discarded) if either or not (_lacks(drawn) or _lacks(discarded)) else None


def _lacks(way: Way) -> bool:
    """Whether the tiles are no hand; else, where it may not win, something else keeps it back."""
    return isinstance(way, Problem) and way.code == "not_a_win"


def _way(ruleset: Ruleset, line: Line, table: Table, options: Options) -> Way:
    """The hand as it would be priced; else the most basic problem that keeps it from winning.

    Tiles that were examined once are not again for every tile that may complete them; words may be at odds
    with the one that does.
    """
    try:
        hand = reported(ruleset, (line,), table, options)
        if hand.lines[0].words or ruleset.open_hand:
            return score(ruleset, Report((line,)), table, options).wins[0]
        deal = Deal(ruleset, hand.lines[0], hand.table, options)
        readings = ruleset.readings(deal)
        return answered(hand, (dearest(ruleset, deal, readings),)).wins[0] if readings else _NO_WIN
    except Mistake as wrong:
        return wrong.problems[0]
