"""Data out and in: /export and /import as handlers, on both databases."""

import json
from dataclasses import replace
from datetime import UTC, datetime

import pytest
import telegram

from bot.delivery.asking import Asked, read
from bot.dispatch import Ask, Reply, User
from bot.handlers import data
from core.errors import Mistake
from storage.book import Address, Book, Books
from tests.book_evening import TABLE, play

AT = datetime(2026, 1, 10, 12, 0, tzinfo=UTC)
ADMIN = Ask("message", "m1:1", AT, -1001, user=User(1, "管"), admin=True)
OTHER = Address(-1002)


def exported(books: Books, form: str = "json") -> bytes:
    with books.open(TABLE) as book:
        document = data.export_all(replace(ADMIN, text=form), book).says[0].document
        assert document is not None
        assert document.name == f"quezhang-20260110.{form}"
        return document.data


def chips(book: Book) -> dict[str, int]:
    session = book.sessions.last
    assert session is not None
    return {book.people.of(key).shown: chips for key, chips in session.chips().items()}


def take(books: Books, where: Address, file: bytes, ask: Ask = ADMIN) -> Reply:
    with books.open(where, "新群") as book:
        return data.import_all(replace(ask, file=file, file_name="旧账.json"), book)


def test_json_comes_back_in_another_chat(books: Books) -> None:
    play(books)
    file = exported(books)
    assert take(books, OTHER, file).says[0].text == "导入了 1 局，5 个人"
    with books.open(TABLE) as here, books.look(OTHER) as there:
        assert there is not None
        assert chips(there) == chips(here)
    assert take(books, OTHER, file).says[0].text == "这里面的局都已经有了"


def test_json_has_no_accounts_and_notes_as_people_read_them(books: Books) -> None:
    play(books)
    text = exported(books).decode()
    assert '"account"' not in text
    assert '"code"' not in text
    assert [session["id"] for session in json.loads(text)["chats"][0]["sessions"]] == [1]


@pytest.mark.parametrize("form", ["csv", "xlsx"])
def test_tables_are_documents_too(books: Books, form: str) -> None:
    play(books)
    assert len(exported(books, form)) > 100


@pytest.mark.parametrize(
    "file",
    [b"{", b"[]", b"{}", b'{"chats": []}', b'{"chats": [{}]}', b'{"format": 99, "chats": [{}]}', b"\xff\xfe"],
)
def test_what_is_no_export_changes_nothing(books: Books, file: bytes) -> None:
    with pytest.raises(Mistake) as refused:
        take(books, OTHER, file)
    assert refused.value.problems[0].code == "not_our_json"
    with books.look(OTHER) as book:
        assert book is None


def test_a_file_of_old_lines(books: Books) -> None:
    reply = take(books, OTHER, "\ufeff1 一方 755/250=3.02 2024-10-12\n".encode())
    assert reply.says[0].text == "导入了 1 条排行"


def test_lines_in_the_message_that_is_answered(books: Books) -> None:
    with books.open(OTHER, "新群") as book:
        ask = replace(ADMIN, reply_text="1 一方 755/250=3.02 2024-10-12")
        assert data.import_all(ask, book).says[0].text == "导入了 1 条排行"
        assert [score.final for score in book.standings.scores()] == [755]


@pytest.mark.parametrize("where", ["here", "answered"])
def test_the_document_is_the_messages_own_or_that_of_the_one_it_answers(where: str) -> None:
    me = telegram.User(99, "bot", True, username="bot")
    base = {"date": 1, "chat": {"id": -1001, "type": "group", "title": "g"}}
    document = {"document": {"file_id": "F", "file_unique_id": "U", "file_name": "a.json"}}
    command = {"entities": [{"type": "bot_command", "offset": 0, "length": 7}]}
    message = {**base, "message_id": 2, "from": {"id": 1, "first_name": "a", "is_bot": False}}
    if where == "here":
        message |= {**document, "caption": "/import", "caption_entities": command["entities"]}
    else:
        message |= {**command, "text": "/import", "reply_to_message": {**base, "message_id": 1, **document}}
    asked = read({"update_id": 1, "message": message}, me, AT)
    assert isinstance(asked, Asked)
    assert (asked.file_id, asked.ask.file_name, asked.ask.command) == ("F", "a.json", "import")


def test_only_who_leads_imports(books: Books) -> None:
    with pytest.raises(Mistake) as refused:
        take(books, OTHER, b"{}", replace(ADMIN, admin=False))
    assert refused.value.problems[0].code == "not_allowed"


def test_an_unknown_format_is_named(books: Books) -> None:
    with books.open(TABLE) as book, pytest.raises(Mistake) as refused:
        data.export_all(replace(ADMIN, text="pdf"), book)
    assert refused.value.problems[0].data["piece"] == "pdf"
