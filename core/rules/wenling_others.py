"""What the three other players of a 温岭 hand have: by figures, by items, or by their sixteen tiles."""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations_with_replacement
from typing import Any, NamedTuple

from core.deal import STANDARD, Deal
from core.hand import PAIR, Line, Player
from core.position import Reading, partial
from core.reading import copies
from core.rules.wenling_tiles import is_valued, points
from core.ruleset import Hand, Options, Row, Win
from core.sets import layered, triplets_in
from core.tiles import KINDS, ORPHANS, Tile, mask

_CAP = {"小闹": 500, "常规": 400}
_ENOUGH = max(_CAP.values()).bit_length()  # so often doubled even a single point comes to the cap


def cap(options: Options) -> int:
    return _CAP[str(options["mode"])]


def total(hua: int, fan: int, options: Options) -> int:
    """牌点: doubled by each 番, rounded up to tens, capped."""
    most = cap(options)
    doubled = hua << (fan if fan < _ENOUGH else _ENOUGH)
    rounded = -(-doubled // 10) * 10
    return rounded if rounded < most else most


class Share(NamedTuple):
    """What a player has: 胡头 without the winner's 20, 番, 牌点."""

    hua: int
    fan: int
    total: int


_NONE = Share(0, 0, 0)


def shares(hand: Hand, win: Win) -> dict[Player, Share]:
    """The three others in turn order; the one who pays for all keeps his points, but his total is 0."""
    found = dict.fromkeys(hand.table.after(win.deal.player), _NONE)
    for line in hand.lines:
        if line.player in found:
            found[line.player] = _share(hand, line)
    bears = bearer(hand)
    if bears in found:
        found[bears] = found[bears]._replace(total=0)
    return found


def more(hand: Hand, win: Win) -> Mapping[str, Any]:
    """The figures of the three others, for the answer."""
    return {
        "others": {
            player: {"hua": hua, "fan": fan, "total": worth}
            for player, (hua, fan, worth) in shares(hand, win).items()
        }
    }


def bearer(hand: Hand) -> Player | None:
    """包三家: the player who pays everything. Without a name it is the discarder."""
    for line in hand.lines:
        for word in line.words:
            if word.name == "包":
                return word.at or next((winner.source for winner in hand.winners), None)
    return None


def _share(hand: Hand, line: Line) -> Share:
    if "胡" in line.numbers:
        hua, fan = line.numbers["胡"], line.numbers.get("番", 0)
        return Share(hua, fan, total(hua, fan, hand.options))
    deal = Deal(hand.ruleset, line, hand.table, hand.options)
    worths = (_worth(deal, *claim) for claim in claims(deal))
    best, fan, hua = max((total(hua, fan, hand.options), fan, hua) for hua, fan in worths)
    return Share(hua, fan, best)


def _worth(deal: Deal, reading: Reading, pairs: tuple[Tile, ...]) -> tuple[int, int]:
    """(胡头, 番) of what a player has."""
    fan = 0
    for row in everybodys(deal.ruleset.rows):
        assert row.shown is not None
        if row.name in deal.named or not row.shown.missing(reading, deal):
            fan += row.value if row.times is None else row.value * max(1, row.times(reading, deal))
    return sum(value for _, value in points(deal, reading, pairs)), fan


def everybodys(rows: tuple[Row, ...]) -> tuple[Row, ...]:
    """The rows that count for all four players."""
    return tuple(row for row in rows if row.name in _EVERYBODY)


_EVERYBODY = frozenset(("翻中", "翻发", "翻白", "本花", "红中", "发财", "门风"))


def claims(deal: Deal) -> Iterator[tuple[Reading, tuple[Tile, ...]]]:
    """What another player's line can be read as: triplets, and pairs beside them; 得 join any of them."""
    if not deal.tiles:
        yield partial(deal), tuple(m.tile for m in deal.line.melds if m.kind == PAIR)
        return
    natural = {tile: copies(deal.key, tile) for tile in range(KINDS)}
    alike = Counter[tuple[int, bool, Tile]]()
    useful: list[Tile] = []  # what 得 can complete; of kinds that are worth the same as many as there are 得
    for tile, number in natural.items():
        valued = is_valued(tile, deal.own_wind)
        kind = (number, bool(ORPHANS >> tile & 1), tile if valued else -1)
        alike[kind] += 1
        if alike[kind] <= deal.wilds and (valued or (number + deal.wilds) // 3 > number // 3):
            useful.append(tile)
    for roles in combinations_with_replacement(useful or [0], deal.wilds):
        full = Counter(natural)
        full.update(roles)
        closed = tuple(tile for tile in natural for _ in range(full[tile] // 3))
        pairs = tuple(tile for tile in natural if full[tile] % 3 == 2)
        triplets = triplets_in(deal.melded) | mask(closed)
        yield Reading(STANDARD, triplets, closed=layered(closed), roles=roles, others=deal.kinds), pairs
