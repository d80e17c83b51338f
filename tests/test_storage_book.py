"""The book: appending, amending, closing; what the database refuses; that replay and stored rows agree."""

from datetime import date

import pytest
from sqlalchemy import delete, select, text, update
from sqlalchemy.exc import DatabaseError, IntegrityError

from core.entry import Bet, Draw, Fix, Insert, Join, Restore, Result, Void
from core.errors import Mistake
from core.hand import Line, Report, Word
from core.payment import Transfer
from storage.book import Address, Books
from storage.history import ENTRIES, TEXTS, Source
from storage.projection import TRANSFERS
from storage.sessions import Closing
from storage.verify import verify
from tests.book_evening import AT, TABLE, later, open_session, play, sit_down, won


def test_chips_follow_from_the_entries(books: Books) -> None:
    a, b, c, d, e = play(books)
    with books.open(TABLE) as book:
        session = open_session(book)
        # 甲 花3 番3: 45 from each, and each of the three pays 戊 10; 乙 花1 番10: 50 from 丁; 丙 花3 番5: 75 each
        assert session.chips() == {
            a: 250 + 135 - 75,
            b: 250 - 45 - 10 + 50 - 75,
            c: 250 - 45 - 10 + 225,
            d: 250 - 45 - 10 - 50 - 75,
            e: 250 + 30,
        }
        assert session.state.hand_no == 5
        assert [logged.no for logged in session.log()] == [1, 2, 3, 4]
        first = session.logged(1)
        assert first is not None
        assert (first.kind, first.by, first.at, first.text) == ("result", 1, later(2), "甲 自摸 碰碰和 2花")
        assert Transfer(b, a, 45, "win") in first.transfers
        assert first.answer is not None
        assert (first.answer["winner"], first.answer["hua"], first.answer["fan"]) == (a, 3, 3)
    assert verify(books.engine) == []


def test_the_next_unit_of_work_goes_on_where_the_last_ended(books: Books) -> None:
    a, *_ = sit_down(books)
    for n in range(1, 4):
        with books.open(TABLE) as book:
            assert open_session(book).record(won(a), 1, later(n)).no == n
    assert verify(books.engine) == []


def test_a_refused_entry_leaves_nothing(books: Books) -> None:
    a, *_, e = play(books)
    with pytest.raises(Mistake), books.open(TABLE) as book:
        open_session(book).record(Bet(a, e, 10), 1, later(9))  # 甲 has a seat
    with books.open(TABLE) as book:
        assert len(open_session(book).entries()) == 6 + 5
    assert verify(books.engine) == []


def test_an_exception_undoes_the_whole_unit(books: Books) -> None:
    a, *_ = play(books)

    def break_off() -> None:
        with books.open(TABLE) as book:
            open_session(book).record(won(a), 1, later(9))
            raise RuntimeError

    with pytest.raises(RuntimeError):
        break_off()
    with books.open(TABLE) as book:
        assert open_session(book).state.next_no == 5


def test_voiding_and_restoring_moves_everything_back_and_forth(books: Books) -> None:
    a, *_ = play(books)
    with books.open(TABLE) as book:
        before = open_session(book).chips()
        changes = open_session(book).amend(Void(1), 1, later(9))
        assert changes.chips[a] == (60, -75)
    assert verify(books.engine) == []
    with books.open(TABLE) as book:
        session = open_session(book)
        logged = session.logged(1)
        assert logged is not None
        assert logged.voided
        assert logged.transfers == ()
        assert session.amend(Void(1), 1, later(10)).entry is None  # voiding a void entry changes nothing
        session.amend(Restore(1), 1, later(11))
        assert session.chips() == before
    assert verify(books.engine) == []


def test_a_fix_keeps_the_number_and_the_first_writer(books: Books) -> None:
    _, b, _, d, _ = play(books)
    with books.open(TABLE) as book:
        session = open_session(book)
        fix = won(b, "清一色", "门前清", off=d, flowers=1)
        session.amend(Fix(2, fix), 4, later(9), "乙 点炮 丁 清一色 门前清 1花")
        logged = session.logged(2)
        assert logged is not None
        assert (logged.fixed, logged.by, logged.event) == (True, 2, fix)
        assert logged.text == "乙 点炮 丁 清一色 门前清 1花"
        assert logged.transfers == (Transfer(d, b, 100, "win"),)  # 花2 番10
    assert verify(books.engine) == []


