"""Buttons and the data they carry: a verb and what it is about, at most 64 bytes, checked at the tap."""

from collections.abc import Callable, Sequence
from typing import TypeVar
from unicodedata import east_asian_width

from bot.dispatch import Ask, Button

T = TypeVar("T")
LIMIT = 64  # bytes
ROW = 40  # Latin letters that a phone shows in one row of buttons; a Han character takes the room of two


class Forged(Exception):
    """A tap whose data the bot did not write, or of something that is gone."""


def button(label: str, verb: str, *about: object) -> Button:
    """A button that says `verb:…` when it is tapped."""
    data = ":".join([verb, *map(str, about)])
    assert len(data.encode()) <= LIMIT, data
    return Button(label, data)


def in_rows(buttons: Sequence[Button], most: int) -> tuple[tuple[Button, ...], ...]:
    """The buttons in rows of `most`, of fewer where their labels would be cut off."""
    return tuple(map(tuple, rows_of(buttons, most, lambda one: one.label)))


def rows_of(things: Sequence[T], most: int, label: Callable[[T], str]) -> list[list[T]]:
    """The same of anything that will be a button; those of a row are equally wide."""
    rows: list[list[T]] = []
    for thing in things:
        wider = [*(rows[-1] if rows else ()), thing]
        if rows and len(wider) <= most and len(wider) * max(_room(label(one)) for one in wider) <= ROW:
            rows[-1] = wider
        else:
            rows.append([thing])
    return rows


def _room(text: str) -> int:
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text)


def verb_of(data: str) -> str:
    return data.partition(":")[0]


def parts(ask: Ask, number: int) -> list[str]:
    """What a tap is about, in exactly so many parts."""
    found = (ask.tap or "").split(":")[1:]
    if len(found) != number:
        raise Forged(ask.tap)
    return found


def numbers(ask: Ask, number: int) -> list[int]:
    """The same, all of them plain numbers."""
    found = parts(ask, number)
    if not all(part.isascii() and part.isdigit() and len(part) < 19 for part in found):
        raise Forged(ask.tap)
    return [int(part) for part in found]
