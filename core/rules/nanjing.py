"""南京麻将: (20 + Σ 番种 + 2 × (硬花 + 软花)) × multiplier, everything in 花.

Ways of winning add up; what is not counted beside one stands in its `drops`. There is no 吃, and 中发白 are
flowers. A small hand needs 门清 or four 硬花; whoever feeds three melds or a kong may pay for all.
"""

from collections.abc import Iterable, Iterator

from core.conditions import A_KONG, DEALER, NO_MELD, NOT_DEALER, SELF_DRAWN
from core.deal import ANYHOW, SEVEN_PAIRS, Deal, winning_of
from core.errors import Mistake, Problem, mistake
from core.hand import (
    ADDED_KONG,
    CLOSED_KONG,
    CLOSED_PUNG,
    CONCEALED,
    DISCARD,
    KONGS,
    MELDS,
    OPEN_KONG,
    PUNG,
    ROBBED,
    Line,
    Player,
    Table,
    Word,
)
from core.patterns import ALL_MELDED, FULL_FLUSH, ask_if, completes, form, half_flush, lone_wait, suits, when
from core.payment import Transfer, each_pays, pay
from core.position import ALL_SETS, NEVER, Pattern, Reading, SetValues, read_all, triplets_among
from core.reading import EDGE, MIDDLE, SINGLE, copies
from core.ruleset import (
    COMMON_OPTIONS,
    FLOWER,
    MULTIPLIER,
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
    SpotRow,
    Win,
)
from core.sets import triplets_in
from core.tiles import DRAGONS, KINDS, NAMES, NUMBERS, PLANTS, SEASONS, SUIT_MASKS, WIND_MASK, Tile, mask

LIABLE, WIND_TRIPLET = "包", "风客"

# ------------------------------------------------------------------------------------------------ 硬花 软花

BASE = 20  # 跑: every win
MOST_HARD, MOST_SOFT, FREEING = 20, 12, 4  # all flower tiles; four 暗杠 of winds; what frees a small hand
_WIND = {PUNG: 1, CLOSED_PUNG: 1, OPEN_KONG: 2, ADDED_KONG: 2, CLOSED_KONG: 3}
_NUMBER = {OPEN_KONG: 1, ADDED_KONG: 1, CLOSED_KONG: 2}
_SETS = SetValues(
    {
        (kind, tile): (f"{NAMES[tile]} {kind}", value)
        for tile in range(KINDS)
        for kind, value in (_WIND if WIND_MASK >> tile & 1 else _NUMBER).items()
    }
)


def hard(line: Line) -> int | None:
    """硬花: flower tiles laid out, as a number or by name; None if nothing was said of them."""
    number = line.numbers.get("硬花")
    return len(line.laid) if number is None and line.laid else number


def luck(reading: Reading, deal: Deal) -> list[Item]:
    """软花 of triplets and kongs; those of the wait and 缺一 are rows of the table."""
    items = _SETS.items(deal, reading)
    if not deal.tiles:  # 风客 that were named beyond the melds that were reported
        named = sum(word.name == WIND_TRIPLET for word in deal.line.words)
        among = triplets_among(deal, reading)
        triplets = sum(WIND_MASK >> tile & 1 for kind, tile in among if kind not in KONGS)
        if named > triplets:
            items.append((WIND_TRIPLET, named - triplets))
    return items


# ---------------------------------------------------------------------------------------------- conditions

KONG_IF_FED = Condition(
    "needs_kong",
    lambda d: A_KONG.met(d) or not any(word.at for word in d.line.words if word.name == "花杠开"),
)
A_FLOWER = Condition("needs_hard_flower", lambda d: hard(d.line) != 0)
A_FLOWER_KONG = Condition("needs_flower_kong", lambda d: _flower_kong(d.line))
NO_FLOWER = Condition("needs_no_hard_flower", lambda d: not hard(d.line))


def _flower_kong(line: Line) -> bool:
    """Four 硬花 at least, and if they are named, four of a kind or all of a family among them."""
    number = hard(line)
    whole = any(line.laid.count(tile) == 4 for tile in DRAGONS) or any(
        {*family} <= {*line.laid} for family in (SEASONS, PLANTS)
    )
    return number is None or (number >= 4 and (whole or not line.laid))


_CALLED = frozenset((PUNG, ADDED_KONG))


def _nothing_called(d: Deal) -> bool:
    """门清: no 碰 and no 补杠; other kongs keep it."""
    return _CALLED.isdisjoint([kind for kind, _, _ in d.melds])


