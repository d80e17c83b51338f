"""Copies of a whole database in one file."""

import sqlite3
from contextlib import closing
from pathlib import Path

from sqlalchemy import Engine

from storage.engine import open_engine
from storage.migrations import upgrade
from storage.verify import verify


class Unsound(Exception):
    """A copy that does not hold what it should; the text has a line a fault."""


def backup(engine: Engine, file: Path) -> None:
    """Copies an SQLite database that may be in use into `file`, which must not exist, and verifies the copy.

    ValueError for PostgreSQL, which has tools of its own; FileExistsError; Unsound.
    """
    if engine.dialect.name != "sqlite":
        raise ValueError("only SQLite databases are copied; PostgreSQL has pg_dump")
    if file.exists():
        raise FileExistsError(str(file))
    raw = engine.raw_connection()
    try:
        with closing(sqlite3.connect(file)) as target:
            assert isinstance(raw.driver_connection, sqlite3.Connection)
            raw.driver_connection.backup(target)
            target.execute("PRAGMA journal_mode=DELETE")  # one file, without companions
    finally:
        raw.close()
    _check(file)


def restore(file: Path, target: Path) -> None:
    """Puts a copy in the place of the database file `target`, after verifying it; the database that was there
    is kept beside it as `….before`. Nobody may have it open.

    FileNotFoundError; Unsound, and then nothing was touched.
    """
    if not file.exists():
        raise FileNotFoundError(str(file))
    fresh = target.with_name(target.name + ".restoring")
    fresh.unlink(missing_ok=True)
    target.parent.mkdir(parents=True, exist_ok=True)
    try:
        with (
            closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as source,
            closing(sqlite3.connect(fresh)) as copy,
        ):
            source.backup(copy)
        _check(fresh)
    except sqlite3.DatabaseError as error:
        _unlink(fresh)
        raise Unsound(f"{file}: {error}") from error
    except Unsound:
        _unlink(fresh)
        raise
    if target.exists():
        with closing(sqlite3.connect(target)) as old:
            old.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        target.replace(target.with_name(target.name + ".before"))
    for companion in ("-wal", "-shm"):
        target.with_name(target.name + companion).unlink(missing_ok=True)
    fresh.replace(target)


def _check(file: Path) -> None:
    with closing(sqlite3.connect(file)) as copy:
        damage = [row[0] for row in copy.execute("PRAGMA integrity_check") if row[0] != "ok"]
    if damage:
        raise Unsound("\n".join(damage))
    engine = open_engine(f"sqlite:///{file}")
    try:
        upgrade(engine)
        faults = verify(engine)
    finally:
        engine.dispose()
    if faults:
        raise Unsound("\n".join(faults))
    with closing(sqlite3.connect(file)) as copy:
        copy.execute("PRAGMA journal_mode=DELETE")


def _unlink(file: Path) -> None:
    for companion in ("", "-wal", "-shm"):
        file.with_name(file.name + companion).unlink(missing_ok=True)
