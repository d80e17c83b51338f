"""How people stand over all sessions: leaderboards, statistics, two people, big hands, the chart."""

from collections.abc import Callable, Iterator
from datetime import date, datetime
from fractions import Fraction
from zoneinfo import ZoneInfo

from bot import drawn, plates
from bot.chart import chart
from bot.desk import Desk
from bot.dispatch import Ask, Reply, Say
from bot.figures import WAYS, wins_of
from bot.periods import AVERAGE, RATIO, TOTAL, Asked, read_asked
from bot.phrases import unread
from bot.pictures import Figure, Row
from bot.texts import Catalogue, words
from bot.texts.layout import decimal, esc, number, percent, plain, signed
from bot.who import pair, someone
from core.errors import mistake
from core.standings import Cut, Ranked, Score, Stats, leaderboard, ranked, statistics
from storage.book import Book
from storage.people import Person
from storage.sessions import DAY_BEGINS
from storage.standings import BigHand, Final, add_up

SHOWN = 10  # rows of a board that is cut, its last row apart; big hands
FANS = 3  # of a big hand


def rank(ask: Ask, book: Book) -> Reply:
    """/rank [总分|场均|胜率] [全部|末3] [30天|2025|2025-03|赛季…|2025-03-01 2025-06-30]"""
    texts = words(book.lang)
    asked = read_asked(ask.text, day_of(ask.at, book), texts)
    rows = _rows(texts, book, asked)
    if not rows:
        return Reply((Say(texts.boards.nothing(asked.period)),))
    head = texts.boards.head(asked.order, asked.period)
    picture = plates.board(plain(head), [row for _, row in rows])
    below = [texts.boards.last_place()] if len(rows) > 1 else []
    return Reply((Say("\n".join([head, *(line for line, _ in rows), *below]), picture=picture),))


def _rows(texts: Catalogue, book: Book, asked: Asked) -> list[tuple[str, Row]]:
    """The board's rows as lines of HTML, and as they are drawn."""
    boards, standings, period = texts.boards, book.standings, (asked.first, asked.last)

    def row(say: Callable[[int, str, str, int], str], one: Ranked, shown: str, count: int) -> tuple[str, Row]:
        name = book.people.of(one.player).shown
        return say(one.rank, esc(name), shown, count), Row(one.rank, name, shown)

    if asked.order == RATIO:
        every = asked.cut is Cut.SESSIONS  # else everybody's ends are all that the board shows
        scores = (
            [final.score for final in standings.finals(None, *period)] if every else standings.ends(*period)
        )
        return [_session_row(texts, book, place, score) for place, score in leaderboard(scores, asked.cut)]
    sums = standings.sums(*period)
    if asked.order == TOTAL:
        found = _cut(ranked({player: one.net for player, one in sums.items()}), asked.cut)
        return [row(boards.total, one, signed(int(one.figure)), sums[one.player].sessions) for one in found]
    if asked.order == AVERAGE:
        means = {player: Fraction(one.net, one.sessions) for player, one in sums.items()}
        found = _cut(ranked(means), asked.cut)
        return [row(boards.average, one, decimal(one.figure), sums[one.player].sessions) for one in found]
    rates = {player: one.stats.win_rate for player, one in sums.items() if one.stats.hands}
    found = _cut(ranked(rates), asked.cut)
    return [row(boards.rate, one, percent(one.figure), sums[one.player].stats.hands) for one in found]


def _session_row(texts: Catalogue, book: Book, place: int, score: Score) -> tuple[str, Row]:
    name, day = book.people.of(score.player).shown, score.day.isoformat()
    line = texts.boards.row(place, esc(name), score.ratio, score.final, score.start, day)
    return line, Row(place, name, score.ratio, f"{number(score.final)}/{score.start} · {day}")


def _cut(rows: tuple[Ranked, ...], cut: Cut) -> tuple[Ranked, ...]:
    """The best ten and the last, the last three as −3 … −1, or all."""
    if cut is Cut.TOP and len(rows) > SHOWN:
        return (*rows[:SHOWN], rows[-1])
    if cut is Cut.LAST and len(rows) > 1:
        return tuple(row._replace(rank=at - len(rows)) for at, row in enumerate(rows))[-3:]
    return rows


# ── one person, two people ────────────────────────────────────────────────────────────────────────────────


def stats(ask: Ask, book: Book) -> Reply:
    """/stats [player]: rates, averages, the best session; the open session's hands among them."""
    texts, person = words(book.lang), someone(ask, book)
    finals = book.standings.finals(person)
    parts = [final.stats for final in finals]
    if (playing := _playing(person, book)) is not None:
        parts.append(playing)
    whole = add_up(parts)
    lines = _of_person(texts, person, finals, whole)
    if len(lines) == 1:
        return Reply((Say(texts.boards.not_played(esc(person.shown))),))
    figures = _figures(texts, finals, whole)
    picture = plates.statistics(plain(lines[0]), texts, whole, figures)
    return Reply((Say("\n".join(lines), picture=picture),))


def _playing(person: Person, book: Book) -> Stats | None:
    """The tally of the open session, if the person is in it."""
    session = book.session
    key = session.member(person.id) if session is not None else None
    return statistics(session.played()).get(key) if session is not None and key is not None else None


