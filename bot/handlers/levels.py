"""/levels: the ladder of titles in 南京, which a group goes on with."""

import json

from bot.dispatch import Ask, Reply, Say
from bot.handlers.settings import require_chief
from bot.phrases import unread
from bot.texts import spoken, words
from bot.texts.layout import esc
from core.standings import LADDER, Level, level_of, totals
from storage.book import Book

RULESET, SETTING = "nanjing", "levels"
LONGEST = 12  # characters of a title
MOST = 1_000_000_000  # points between two levels


def levels(ask: Ask, book: Book) -> Reply:
    """/levels; /levels N name [rank] [points] sets a rung, /levels N 删 cuts the ladder below it."""
    if ask.text.strip():
        require_chief(ask, book)
        _keep(book, changed(ask.text, ladder_of(book)))
    return Reply((Say(_shown(book)),))


def ladder_of(book: Book) -> tuple[Level, ...]:
    """The group's ladder, or that of the document."""
    kept = book.setting(SETTING)
    return tuple(Level(*row) for row in json.loads(kept)) if kept else LADDER


def _keep(book: Book, ladder: tuple[Level, ...]) -> None:
    book.set(SETTING, None if ladder == LADDER else json.dumps(ladder, ensure_ascii=False))


def changed(text: str, ladder: tuple[Level, ...]) -> tuple[Level, ...]:
    """The ladder with the rung that a text describes; `unreadable` if it describes none."""
    number, *pieces = text.split()
    if not (number.isascii() and number.isdigit() and 0 < int(number[:9]) <= len(ladder) + 1):
        raise unread("no_such_level", piece=number, most=len(ladder) + 1)
    at = int(number) - 1
    if len(pieces) == 1 and pieces[0] in spoken.DROP and 0 < at < len(ladder):
        return ladder[:at]
    points = None
    if pieces and pieces[-1].isascii() and pieces[-1].isdigit() and len(pieces[-1]) < 10:
        points = int(pieces.pop())
    if not 0 < len(pieces) < 3 or any(len(piece) > LONGEST for piece in pieces) or points == 0:
        raise unread("bad_arguments", piece=text.strip())
    rung = Level(at + 1, pieces[0], pieces[1] if len(pieces) > 1 else None, points)
    return (*ladder[:at], rung, *ladder[at + 1 :])


def _shown(book: Book) -> str:
    """The ladder, and where everybody stands on it."""
    texts, ladder = words(book.lang), ladder_of(book)
    rungs = [
        texts.rules.level(rung.level, esc(rung.name), rung.rank and esc(rung.rank), rung.points)
        for rung in ladder
    ]
    rungs += [
        texts.boards.no_way_up(rung.level, rung.level + 1) for rung in ladder[:-1] if rung.points is None
    ]
    of_ruleset = {session.id for session in book.sessions.all() if session.ruleset == RULESET}
    points = totals(final.score for final in book.standings.finals() if final.session in of_ruleset)
    standing = []
    for player in sorted(points, key=lambda p: -points[p]):
        rung, missing = level_of(points[player], ladder)
        name = esc(book.people.of(player).shown)
        standing.append(texts.boards.at_level(name, points[player], rung.level, esc(rung.name), missing))
    following = texts.boards.how_to_add(len(ladder) + 1)
    return "\n".join([texts.boards.levels_head(), *rungs, *([""] if standing else []), *standing, following])
