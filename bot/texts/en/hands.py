"""What is said of a recorded entry. Names come as HTML; so does what is returned."""

from collections.abc import Sequence

from bot.texts.en.terms import GLOSSES, MELDS, english, listed, several, term
from bot.texts.layout import number, signed
from bot.texts.zh import hands


class Hands(hands.Hands):
    """Pieces of the answer to an entry, in the order in which they stand there."""

    # ── the first line ────────────────────────────────────────────────────────────────────────────────────

    def self_drawn(self, winner: str) -> str:
        return f"{winner} wins · self-draw"

    def from_discard(self, winner: str, source: str) -> str:
        return f"{winner} wins · {source} discarded"

    def from_kong(self, winner: str, source: str) -> str:
        return f"{winner} wins · robbing {source}’s kong"

    def winners(self, heads: Sequence[str]) -> str:
        return "; ".join(heads)

    def drawn(self, ready: Sequence[str]) -> str:
        return f"Draw · ready: {', '.join(ready)}" if ready else "Draw · nobody ready"

    def spot(self, player: str, what: str, source: str | None) -> str:
        return f"{player} {term(what)} · {source} pays" if source else f"{player} {term(what)}"

    def penalty(self, player: str, chips: int, to: str | None, each: bool, reason: str) -> str:
        amount = f"{chips} to each" if each else f"{chips} to {to}" if to else f"{chips} in all"
        return f"{player} fined, {amount}" + (f" · {term(reason)}" if reason else "")

    def deal(self, dealer: str) -> str:
        return f"Dealer corrected · {dealer} deals"

    def substitution(self, outgoing: str, incoming: str) -> str:
        return f"Change of players · {incoming} takes {outgoing}’s seat"

    def entry(self, no: int, head: str) -> str:
        return f"#{no} {head}"

    def about(self, did: str, head: str) -> str:
        return f"{did}: {head}"

    # ── the figures ───────────────────────────────────────────────────────────────────────────────────────

    def winning(self, tile: str) -> str:
        return f"+{tile}"

    def item(self, name: str) -> str:
        tile, _, kind = name.rpartition(" ")
        if tile and kind in MELDS:
            return f"{kind}{tile} ({MELDS[kind]})"
        laid = name.removeprefix("翻")
        return term(name) if laid == name or name in GLOSSES else f"{name} ({MELDS['翻']})"

    def items(self, pairs: Sequence[tuple[str, str]]) -> str:
        return " + ".join(f"{name} {value}".strip() for name, value in pairs)

    def sum(self, pairs: Sequence[tuple[str, str]], total: str) -> str:
        return f"{self.items(pairs)} = {total}" if pairs else total

    def fan(self, total: int) -> str:
        return f"{total} fan"

    def flowers(self, total: int) -> str:
        return several(total, "flower")

    def hard_and_soft(self, hard: int, soft: int, items: str) -> str:
        return f"{hard} hard, {several(soft, 'soft flower')}" + (f": {items}" if items else "")

    def formula(self, formula: str, payers: str) -> str:
        return f"{formula}, {payers}"

    full = "腊子"

    def at_once(self, total: int) -> str:
        return f"{term(self.full)}, {total}"

    def points(self, total: int) -> str:
        return several(total, "point")

    def other(self, name: str, formula: str) -> str:
        return f"{name} {formula}"

    def dropped(self, name: str, by: str) -> str:
        return f"{term(name)} not counted beside {term(by)}"

    def payers(self, names: Sequence[str], doubled: bool) -> str:
        who = "paid by each of the three" if len(names) == 3 else f"paid by {listed(names)}"
        return f"doubled, {who}" if doubled else who

    def pays_for_all(self, name: str, chips: int, doubled: bool) -> str:
        return f"{'doubled, ' if doubled else ''}{name} pays all {chips}"

    def liable(self, name: str) -> str:
        return f"{name} is liable (包): counts 0 and makes every payment of this hand"

    # ── chips ─────────────────────────────────────────────────────────────────────────────────────────────

    def chips(self, name: str, change: int, after: int) -> str:
        return f"{name} {signed(change)} → {number(after)}"

    def backed(self, on: str, won: bool) -> str:
        return f" (bet on {on}, {'won' if won else 'lost'})"

    def lapsed(self, bettors: Sequence[str]) -> str:
        return f"Bets returned: {', '.join(bettors)}"

    def spots(self, shown: Sequence[str]) -> str:
        return f"Paid on the spot in this hand: {', '.join(shown)}"

    def kong_void(self, no: int) -> str:
        return f"The kong of #{no} was robbed and is not paid"

    # ── what comes next ───────────────────────────────────────────────────────────────────────────────────

    def next_hand(self, wind: str, place: int, dealer: str, kept: bool, flags: int) -> str:
        deals = f"{dealer} {'deals again' if kept else 'deals'}"
        return f"Next: {english(wind)} round {place}/4, {deals}" + (f", flags {flags}" if flags else "")

    def length_over(self) -> str:
        return "The agreed length is played. /end settles; to go on, just report"

    # ── amendments ────────────────────────────────────────────────────────────────────────────────────────

    def voided(self, no: int) -> str:
        return f"#{no} undone"

    def restored(self, no: int) -> str:
        return f"#{no} restored"

    def fixed(self, no: int) -> str:
        return f"#{no} corrected"

    def inserted(self, no: int, before: int) -> str:
        return f"Inserted as #{no}, before #{before}"

    def already_void(self, no: int) -> str:
        return f"#{no} was undone before, nothing changed"

    def already_standing(self, no: int) -> str:
        return f"#{no} stands, nothing changed"

    def nothing_changed(self) -> str:
        return "Nothing changed"

    def chips_moved(self, name: str, before: int, after: int) -> str:
        return f"{name} {number(before)} → {number(after)} ({signed(after - before)})"

    def repriced(self, no: int, before: int, after: int) -> str:
        """An entry whose price changed with it; the chips that change hands in all."""
        return f"#{no} follows: {before} → {after}"

    def dealer_changed(self, before: str, after: str) -> str:
        return f"Dealer: {before} → {after}"

    def round_changed(self, before: str, after: str) -> str:
        return f"Round: {english(before)} → {english(after)}"

    def flags_changed(self, before: int, after: int) -> str:
        return f"Flags: {before} → {after}"

    def void_mark(self) -> str:
        return "undone"

    def fixed_mark(self) -> str:
        return "corrected"

    def how_to_fix(self, no: int, command: str) -> str:
        return f"To fix #{no}: tap to copy, change, send. Or edit the message you reported with\n{command}"

    # ── details ───────────────────────────────────────────────────────────────────────────────────────────

    def reading(self, sets: Sequence[str]) -> str:
        return f"Read as: {' '.join(sets)}"

    def transfer(self, payer: str, payee: str, chips: int, why: str) -> str:
        reason = {"win": "", "bet": " (bet)", "spot": " (on the spot)", "penalty": " (fine)"}[why]
        return f"{payer} → {payee} {chips}{reason}"

    def recorded(self, name: str, clock: str) -> str:
        return f"Recorded by {name} at {clock}"

    def written(self, text: str) -> str:
        return f"As written: {text}"

    # ── bets and the 得 ───────────────────────────────────────────────────────────────────────────────────

    def bet(self, by: str, on: str, chips: int) -> str:
        return f"{by} bets {chips} on {on} for this hand. Another /bet replaces it, /unbet takes it back"

    def unbet(self, by: str) -> str:
        return f"{by} takes the bet back"

    def no_bet(self, by: str) -> str:
        return f"{by} has no bet"

    def wild(self, tile: str) -> str:
        return f"得 of this hand (turned up): {tile}"

    def dropped_open(self) -> str:
        return "The open hand is dropped. Report it anew"

    # ── the same hand twice ───────────────────────────────────────────────────────────────────────────────

    def same_hand(self, recorded_by: str, no: int, head: str) -> str:
        return f"{recorded_by} has just recorded #{no} {head}. Is this another hand?"

    def not_recorded(self) -> str:
        return "Not recorded"

    # ── wenling's open hand ───────────────────────────────────────────────────────────────────────────────

    def open_hand(self, head: str) -> str:
        return f"{head} · waiting for the others"

    def missing(self, names: Sequence[str]) -> str:
        return f"Still to report: {', '.join(names)}"

    def how_to_answer(self, example: str) -> str:
        return f"Write {example} or tap below; 0 if there is nothing. /ok: whoever said nothing has 0"

    def not_missing(self) -> str:
        return "You have reported. To change it, say it again"

    def complete(self, head: str) -> str:
        return f"{head} · all reported"
