"""无锡改良麻将 once more, slow and obvious: lists of tiles, every set tried, every reading priced.

Written from the rulebook alone; it shares nothing with `core`. A tile is its printed name (`5万`, `东`).
`price` is what the engine has to agree with.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

SUITS, WINDS, DRAGONS = "万条饼", list("东南西北"), list("中发白")
HONORS = [*WINDS, *DRAGONS]
NUMBERS = [f"{n}{suit}" for suit in SUITS for n in range(1, 10)]
TILES = [*NUMBERS, *HONORS]
TERMINALS = [t for t in NUMBERS if t[0] in "19"]
OUTER = [*TERMINALS, *HONORS]
GREEN = ["2条", "3条", "4条", "6条", "8条", "发"]
OPEN, KONGS = ("吃", "碰", "明杠", "补杠"), ("明杠", "补杠", "暗杠")

FANS = {  # in the order of the rulebook
    **dict.fromkeys(("八仙过海", "大三元", "大四喜", "绿一色", "十三幺", "九莲宝灯", "天和", "地和"), 32),
    **dict.fromkeys(("小四喜", "小三元", "字一色", "混幺九"), 16),
    **dict.fromkeys(("清一色", "七对子"), 8),
    **dict.fromkeys(("杠上开花", "三风刻", "三色同刻", "三色同顺", "清龙", "混一色"), 4),
    **dict.fromkeys(("碰碰和", "大吊车", "双箭刻", "五门齐"), 2),
    **dict.fromkeys(("自摸", "点炮", "门前清", "断幺九", "全带幺", "平和", "一杯口", "场风牌", "自风牌"), 1),
}
NOT_COUNTED = {
    "大三元": ["小三元", "双箭刻"],
    "大四喜": ["小四喜", "三风刻", "碰碰和"],
    "绿一色": ["混一色"],
    "九莲宝灯": ["清一色"],
    "小四喜": ["三风刻"],
    "小三元": ["双箭刻"],
    "字一色": ["碰碰和", "混幺九"],
    "混幺九": ["碰碰和", "全带幺"],
    "七对子": ["门前清"],
    "杠上开花": ["自摸"],
}
IMPLIED = {  # not counted either with 隐含番=不计
    "大四喜": ["场风牌", "自风牌"],
    "十三幺": ["五门齐", "门前清"],
    "九莲宝灯": ["门前清"],
    "天和": ["自摸", "门前清"],
    "地和": ["自摸", "门前清"],
    "字一色": ["全带幺"],
}
CIRCUMSTANCES = ("天和", "地和", "杠上开花")


class Piece(NamedTuple):
    """A meld (吃 碰 明杠 补杠 暗杠), or what is concealed: 顺 刻 对, and 单 in 十三幺."""

    kind: str
    tiles: tuple[str, ...]


@dataclass(frozen=True)
class Hand:
    """A report with its concealed tiles, the winning tile among them; seats and winds are 0–3 for 东 南 西 北."""

    concealed: tuple[str, ...]
    winning: str
    melds: tuple[Piece, ...] = ()
    way: str = "自摸"
    flowers: int = 0
    words: tuple[str, ...] = ()  # the fans and circumstances that are named
    seat: int = 0
    dealer: int = 0
    round: int = 0
    discarder: int = 1
    hidden_lit: bool = False  # 点胡成刻=暗
    implied: bool = True  # 隐含番=计
    pairs_too: bool = False  # 七对字一色=计
    turning: bool = False  # 自风=轮转
    robbing: bool = True  # 抢杠=是
    chip: int = 5

    @property
    def all_tiles(self) -> list[str]:
        return [*self.concealed, *(t for meld in self.melds for t in meld.tiles)]

    @property
    def closed(self) -> bool:
        return not any(meld.kind in OPEN for meld in self.melds)

    @property
    def eight(self) -> bool:
        return "八仙过海" in self.words or (self.flowers == 8 and self.way == "自摸")


@dataclass(order=True)
class Priced:
    """One reading's price; the best one is the greatest."""

    product: int
    fan: int
    early: list[int]  # minus the rows of the fans
    hua: int = field(compare=False)
    fans: dict[str, int] = field(compare=False)


# --- how tiles can be read ---------------------------------------------------------------------------------


def run(first: int, suit: str) -> tuple[str, ...]:
    return (f"{first}{suit}", f"{first + 1}{suit}", f"{first + 2}{suit}")


