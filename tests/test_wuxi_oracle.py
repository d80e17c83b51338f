"""The engine against the naive pricer of 无锡: random hands, written as a player would type them."""

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from core import RULESETS, Mistake, Roster, Table, parse_report, score
from core.answer import answer_json
from tests.naive_wuxi import (
    CIRCUMSTANCES,
    DRAGONS,
    FANS,
    GREEN,
    HONORS,
    NUMBERS,
    OUTER,
    SUITS,
    TERMINALS,
    TILES,
    WINDS,
    Hand,
    Piece,
    Priced,
    paid,
    price,
    runs_with,
)

WUXI = RULESETS["wuxi"]
PLAYERS = ("甲", "乙", "丙", "丁")
ROSTER = Roster([(player, (player,)) for player in PLAYERS])
FLOWERS = "春夏秋冬梅兰竹菊"
ALIASES = {
    "八仙过海": ["大花糊"],
    "十三幺": ["国士无双"],
    "九莲宝灯": ["九莲"],
    "天和": ["天胡"],
    "地和": ["地胡"],
    "七对子": ["七对", "七小对"],
    "杠上开花": ["杠开"],
    "清龙": ["一气通贯", "一条龙"],
    "碰碰和": ["对对和", "碰碰胡", "对对胡"],
    "大吊车": ["全求人"],
    "门前清": ["门清"],
    "断幺九": ["断幺"],
    "平和": ["平胡"],
    "场风牌": ["场风"],
    "自风牌": ["自风"],
}


# --- random hands ------------------------------------------------------------------------------------------


def domain(rng: random.Random) -> list[str]:
    """The kinds of which a hand is made; narrow ones give flushes, and hands with many readings."""
    suit = rng.choice(SUITS)
    one = [t for t in NUMBERS if t[1] == suit]
    low = rng.randrange(6)
    three_suits = [t for t in NUMBERS if int(t[0]) in range(low, low + 4)]
    return rng.choice(
        [TILES, TILES, NUMBERS, one, one, one[low : low + 4], [*one, *HONORS], [*one, *rng.sample(HONORS, 3)],
         HONORS, GREEN, TERMINALS, OUTER, three_suits, [*three_suits, *HONORS], rng.sample(TILES, 12),
         [*WINDS, *WINDS, *one[low : low + 3]], [*DRAGONS, *DRAGONS, *rng.sample(TILES, 4)]]
    )  # fmt: skip


def standard(rng: random.Random) -> tuple[list[str], list[Piece]]:
    kinds = domain(rng)
    runs = [run for t in kinds for run in runs_with(t)[-1:] if set(run) <= {*kinds}]
    run_share, opened = rng.choice((0.0, 0.5, 0.9, 1.0)), rng.choice((0.0, 0.0, 0.3, 0.7, 1.0))
    concealed, melds = [rng.choice(kinds)] * 2, []
    for _ in range(4):
        if runs and rng.random() < run_share:
            kind, tiles = "吃", rng.choice(runs)
        else:
            kind, tiles = "碰", (rng.choice(kinds),) * 3
        if rng.random() >= opened:
            concealed += tiles
        elif kind == "碰" and rng.random() < 0.5:
            melds.append(Piece(rng.choice(("明杠", "补杠", "暗杠")), (tiles[0],) * 4))
        else:
            melds.append(Piece(kind, tiles))
    return concealed, melds


def seven_pairs(rng: random.Random) -> tuple[list[str], list[Piece]]:
    kinds = domain(rng)
    if len(kinds) > 8 and rng.random() < 0.5:
        kinds = rng.sample(kinds, 8)
    return [t for _ in range(7) for t in [rng.choice(kinds)] * 2], []


def thirteen_orphans(rng: random.Random) -> tuple[list[str], list[Piece]]:
    return [*OUTER, rng.choice(OUTER)], []


def nine_gates(rng: random.Random) -> tuple[list[str], list[Piece]]:
    suit = rng.choice(SUITS)
    return [f"{n}{suit}" for n in (*"1112345678999", rng.randint(1, 9))], []


def random_hand(rng: random.Random) -> Hand:
    make = rng.choice((*(standard,) * 10, seven_pairs, seven_pairs, thirteen_orphans, nine_gates))
    concealed, melds = make(rng)
    if rng.random() < 0.05:
        concealed[0] = rng.choice(TILES)
    copies = Counter([*concealed, *(t for meld in melds for t in meld.tiles)])
    if max(copies.values()) > 4 and rng.random() < 0.98:
        return random_hand(rng)
    single = [t for t in concealed if copies[t] == 1]
    way = rng.choice(("自摸", "自摸", "点炮", "抢杠" if single or rng.random() < 0.1 else "点炮"))
    seat = rng.randrange(4)
    words = [word for word in CIRCUMSTANCES if rng.random() < 0.04]
    if rng.random() < 0.1:
        words.append(rng.choice([name for name in FANS if name not in words]))
    flowers = rng.choice((0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8))
    if flowers == 8 and "八仙过海" not in words and rng.random() < 0.3:
        words.append("八仙过海")
    return Hand(
        concealed=tuple(concealed),
        winning=rng.choice(single if way == "抢杠" and single and rng.random() < 0.9 else concealed),
        melds=tuple(melds),
        way=way,
        flowers=flowers,
        words=tuple(words),
        seat=seat,
        dealer=rng.randrange(4),
        round=rng.randrange(4),
        discarder=rng.choice([at for at in range(4) if at != seat]),
        hidden_lit=rng.random() < 0.3,
        implied=rng.random() < 0.7,
        pairs_too=rng.random() < 0.5,
        turning=rng.random() < 0.5,
        robbing=rng.random() < 0.9,
        chip=rng.choice((1, 5, 10, 50)),
    )


