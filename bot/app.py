"""The route table: which handler an update goes to, and how its mistakes come back as words."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, Any

from bot.buttons import Forged, verb_of
from bot.commands import BY_NAME, COMMANDS, Command
from bot.desk import open_desk
from bot.dispatch import SILENCE, Ask, Handler, Reply, Route, Say
from bot.handlers import editing, fromapp, helping, inline, joining, recording
from bot.miniapp import MiniApp
from bot.newcomers import linked_at_once
from bot.newcomers import with_names as named
from bot.phrases import Unread
from bot.readers import EDITABLE, may_be_report, plain_command
from bot.taps import TAPS
from bot.texts import CATALOGUES, spoken, words
from bot.texts.layout import code, esc
from bot.wording import Refused, with_names
from core.errors import Mistake, mistake
from core.notation import fold
from storage.book import Book

if TYPE_CHECKING:
    from sqlalchemy import Engine
    from telegram.request import BaseRequest

    from bot.delivery.station import Station
    from bot.settings import Settings
    from bot.webapp.local import LocalPages

BY_WORD: Mapping[str, Command] = {
    word: BY_NAME[name] for name, said in spoken.COMMAND_WORDS.items() if name in BY_NAME for word in said
}


MOST = 1000  # characters of a message: nothing that the bot reads is longer, and longer ones cost time


class App:
    """The bot's routes. `local`: in the local chat a newcomer is the bare name that he speaks under;
    `mini_app`: how the Mini App is opened, if there is one.
    """

    def __init__(self, local: bool = False, mini_app: MiniApp | None = None) -> None:
        self._local = local
        self._mini_app = mini_app

    def route(self, ask: Ask) -> Route | None:
        """Where this Ask goes; None for what is nothing to the bot."""
        if ask.kind == "tap":
            verb = verb_of(ask.tap or "")
            tap = TAPS.get(verb)
            return Route(verb, self._guarded(tap)) if tap else None
        if ask.kind == "inline":
            return Route("inline", self._guarded(inline.answer))
        if ask.kind == "invited":
            return Route("start", self._guarded(helping.start), hearing=True)
        if ask.kind == "page" and ask.command in fromapp.BY_PAGE:
            return Route("page", self._guarded(fromapp.carry_out))
        if ask.kind != "message":
            return None
        if len(ask.text) > MOST:
            if ask.edited:
                return Route("edit", self._guarded(editing.edited_away))
            asks = ask.command in BY_NAME or (ask.command is None and may_be_report(ask.text[:MOST]))
            return Route("long", self._guarded(_too_long)) if asks else None
        if ask.command is not None:
            return self._of_command(ask)
        return self._of_words(ask)

    def _of_command(self, ask: Ask) -> Route | None:
        command = BY_NAME.get(ask.command or "")
        if command is None and ask.private and not ask.edited:
            return Route("start", self._guarded(helping.start))
        if ask.edited and (command is None or command.name not in EDITABLE):
            return Route("edit", self._guarded(editing.edited_away))
        if command is None:
            return None
        handle = editing.edited if ask.edited else command.handle
        return self._route(command, self._guarded(handle, command.name))

    def _of_words(self, ask: Ask) -> Route | None:
        """Plain words: a command's, or what may be a report."""
        head, _, rest = _head(ask.text)
        command = BY_WORD.get(head)
        if command is not None and not (ask.edited and command.name not in EDITABLE):
            spoken_ask = self._spoken(command, rest, editing.edited if ask.edited else command.handle)
            return self._route(command, spoken_ask)
        if may_be_report(ask.text):
            handle = editing.edited if ask.edited else recording.plainly
            return Route("report", self._guarded(handle, "hu"))
        return Route("edit", self._guarded(editing.edited_away)) if ask.edited else None

    def _route(self, command: Command, handle: Handler) -> Route:
        return Route(command.name, handle, hearing=command.hearing, file=command.file)

    def _spoken(self, command: Command, rest: str, handle: Handler) -> Handler:
        """A command by its Chinese word: silence if what follows does not read as its arguments."""
        guarded = self._guarded(handle, command.name, silent=True)
        return lambda ask, book: guarded(replace(ask, command=command.name, text=rest, plain=True), book)

    def _guarded(self, handle: Handler, example: str | None = None, silent: bool = False) -> Handler:
        def run(ask: Ask, book: Book) -> Reply:
            if self._mini_app is not None:
                ask = replace(ask, mini_app=self._mini_app)
            if self._local:
                ask = linked_at_once(ask, book)
            if ask.mentions:
                ask = named(ask, book)
            before = book.unit.written  # who asks may have become known just now
            try:
                return handle(ask, book)
            except Unread as wrong:
                if silent and book.unit.written == before:
                    return SILENCE
                raise _refused(wrong, book, example) from wrong
            except Refused:
                raise  # its example is there already
            except Mistake as wrong:
                if wrong.problems[0].code == "spectator" and (asked := joining.is_that_you(ask, book)):
                    return asked
                refused = _refused(wrong, book, example)
                if ask.kind == "tap" and not book.unit.written:
                    return Reply(toast=words(book.lang).mistakes.message(refused), alert=True)
                raise refused from wrong
            except Forged:
                return Reply(toast=words(book.lang).mistakes.too_late())

        return run

    def overnight(self, book: Book, _at: datetime) -> Reply:
        """The reminder of a session that was left open."""
        return Reply((Say(words(book.lang).sessions.overnight()),))

    def menus(self) -> Mapping[str, Sequence[tuple[str, str]]]:
        """Telegram's command menu: Chinese for everybody, and for each other language there is."""
        menus = {}
        for lang, texts in CATALOGUES.items():
            rows = [(command.name, texts.commands.about[command.name].menu) for command in COMMANDS]
            menus["" if lang == "zh" else lang] = rows
        return menus


