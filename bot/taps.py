"""The table of buttons: what a tap's verb (the data up to the first colon) is carried out by."""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.dispatch import Handler
from bot.handlers import amending, closing, helping, opening


@dataclass(frozen=True, slots=True)
class Tap:
    """A kind of button; `admin` as of a command."""

    handle: Handler
    admin: bool = False


TAPS: Mapping[str, Tap] = {
    "ask": Tap(opening.tap_ask_new),
    "new": Tap(opening.tap_new),
    "join": Tap(opening.tap_join),
    "draw": Tap(opening.tap_draw, admin=True),
    "start": Tap(opening.tap_start, admin=True),
    "mine": Tap(opening.tap_mine),
    "other": Tap(opening.tap_another),
    "undo": Tap(amending.tap_undo, admin=True),
    "redo": Tap(amending.tap_redo, admin=True),
    "how": Tap(amending.tap_how),
    "more": Tap(amending.tap_details),
    "end": Tap(closing.tap_end, admin=True),
    "stay": Tap(closing.tap_stay, admin=True),
    "paid": Tap(closing.tap_paid, admin=True),
    "help": Tap(helping.tap_help),
}