def _four_of_a_kind(r: Reading, d: Deal) -> int:
    """Seven pairs of which the winning tile made four of a kind."""
    return 0 if r.form == SEVEN_PAIRS and (not d.tiles or copies(d.key, d.winning) == 4) else NEVER


def _winds_only(r: Reading, d: Deal) -> int:
    """Seven pairs of winds; or four wind melds of a win by 承包, in which the pair does not matter."""
    if not r.kinds & ~WIND_MASK:
        return 0
    bought = d.win == DISCARD and not d.tiles and d.has(LIABLE) and not d.has("混一色")
    return 0 if bought and not r.chows and not r.triplets & ~WIND_MASK and r.form != SEVEN_PAIRS else NEVER


def _four_triplets(r: Reading, _d: Deal) -> int:
    return NEVER if r.chows or r.form == SEVEN_PAIRS else 0


def _last_pair(r: Reading, d: Deal) -> int:
    """Four melds on the table, the last tile pairs up; by 承包: the fourth 碰 from the same player too."""
    if r.form is ANYHOW:
        return 0 if not r.chows and guarantor(d.line) == d.line.source else NEVER
    return ALL_MELDED.missing(r, d)


def _last_of_kind(r: Reading, d: Deal) -> int:
    """The only place of the winning tile is a middle or edge one, and it is said to be the last of its kind.

    A robbed tile is the last one without a word; where the tiles are not given, the wait has to be named.
    """
    said = "压绝" in d.named or (d.robbed and (d.tiles or d.has("压档") or d.has("边枝")))
    if not said or (r.wait is not MIDDLE and r.wait is not EDGE and r.wait is not None):
        return NEVER
    return 0 if completes(MIDDLE, d.winning) else NEVER


# -------------------------------------------------------------------------------------------------- 番种

ROWS = (
    Row(160, "双七对", Pattern(_four_of_a_kind, glance=lambda _g: False), ("龙七对",), drops=("门清", "七对", "独占")),
    Row(160, "风一色", Pattern(_winds_only, glance=ask_if(lambda g: not g.suits)), anyhow=True),
    Row(80, "七对", form(SEVEN_PAIRS), ("七对子",), drops=("门清", "独占")),
    Row(60, "天胡", None, ("天和",), (DEALER, SELF_DRAWN, NO_MELD), drops=("门清", "压档", "边枝", "独占"),
        clashes=("压绝", "小杠开", "大杠开", "花杠开", "海底捞", "压档", "边枝", "独占", "全球独钓")),
    Row(60, "清一色", FULL_FLUSH, anyhow=True),
    Row(60, "全球独钓", Pattern(_last_pair, glance=ALL_MELDED.glance), ("全求独钓", "大吊车", "全求人"), drops=("独占",), anyhow=True),
    Row(40, "对对胡", Pattern(_four_triplets, ALL_SETS, glance=lambda g: not g.chows), ("碰碰胡", "碰碰和", "对对和"), anyhow=True),
    Row(40, "混一色", half_flush(WIND_MASK), anyhow=True),
    Row(40, "地胡", None, ("地和",), (NOT_DEALER, NO_MELD), drops=("门清",), clashes=("大杠开", "全球独钓")),
    Row(40, "无花果", when(lambda d: not hard(d.line)), when=(NO_FLOWER,), auto=True, anyhow=True),
    Row(40, "压绝", Pattern(_last_of_kind, glance=ask_if(lambda g: g.wait in (MIDDLE, EDGE))), drops=("压档", "边枝"), auto=True),
    Row(20, "门清", when(_nothing_called, lambda o: None if o.open_melds else True), ("门前清",)),
    Row(20, "小杠开", None, ("花开",), (SELF_DRAWN, A_FLOWER)),
    Row(10, "海底捞", None, ("海底",)),
    # multipliers
    Row(4, "花杠开", None, (), (SELF_DRAWN, A_FLOWER_KONG, KONG_IF_FED), drops=("小杠开", "大杠开"), counts=MULTIPLIER),
    Row(2, "大杠开", None, ("杠开",), (SELF_DRAWN, A_KONG), clashes=("七对", "双七对", "风一色"), counts=MULTIPLIER),
    # 软花 of the wait and the suits
    Row(1, "压档", lone_wait(MIDDLE), clashes=("边枝",), counts=FLOWER),
    Row(1, "边枝", lone_wait(EDGE), counts=FLOWER),
    Row(1, "独占", lone_wait(SINGLE), counts=FLOWER),
    Row(1, "缺一", suits(2), counts=FLOWER),
)  # fmt: skip

