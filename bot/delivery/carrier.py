"""Carrying one update out: one transaction, exactly once, and what is said about it."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import partial
from secrets import token_hex
from typing import Any

import structlog
from sqlalchemy.exc import DBAPIError, IntegrityError
from telegram import Bot, InlineQueryResultArticle, InputTextMessageContent, LinkPreviewOptions
from telegram.constants import ChatMemberStatus, ParseMode
from telegram.error import TelegramError

from bot.delivery.asking import Asked, Moved, Raw, Standing, read
from bot.delivery.letters import pack
from bot.delivery.outage import Outage, passing, reason_of
from bot.delivery.posting import Place
from bot.dispatch import SILENCE, Reply, RightsUnknown, Route, Routes, Say, Words
from core.errors import Mistake
from storage.book import Address, Book, Books
from storage.moving import migrate
from storage.outbox import Letter

ADMINS = (ChatMemberStatus.OWNER, ChatMemberStatus.ADMINISTRATOR)
MAX_FILE = 5_000_000
MAX_TOAST = 200
LEASE = timedelta(seconds=20)  # renewed every few seconds by a living process
RETRY = (0.1, 0.5, 2, 5)  # seconds between attempts while the database is out of reach; the last one repeats
A_MOMENT = 2  # attempts: another process that writes is no outage

log = structlog.get_logger(__name__)
Apart = Callable[..., Awaitable[Any]]  # runs a function that blocks in a worker thread
Unit = Callable[[Books], Any]  # a unit of work: opens one of these books
Units = Callable[[Unit], Awaitable[Any]]  # carries a unit of work out, perhaps with others
Report = Callable[[Raw, str], Awaitable[None]]  # what to do with an update that failed, and the fault's id


@dataclass(frozen=True, slots=True)
class Done:
    """What came of an update: the letters to send now, and what the one who asked is shown at once."""

    letters: tuple[Letter, ...] = ()
    reply: Reply = SILENCE
    place: Place | None = None  # where the letters go


class Carrier:
    """Carries updates out. `sender` is this process's name where several send, None where it is the only
    one.
    """

    def __init__(
        self,
        bot: Bot,
        books: Books,
        routes: Routes,
        words: Words,
        apart: Apart,
        units: Units,
        report: Report,
        outage: Outage,
        sender: str | None = None,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._bot, self._books, self._routes, self._words = bot, books, routes, words
        self._apart, self._units = apart, units
        self._report, self._outage = report, outage
        self._sender, self._clock = sender, clock
        self._answering: set[asyncio.Task[None]] = set()

    async def carry_out(self, update: Raw) -> Done:
        """Carries the update out, whatever it takes; returns after the commit, with the letters to be
        sent. Raises only if it failed and could not even be put aside: then it must not be confirmed.
        """
        asked: Asked | None = None
        try:
            found = read(update, self._bot.bot, self._clock())
            if isinstance(found, Moved):
                await self.persist(migrate, self._books, found.old, found.new)
            elif isinstance(found, Standing):
                await self.persist(self.stand, found.chat, found.inside)
            asked = found if isinstance(found, Asked) else None
            if asked is None:
                return Done()
            route = self._routes.route(asked.ask)
            if route is None:
                lost = Reply(toast=self._words.too_late(self._books.defaults["lang"]))
                self._answer_soon(asked, lost if asked.ask.kind == "tap" else SILENCE)
                return Done()
            done = await self._do(self._unit, asked, route)
        except Exception:
            fault = token_hex(4)
            log.exception("update failed", fault=fault, update=update["update_id"])
            done = await self._failed(update, asked, fault)
        if asked is not None:
            self._answer_soon(asked, done.reply)
        return done

    async def idle(self) -> None:
        """Returns when everybody who waited for an answer at once has it."""
        while self._answering:
            await asyncio.wait(set(self._answering))

    async def ask(self, asked: Asked) -> Done:
        """Carries out what is asked elsewhere than in the chat. Mistake if it is refused, LookupError if it
        is nothing to the bot.
        """
        route = self._routes.route(asked.ask)
        if route is None:
            raise LookupError(asked.ask.command)
        return await self._do(self._work, asked, route)

    def stand(self, telegram_id: int, inside: bool) -> None:
        """Notes in every chat at this address (a forum has several) whether the bot is in it."""
        for chat in self._books.at(telegram_id):
            self.activate(chat, inside)

    def activate(self, chat: int, active: bool) -> None:
        """Notes whether the bot is in the chat with this id of ours."""
        with self._books.open(chat) as book:
            book.activate(active)

    def overnight(self, chat: int, idle_since: datetime) -> tuple[Letter, ...]:
        """Reminds the chat of its open session, unless something was recorded in it since."""
        now = self._clock()
        with self._books.open(chat) as book:
            session = book.session
            if session is None or session.reminded or session.touched_at() > idle_since:
                return ()
            session.remind()
            return self._lay(book, self._routes.overnight(book, now), (0, False))

    async def persist(self, function: Callable[..., Any], *args: Any) -> Any:
        """Runs what works on the database; while that is out of reach, again and again."""
        return await self._lasting(lambda: self._apart(function, *args))

    async def _lasting(self, work: Callable[[], Awaitable[Any]]) -> Any:
        attempt = 0
        while True:
            try:
                result = await work()
            except IntegrityError:  # somebody else wrote the same meanwhile: then it is there now
                if attempt:
                    raise
            except DBAPIError as error:
                if not passing(error):
                    raise
                log.warning("database out of reach", reason=reason_of(error))
                if attempt >= A_MOMENT:
                    await self._outage.lasts(error)
                await asyncio.sleep(RETRY[min(attempt, len(RETRY) - 1)])
            else:
                await self._outage.ends()
                return result
            attempt += 1

    async def _do(self, unit: Callable[[Asked, Route, Books], Done], asked: Asked, route: Route) -> Done:
        """Asks Telegram for what the route has to know, then runs the handler."""
        asked = await self._enquire(asked, route)
        try:
            return await self._carried(partial(unit, asked, route))
        except RightsUnknown:
            asked = await self._enquire(asked, replace(route, admin=True))
            return await self._carried(partial(unit, asked, route))

    async def _carried(self, unit: Callable[[Books], Done]) -> Done:
        done: Done = await self._lasting(lambda: self._units(unit))
        return done

    def _unit(self, asked: Asked, route: Route, books: Books) -> Done:
        try:
            return self._work(asked, route, books)
        except Mistake as mistake:
            return self._refuse(asked, mistake, books)

    def _work(self, asked: Asked, route: Route, books: Books) -> Done:
        ask = asked.ask
        with _open(asked, books) as book:
            seen, answer = book.outbox.seen(ask.key)
            if seen:
                return Done(reply=_again(answer))
            person = book.people.see(ask.user.id, ask.user.username) if ask.user else None
            return self._keep(book, asked, route.handle(replace(ask, person=person), book))

    def _refuse(self, asked: Asked, mistake: Mistake, books: Books) -> Done:
        """The handler's transaction is undone; the refusal has one of its own."""
        if asked.ask.kind == "inline":
            return Done()
        return self._say(asked, lambda book: self._words.mistake(mistake, book.lang), books)

    def _say(self, asked: Asked, text: Callable[[Book], str], books: Books) -> Done:
        answered = asked.ask.message_id if asked.ask.kind == "message" else None
        with _open(asked, books) as book:
            if book.outbox.seen(asked.ask.key)[0]:
                return Done()
            return self._keep(book, asked, Reply((Say(text(book), reply_to=answered),)))

    def _keep(self, book: Book, asked: Asked, reply: Reply) -> Done:
        """Lays what is said into the outbox and remembers the update, unless nothing happened at all."""
        if asked.ask.kind == "inline" or not (book.unit.written or reply.says):
            return Done(reply=reply)
        answer = {"toast": reply.toast, "alert": reply.alert} if reply.toast else None
        book.activate(True)
        book.outbox.carried_out(asked.ask.key, self._clock(), answer)
        letters = self._lay(book, reply, (asked.ask.chat_id, asked.photo))
        return Done(letters, reply, Place(asked.ask.chat_id, asked.topic))

    def _lay(self, book: Book, reply: Reply, tapped: tuple[int, bool]) -> tuple[Letter, ...]:
        now = self._clock()
        letters = book.outbox.put([packed for say in reply.says for packed in pack(say, *tapped)], now)
        if self._sender is None or not letters:
            return tuple(letters)
        # Another process that sends this chat's letters takes these along.
        return tuple(book.outbox.waiting()) if book.outbox.claim(self._sender, now, now + LEASE) else ()

    async def _enquire(self, asked: Asked, route: Route) -> Asked:
        """What the route wants to know of Telegram, before any transaction."""
        ask = asked.ask
        if route.admin and ask.admin is None:
            ask = replace(
                ask, admin=ask.private or await self._is_admin(ask.chat_id, ask.user.id if ask.user else None)
            )
        if route.hearing:
            me = self._bot.bot
            hears = ask.private or bool(me.can_read_all_group_messages)
            ask = replace(ask, hears_all=hears or await self._is_admin(ask.chat_id, me.id))
        if route.file and asked.file_id is not None:
            ask = replace(ask, file=await self._download(asked.file_id))
        return asked._replace(ask=ask)

    async def _is_admin(self, chat_id: int, user_id: int | None) -> bool:
        """Asked afresh every time: lists of admins go stale. Who cannot be asked about is none."""
        if user_id is None:
            return False
        try:
            member = await self._bot.get_chat_member(chat_id=chat_id, user_id=user_id)
        except TelegramError as error:
            log.warning("rights unknown", reason=type(error).__name__)
            return False
        return member.status in ADMINS

    async def _download(self, file_id: str) -> bytes | None:
        try:
            file = await self._bot.get_file(file_id=file_id)
            if file.file_size and file.file_size > MAX_FILE:
                return None
            return bytes(await file.download_as_bytearray())
        except TelegramError as error:
            log.warning("file not fetched", reason=type(error).__name__)
            return None

    async def _failed(self, update: Raw, asked: Asked | None, fault: str) -> Done:
        """Something unexpected: the chat sees one sentence, the operator the rest under the same id."""
        await self._report(update, fault)
        if asked is None or asked.ask.kind == "inline":
            return Done()
        try:
            return await self._carried(
                partial(self._say, asked, lambda book: self._words.fault(fault, book.lang))
            )
        except Exception:
            log.exception("fault not told", fault=fault)
            return Done()

    def _answer_soon(self, asked: Asked, reply: Reply) -> None:
        """Answers beside the chat's queue, so that its next update does not wait for Telegram."""
        if asked.query is not None:
            task = asyncio.create_task(self._answer(asked.ask.kind, asked.query, reply))
            self._answering.add(task)
            task.add_done_callback(self._answering.discard)

    async def _answer(self, kind: str, query: str, reply: Reply) -> None:
        """What is shown at once to the one who tapped or asked inline; too late is no harm."""
        try:
            if kind == "tap":
                text = reply.toast and reply.toast[:MAX_TOAST]
                await self._bot.answer_callback_query(
                    callback_query_id=query, text=text, show_alert=reply.alert or None
                )
            else:
                found = [
                    InlineQueryResultArticle(
                        id=str(i),
                        title=one.title,
                        description=one.description or None,
                        input_message_content=InputTextMessageContent(
                            one.text,
                            parse_mode=ParseMode.HTML,
                            link_preview_options=LinkPreviewOptions(is_disabled=True),
                        ),
                    )
                    for i, one in enumerate(reply.inline)
                ]
                await self._bot.answer_inline_query(
                    inline_query_id=query, results=found, cache_time=0, is_personal=True
                )
        except TelegramError as error:
            log.info("query not answered", reason=type(error).__name__)


def _open(asked: Asked, books: Books) -> AbstractContextManager[Book]:
    ask = asked.ask
    return books.open(Address(ask.chat_id, asked.topic), ask.title, ask.private)


def _again(answer: Mapping[str, Any] | None) -> Reply:
    """The second attempt is answered with the first one's result."""
    return Reply(toast=answer["toast"], alert=answer["alert"]) if answer else Reply()
