"""Bringing a database to the tables of `storage.rows`."""

from pathlib import Path

from sqlalchemy import Connection, Engine, inspect, text

from storage.migrations.facts import guard_entries
from storage.rows import Row

HEAD = "0001"  # the last revision under `versions/`


def upgrade(engine: Engine) -> None:
    """Brings the database to the newest revision; several processes may start at once.

    An empty one gets all tables in one go, as the models have them: the revisions, and Alembic with its
    import, are for databases of an earlier version. Raises `alembic.util.CommandError` for one of a later
    version.
    """
    if current(engine) == HEAD:
        return
    with engine.begin() as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(
                text("SELECT pg_advisory_xact_lock(7236872)")
            )  # SQLite: BEGIN IMMEDIATE does it
        if inspect(connection).get_table_names():
            migrate(connection)
        else:
            create(connection)


def current(engine: Engine) -> str | None:
    """The revision that the database is at, None for an empty one."""
    with engine.connect() as connection:
        if not inspect(connection).has_table("alembic_version"):
            return None
        version: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
        return version


def create(connection: Connection) -> None:
    """Makes all tables of an empty database."""
    Row.metadata.create_all(connection)
    guard_entries(connection)
    connection.execute(
        text(
            "CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL,"
            " CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num))"
        )
    )
    connection.execute(text("INSERT INTO alembic_version VALUES (:head)"), {"head": HEAD})


def migrate(connection: Connection) -> None:
    """Takes the database through the revisions that it lacks."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
