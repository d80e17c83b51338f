"""The engine against the naive pricer of 南京: random hands, written as a player would type them."""

import random
from collections import Counter
from dataclasses import replace

import pytest

from core import RULESETS, Mistake, Table, parse_report, score
from core.answer import answer_json
from tests.naive_nanjing import (
    CONCEALED,
    FANS,
    TILES,
    TOLD,
    WAIT_FLOWERS,
    Hand,
    Meld,
    Priced,
    paid,
    price,
)
from tests.naive_wuxi import NUMBERS, SUITS, WINDS, runs_with
from tests.test_wuxi_oracle import PLAYERS, ROSTER, tiles_text

NANJING = RULESETS["nanjing"]
ALL_FLOWERS = [*"中发白" * 4, *"春夏秋冬梅兰竹菊"]
ALIASES = {
    "门清": ["门前清"],
    "小杠开": ["花开"],
    "大杠开": ["杠开"],
    "海底捞": ["海底"],
    "对对胡": ["碰碰胡", "碰碰和", "对对和"],
    "地胡": ["地和"],
    "天胡": ["天和"],
    "全球独钓": ["全求独钓", "大吊车", "全求人"],
    "七对": ["七对子"],
    "双七对": ["龙七对"],
}


# --- random hands ------------------------------------------------------------------------------------------


def domain(rng: random.Random) -> list[str]:
    suit = rng.choice(SUITS)
    one = [t for t in NUMBERS if t[1] == suit]
    low = rng.randrange(6)
    two = [t for t in NUMBERS if t[1] != suit]
    near = [t for t in NUMBERS if int(t[0]) in range(low, low + 4)]
    return rng.choice(
        [TILES, TILES, NUMBERS, one, one, one[low : low + 4], [*one, *WINDS], [*one, rng.choice(WINDS)], two,
         [*two, *WINDS], near, rng.sample(TILES, 12), [*WINDS, *WINDS, *one[low : low + 3]]]
    )  # fmt: skip


def feeder(rng: random.Random, seat: int) -> int | None:
    return rng.choice([None, *(other for other in range(4) if other != seat)])


def standard(rng: random.Random, seat: int) -> tuple[list[str], str, list[Meld]]:
    """Four sets and a pair; any concealed tile may be the winning one."""
    kinds = domain(rng)
    runs = [run for t in kinds for run in runs_with(t)[-1:] if {*run} <= {*kinds}]
    run_share, opened = rng.choice((0.0, 0.5, 0.9, 1.0)), rng.choice((0.0, 0.2, 0.6, 1.0))
    one_feeder = rng.choice((None, None, feeder(rng, seat)))
    concealed, melds = [rng.choice(kinds)] * 2, []
    for _ in range(4):
        tile = rng.choice(kinds)
        if runs and rng.random() < run_share:
            concealed += rng.choice(runs)
        elif rng.random() >= opened:
            concealed += [tile] * 3
        else:
            kind = rng.choice(("碰", "碰", "碰", "明杠", "补杠", "暗杠"))
            fed = None if kind == "暗杠" else feeder(rng, seat) if one_feeder is None else one_feeder
            melds.append(Meld(kind, tile, fed))
    return concealed, rng.choice(concealed), melds


def seven(rng: random.Random, seat: int) -> tuple[list[str], str, list[Meld]]:
    kinds = domain(rng)
    if len(kinds) > 8 and rng.random() < 0.6:
        kinds = rng.sample(kinds, 8)
    tiles = [t for _ in range(7) for t in [rng.choice(kinds)] * 2]
    if rng.random() < 0.1:
        tiles = [t for wind in rng.sample(WINDS, 3) for t in [wind] * 4]
        tiles += [next(wind for wind in WINDS if wind not in tiles)] * 2
    return tiles, rng.choice(tiles), []