def _of_person(texts: Catalogue, person: Person, finals: list[Final], whole: Stats) -> list[str]:
    boards = texts.boards
    lines = [boards.of(esc(person.shown), len(finals), whole.hands)]
    if whole.hands:
        counts = (whole.wins, whole.self_draws, whole.deal_ins)
        lines.append(boards.rates(*(boards.of_hands(n, percent(whole.share(n))) for n in counts)))
    if whole.wins:
        lines.append(boards.hands(decimal(whole.average, sign=False), whole.biggest))
    if whole.dealer_run:
        lines.append(boards.deals(whole.dealer_run))
    if whole.bets:
        lines.append(boards.bets(whole.bets, whole.bets_won, whole.bet_chips))
    if finals:
        net = sum(final.score.net for final in finals)
        lines.append(boards.net(net, decimal(Fraction(net, len(finals)))))
        best = leaderboard([final.score for final in finals], Cut.SESSIONS)[0].score
        lines.append(boards.best(best.ratio, best.final, best.start, best.day.isoformat()))
    return lines


def _figures(texts: Catalogue, finals: list[Final], whole: Stats) -> Iterator[Figure]:
    """What stands on plates: sums, averages, the best."""
    names, net = texts.boards.figure_names, sum(final.score.net for final in finals)
    if finals:
        yield Figure(names["net"], signed(net), plates.tone(net))
        average = Fraction(net, len(finals))
        yield Figure(names["average"], decimal(average), plates.tone(average))
        yield Figure(names["best"], leaderboard([f.score for f in finals], Cut.SESSIONS)[0].score.ratio)
    if whole.wins:
        yield Figure(names["biggest"], str(whole.biggest))


def versus(ask: Ask, book: Book) -> Reply:
    """/vs 甲 乙, or /vs 乙 against oneself: chips given and taken."""
    boards = words(book.lang).boards
    one, other = pair(ask, book)
    if one.id == other.id:
        raise mistake("impossible", "same_person", player=one.shown)
    given, taken = book.standings.versus(one, other)
    first, second = esc(one.shown), esc(other.shown)
    if not given and not taken:
        return Reply((Say(boards.never_met(first, second)),))
    ahead = boards.ahead(first if taken > given else second, abs(taken - given))
    lines = [
        boards.versus(first, second),
        boards.gave(first, second, given),
        boards.gave(second, first, taken),
        ahead,
    ]
    return Reply((Say("\n".join(lines)),))


# ── big hands, the chart ──────────────────────────────────────────────────────────────────────────────────


def big(ask: Ask, book: Book) -> Reply:
    """/big: the hands that brought most."""
    boards = words(book.lang).boards
    if ask.text.strip():
        raise unread("bad_arguments", piece=ask.text.strip())
    hands = [_big(book, place, hand) for place, hand in enumerate(book.standings.biggest(SHOWN), 1)]
    return Reply((Say("\n".join([boards.big_head(), *hands]) if hands else boards.no_hands()),))


def _big(book: Book, place: int, hand: BigHand) -> str:
    win = max(wins_of(hand.answer), key=lambda one: int(one["pay"][one["winner"]]))
    fans = sorted((f for f in win["fans"] if f["name"] not in WAYS), key=lambda f: -int(f["value"]))
    named = [str(fan["name"]) for fan in fans[:FANS]] or [str(win["win"])]
    day = day_of(hand.at, book).isoformat()
    return words(book.lang).boards.big(place, _name(book, win["winner"]), hand.chips, named, day)


def trend(ask: Ask, book: Book) -> Reply:
    """/trend: everybody's chips hand by hand, in this session or the last; /trend 甲: session by session."""
    if ask.text.strip():
        return _trend_of(someone(ask, book), book)
    boards = words(book.lang).boards
    session = book.session or book.sessions.last
    hands, course = drawn.hands_and_course(session) if session is not None else (0, [])
    if session is None or not course:
        return Reply((Say(boards.nothing("")),))
    head = boards.trend_head(hands, session.closed_at is None)
    lines = [head]
    for player in sorted(session.members, key=lambda p: -course[-1].get(p, 0)):
        chips = [0, *(point.get(player, 0) for point in course)]
        lines.append(_line(book, _name(book, player), chips))
    picture = drawn.standings(Desk(ask, book, session), plain(head), [])
    return Reply((Say("\n".join(lines), picture=picture),))


def _trend_of(person: Person, book: Book) -> Reply:
    boards = words(book.lang).boards
    finals = [final.score for final in book.standings.finals(person)]
    if not finals:
        return Reply((Say(boards.not_played(esc(person.shown))),))
    chips = [0]
    for score in sorted(finals, key=lambda one: one.day):
        chips.append(chips[-1] + score.net)
    head = boards.trend_of(esc(person.shown), len(finals))
    picture = plates.course(plain(head), person.shown, chips)
    return Reply((Say("\n".join([head, _line(book, esc(person.shown), chips)]), picture=picture),))


def _line(book: Book, name: str, chips: list[int]) -> str:
    return words(book.lang).boards.trend(name, chips[-1], min(chips), max(chips), chart(chips))


# ── days and names ────────────────────────────────────────────────────────────────────────────────────────


def day_of(at: datetime, book: Book) -> date:
    """The day in the chat's time zone; days begin at 06:00."""
    return (at.astimezone(ZoneInfo(book.time_zone)) - DAY_BEGINS).date()


def _name(book: Book, player: str) -> str:
    return esc(book.people.of(player).shown)
