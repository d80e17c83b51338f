"""The engine against the naive pricer of 温岭: random tables of four lines, written as players would type them."""

import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

import pytest

from core import RULESETS, Mistake, Table, parse_report, score
from core.answer import answer_json
from core.notation import read_tiles
from tests.naive_wenling import FLOWERS, Count, Hand, Other, Priced, price
from tests.naive_wuxi import DRAGONS, HONORS, KONGS, NUMBERS, SUITS, TILES, WINDS, Piece, runs_with
from tests.test_wuxi_oracle import PLAYERS, ROSTER, tiles_text

WENLING = RULESETS["wenling"]
NAMED = ("清一色", "混一色", "对对胡", "旁胡", "四风全齐", "无得", "双得", "得还原", "自摸得", "杠上开花")
BY_ITSELF = ("红中", "发财", "门风", "抢杠")
ALIASES = {"对对胡": ["碰碰胡"], "杠上开花": ["杠开"]}


# --- random hands ------------------------------------------------------------------------------------------


class Wall:
    """The tiles that nobody has yet."""

    def __init__(self, hand: Hand) -> None:
        self.left = Counter(dict.fromkeys(TILES, 4) | dict.fromkeys(FLOWERS, 1))
        self.left[hand.indicator] -= 1
        self.closed = [*hand.special, *hand.wild]

    def take(self, tiles: Iterable[str]) -> bool:
        need = Counter(tiles)
        if any(self.left[t] < n for t, n in need.items()):
            return False
        self.left -= need
        return True

    def kinds(self, number: int) -> list[str]:
        """The playing kinds, no 得 and nothing that is laid open, of which so many are left."""
        return [t for t in TILES if self.left[t] >= number and t not in self.closed]


def domain(rng: random.Random, wall: Wall) -> list[str]:
    suit = rng.choice(SUITS)
    one = [t for t in NUMBERS if t[1] == suit]
    low = rng.randrange(6)
    near = [t for t in NUMBERS if int(t[0]) in range(low, low + 4)]
    kinds = rng.choice((TILES, TILES, NUMBERS, one, [*one, *HONORS], [*WINDS, *WINDS, *one], near,
                        [*HONORS, *one[:3]], rng.sample(TILES, 14)))  # fmt: skip
    return [t for t in kinds if t not in wall.closed]


def sets_and_pair(rng: random.Random, wall: Wall) -> tuple[list[str], list[Piece]] | None:
    kinds = domain(rng, wall)
    run_share, opened = rng.choice((0.0, 0.5, 0.9, 1.0)), rng.choice((0.0, 0.3, 0.6))
    concealed, melds = [rng.choice(kinds)] * 2, []
    wall_ok = wall.take(concealed)
    runs = [run for t in kinds for run in runs_with(t)[-1:] if {*run} <= {*kinds}]
    for _ in range(5):
        for _ in range(8):
            if runs and rng.random() < run_share:
                piece = Piece("吃", rng.choice(runs))
            else:
                kind = rng.choice(("碰", "碰", "碰", *KONGS)) if rng.random() < opened else "碰"
                piece = Piece(kind, (rng.choice(kinds),) * (4 if kind in KONGS else 3))
            if wall.take(piece.tiles):
                break
        else:
            return None
        if rng.random() < opened or piece.kind in KONGS:
            melds.append(piece)
        else:
            concealed += piece.tiles
    return (concealed, melds) if wall_ok else None


def laid_tiles(rng: random.Random, hand: Hand, wall: Wall) -> tuple[str, ...]:
    if rng.random() < 0.5:
        return ()
    out = [t for t in rng.sample(hand.special, min(len(hand.special), rng.randrange(4))) if wall.take([t])]
    if rng.random() < 0.02:
        out += [t for t in rng.choice((["白"] * 4, [*"春夏秋冬"])) if t in hand.special and wall.take([t])]
    return tuple(out)