def runs_with(tile: str) -> list[tuple[str, ...]]:
    if tile in HONORS:
        return []
    return [run(n, tile[1]) for n in range(int(tile[0]) - 2, int(tile[0]) + 1) if 1 <= n <= 7]


def cuts(tiles: list[str], paired: bool = False) -> Iterator[list[Piece]]:
    """Every way to cut tiles into sets and one pair: the first tile is in some piece, so each is tried."""
    if not tiles:
        if paired:
            yield []
        return
    first = tiles[0]
    tries = [Piece("刻", (first,) * 3), *(Piece("顺", tiles) for tiles in runs_with(first))]
    if not paired:
        tries.append(Piece("对", (first,) * 2))
    for piece in tries:
        left = list(tiles)
        try:
            for tile in piece.tiles:
                left.remove(tile)
        except ValueError:
            continue
        for rest in cuts(left, paired or piece.kind == "对"):
            yield [piece, *rest]


def readings(hand: Hand) -> Iterator[tuple[list[Piece], Piece]]:
    """All pieces of the hand, and the one that the winning tile completed."""
    tiles = sorted(hand.concealed)
    whole = list(cuts(tiles))
    if not hand.melds:
        twos = [tuple(tiles[at : at + 2]) for at in range(0, 14, 2)]
        if all(len(set(two)) == 1 for two in twos):
            whole.append([Piece("对", two) for two in twos])
        if set(tiles) == set(OUTER):
            whole.append([Piece("对" if n == 2 else "单", (t,) * n) for t, n in Counter(tiles).items()])
    for pieces in whole:
        for won in pieces:
            if hand.winning in won.tiles:
                yield [*hand.melds, *pieces], won


# --- what a reading is worth -------------------------------------------------------------------------------


def hua_of(hand: Hand, pieces: list[Piece], won: Piece | None) -> int:
    total = 1 + hand.flowers
    lit = hand.way != "自摸" and not hand.hidden_lit
    for piece in pieces:
        if piece.kind in KONGS:
            total += (3 if piece.tiles[0] in HONORS else 1) + (piece.kind == "暗杠")
        elif piece.tiles[0] in HONORS:
            total += {"碰": 1, "刻": 1 if lit and piece is won else 2}.get(piece.kind, 0)
    return total