def test_an_inserted_hand_takes_the_next_number_and_its_place(books: Books) -> None:
    a, *_ = play(books)
    with books.open(TABLE) as book:
        session = open_session(book)
        changes = session.amend(Insert(2, won(a)), 1, later(9))
        assert changes.no == 5
        assert [outcome.no for outcome in session.outcomes()] == [1, 5, 2, 3, 4]
        last = session.last_recorded()
        assert last is not None
        assert last.no == 5
    assert verify(books.engine) == []


def test_an_amendment_that_breaks_a_later_entry_changes_nothing(books: Books) -> None:
    a, b, *_ = sit_down(books)
    with books.open(TABLE) as book:
        session = open_session(book)
        session.record(won(a), 1, later(1))
        heaven = Result(Report((Line(a, "自摸", words=(Word("天和"),), numbers={"花": 0}),)))
        session.record(heaven, 1, later(2))
    with pytest.raises(Mistake) as caught, books.open(TABLE) as book:
        open_session(book).amend(Fix(1, won(b)), 1, later(3))  # then 甲 would not deal #2
    assert caught.value.problems[0].code == "breaks_later"
    assert caught.value.problems[0].data["no"] == 2
    with books.open(TABLE) as book:
        assert open_session(book).state.next_seq == 9
    assert verify(books.engine) == []


@pytest.mark.parametrize("statement", [update(ENTRIES).values(kind="draw"), delete(ENTRIES)])
def test_the_database_refuses_to_change_an_entry(books: Books, statement: object) -> None:
    play(books)
    with pytest.raises(DatabaseError, match="only appended"), books.engine.begin() as connection:
        connection.execute(statement)  # type: ignore[call-overload]
    assert verify(books.engine) == []


@pytest.mark.parametrize(
    "change",
    ["chips = 0", "chips = -5", "payee = payer", "why = 'gift'", "chips = NULL"],
)
def test_the_database_refuses_transfers_that_are_none(books: Books, change: str) -> None:
    play(books)
    with pytest.raises(IntegrityError), books.engine.begin() as connection:
        connection.execute(text(f"UPDATE transfers SET {change}"))


def test_an_entry_cannot_take_the_place_of_another(books: Books) -> None:
    play(books)
    with pytest.raises(IntegrityError), books.engine.begin() as connection:
        connection.execute(
            text(
                "INSERT INTO entries (chat, session, seq, no, kind, event, edition, at)"
                " SELECT chat, session, seq, 99, kind, event, edition, at FROM entries WHERE no = 1"
            )
        )


def test_one_open_session_a_chat(books: Books) -> None:
    sit_down(books)
    with books.open(TABLE) as book, pytest.raises(ValueError, match="open"):
        book.sessions.begin("wuxi", {}, "半庄", None, AT)
    with pytest.raises(IntegrityError), books.engine.begin() as connection:
        connection.execute(
            text(
                "INSERT INTO sessions (chat, id, ruleset, edition, options, length, start, opened_at, closing,"
                " reminded, entries, state) SELECT chat, 2, ruleset, edition, options, length, start, opened_at,"
                " closing, reminded, 0, state FROM sessions"
            )
        )


def test_verify_names_what_was_tampered_with(books: Books) -> None:
    play(books)
    with books.engine.begin() as connection:
        connection.execute(update(TRANSFERS).where(TRANSFERS.c.no == 2).values(chips=51))
    faults = verify(books.engine)
    assert any("#2" in fault for fault in faults)
    assert all(fault.startswith("chat 1 session 1: ") for fault in faults)


def test_closing_makes_standings_and_reopening_takes_them_back(books: Books) -> None:
    a, _, c, _, e = play(books)
    with books.open(TABLE) as book:
        session = open_session(book)
        session.record(Bet(e, a, 5), 5, later(6))
        session.set_closing(Closing(fee="120", by=a, rate=None))
        session.close(later(7), 1)
        assert book.session is None
        finals = {final.key: final for final in book.standings.finals()}
        assert finals[c].score.final == 420
        assert finals[c].score.day == date(2024, 10, 12)
        assert (finals[c].stats.wins, finals[c].stats.hands, finals[c].stats.biggest) == (1, 4, 225)
        assert (finals[e].stats.hands, finals[e].stats.bets_won) == (0, 1)
        assert session.state.bets == {}  # open bets lapse
    assert verify(books.engine) == []
    with books.open(TABLE) as book:
        last = book.sessions.last
        assert last is not None
        # 甲 advanced 120 of 台费, 30 each: 310 - 250 - 30 + 120
        assert last.settlement().balances[a] == 150
        with pytest.raises(ValueError, match="closed"):
            last.record(Draw(), 1, later(8))
        last.reopen()
        assert book.session is not None
        assert book.standings.finals() == []
    assert verify(books.engine) == []


