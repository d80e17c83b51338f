"""南京麻将 once more, slow and obvious: every reading of the tiles, every kind tried as a wait.

Written from the rulebook alone; it shares nothing with `core`. Seats are 0–3.
`price` is what the engine has to agree with.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from tests.naive_wuxi import NUMBERS, WINDS, Piece, cuts

TILES = [*NUMBERS, *WINDS]
FEW_TO_MANY = ("impossible", "contradiction", "incomplete", "not_a_win", "may_not_win")

FANS = {  # 花, in the order of the rulebook
    "门清": 20, "小杠开": 20, "海底捞": 10, "对对胡": 40, "混一色": 40, "地胡": 40, "无花果": 40, "压绝": 40,
    "天胡": 60, "清一色": 60, "全球独钓": 60, "七对": 80, "双七对": 160, "风一色": 160,
}  # fmt: skip
BIG = {"对对胡", "混一色", "清一色", "风一色", "七对", "双七对", "压绝", "全球独钓", "天胡", "地胡"}
NOT_WITH = {"门清": {"天胡", "地胡", "七对", "双七对"}, "七对": {"双七对"}, "小杠开": {"花杠开"}}
TOLD = ("小杠开", "海底捞", "地胡", "天胡")  # what tiles cannot show
ON_REPLACEMENT = ("小杠开", "大杠开", "花杠开")
NO_RUN = {"对对胡", "七对", "双七对", "风一色", "全球独钓"}
WAIT_FLOWERS = ("压档", "边枝", "独占")
CONCEALED = -1  # in the place of a feeder: `大杠开@暗`


class Meld(NamedTuple):
    """碰 明杠 补杠 暗杠, and who fed it if that was said."""

    kind: str
    tile: str
    feeder: int | None = None

    @property
    def tiles(self) -> tuple[str, ...]:
        return (self.tile,) * (3 if self.kind == "碰" else 4)

    @property
    def kong(self) -> bool:
        return self.kind != "碰"

    @property
    def exposed(self) -> bool:
        return self.kind != "暗杠"


@dataclass(frozen=True)
class Hand:
    """A report with its concealed tiles, the winning tile among them."""

    concealed: tuple[str, ...]
    winning: str
    melds: tuple[Meld, ...] = ()
    way: str = "自摸"
    hard: int | None = 0  # None: not said
    laid: tuple[str, ...] = ()  # the flowers, if they are named
    words: tuple[str, ...] = ()  # fans, 杠开 and wait flowers that are named
    kong_from: int | None = None  # 大杠开@
    liable: int | None = None  # 包@
    seat: int = 0
    dealer: int = 0
    discarder: int = 1
    chip: int = 1
    doubled: bool = False  # 比下胡翻倍, and the hand before was one

    @property
    def all_tiles(self) -> list[str]:
        return [*self.concealed, *(t for meld in self.melds for t in meld.tiles)]

    @property
    def before(self) -> list[str]:
        """The concealed tiles without the winning one."""
        left = list(self.concealed)
        left.remove(self.winning)
        return left

    @property
    def closed(self) -> bool:
        return all(meld.kind in ("明杠", "暗杠") for meld in self.melds)

    @property
    def kongs(self) -> list[Meld]:
        return [meld for meld in self.melds if meld.kong]


@dataclass(order=True)
class Priced:
    """One reading's price; the best one is the greatest."""

    flowers: int  # T
    number: int
    early: list[int]  # minus the rows of the fans
    fans: dict[str, int] = field(compare=False)
    soft: int = field(compare=False)
    multiplier: int = field(compare=False)
    held: set[str] = field(compare=False)  # the fans and the 软花 that have names, before any is left out
    said: list[str] | None = field(
        compare=False
    )  # 软花 beside those of the melds, as people name them; None by 承包


# --- how tiles can be read ---------------------------------------------------------------------------------


def seven_pairs(tiles: list[str]) -> bool:
    return len(tiles) == 14 and all(n % 2 == 0 for n in Counter(tiles).values())


def complete(tiles: list[str]) -> bool:
    return seven_pairs(tiles) or next(cuts(sorted(tiles)), None) is not None


def readings(hand: Hand) -> Iterator[tuple[list[Piece], Piece]]:
    """The concealed pieces, and the one that the winning tile completed."""
    tiles = sorted(hand.concealed)
    whole = list(cuts(tiles))
    if seven_pairs(tiles):
        whole.append([Piece("对", (t,) * 2) for t in tiles[::2]])
    for pieces in whole:
        for won in pieces:
            if hand.winning in won.tiles:
                yield pieces, won


def waits(hand: Hand) -> list[str]:
    held = Counter(hand.all_tiles)
    held[hand.winning] -= 1
    return [t for t in TILES if held[t] < 4 and complete([*hand.before, t])]


