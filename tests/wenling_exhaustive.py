"""温岭, once more and without cleverness: every role of every 得, every split, every place of the winning tile.

Written from the rules of the town alone, with tiles as plain numbers; it shares no code with `core` but the
numbering of tiles. `best` is what the engine has to agree with.
"""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations_with_replacement

Set = tuple[str, int]  # 吃 and its lowest tile; 碰 明杠 补杠 暗杠 暗刻 and their tile
Roles = tuple[int, ...]


@dataclass(frozen=True)
class Won:
    """A complete hand: what is concealed (the winning tile among it), melds, tiles laid open."""

    concealed: tuple[int, ...]
    winning: int
    melds: tuple[Set, ...] = ()
    laid: tuple[int, ...] = ()
    indicator: int = 4
    wind: int = 27
    way: str = "自摸"
    cap: int = 500
    lit_is_concealed: bool = False
    after_kong: bool = False

    def is_wild(self, tile: int) -> bool:
        if self.indicator >= 34:
            return tile >= 34 and tile != self.indicator and (tile < 38) == (self.indicator < 38)
        return tile == self.indicator


@dataclass(order=True)
class Priced:
    """Compared as the page says: total, 番, points, then fewer strangers, then earlier roles."""

    total: int
    fan: int
    points: int
    kept: int  # minus the 得 that stand for another tile
    early: tuple[int, ...]  # minus the roles
    fans: dict[str, int] = field(compare=False)
    roles: Roles = field(compare=False)


def is_outer(tile: int) -> bool:
    return tile >= 27 or tile % 9 in (0, 8)


@lru_cache(maxsize=200_000)
def sets_of(tiles: tuple[int, ...]) -> tuple[tuple[Set, ...], ...]:
    """Every way to cut sorted tiles into triplets and sequences."""
    if not tiles:
        return ((),)
    first, found = tiles[0], set()
    if len(tiles) > 2 and tiles[2] == first:
        found |= {(("暗刻", first), *rest) for rest in sets_of(tiles[3:])}
    if first < 27 and first % 9 < 7 and first + 1 in tiles and first + 2 in tiles:
        left = list(tiles)
        for tile in (first, first + 1, first + 2):
            left.remove(tile)
        found |= {(("吃", first), *rest) for rest in sets_of(tuple(left))}
    return tuple({tuple(sorted(cut)) for cut in found})


