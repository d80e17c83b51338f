"""The fake as PTB's wire: requests are answered in the same process."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import unquote

from telegram.error import TimedOut
from telegram.request import BaseRequest, RequestData

from bot.fake.errors import NoAnswer
from bot.fake.records import Upload
from bot.fake.telegram import FakeTelegram

_METHOD = re.compile(r".*/bot([^/]+)/(\w+)")
_FILE = re.compile(r".*/file/bot([^/]+)/(.+)")


class FakeRequest(BaseRequest):
    """Carries the requests of a `telegram.Bot` to `fake`: its `request` and its `get_updates_request`."""

    def __init__(self, fake: FakeTelegram) -> None:
        self.fake = fake

    @property
    def read_timeout(self) -> float | None:
        return None

    async def initialize(self) -> None:
        """There is nothing to open."""

    async def shutdown(self) -> None:
        """There is nothing to close."""

    async def do_request(
        self,
        url: str,
        method: str,  # noqa: ARG002 - GET and POST are one
        request_data: RequestData | None = None,
        *_: Any,
        **__: Any,
    ) -> tuple[int, bytes]:
        """One request: HTTP status and body, or `TimedOut` where the fake was told to time out."""
        if file := _FILE.fullmatch(unquote(url)):
            return self.fake.download(file[1], file[2])
        call = _METHOD.fullmatch(url)
        if call is None:
            return 404, b'{"ok": false, "error_code": 404, "description": "Not Found"}'
        params = request_data.json_parameters if request_data else {}
        files = request_data.multipart_data if request_data else {}
        try:
            return await self.fake.respond(
                call[1], call[2], params, {k: _upload(v) for k, v in files.items()}
            )
        except NoAnswer:
            raise TimedOut from None


def _upload(field: tuple[Any, ...]) -> Upload:
    name, data, *_ = field
    return Upload(str(name), data if isinstance(data, bytes) else data.read())