def place(won: Piece, winning: str) -> str:
    """How the winning tile stands in its piece: 压档, 边枝, 独占, or nothing of these."""
    if won.kind == "对":
        return "独占"
    if won.kind == "顺":
        low, middle, high = won.tiles
        if winning == middle:
            return "压档"
        if (winning == high and low[0] == "1") or (winning == low and high[0] == "9"):
            return "边枝"
    return ""


# --- what a reading is worth -------------------------------------------------------------------------------


def colour(tiles: list[str]) -> set[str]:
    suits = {t[1] for t in tiles if t not in WINDS}
    winds = any(t in WINDS for t in tiles)
    if len(suits) == 1:
        return {"混一色"} if winds else {"清一色"}
    return {"风一色"} if not suits else set()


def soft_of_triplets(melds: tuple[Meld, ...], others: list[str]) -> int:
    """风客 and kongs; `others` are the triplets that are no melds yet."""
    value = {"碰": (0, 1), "明杠": (1, 2), "补杠": (1, 2), "暗杠": (2, 3)}
    return sum(value[m.kind][m.tile in WINDS] for m in melds) + sum(t in WINDS for t in others)


def told(hand: Hand) -> set[str]:
    fans = {word for word in TOLD if word in hand.words}
    return fans | ({"无花果"} if hand.hard == 0 else set())


def priced(hand: Hand, fans: set[str], soft: int, named_soft: set[str], said: list[str] | None) -> Priced:
    reasons = fans | {word for word in hand.words if word == "花杠开"}
    counted = {name: FANS[name] for name in FANS if name in fans and not NOT_WITH.get(name, set()) & reasons}
    times = 4 if "花杠开" in hand.words else 2 if "大杠开" in hand.words else 1
    flowers = (20 + sum(counted.values()) + 2 * ((hand.hard or 0) + soft)) * times
    early = [-list(FANS).index(name) for name in counted]
    return Priced(flowers, len(counted), early, counted, soft, times, fans | named_soft, said)


def complete_hands(hand: Hand) -> Iterator[Priced]:
    only = waits(hand) == [hand.winning]
    suits = {t[1] for t in hand.all_tiles if t not in WINDS}
    for pieces, won in readings(hand):
        triplets = [p.tiles[0] for p in pieces if p.kind == "刻"]
        seven = len(pieces) == 7
        where = place(won, hand.winning)
        fans = told(hand) | colour(hand.all_tiles)
        if hand.closed:
            fans.add("门清")
        if len(triplets) + len(hand.melds) == 4:
            fans.add("对对胡")
        if len(hand.melds) == 4:
            fans.add("全球独钓")
        if seven:
            fans |= {"七对"} | ({"双七对"} if hand.concealed.count(hand.winning) == 4 else set())
        if where in ("压档", "边枝") and (hand.way == "抢杠" or "压绝" in hand.words):
            fans.add("压绝")
        named_soft = {where} if only and where and "天胡" not in fans else set()
        swallowed = {"独占"} if seven or "全球独钓" in fans else {"压档", "边枝"} if "压绝" in fans else set()
        if len(suits) == 2:
            named_soft.add("缺一")
        soft = soft_of_triplets(hand.melds, triplets) + len(named_soft - swallowed)
        said = [*(named_soft - swallowed), *(f"暗刻{t}" for t in triplets if t in WINDS)]
        yield priced(hand, fans, soft, named_soft | swallowed, said)


def liability_hands(hand: Hand) -> Iterator[Priced]:
    """Wins by 承包: only on a discard, with three melds on the table."""
    if hand.way != "点炮" or len(hand.melds) != 3:
        return
    base = told(hand)
    melded = [meld.tile for meld in hand.melds]
    same_suit = colour(melded) == {"清一色"} and all(meld.exposed for meld in hand.melds)
    if hand.before.count(hand.winning) >= 2 and (hand.liable is not None or same_suit):
        fans = base | {"对对胡"} | colour([*melded, hand.winning])
        if hand.liable is not None and hand.discarder == hand.liable:
            fans.add("全球独钓")
        swallowed = {"独占"} if "全球独钓" in fans else set()
        if hand.liable is not None or "清一色" in fans:
            yield priced(hand, fans, soft_of_triplets(hand.melds, [hand.winning]), swallowed, None)
    if same_suit and hand.winning not in WINDS and hand.winning[1] == melded[0][1]:
        n, suit = int(hand.winning[0]), hand.winning[1]
        for low in (n - 2, n - 1, n):
            others = [f"{m}{suit}" for m in range(low, low + 3) if m != n]
            if 1 <= low <= 7 and all(t in hand.before for t in others):
                yield priced(hand, base | {"清一色"}, soft_of_triplets(hand.melds, []), set(), None)


# --- the answer --------------------------------------------------------------------------------------------


