"""Opening, seating, looking, closing, settling. Names come as HTML; so does what is returned."""

from collections.abc import Sequence

from bot.texts.en.terms import english, several, term
from bot.texts.layout import MINUS, bold, code, number, signed
from bot.texts.zh import sessions


class Sessions(sessions.Sessions):
    """What is said of a session as a whole."""

    def which(self) -> str:
        return "Which mahjong, how long? Tap one to open a session"

    def opened(self, ruleset: str, length: str, options: str) -> str:
        return f"{bold('New session')}: {english(ruleset)} · {english(length)}\n{options}"

    def options(self, pairs: Sequence[tuple[str, object]]) -> str:
        return " · ".join(f"{term(name)} {term(str(value))}" for name, value in pairs)

    def members(self, names: Sequence[str]) -> str:
        return f"{len(names)} here: {', '.join(names)}" if names else "Nobody here yet"

    def how_to_join(self) -> str:
        return "Tap Join, or /join. Without Telegram: /add name name"

    def how_to_sit(self) -> str:
        return "Everybody here: /draw draws wind tiles, /seats Anna Bob Carl Dora seats East South West North"

    def joined(self, name: str) -> str:
        return f"{name} joins"

    def renamed(self, before: str, name: str) -> str:
        return f"{before} is called {name} now"

    def already_joined(self, name: str) -> str:
        return f"{name} is here already"

    def spectating(self) -> str:
        return "All seats are taken; spectators may bet: /bet Anna 20"

    def seats(self, placed: Sequence[tuple[str, str]]) -> str:
        return "\n".join(f"{english(wind)} {name}" for wind, name in placed)

    def seated(self, dealer: str) -> str:
        return f"All seated, {dealer} deals first"

    def watching(self, names: Sequence[str]) -> str:
        return f"Watching: {', '.join(names)}"

    def drawn(self) -> str:
        return "Wind tiles"

    def drew(self, name: str, tile: str) -> str:
        return f"{name} draws {english(tile)}"

    def blank(self, name: str) -> str:
        return f"{name} draws a blank and watches this time"

    def how_to_report(self, example: str) -> str:
        return f"After each hand tap /hu, or write {code('/hu ' + example)}; a draw: /liuju. A mistake: /undo"

    def lapsed(self, bettors: Sequence[str]) -> str:
        return f"Bets lapsed: {', '.join(bettors)}"

    # ── the table ─────────────────────────────────────────────────────────────────────────────────────────

    def table_head(self, ruleset: str, length: str, hand_no: int) -> str:
        return f"{bold(english(ruleset))} · {english(length)} · hand {hand_no}"

    def round_here(self, wind: str, place: int, dealer: str, flags: int) -> str:
        return f"{english(wind)} round {place}/4, {dealer} deals" + (f", flags {flags}" if flags else "")

    def place(self, wind: str, name: str, chips: int, change: int, dealer: bool) -> str:
        return f"{english(wind)} {name}{' (dealer)' if dealer else ''} {number(chips)} ({signed(change)})"

    def watcher(self, name: str, chips: int, change: int) -> str:
        return f"Watching: {name} {number(chips)} ({signed(change)})"

    def open_bet(self, by: str, on: str, chips: int) -> str:
        return f"{by} has {chips} on {on}"

    def wild(self, tile: str) -> str:
        return f"得 (turned up): {tile}"

    def waiting_for(self, winner: str, missing: Sequence[str]) -> str:
        return f"{winner} won, waiting for {', '.join(missing)}"

    # ── the log ───────────────────────────────────────────────────────────────────────────────────────────

    def nothing_recorded(self) -> str:
        return "Nothing recorded yet"

    def log_head(self, shown: int, whole: int) -> str:
        return bold("Log") + (f" (the last {shown}; all: /log all)" if shown < whole else "")

    def recorded_by(self, name: str) -> str:
        return f" (by {name})"

    def nothing_moved(self) -> str:
        return "no chips moved"

    # ── the end ───────────────────────────────────────────────────────────────────────────────────────────

    def end_preview(self) -> str:
        return f"{bold('Settling')}: Confirm ends the session"

    def ended(self, ruleset: str, hands: int) -> str:
        return f"{bold('Settled')}: {english(ruleset)}, {several(hands, 'hand')}"

    def final(self, name: str, chips: int, change: int, ratio: str) -> str:
        return f"{name} {number(chips)} ({signed(change)}, {ratio.replace('-', MINUS)})"

    def bets_lapse(self) -> str:
        return "Open bets are returned"

    def settlement_head(self, closed: bool) -> str:
        return bold("Who pays whom") if closed else f"{bold('Who pays whom')} (still playing, as of now)"

    def payment(self, payer: str, payee: str, amount: str, paid: bool) -> str:
        return f"{payer} → {payee} {amount}" + (" ✓" if paid else "")

    def nobody_pays(self) -> str:
        return "Nobody owes anything"

    def balance(self, name: str, amount: str) -> str:
        return f"{name} {amount}"

    def fee(self, amount: str, by: str, shares: str) -> str:
        return f"Table fee {amount}, advanced by {by}: {shares}"

    def share(self, name: str, amount: str) -> str:
        return f"{name} {amount}"

    def shares(self, shares: Sequence[str]) -> str:
        return ", ".join(shares)

    def odd_fen(self, name: str, fen: int) -> str:
        return f"0.{abs(fen):02} does not divide: {name} {'gets' if fen > 0 else 'pays'} it"

    def rate(self, rate: str) -> str:
        return f"1 chip = {rate} yuan"

    def money(self, yuan: str) -> str:
        return f"{yuan} yuan"

    def how_to_settle(self) -> str:
        return "Tap a payment to tick it off. In money: /settle 1=0.1"

    def reopened(self) -> str:
        return "Open again, go on recording. /table shows the chips"

    def what_next_closed(self) -> str:
        return "Once more: /again, same people and rules"

    def overnight(self) -> str:
        return "Yesterday’s session is still open. /end settles it; or go on reporting"

    def already_seated(self) -> str:
        return "Everybody sits already, go on reporting"

    def change(self, name: str, chips: int) -> str:
        return f"{name} {signed(chips)}"

    def balances(self, each: str) -> str:
        return f"Each: {each}"

    def which_fee(self) -> str:
        return "How much was the table fee? Tap or type a number, and you have advanced it; if somebody else: 80 Anna"

    def moved_on(self) -> str:
        return "Something was recorded meanwhile, look at the new figures"

    def stays_open(self) -> str:
        return "The session goes on"

    def ended_mark(self) -> str:
        """How `ended` begins: a tap tells by it under which message its button stands."""
        return "Settled"
