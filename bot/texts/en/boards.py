"""Leaderboards, statistics, charts, levels. Names come as HTML; so does what is returned."""

from collections.abc import Mapping, Sequence

from bot.texts.en.terms import several, term
from bot.texts.layout import MINUS, bold, number, signed
from bot.texts.zh import boards

ORDERS = {"ratio": "Leaderboard", "total": "Total", "average": "Per session", "rate": "Win rate"}
QUARTERS = ("January–March", "April–June", "July–September", "October–December")


class Boards(boards.Boards):
    """What is said of many sessions together."""

    rate_names = ("won", "self-draw", "dealt in")
    figure_names: Mapping[str, str] = {
        "net": "in all",
        "average": "per session",
        "best": "best session",
        "biggest": "biggest hand",
    }

    def head(self, order: str, period: str) -> str:
        return bold(ORDERS[order]) + (f" ({period})" if period else "")

    def all_sessions(self) -> str:
        return "every session"

    def last_three(self) -> str:
        return "last three"

    def periods(self, pieces: Sequence[str]) -> str:
        return ", ".join(pieces)

    def days(self, count: int) -> str:
        return f"last {count} days" if count > 1 else "today"

    def span(self, first: str, last: str | None) -> str:
        return f"{first} to {last}" if last else f"since {first}"

    def season(self, year: int, quarter: int) -> str:
        return f"{QUARTERS[quarter - 1]} {year}"

    def row(self, rank: int, name: str, ratio: str, final: int, start: int, day: str) -> str:
        return f"{number(rank)}. {name} {ratio.replace('-', MINUS)} ({number(final)}/{start}) {day}"

    def total(self, rank: int, name: str, chips: str, sessions: int) -> str:
        return f"{number(rank)}. {name} {chips} ({several(sessions, 'session')})"

    def average(self, rank: int, name: str, chips: str, sessions: int) -> str:
        return f"{number(rank)}. {name} {chips} per session ({several(sessions, 'session')})"

    def rate(self, rank: int, name: str, share: str, hands: int) -> str:
        return f"{number(rank)}. {name} {share} ({several(hands, 'hand')})"

    def last_place(self) -> str:
        return f"{MINUS}1 is the last place"

    def nothing(self, period: str) -> str:
        return f"No session was settled: {period}" if period else "No session has been settled yet"

    # ── one person ────────────────────────────────────────────────────────────────────────────────────────

    def of(self, name: str, sessions: int, hands: int) -> str:
        return f"{bold(name)}: {several(sessions, 'session')}, {several(hands, 'hand')}"

    def rates(self, wins: str, drawn: str, dealt_in: str) -> str:
        return f"Won {wins} · self-draw {drawn} · dealt in {dealt_in}"

    def of_hands(self, count: int, share: str) -> str:
        return f"{count} ({share})"

    def hands(self, average: str, biggest: int) -> str:
        return f"A win brings {average} on average, the biggest hand brought {biggest}"

    def deals(self, run: int) -> str:
        return f"Longest run as dealer: {several(run, 'hand')}"

    def net(self, total: int, average: str) -> str:
        return f"{signed(total)} in all, {average} per session"

    def best(self, ratio: str, final: int, start: int, day: str) -> str:
        return f"Best session: {ratio.replace('-', MINUS)} ({number(final)}/{start}, {day})"

    def bets(self, count: int, won: int, chips: int) -> str:
        return f"{several(count, 'bet')}, {won} won, {signed(chips)}"

    def not_played(self, name: str) -> str:
        return f"{name} has not played yet"

    # ── two people ────────────────────────────────────────────────────────────────────────────────────────

    def versus(self, one: str, other: str) -> str:
        return f"{bold(one)} and {bold(other)}"

    def gave(self, payer: str, payee: str, chips: int) -> str:
        return f"{payer} gave {payee} {chips}"

    def ahead(self, name: str, chips: int) -> str:
        return f"{name} is {chips} ahead" if chips else "They are even"

    def never_met(self, one: str, other: str) -> str:
        return f"No chips have passed between {one} and {other}"

    # ── big hands, the chart ──────────────────────────────────────────────────────────────────────────────

    def big_head(self) -> str:
        return bold("Big hands")

    def big(self, place: int, name: str, chips: int, fans: Sequence[str], day: str) -> str:
        return f"{place}. {name} {signed(chips)} {' + '.join(map(term, fans))} · {day}"

    def no_hands(self) -> str:
        return "Nobody has won a hand yet"

    def trend_head(self, hands: int, open_now: bool) -> str:
        which = "this session" if open_now else "the last session"
        return f"{bold('Chips')} ({which}, {several(hands, 'hand')})"

    def trend_of(self, name: str, sessions: int) -> str:
        return f"{bold(name)}, session by session ({sessions})"

    def trend(self, name: str, chips: int, low: int, high: int, chart: str) -> str:
        return f"{name} {signed(chips)} (low {signed(low)}, high {signed(high)})\n{chart}"

    # ── levels ────────────────────────────────────────────────────────────────────────────────────────────

    def levels_head(self) -> str:
        return f"{bold('Levels')}: all settled Nanjing sessions together"

    def at_level(self, name: str, points: int, level: int, title: str, missing: int | None) -> str:
        more = f", {missing} to the next" if missing is not None else ""
        return f"{name} {signed(points)} · level {level} {term(title)}{more}"

    def no_way_up(self, level: int, following: int) -> str:
        return f"Level {level} says no points, so nobody gets to level {following}"

    def how_to_add(self, following: int) -> str:
        return f"The next one: /levels {following} name rank points"

    def ladder_kept(self) -> str:
        return "Noted"