def price(hand: Hand) -> Priced | str:
    """The best price of the hand, or the kind of mistake that the report is."""
    sized = len(hand.concealed) + 3 * len(hand.melds) == 14
    found = [*complete_hands(hand), *liability_hands(hand)] if sized else []
    free = hand.closed or (hand.hard or 0) >= 4
    winning = [one for one in found if free or BIG & one.held]
    kinds = {*mistakes(hand), *against_tiles(hand, found)}
    kinds |= {"impossible"} if not sized else {"not_a_win"} if not found else set()
    if not winning:
        kinds.add("may_not_win")
    return next((kind for kind in FEW_TO_MANY if kind in kinds), None) or max(winning)


def against_tiles(hand: Hand, found: list[Priced]) -> Iterator[str]:
    """Names that no reading of the complete hand has."""
    for word in hand.words:
        if found and word not in ("大杠开", "花杠开") and not any(word in one.held for one in found):
            yield "contradiction"


def mistakes(hand: Hand) -> Iterator[str]:
    copies = Counter(hand.all_tiles)
    own_pung = any(meld.kind == "碰" and meld.tile == hand.winning for meld in hand.melds)
    if max(copies.values()) > 4 or (hand.hard or 0) > 20:
        yield "impossible"
    if hand.way == "抢杠" and copies[hand.winning] > 1:
        yield "impossible"
    if "压绝" in hand.words and copies[hand.winning] > (4 if own_pung else 1):
        yield "impossible"
    if contradictory(hand):
        yield "contradiction"
    if hand.hard is None or kong_payer(hand) == "incomplete":
        yield "incomplete"
    if kong_payer(hand) == "contradiction":
        yield "contradiction"


def contradictory(hand: Hand) -> bool:
    """Whether what is said of the circumstances cannot be, whatever the tiles are."""
    words = {*hand.words}
    feeders = [m.feeder for m in hand.melds[:3] if m.exposed]
    return any((
        "天胡" in words and (hand.seat != hand.dealer or hand.way != "自摸" or hand.melds),
        "天胡" in words and words & {"海底捞", "压绝", *ON_REPLACEMENT, *WAIT_FLOWERS},
        "地胡" in words and (hand.seat == hand.dealer or hand.melds),
        "无花果" in words and hand.hard,
        words & {*ON_REPLACEMENT} and hand.way != "自摸",
        "小杠开" in words and hand.hard == 0,
        "花杠开" in words and (hand.hard or 0) < 4 and hand.hard is not None,
        "花杠开" in words and hand.laid and not any({*four} <= {*hand.laid} for four in ("春夏秋冬", "梅兰竹菊"))
        and not any(hand.laid.count(dragon) == 4 for dragon in "中发白"),
        "大杠开" in words and not hand.kongs,
        len(words & {*WAIT_FLOWERS}) > 1,
        "压绝" in words and words & {*NO_RUN, "独占"},
        "大杠开" in words and words & {"七对", "双七对", "风一色"},
        words & {"地胡", "天胡"} and "全球独钓" in words,
        "缺一" in words and words & {"混一色", "清一色", "风一色"},
        hand.liable is not None and (len(hand.melds) < 3 or not any(m.exposed for m in hand.melds)),
        hand.liable is not None and any(f not in (None, hand.liable) for f in feeders),
    ))  # fmt: skip


def kong_payer(hand: Hand) -> int | str | None:
    """Who fed the kong of a 大杠开 or 花杠开; None if nobody did; or the kind of mistake."""
    if not {"大杠开", "花杠开"} & {*hand.words}:
        return None
    if hand.kong_from is not None:
        if not hand.kongs:
            return "contradiction"
        if hand.kong_from == CONCEALED:
            return None if any(not kong.exposed for kong in hand.kongs) else "contradiction"
        fits = any(kong.exposed and kong.feeder in (None, hand.kong_from) for kong in hand.kongs)
        return hand.kong_from if fits else "contradiction"
    givers = {kong.feeder if kong.exposed else CONCEALED for kong in hand.kongs}
    if len(givers) == 1 and givers != {None}:
        (giver,) = givers
        return None if giver == CONCEALED else giver
    return "incomplete" if givers and "大杠开" in hand.words else None


def paid(hand: Hand, best: Priced) -> list[int]:
    """What the four seats get."""
    others = [seat for seat in range(4) if seat != hand.seat]
    feeder = kong_payer(hand)
    if hand.way == "抢杠":
        shares = {hand.discarder: 3}
    elif isinstance(feeder, int):
        shares = {feeder: 3}
    elif hand.liable is not None:
        shares = {hand.liable: 3 if hand.way == "自摸" else 1}
    elif hand.way == "点炮":
        shares = {hand.discarder: 1}
    else:
        shares = dict.fromkeys(others, 1)
    unit = best.flowers * hand.chip * (2 if hand.doubled else 1)
    pay = [-unit * shares.get(seat, 0) for seat in range(4)]
    pay[hand.seat] = -sum(pay)
    return pay
