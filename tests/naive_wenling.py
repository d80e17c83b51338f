"""温岭麻将 once more, slow and obvious: every role of every 得, every reading, every payment one by one.

Written from the rulebook alone; it shares nothing with `core`. Seats are 0–3.
`price` is what the engine has to agree with.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement
from typing import NamedTuple

from tests.naive_wuxi import DRAGONS, HONORS, KONGS, TILES, WINDS, Piece, cuts

SEASONS, PLANTS = list("春夏秋冬"), list("梅兰竹菊")
FLOWERS = [*SEASONS, *PLANTS]
OWN_FLOWERS = list(zip(SEASONS, PLANTS, strict=True))  # by wind
KINDS = ("impossible", "contradiction", "incomplete", "not_a_win", "may_not_win")
TRIPLETS = ("碰", "刻", "暗刻", *KONGS)
VALUED = {"中": "红中", "发": "发财"}


@dataclass(frozen=True)
class Other:
    """What a player says who did not win: figures, or items, or tiles."""

    figures: tuple[int, int] | None = None
    items: tuple[Piece, ...] = ()  # melds, 暗刻, 对
    laid: tuple[str, ...] = ()
    tiles: tuple[str, ...] | None = None

    @property
    def melds(self) -> list[Piece]:
        return [piece for piece in self.items if piece.kind not in ("暗刻", "对")]


@dataclass(frozen=True)
class Hand:
    """A report with the winner's concealed tiles, the winning tile among them."""

    concealed: tuple[str, ...]
    winning: str
    indicator: str
    melds: tuple[Piece, ...] = ()
    laid: tuple[str, ...] = ()
    way: str = "自摸"
    words: tuple[str, ...] = ()  # 杠上开花 天胡, and fans that are named
    others: tuple[tuple[int, Other], ...] = ()
    liable: int | None = None
    seat: int = 0
    dealer: int = 0
    discarder: int = 1
    mode: str = "小闹"
    settling: str = "平搓"
    turning: bool = True
    hidden_lit: bool = False  # 点胡成刻=暗
    chip: int = 1

    @property
    def cap(self) -> int:
        return 500 if self.mode == "小闹" else 400

    @property
    def wild(self) -> list[str]:
        for family in (SEASONS, PLANTS):
            if self.indicator in family:
                return [tile for tile in family if tile != self.indicator]
        return [self.indicator]

    @property
    def special(self) -> list[str]:
        """The tiles that are laid open."""
        if self.indicator in FLOWERS:
            own = SEASONS if self.indicator in SEASONS else PLANTS
            return [*DRAGONS, *(tile for tile in FLOWERS if tile not in own)]
        dragons = [t for t in DRAGONS if t != self.indicator] if self.indicator in DRAGONS else ["白"]
        return [*dragons, *(FLOWERS if self.mode == "小闹" else ())]

    def wind(self, seat: int) -> str:
        return WINDS[(seat - self.dealer) % 4 if self.turning else seat]


class Count(NamedTuple):
    """基础牌点, 总番数, and what they come to; `fans` and 得 only for the winner."""

    total: int
    fan: int
    hua: int
    strangers: int  # minus the number of 得 that stand for another tile
    roles: tuple[int, ...]  # minus their places in printing order
    fans: tuple[tuple[str, int], ...] = ()
    said: tuple[str, ...] | None = None  # the reading as a report without tiles says it; None: it cannot


# --- what tiles are worth ----------------------------------------------------------------------------------


def outer(tile: str) -> bool:
    return tile in HONORS or tile[0] in "19"


def points(kind: str, tile: str) -> int:
    low = {"碰": 2, "刻": 4, "暗刻": 4, "明杠": 8, "补杠": 8, "暗杠": 16}.get(kind, 0)
    return low * 2 if outer(tile) else low


def pair_points(hand: Hand, seat: int, tile: str) -> int:
    return 2 if tile in ("中", "发", hand.wind(seat)) else 0


def common_fans(hand: Hand, seat: int, laid: Iterable[str], triplets: Iterable[str]) -> Counter[str]:
    """番 that everybody has: laid-open tiles, and triplets of 中, 发 and the own wind."""
    fans: Counter[str] = Counter()
    own = WINDS.index(hand.wind(seat))
    for tile in laid:
        if tile in DRAGONS:
            fans[f"翻{tile}"] += 1
        elif tile in OWN_FLOWERS[own]:
            fans["本花"] += 1
    for tile in triplets:
        if tile in VALUED:
            fans[VALUED[tile]] += 1
        if tile == hand.wind(seat):
            fans["门风"] += 1
    return fans