def timely_hand(rng: random.Random) -> Hand:
    """A complete hand whose circumstances can be: 天和 地和 杠上开花 八仙过海."""
    while True:
        hand = random_hand(rng)
        named = [word for word in hand.words if word in (*CIRCUMSTANCES, "八仙过海")]
        if named and not isinstance(price(hand), str):
            return hand


# --- as a player types them --------------------------------------------------------------------------------


def tiles_text(rng: random.Random, tiles: list[str]) -> str:
    """`1万 2万 东`, `1万2万东` or `12万东`."""
    style = rng.randrange(3)
    if style < 2:
        return (" " if style else "").join(tiles)
    out = ""
    for at, tile in enumerate(tiles):
        follows = tile not in HONORS and at + 1 < len(tiles) and tiles[at + 1][1:] == tile[1]
        out += tile[0] if follows else tile
    return out


def text(rng: random.Random, hand: Hand) -> str:
    tiles = list(hand.concealed)
    rng.shuffle(tiles)
    if rng.random() < 0.5:
        tiles.sort()
    tiles.remove(hand.winning)
    style = rng.randrange(3)  # the winning tile apart, among the others, or the last one
    written = tiles if style == 0 else [*tiles, hand.winning]
    tokens = ["手" + tiles_text(rng, written)]
    if style < 2:
        tokens.append(rng.choice("胡和+") + hand.winning)
    for kind, meld in hand.melds:
        tokens.append(kind + (meld[0] if kind != "吃" else f"{meld[0][0]}{meld[1][0]}{meld[2]}"))
    if hand.flowers or "八仙过海" in hand.words or rng.random() < 0.1:
        named = "花" + "".join(rng.sample(FLOWERS, min(8, hand.flowers))) if hand.flowers else "无花"
        count = rng.choice((f"花{hand.flowers}", f"{hand.flowers}花", named))
        if hand.flowers != 8 or "八仙过海" not in hand.words or rng.random() < 0.5:
            tokens.append(count)
    tokens += [rng.choice([word, *ALIASES.get(word, ())]) for word in hand.words]
    rng.shuffle(tokens)
    who, from_whom = PLAYERS[hand.seat], PLAYERS[hand.discarder]
    if hand.way == "自摸":
        way = ["自摸"] * ("八仙过海" not in hand.words or rng.random() < 0.7)
    else:
        way = [hand.way, from_whom]
    return " ".join([who, *way, *tokens])


def answer(hand: Hand, report: str) -> object:
    """What the engine says: the kind of mistake, or 花, 番, points, fans and what the four get."""
    table = Table(PLAYERS, hand.dealer, hand.round)
    options = WUXI.choose({
        "底分": hand.chip,
        "自风": "轮转" if hand.turning else "固定",
        "点胡成刻": "暗" if hand.hidden_lit else "明",
        "隐含番": "计" if hand.implied else "不计",
        "七对字一色": "计" if hand.pairs_too else "不计",
        "抢杠": "是" if hand.robbing else "否",
    })  # fmt: skip
    try:
        found = parse_report(report, WUXI, ROSTER, table=table, options=options)
        result = answer_json(score(WUXI, found, table, options), lambda note: note.code)
    except Mistake as wrong:
        return wrong.kind
    fans = {row["name"]: row["value"] for row in result["fans"]}
    pay = [result["pay"].get(player, 0) for player in PLAYERS]
    return result["hua"], result["fan"], result["points"], fans, pay


def expected(hand: Hand) -> object:
    best = price(hand)
    if not isinstance(best, Priced):
        return best
    return best.hua, best.fan, best.product * hand.chip, best.fans, paid(hand, best)


def hands(seed: int, number: int) -> Iterator[tuple[Hand, str]]:
    rng = random.Random(seed)
    for at in range(number):
        hand = random_hand(rng) if at % 10 else timely_hand(rng)
        yield hand, text(rng, hand)


@pytest.mark.parametrize("seed", range(4))
def test_engine_agrees_with_the_naive_pricer(seed: int) -> None:
    for hand, report in hands(seed, 1000):
        assert answer(hand, report) == expected(hand), (report, hand)
