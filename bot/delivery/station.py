"""The bot as a whole: an engine, a wire, and everything between them, started and stopped in order."""

import asyncio
import json
import os
import signal
import socket
from collections.abc import Awaitable, Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from secrets import token_hex, token_urlsafe
from time import monotonic
from typing import TYPE_CHECKING, Any

import structlog
from sqlalchemy import Engine, event, text
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from telegram import BotCommand
from telegram.error import InvalidToken, TelegramError
from telegram.ext import Application, ApplicationBuilder, ContextTypes, ExtBot, TypeHandler
from telegram.request import BaseRequest, HTTPXRequest

from bot.delivery.asking import Asked, Raw
from bot.delivery.carrier import LEASE, RETRY, Carrier, Unit
from bot.delivery.intake import Intake
from bot.delivery.outage import Outage, passing, reason_of
from bot.delivery.polling import ALLOWED, Polling
from bot.delivery.posting import Poster
from bot.delivery.together import Together, contained
from bot.delivery.web import NotReady, public_url, serve_pages
from bot.dispatch import Draw, Reply, Routes, Words
from bot.limiter import Limiter, Limits
from bot.log import redact
from bot.outbox import Sender
from bot.settings import Settings
from storage.book import Books
from storage.inbox import Inbox, note
from storage.migrations import upgrade
from storage.moving import migrate
from storage.outbox import Mail

if TYPE_CHECKING:
    from starlette.routing import BaseRoute

LOCAL_TOKEN = "1:local"
KEEP_SEEN = timedelta(days=3)  # Telegram redelivers for a day
KEEP_POISON = timedelta(days=30)
HOUSEKEEPING = 60.0  # seconds
TAKE_OVER = 5.0  # seconds: so often a process says that it lives, and looks for those that ended
OVERNIGHT = timedelta(hours=8)  # a session that nobody touched for so long was left open
UNITS = 8  # units of work side by side on PostgreSQL
LOCK_MS = 50
STOP_SECONDS = 8.0  # for what is still to be sent when the process is told to stop
FLOWING = 90.0  # seconds since Telegram's last answer to a poll

log = structlog.get_logger(__name__)


