"""The result card as PNG, beside the renderer alone on the same SVG."""

from bench.hands import Hand, hands
from bench.rounds import Pair, Scale, alternate, timed
from bot.pictures import Change, Part, Win, draw, hand_of, result_picture
from bot.pictures.render import png, svg_of
from bot.score import PLAYERS
from core.engine import score

CARDS = 5  # a round


def _cards(seed: str) -> list[str]:
    """Cards of fresh hands, as the chat asks for them."""
    return [_card(no, hand) for no, hand in enumerate(hands("wuxi", f"cards {seed}", CARDS), 1)]


def _card(no: int, hand: Hand) -> str:
    scored = score(hand.ruleset, hand.report, hand.table, hand.options)
    win = scored.wins[0]
    parts = [
        Part([(name, str(value)) for name, value in items], str(sum(value for _, value in items)))
        for items in (win.fans, win.flowers)
    ]
    formula = " ".join(f"{name} {value}" for name, value in win.figures.items())
    changes = [Change(player, win.pay[player], 250 + win.pay[player]) for player in PLAYERS]
    shown = Win(hand_of(hand.line), parts, formula)
    return result_picture(win.winner, [shown], tag=f"#{no}", changes=changes, footer=win.win)


def card(scale: Scale) -> list[Pair]:
    """Seconds a card."""

    def ours(i: int) -> float:
        cards = _cards(str(i))
        return timed(lambda: [draw(one) for one in cards]) / CARDS

    def renderer(i: int) -> float:
        drawn = [svg_of(one) for one in _cards(str(i))]
        return timed(lambda: [png(svg) for svg in drawn]) / CARDS

    return alternate(scale, ours, renderer)
