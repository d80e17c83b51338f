"""The process's own web server, for the webhook and for pages."""

import asyncio
import socket
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from starlette.routing import BaseRoute

DEFAULT_PATH = "/telegram"
GRACE_SECONDS = 5  # for requests that are under way when the server stops


class NotReady(Exception):
    """What the start-up check found, in one line."""


def public_url(url: str) -> str:
    """The webhook's URL: as the operator gave it, with a path of ours if it has none."""
    return url if urlsplit(url).path.strip("/") else url.rstrip("/") + DEFAULT_PATH


async def serve_pages(listen: str, routes: "Sequence[BaseRoute]", stopped: asyncio.Event) -> None:
    """Serves until stopped. Raises NotReady if nobody can listen at `listen` (HOST:PORT)."""
    import uvicorn
    from starlette.applications import Starlette

    class Server(uvicorn.Server):
        """Signals are the station's."""

        @contextmanager
        def capture_signals(self) -> Iterator[None]:
            yield

    host, _, port = listen.rpartition(":")
    address = host.strip("[]")
    try:
        listener = socket.create_server(
            (address, int(port)), family=socket.AF_INET6 if ":" in address else socket.AF_INET, backlog=2048
        )
    except OSError as error:
        raise NotReady(f"cannot listen at {listen}: {error.strerror}") from None
    config = uvicorn.Config(
        Starlette(routes=list(routes)),
        log_config=None,
        access_log=False,
        lifespan="off",
        timeout_graceful_shutdown=GRACE_SECONDS,
    )
    server = Server(config)
    serving = asyncio.create_task(server.serve(sockets=[listener]))
    await asyncio.wait(
        [serving, waiting := asyncio.create_task(stopped.wait())], return_when=asyncio.FIRST_COMPLETED
    )
    waiting.cancel()
    server.should_exit = True
    await serving