class Station:
    """Runs the bot. Without `request` it talks to Telegram; `limits` None: as fast as it can."""

    def __init__(
        self,
        settings: Settings,
        engine: Engine,
        routes: Routes,
        words: Words,
        *,
        draw: Draw | None = None,
        request: BaseRequest | None = None,
        limits: Limits | None = Limits(),  # noqa: B008 - frozen
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self.settings = settings
        self.engine = engine
        self.books = Books(engine, settings.default_lang, settings.time_zone)
        self.routes = routes
        self._draw = draw
        self._clock = clock
        self._together = Together(self.books)
        self._pool = None if engine.dialect.name == "sqlite" else ThreadPoolExecutor(UNITS, "unit")
        if self._pool is None:
            event.listen(engine, "connect", _impatient)
        token = settings.telegram_bot_token.get_secret_value() if settings.telegram_bot_token else LOCAL_TOKEN
        self._token = token
        base = settings.telegram_api_base or "https://api.telegram.org"
        self.bot: ExtBot[None] = ExtBot(
            token=token,
            base_url=f"{base}/bot",
            base_file_url=f"{base}/file/bot",
            request=request or HTTPXRequest(connection_pool_size=64),
            get_updates_request=request or HTTPXRequest(),
        )
        self.app: Application[Any, Any, Any, Any, Any, Any] = (
            ApplicationBuilder().bot(self.bot).updater(None).build()
        )
        self.app.add_handler(TypeHandler(dict, self._carry_out))  # updates as Telegram's JSON
        several = settings.webhook_url is not None
        name = f"{socket.gethostname()}-{os.getpid()}-{token_hex(4)}" if several else None
        self._name = name
        self.mail, self.inbox = Mail(engine), Inbox(engine)
        self.carrier = Carrier(
            self.bot,
            self.books,
            routes,
            words,
            self.apart,
            self._units,
            self._report,
            Outage(self._tell),
            name,
            clock,
        )
        self.sender = Sender(
            self.mail,
            Poster(self.bot, self._picture),
            Limiter(limits, sleep=sleep),
            self.apart,
            self.carrier.persist,
            gone=lambda chat: self.carrier.persist(self.carrier.activate, chat, False),
            moved=lambda old, new: self.carrier.persist(migrate, self.books, old, new),
            sender=name,
            sleep=sleep,
        )
        self.intake = Intake(self.inbox, self._process, self.carrier.persist, self._tell)
        self._unsafe: dict[int, Exception] = {}  # why an update could be neither carried out nor put aside
        self.polling = Polling(self.bot, self.intake)
        self.faults = 0

    async def apart(self, function: Callable[..., Any], *args: Any) -> Any:
        """Runs a unit of work: on PostgreSQL, where it waits for the network and for others, in a worker
        thread. On SQLite at once: it takes a millisecond or two, and threads would only fight for the
        interpreter.
        """
        if self._pool is None:
            return contained(function, *args)
        return await asyncio.get_running_loop().run_in_executor(self._pool, contained, function, *args)

    async def _units(self, unit: Unit) -> Any:
        """Carries a unit of work out; on SQLite together with those of other chats that come just then."""
        if self._pool is None and self.intake.busy > 1:
            return await self._together.run(unit)
        return await self.apart(unit, self.books)

    async def ask(self, asked: Asked) -> Reply:
        """Carries out, in the chat's turn, what is asked elsewhere than there, and answers in the chat; what
        the one who asked is told. Mistake if it is refused.
        """
        replies: list[Reply] = []

        async def work() -> None:
            done = await self.carrier.ask(asked)
            self.sender.put(done.letters, done.place)
            replies.append(done.reply)

        await self.intake.in_turn(asked.ask.chat_id, work)
        return replies[0]

    # ── the local chat's three ────────────────────────────────────────────────────────────────────────────

    async def start(self) -> None:
        """Brings the database up to date, makes the bot known to itself, and takes up what was left
        undone.
        """
        await self._open_database()
        await self.app.initialize()
        await self._take_over()
        await self.intake.resume()

    async def drain(self) -> None:
        """Fetches what waits, carries it out, confirms and answers; returns when there is nothing left to
        do.
        """
        while await self.polling.once():
            pass
        await self.intake.idle()
        await self.carrier.idle()
        await self.sender.flush()

    async def stop(self) -> None:
        """Finishes what is under way, confirms, sends what can be sent, and closes everything."""
        await self.intake.idle()
        await self.carrier.idle()
        await self.polling.confirm()
        await self.sender.close(STOP_SECONDS)
        await self.app.shutdown()
        if self._pool is not None:
            self._pool.shutdown()
        self.engine.dispose()

    # ── the real thing ────────────────────────────────────────────────────────────────────────────────────

    async def serve(self, pages: "Sequence[BaseRoute]" = ()) -> None:
        """Works until SIGTERM or SIGINT: polling, or the webhook if there is an URL; `pages` are served
        besides.

        Raises NotReady for what the start-up check finds.
        """
        stopped = asyncio.Event()
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, stopped.set)
        try:
            await self.start()
        except InvalidToken:
            raise NotReady("TELEGRAM_BOT_TOKEN is refused by Telegram") from None
        except DBAPIError as error:
            raise NotReady(f"the database cannot be used: {reason_of(error)}") from None
        await self._announce()
        secret = await self._secret() if self._name else None
        listen = self.settings.webhook_listen if secret else self.settings.web_listen
        works = [self._every(HOUSEKEEPING, self.keep_house, stopped)]
        if listen:
            works.append(serve_pages(listen, await self._pages(secret, pages), stopped))
        if secret is None:
            works.append(self.polling.run(stopped))
        else:
            works.append(self._every(TAKE_OVER, self._take_over, stopped))
        tasks = [asyncio.create_task(work) for work in works]
        for task in tasks:
            task.add_done_callback(lambda _: stopped.set())
        await self._point(secret)
        log.info("ready", bot=self.bot.username, mode="webhook" if secret else "polling")
        await stopped.wait()
        log.info("stopping")
        self.polling.stop()
        results = await asyncio.gather(*tasks, return_exceptions=True)
        await self.stop()
        for trouble in results:
            if isinstance(trouble, InvalidToken):
                raise NotReady("TELEGRAM_BOT_TOKEN is refused by Telegram")
            if isinstance(trouble, BaseException):
                raise trouble

    async def _open_database(self) -> None:
        """Brings the database up to date; somebody else who writes just now is waited for."""
        for pause in (*RETRY, None):
            try:
                await self.apart(upgrade, self.engine)
                break
            except DBAPIError as error:
                if pause is None or not passing(error):
                    raise
                await asyncio.sleep(pause)

    async def _process(self, update: Raw) -> None:
        """Carries an update out; raises if it is not safe to confirm it."""
        await self.app.process_update(update)
        if self._unsafe and (error := self._unsafe.pop(update["update_id"], None)):
            raise error

    async def _carry_out(self, update: Raw, _: ContextTypes.DEFAULT_TYPE) -> None:
        try:
            done = await self.carrier.carry_out(update)
        except Exception as error:  # PTB would log it and go on
            self._unsafe[update["update_id"]] = error
        else:
            self.sender.put(done.letters, done.place)

    async def _take_over(self) -> None:
        """Takes up the letters that nobody sends: all of them, or in company those of processes that
        ended.
        """
        if self._name is None:
            self.sender.put(await self.carrier.persist(self.mail.waiting))
            return
        now = self._clock()
        await self.carrier.persist(self.mail.renew, self._name, now + LEASE)
        self.sender.put(await self.carrier.persist(self.mail.claim_stale, self._name, now, now + LEASE))

    async def _every(
        self, seconds: float, work: Callable[[], Awaitable[None]], stopped: asyncio.Event
    ) -> None:
        while not stopped.is_set():
            with suppress(TimeoutError):
                await asyncio.wait_for(stopped.wait(), seconds)
                return
            try:
                await work()
            except Exception:
                log.exception("housekeeping failed")

    async def keep_house(self) -> None:
        """What has to be done now and then: reminders, dropping what is stale."""
        now, persist = self._clock(), self.carrier.persist
        await persist(self.mail.forget_updates, now - KEEP_SEEN)
        await persist(self.inbox.forget, now - KEEP_POISON)
        for chat in await persist(self.books.left_open, now - OVERNIGHT):
            self.sender.put(await persist(self.carrier.overnight, chat, now - OVERNIGHT))

    async def _announce(self) -> None:
        """Telegram's command menu, in every language."""
        try:
            for lang, rows in self.routes.menus().items():
                commands = [BotCommand(name, description) for name, description in rows]
                await self.bot.set_my_commands(commands=commands, language_code=lang or None)
        except TelegramError as error:
            log.warning("menu not set", reason=type(error).__name__)

    async def _secret(self) -> str:
        if self.settings.webhook_secret is not None:
            return self.settings.webhook_secret.get_secret_value()
        secret: str = await self.apart(note, self.engine, "webhook_secret", lambda: token_urlsafe(32))
        return secret

    async def _point(self, secret: str | None) -> None:
        """Tells Telegram where updates go; what waits there is never dropped."""
        url = self.settings.webhook_url
        if secret is None or url is None:
            if (await self.bot.get_webhook_info()).url:
                log.warning("a webhook was set; this process polls, so it is taken away")
                await self.bot.delete_webhook(drop_pending_updates=False)
            return
        await self.bot.set_webhook(
            url=public_url(url), secret_token=secret, allowed_updates=ALLOWED, drop_pending_updates=False
        )

    async def _pages(self, secret: str | None, pages: "Sequence[BaseRoute]") -> "list[BaseRoute]":
        from bot.delivery.webhook import webhook
        from bot.health import health

        hooks: list[BaseRoute] = []
        if secret is not None and self.settings.webhook_url is not None:
            hooks.append(webhook(self.intake.take, public_url(self.settings.webhook_url), secret))
        return [*hooks, *health(self.ready, self.counts), *pages]

    async def ready(self) -> Mapping[str, bool]:
        """Whether the database can be written to, and whether updates flow."""
        try:
            await self.apart(_probe, self.engine)
            database = True
        except SQLAlchemyError:
            database = False
        flowing = self._name is not None or monotonic() - self.polling.fetched_at < FLOWING
        return {"database": database, "updates": flowing}

    def counts(self) -> Mapping[str, tuple[str, str, float]]:
        """The metrics: kind, help, value by name."""
        return {
            "quezhang_updates": ("counter", "Updates that came in.", self.intake.taken),
            "quezhang_poison_updates": ("counter", "Updates that could not be read.", self.intake.poisoned),
            "quezhang_faults": ("counter", "Updates that failed unexpectedly.", self.faults),
            "quezhang_letters_sent": ("counter", "Messages and edits that Telegram took.", self.sender.sent),
            "quezhang_letters_waiting": ("gauge", "Messages and edits on their way.", self.sender.waiting),
        }

    async def _picture(self, picture: str) -> bytes | None:
        if self._draw is None:
            return None
        try:
            return await asyncio.to_thread(self._draw, picture)
        except Exception:
            log.exception("picture not drawn")
            return None

    async def _report(self, update: Raw, fault: str) -> None:
        self.faults += 1
        number = update["update_id"]
        await self.carrier.persist(self.inbox.keep, number, json.dumps(update), f"fault {fault}")
        await self._tell(f"{number}: fault {fault}")

    async def _tell(self, line: str) -> None:
        """A line to the operator; if it does not arrive, it stands in the log."""
        if self.settings.operator_chat is None:
            return
        try:
            await self.bot.send_message(chat_id=self.settings.operator_chat, text=redact(line, self._token))
        except TelegramError as error:
            log.warning("operator not told", reason=type(error).__name__)


def _impatient(raw: Any, _record: object) -> None:
    """On SQLite, whoever waits for another process's lock holds up all chats: rather try again a little
    later.
    """
    raw.execute(f"PRAGMA busy_timeout={LOCK_MS}").close()


def _probe(engine: Engine) -> None:
    """A write that changes nothing."""
    with engine.begin() as connection:
        connection.execute(text("DELETE FROM notes WHERE name = ''"))