BIG = frozenset((
    "对对胡", "混一色", "清一色", "风一色", "七对", "双七对", "压绝", "全球独钓", "天胡", "地胡",
))  # fmt: skip

SPOTS = {
    "明": SpotRow("明杠", ("明", "明杠"), 20, "source"),
    "补": SpotRow("补杠", ("补", "补杠"), 20, "source"),
    "暗": SpotRow("暗杠", ("暗", "暗杠"), 10, "others"),
    "花": SpotRow("花杠", ("花", "花杠"), 20, "others"),
    "四连": SpotRow("四连", ("四连",), 10, "self", fine=True),
    "跟牌": SpotRow("跟牌", ("跟牌",), 10, "self", fine=True),
    "逃跑": SpotRow("逃跑", ("逃跑",), 20, "self"),
}

OPTIONS = (
    Option("底分", 1, low=1, high=100_000),
    Option("起始分", 1000, low=1, high=1_000_000),
    Option("一炮多响", "是", ("是", "否")),
    Option("比下胡翻倍", "否", ("否", "是")),
)


def figure(fan: int, items: list[Item], counted: Counted, deal: Deal) -> Figure:
    """花 of the hand after every multiplier; of two readings the dearer counts, of equal ones more rows."""
    hard_flowers, soft, times = hard(deal.line) or 0, 0, counted.times
    for _, value in items:
        soft += value
    if not deal.tiles:
        soft = deal.line.numbers.get("软花", soft)
    hua = (BASE + fan + 2 * (hard_flowers + soft)) * times
    figures = {
        "fan": fan,
        "hua": hua,
        "points": hua * int(deal.options["底分"]),
        "hard": hard_flowers,
        "soft": soft,
        "multiplier": times,
    }
    return (hua, counted.rows.bit_count()), figures


def may_win(deal: Deal, reading: Reading, counted: int) -> Problem | None:
    """A small hand needs 门清 or four 硬花. Besides, the reading has to bear out what was said of 软花."""
    line = deal.line
    problem = _soft_said(deal, reading, counted) if line.words or "软花" in line.numbers else None
    if problem is None and not counted & _FREEING_ROWS:
        number = hard(line) or 0
        if number < FREEING:
            return Problem("may_not_win", "small_hand", {"number": number, "needed": FREEING})
    return problem


def _soft_said(deal: Deal, reading: Reading, counted: int) -> Problem | None:
    """软花N is the whole number: what the tiles show, or at least what was reported by name and meld."""
    said = deal.line.numbers.get("软花")
    if said is not None:
        shown = sum(value for _, value in luck(reading, deal))
        shown += sum(value for bit, (_, value) in deal.ruleset.flowers if counted & bit)
        if said < shown or (deal.tiles and said > shown):
            return Problem("contradiction", "soft_flowers_disagree", {"number": said, "shown": shown})
    if deal.tiles and deal.has(WIND_TRIPLET):
        plain = [tile for kind, tile in triplets_among(deal, reading) if kind not in KONGS]
        if not any(WIND_MASK >> tile & 1 for tile in plain):
            return Problem("contradiction", "not_in_tiles", {"piece": WIND_TRIPLET})
    return None


# -------------------------------------------------------------------------------------------------- 承包


def guarantor(line: Line) -> Player | None:
    """包三嘴: who fed the first three melds, as the players judge."""
    return next((word.at for word in line.words if word.name == LIABLE), None) if line.words else None


def feeder(line: Line) -> Player | None:
    """Who fed the kong on whose replacement the hand won; None for a 暗杠 and where no kong matters.

    Mistake: `incomplete` if it has to be said, `contradiction` if the kongs say otherwise.
    """
    words = [word for word in line.words if word.name in ("大杠开", "花杠开")] if line.words else ()
    if not words:
        return None
    said = {word.at for word in words} - {None}
    fed = {CONCEALED if m.kind == CLOSED_KONG else m.feeder for m in line.melds if m.kind in KONGS}
    if len(said) > 1:
        raise mistake("contradiction", "two_feeders", players=_sorted(said - {CONCEALED}))
    (who,) = said or (fed if len(fed) == 1 else {None})
    if fed and who == CONCEALED and who not in fed:
        raise mistake("contradiction", "needs_closed_kong", piece=f"{words[0].name}@{who}")
    if fed and who is not None and not {who, None} & fed:
        raise mistake("contradiction", "fed_by_another", piece=words[0].name, player=who)
    if who is None and any(word.name == "大杠开" for word in words) and (fed or line.concealed is None):
        raise mistake("incomplete", "who_fed_kong", piece="大杠开")
    return None if who == CONCEALED else who


