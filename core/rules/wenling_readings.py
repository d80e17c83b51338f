"""温岭's readings of a winner's tiles that are worth pricing: of readings alike, those with most points.

What can make a difference between two readings is here as merits and flaws (`core.wild`); the table of rows
in `core.rules.wenling` says what they are worth.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache

from core.deal import ANYHOW, Deal
from core.hand import CLOSED_PUNG, PUNG
from core.position import Reading, read_all, standing
from core.reading import EITHER_PAIR, TWO_SIDED, placements
from core.rules.wenling_tiles import (
    SETS,
    VALUED_PAIR,
    WAIT,
    WAITS,
    is_valued,
    reasons,
    wins_on_wild,
)
from core.sets import CHOWS_AT, Sets, pair_in, tiles_in, triplets_in
from core.tiles import EAST, HONOR_MASK, KINDS, SUIT_MASKS, WHITE, WIND_MASK, WINDS, Tile, suit_of
from core.wild import Choice, Roles, choices, fillings, suit_fillings, unbeaten

# Flaws. Sequences bar 对对胡, triplets and a valued pair 旁胡, every further suit and honors 清一色.
_CHOWS, _TRIPLETS, _VALUED = 1, 2, 4
_SUITS = (8, 16, 32)
_HONORS = 64  # a merit too: 混一色 asks for them
# Merits: a 得 that stands for itself, one that was waited for with 2 points, tiles of any suit (all honors are
# no 混一色), triplets and pairs of honors.
_ITSELF, _WILD_WAIT, _SUITED = 1, 2, 4
_FIRST, _SECOND, _PAIR_OF = ({t: 1 << shift + t - EAST for t in range(EAST, KINDS)} for shift in (8, 16, 24))
_WHITES = _FIRST[WHITE] | _SECOND[WHITE]  # no 番 asks for 白
_OTHER_WINDS: Mapping[Tile | None, int] = {
    own: sum(_PAIR_OF.values()) | sum(_FIRST[t] | _SECOND[t] for t in WINDS if t != own)
    for own in (*WINDS, None)
}
_CLOSED, _LIT = SETS.of[CLOSED_PUNG], SETS.of[PUNG]
_NOWHERE, _AS_ROLE = -1, -2  # the winning tile is not in this suit; it is a 得


def readings(deal: Deal) -> list[Reading]:
    """The readings that are worth pricing; of 腊子 the one that needs no complete hand."""
    complete = len(deal.concealed) == deal.ruleset.size + 1 - 3 * len(deal.melds)
    dealt = bool(deal.line.words) and deal.has("天胡")
    if reasons(deal) or (dealt and complete and any(fillings(deal.key, deal.wilds))):
        return [Reading(ANYHOW, triplets_in(deal.melded), others=deal.kinds)]
    if not complete or dealt:
        return []
    if not deal.wilds:
        return read_all(deal)
    indicator = deal.table.wild
    itself = -1 if indicator is None or indicator >= KINDS else indicator
    found = _best(deal, itself)
    return [*found, *_waited(deal, itself)] if deal.named else found


def _best(deal: Deal, itself: Tile) -> list[Reading]:
    """The unbeaten readings."""
    on_wild, lit = wins_on_wild(deal), not deal.self_drawn and deal.options["点胡成刻"] == "明"
    winning, own_wind = deal.winning, deal.own_wind
    at, own_suit = suit_of(winning), suit_of(itself)

    def of_suit(suit: int, code: int, wilds: int) -> list[Choice]:
        here = suit == at
        return _of_suit(
            suit,
            code,
            wilds,
            _AS_ROLE if on_wild else winning if here else _NOWHERE,
            lit and here,
            own_wind if suit == 3 else None,
            itself if suit == own_suit else -1,
        )

    return [
        _reading(deal, choice.sets, choice.wait or TWO_SIDED, choice.roles, choice.strangers)
        for choice in choices(deal.key, deal.wilds, of_suit, lambda: _known(deal))
    ]


@lru_cache(maxsize=1 << 14)
def _of_suit(
    suit: int, code: int, wilds: int, winning: int, lit: bool, own_wind: Tile | None, itself: Tile
) -> list[Choice]:
    """What the readings of a suit are to a hand, each with the winning tile in its best place."""
    found: list[Choice] = []
    for sets, roles in suit_fillings(suit, code, wilds):
        merits, flaws = (_HONORS, _HONORS) if suit == 3 else (_SUITED, _SUITS[suit])
        triplets, points = triplets_in(sets), 0
        if triplets:
            flaws |= _TRIPLETS
            points = sum([_CLOSED[tile][1] for tile in tiles_in(triplets)])
        if sets >> CHOWS_AT:
            flaws |= _CHOWS
        if suit == 3:
            for tile in tiles_in(triplets):
                merits |= _SECOND[tile] if merits & _FIRST[tile] else _FIRST[tile]
            pair = pair_in(sets)
            merits |= _PAIR_OF.get(pair, 0)
            if is_valued(pair, own_wind):
                flaws |= _VALUED
                points += VALUED_PAIR
        strangers = wilds - roles.count(itself)
        if wilds == 1 and not strangers:
            merits |= _ITSELF
        wait = None
        if winning >= 0:
            gain, wait = _place(sets, (winning,), lit)
            points += gain
        elif winning == _AS_ROLE:
            gain, wait = _place(sets, roles, lit)
            if gain:
                merits |= _WILD_WAIT  # counts once, in whichever suit
            else:
                wait = None
        found.append(Choice(merits, flaws, points, strangers, roles, sets, wait))
    return unbeaten(found)


def _place(sets: Sets, tiles: Roles, lit: bool) -> tuple[int, str | None]:
    """(points, wait) of the best place for a winning tile that is one of these, or stands for it."""
    best: tuple[int, str | None] | None = None
    for tile in tiles:
        for wait in placements(sets, tile):
            gain = WAIT if wait in WAITS else 0
            if wait is EITHER_PAIR and lit:  # a triplet that a discard completed is no 暗刻
                gain = _LIT[tile][1] - _CLOSED[tile][1]
            if best is None or gain > best[0]:
                best = gain, wait
    return best or (0, None)


def _known(deal: Deal) -> tuple[int, int]:
    """Merits and flaws of a hand whatever its reading is, and all that can make no difference in it."""
    merits, flaws, kinds = _WHITES, 0, deal.kinds
    colours = [flaw for flaw, suit in zip(_SUITS, SUIT_MASKS, strict=True) if kinds & suit]
    if deal.melded >> CHOWS_AT:
        flaws |= _CHOWS
    if triplets_in(deal.melded):
        flaws |= _TRIPLETS | _VALUED
    if kinds & HONOR_MASK or len(colours) > 1:
        flaws |= _HONORS
        merits |= _HONORS
    flaws |= sum(_SUITS) if len(colours) > 1 else sum(colours)
    merits |= _SUITED if colours else 0
    if (kinds & WIND_MASK).bit_count() < 3:  # too few for 四风全齐
        merits |= _OTHER_WINDS[deal.own_wind]
    return merits, flaws


def _waited(deal: Deal, itself: Tile) -> Iterator[Reading]:
    """A reading for each wait that was named, if there is one: so the tiles show it."""
    wanted = {wait for wait, name in WAITS.items() if name in deal.named}
    for sets, roles in fillings(deal.key, deal.wilds) if wanted else ():
        for tile in roles if wins_on_wild(deal) else (deal.winning,):
            for wait in placements(sets, tile):
                if wait in wanted:
                    wanted.remove(wait)
                    yield _reading(deal, sets, wait, roles, deal.wilds - roles.count(itself))


def _reading(deal: Deal, sets: Sets, wait: str, roles: Roles, strangers: int) -> Reading:
    reading = standing(deal, sets, wait, roles)
    reading.rank = (-strangers, *[-tile for tile in roles])
    return reading