def random_other(rng: random.Random, hand: Hand, wall: Wall) -> Other:
    if rng.random() < 0.2:
        return Other(figures=(rng.randrange(0, 60, 2), rng.randrange(4)))
    items: list[Piece] = []
    given = rng.random() < 0.5
    for _ in range(rng.randrange(4)):
        kind = rng.choice(
            ("碰", "碰", "明杠", "补杠", "暗杠", "吃", *(() if given else ("暗刻", "暗刻", "对")))
        )
        number = {"暗刻": 3, "碰": 3, "对": 2, "吃": 1}.get(kind, 4)
        kinds = [t for t in wall.kinds(number) if kind != "吃" or t in NUMBERS]
        lead = rng.choice(kinds)
        tiles = rng.choice(runs_with(lead)) if kind == "吃" else (lead,) * number
        if wall.take(tiles):
            items.append(Piece(kind, tiles))
    laid = laid_tiles(rng, hand, wall)
    if not given:
        return Other(items=tuple(items), laid=laid)
    tiles_left = 16 - 3 * len(items)
    hidden: list[str] = []
    while len(hidden) < tiles_left:
        number = min(tiles_left - len(hidden), rng.choice((1, 1, 1, 2, 2, 3, 4)))
        kinds = wall.kinds(number)
        favoured = [t for t in kinds if t in (*HONORS, "9条")]
        hidden += [rng.choice(favoured if favoured and rng.random() < 0.4 else kinds)] * number
        wall.take(hidden[-number:])
    for _ in range(rng.choice((0, 0, 0, 0, 1, 1, 2))):
        wild = rng.choice(hand.wild)
        if wall.take([wild]):
            hidden[rng.randrange(len(hidden))] = wild
    return Other(items=tuple(items), laid=laid, tiles=tuple(hidden))


def random_hand(rng: random.Random, most_wild: int) -> Hand:
    """A winner with at most so many 得 (or three of them: 腊子), and what the others say."""
    mode = rng.choice(("小闹", "小闹", "常规"))
    frame = Hand(
        concealed=(), winning="", mode=mode,
        indicator=rng.choice((*NUMBERS, *WINDS, *DRAGONS, *DRAGONS, *(FLOWERS if mode == "小闹" else ()))),
        settling=rng.choice(("平搓", "庄家翻倍", "闲家减半")),
        turning=rng.random() < 0.7, hidden_lit=rng.random() < 0.3, chip=rng.choice((1, 1, 2, 5, 10)),
        seat=rng.randrange(4), dealer=rng.randrange(4),
    )  # fmt: skip
    while True:
        wall = Wall(frame)
        made = sets_and_pair(rng, wall)
        if made is not None:
            break
    concealed, melds = made
    for _ in range(rng.choice((0, 1, 1, 2, 2)) if most_wild > 1 else rng.choice((0, 1))):
        wild = rng.choice(frame.wild)
        if wall.take([wild]):
            natural = [at for at, t in enumerate(concealed) if t not in frame.wild]
            if natural:
                concealed[rng.choice(natural)] = wild
    if rng.random() < 0.05:
        concealed[rng.randrange(len(concealed))] = rng.choice([*TILES, "春"])
    if rng.random() < 0.01:
        concealed.append(rng.choice(TILES))
    winning = rng.choice(concealed)
    way = rng.choice(("自摸", "自摸", "点炮", "点炮", "抢杠"))
    if winning in frame.wild and rng.random() < 0.8:
        way = "自摸"
    if way == "抢杠" and concealed.count(winning) > 1 and rng.random() < 0.9:
        way = "点炮"
    seats = [seat for seat in range(4) if seat != frame.seat]
    discarder = rng.choice(seats)
    laid = laid_tiles(rng, frame, wall)
    kongs = any(meld.kind in KONGS for meld in melds)
    words = ["杠上开花"] * (way == "自摸" and rng.random() < (0.3 if kongs or laid else 0.02))
    words += ["天胡"] * (
        rng.random() < (0.1 if frame.seat == frame.dealer and not melds and not words else 0.005)
    )
    if rng.random() < 0.05:
        words.append(rng.choice(NAMED[:-1]))
    if way == "抢杠" and rng.random() < 0.9:
        wall.left[winning] = 0
    others = tuple((seat, random_other(rng, frame, wall)) for seat in seats if rng.random() < 0.5)
    if rng.random() < 0.02:
        others = tuple((s, o if o.figures else replace(o, laid=(*o.laid, "发"))) for s, o in others)
    return replace(
        frame, concealed=tuple(concealed), winning=winning, melds=tuple(melds), way=way,
        words=tuple(words), discarder=discarder, laid=laid, others=others,
        liable=rng.choice((discarder, discarder, rng.choice(seats))) if rng.random() < 0.1 else None,
    )  # fmt: skip


# --- as players type them ----------------------------------------------------------------------------------


def piece_text(piece: Piece) -> str:
    if piece.kind == "吃":
        return "吃" + "".join(t[0] for t in piece.tiles) + piece.tiles[0][1]
    return piece.kind + piece.tiles[0]


def laid_text(rng: random.Random, laid: tuple[str, ...]) -> list[str]:
    if not laid:
        return []
    if all(tile in FLOWERS for tile in laid) and rng.random() < 0.5:
        return ["花" + "".join(laid)]
    return ["翻" + "".join(laid)] if rng.random() < 0.7 else ["翻" + tile for tile in laid]