def _sorted(players: Iterable[Player | None]) -> tuple[Player, ...]:
    return tuple(sorted(player for player in players if player is not None))


def readings(deal: Deal) -> list[Reading]:
    """The readings of the tiles, and of a discard that wins by 承包."""
    found = read_all(deal)
    if deal.win == DISCARD and len(deal.melds) == 3:
        found += _bought(deal)
    return found


def unfinished(deal: Deal) -> int:
    """What may win by 承包 beside three melds: any tile of their suit, and the third of a kind."""
    if len(deal.melds) != 3:
        return 0
    return _suit_of_melds(deal) | mask(tile for tile in range(KINDS) if copies(deal.key, tile) > 1)


def _suit_of_melds(deal: Deal) -> int:
    """The suit, as a mask, to which three melds belong that all lie open; 0 if there is none."""
    exposed = all(meld.kind != CLOSED_KONG for meld in deal.melds)
    return next((suit for suit in SUIT_MASKS if exposed and not deal.melded_kinds & ~suit), 0)


def _bought(deal: Deal) -> Iterator[Reading]:
    """A fourth meld wins, whatever the rest: a 碰 if one player fed three, any of the three melds' suit."""
    triplets, tile, suit = triplets_in(deal.melded), deal.winning, _suit_of_melds(deal)
    of_suit = suit >> tile & 1
    if copies(deal.key, tile) > 2 and (of_suit or guarantor(deal.line)):
        yield Reading(ANYHOW, triplets | 1 << tile, closed=1 << tile, lit=tile)
    for low in (tile - 2, tile - 1, tile) if of_suit else ():
        run = range(low, low + 3)
        if low >= 0 and suit & 7 << low == 7 << low and all(copies(deal.key, t) for t in run):
            yield Reading(ANYHOW, triplets, 1 << low)
            break


def _doubled(options: Options, table: Table) -> int:
    """2 after a 比下胡 with the option for it."""
    return 2 if table.kept and options["比下胡翻倍"] == "是" else 1


def payment(hand: Hand, win: Win) -> tuple[Transfer, ...]:
    """抢杠 and a fed kong: one pays for all three. Then 包三嘴: in the discarder's or in all three's place."""
    line = win.deal.line
    share = win.figures["points"] * _doubled(hand.options, hand.table)
    whole = line.source if line.win == ROBBED else feeder(line)
    if whole is not None:
        return pay(whole, line.player, 3 * share, "win")
    alone = guarantor(line) or line.source
    if alone is not None:
        return pay(alone, line.player, share if line.source else 3 * share, "win")
    return each_pays(hand.table.after(line.player), line.player, share, "win")


def spot_rate(options: Options, table: Table) -> int:
    """Chips for one 花 paid on the spot."""
    return int(options["底分"]) * _doubled(options, table)


def keeps(end: HandEnd) -> bool:
    """比下胡: the dealer won, any 大胡, 无花果 or 海底捞, a 罚, or a draw."""
    special = not end.names.isdisjoint((*BIG, "无花果", "海底捞"))
    return end.dealer in end.winners or special or end.fines or end.drawn


# ------------------------------------------------------------------------------------- what can be wrong


def prepare(line: Line) -> Line:
    """无花果 is no 硬花; 全球独钓, where the tiles are not given, is four 碰 or 杠."""
    if not line.words:
        return line
    names = {word.name for word in line.words}
    if "无花果" in names and hard(line) is None:
        line = line._replace(numbers={**line.numbers, "硬花": 0})
    if "全球独钓" in names and "对对胡" not in names and line.concealed is None:
        line = line._replace(words=(*line.words, Word("对对胡")))
    return line


def check(hand: Hand) -> Iterator[Problem]:
    """Flowers, who fed what, robbed tiles and the last tile of a kind."""
    numbers = [hard(line) for line in hand.lines]
    total = sum(filter(None, numbers))
    if total > MOST_HARD:
        yield Problem("impossible", "too_many_flowers", {"number": total, "most": MOST_HARD})
    for line, number in zip(hand.lines, numbers, strict=True):
        if line.laid or number is None or "软花" in line.numbers:
            yield from _flowers(line)
        if line.words:
            yield from _liability(line)
        if line.win == ROBBED and line.concealed is None:
            yield from _robbed(line)
        if line.words and any(word.name == "压绝" for word in line.words):
            yield from _last_copy(hand, line)


