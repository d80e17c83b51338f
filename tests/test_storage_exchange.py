"""Export and import, backup and restore, the move to a supergroup."""

import json
import sqlite3
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update

from core.entry import Bet, Deal, Join, Penalty, Restore, Sub, Void
from core.rules import RULESETS
from storage.backup import Unsound, backup, restore
from storage.book import Address, Books
from storage.engine import open_engine
from storage.exchange import Unreadable, export, export_all, load, load_chat
from storage.migrations import upgrade
from storage.moving import migrate
from storage.projection import TRANSFERS
from storage.sessions import Closing, Source
from storage.verify import verify
from tests.book_evening import AT, TABLE, later, open_session, play, sit_down, won


@pytest.fixture
def empty(tmp_path: Path) -> Books:
    engine = open_engine(f"sqlite:///{tmp_path / 'empty.db'}")
    upgrade(engine)
    return Books(engine)


def full(books: Books) -> None:
    """Two chats with everything that can be in one."""
    a, b, c, d, e = play(books)
    with books.open(TABLE) as book:
        session = open_session(book)
        session.record(Penalty(a, 20), 2, later(6), "/penalty 甲 20", Source(-1001, 60))
        session.record(Sub(d, e), 1, later(7))
        session.record(Deal(b, 1, 2), 1, later(8))
        session.record(Bet(d, a, 7), 4, later(8))
        session.amend(Void(1), 1, later(9))
        session.set_closing(Closing("100", a, "0.15"))
        session.close(later(10), 1)
        payment = session.settlement().payments[0]
        session.pay(payment.payer, payment.payee, "1.50", later(11))
        book.set("lang", "en")
        linked = book.people.link(book.people.of(a), 2**35, "jia")
        book.people.add_alias(linked, "阿甲")
        book.people.merge(book.people.of(e), book.people.add("老五"))
        book.forget(book.people.of(c))
        book.standings.add_line(linked, 755, 250, date(2023, 5, 1))
        again = book.sessions.begin("wuxi", {"底分": 10}, "半庄", 1, later(20))
        again.remind()
    sit_down(books, Address(-1002, 9))


def test_export_import_export_is_the_same(books: Books, empty: Books) -> None:
    full(books)
    data = export_all(books)
    load(empty, json.loads(json.dumps(data)))
    assert export_all(empty) == data
    assert verify(empty.engine) == []


def test_the_export_has_the_promised_keys(books: Books) -> None:
    _a, *_ = play(books)
    with books.open(TABLE) as book:
        open_session(book).close(later(9), 1)
    (chat,) = export_all(books)["chats"]
    assert chat["title"] == "牌桌"
    (session,) = chat["sessions"]
    assert session["ruleset"] == "wuxi"
    assert session["options"]["底分"] == 5
    assert session["opened_at"] == "2024-10-12T12:00:00+00:00"
    assert {"name": "甲", "seat": "东", "start": 250, "chips": 310}.items() <= session["players"][0].items()
    assert session["players"][4]["seat"] is None
    assert session["table"] == {"dealer": "丙", "round": "东", "hand_no": 5, "flags": 0}
    first = next(entry for entry in session["entries"] if entry["no"] == 1)
    assert (first["kind"], first["by"], first["voided"]) == ("result", "甲", False)
    assert first["transfers"][0] == {"from": "乙", "to": "甲", "chips": 45, "why": "win"}
    assert first["answer"]["winner"] == "甲"
    assert first["answer"]["pay"] == {"甲": 135, "乙": -45, "丙": -45, "丁": -45}
    assert sum(row["amount"] for row in session["settlement"] if row["to"] == "甲") == 60
    assert chat["leaderboard"][0] == {
        "rank": 1, "name": "丙", "final": 420, "start": 250, "ratio": "1.68", "date": "2024-10-12",
    }  # fmt: skip
    assert chat["leaderboard"][-1]["rank"] == -1


def test_a_chats_own_export_tells_no_accounts(books: Books) -> None:
    full(books)
    with books.open(TABLE) as book:
        text = json.dumps(export(book, accounts=False))
    assert str(2**35) not in text
    assert "-1001" not in text


def test_importing_twice_doubles_nothing(books: Books) -> None:
    full(books)
    with books.open(TABLE) as book:
        before = export(book, accounts=True)
        assert load_chat(book, export(book, accounts=False)) == 0
        assert export(book, accounts=True) == before


def test_another_chats_export_joins_by_name(books: Books) -> None:
    play(books)
    with books.open(TABLE) as book:
        data = export(book, accounts=False)
    with books.open(Address(-5), "别处") as book:
        book.people.add("丙")
        book.people.add("甲")
        assert load_chat(book, data) == 1
        assert [person.name for person in book.people.all()] == ["丙", "甲", "乙", "丁", "戊"]
        session = open_session(book)
        chips = {book.people.of(key).name: chips for key, chips in session.chips().items()}
        assert (chips["甲"], chips["丙"]) == (310, 420)
    assert verify(books.engine) == []


def test_a_broken_import_leaves_nothing(books: Books, empty: Books) -> None:
    play(books)
    data = export_all(books)
    data["chats"][0]["sessions"][0]["entries"][7]["event"] = {"kind": "nonsense"}
    with pytest.raises(Unreadable):
        load(empty, data)
    assert export_all(empty)["chats"] == []