def hand_text(rng: random.Random, tiles: Iterable[str]) -> str:
    """`手…`; a 得 that is a flower stands among the tiles."""
    written = list(tiles)
    rng.shuffle(written)
    flowers = [t for t in written if t in FLOWERS]
    return "手" + "".join(flowers) + tiles_text(rng, [t for t in written if t not in flowers])


def other_text(rng: random.Random, seat: int, other: Other) -> str:
    if other.figures is not None:
        hua, fan = other.figures
        return f"{PLAYERS[seat]} {hua}胡" + (f"{fan}番" if fan or rng.random() < 0.5 else "")
    tokens = [piece_text(piece) for piece in other.items] + laid_text(rng, other.laid)
    if other.tiles is not None:
        tokens.append(hand_text(rng, other.tiles))
    rng.shuffle(tokens)
    return " ".join([PLAYERS[seat], *(tokens or ["0"])])


def text(rng: random.Random, hand: Hand, best: Count | None = None) -> str:
    """The report with its tiles; or with what the best reading shows of them."""
    tokens = [*map(piece_text, hand.melds), *laid_text(rng, hand.laid)]
    words = list(hand.words)
    if best is None:
        tiles = list(hand.concealed)
        tiles.remove(hand.winning)
        style = rng.randrange(2) if len(tiles) % 3 == 1 else 1
        tokens += [hand_text(rng, [*tiles, *([hand.winning] if style else [])]), "胡" + hand.winning]
    else:
        tokens += best.said or ()
        fans = dict(best.fans)
        words = [name for name in NAMED if name in fans]
        words += [name for name in BY_ITSELF if name in fans and rng.random() < 0.2]
    tokens += [rng.choice([word, *ALIASES.get(word, ())]) for word in words]
    if hand.liable is not None:
        tokens.append(f"包@{PLAYERS[hand.liable]}")
    rng.shuffle(tokens)
    way = ["自摸"] if hand.way == "自摸" else [hand.way, PLAYERS[hand.discarder]]
    lines = [" ".join([PLAYERS[hand.seat], *way, *tokens])]
    others = [other_text(rng, seat, other) for seat, other in hand.others]
    rng.shuffle(others)
    return "\n".join(lines + others)


def answer(hand: Hand, report: str) -> object:
    """What the engine says: the kind of mistake, or the winner's count and fans, the others' and the payments."""
    indicator = read_tiles(hand.indicator)
    assert indicator is not None
    table = Table(PLAYERS, hand.dealer, wild=indicator[0])
    options = WENLING.choose({
        "底分": hand.chip,
        "mode": hand.mode,
        "结算": hand.settling,
        "自风": "轮转" if hand.turning else "固定",
        "点胡成刻": "暗" if hand.hidden_lit else "明",
    })  # fmt: skip
    try:
        found = parse_report(report, WENLING, ROSTER, table=table, options=options)
        result = answer_json(score(WENLING, found, table, options), lambda note: note.code)
    except Mistake as wrong:
        return wrong.kind
    fans = tuple(sorted((row["name"], row["value"]) for row in result["fans"]))
    others = {
        PLAYERS.index(player): (figures["hua"], figures["fan"], figures["total"])
        for player, figures in result["others"].items()
    }
    pay = [result["pay"].get(player, 0) for player in PLAYERS]
    return (result["hua"], result["fan"], result["total"], fans), others, pay


def expected(best: Priced | str, count: Count) -> object:
    """What the engine may say."""
    if isinstance(best, str):
        return best
    return (count.hua, count.fan, count.total, count.fans), best.others, best.pay


def agrees(hand: Hand, best: Priced | str, report: str) -> bool:
    found = answer(hand, report)
    if isinstance(best, str):
        return found == best
    return found in [expected(best, count) for count in best.best]


@pytest.mark.parametrize(("seed", "number", "most_wild"), [(0, 500, 1), (1, 500, 1), (2, 80, 2), (3, 80, 2)])
def test_engine_agrees_with_the_naive_pricer(seed: int, number: int, most_wild: int) -> None:
    rng = random.Random(seed)
    for _ in range(number):
        hand = random_hand(rng, most_wild)
        best, report = price(hand), text(rng, hand)
        assert agrees(hand, best, report), (report, hand)
        for count in best.best if isinstance(best, Priced) else ():
            if count.said is not None:
                named = text(rng, hand, count)
                assert answer(hand, named) == expected(best, count), (named, hand)
