"""Buttons and toasts."""

from bot.texts.en.terms import english, short
from bot.texts.zh import labels


class Labels(labels.Labels):
    """What stands on buttons."""

    join = "Join"
    draw = "Draw seats"
    start = "Start"
    new = "New session"
    help = "Help"
    table = "Table"
    undo = "Undo"
    fix = "Fix"
    details = "Details"
    restore = "Restore"
    swap = "Swap"
    close = "Settle"
    confirm = "Confirm"
    fee = "Table fee"
    cancel = "Never mind"
    again = "Again"
    settle = "Who pays whom"
    reopen = "Reopen"
    dealer_ready = "Dealer was ready"
    mine = "That is me"
    not_mine = "No"
    another_hand = "Another hand"
    same_hand = "Same hand, skip it"
    self_draw = "Self-draw"
    discard = "Discard"
    robbed = "Robbed a kong"
    done = "Done"
    back = "Back"
    nothing = "0"
    all_said = "All said"
    drop = "Drop it"
    hand = "Report a win"
    open_table = "Open the table"
    record = "Record"
    big_fans = "Big fans"
    small_fans = "Small fans"
    melds = "Pungs, kongs"
    points = "Points, fan"
    forget_typed = "Drop what I typed"
    kong = "Kong"

    def chosen(self, name: str, chosen: bool) -> str:
        return f"✓ {short(name)}" if chosen else short(name)

    def word(self, name: str) -> str:
        return short(name)

    def ruleset(self, name: str) -> str:
        return english(name)

    def wind(self, name: str) -> str:
        return english(name)

    def session(self, ruleset: str, length: str) -> str:
        return f"{english(ruleset)} · {english(length)}"

    def drop_item(self, item: str) -> str:
        return f"Without {item}"

    def from_player(self, name: str) -> str:
        """Won on a discard of this player."""
        return f"{name} discarded"

    def add_fan(self, name: str) -> str:
        return f"Add {short(name)}"

    def pay(self, payer: str, payee: str, amount: str, paid: bool) -> str:
        """A payment of the settlement: pressing marks it as paid."""
        return f"{'✓ ' if paid else ''}{payer} → {payee} {amount}"
