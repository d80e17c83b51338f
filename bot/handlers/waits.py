"""/ting: what a hand waits for, and what each tile would score drawn and discarded."""

from collections.abc import Sequence

from bot import plates
from bot.dispatch import Ask, Reply, Say
from bot.figures import WAYS
from bot.handlers.pricing import Trial, asked_of, parsed
from bot.phrases import Unread, unread
from bot.texts.layout import esc, plain
from bot.wording import with_names
from core.engine import Answer
from core.errors import Mistake, Problem
from core.tiles import write_tiles
from core.ting import Wait, Way, ready
from storage.book import Book


def ting(ask: Ask, book: Book) -> Reply:
    """/ting and a hand without its winning tile, as in a report; 庄, 场南, 自风西 as for /calc."""
    if not ask.text.strip():
        raise unread("missing_arguments")
    asked = asked_of(ask, book, own=True)
    trial = asked.trial
    try:
        line = parsed(asked.text, asked).lines[0]
    except Mistake as wrong:
        raise Unread(wrong.problems) from wrong
    waits = ready(trial.ruleset, line, trial.table, trial.options)
    if not waits:
        return Reply((Say(trial.words.play.not_ready()),))
    text = waits_text(trial, waits)
    shown = [trial.words.play.short(*_figures(trial, wait)) for wait in waits]
    picture = plates.waits(trial, line, waits, plain(text.splitlines()[0]), shown)
    return Reply((Say(text, picture=picture),))


def waits_text(trial: Trial, waits: Sequence[Wait]) -> str:
    """Every tile that is waited for with what it scores; tiles that score the same stand together."""
    play = trial.words.play
    alike: dict[tuple[str, ...], list[Wait]] = {}
    for wait in waits:
        alike.setdefault((_fans(trial, wait), *_worth(trial, wait)), []).append(wait)
    lines = [play.waits(len(waits), sum(wait.left for wait in waits))]
    for (fans, *worth), group in alike.items():
        tiles = write_tiles(wait.tile for wait in group)
        lines += [play.wait(tiles, sum(wait.left for wait in group), esc(fans)), *worth]
    return "\n".join(lines)


def _fans(trial: Trial, wait: Wait) -> str:
    """The fans of the self-draw, or else of the discard; how it was won stands below."""
    way = wait.drawn if isinstance(wait.drawn, Answer) else wait.discarded
    fans = way.fans if isinstance(way, Answer) else ()
    hands = trial.words.hands
    return hands.items([(hands.item(name), str(value or "")) for name, value in fans if name not in WAYS])


def _worth(trial: Trial, wait: Wait) -> list[str]:
    """What the tile scores both ways, and what keeps it from winning in one of them."""
    play = trial.words.play
    lines = [play.worth(*_figures(trial, wait))]
    reasons = dict.fromkeys(
        _reason(trial, way)
        for way in (wait.drawn, wait.discarded)
        if isinstance(way, Problem) and way.code != "not_a_win"
    )
    return [*lines, *map(play.why_not, reasons)]


def _figures(trial: Trial, wait: Wait) -> tuple[str, str]:
    return _figure(trial, wait.drawn, drawn=True), _figure(trial, wait.discarded)


def _figure(trial: Trial, way: Way, drawn: bool = False) -> str:
    play = trial.words.play
    if isinstance(way, Problem):
        return play.cannot()
    if "total" in way.figures:
        return play.total(way.figures["total"])
    return play.each(way.figures["points"]) if drawn else play.points(way.figures["points"])


def _reason(trial: Trial, problem: Problem) -> str:
    return esc(trial.words.mistakes.problem(with_names(problem, trial.called)))