SUIT = [min(tile // 9, 3) for tile in range(34)]


def cuts(tiles: tuple[int, ...]) -> Iterator[tuple[int, tuple[Set, ...]]]:
    """(pair, sets) for every way to cut sorted tiles into sets and one pair."""
    suits: list[list[int]] = [[], [], [], []]
    for tile in tiles:
        suits[SUIT[tile]].append(tile)
    if sorted(len(suit) % 3 for suit in suits) != [0, 0, 0, 2]:
        return
    parts: list[tuple[Set, ...]] = [()]
    for suit in suits:
        if len(suit) % 3 == 0:
            parts = [(*done, *cut) for done in parts for cut in sets_of(tuple(suit))]
    (paired,) = (suit for suit in suits if len(suit) % 3 == 2)
    for pair in sorted(set(paired)) if parts else ():
        if paired.count(pair) > 1:
            left = list(paired)
            left.remove(pair)
            left.remove(pair)
            for cut in sets_of(tuple(left)):
                for done in parts:
                    yield pair, (*done, *cut)


def readings(hand: Won) -> Iterator[tuple[int, tuple[Set, ...], Roles]]:
    natural = [t for t in hand.concealed if not hand.is_wild(t)]
    wilds = len(hand.concealed) - len(natural)
    for roles in combinations_with_replacement(range(34), wilds):
        for pair, cut in cuts(tuple(sorted([*natural, *roles]))):
            yield pair, cut, roles


def placings(hand: Won, pair: int, cut: tuple[Set, ...], roles: Roles) -> set[tuple[int, int]]:
    """(2 for 单吊 靠柄 嵌档, the triplet that a discard completed or −1) for every place of the winning tile."""
    found: set[tuple[int, int]] = set()
    for tile in set(roles) if hand.is_wild(hand.winning) else {hand.winning}:
        if pair == tile:
            found.add((2, -1))
        for at, (kind, first) in enumerate(cut):
            if kind == "暗刻" and first == tile:
                found.add((0, -1 if hand.way == "自摸" or hand.lit_is_concealed else at))
            elif kind == "吃" and first <= tile <= first + 2:
                edge = (first % 9 == 0 and tile == first + 2) or (first % 9 == 6 and tile == first)
                found.add((2 if edge or tile == first + 1 else 0, -1))
    return found


def best(hand: Won) -> list[Priced]:
    """All prices of the hand that no other one surpasses; an empty list if it is none."""
    top: list[Priced] = []
    for pair, cut, roles in readings(hand):
        for waited, lit in placings(hand, pair, cut, roles):
            priced = price(hand, pair, cut, roles, waited, lit)
            if not top or priced > top[0]:
                top = [priced]
            elif not priced < top[0]:
                top.append(priced)
    return top


def price(hand: Won, pair: int, cut: tuple[Set, ...], roles: Roles, waited: int, lit: int) -> Priced:
    fans: Counter[str] = Counter()
    sets = [*hand.melds, *(("碰", s[1]) if at == lit else s for at, s in enumerate(cut))]
    points = waited + (2 if hand.way == "自摸" else 0) + 4 * len(hand.laid)
    tiles = {pair}
    triplets = set()
    for kind, tile in sets:
        if kind == "吃":
            tiles |= {tile, tile + 1, tile + 2}
            continue
        tiles.add(tile)
        triplets.add(tile)
        points += {"碰": 2, "暗刻": 4, "明杠": 8, "补杠": 8, "暗杠": 16}[kind] * (1 + is_outer(tile))
        for name, valued in (("红中", 31), ("发财", 32), ("门风", hand.wind)):
            fans[name] += tile == valued
    valued_pair = pair in (31, 32, hand.wind)
    points += 2 * valued_pair
    for tile in hand.laid:
        if tile < 34:
            fans["翻" + "中发白"[tile - 31]] += 1
        elif (tile - 34) % 4 == hand.wind - 27:
            fans["本花"] += 1
    winds = {27, 28, 29, 30}
    if len(winds & triplets) > 2 and winds <= triplets | {pair}:
        fans["四风全齐"] += 13
    suits = {t // 9 for t in tiles if t < 27}
    if len(suits) == 1:
        fans["混一色" if any(t >= 27 for t in tiles) else "清一色"] += 2 if any(t >= 27 for t in tiles) else 4
    if triplets and not any(kind == "吃" for kind, _ in sets):
        fans["对对胡"] += 2
    if all(kind == "吃" for kind, _ in sets) and not valued_pair:
        fans["旁胡"] += 1
    own = sum(role == hand.indicator for role in roles)
    if not roles:
        fans["无得"] += 1
    elif len(roles) == 2:
        fans["双得"] += 1
    elif len(roles) == 1 and own:
        fans["得还原"] += 1
    if hand.is_wild(hand.winning) and hand.way == "自摸":
        fans["自摸得"] += 1
    if hand.way == "抢杠":
        fans["抢杠"] += 1
    if hand.after_kong:
        fans["杠上开花"] += 1
    fans = +fans
    fan = sum(fans.values())
    total = min(hand.cap, -(-(20 + points) * 2**fan // 10) * 10)
    return Priced(total, fan, points, own - len(roles), tuple(-t for t in roles), dict(fans), roles)


def deal_one(rng: random.Random, wilds: int) -> Won:
    """A complete hand that is no 腊子, with this many 得 in it; more than the usual share of flushes."""
    while True:
        indicator = rng.randrange(42)
        small = rng.random() < 0.8
        if indicator >= 34 and not small:
            continue
        special = {31: {33, 32}, 32: {33, 31}, 33: {31, 32}}.get(indicator, {33})
        if indicator >= 34:
            special = {31, 32, 33}
        flowers = (
            [t for t in range(34, 42) if indicator < 34 or (t < 38) != (indicator < 38)] if small else []
        )
        live = [t for t in range(34, 42) if t != indicator and (t < 38) == (indicator < 38)]
        suits = rng.choice(((0,), (1,), (0, 1), (0, 1, 2), (0, 1, 2), (0, 1, 2)))
        numbers = [9 * suit + n for suit in suits for n in range(9)]
        kinds = [t for t in (*numbers, *range(27, 34)) if t not in special and t != indicator]
        sets: list[Set] = []
        runs = rng.choice((0.0, 0.5, 0.8, 1.0))
        for _ in range(5):
            if rng.random() < runs:
                first = rng.choice([t for t in numbers if t % 9 < 7])
                sets.append(("吃", first))
            else:
                sets.append(("暗刻", rng.choice(kinds)))
        open_sets = rng.choice((0, 0, 1, 2, 4))
        melds, concealed = [], []
        for kind, tile in sets:
            run = (tile, tile + 1, tile + 2) if kind == "吃" else (tile,) * 3
            if len(melds) < open_sets and indicator not in run:
                melds.append(
                    (kind if kind == "吃" else rng.choice(("碰", "碰", "明杠", "补杠", "暗杠")), tile)
                )
            else:
                concealed += run
        concealed += [rng.choice(kinds)] * 2
        if len(concealed) < wilds + 1:
            continue
        places = rng.sample(range(len(concealed)), wilds)
        for at, place in enumerate(places):
            concealed[place] = indicator if indicator < 34 else live[at]
        laid = [t for t in flowers if rng.random() < 0.15] + [
            t for t in special for _ in range(3) if rng.random() < 0.1
        ]
        winning = rng.choice(concealed)
        way = rng.choice(("自摸", "自摸", "点炮", "抢杠"))
        hand = Won(
            tuple(concealed), winning, tuple(melds), tuple(sorted(laid)), indicator, rng.randrange(27, 31), way,
            500 if small else 400, rng.random() < 0.3,
            way == "自摸" and (bool(laid) or any(m[0].endswith("杠") for m in melds)) and rng.random() < 0.2,
        )  # fmt: skip
        if sum(map(hand.is_wild, concealed)) == wilds and can_be(hand):
            return hand


def can_be(hand: Won) -> bool:
    """Whether a table can have the hand and it is an ordinary win."""
    copies: Counter[int] = Counter([*hand.concealed, *hand.laid, hand.indicator])
    for kind, tile in hand.melds:
        copies.update((tile, tile + 1, tile + 2) if kind == "吃" else (tile,) * (4 if "杠" in kind else 3))
    if any(number > (1 if tile >= 34 else 4) for tile, number in copies.items()):
        return False
    if hand.way != "自摸" and hand.is_wild(hand.winning):
        return False
    if hand.way == "抢杠" and copies[hand.winning] > 1:
        return False
    held = Counter(t for t in hand.concealed if not hand.is_wild(t))
    fours = [t for t in held if held[t] == 4] + [t for kind, t in hand.melds if kind == "暗杠"]
    if any(t in (31, 32, 33, hand.wind) for t in fours):
        return False
    families = [set(range(34, 38)), set(range(38, 42))]
    return not any(family <= set(hand.laid) for family in families) and all(
        hand.laid.count(t) < 4 for t in hand.laid
    )
