"""The Mini App beside the local chat: no Telegram opens it, but a link for each speaker."""

import asyncio
import json
from secrets import token_hex, token_urlsafe
from time import time
from typing import TYPE_CHECKING
from urllib.parse import quote, urlsplit

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from bot.delivery.web import serve_pages
from bot.miniapp import MiniApp
from bot.webapp.files import NEVER_KEPT, SAFE
from bot.webapp.initdata import sign
from bot.webapp.routes import PATH, MiniAppPages

if TYPE_CHECKING:
    from bot.delivery.station import Station
    from bot.fake import User


class LocalPages:
    """A station of the local chat with its pages on this machine's `port`. As Telegram would, it signs who
    opens them, with a token that nobody else knows.
    """

    def __init__(self, port: int) -> None:
        self._listen = f"127.0.0.1:{port}"
        self._page = f"http://{self._listen}{PATH}/"
        self._token = f"1:{token_hex(32)}"
        self._doors: dict[str, tuple[str, User]] = {}  # where a link leads, and whom it lets in
        self._stopped = asyncio.Event()
        self._serving: asyncio.Task[None] | None = None
        self.mini_app = MiniApp(None, lambda: self._page)

    def beside(self, station: "Station") -> "LocalPages":
        """The same as this station, with the pages."""
        self._station = station
        return self

    async def start(self) -> None:
        await self._station.start()
        routes = [*MiniAppPages(self._station, self._token).routes(), Route("/as/{door}", self._enter)]
        self._serving = asyncio.create_task(serve_pages(self._listen, routes, self._stopped))
        await asyncio.sleep(0)  # an address that is taken is found out at once
        if self._serving.done():
            self._serving.result()

    async def drain(self) -> None:
        await self._station.drain()

    async def stop(self) -> None:
        self._stopped.set()
        if self._serving is not None:
            await asyncio.wait({self._serving})
        await self._station.stop()

    def link(self, user: "User", url: str) -> str | None:
        """The link by which this speaker opens the page behind `url`; None if it is none of these pages."""
        if not url.startswith(self._page):
            return None
        door = next((door for door, leads in self._doors.items() if leads == (url, user)), None)
        if door is None:
            door = token_urlsafe(9)
            self._doors[door] = url, user
        return f"http://{self._listen}/as/{door}"

    async def _enter(self, request: Request) -> Response:
        """Opens the page with launch data of the speaker, as Telegram's clients do."""
        found = self._doors.get(request.path_params["door"])
        if found is None:
            raise HTTPException(404)
        url, user = found
        data = sign({"auth_date": str(int(time())), "user": json.dumps(user.json())}, self._token)
        where = urlsplit(url)
        there = f"{where.path}?{where.query}#tgWebAppData={quote(data, safe='')}"
        return RedirectResponse(there, 302, headers={**SAFE, **NEVER_KEPT})