@pytest.mark.parametrize(
    "spoil",
    [
        lambda chat: chat.pop("people"),
        lambda chat: chat["people"].pop(),  # 戊 took part
        lambda chat: chat["sessions"][0].update(length="整夜"),
        lambda chat: chat["sessions"][0]["options"].update({"底分": 0}),
        lambda chat: chat["sessions"][0].update(ruleset="riichi"),
        lambda chat: chat["sessions"][0]["entries"].pop(0),
        lambda chat: chat["sessions"][0]["entries"].pop(8),  # #2
        lambda chat: chat["sessions"][0].update(opened_at="2024-10-12T12:00:00"),  # in which time zone?
        lambda chat: chat["sessions"].append([]),
        lambda chat: chat["lines"].append({"person": "p1", "final": 1, "start": 0, "date": "2024-10-12"}),
        lambda chat: chat["lines"].append({"person": "p1", "final": 1, "start": 250, "date": "gestern"}),
        lambda chat: chat.update(title=5),
    ],
)
def test_what_is_no_export_is_unreadable(
    tmp_path: Path, empty: Books, spoil: Callable[[dict[str, Any]], object]
) -> None:
    engine = open_engine(f"sqlite:///{tmp_path / 'book.db'}")
    upgrade(engine)
    play(Books(engine))
    data = export_all(Books(engine))
    spoil(data["chats"][0])
    with pytest.raises(Unreadable):
        load(empty, data)
    assert export_all(empty)["chats"] == []
    engine.dispose()


def test_entries_of_another_edition_keep_their_prices(
    books: Books, empty: Books, monkeypatch: pytest.MonkeyPatch
) -> None:
    _a, *_ = play(books)
    changed = Other(RULESETS["wuxi"])
    monkeypatch.setitem(RULESETS, "wuxi", changed)
    with books.open(TABLE) as book:
        session = open_session(book)
        chips = session.chips()
        session.amend(Void(2), 1, later(8))
        session.amend(Void(1), 1, later(9))
    with books.open(TABLE) as book:
        session = open_session(book)
        session.amend(Restore(2), 1, later(10))
        session.amend(Restore(1), 1, later(11))
        assert session.chips() == chips
        logged = session.logged(1)
        assert logged is not None
        assert logged.answer is not None
        assert logged.answer["points"] == 45
        session.amend(Void(2), 1, later(12))
    assert verify(books.engine) == []
    data = export_all(books)
    load(empty, data)
    assert export_all(empty) == data


class Other:
    """The same ruleset in a later edition that prices nothing as before."""

    def __init__(self, ruleset: Any) -> None:
        self._ruleset = ruleset
        self.edition = ruleset.edition + 1

    def __getattr__(self, name: str) -> Any:
        if name == "figure":
            raise AssertionError("priced again")
        return getattr(self._ruleset, name)


def test_backup_and_restore(tmp_path: Path) -> None:
    engine = open_engine(f"sqlite:///{tmp_path / 'book.db'}")
    upgrade(engine)
    books = Books(engine)
    a, *_ = play(books)
    before = export_all(books)
    with books.open(TABLE) as book:  # a copy does not wait for whoever writes
        open_session(book).record(won(a), 1, later(9))
        backup(engine, tmp_path / "copy.db")
    assert not list(tmp_path.glob("copy.db-*"))
    with pytest.raises(FileExistsError):
        backup(engine, tmp_path / "copy.db")
    engine.dispose()
    restore(tmp_path / "copy.db", tmp_path / "book.db")
    again = open_engine(f"sqlite:///{tmp_path / 'book.db'}")
    assert export_all(Books(again)) == before
    assert (tmp_path / "book.db.before").exists()


def test_an_unsound_copy_is_not_restored(tmp_path: Path) -> None:
    target = tmp_path / "book.db"
    target.write_bytes(b"as it was")
    engine = open_engine(f"sqlite:///{tmp_path / 'bad.db'}")
    upgrade(engine)
    play(Books(engine))
    with engine.begin() as connection:
        connection.execute(update(TRANSFERS).values(chips=1))
    engine.dispose()
    with pytest.raises(Unsound, match="#1"):
        restore(tmp_path / "bad.db", target)
    assert target.read_bytes() == b"as it was"
    assert not list(tmp_path.glob("*restoring*"))
    (tmp_path / "junk.db").write_bytes(b"no database" * 1000)
    with pytest.raises((sqlite3.DatabaseError, Unsound)):
        restore(tmp_path / "junk.db", target)


def test_a_group_keeps_its_book_when_it_becomes_a_supergroup(books: Books) -> None:
    a, *_ = play(books, Address(-5))
    for _ in range(2):  # both service messages tell it
        assert migrate(books, -5, -100_5) is not None
    with books.open(Address(-100_5)) as book:
        assert open_session(book).chips()[a] == 310
    assert books.at(-5) == books.at(-100_5)
    assert migrate(books, -8, -9) == migrate(books, -8, -9)  # nothing was known: what comes next is one chat
    assert books.at(-8) == books.at(-9) != books.at(-5)


def test_what_came_under_the_new_id_first_is_taken_in(books: Books) -> None:
    play(books, Address(-5))
    with books.open(Address(-100_5)) as book:
        book.people.add("己")
        ming = book.people.add("甲", account=9)
        session = book.sessions.begin("wuxi", {}, "不限", ming.id, AT.replace(day=13))
        session.record(Join(ming.key), ming.id, AT.replace(day=13))
        book.outbox.carried_out("m-1005:1", AT)
    old = books.at(-5)
    assert migrate(books, -5, -100_5) == old[0]
    assert migrate(books, -5, -100_5) == old[0]
    assert books.at(-100_5) == old
    with books.open(Address(-100_5)) as book:
        assert [summary.closed_at is None for summary in book.sessions.all()] == [True, False]
        assert book.outbox.seen("m-1005:1")[0]
        assert {person.name for person in book.people.all()} >= {"甲", "己", "甲2"}
    assert [chat["key"] for chat in export_all(books)["chats"]] == [str(old[0])]
    assert verify(books.engine) == []
