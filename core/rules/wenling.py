"""温岭麻将: five sets and a pair with wild tiles (得); all four players' points count.

The winner has (20 + 胡头) × 2^番, the others 胡头 × 2^番, each rounded up to tens and capped; the winner is
paid his own total by each of the three, who settle among themselves the differences of theirs.
"""

from collections.abc import Callable
from itertools import combinations

from core.conditions import DEALER, NO_MELD, SELF_DRAWN
from core.deal import ANYHOW, STANDARD, Deal
from core.errors import Problem
from core.hand import CLOSED_KONG, DISCARD, ROBBED, SELF_DRAW, Line, Player, Table
from core.patterns import (
    ALL_TRIPLETS,
    FULL_FLUSH,
    ask_if,
    completes,
    half_flush,
    own_triplet,
    triplets_of,
    when,
)
from core.payment import Transfer, pay
from core.position import AT_ONCE, NEVER, ONE_PAIR, SET, Outset, Pattern, Reading
from core.reading import EDGE, MIDDLE, SINGLE
from core.rules.wenling_check import check
from core.rules.wenling_others import bearer, cap, more, shares, total
from core.rules.wenling_readings import readings
from core.rules.wenling_tiles import (
    FAMILIES,
    FOURS,
    OWN_FOUR,
    WAIT,
    held,
    is_valued,
    laid,
    points,
    reasons,
    wild,
    wins_on_wild,
    with_flowers,
)
from core.ruleset import (
    COMMON_OPTIONS,
    FLOWER,
    Condition,
    Counted,
    Figure,
    Hand,
    HandEnd,
    Item,
    Option,
    Options,
    Row,
    Ruleset,
    Win,
)
from core.sets import CHOWS_AT, FIELD, tiles_in, triplets_in
from core.tiles import EAST, GREEN, HONOR_MASK, RED, WHITE, WIND_MASK, Tile, is_flower

# ------------------------------------------------------------------------------------------------ 腊子


def _is_jackpot(deal: Deal) -> bool:
    """Whether a report without tiles says 腊子, names a reason or shows one."""
    return not NAMED_JACKPOT.isdisjoint(deal.words) or bool(reasons(deal))


def _jackpot(r: Reading, d: Deal) -> int:
    return 0 if r.form is ANYHOW or (not d.tiles and _is_jackpot(d)) else NEVER


def _reason(name: str) -> Pattern:
    """Tiles show the reason; where only fans are named it is believed, unless an open meld has those tiles."""

    def missing(r: Reading, d: Deal) -> int:
        if r.form is not ANYHOW and d.tiles:
            return NEVER
        if d.tiles:
            return 0 if name in reasons(d) else NEVER
        tile = d.own_wind if name == OWN_FOUR else FOURS.get(name, -1)
        return NEVER if any(tile in m.tiles for m in d.line.melds if m.kind != CLOSED_KONG) else 0

    return Pattern(missing, glance=lambda _g: False)


def _four_live(name: str) -> Condition:
    """Four of a kind can be had only where none of them is the indicator, and 白 never in the hand."""

    def met(d: Deal) -> bool:
        tile = d.own_wind if name == OWN_FOUR else FOURS[name]
        return tile is None or d.table.wild != tile

    return Condition("no_four_left", met)


# -------------------------------------------------------------------------------------------- conditions

A_KONG = Condition("needs_kong", lambda d: not d.tiles or d.kongs > 0 or bool(d.line.laid))
WITH_FLOWERS = Condition("cannot_be_triplet", lambda d: with_flowers(d.options))
WILD_DRAWN = Condition(
    "needs_wild_drawn", lambda d: d.tiles or d.winning < 0 or not d.wild or wins_on_wild(d)
)
OWN_FLOWER = Condition("needs_own_flower", lambda d: _own_flowers(d) > 0)
PLAYING_WILD = Condition("wild_is_flower", lambda d: d.table.wild is None or not is_flower(d.table.wild))
WILD_IN_A_RUN = Condition(
    "cannot_be_triplet", lambda d: d.table.wild is None or not HONOR_MASK >> d.table.wild & 1
)