def _flowers(line: Line) -> Iterator[Problem]:
    number, soft = line.numbers.get("硬花"), line.numbers.get("软花", 0)
    if soft > MOST_SOFT:
        yield Problem("impossible", "too_many_soft_flowers", {"number": soft, "most": MOST_SOFT})
    if number is not None and line.laid and number != len(line.laid):
        yield Problem("contradiction", "flowers_disagree", {"number": number, "named": len(line.laid)})
    if hard(line) is None:
        yield Problem("incomplete", "hard_flowers_unsaid", {"player": line.player})


def _liability(line: Line) -> Iterator[Problem]:
    """包@ names one player, who can have fed the first three melds; so can the feeder of a kong."""
    named = {word.at for word in line.words if word.name == LIABLE}
    melds = [meld for meld in line.melds if meld.kind in MELDS]
    if CONCEALED in named:
        yield Problem("unreadable", "points_at_nobody", {"piece": f"{LIABLE}@{CONCEALED}"})
    elif None in named:
        yield Problem("incomplete", "who_is_liable", {"piece": LIABLE})
    elif len(named) > 1:
        yield Problem("contradiction", "two_feeders", {"players": _sorted(named)})
    elif named:
        (who,) = named
        open_melds = [meld for meld in melds if meld.kind != CLOSED_KONG]
        if line.concealed is not None and (len(melds) < 3 or not open_melds):
            yield Problem("contradiction", "needs_three_melds", {"piece": LIABLE, "player": who})
        for meld in melds[:3]:
            if meld in open_melds and meld.feeder not in (None, who):
                yield Problem("contradiction", "fed_by_another", {"piece": str(meld), "player": meld.feeder})
    try:
        feeder(line)
    except Mistake as wrong:
        yield from wrong.problems


def _robbed(line: Line) -> Iterator[Problem]:
    """The robbed tile is the fourth of its kind, so it completes a run."""
    names = [word.name for word in line.words]
    for name in ("对对胡", "七对", "双七对", "风一色", "全球独钓", "独占"):
        if name in names:
            yield Problem("impossible", "robbed_run", {"piece": name})
    if line.winning is not None and not NUMBERS >> line.winning & 1:
        yield Problem("impossible", "robbed_run", {"piece": NAMES[line.winning]})


def _last_copy(hand: Hand, winner: Line) -> Iterator[Problem]:
    """压绝: the other three lie open as one player's 碰, so nobody in the report holds another copy."""
    winning, _ = _winning(hand, winner)
    for line in hand.lines:
        _, tiles = _winning(hand, line)
        others = tiles.count(winning) - 1 if tiles else 0
        others += sum(meld.tiles.count(winning) for meld in line.melds if meld.kind != PUNG)
        if winning >= 0 and others > 0:
            yield Problem("impossible", "last_copy", {"tile": winning})


def _winning(hand: Hand, line: Line) -> tuple[Tile, tuple[Tile, ...]]:
    """The winning tile (−1: not known) and the concealed tiles with it."""
    if line.concealed is None:
        return (-1 if line.winning is None else line.winning), ()
    waiting = hand.ruleset.size - 3 * sum(meld.kind in MELDS for meld in line.melds)
    return winning_of(line.concealed, line.winning, waiting)


NANJING = Ruleset(
    key="nanjing",
    name="南京麻将",
    edition=1,
    rows=ROWS,
    options={option.name: option for option in (*OPTIONS, *COMMON_OPTIONS)},
    luck=luck,
    figure=figure,
    pay=payment,
    keeps=keeps,
    melds=(PUNG, *KONGS),
    forms=(SEVEN_PAIRS,),
    counters={"硬花": "硬花", "花": "硬花", "软花": "软花"},
    words={LIABLE: LIABLE, WIND_TRIPLET: WIND_TRIPLET},
    pointing=frozenset((LIABLE, "大杠开", "花杠开")),
    held=lambda _options, _wild: NUMBERS | WIND_MASK,
    laid=lambda _options, _wild: frozenset((*DRAGONS, *SEASONS, *PLANTS)),
    prepare=prepare,
    readings=readings,
    check=check,
    may_win=may_win,
    several=lambda options: options["一炮多响"] == "是",
    unfinished=unfinished,
    spots=SPOTS,
    spot_rate=spot_rate,
)
_FREEING_ROWS = sum(NANJING.bit[name] for name in (*BIG, "门清"))  # as bits; each of them lets a hand win
