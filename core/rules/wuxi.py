"""无锡改良麻将: 花数 × 番数 × 底分, a share from each payer. Rule document: Ver. 3.1.

Fans add up; what is not counted beside a fan stands in its `drops` (the document's 不计).
"""

from collections.abc import Iterator

from core.conditions import A_KONG, DEALER, NO_MELD, NO_OPEN_MELD, NOT_DEALER, SELF_DRAWN
from core.deal import ANYHOW, SEVEN_PAIRS, STANDARD, THIRTEEN_ORPHANS, Deal
from core.errors import Problem
from core.hand import (
    ADDED_KONG,
    CLOSED_KONG,
    CLOSED_PUNG,
    DISCARD,
    OPEN_KONG,
    PUNG,
    ROBBED,
    SELF_DRAW,
    Line,
    Table,
    Word,
)
from core.patterns import (
    ALL_MELDED,
    ALL_TRIPLETS,
    FULL_FLUSH,
    MIXED_CHOWS,
    MIXED_TRIPLETS,
    OUTSIDE_HAND,
    PINFU,
    STRAIGHT,
    all_but_a_pair,
    all_groups,
    all_terminals_and_honors,
    ask_if,
    exactly,
    form,
    half_flush,
    identical_chows,
    only,
    own_triplet,
    triplets_of,
    when,
)
from core.payment import Transfer, each_pays
from core.position import NEVER, Outset, Pattern, Reading, SetValues, read_all
from core.reading import UNIT, copies
from core.ruleset import (
    COMMON_OPTIONS,
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
from core.sets import tiles_in, triplets_in
from core.tiles import (
    DRAGON_MASK,
    HONOR_MASK,
    KINDS,
    NAMES,
    ORPHANS,
    PLANTS,
    SEASONS,
    SUIT_MASKS,
    WIND_MASK,
    Tile,
    mask,
    tile_named,
)

# ------------------------------------------------------------------------------------------------ 花数

_HONOR = {PUNG: 1, CLOSED_PUNG: 2, OPEN_KONG: 3, ADDED_KONG: 3, CLOSED_KONG: 4}
_NUMBER = {OPEN_KONG: 1, ADDED_KONG: 1, CLOSED_KONG: 2}
_SETS = SetValues(
    {
        (kind, tile): (f"{NAMES[tile]} {kind}", value)
        for tile in range(KINDS)
        for kind, value in (_HONOR if HONOR_MASK >> tile & 1 else _NUMBER).items()
    }
)
_BASE: Item = ("底", 1)


def luck(reading: Reading, deal: Deal) -> list[Item]:
    """花数: 底 1, each flower tile 1, triplets and kongs of honors, kongs of 万条饼."""
    number = flowers(deal.line)
    items = [_BASE]
    if number:
        items.append(("花牌", number))
    return items + _SETS.items(deal, reading)


def flowers(line: Line) -> int:
    """Flower tiles drawn: as a number, or those laid open by name."""
    return line.numbers.get("花", len(line.laid))


# ------------------------------------------------------------------------------- what tiles alone show


def _nine_gates(r: Reading, d: Deal) -> int:
    """No melds; the tiles before the winning one are 1112345678999 of a suit."""
    if d.tiles:
        return 0 if not d.melds and d.key - UNIT[d.winning] in _GATES else NEVER
    suits = [s for s in SUIT_MASKS if r.kinds & s]
    if d.melds or r.kinds & HONOR_MASK or len(suits) > 1 or r.form != STANDARD:
        return NEVER
    return 0 if r.free or _holds_gates(r) else NEVER


_GATES = tuple(sum(UNIT[9 * s + n] * (3 if n in (0, 8) else 1) for n in range(9)) for s in range(3))


def _holds_gates(r: Reading) -> bool:
    """Whether the sets and pair of a named hand come to the nine gates and one tile more."""
    tiles = [r.pair, r.pair, *(t + i for t in tiles_in(r.chows) for i in range(3))]
    tiles += [t for t in range(27) if r.triplets >> t & 1 for _ in range(3)]
    return all(tiles.count(r.pair // 9 * 9 + n) >= (3 if n in (0, 8) else 1) for n in range(9))


def _as_triplets(r: Reading, d: Deal) -> bool:
    """Four triplets and a pair; with the option seven pairs too."""
    if r.form == SEVEN_PAIRS:
        return d.options["七对字一色"] == "计"
    return r.form == STANDARD and not r.chows


def _only_drawn(outset: Outset) -> bool | None:
    return None if outset.win == SELF_DRAW else False


_GREEN = mask((*(tile_named(f"{n}条") for n in (2, 3, 4, 6, 8)), tile_named("发")))

# -------------------------------------------------------------------------------------------------- 番

ROWS = (
    Row(32, "八仙过海", when(lambda d: d.self_drawn and flowers(d.line) == 8, _only_drawn), ("大花糊",), clashes=("天和", "地和", "杠上开花"),
        anyhow=True),
    Row(32, "大三元", triplets_of(DRAGON_MASK, 3), drops=("小三元", "双箭刻")),
    Row(32, "大四喜", triplets_of(WIND_MASK, 4), drops=("小四喜", "三风刻", "碰碰和"), implied=("场风牌", "自风牌")),
    Row(32, "绿一色", only(_GREEN), drops=("混一色",)),
    Row(32, "十三幺", form(THIRTEEN_ORPHANS), ("国士无双",), implied=("五门齐", "门前清")),
    Row(32, "九莲宝灯", Pattern(_nine_gates, glance=ask_if(lambda g: g.suits == 1 and not (g.winds or g.dragons))), ("九莲",), drops=("清一色",), implied=("门前清",)),
    Row(32, "天和", None, ("天胡",), (DEALER, SELF_DRAWN, NO_OPEN_MELD), implied=("自摸", "门前清")),
    Row(32, "地和", None, ("地胡",), (NOT_DEALER, SELF_DRAWN, NO_MELD), implied=("自摸", "门前清"),
        clashes=("杠上开花", "大吊车")),
    Row(16, "小四喜", all_but_a_pair(WIND_MASK, 4), drops=("三风刻",)),
    Row(16, "小三元", all_but_a_pair(DRAGON_MASK, 3), drops=("双箭刻",)),
    Row(16, "字一色", all_terminals_and_honors(_as_triplets, terminal=False, honor=True),
        drops=("碰碰和", "混幺九"), implied=("全带幺",)),
    Row(16, "混幺九", all_terminals_and_honors(_as_triplets, terminal=True, honor=True), drops=("碰碰和", "全带幺")),
    Row(8, "清一色", FULL_FLUSH),
    Row(8, "七对子", form(SEVEN_PAIRS), ("七对", "七小对"), drops=("门前清",)),
    Row(4, "杠上开花", None, ("杠开",), (SELF_DRAWN, A_KONG), drops=("自摸",),
        clashes=("十三幺", "九莲宝灯", "七对子", "平和")),
    Row(4, "三风刻", exactly(WIND_MASK, 3)),
    Row(4, "三色同刻", MIXED_TRIPLETS),
    Row(4, "三色同顺", MIXED_CHOWS),
    Row(4, "清龙", STRAIGHT, ("一气通贯", "一条龙")),
    Row(4, "混一色", half_flush(HONOR_MASK)),
    Row(2, "碰碰和", ALL_TRIPLETS, ("对对和", "碰碰胡", "对对胡")),
    Row(2, "大吊车", ALL_MELDED, ("全求人",)),
    Row(2, "双箭刻", exactly(DRAGON_MASK, 2)),
    Row(2, "五门齐", all_groups(*SUIT_MASKS, WIND_MASK, DRAGON_MASK)),
    Row(1, "自摸", when(lambda d: d.self_drawn, lambda o: o.win == SELF_DRAW), auto=True, anyhow=True),
    Row(1, "点炮", when(lambda d: d.win in (DISCARD, ROBBED), lambda o: o.win in (DISCARD, ROBBED)), auto=True),
    Row(1, "门前清", when(lambda d: not d.open_melds, lambda o: not o.open_melds), ("门清",), anyhow=True),
    Row(1, "断幺九", only(~ORPHANS), ("断幺",)),
    Row(1, "全带幺", OUTSIDE_HAND),
    Row(1, "平和", PINFU, ("平胡",)),
    Row(1, "一杯口", identical_chows(1), again=identical_chows(2)),
    Row(1, "场风牌", own_triplet(lambda d: d.round_wind), ("场风",), auto=True),
    Row(1, "自风牌", own_triplet(lambda d: d.own_wind), ("自风",), auto=True),
)  # fmt: skip

OPTIONS = (
    Option("底分", 5, low=1, high=100_000),
    Option("起始分", 250, low=1, high=1_000_000),
    Option("自风", "固定", ("固定", "轮转")),
    Option("点胡成刻", "明", ("明", "暗")),
    Option("隐含番", "计", ("计", "不计")),
    Option("七对字一色", "不计", ("不计", "计")),
    Option("一炮多响", "是", ("是", "否")),
    Option("抢杠", "是", ("是", "否")),
)


def figure(fan: int, items: list[Item], _counted: Counted, deal: Deal) -> Figure:
    """花数 × 番数 × 底分; of two readings the dearer counts, of equal ones that with more 番."""
    hua = 0
    for _, value in items:
        hua += value
    points = hua * fan * int(deal.options["底分"])
    return (hua * fan, fan), {"fan": fan, "hua": hua, "points": points}


def payment(hand: Hand, win: Win) -> tuple[Transfer, ...]:
    """自摸: each of the three others pays a share; else the discarder, or the robbed player, alone."""
    line, points = win.deal.line, win.figures["points"]
    payers = hand.table.after(line.player) if line.source is None else (line.source,)
    return each_pays(payers, line.player, points, "win")


def keeps(end: HandEnd) -> bool:
    """The dealer deals again after winning, or after a draw with a ready hand."""
    return end.dealer in end.winners or (end.drawn and end.dealer in end.ready)


def prepare(line: Line) -> Line:
    """八仙过海 is 自摸, and eight flowers unless another number is said; eight flowers with 自摸 are 八仙过海."""
    if line.words and any(word.name == "八仙过海" for word in line.words):
        numbers = dict(line.numbers)
        if not line.laid:
            numbers.setdefault("花", 8)
        return line._replace(win=line.win or SELF_DRAW, numbers=numbers)
    if line.win == SELF_DRAW and flowers(line) == 8:
        return line._replace(words=(*line.words, Word("八仙过海")))
    return line


def anyhow(line: Line, _table: Table, _options: Options) -> bool:
    """All eight flowers drawn: the player may win at once, whatever the tiles are."""
    return line.win == SELF_DRAW and flowers(line) == 8


def readings(deal: Deal) -> list[Reading]:
    """The readings of the tiles, and with eight flowers a win that needs none of them."""
    if not deal.self_drawn or flowers(deal.line) != 8:
        return read_all(deal)
    complete = len(deal.concealed) == deal.ruleset.size + 1 - 3 * len(deal.melds)
    held = mask(t for t in range(27, 34) if copies(deal.key, t) > 2)
    whatever = Reading(ANYHOW, triplets_in(deal.melded), closed=held, others=deal.kinds)
    return [*(read_all(deal) if complete else ()), whatever]


def check(hand: Hand) -> Iterator[Problem]:
    """Flowers as many as there are, and not named and counted in two ways; robbed tiles."""
    for line in hand.lines:
        if line.win == ROBBED and line.concealed is None:
            yield from _robbed(line)
        number = line.numbers.get("花")
        if number is not None and number > 8:
            yield Problem("impossible", "too_many_flowers", {"number": number, "most": 8})
        elif number is not None and line.laid and number != len(line.laid):
            yield Problem("contradiction", "flowers_disagree", {"number": number, "named": len(line.laid)})
        if line.words and any(word.name == "八仙过海" for word in line.words):
            if line.win not in (None, SELF_DRAW):
                yield Problem("contradiction", "needs_self_draw", {"piece": "八仙过海"})
            if flowers(line) < 8:
                yield Problem(
                    "contradiction", "needs_eight_flowers", {"piece": "八仙过海", "number": flowers(line)}
                )


def _robbed(line: Line) -> Iterator[Problem]:
    """The robbed tile is the fourth of its kind, so it completes a run, or 十三幺."""
    names = [word.name for word in line.words]
    for name in ("大四喜", "九莲宝灯", "字一色", "混幺九", "七对子", "碰碰和", "大吊车"):
        if name in names:
            yield Problem("impossible", "robbed_run", {"piece": name})
    if line.winning is not None and HONOR_MASK >> line.winning & 1 and "十三幺" not in names:
        yield Problem("impossible", "robbed_run", {"piece": NAMES[line.winning]})


def may_win(deal: Deal, _reading: Reading, _counted: int) -> Problem | None:
    """A house may forbid robbing a kong."""
    if deal.win == ROBBED and deal.options["抢杠"] == "否":
        return Problem("may_not_win", "no_robbing", {})
    return None


def laid(_options: Options, _wild: Tile | None) -> frozenset[Tile]:
    return frozenset((*SEASONS, *PLANTS))


WUXI = Ruleset(
    key="wuxi",
    name="无锡改良麻将",
    edition=1,
    rows=ROWS,
    options={option.name: option for option in (*OPTIONS, *COMMON_OPTIONS)},
    luck=luck,
    figure=figure,
    pay=payment,
    keeps=keeps,
    forms=(SEVEN_PAIRS, THIRTEEN_ORPHANS),
    counters={"花": "花"},
    laid=laid,
    prepare=prepare,
    anyhow=anyhow,
    readings=readings,
    check=check,
    may_win=may_win,
    several=lambda options: options["一炮多响"] == "是",
    implied_dropped=("隐含番", "不计"),
)