def _ordinary(tile: Tile) -> Condition:
    """A triplet of the tile can be had: it is neither special nor the 得."""
    return Condition(
        "cannot_be_triplet", lambda d: bool((held(d.options, d.table.wild) & ~d.wild) >> tile & 1)
    )


def _four_winds(r: Reading, _d: Deal) -> int:
    """Triplets of three winds, and the fourth as a triplet or the pair."""
    lacking = 3 - (r.triplets & WIND_MASK).bit_count()
    if lacking < 0:
        return 0
    if r.pair < 0:
        return SET * lacking + ONE_PAIR
    return SET * lacking if (WIND_MASK & ~r.triplets) >> r.pair & 1 else SET * (lacking + 1)


def _all_chows(r: Reading, d: Deal) -> int:
    """Five sequences and a pair that is worth nothing."""
    return NEVER if r.triplets or r.form != STANDARD or is_valued(r.pair, d.own_wind) else 0


def _itself(r: Reading, d: Deal) -> int:
    """The only 得 stands for itself: in a sequence, for all copies of its kind are 得."""
    if d.tiles:
        return 0 if len(r.roles) == 1 and d.wild >> r.roles[0] & 1 else NEVER
    concealed = r.chows ^ d.melded >> CHOWS_AT
    if any(not d.wild or d.wild & 7 << tile for tile in tiles_in(concealed)):
        return 0
    return SET if r.free else NEVER


def _waiting(wait: str) -> Pattern:
    """The winning tile was waited for in this way."""

    def missing(r: Reading, d: Deal) -> int:
        if r.wait is not None:
            return 0 if r.wait is wait else NEVER
        return 0 if wins_on_wild(d) or completes(wait, d.winning) else NEVER

    return Pattern(missing, glance=lambda g: g.wait is wait)


def _own_flowers(d: Deal) -> int:
    """Laid-open flowers of the own wind: 春梅 东, 夏兰 南, 秋竹 西, 冬菊 北."""
    if d.own_wind is None or not d.line.laid:
        return 0
    return sum(d.line.laid.count(family[d.own_wind - EAST]) for family in FAMILIES)


def _only_laid(outset: Outset) -> bool | None:
    return None if outset.laid else False


def _laid_of(tile: Tile) -> Callable[[Reading, Deal], int]:
    return lambda _r, d: d.line.laid.count(tile)


def _triplets_of(tile_of: Callable[[Deal], Tile | None]) -> Callable[[Reading, Deal], int]:
    def number(r: Reading, d: Deal) -> int:
        tile = tile_of(d)
        if tile is None:
            return 0
        closed = r.closed >> tile
        return (triplets_in(d.melded) >> tile & 1) + (closed & 1) + (closed >> FIELD & 1)

    return number


# -------------------------------------------------------------------------------------------------- 番

EVERYBODY = (
    Row(1, "翻中", when(lambda d: RED in d.line.laid, _only_laid), auto=True, times=_laid_of(RED)),
    Row(1, "翻发", when(lambda d: GREEN in d.line.laid, _only_laid), auto=True, times=_laid_of(GREEN)),
    Row(1, "翻白", when(lambda d: WHITE in d.line.laid, _only_laid), auto=True, times=_laid_of(WHITE)),
    Row(1, "本花", when(lambda d: _own_flowers(d) > 0, _only_laid), when=(OWN_FLOWER,), auto=True,
        times=lambda _r, d: _own_flowers(d)),
    Row(1, "红中", triplets_of(1 << RED, 1), when=(_ordinary(RED),), auto=True, times=_triplets_of(lambda _d: RED)),
    Row(1, "发财", triplets_of(1 << GREEN, 1), when=(_ordinary(GREEN),), auto=True,
        times=_triplets_of(lambda _d: GREEN)),
    Row(1, "门风", own_triplet(lambda d: d.own_wind), auto=True, times=_triplets_of(lambda d: d.own_wind)),
)  # fmt: skip

