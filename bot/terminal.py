"""Where the local chat's lines come from: a script, a pipe, or somebody at the terminal."""

from __future__ import annotations

import asyncio
import contextlib
import sys
import threading
from collections.abc import AsyncIterator, Callable, Iterable, Iterator

GRACE = 0.1  # seconds in which a pipe may deliver a line that continues the one before


def silent(line: str) -> bool:
    """Whether a line is a comment or blank."""
    return line.startswith("#") or not line.strip()


def continues(line: str) -> bool:
    """Whether a line belongs to the message above: it begins with blanks."""
    return line[:1].isspace() and bool(line.strip())


async def statements(lines: Iterable[str]) -> AsyncIterator[list[str]]:
    """Groups `lines` into statements: a line and those that continue it, without line ends.

    A pipe may be alive at its other end, so a statement is complete when nothing follows for `GRACE` seconds.
    """
    source = iter(lines)
    statement: list[str] = []
    reading = _in_thread(lambda: next(source, None))
    while True:
        done, _ = await asyncio.wait({reading}, timeout=GRACE if statement else None)
        line = reading.result() if done else None
        if statement and not (line and continues(line) and not silent(statement[0])):
            yield statement
            statement = []
        if done:
            if line is None:
                return
            statement.append(line.rstrip("\r\n"))
            reading = _in_thread(lambda: next(source, None))


async def typed(prompt: str) -> AsyncIterator[list[str]]:
    """What somebody types, one statement a line, until the end of input; pasted lines are grouped."""
    with contextlib.suppress(ImportError):
        import readline  # noqa: F401 - gives `input` a history and editing
    with _terminal():
        while (text := await _in_thread(lambda: _input(prompt))) is not None:
            statement: list[str] = []
            for line in text.split("\n"):
                if statement and not continues(line):
                    yield statement
                    statement = []
                statement.append(line)
            yield statement


def _input(prompt: str) -> str | None:
    try:
        return input(prompt)
    except EOFError:
        return None


def _in_thread(work: Callable[[], str | None]) -> asyncio.Future[str | None]:
    """The result of `work`, which may block for ever: its thread holds up neither the loop nor the exit."""
    loop = asyncio.get_running_loop()
    future: asyncio.Future[str | None] = loop.create_future()

    def settle(result: str | None, error: Exception | None) -> None:
        if future.cancelled():
            return
        if error is None:
            future.set_result(result)
        else:
            future.set_exception(error)

    def run() -> None:
        result, error = None, None
        try:
            result = work()
        except Exception as caught:
            error = caught
        with contextlib.suppress(RuntimeError):  # the loop may be gone: the user has left
            loop.call_soon_threadsafe(settle, result, error)

    threading.Thread(target=run, daemon=True).start()
    return future


@contextlib.contextmanager
def _terminal() -> Iterator[None]:
    """Gives the terminal back as it was, even when a thread still reads from it."""
    try:
        import termios
    except ImportError:
        yield
        return
    before = termios.tcgetattr(sys.stdin)
    try:
        yield
    finally:
        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, before)
