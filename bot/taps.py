"""The table of buttons: what a tap's verb (the data up to the first colon) is carried out by."""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.dispatch import Handler
from bot.handlers import (
    amending,
    closing,
    correcting,
    data,
    details,
    guided,
    helping,
    joining,
    naming,
    openhand,
    opening,
    recording,
    rules,
    seating,
    settings,
    settling,
)


@dataclass(frozen=True, slots=True)
class Tap:
    """A kind of button; `admin` as of a command."""

    handle: Handler
    admin: bool = False


TAPS: Mapping[str, Tap] = {
    "ask": Tap(opening.tap_ask_new),
    "new": Tap(opening.tap_new),
    "join": Tap(joining.tap_join),
    "draw": Tap(seating.tap_draw, admin=True),
    "start": Tap(seating.tap_start, admin=True),
    "mine": Tap(joining.tap_mine),
    "other": Tap(joining.tap_another),
    "undo": Tap(amending.tap_undo, admin=True),
    "redo": Tap(amending.tap_redo, admin=True),
    "how": Tap(details.tap_how),
    "more": Tap(details.tap_details),
    "swap": Tap(correcting.tap_swap, admin=True),
    "plus": Tap(correcting.tap_plus, admin=True),
    "ready": Tap(correcting.tap_ready, admin=True),
    "say": Tap(recording.tap_say, admin=True),
    "g": Tap(guided.tap_choice, admin=True),
    "hand": Tap(guided.tap_hand, admin=True),
    "item": Tap(guided.tap_item),
    "none": Tap(recording.tap_nothing),
    "ok": Tap(recording.tap_ok, admin=True),
    "drop": Tap(openhand.tap_drop, admin=True),
    "end": Tap(closing.tap_end, admin=True),
    "close": Tap(closing.tap_close, admin=True),
    "fee": Tap(closing.tap_fee, admin=True),
    "stay": Tap(closing.tap_stay, admin=True),
    "paid": Tap(settling.tap_paid, admin=True),
    "again": Tap(opening.tap_again),
    "set": Tap(settings.tap_set, admin=True),
    "help": Tap(helping.tap_help),
    "rules": Tap(rules.tap_rules),
    "fans": Tap(rules.tap_group),
    "fan": Tap(rules.tap_fan),
    "turn": Tap(rules.tap_turn),
    "part": Tap(naming.tap_part, admin=True),
    "forget": Tap(naming.tap_forget, admin=True),
    "keep": Tap(naming.tap_keep),
    "export": Tap(data.tap_export),
}