WINNER = (
    Row(13, "四风全齐", Pattern(_four_winds, AT_ONCE, glance=ask_if(lambda g: g.honors >= 3 and g.winds))),
    Row(4, "清一色", FULL_FLUSH),
    Row(2, "混一色", half_flush(HONOR_MASK)),
    Row(2, "对对胡", ALL_TRIPLETS, ("碰碰胡", "对对和", "碰碰和")),
    Row(1, "旁胡", Pattern(_all_chows, glance=ask_if(lambda g: not g.triplets))),
    Row(1, "无得", when(lambda d: not d.wilds, lambda o: not o.wilds), clashes=("双得", "得还原", "自摸得")),
    Row(1, "双得", when(lambda d: not d.tiles or d.wilds == 2, lambda o: o.wilds == 2), clashes=("得还原",)),
    Row(1, "得还原", Pattern(_itself, glance=ask_if(lambda g: g.chows > 0)), when=(PLAYING_WILD, WILD_IN_A_RUN)),
    Row(1, "自摸得", when(lambda d: not d.tiles or (d.self_drawn and wins_on_wild(d)),
        lambda o: None if o.wilds and o.win == SELF_DRAW else False), when=(SELF_DRAWN, WILD_DRAWN)),
    Row(1, "抢杠", when(lambda d: d.robbed, lambda o: o.win == ROBBED), auto=True),
    Row(1, "杠上开花", None, ("杠开",), (SELF_DRAWN, A_KONG)),
)  # fmt: skip

WAITING = (
    Row(WAIT, "单吊", _waiting(SINGLE), clashes=("靠柄", "嵌档"), counts=FLOWER),
    Row(WAIT, "靠柄", _waiting(EDGE), clashes=("嵌档",), counts=FLOWER),
    Row(WAIT, "嵌档", _waiting(MIDDLE), counts=FLOWER),
)

# Reasons for 腊子: words that count nothing, but are held against the tiles.
REASONS = (
    Row(0, "三得", _reason("三得"), clashes=("无得", "双得", "得还原"), anyhow=True, counts=FLOWER),
    Row(0, "四白", _reason("四白"), when=(_four_live("四白"),), anyhow=True, counts=FLOWER),
    Row(0, "四中", _reason("四中"), when=(_four_live("四中"),), anyhow=True, counts=FLOWER),
    Row(0, "四发", _reason("四发"), when=(_four_live("四发"),), anyhow=True, counts=FLOWER),
    Row(0, "四花", _reason("四花"), when=(WITH_FLOWERS,), anyhow=True, counts=FLOWER),
    Row(0, "四门风", _reason("四门风"), when=(_four_live("四门风"),), anyhow=True, counts=FLOWER),
    Row(0, "天胡", None, ("天和",), (DEALER, SELF_DRAWN, NO_MELD), counts=FLOWER),
)

JACKPOT = Row(0, "腊子", Pattern(_jackpot, glance=lambda _g: False), ("辣子",), auto=True, anyhow=True,
              drops=tuple(row.name for row in (*WINNER, *EVERYBODY, *WAITING)))  # fmt: skip
NAMED_JACKPOT = frozenset(row.name for row in (JACKPOT, *REASONS))

OPTIONS = (
    Option("底分", 1, low=1, high=100_000),
    Option("起始分", 500, low=1, high=1_000_000),
    Option("mode", "小闹", ("小闹", "常规")),
    Option("结算", "平搓", ("平搓", "庄家翻倍", "闲家减半")),
    Option("自风", "轮转", ("轮转", "固定")),
    Option("点胡成刻", "明", ("明", "暗")),
)

# ------------------------------------------------------------------------------------------------ 牌点

_BASE = 20
_DRAWN: Item = (SELF_DRAW, 2)


