"""The Mini App's routes: one page, its files, and a JSON API that asks the book and the engine."""

import json
import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from secrets import token_hex
from typing import TYPE_CHECKING, Any

import structlog
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Mount, Route

from bot.delivery.asking import Asked
from bot.desk import Desk
from bot.dispatch import Ask, Page
from bot.handlers.fromapp import BY_PAGE
from bot.readers import READERS
from bot.texts import words
from bot.webapp import views
from bot.webapp.files import NEVER_KEPT, SAFE, Files
from bot.webapp.gate import Gate, Turned, Visit
from core.errors import Mistake

if TYPE_CHECKING:
    from bot.delivery.station import Station
    from storage.book import Book

PATH = "/app"
MOST_BYTES, MOST_TEXT = 16_384, 2_000  # of a request, of a report in it
KEY = re.compile(r"[A-Za-z0-9_-]{8,64}")

log = structlog.get_logger(__name__)
Answer = tuple[int, Mapping[str, Any]]  # HTTP status, and JSON data
Work = Callable[[Visit, Mapping[str, Any]], Awaitable[Answer]]


class BadRequest(Exception):
    """The page asked for something that it never asks for."""


class MiniAppPages:
    """What the routes do, for one station."""

    def __init__(self, station: "Station", token: str) -> None:
        self._station = station
        self._gate = Gate(station, token)
        self._lang = station.settings.default_lang

    def routes(self) -> list[Mount]:
        files = Files(self._lang)
        works: Mapping[str, Work] = {
            "open": self._open, "table": self._table, "price": self._price, "log": self._log,
            "history": self._history, "record": self._record,
        }  # fmt: skip
        app = Starlette(
            routes=[
                Route("/", files.page),
                Route("/{version}/{name}", files.file),
                *(Route(f"/api/{name}", self._api(work), methods=["POST"]) for name, work in works.items()),
            ],
            middleware=[Middleware(GZipMiddleware, minimum_size=500)],
        )
        return [Mount(PATH, app=app)]

    def _api(self, work: Work) -> Callable[[Request], Awaitable[Response]]:
        async def answer(request: Request) -> Response:
            try:
                status, data = await self._answered(request, work)
            except ClientDisconnect:
                return Response(status_code=400)
            if status == 204:
                return Response(status_code=204, headers={**SAFE, **NEVER_KEPT})
            return JSONResponse(data, status, headers={**SAFE, **NEVER_KEPT})

        return answer

    async def _answered(self, request: Request, work: Work) -> Answer:
        texts = words(self._lang)
        try:
            asked = await _body(request)
            visit = await self._gate.enter(request.headers.get("authorization", ""), _text(asked, "start"))
            return await work(visit, asked)
        except Turned as turned:
            return turned.status, {"error": turned.code, "message": texts.web.turned[turned.code]}
        except BadRequest as bad:
            return 400, {"error": "bad_request", "message": str(bad)}
        except ClientDisconnect:
            raise
        except Exception:
            fault = token_hex(4)
            self._station.faults += 1
            log.exception("page failed", fault=fault, path=request.url.path)
            return 500, {"error": "fault", "message": texts.mistakes.fault(fault)}

    # ── looking ───────────────────────────────────────────────────────────────────────────────────────────

    async def _open(self, visit: Visit, _asked: Mapping[str, Any]) -> Answer:
        return 200, await self._look(visit, views.opened)

    async def _table(self, visit: Visit, asked: Mapping[str, Any]) -> Answer:
        """The table, or nothing (204) if it is as it was at `since`."""
        since = _text(asked, "since")

        def view(desk: Desk) -> Any:
            return None if views.version(desk) == since else views.table(desk)

        data = await self._look(visit, view)
        return (204, {}) if data is None else (200, data)

    async def _price(self, visit: Visit, asked: Mapping[str, Any]) -> Answer:
        command, text = _text(asked, "command"), _text(asked, "text")
        if command not in READERS or command not in BY_PAGE:
            raise BadRequest("command")
        return 200, await self._look(visit, lambda desk: views.price(desk, command, text))

    async def _log(self, visit: Visit, asked: Mapping[str, Any]) -> Answer:
        """The log of the session, or of another one of the same chat."""
        other = asked.get("session")
        if isinstance(other, int) and not isinstance(other, bool):
            visit = replace(visit, session=other)
        return 200, await self._look(visit, views.log)

    async def _history(self, visit: Visit, _asked: Mapping[str, Any]) -> Answer:
        return 200, await self._look(visit, views.history)

    async def _look(self, visit: Visit, view: Callable[[Desk], Any]) -> Any:
        return await self._station.apart(self._seen, visit, view)

    def _seen(self, visit: Visit, view: Callable[[Desk], Any]) -> Any:
        with self._station.books.look(visit.chat) as book:
            session = book.sessions.get(visit.session) if book else None
            if book is None or session is None:
                raise Turned("no_table", 404)
            return view(Desk(_ask(visit, book), book, session))

    # ── recording ─────────────────────────────────────────────────────────────────────────────────────────

    async def _record(self, visit: Visit, asked: Mapping[str, Any]) -> Answer:
        """Carries out a command as if it were said in the chat: what was done (`said`), or a question whether
        the page is `sure` (`asked`), or what is wrong (`problems`). The same `key` is carried out once.
        """
        command, text, key = (_text(asked, name) for name in ("command", "text", "key"))
        if command not in BY_PAGE or not KEY.fullmatch(key):
            raise BadRequest("command or key")
        ask = replace(
            _ask(visit),
            key=f"w{visit.user.id}:{key}",
            command=command,
            text=text,
            page=Page(visit.session, sure=asked.get("sure") is True),
        )
        try:
            reply = await self._station.ask(Asked(ask, visit.topic))
        except Mistake as wrong:
            problems = await self._look(visit, partial(views.problems, wrong=wrong))
            return 422, problems
        return 200, {"asked" if reply.alert else "said": reply.toast or ""}


def _ask(visit: Visit, book: "Book | None" = None) -> Ask:
    """What somebody wants, as the handlers know it."""
    return Ask(
        "page",
        "",
        datetime.now(UTC),
        visit.telegram_id,
        private=visit.telegram_id > 0,
        user=visit.user,
        person=book.people.by_account(visit.user.id) if book else None,
        admin=visit.admin if book else None,  # to record, it is asked afresh
    )


async def _body(request: Request) -> Mapping[str, Any]:
    """The JSON object of a request."""
    received = b""
    async for chunk in request.stream():
        received += chunk
        if len(received) > MOST_BYTES:
            raise BadRequest("too long")
    try:
        data = json.loads(received or b"{}")
    except ValueError:
        raise BadRequest("no JSON") from None
    if not isinstance(data, dict):
        raise BadRequest("no object")
    return data


def _text(asked: Mapping[str, Any], name: str) -> str:
    value = asked.get(name, "")
    if not isinstance(value, str) or len(value) > MOST_TEXT:
        raise BadRequest(name)
    return value.replace("\0", "").encode("utf-8", "replace").decode()
