"""Data out and in: /export as a document, /import of our JSON or of old leaderboard lines."""

import json
from typing import Any

from bot.boardlines import read_lines
from bot.buttons import Forged, button, parts
from bot.dispatch import Ask, Document, Reply, Say
from bot.handlers.settings import require_chief
from bot.handlers.standings import day_of
from bot.phrases import unread
from bot.tables import csv_of, xlsx_of
from bot.texts import words
from core.errors import mistake
from storage.book import Book
from storage.exchange import Unreadable, export, load_chat
from storage.export import FORMAT

FORMATS = ("json", "csv", "xlsx")


def export_all(ask: Ask, book: Book) -> Reply:
    """/export csv|json|xlsx"""
    wanted = ask.text.strip().casefold().removeprefix(".")
    if wanted in FORMATS:
        return _document(ask, book, wanted)
    if wanted:
        raise unread("bad_format", piece=ask.text.strip(), formats=FORMATS)
    row = tuple(button(name.upper(), "export", name) for name in FORMATS)
    return Reply((Say(words(book.lang).data.which(), (row,)),))


def tap_export(ask: Ask, book: Book) -> Reply:
    (wanted,) = parts(ask, 1)
    if wanted not in FORMATS:
        raise Forged(ask.tap)
    return _document(ask, book, wanted)


def _document(ask: Ask, book: Book, wanted: str) -> Reply:
    texts = words(book.lang)
    chat = export(book, accounts=False, note=lambda one: texts.notes.text(one["code"], one["data"]))
    data = {"format": FORMAT, "chats": [chat]}
    if wanted == "json":
        found = (json.dumps(data, ensure_ascii=False, indent=1) + "\n").encode()
    else:
        found = csv_of(data, book.lang) if wanted == "csv" else xlsx_of(data, book.lang)
    name = f"quezhang-{day_of(ask.at, book):%Y%m%d}.{wanted}"
    return Reply((Say(texts.data.exported(len(chat["sessions"])), document=Document(name, found)),))


def import_all(ask: Ask, book: Book) -> Reply:
    """/import with a document or in reply to one, or with lines of an old leaderboard behind it."""
    text = ask.text
    if ask.file is not None:
        try:
            text = ask.file.decode("utf-8-sig")
        except UnicodeDecodeError:
            raise mistake("unreadable", "not_our_json", piece=ask.file_name or "") from None
    elif not text.strip():
        text = ask.reply_text
    if not text.strip():
        return Reply((Say(words(book.lang).data.how_to_import()),))
    require_chief(ask, book)
    if ask.file is not None and text.lstrip()[:1] in ("{", "["):
        return _take_json(ask, book, text)
    return _take_lines(book, text)


def _take_json(ask: Ask, book: Book, text: str) -> Reply:
    try:
        chats = _chats(json.loads(text))
        added = sum(load_chat(book, chat) for chat in chats)
    except (ValueError, RecursionError, Unreadable) as error:
        raise mistake("unreadable", "not_our_json", piece=ask.file_name or "") from error
    people = len(book.people.all())
    return Reply((Say(words(book.lang).data.imported_sessions(added, people)),))


def _chats(data: Any) -> list[Any]:
    """The chats of an export; ValueError for JSON that is none, or of a later format."""
    if not isinstance(data, dict) or data.get("format", FORMAT) != FORMAT or not data.get("chats"):
        raise ValueError("no export")
    chats: list[Any] = data["chats"]
    return chats


def _take_lines(book: Book, text: str) -> Reply:
    lines = read_lines(text)
    if not lines:
        raise unread("bad_board_line", piece=text.strip()[:60])
    added = 0
    for place, line in enumerate(lines, 1):
        person = book.people.named(line.name) or book.people.add(line.name)
        added += book.standings.add_line(person, line.final, line.start, line.day, place)
    return Reply((Say(words(book.lang).data.imported_lines(added, len(lines) - added)),))