def luck(reading: Reading, deal: Deal) -> list[Item]:
    """The winner's 胡头; how he waited is a row of the table. 腊子 needs none."""
    if reading.form is ANYHOW or (not deal.tiles and _is_jackpot(deal)):
        return []
    items = points(deal, reading, (reading.pair,))
    if deal.self_drawn:
        items.append(_DRAWN)
    return items


def figure(fan: int, items: list[Item], counted: Counted, deal: Deal) -> Figure:
    """(20 + 胡头) × 2^番, or the winner's own figures; 腊子 is the cap and beats every other reading."""
    if counted.rows & _JACKPOT:
        most = cap(deal.options)
        return (most + 1, 0, 0), {"hua": 0, "fan": 0, "total": most}
    numbers = deal.line.numbers
    if "胡" in numbers:
        hua, fan = numbers["胡"], numbers.get("番", 0)
    else:
        hua = 0
        for _, value in items:
            hua += value
    worth = total(_BASE + hua, fan, deal.options)
    return (worth, fan, hua), {"hua": hua, "fan": fan, "total": worth}


# ------------------------------------------------------------------------------------------------ 结算


def payment(hand: Hand, win: Win) -> tuple[Transfer, ...]:
    """The winner has his total from each; the others settle the differences; one may pay for all of them."""
    winner, bears = win.deal.player, bearer(hand)
    totals = {player: has.total for player, has in shares(hand, win).items()}
    debts = [(player, winner, win.figures["total"]) for player in totals]
    for one, other in combinations(totals, 2):
        low, high = (one, other) if totals[one] < totals[other] else (other, one)
        debts.append((low, high, totals[high] - totals[low]))
    found: list[Transfer] = []
    for payer, payee, difference in debts:
        if difference:
            found += pay(bears or payer, payee, chips(hand, payer, payee, difference), "win")
    return tuple(found)


def chips(hand: Hand, payer: Player, payee: Player, difference: int) -> int:
    """牌点 / 10 × 底分, doubled or halved by who is the dealer; a half is rounded up."""
    amount = difference // 10 * int(hand.options["底分"])
    of_dealer = hand.table.players[hand.table.dealer] in (payer, payee)
    if hand.options["结算"] == "庄家翻倍" and of_dealer:
        return 2 * amount
    if hand.options["结算"] == "闲家减半" and not of_dealer:
        return (amount + 1) // 2
    return amount


def keeps(end: HandEnd) -> bool:
    """Only a win keeps the deal."""
    return end.dealer in end.winners


# ------------------------------------------------------------------------------------------------ a win


def prepare(line: Line) -> Line:
    """Who says 腊子 has drawn it, unless another way of winning is said."""
    if line.win is None and any(word.name in NAMED_JACKPOT for word in line.words):
        line = line._replace(win=SELF_DRAW)
    return line


def anyhow(line: Line, table: Table, options: Options) -> bool:
    """腊子 that the tiles show is a win whatever the rest of them is."""
    return bool(line.win) and bool(reasons(Deal(WENLING, line, table, options)))


def may_win(deal: Deal, _reading: Reading, _counted: int) -> Problem | None:
    """Nobody wins on a discarded 得."""
    if deal.win == DISCARD and wins_on_wild(deal):
        return Problem("may_not_win", "wild_discarded", {"tile": deal.winning})
    return None


WENLING = Ruleset(
    key="wenling",
    name="温岭麻将",
    edition=1,
    rows=(JACKPOT, *WINNER, *EVERYBODY, *WAITING, *REASONS),
    options={option.name: option for option in (*OPTIONS, *COMMON_OPTIONS)},
    luck=luck,
    figure=figure,
    pay=payment,
    keeps=keeps,
    size=16,
    counters={"花": "花"},
    words={"包": "包", "包三家": "包"},
    pointing=frozenset({"包"}),
    figures_said=True,
    held=held,
    laid=laid,
    wilds=3,
    wild=wild,
    prepare=prepare,
    anyhow=anyhow,
    readings=readings,
    check=check,
    may_win=may_win,
    more=more,
    open_hand=True,
)
_JACKPOT = WENLING.bit[JACKPOT.name]