def test_paid_marks_are_of_an_amount(books: Books) -> None:
    a, b, *_ = play(books)
    with books.open(TABLE) as book:
        session = open_session(book)
        assert session.pay(b, a, "75", later(9))
        assert (b, a, "75") in session.paid()
        assert (b, a, "80") not in session.paid()
        assert not session.pay(b, a, "75", later(9))
        assert session.paid() == set()


def test_days_begin_at_six_in_the_chats_time_zone(books: Books) -> None:
    with books.open(TABLE) as book:
        session = book.sessions.begin(
            "wuxi", {}, "不限", None, AT.replace(hour=21, minute=59)
        )  # 05:59 on the 13th
        assert session.day == date(2024, 10, 12)
        book.set("time_zone", "UTC")
        assert open_session(book).day == date(2024, 10, 12)
        book.set("time_zone", "Pacific/Auckland")  # 10:59 on the 13th
        assert open_session(book).day == date(2024, 10, 13)


def test_an_idle_event_writes_nothing(books: Books) -> None:
    a, *_ = sit_down(books)
    with books.open(TABLE) as book:
        assert open_session(book).record(Join(a), 1, later(1)).idle
        assert not book.unit.written


def test_nothing_written_nothing_kept(books: Books) -> None:
    with books.open(Address(-77), "看看"):
        pass
    assert books.at(-77) == []


def test_chats_and_topics_have_books_of_their_own(books: Books) -> None:
    sit_down(books)
    for where in (Address(-1001, 5), Address(-1002)):
        with books.open(where) as book:
            assert book.people.all() == ()
            assert book.session is None
            book.people.add("甲")
    assert len(books.at(-1001)) == 2


def test_looking_takes_no_lock_and_cannot_write(books: Books) -> None:
    play(books)
    with books.open(TABLE) as writer, books.look(TABLE) as reader:
        assert reader is not None
        assert open_session(reader).state.next_no == 5
        writer.people.add("己")
    with books.look(TABLE) as reader:
        assert reader is not None
        with pytest.raises(DatabaseError):
            reader.people.add("庚")
    with books.look(Address(-5)) as nobody:
        assert nobody is None


def test_what_a_message_recorded_can_be_found_again(books: Books) -> None:
    a, *_ = sit_down(books)
    with books.open(TABLE) as book:
        open_session(book).record(won(a), 1, later(1), "胡", Source(-1001, 77))
    with books.open(TABLE) as book:
        found = book.recorded_by(-1001, 77)
        assert found is not None
        logged = open_session(book).by_seq(found[1])
        assert logged is not None
        assert logged.no == 1
        assert book.recorded_by(-1002, 77) is None


def test_settings_and_dialogues(books: Books) -> None:
    with books.open(TABLE) as book:
        assert (book.lang, book.time_zone) == ("zh", "Asia/Shanghai")
        book.set("lang", "en")
        book.set_dialogue(7, {"step": 1})
        book.set_dialogue(7, {"step": 2})
    with books.open(TABLE) as book:
        assert book.lang == "en"
        assert book.dialogue(7) == {"step": 2}
        book.set("lang", None)
        book.set_dialogue(7, None)
        assert book.lang == "zh"
        assert book.dialogue(7) is None


def test_links_lead_to_their_session_only(books: Books) -> None:
    sit_down(books)
    with books.open(TABLE) as book:
        token = book.link(1)
        chat = book.chat.id
    assert books.by_link(token) == (chat, 1)
    assert len(token) <= 64
    for wrong in (token[:-1], f"{chat + 1}{token[1:]}", "", "x-y", "-"):
        assert books.by_link(wrong) is None


def test_forgetting_erases_names_and_texts_and_keeps_sums(books: Books) -> None:
    _, b, *_ = play(books)
    with books.open(TABLE) as book:
        person = book.people.add_alias(book.people.of(b), "老乙")
        assert person is not None
        chips = open_session(book).chips()
        book.forget(person)
    with books.open(TABLE) as book:
        assert open_session(book).chips() == chips
        assert open_session(book).names()[b] == "#2"
        assert book.people.find("老乙") == ()
        assert book.people.add("乙").name == "乙"
    with books.engine.connect() as connection:
        assert set(connection.scalars(select(TEXTS.c.text))) == {None}
        assert "老乙" not in str(connection.execute(text("SELECT * FROM people")).all())
    assert verify(books.engine) == []
