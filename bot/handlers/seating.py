"""Sitting down: as written, as drawn, as joined."""

from random import SystemRandom

from bot.buttons import button
from bot.desk import Desk, open_desk
from bot.dispatch import Ask, Reply, Say
from bot.handlers.panel import desk_of_panel
from bot.miniapp import table_row
from bot.readers import read_seats
from core.entry import Seats
from core.errors import mistake
from core.tiles import SEAT_NAMES
from storage.book import Book

_random = SystemRandom()


def seats(ask: Ask, book: Book) -> Reply:
    """/seats 甲 乙 丙 丁"""
    desk = open_desk(ask, book)
    desk.require_writer()
    return seated(desk, read_seats(ask.text, desk.frame))


def draw(ask: Ask, book: Book) -> Reply:
    """/draw: the wind tiles are mixed and drawn; with more than four people, blanks decide who watches."""
    desk = open_desk(ask, book)
    return _drawn(desk)


def tap_draw(ask: Ask, book: Book) -> Reply:
    return _drawn(desk_of_panel(ask, book))


def tap_start(ask: Ask, book: Book) -> Reply:
    """开始: the first four who joined sit down in that order."""
    desk = desk_of_panel(ask, book)
    desk.require_writer()
    if desk.state.seats is not None:
        return Reply(toast=desk.words.sessions.already_seated())
    return seated(desk, Seats(_four(desk)))


def _four(desk: Desk) -> "tuple[str, str, str, str]":
    people = desk.session.members
    if len(people) < 4:
        raise mistake("impossible", "few_people", number=len(people))
    return people[0], people[1], people[2], people[3]


def _drawn(desk: Desk) -> Reply:
    desk.require_writer()
    people = list(desk.session.members)
    _four(desk)
    tiles = [*range(4), *[-1] * (len(people) - 4)]
    _random.shuffle(tiles)
    sessions = desk.words.sessions
    lines = [
        sessions.drew(desk.name(who), SEAT_NAMES[tile]) if tile >= 0 else sessions.blank(desk.name(who))
        for who, tile in zip(people, tiles, strict=True)
    ]
    by_wind = [people[tiles.index(wind)] for wind in range(4)]
    return seated(desk, Seats((by_wind[0], by_wind[1], by_wind[2], by_wind[3])), lines)


def seated(desk: Desk, event: Seats, before: list[str] | None = None) -> Reply:
    outcome = desk.session.record(event, desk.by, desk.ask.at, desk.ask.text)
    sessions = desk.words.sessions
    placed = list(zip(SEAT_NAMES, desk.names(event.players), strict=True))
    lines = [*(before or []), sessions.seats(placed), sessions.seated(placed[0][1])]
    watching = [player for player in desk.session.members if player not in event.players]
    if watching and not before:
        lines.append(sessions.watching(desk.names(watching)))
    if outcome.lapsed:
        lines.append(sessions.lapsed(desk.names([stake.by for stake in outcome.lapsed])))
    example = desk.words.help.example_report(
        desk.ruleset.key, desk.book.people.of(event.players[0]).shown, ""
    )
    lines.append(sessions.how_to_report(example))
    hand = button(desk.words.labels.hand, "hand", desk.session.id)
    return Reply((Say("\n".join(lines), ((hand,), *table_row(desk))),))
