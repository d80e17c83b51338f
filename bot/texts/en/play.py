"""Dice, and what a hand waits for. Names come as HTML; so does what is returned."""

from collections.abc import Sequence

from bot.texts.en.terms import several
from bot.texts.layout import bold
from bot.texts.zh import play
from bot.texts.zh.play import DICE


class Play(play.Play):
    """Small services at the table."""

    # ── dice ──────────────────────────────────────────────────────────────────────────────────────────────

    def throw(self, order: int, dice: Sequence[int]) -> str:
        shown = " ".join(DICE[pips - 1] for pips in dice)
        return f"{('First', 'Second')[order]} throw {shown} = {sum(dice)}"

    def dice_title(self) -> str:
        return "Dice"

    def second_thrower(self, counted_from: str, who: str) -> str:
        return f"Counted from {counted_from} to {who}: the second throw is {who}’s"

    def first_dealer(self, counted_from: str, who: str) -> str:
        return f"Counted from {counted_from} to {who}: {bold(who)} deals first"

    def whose_wall(self, dealer: str, who: str) -> str:
        return f"Counted from the dealer {dealer} to {who}: the wall of {bold(who)}"

    def nobody(self, place: int) -> str:
        whose = ("the dealer’s own", "the next player’s", "the opposite player’s", "the previous player’s")
        return f"Counted from the dealer: {whose[place]} wall"

    def after(self, stacks: int, both: bool, too_far: bool) -> str:
        summed = f"Both together {stacks}: " if both else ""
        on = ", counting on into the previous player’s wall" if too_far else ""
        return f"{summed}{'s' if both else 'S'}kip {several(stacks, 'stack')}, take from stack {stacks + 1} on{on}"

    # ── ready hands ───────────────────────────────────────────────────────────────────────────────────────

    def waits(self, kinds: int, tiles: int) -> str:
        return bold(f"Waits for {several(kinds, 'kind')}, {several(tiles, 'tile')} left")

    def wait(self, tile: str, left: int, fans: str) -> str:
        return f"{bold(tile)} ({left} left)" + (f" {fans}" if fans else "")

    def worth(self, drawn: str, discarded: str) -> str:
        return f"  self-draw {drawn} · discard {discarded}"

    def cannot(self) -> str:
        return "no win"

    def why_not(self, reason: str) -> str:
        return f"  {reason}"

    def each(self, points: int) -> str:
        return f"{points} each"

    def points(self, points: int) -> str:
        return str(points)

    def short(self, drawn: str, discarded: str) -> tuple[str, str]:
        """Below a tile in a picture."""
        return f"draw {drawn}", f"discard {discarded}"

    def total(self, points: int) -> str:
        """牌点 of the winner (wenling)."""
        return several(points, "point")

    def not_ready(self) -> str:
        return "This hand is not ready yet"

    # ── inline ────────────────────────────────────────────────────────────────────────────────────────────

    def inline_title(self) -> str:
        return "Price a hand: go on with the tiles"

    def inline_unread(self) -> str:
        return "Not understood yet"
