"""Engines for SQLite and PostgreSQL, and how a transaction begins on each.

SQLite: every writing transaction begins IMMEDIATE, so that nothing read in it can be stale when it writes.
PostgreSQL: the writer of a chat locks the chat's row first (`storage.book`).
"""

import json
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, StaticPool, create_engine, event, make_url

from storage.prepared import execute

_dumps = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
BUSY_MS = 10_000  # how long a writer waits for another process to finish


def open_engine(url: str, *, durable: bool = True) -> Engine:
    """An engine for a database URL; the folder of an SQLite file comes into being.

    `durable`: a commit survives a power failure; False only for books that are thrown away.
    Raises `sqlalchemy.exc.ArgumentError` for a URL that is none, ValueError for another kind of database.
    """
    address = make_url(url)
    kind = address.get_backend_name()
    if kind == "postgresql":
        if address.drivername == "postgresql":
            address = address.set(drivername="postgresql+psycopg")
        return create_engine(
            address,
            pool_size=8,
            max_overflow=8,
            pool_pre_ping=True,
            hide_parameters=True,
            json_serializer=_dumps,
        )
    if kind != "sqlite":
        raise ValueError(f"neither SQLite nor PostgreSQL: {kind}")
    connect = {"check_same_thread": False, "timeout": BUSY_MS / 1000, "isolation_level": None}
    if address.database in (None, "", ":memory:"):
        engine = create_engine(
            address, connect_args=connect, poolclass=StaticPool, hide_parameters=True, json_serializer=_dumps
        )
    else:
        Path(str(address.database)).parent.mkdir(parents=True, exist_ok=True)
        engine = create_engine(address, connect_args=connect, hide_parameters=True, json_serializer=_dumps)

    @event.listens_for(engine, "connect")
    def pragmas(raw: Any, _record: object) -> None:
        for pragma in (
            f"busy_timeout={BUSY_MS}",
            "journal_mode=WAL",
            f"synchronous={'FULL' if durable else 'OFF'}",
            "foreign_keys=ON",
            "wal_autocheckpoint=4000",  # pages: a busy evening's writing is copied into the file less often
            "cache_size=-8192",  # KiB
        ):
            raw.execute(f"PRAGMA {pragma}").close()

    event.listen(engine, "begin", _begin)
    return engine


def reading(engine: Engine) -> Engine:
    """The same database for looking only: no write lock, and the database refuses to write."""
    return engine.execution_options(reads=True, postgresql_readonly=True)


def _begin(connection: Connection) -> None:
    reads = bool(connection.get_execution_options().get("reads"))
    if reads != connection.info.get("reads", False):
        execute(connection, f"PRAGMA query_only={'ON' if reads else 'OFF'}")
        connection.info["reads"] = reads
    execute(connection, "BEGIN" if reads else "BEGIN IMMEDIATE")
