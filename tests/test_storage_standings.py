"""Standings over many sessions: the database's sums are those of `core.standings`."""

import random
from datetime import date, timedelta

import pytest

from core.entry import Deal, Join, Penalty, Seats, Void
from core.standings import Cut, Stats, leaderboard, totals
from storage.book import Book, Books
from storage.standings import add_up
from storage.verify import verify
from tests.book_evening import TABLE, later, open_session, play

FIRST = date(2024, 1, 1)


def lines(book: Book, count: int) -> None:
    """Old lines of seven people, many of them equal, two records merged."""
    chance = random.Random(7)
    people = [book.people.add(f"人{n}") for n in range(7)]
    for _ in range(count):
        final, start = chance.choice([-40, 0, 125, 250, 500, 755]), chance.choice([250, 500])
        day = FIRST + timedelta(days=chance.randrange(60))
        book.standings.add_line(chance.choice(people), final, start, day, chance.randrange(1, 5))
    book.people.merge(people[6], people[0])


def test_the_board_of_best_and_worst_is_the_board_of_all(books: Books) -> None:
    with books.open(TABLE) as book:
        lines(book, 120)
        for cut in (Cut.WHOLE, Cut.TOP, Cut.LAST):
            assert leaderboard(book.standings.ends(), cut) == leaderboard(book.standings.scores(), cut)
        assert len(book.standings.ends()) < len(book.standings.scores())


def test_sums_are_those_of_all_rows(books: Books) -> None:
    with books.open(TABLE) as book:
        lines(book, 120)
        sums, scores = book.standings.sums(), book.standings.scores()
        assert {player: one.net for player, one in sums.items()} == totals(scores)
        for player, one in sums.items():
            assert one.sessions == sum(score.player == player for score in scores)


@pytest.mark.parametrize(("since", "until"), [(10, 20), (None, 5), (55, None)])
def test_a_period_has_both_its_days(books: Books, since: int | None, until: int | None) -> None:
    first = None if since is None else FIRST + timedelta(days=since)
    last = None if until is None else FIRST + timedelta(days=until)
    with books.open(TABLE) as book:
        lines(book, 120)
        kept = [s for s in book.standings.scores() if (first or s.day) <= s.day <= (last or s.day)]
        assert [final.score for final in book.standings.finals(None, first, last)] == kept
        assert leaderboard(book.standings.ends(first, last)) == leaderboard(kept)
        assert {player: one.net for player, one in book.standings.sums(first, last).items()} == totals(kept)


def test_a_person_has_the_rows_of_all_records(books: Books) -> None:
    with books.open(TABLE) as book:
        lines(book, 120)
        person = book.people.find("人0")[0]
        rows = book.standings.finals(person)
        assert {final.key for final in rows} == {"p1", "p7"}
        assert {final.score.player for final in rows} == {"p1"}


def test_tallies_of_sessions_add_up(books: Books) -> None:
    a, _, c, *_ = play(books)
    with books.open(TABLE) as book:
        session = open_session(book)
        session.close(later(9), 1)
        again = book.sessions.begin("wuxi", {}, "不限", 1, later(20))
        for key in session.members:
            again.record(Join(key), 1, later(20))
        assert session.state.seats is not None
        again.record(Seats(session.state.seats), 1, later(20))
        again.record(Deal(a), 1, later(20))
        again.close(later(21), 1)
        sums = book.standings.sums()
        assert (sums[c].sessions, sums[c].net, sums[c].stats.won) == (2, 170, 225)
        assert (sums[a].stats.hands, sums[a].stats.self_draws, sums[a].stats.biggest) == (4, 1, 135)
        assert book.standings.versus(book.people.of(a), book.people.of(c)) == (75, 45)
        assert [(hand.no, hand.chips) for hand in book.standings.biggest(2)] == [(4, 225), (1, 135)]


def test_a_session_without_entries_leaves_no_rows(books: Books) -> None:
    a, *_ = play(books)
    with books.open(TABLE) as book:
        session = open_session(book)
        session.close(later(9), 1)
        rows = len(book.standings.scores())
        again = book.sessions.begin("wuxi", {}, "不限", 1, later(20))
        for key in session.members:
            again.record(Join(key), 1, later(20))
        assert session.state.seats is not None
        again.record(Seats(session.state.seats), 1, later(20))
        again.record(Penalty(a, 3), 1, later(20))
        again.amend(Void(1), 1, later(21))
        again.close(later(22), 1)
        assert len(book.standings.scores()) == rows
    assert verify(books.engine) == []


def test_counts_add_up_and_records_do_not() -> None:
    parts = [Stats(hands=3, biggest=10, dealer_run=2), Stats(hands=4, biggest=7, dealer_run=5)]
    assert add_up(parts) == Stats(hands=7, biggest=10, dealer_run=5)


def test_a_line_that_is_there_is_not_added_again(books: Books) -> None:
    with books.open(TABLE) as book:
        person = book.people.add("一方")
        assert book.standings.add_line(person, 755, 250, FIRST)
        assert not book.standings.add_line(person, 755, 250, FIRST)
        assert [row.score.ratio for row in leaderboard(book.standings.scores())] == ["3.02"]