def fans_of(hand: Hand, pieces: list[Piece], won: Piece) -> Counter[str]:
    """All fans that the reading has, before any is left out."""
    tiles = hand.all_tiles
    triplets = [p.tiles[0] for p in pieces if p.kind in ("碰", "刻", *KONGS)]
    runs = [p.tiles for p in pieces if p.kind in ("吃", "顺")]
    pairs = [p.tiles[0] for p in pieces if p.kind == "对"]
    suits = {t[1] for t in tiles if t not in HONORS}
    honors = {t for t in tiles if t in HONORS}
    winds, dragons = ([t for t in triplets if t in group] for group in (WINDS, DRAGONS))
    own_wind = WINDS[(hand.seat - hand.dealer) % 4 if hand.turning else hand.seat]
    standard = len(pieces) == 5
    seven = len(pairs) == 7
    triplets_or_pairs = len(triplets) == 4 or (seven and hand.pairs_too)
    before = sorted(hand.concealed)
    before.remove(hand.winning)
    has = {
        "大三元": len(dragons) == 3,
        "大四喜": len(winds) == 4,
        "绿一色": all(t in GREEN for t in tiles),
        "十三幺": len(pieces) == 13,
        "九莲宝灯": any(before == sorted(f"{n}{suit}" for n in "1112345678999") for suit in SUITS),
        "小四喜": len(winds) == 3 and pairs[0] in WINDS,
        "小三元": len(dragons) == 2 and pairs[0] in DRAGONS,
        "字一色": triplets_or_pairs and not suits,
        "混幺九": triplets_or_pairs and all(t in OUTER for t in tiles) and bool(suits),
        "清一色": len(suits) == 1 and not honors,
        "七对子": seven,
        "三风刻": len(winds) == 3,
        "三色同刻": any(all(f"{n}{suit}" in triplets for suit in SUITS) for n in range(1, 10)),
        "三色同顺": any(all(run(n, suit) in runs for suit in SUITS) for n in range(1, 8)),
        "清龙": any(all(run(n, suit) in runs for n in (1, 4, 7)) for suit in SUITS),
        "混一色": len(suits) == 1 and bool(honors),
        "碰碰和": len(triplets) == 4,
        "大吊车": len(hand.melds) == 4,
        "双箭刻": len(dragons) == 2,
        "五门齐": len(suits) == 3 and any(w in honors for w in WINDS) and any(d in honors for d in DRAGONS),
        "断幺九": not any(t in OUTER for t in tiles),
        "全带幺": standard and all(any(t in OUTER for t in p.tiles) for p in pieces),
        "平和": len(runs) == 4 and pairs[0] not in HONORS and waited_on_both_sides(won, hand.winning),
        "场风牌": WINDS[hand.round] in triplets,
        "自风牌": own_wind in triplets,
    }
    fans = Counter(name for name, held in has.items() if held)
    fans["一杯口"] = sum(number // 2 for number in Counter(runs).values())
    return fans + said(hand)


def said(hand: Hand) -> Counter[str]:
    """The fans that need no reading."""
    fans = Counter(word for word in hand.words if word in CIRCUMSTANCES)
    fans["八仙过海"] = int(hand.eight)
    fans["自摸" if hand.way == "自摸" else "点炮"] = 1
    fans["门前清"] = int(hand.closed)
    return +fans


def waited_on_both_sides(won: Piece, winning: str) -> bool:
    if won.kind != "顺":
        return False
    low, _, high = won.tiles
    return (winning == low and high[0] != "9") or (winning == high and low[0] != "1")


def left_out(hand: Hand, fans: Counter[str]) -> set[str]:
    out = {name for fan in fans for name in NOT_COUNTED.get(fan, [])}
    if not hand.implied:
        out |= {name for fan in fans for name in IMPLIED.get(fan, [])}
    return out


def priced(hand: Hand, fans: Counter[str], hua: int) -> Priced:
    out = left_out(hand, fans)
    values = {name: FANS[name] * fans[name] for name in FANS if fans[name] and name not in out}
    fan = sum(values.values())
    return Priced(hua * fan, fan, [-list(FANS).index(name) for name in values], hua, values)


# --- the answer --------------------------------------------------------------------------------------------


def price(hand: Hand) -> Priced | str:
    """The best price of the hand, or the kind of mistake that the report is."""
    copies = Counter(hand.all_tiles)
    if max(copies.values()) > 4 or hand.flowers > 8 or (hand.way == "抢杠" and copies[hand.winning] > 1):
        return "impossible"
    if len(hand.concealed) + 3 * len(hand.melds) != 14:
        return "impossible"
    if contradictory(hand):
        return "contradiction"
    found = [(fans_of(hand, pieces, won), hua_of(hand, pieces, won)) for pieces, won in readings(hand)]
    if hand.eight:  # wins with whatever is in the hand
        three = [Piece("刻", (t,) * 3) for t in HONORS if hand.concealed.count(t) > 2]
        found.append((said(hand), hua_of(hand, [*hand.melds, *three], None)))
    if not found:
        return "not_a_win"
    for word in hand.words:
        if not any(word in fans or word in left_out(hand, fans) for fans, _ in found):
            return "contradiction"
    if hand.way == "抢杠" and not hand.robbing:
        return "may_not_win"
    return max(priced(hand, fans, hua) for fans, hua in found)


def contradictory(hand: Hand) -> bool:
    """Whether what is said of the circumstances cannot be, whatever the tiles are."""
    named = [word for word in hand.words if word in CIRCUMSTANCES]
    return any((
        "八仙过海" in hand.words and (hand.flowers != 8 or hand.way != "自摸"),
        hand.eight and named,
        named and hand.way != "自摸",
        "天和" in named and (hand.seat != hand.dealer or not hand.closed),
        "地和" in named and (hand.seat == hand.dealer or hand.melds),
        "杠上开花" in named and not any(meld.kind in KONGS for meld in hand.melds),
        "杠上开花" in named and {"十三幺", "九莲宝灯", "七对子", "平和"} & {*hand.words},  # they have no kong
        "地和" in named and "大吊车" in hand.words,
        "自摸" in hand.words and hand.way != "自摸",
        "点炮" in hand.words and hand.way == "自摸",
    ))  # fmt: skip


def paid(hand: Hand, best: Priced) -> list[int]:
    """What the four seats get."""
    share = best.product * hand.chip
    payers = [seat for seat in range(4) if seat != hand.seat] if hand.way == "自摸" else [hand.discarder]
    pay = [-share if seat in payers else 0 for seat in range(4)]
    pay[hand.seat] = share * len(payers)
    return pay