def three_melds(rng: random.Random, seat: int) -> tuple[list[str], str, list[Meld]]:
    """Three melds, mostly of one suit or from one feeder, and four tiles that the winning one may suit."""
    suit = rng.choice(SUITS)
    one = [t for t in NUMBERS if t[1] == suit]
    kinds = rng.choice((one, one, [*one, *WINDS], WINDS, TILES))
    one_feeder = feeder(rng, seat)
    fed = [one_feeder, one_feeder, one_feeder if rng.random() < 0.8 else feeder(rng, seat)]
    melds = []
    for tile, giver in zip(rng.sample(kinds, 3), fed, strict=True):
        kind = rng.choice(("碰",) * 6 + ("明杠", "补杠", "暗杠"))
        melds.append(Meld(kind, tile, None if kind == "暗杠" else giver))
    winning = rng.choice(kinds)
    with_it = [[winning] * 2, *([t for t in run if t != winning] for run in runs_with(winning))]
    hand = [*rng.choice(with_it), *rng.choices(rng.choice((TILES, kinds)), k=2)]
    if rng.random() < 0.3:
        hand[2] = hand[3]
    return [*hand, winning], winning, melds


def circumstances(rng: random.Random, way: str, dealer: bool, often: float) -> list[str]:
    words = [w for w in ("小杠开", "大杠开", "花杠开") if rng.random() < (often if way == "自摸" else 0.01)]
    if rng.random() < often / 2:
        words.append("天胡" if dealer else "地胡")
    words += [w for w in TOLD if w not in words and rng.random() < (0.1 if w == "海底捞" else 0.01)]
    if rng.random() < 0.15:
        words.append("压绝")
    if rng.random() < 0.06:
        names = [name for name in FANS if name not in words]
        words.append(rng.choice([*names, *WAIT_FLOWERS, "缺一"]))
    return words


def random_hand(rng: random.Random) -> Hand:
    seat, dealer = rng.randrange(4), rng.randrange(4)
    make = rng.choice((*(standard,) * 6, seven, three_melds, three_melds))
    concealed, winning, melds = make(rng, seat)
    if rng.random() < 0.04:
        concealed[0] = rng.choice(TILES)
        winning = rng.choice(concealed)
    copies = Counter([*concealed, *(t for meld in melds for t in meld.tiles)])
    if max(copies.values()) > 4 and rng.random() < 0.98:
        return random_hand(rng)
    way = rng.choice(("自摸", "自摸", "点炮", "点炮", "点炮", "抢杠"))
    if way == "抢杠" and copies[winning] > 1 and rng.random() < 0.9:
        way = "点炮"
    others = [at for at in range(4) if at != seat]
    words = circumstances(rng, way, seat == dealer, 0.06 if copies else 0)
    if "压绝" in words and copies[winning] > 1 and rng.random() < 0.9:
        words.remove("压绝")
    kongs = [meld for meld in melds if meld.kong]
    if kongs and way == "自摸" and rng.random() < 0.4 and not {"大杠开", "花杠开"} & {*words}:
        words.append("大杠开")
    fed = [meld.feeder for meld in melds if meld.feeder is not None]
    hard = rng.choice((None, 21) if rng.random() < 0.02 else (0, 0, 1, 2, 3, 4, 4, 5, 6, 8, 12, 20))
    if hard is None and "无花果" in words:
        hard = 0
    named = hard is not None and hard < 21 and rng.random() < 0.4
    return Hand(
        concealed=tuple(concealed),
        winning=winning,
        melds=tuple(melds),
        way=way,
        hard=hard,
        laid=tuple(rng.sample(ALL_FLOWERS, hard)) if named and hard else (),
        words=tuple(words),
        kong_from=rng.choice((None, CONCEALED, *others, *fed)) if {"大杠开", "花杠开"} & {*words} else None,
        liable=rng.choice([*others, *fed * 4]) if rng.random() < (0.5 if len(melds) > 2 else 0.02) else None,
        seat=seat,
        dealer=dealer,
        discarder=rng.choice(others),
        chip=rng.choice((1, 1, 5, 10)),
        doubled=rng.random() < 0.2,
    )


# --- as a player types them --------------------------------------------------------------------------------


def flowers_text(rng: random.Random, hand: Hand) -> list[str]:
    if hand.hard is None:
        return []
    if hand.hard == 0:
        return [rng.choice(("硬花0", "0花", "无花果"))]
    return ["花" + "".join(hand.laid) if hand.laid else rng.choice((f"硬花{hand.hard}", f"{hand.hard}花"))]


