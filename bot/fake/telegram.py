"""The fake Telegram: the people's side of `People`, and the Bot API as the bot meets it."""

from __future__ import annotations

import inspect
import json
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

from bot.fake.errors import ApiError, NoAnswer, flood
from bot.fake.limits import Limits, Meter
from bot.fake.methods import METHODS
from bot.fake.params import Args
from bot.fake.people import People
from bot.fake.records import Chat, Json, Upload

TOKEN = "6000000001:FAKE-TOKEN"


@dataclass
class Fault:
    """A failure that waits for its method to be called; without `error` the call times out."""

    method: str
    error: ApiError | None
    times: int
    arrived: bool


class FakeTelegram(People):
    """A strict Bot API server in memory, with one bot.

    `token` None takes any token; `limits` None lets everything through. `sent` lists what the bot did, in
    order. Not thread-safe: use it from the event loop that serves the bot.
    """

    def __init__(
        self,
        *,
        token: str | None = TOKEN,
        clock: Callable[[], float] = time.time,
        limits: Limits | None = None,
        privacy: bool = True,
        first_id: int = 1,
        username: str = "quezhang_bot",
    ) -> None:
        super().__init__(clock, privacy, first_id, username)
        self.token = token
        self.meter = Meter(limits) if limits else None
        self.commands: dict[str, list[Json]] = {}
        self.menu_buttons: dict[int | None, Json] = {}
        self.webhook: Json = {"url": ""}
        self.polls = 0  # a newer getUpdates ends an older one that still waits
        self._faults: list[Fault] = []

    def fail(
        self, method: str, error: ApiError | None = None, times: int = 1, *, arrived: bool = False
    ) -> None:
        """Makes the next calls of `method` fail with `error`, or time out without one.

        If `arrived`, they are carried out all the same.
        """
        self._faults.append(Fault(method, error, times, arrived))

    def charge(self, chat: Chat) -> None:
        """Counts a message or an edit against the limits; raises 429 if there are too many."""
        if self.meter and (seconds := self.meter.charge(chat.id, chat.private, self.clock())):
            raise flood(seconds)

    async def call(self, method: str, params: Mapping[str, str], files: Mapping[str, Upload]) -> object:
        """Carries out a Bot API method and returns its result; raises `ApiError` or `NoAnswer`."""
        fault = self._fault(method)
        if fault and not fault.arrived:
            raise fault.error or NoAnswer
        if method not in METHODS:
            raise ApiError(404, "Not Found: method not found")
        known, handler = METHODS[method]
        result = handler(self, Args(params, files, known))
        if inspect.isawaitable(result):
            result = await result
        if fault:
            raise fault.error or NoAnswer
        return result

    async def respond(
        self, token: str, method: str, params: Mapping[str, str], files: Mapping[str, Upload]
    ) -> tuple[int, bytes]:
        """One request as both wires see it: HTTP status and JSON body; raises `NoAnswer`."""
        try:
            if self.token not in (None, token):
                raise ApiError(401, "Unauthorized")
            status, body = 200, {"ok": True, "result": await self.call(method, params, files)}
        except ApiError as error:
            status, body = error.code, error.json()
        return status, json.dumps(body).encode()

    def download(self, token: str, path: str) -> tuple[int, bytes]:
        """A file at `/file/bot<token>/<path>`: HTTP status and content."""
        file = self.files.get(path.rpartition("/")[2])
        if file is None or self.token not in (None, token):
            return 404, ApiError(404, "Not Found").description.encode()
        return 200, file.data

    async def deliver(self, post: Callable[[bytes, Mapping[str, str]], Awaitable[int]]) -> int:
        """Posts the pending updates to the webhook: `post(body, headers)` answers with an HTTP status.

        An update is forgotten when it is answered with 2xx; another status stops the delivery, as Telegram
        would try again later. Returns how many were taken.
        """
        secret = self.webhook.get("secret_token")
        headers = {"content-type": "application/json"}
        if secret:
            headers["x-telegram-bot-api-secret-token"] = secret
        taken = 0
        for update in self.pending():
            status = await post(json.dumps(update).encode(), headers)
            if not 200 <= status < 300:
                self.webhook["last_error_message"] = f"Wrong response from the webhook: {status}"
                self.webhook["last_error_date"] = int(self.clock())
                break
            self.drop(update["update_id"])
            taken += 1
        return taken

    def _fault(self, method: str) -> Fault | None:
        for fault in self._faults:
            if fault.method == method and fault.times > 0:
                fault.times -= 1
                return fault
        return None
