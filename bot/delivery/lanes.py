"""Work of one chat in order, chats side by side."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable

Work = Callable[[], Awaitable[None]]


class Lanes:
    """A queue a key; each is worked off by a task of its own, which ends with the queue."""

    def __init__(self) -> None:
        self._queues: dict[int, deque[tuple[Work, asyncio.Future[None]]]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def put(self, key: int, work: Work) -> "asyncio.Future[None]":
        """Queues `work`; the future is done when it is, with its exception."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        queue = self._queues.get(key)
        if queue is not None:
            queue.append((work, done))
            return done
        self._queues[key] = deque([(work, done)])
        task = asyncio.create_task(self._run(key))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return done

    @property
    def busy(self) -> int:
        """How many keys have work that is not done."""
        return len(self._queues)

    async def idle(self) -> None:
        """Returns when nothing is queued any more."""
        while self._tasks:
            await asyncio.wait(set(self._tasks))

    async def _run(self, key: int) -> None:
        queue = self._queues[key]
        try:
            while queue:
                work, done = queue[0]
                try:
                    await work()
                except Exception as error:  # whoever waits for it is told
                    if not done.cancelled():
                        done.set_exception(error)
                else:
                    if not done.cancelled():
                        done.set_result(None)
                queue.popleft()
        finally:
            del self._queues[key]
            for _, done in queue:
                done.cancel()
