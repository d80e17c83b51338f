"""Sending what lies in the outbox: each chat's letters in order, at the pace that Telegram allows.

A letter leaves the outbox only after Telegram took it. What was not struck out when a process died is sent
again: an answer may come twice, never not at all.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any

import structlog
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from telegram.error import BadRequest, ChatMigrated, Forbidden, RetryAfter, TelegramError

from bot.delivery.letters import unpack
from bot.delivery.outage import reason_of
from bot.delivery.posting import NO_CHAT, Place, Poster, means
from bot.dispatch import Say
from bot.limiter import Limiter
from storage.outbox import Letter, Mail, Post, Sent

STRIKE_AFTER = 0.1  # seconds in which letters gather before they are struck out together
RETRY_STRIKE = 5.0
REMEMBERED = 10_000  # letters struck out lately: a unit of work may have read them just before that
PATIENCE = (1, 2, 5, 10, 30, 60)  # seconds between attempts while Telegram cannot be reached

log = structlog.get_logger(__name__)
Apart = Callable[..., Awaitable[Any]]  # runs a function that blocks in a worker thread


@dataclass(slots=True)
class _Queue:
    letters: deque[Letter] = field(default_factory=deque)
    place: Place | None = None
    absorbed: list[Letter] = field(default_factory=list)  # edits that the first letter took in


class Sender:
    """Sends letters. Where other processes send too, `lease` sees to it that a chat has one sender.

    `persist` runs a unit of work however long the database is out of reach. `gone` is told (our id) that a
    chat is out of reach; `moved` Telegram's old and new id of one.
    """

    def __init__(
        self,
        mail: Mail,
        poster: Poster,
        limiter: Limiter,
        apart: Apart,
        persist: Apart,
        gone: Callable[[int], Awaitable[None]],
        moved: Callable[[int, int], Awaitable[None]],
        sender: str | None = None,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._mail, self._poster, self._limiter = mail, poster, limiter
        self._apart, self._persist, self._sleep = apart, persist, sleep
        self._gone, self._moved = gone, moved
        self._sender = sender  # this process's name among several; None: it is the only one
        self._queues: dict[int, _Queue] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._known: set[tuple[int, int]] = set()  # letters that are queued, or were not long ago
        self._struck: deque[tuple[int, int]] = deque()
        self._sent: list[Sent] = []
        self._posts: dict[tuple[int, str], Post] = {}  # where the letters of `_sent` stand
        self._striking = asyncio.Lock()
        self._timer: asyncio.TimerHandle | None = None
        self.sent = 0  # how many letters Telegram took

    def put(self, letters: Iterable[Letter], place: Place | None = None) -> None:
        """Queues letters that lie in the outbox; those that are queued already are passed over. `place`
        is where they go, if that is known: they are of one chat then.
        """
        for letter in letters:
            if (letter.chat, letter.id) in self._known:
                continue
            self._known.add((letter.chat, letter.id))
            queue = self._queues.get(letter.chat)
            if queue is not None:
                queue.letters.append(letter)
                continue
            self._queues[letter.chat] = _Queue(deque([letter]), place)
            task = asyncio.create_task(self._run(letter.chat))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    @property
    def waiting(self) -> int:
        """How many letters are queued."""
        return sum(len(queue.letters) for queue in self._queues.values())

    async def flush(self) -> None:
        """Returns when everything that was queued is sent and struck out."""
        while self._tasks:
            await asyncio.wait(set(self._tasks))
        await self._strike()

    async def close(self, seconds: float) -> None:
        """Flushes for so long; what is left waits in the outbox for the next start."""
        try:
            await asyncio.wait_for(self.flush(), seconds)
        except TimeoutError:
            for task in set(self._tasks):
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)
            await self._strike()

    async def _run(self, chat: int) -> None:
        queue = self._queues[chat]
        try:
            while True:
                while queue.letters:
                    await self._one(chat, queue)
                if self._sender is None:
                    return
                await self._strike()
                left = await self._persist(self._mail.release, chat, self._sender)
                queue.letters.extend(x for x in left if (x.chat, x.id) not in self._known)
                self._known.update((x.chat, x.id) for x in left)
                if not queue.letters:
                    return
        finally:
            del self._queues[chat]
            self._known.difference_update((x.chat, x.id) for x in queue.letters)

    async def _one(self, chat: int, queue: _Queue) -> None:
        """Sends the first letter of the queue, however long that takes."""
        for attempt in range(10**9):
            place = queue.place = queue.place or await self._place(chat)
            if place is None:
                return self._give_up(queue)
            await self._limiter.turn(place.telegram_id, group=place.telegram_id < 0)
            letter = self._next(queue)
            try:
                say = unpack(letter.say, letter.file)
                post = await self._poster.post(place, say, await self._standing(letter, say))
            except RetryAfter as error:
                wait = error.retry_after
                self._limiter.pause(
                    place.telegram_id, wait.total_seconds() if isinstance(wait, timedelta) else wait
                )
            except ChatMigrated as error:
                await self._moved(place.telegram_id, error.new_chat_id)
                queue.place = None
            except (Forbidden, BadRequest) as error:
                if isinstance(error, Forbidden) or means(error, *NO_CHAT):
                    log.info("chat out of reach", chat=chat, reason=error.message)
                    await self._gone(chat)
                    return self._give_up(queue)
                log.error("letter refused", chat=chat, letter=letter.id, reason=error.message)
                return self._done(queue, letter, None)
            except TelegramError as error:  # the network, Telegram's server; what timed out may have arrived
                log.warning("letter waits", chat=chat, letter=letter.id, reason=type(error).__name__)
                await self._sleep(PATIENCE[min(attempt, len(PATIENCE) - 1)])
            except Exception:
                log.exception("letter failed", chat=chat, letter=letter.id)
                return self._done(queue, letter, None)
            else:
                self.sent += 1
                return self._done(queue, letter, post if letter.subject else None)
        return None

    def _next(self, queue: _Queue) -> Letter:
        """The first letter, in the last state of its subject: edits that wait behind it are taken in."""
        first = queue.letters[0]
        later = [
            x for x in queue.letters if x is not first and x.subject == first.subject and x.say.get("edit")
        ]
        if first.subject is not None and later:
            own = {name: first.say[name] for name in ("edit", "at", "reply_to") if name in first.say}
            rest = {
                name: value for name, value in later[-1].say.items() if name not in ("edit", "at", "reply_to")
            }
            first = replace(first, say=rest | own, file=later[-1].file)
            queue.absorbed += later
            queue.letters = deque([first, *(x for x in list(queue.letters)[1:] if x not in later)])
        return first

    async def _standing(self, letter: Letter, say: Say) -> Post | None:
        """The message that this letter edits, if it edits one."""
        if not say.edit:
            return None
        if letter.subject is not None:
            known = self._posts.get((letter.chat, letter.subject))
            post: Post | None = known or await self._persist(self._mail.post, letter.chat, letter.subject)
            if post is not None:
                return post
        return Post(*letter.say["at"]) if "at" in letter.say else None

    async def _place(self, chat: int) -> Place | None:
        found = await self._persist(self._mail.address, chat)
        return Place(*found) if found else None

    def _give_up(self, queue: _Queue) -> None:
        while queue.letters:
            self._done(queue, queue.letters[0], None)

    def _done(self, queue: _Queue, letter: Letter, post: Post | None) -> None:
        queue.letters.popleft()
        for absorbed in queue.absorbed:
            self._strike_soon(Sent(absorbed))
        queue.absorbed.clear()
        self._strike_soon(Sent(letter, post))

    def _strike_soon(self, sent: Sent) -> None:
        self._sent.append(sent)
        if sent.post is not None and sent.letter.subject is not None:
            self._posts[sent.letter.chat, sent.letter.subject] = sent.post
        self._wind(STRIKE_AFTER)

    def _wind(self, seconds: float) -> None:
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(seconds, self._ring)

    def _ring(self) -> None:
        self._timer = None
        task = asyncio.create_task(self._strike())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _strike(self) -> None:
        """Strikes out what was sent; if that fails, once more a little later."""
        async with self._striking:
            if self._timer is not None:
                self._timer.cancel()
                self._timer = None
            sent, self._sent = self._sent, []
            if not sent:
                return
            try:
                await self._apart(self._mail.sent, sent)
            except SQLAlchemyError as error:
                reason = reason_of(error) if isinstance(error, DBAPIError) else type(error).__name__
                log.warning("letters could not be struck out", reason=reason)
                self._sent = sent + self._sent
                self._wind(RETRY_STRIKE)
                return
            for one in sent:
                self._struck.append((one.letter.chat, one.letter.id))
                if len(self._struck) > REMEMBERED:
                    self._known.discard(self._struck.popleft())
                if one.letter.subject and self._posts.get((one.letter.chat, one.letter.subject)) is one.post:
                    self._posts.pop((one.letter.chat, one.letter.subject), None)
