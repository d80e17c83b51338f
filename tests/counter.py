"""A bot as small as can be for the tests of delivery: it counts, adds people, and answers."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Engine

from bot.delivery.station import Station
from bot.dispatch import Ask, Button, Document, InlineAnswer, Reply, Route, Say
from bot.fake import FakeRequest, FakeTelegram
from bot.settings import load_settings
from core.errors import Mistake, mistake
from storage.book import Book

PLUS = ((Button("plus", "plus"),),)


class Routes:
    """`add` counts in the chat's settings and answers with the new number; other words try something else."""

    def __init__(self) -> None:
        self.asks: list[Ask] = []

    def route(self, ask: Ask) -> Route | None:
        if ask.text == "nothing" or ask.tap == "gone":
            return None
        word = ask.command or ask.text
        return Route(word, self.handle, admin=word == "admin", hearing=word == "hear", file=word == "file")

    def handle(self, ask: Ask, book: Book) -> Reply:
        self.asks.append(ask)
        if ask.kind == "inline":
            return Reply(inline=(InlineAnswer(f"{ask.text}!", f"<b>{ask.text}</b>"),))
        if ask.kind in ("joined", "invited"):
            return Reply((Say(f"{ask.kind} {' '.join(user.first_name for user in ask.users)}".strip()),))
        word = ask.tap or ask.command or ask.text
        if word in ("add", "plus"):
            count = add(book)
            panel = Say(str(count), PLUS, subject="count", edit=word == "plus")
            return Reply((panel,), toast=f"now {count}" if word == "plus" else None)
        if word == "here":
            return Reply((Say(f"here {add(book)}", PLUS, edit=True, at_message=ask.message_id),))
        if word == "wrong":
            add(book)
            raise mistake("unreadable", "no_token", piece="wrong")
        if word == "boom":
            add(book)
            raise RuntimeError("boom 1234567890:AAAAAAAAAAAAAAAAAAAAAAAAAAAA")
        if word == "stop":
            return next(iter(()))
        if word == "photo":
            return Reply((Say("caption", PLUS, subject="photo", picture="a tile"),))
        if word == "photo2":
            return Reply((Say("caption 2", PLUS, subject="photo", edit=True, picture="another tile"),))
        if word == "bad html":
            return Reply((Say("<b>one<i> & two"),))
        if word == "file":
            return Reply((Say("back", document=Document("back.txt", (ask.file or b"") + b"!")),))
        if word == "long":
            return Reply((Say("\n".join(f"line {i}" for i in range(1000)), PLUS),))
        if word == "later admin":
            return Reply((Say(f"{add(book)} {ask.administers}"),))
        if word in ("admin", "hear"):
            return Reply((Say(f"{ask.admin} {ask.hears_all}"),))
        return Reply()

    def overnight(self, book: Book, at: datetime) -> Reply:
        return Reply((Say("still open"),))

    def menus(self) -> dict[str, Sequence[tuple[str, str]]]:
        return {"": [("add", "counts")], "en": [("add", "counts")]}


def add(book: Book) -> int:
    count = int(book.setting("count") or 0) + 1
    book.set("count", str(count))
    return count


class Words:
    def mistake(self, problem: Mistake, lang: str) -> str:
        return f"mistake {problem.kind}"

    def fault(self, fault_id: str, lang: str) -> str:
        return f"fault {fault_id}"

    def too_late(self, lang: str) -> str:
        return "too late"


def station(engine: Engine, fake: FakeTelegram, **options: Any) -> Station:
    settings = load_settings(_env_file=None, **options.pop("settings", {}))
    options = {"request": FakeRequest(fake), "limits": None, "routes": Routes(), "words": Words(), **options}
    return Station(settings, engine, **options)


def texts(fake: FakeTelegram, *methods: str) -> list[str]:
    """What the bot sent or edited (by these methods only, if any), in order."""
    return [
        sent.message.get("text", sent.message.get("caption", ""))
        for sent in fake.sent
        if (sent.method in methods if methods else "Query" not in sent.method)
    ]
