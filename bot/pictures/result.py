"""The card of a recorded hand: tiles, breakdown, what everybody pays, who deals next."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from bot.pictures import spec
from bot.pictures.fonts import width
from bot.pictures.hands import Hand, hand_block
from bot.pictures.layout import (
    INSIDE,
    ROOM,
    Block,
    header,
    number,
    panel,
    paragraph,
    rows_of,
    signed,
    stack,
    tone,
)
from bot.pictures.svg import moved, rect
from bot.pictures.text import fitted, label, shortened
from bot.pictures.theme import Theme

PILL, PILL_TEXT, PILL_PAD = 46, 27, 16  # height, size of the text, blank at both ends
FIGURE = 34  # size of the chips


class Part(NamedTuple):
    """A sum of the breakdown: named values (`("混一色", "4")`) and what they come to (`"7番"`)."""

    items: Sequence[tuple[str, str]]
    total: str = ""


class Win(NamedTuple):
    """One winner's hand: its tiles, its parts, the formula (`"4 × 7 × 5 = 140"`), a title if several won."""

    hand: Hand = Hand()
    parts: Sequence[Part] = ()
    formula: str = ""
    title: str = ""


class Change(NamedTuple):
    """A person's chips: how they changed and what there is now."""

    name: str
    change: int
    chips: int


def result_picture(
    title: str,
    wins: Sequence[Win],
    *,
    tag: str = "",
    changes: Sequence[Change] = (),
    footer: str = "",
    theme: str | None = None,
) -> str:
    """The result card. `tag` is the entry's number (`"#5"`), `footer` e.g. who deals next."""
    return spec.write("result", theme, title=title, wins=wins, tag=tag, changes=changes, footer=footer)


def hand_picture(hand: Hand, *, title: str = "", lines: Sequence[str] = (), theme: str | None = None) -> str:
    """A hand alone, with lines of text below it: a price without a record, a fan's worked example."""
    return spec.write("hand", theme, title=title, hand=hand, lines=lines)


def draw_result(
    theme: Theme, title: str, wins: Sequence[Any], tag: str, changes: Sequence[Any], footer: str
) -> Iterable[Block]:
    yield header(theme, title, tag)
    for win in wins:
        yield from _win(theme, *win)
    if changes:
        yield panel(theme, _changes(theme, [Change(*row) for row in changes]))
    yield paragraph(theme, footer, muted=True)


def draw_hand(theme: Theme, title: str, hand: Any, lines: Sequence[str]) -> Iterable[Block]:
    yield header(theme, title)
    yield hand_block(theme, Hand(*hand))
    yield stack((paragraph(theme, line) for line in lines), 8)


def _win(theme: Theme, hand: Any, parts: Sequence[Any], formula: str, title: str) -> Iterable[Block]:
    yield paragraph(theme, title, 30, bold=True)
    yield hand_block(theme, Hand(*hand))
    yield stack((_part(theme, *part) for part in parts), 12)
    yield paragraph(theme, formula, 32, bold=True)


def _part(theme: Theme, items: Sequence[Sequence[str]], total: str) -> Block:
    """The items as pills in as many rows as they need, their sum at the end of the last one."""
    pills = [_pill(theme, *item) for item in items]
    total = f"= {total}" if total and items else total
    widths = [wide for wide, _ in pills]
    if total:
        widths.append(width(total, 30, bold=True))
    rows = rows_of(widths, ROOM, 10)
    body = ""
    for y, row in enumerate(rows):
        x = 0.0
        for i in row:
            if i < len(pills):
                body += moved(pills[i][1], x, y * (PILL + 10))
            else:
                body += label(x + 4, y * (PILL + 10) + 34, total, 30, theme.ink, bold=True)
            x += widths[i] + 10
    return Block(len(rows) * (PILL + 10) - 10 if rows else 0, body)


def _pill(theme: Theme, name: str, value: str) -> tuple[float, str]:
    name = shortened(name, PILL_TEXT, ROOM * 0.7)
    named, valued = width(name, PILL_TEXT), width(value, PILL_TEXT, bold=True)
    wide = named + valued + 2 * PILL_PAD + (8 if value else 0)
    body = rect(0, 0, wide, PILL, theme.panel, PILL / 2) + label(PILL_PAD, 32.5, name, PILL_TEXT, theme.ink)
    body += label(wide - PILL_PAD, 32.5, value, PILL_TEXT, theme.accent, bold=True, anchor="end")
    return wide, body


def _changes(theme: Theme, changes: Sequence[Change]) -> Block:
    """Name, change and chips in columns."""
    chips = max(width(number(row.chips), FIGURE) for row in changes)
    moves = max(width(signed(row.change), FIGURE, bold=True) for row in changes)
    body = ""
    for i, row in enumerate(changes):
        y = i * 54 + 36
        body += fitted(0, y, row.name, 32, theme.ink, INSIDE - chips - moves - 80)
        body += label(
            INSIDE - chips - 48,
            y,
            signed(row.change),
            FIGURE,
            tone(theme, row.change),
            bold=True,
            anchor="end",
        )
        body += label(INSIDE, y, number(row.chips), FIGURE, theme.muted, anchor="end")
    return Block(len(changes) * 54 - 6, body)
