"""The pictures beside what people look up: a fan's hand, what a hand waits for, dice, boards, statistics."""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from bot.figures import answer_of, counts, who_won, wins_of
from bot.handlers.pricing import Trial
from bot.pictures import (
    Figure,
    Row,
    Series,
    Share,
    Shown,
    Throw,
    dice_picture,
    hand_of,
    hand_picture,
    leaderboard_picture,
    statistics_picture,
    tiles_picture,
    trend_picture,
)
from bot.texts import Catalogue
from bot.texts.layout import percent, plain
from core.hand import Line
from core.ruleset import Ruleset
from core.standings import Stats
from core.tiles import NAMES, Tile
from core.ting import Wait
from core.worked.hand import Worked

MOST_ROWS = 12  # of a board: a longer one is not drawn
MOST_TILES = 15  # of a hand that waits for many


def fan_hand(trial: Trial, hand: Worked, title: str) -> str:
    """The worked hand of a fan, drawn in tiles."""
    ruleset = trial.ruleset
    win = wins_of(answer_of(hand.scored(ruleset)))[0]
    line = next(line for line in hand.read(ruleset).lines if line.player == win["winner"])
    found = counts(trial, win)
    sums = [trial.words.hands.sum(one.items, one.total) for one in found.sums]
    lines = [plain(who_won(trial, win)), *(plain(one) for one in sums), plain(found.formula)]
    return hand_picture(hand_of(line, wilds(ruleset, line)), title=title, lines=lines)


def waits(
    trial: Trial, line: Line, found: Sequence[Wait], title: str, shown: Sequence[Sequence[str]]
) -> str | None:
    """A hand and the tiles that it waits for, each with what it scores; None if they are too many."""
    if len(found) > MOST_TILES:
        return None
    tiles = [Shown(wait.tile, lines) for wait, lines in zip(found, shown, strict=True)]
    return tiles_picture(title, tiles, hand=hand_of(line, wilds(trial.ruleset, line, trial.table.wild)))


def wilds(ruleset: Ruleset, line: Line, known: Tile | None = None) -> list[Tile]:
    """The kinds that are wild by what the line says, or by what the table knows."""
    mask = ruleset.wild(known if line.wild is None else line.wild)
    return [tile for tile in range(len(NAMES)) if mask >> tile & 1]


def thrown(
    title: str, throws: Sequence[tuple[int, int]], captions: Sequence[str], lines: Sequence[str]
) -> str:
    both = [Throw(dice, caption) for dice, caption in zip(throws, captions, strict=True)]
    return dice_picture(title, both, lines=[plain(line) for line in lines])


def board(title: str, rows: Sequence[Row]) -> str | None:
    """A leaderboard; None for one that is too long for a phone."""
    return leaderboard_picture(title, rows) if 0 < len(rows) <= MOST_ROWS else None


def statistics(title: str, texts: Catalogue, whole: Stats, figures: Iterable[Figure]) -> str:
    """Somebody's rates as bars, and figures."""
    boards = texts.boards
    rates = zip(boards.rate_names, (whole.wins, whole.self_draws, whole.deal_ins), strict=True)
    shares = [Share(name, percent(whole.share(count)), float(whole.share(count))) for name, count in rates]
    return statistics_picture(title, shares=shares if whole.hands else (), figures=list(figures))


def course(title: str, name: str, chips: Sequence[int]) -> str:
    """The way of one person over many sessions."""
    return trend_picture(title, [Series(name, chips)])


def tone(value: int | Fraction) -> int:
    return (value > 0) - (value < 0)