def rounded(hand: Hand, value: int) -> int:
    return min(hand.cap, -(-value // 10) * 10)


# --- the winner --------------------------------------------------------------------------------------------


def assigned(hand: Hand, tiles: Iterable[str]) -> Iterator[tuple[list[str], tuple[str, ...]]]:
    """The tiles with every role that their 得 can play, and the roles."""
    natural = [t for t in tiles if t not in hand.wild]
    number = len(list(tiles)) - len(natural)
    for roles in combinations_with_replacement(TILES, number):
        yield sorted([*natural, *roles]), roles


def winner_counts(hand: Hand) -> Iterator[Count]:
    for tiles, roles in assigned(hand, hand.concealed):
        stands = set(roles) if hand.winning in hand.wild else {hand.winning}
        for pieces in cuts(tiles):
            for won in dict.fromkeys(pieces):
                for tile in stands & {*won.tiles}:
                    yield counted(hand, roles, pieces, won, tile)


def counted(hand: Hand, roles: tuple[str, ...], pieces: list[Piece], won: Piece, tile: str) -> Count:
    """What a reading is worth in which the winning tile stands as `tile` in the piece `won`."""
    own = hand.wind(hand.seat)
    lit = hand.way != "自摸" and not hand.hidden_lit and won.kind == "刻"
    whole = [*hand.melds, *pieces]
    hua = 4 * len(hand.laid) + sum(points(p.kind, p.tiles[0]) for p in whole)
    if lit:
        hua += points("碰", won.tiles[0]) - points("刻", won.tiles[0])
    (pair,) = (p.tiles[0] for p in pieces if p.kind == "对")
    hua += pair_points(hand, hand.seat, pair)
    waited = wait_name(won, tile)
    hua += 2 * (bool(waited) + (hand.way == "自摸"))

    triplets = [p.tiles[0] for p in whole if p.kind in TRIPLETS]
    fans = common_fans(hand, hand.seat, hand.laid, triplets)
    winds = {t for t in triplets if t in WINDS}
    if len(winds) == 4 or (len(winds) == 3 and pair in {*WINDS} - winds):
        fans["四风全齐"] = 13
    kinds = {t for p in whole for t in p.tiles}
    suits = {t[1] for t in kinds if t not in HONORS}
    if len(suits) == 1:
        fans["清一色" if not kinds & {*HONORS} else "混一色"] = 4 if not kinds & {*HONORS} else 2
    if len(triplets) == 5:
        fans["对对胡"] = 2
    if not triplets and not pair_points(hand, hand.seat, pair):
        fans["旁胡"] = 1
    strangers = sum(role not in hand.wild for role in roles)
    fans["无得"] = int(not roles)
    fans["双得"] = int(len(roles) == 2)
    fans["得还原"] = int(len(roles) == 1 and not strangers)
    fans["自摸得"] = int(hand.way == "自摸" and hand.winning in hand.wild)
    fans["抢杠"] = int(hand.way == "抢杠")
    fans["杠上开花"] = int("杠上开花" in hand.words)

    said = [*(f"暗刻{p.tiles[0]}" for p in pieces if p.kind == "刻"), *([waited] if waited else [])]
    if pair in ("中", "发", own):
        said.append(f"对{pair}")
    fan = sum(fans.values())
    return Count(
        rounded(hand, (20 + hua) * 2**fan),
        fan,
        hua,
        -strangers,
        tuple(-TILES.index(role) for role in roles),
        tuple(sorted((+fans).items())),
        None if lit else tuple(said),
    )


def wait_name(won: Piece, tile: str) -> str:
    if won.kind == "对":
        return "单吊"
    if won.kind == "顺":
        low, middle, high = won.tiles
        if tile == middle:
            return "嵌档"
        if (tile == high and low[0] == "1") or (tile == low and high[0] == "9"):
            return "靠柄"
    return ""


def at_once(hand: Hand) -> bool:
    """腊子: three 得, four of a special sort, four of the own wind; held, not claimed from another."""
    own = list(hand.concealed)
    if hand.way != "自摸":
        own.remove(hand.winning)
    closed = [*own, *(t for p in hand.melds if p.kind == "暗杠" for t in p.tiles)]
    four = [t for t in (*DRAGONS, hand.wind(hand.seat)) if [*closed, *hand.laid].count(t) == 4]
    return any((
        sum(t in hand.wild for t in own) == 3,
        four,
        any({*family} <= {*hand.laid} for family in (SEASONS, PLANTS)),
    ))  # fmt: skip


# --- the three others --------------------------------------------------------------------------------------


def other_count(hand: Hand, seat: int, other: Other) -> Count:
    """The dearest way to read what another player says."""
    if other.figures is not None:
        hua, fan = other.figures
        return Count(rounded(hand, hua * 2**fan), fan, hua, 0, ())
    return max(
        items_count(hand, seat, other, Counter(tiles)) for tiles, _ in assigned(hand, other.tiles or ())
    )


def items_count(hand: Hand, seat: int, other: Other, tiles: Counter[str]) -> Count:
    pieces = list(other.items)
    for tile, number in tiles.items():
        pieces += [Piece("暗刻", (tile,) * 3)] * (number // 3) + [Piece("对", (tile,) * 2)] * (
            number % 3 == 2
        )
    hua = 4 * len(other.laid) + sum(points(p.kind, p.tiles[0]) for p in pieces)
    hua += sum(pair_points(hand, seat, p.tiles[0]) for p in pieces if p.kind == "对")
    triplets = [p.tiles[0] for p in pieces if p.kind in TRIPLETS]
    fan = sum(common_fans(hand, seat, other.laid, triplets).values())
    return Count(rounded(hand, hua * 2**fan), fan, hua, 0, ())


# --- the answer --------------------------------------------------------------------------------------------


class Priced(NamedTuple):
    best: list[Count]  # the winner's: more than one if nothing decides between them
    others: dict[int, tuple[int, int, int]]  # hua, fan, total
    pay: list[int]


def price(hand: Hand) -> Priced | str:
    """What everybody has and pays, or the kind of mistake that the report is."""
    kinds = {*mistakes(hand)}
    counts: list[Count] = []
    if "impossible" not in kinds:
        counts = list(winner_counts(hand))
        first = at_once(hand) or ("天胡" in hand.words and counts)
        if not counts and not first:
            kinds.add("not_a_win")
        for word in hand.words:
            shown = any(word in dict(count.fans) for count in counts)
            if counts and not first and word not in ("杠上开花", "天胡") and not shown:
                kinds.add("contradiction")
        if hand.way == "点炮" and hand.winning in hand.wild:
            kinds.add("may_not_win")
        if first:
            counts = [Count(hand.cap, 0, 0, 0, (), (("腊子", 0),))]
    for kind in KINDS:
        if kind in kinds:
            return kind
    key = max(count[:5] for count in counts)
    best = [count for count in counts if count[:5] == key]
    others = {}
    for seat in range(4):
        if seat != hand.seat:
            count = other_count(hand, seat, dict(hand.others).get(seat, Other()))
            others[seat] = (count.hua, count.fan, 0 if seat == hand.liable else count.total)
    totals = {seat: total for seat, (_, _, total) in others.items()}
    return Priced(best, others, settled(hand, best[0].total, totals))


def settled(hand: Hand, total: int, totals: dict[int, int]) -> list[int]:
    pay = [0, 0, 0, 0]
    owed = [(seat, hand.seat, total) for seat in totals]
    for one, two in combinations(totals, 2):
        low, high = sorted((one, two), key=lambda seat: totals[seat])
        owed.append((low, high, totals[high] - totals[low]))
    for payer, taker, value in owed:
        halves = 2 * value * hand.chip // 10
        if hand.settling == "庄家翻倍" and hand.dealer in (payer, taker):
            halves *= 2
        if hand.settling == "闲家减半" and hand.dealer not in (payer, taker):
            halves //= 2
        chips = -(-halves // 2)
        pay[taker] += chips
        pay[payer if hand.liable is None else hand.liable] -= chips
    return pay


def mistakes(hand: Hand) -> Iterator[str]:
    lines = [tiles_of(other.items, other.tiles or (), other.laid) for _, other in hand.others]
    own = tiles_of(hand.melds, hand.concealed, hand.laid)
    copies = Counter([hand.indicator, *own, *(t for line in lines for t in line)])
    if any(number > (1 if tile in FLOWERS else 4) for tile, number in copies.items()):
        yield "impossible"
    if len(hand.concealed) + 3 * len(hand.melds) != 17:
        yield "impossible"
    for _, other in hand.others:
        sets = sum(piece.kind != "对" for piece in other.items)
        if sets > 5 or (other.tiles is not None and len(other.tiles) + 3 * sets != 16):
            yield "impossible"
    laid = [*hand.laid, *(t for _, other in hand.others for t in other.laid)]
    held = [*own, *(t for line in lines for t in line)]
    for tile in laid:
        held.remove(tile)
    melded = [t for p in (*hand.melds, *(p for _, o in hand.others for p in o.melds)) for t in p.tiles]
    if any(t not in hand.special for t in laid) or any(t in hand.special for t in held):
        yield "impossible"
    if any(t in hand.wild for t in melded) or any(t in FLOWERS and t not in hand.wild for t in held):
        yield "impossible"
    if hand.way == "抢杠":
        robbed = dict(hand.others).get(hand.discarder, Other())
        spare = 3 if Piece("碰", (hand.winning,) * 3) in robbed.items else 0
        if hand.winning in hand.wild or held.count(hand.winning) - spare > 1:
            yield "impossible"
    kong = any(p.kind in KONGS for p in hand.melds)
    if "杠上开花" in hand.words and (hand.way != "自摸" or not (kong or hand.laid)):
        yield "contradiction"
    if "天胡" in hand.words and (hand.way != "自摸" or hand.melds or hand.seat != hand.dealer):
        yield "contradiction"
    if "自摸得" in hand.words and hand.way != "自摸":
        yield "contradiction"
    if hand.liable is not None and (hand.way == "自摸" or hand.liable != hand.discarder):
        yield "contradiction"


def tiles_of(pieces: Iterable[Piece], tiles: Iterable[str], laid: Iterable[str]) -> list[str]:
    return [*(t for piece in pieces for t in piece.tiles), *tiles, *laid]