def meld_text(meld: Meld) -> str:
    return meld.kind + meld.tile + ("" if meld.feeder is None else f"@{PLAYERS[meld.feeder]}")


def told_text(rng: random.Random, hand: Hand) -> list[str]:
    """The words of the hand, 大杠开's feeder and 包."""
    tokens = []
    for word in hand.words:
        name = rng.choice([word, *ALIASES.get(word, ())])
        if hand.kong_from is not None and word in ("大杠开", "花杠开"):
            name += "@" + ("暗" if hand.kong_from == CONCEALED else PLAYERS[hand.kong_from])
        tokens.append(name)
    if hand.liable is not None:
        tokens.append(f"包@{PLAYERS[hand.liable]}")
    return tokens


def text(rng: random.Random, hand: Hand) -> str:
    tiles = hand.before
    rng.shuffle(tiles)
    style = rng.randrange(3)  # the winning tile apart, among the others, or the last one
    written = tiles if style == 0 else [*tiles, hand.winning]
    tokens = ["手" + tiles_text(rng, written), *told_text(rng, hand), *flowers_text(rng, hand)]
    if style < 2:
        tokens.append(rng.choice("胡和+") + hand.winning)
    return whole_line(rng, hand, tokens)


def named_text(rng: random.Random, hand: Hand, best: Priced) -> str:
    """The same hand without its tiles: what it counts is said, or what counts by itself is left out."""
    told = [word for word in hand.words if word in (*TOLD, "大杠开", "花杠开")]
    shown = [name for name in best.fans if name not in told and (name != "无花果" or rng.random() < 0.5)]
    tokens = told_text(rng, replace(hand, words=(*told, *shown)))
    if best.said is not None and rng.random() < 0.6:
        tokens += best.said
    elif best.soft or rng.random() < 0.5:
        tokens.append(f"软花{best.soft}")
    return whole_line(rng, hand, [*tokens, *flowers_text(rng, hand)])


def whole_line(rng: random.Random, hand: Hand, tokens: list[str]) -> str:
    """The tokens in any order, but for the melds among each other: the first fed stand first."""
    rng.shuffle(tokens)
    places = sorted(rng.choices(range(len(tokens) + 1), k=len(hand.melds)), reverse=True)
    for at, meld in zip(places, reversed(hand.melds), strict=True):
        tokens.insert(at, meld_text(meld))
    way = ["自摸"] if hand.way == "自摸" else [hand.way, PLAYERS[hand.discarder]]
    return " ".join([PLAYERS[hand.seat], *way, *tokens])


def answer(hand: Hand, report: str) -> object:
    """What the engine says: the kind of mistake, or T, points, fans, 软花, multiplier and what the four get."""
    table = Table(PLAYERS, hand.dealer, kept=hand.doubled)
    options = NANJING.choose({"底分": hand.chip, "比下胡翻倍": "是" if hand.doubled else "否"})
    try:
        found = parse_report(report, NANJING, ROSTER, table=table, options=options)
        result = answer_json(score(NANJING, found, table, options), lambda note: note.code)
    except Mistake as wrong:
        return wrong.kind
    fans = {row["name"]: row["value"] for row in result["fans"]}
    pay = [result["pay"].get(player, 0) for player in PLAYERS]
    figures = (result["hua"], result["fan"], result["points"], result["hard"], result["soft"])
    return (*figures, result["multiplier"], fans, pay)


def expected(hand: Hand, best: Priced | str) -> object:
    if not isinstance(best, Priced):
        return best
    figures = (best.flowers, sum(best.fans.values()), best.flowers * hand.chip, hand.hard, best.soft)
    return (*figures, best.multiplier, best.fans, paid(hand, best))


@pytest.mark.parametrize("seed", range(4))
def test_engine_agrees_with_the_naive_pricer(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(1000):
        hand = random_hand(rng)
        report, best = text(rng, hand), price(hand)
        assert answer(hand, report) == expected(hand, best), (report, hand)
        if isinstance(best, Priced):
            named = named_text(rng, hand, best)
            assert answer(hand, named) == expected(hand, best), (named, hand)
