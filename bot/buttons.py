"""Buttons and the data they carry: a verb and what it is about, at most 64 bytes, checked at the tap."""

from bot.dispatch import Ask, Button

LIMIT = 64  # bytes


class Forged(Exception):
    """A tap whose data the bot did not write, or of something that is gone."""


def button(label: str, verb: str, *about: object) -> Button:
    """A button that says `verb:…` when it is tapped."""
    data = ":".join([verb, *map(str, about)])
    assert len(data.encode()) <= LIMIT, data
    return Button(label, data)


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