class Sentences:
    """The sentences that delivery needs."""

    def mistake(self, problem: Mistake, lang: str) -> str:
        texts = words(lang).mistakes
        text = esc(texts.message(problem))
        example = problem.example if isinstance(problem, Refused) else None
        return f"{text}\n{texts.example(code(example))}" if example else text

    def fault(self, fault_id: str, lang: str) -> str:
        return esc(words(lang).mistakes.fault(fault_id))

    def too_late(self, lang: str) -> str:
        return words(lang).mistakes.too_late()


async def serve(settings: "Settings") -> None:
    """The bot on Telegram, until it is told to stop."""
    from bot.delivery.station import Station
    from bot.pictures import draw
    from bot.webapp.routes import MiniAppPages
    from storage.engine import open_engine

    engine = open_engine(settings.database_url)
    app = App(mini_app=_mini_app(settings, lambda: station.bot.username))
    station = Station(settings, engine, app, Sentences(), draw=draw)
    token = settings.telegram_bot_token
    await station.serve(MiniAppPages(station, token.get_secret_value()).routes() if token else ())


def _mini_app(settings: "Settings", username: Callable[[], str]) -> MiniApp | None:
    """How Telegram opens the Mini App: web_app buttons need https, links in groups its name."""
    if settings.web_url is None:
        return None
    page, name = f"{settings.web_url}/app/", settings.mini_app_name
    return MiniApp(
        page if page.startswith("https://") else None,
        lambda: f"https://t.me/{username()}/{name}" if name else None,
    )


def local_station(
    settings: "Settings",
    engine: "Engine",
    request: "BaseRequest",
    mini_app: MiniApp | None = None,
    **more: Any,
) -> "Station":
    """The bot on the local chat's wire: no token, no limits."""
    from bot.delivery.station import Station
    from bot.pictures import draw

    app = App(local=True, mini_app=mini_app)
    return Station(settings, engine, app, Sentences(), draw=draw, request=request, limits=None, **more)


def local_station_with_pages(
    settings: "Settings", engine: "Engine", request: "BaseRequest", port: int
) -> "LocalPages":
    """The same with the Mini App's pages on a port of this machine."""
    from bot.webapp.local import LocalPages

    pages = LocalPages(port)
    return pages.beside(local_station(settings, engine, request, pages.mini_app))


def _too_long(ask: Ask, book: Book) -> Reply:
    """A command or a report that nobody can read through; long talk is talk."""
    if ask.command is None:
        begins = ask.text[:MOST]
        if book.session is None or plain_command(begins, open_desk(ask, book).frame) is None:
            return SILENCE
    raise mistake("impossible", "too_long", most=MOST)


def _head(text: str) -> tuple[str, str, str]:
    """The first piece of a text, folded, and the rest as it was written; `#3` is a piece of its own."""
    match = re.match(r"\s*([^\s#＃]+|\S+)(\s*)(.*)", text, re.DOTALL)
    return (fold(match[1]), match[2], match[3]) if match else ("", "", "")


def _refused(wrong: Mistake, book: Book, example: str | None) -> Refused:
    """The mistake with names, and an example if it was of the report's or the arguments' making."""
    names: dict[str, str] = book.session.names() if book.session else {}
    problems = [with_names(problem, names) for problem in wrong.problems]
    wants_example = any(map(words(book.lang).mistakes.teaches, problems))
    return Refused(problems, _example(example, book) if example and wants_example else None)


def _example(command: str, book: Book) -> str | None:
    """A right example of the command, with the people of this table."""
    texts, session = words(book.lang), book.session
    about = texts.commands.about.get(command)
    people = (session and (session.state.seats or session.members)) or ()
    names = [book.people.of(key).shown for key in people]
    if command == "hu" and session is not None and names:
        return texts.help.example_report(session.ruleset, names[0], names[-1])
    return texts.help.example_with(about.example, names) if about else None
