"""The fake Telegram as an HTTP server on this machine, and processes that speak with it."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import IO

import uvicorn

from bot.fake import FakeTelegram
from bot.fake.http import serve

ROOT = Path(__file__).parents[2]


@asynccontextmanager
async def telegram(fake: FakeTelegram) -> AsyncIterator[str]:
    """Serves the fake; its base URL. That callers hang up in the middle is nothing to tell of."""
    listener = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(
        uvicorn.Config(serve(fake), log_config=None, log_level="critical", lifespan="off")
    )
    serving = asyncio.create_task(server._serve(sockets=[listener]))
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        server.should_exit = True
        server.force_exit = True
        await serving


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
        return port


async def until(true: Callable[[], bool], seconds: float, step: float = 0.02) -> bool:
    """Waits until it is true; False if it was not within so many seconds."""
    end = asyncio.get_running_loop().time() + seconds
    while not true():
        if asyncio.get_running_loop().time() > end:
            return False
        await asyncio.sleep(step)
    return True


class Worker:
    """A process of `tests.torture.worker`."""

    def __init__(self, log: IO[str], *arguments: str) -> None:
        command = [sys.executable, "-m", "tests.torture.worker", *arguments]
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        self._process = subprocess.Popen(
            command, cwd=ROOT, env=environment, stdin=subprocess.PIPE, stdout=log, stderr=log, text=True
        )

    def light(self, moment: str, times: int) -> None:
        """It is to die at that moment, the Nth time that it comes to it."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{moment} {times}\n")
        self._process.stdin.flush()

    @property
    def dead(self) -> bool:
        return self._process.poll() is not None

    @property
    def killed(self) -> bool:
        return self._process.poll() == -signal.SIGKILL

    def kill(self) -> None:
        """Kills it, unless it is dead already."""
        self._process.kill()
        self._bury()

    async def stop(self, seconds: float = 30) -> int:
        """Tells it to stop, and waits for it; its exit code."""
        self._process.terminate()
        return await asyncio.to_thread(self._bury, seconds)

    def _bury(self, seconds: float | None = None) -> int:
        code = self._process.wait(seconds)
        assert self._process.stdin is not None
        self._process.stdin.close()
        return code
