"""What a 温岭 report can have wrong beside the general mistakes."""

from collections.abc import Iterator

from core.deal import Deal
from core.errors import Problem
from core.hand import CLOSED_PUNG, PAIR, ROBBED, Line
from core.rules.wenling_others import claims, everybodys
from core.rules.wenling_tiles import held, laid, wild, wins_on_wild, with_flowers
from core.ruleset import Hand
from core.tiles import EAST, GREEN, NAMES, PLANTS, RED, SEASONS, WHITE, Tile, is_flower

_INDICATORS = (
    0,
    RED,
    GREEN,
    WHITE,
    SEASONS[0],
    PLANTS[0],
)  # one of each sort: they differ in what is special


def check(hand: Hand) -> Iterator[Problem]:
    """The 得, who pays for all, and each line by itself."""
    indicator = hand.table.wild
    if indicator is not None and is_flower(indicator) and not with_flowers(hand.options):
        yield Problem("impossible", "no_flowers", {"tile": indicator})
    if indicator is None:
        if any(line.concealed is not None for line in hand.lines):
            yield Problem("incomplete", "wild_unknown", {})
        elif not any(_fits(hand, possible) for possible in _INDICATORS):
            yield Problem("impossible", "no_wild_fits", {})
    for line in hand.lines:
        yield from _tiles(hand, line)
        yield from _bearer(hand, line)
        yield from _figures(line)
        if not line.win and hand.winners:
            yield from _other(hand, line)


def _fits(hand: Hand, indicator: Tile) -> bool:
    """Whether all tiles of a report can be where they are with this 得."""
    if is_flower(indicator) and not with_flowers(hand.options):
        return False
    can_meld, can_lay = held(hand.options, indicator) & ~wild(indicator), laid(hand.options, indicator)
    return all(
        can_lay.issuperset(line.laid) and all(can_meld >> m.tile & 1 for m in line.melds)
        for line in hand.lines
    )


def _tiles(hand: Hand, line: Line) -> Iterator[Problem]:
    """得 are in no meld and not robbed, flowers make no sets, and a winner has one pair."""
    wilds = wild(hand.table.wild)
    for meld in line.melds:
        if any(map(is_flower, meld.tiles)):
            yield Problem("impossible", "no_meld", {"piece": str(meld), "kind": meld.kind})
        elif meld.kind not in (CLOSED_PUNG, PAIR) and any(wilds >> tile & 1 for tile in meld.tiles):
            yield Problem("impossible", "wild_in_meld", {"piece": meld})
    if line.win and line.concealed is None and sum(m.kind == PAIR for m in line.melds) > 1:
        yield Problem("contradiction", "two_pairs", {"player": line.player})
    if line.win == ROBBED:
        deal = Deal(hand.ruleset, line, hand.table, hand.options)
        if wins_on_wild(deal):
            yield Problem("impossible", "wild_robbed", {"tile": deal.winning})
        if not deal.tiles and (
            deal.has("无得") or deal.has("得还原")
        ):  # no copy of the robbed tile, nor a 得 for one
            for name in ("对对胡", "单吊"):
                if deal.has(name):
                    yield Problem("impossible", "robbed_run", {"piece": name})
            if deal.winning >= EAST:
                yield Problem("impossible", "robbed_run", {"piece": NAMES[deal.winning]})


def _bearer(hand: Hand, line: Line) -> Iterator[Problem]:
    """包 points at the discarder or the robbed player."""
    sources = {winner.source for winner in hand.winners} - {None}
    for word in line.words:
        if word.name == "包" and (not sources or (word.at and word.at not in sources)):
            yield Problem("contradiction", "bears_without_discard", {"player": word.at})


def _figures(line: Line) -> Iterator[Problem]:
    """Figures are the whole of what a player has; laid-open flowers are named."""
    if "花" in line.numbers:
        yield Problem("incomplete", "name_the_flowers", {"number": line.numbers["花"]})
    if "番" in line.numbers and "胡" not in line.numbers:
        yield Problem("incomplete", "no_points", {"player": line.player})
    words = any(word.name != "包" for word in line.words)
    if "胡" in line.numbers and (words or line.melds or line.laid or line.concealed is not None):
        yield Problem("contradiction", "figures_and_items", {"player": line.player})


def _other(hand: Hand, line: Line) -> Iterator[Problem]:
    """One who has not won has no winner's fans, no winning tile, and sixteen tiles."""
    allowed = everybodys(hand.ruleset.rows)
    names = {row.name for row in allowed} | set(hand.ruleset.words.values())
    for word in line.words:
        if word.name not in names:
            yield Problem("contradiction", "winner_only", {"piece": word.name})
    if line.winning is not None:
        yield Problem("incomplete", "no_way", {"player": line.player})
    number, most = sum(2 if m.kind == PAIR else 3 for m in line.melds), hand.ruleset.size
    if line.concealed is None and number > most:
        yield Problem("impossible", "wrong_number", {"number": number, "waiting": most, "full": most})
    deal = Deal(hand.ruleset, line, hand.table, hand.options)
    for row in (row for row in allowed if row.name in deal.named):
        for condition in row.when:
            if not condition.met(deal):
                yield Problem("contradiction", condition.code, {"piece": row.name})
        if deal.tiles and deal.wilds <= hand.ruleset.wilds and not _shown(deal, row.name):
            yield Problem("contradiction", "not_in_tiles", {"piece": row.name})


def _shown(deal: Deal, name: str) -> bool:
    """Whether a player's tiles can be read so that they show this row."""
    shown = deal.ruleset.by_name[name].shown
    return shown is not None and any(not shown.missing(reading, deal) for reading, _ in claims(deal))
