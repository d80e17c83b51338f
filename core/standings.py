"""How people stand over many sessions: the leaderboard, other orders, statistics, level titles."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from core.hand import Player
from core.payment import Transfer

TOP = 10  # rows of a board that is cut, its last row apart


def ratio_text(final: int, start: int) -> str:
    """Final chips by the chips at the start, two decimals, half away from zero; never -0.00."""
    hundredths, rest = divmod(abs(final) * 100, start)
    hundredths += 2 * rest >= start
    sign = "-" if final < 0 and hundredths else ""
    return f"{sign}{hundredths // 100}.{hundredths % 100:02}"


@dataclass(frozen=True, slots=True)
class Score:
    """What a player ended a session with. `joined` is the order of joining, which breaks the last ties."""

    player: Player
    final: int
    start: int
    day: date
    joined: int = 0

    @property
    def ratio(self) -> str:
        return ratio_text(self.final, self.start)

    @property
    def net(self) -> int:
        return self.final - self.start


class Row(NamedTuple):
    """A row of the leaderboard; the last one of several has rank −1, in `末3` the last three −3 … −1."""

    rank: int
    score: Score


class Cut(StrEnum):
    """How much of the board is shown: every row, the best ten and the last, the last three, every session."""

    WHOLE = "whole"
    TOP = "top"
    LAST = "last"
    SESSIONS = "sessions"


def leaderboard(scores: Iterable[Score], cut: Cut = Cut.WHOLE) -> tuple[Row, ...]:
    """The board (2-wuxi, Leaderboard): a row a player with the best session, the last row with the worst.

    Equal ratios: the earlier day first, then the order of joining. A single row has rank 1.
    """
    ordered = sorted(scores, key=lambda s: (-Fraction(s.final, s.start), s.day, s.joined))
    if cut is not Cut.SESSIONS and ordered:
        best = list({s.player: s for s in reversed(ordered)}.values())
        best.sort(key=ordered.index)
        worst = next(s for s in reversed(ordered) if s.player == best[-1].player)
        ordered = [*best[:-1], worst]
    ranks = _ranks(len(ordered))
    rows = tuple(map(Row, ranks, ordered))
    if cut is Cut.TOP and len(rows) > TOP:
        return (*rows[:TOP], rows[-1])
    if cut is Cut.LAST and len(rows) > 1:
        return tuple(Row(i - len(rows), row.score) for i, row in enumerate(rows))[-3:]
    return rows


def _ranks(rows: int) -> list[int]:
    return [*range(1, rows), -1] if rows > 1 else [1] * rows


class Ranked(NamedTuple):
    """A row of another order: the player and the figure that the order goes by."""

    rank: int
    player: Player
    figure: Fraction


def ranked(figures: Mapping[Player, Fraction | int]) -> tuple[Ranked, ...]:
    """The highest figure first, equal ones in the order given; the last of several has rank −1."""
    ordered = sorted(figures, key=lambda player: -figures[player])
    return tuple(
        Ranked(rank, player, Fraction(figures[player]))
        for rank, player in zip(_ranks(len(ordered)), ordered, strict=True)
    )


def totals(scores: Iterable[Score]) -> dict[Player, int]:
    """Each player's net chips over all sessions, by order of joining; for `ranked`."""
    sums: dict[Player, int] = {}
    for score in sorted(scores, key=lambda s: s.joined):
        sums[score.player] = sums.get(score.player, 0) + score.net
    return sums


# ── what somebody's hands were like ───────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Played:
    """A finished hand of session `session`: who sat, who dealt, what it moved.

    `wins` is what each winner's hand brought, bets apart (empty: a draw); `source` the discarder or robbed
    player (None: self-draw); `transfers` everything that it moved.
    """

    session: int
    seats: tuple[Player, ...]
    dealer: Player
    wins: Mapping[Player, int]
    source: Player | None = None
    transfers: tuple[Transfer, ...] = ()


@dataclass(slots=True)
class Stats:
    """Counts of one player: hands sat through, wins, bets; `won` and `biggest` are chips of won hands.

    `dealer_run` is the most hands dealt in a row; `bets` counts hands on which the player's bet moved chips,
    `bets_won` those that brought some, `bet_chips` what all of them brought.
    """

    hands: int = 0
    wins: int = 0
    self_draws: int = 0
    deal_ins: int = 0
    won: int = 0
    biggest: int = 0
    dealer_run: int = 0
    bets: int = 0
    bets_won: int = 0
    bet_chips: int = 0

    def share(self, count: int) -> Fraction:
        """`count` by the hands sat through; 0 without any."""
        return Fraction(count, self.hands) if self.hands else Fraction(0)

    @property
    def win_rate(self) -> Fraction:
        return self.share(self.wins)

    @property
    def average(self) -> Fraction:
        """Chips of a won hand."""
        return Fraction(self.won, self.wins) if self.wins else Fraction(0)


def statistics(hands: Iterable[Played]) -> dict[Player, Stats]:
    """Everybody's statistics; `hands` in the order in which they were played, session by session."""
    found: dict[Player, Stats] = {}
    dealt: tuple[int, Player] | None = None
    run = 0
    for hand in hands:
        for player in hand.seats:
            found.setdefault(player, Stats()).hands += 1
        for player, chips in hand.wins.items():
            stats = found[player]
            stats.wins += 1
            stats.self_draws += hand.source is None
            stats.won += chips
            stats.biggest = max(stats.biggest, chips)
        if hand.source is not None:
            found[hand.source].deal_ins += 1
        run = run + 1 if dealt == (hand.session, hand.dealer) else 1
        dealt = (hand.session, hand.dealer)
        found[hand.dealer].dealer_run = max(found[hand.dealer].dealer_run, run)
        for bettor, chips in _bets(hand).items():
            stats = found.setdefault(bettor, Stats())
            stats.bets += 1
            stats.bets_won += chips > 0
            stats.bet_chips += chips
    return found


def _bets(hand: Played) -> dict[Player, int]:
    """What each bettor's bet brought: one side of a bet is always somebody without a seat."""
    chips: dict[Player, int] = {}
    for t in hand.transfers:
        if t.why == "bet":
            bettor, change = (t.payer, -t.chips) if t.payer not in hand.seats else (t.payee, t.chips)
            chips[bettor] = chips.get(bettor, 0) + change
    return chips


class Versus(NamedTuple):
    """Chips that one gave to and took from another."""

    given: int
    taken: int


def versus(transfers: Iterable[Transfer], player: Player, other: Player) -> Versus:
    given = taken = 0
    for t in transfers:
        if (t.payer, t.payee) == (player, other):
            given += t.chips
        elif (t.payer, t.payee) == (other, player):
            taken += t.chips
    return Versus(given, taken)


# ── level titles (3-nanjing) ──────────────────────────────────────────────────────────────────────────────


class Level(NamedTuple):
    """A row of the ladder: 级数, 级别名称, 段位名称, and the points from here to the next (None: unknown)."""

    level: int
    name: str
    rank: str | None = None
    points: int | None = None


LADDER: tuple[Level, ...] = (Level(1, "待业", "麻袋", 100), Level(2, "临时工"))


def level_of(points: int, ladder: tuple[Level, ...] = LADDER) -> tuple[Level, int | None]:
    """Where `points` (net chips) stand on the ladder, and how many lack to the next row (None: no next)."""
    for here in ladder[:-1]:
        if here.points is None:
            return here, None
        if points < here.points:
            return here, here.points - points
        points -= here.points
    return ladder[-1], None
