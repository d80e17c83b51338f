"""Bringing a database to the tables of `storage.rows`, step by step."""

from pathlib import Path

from sqlalchemy import Engine, inspect, text

HEAD = "0001"  # the last revision under `versions/`


def upgrade(engine: Engine) -> None:
    """Brings the database to the newest revision; several processes may start at once.

    Raises `alembic.util.CommandError` for a database that a newer version of the program has written.
    """
    if current(engine) == HEAD:  # the common case does without Alembic and its import
        return
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent))
    with engine.begin() as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(
                text("SELECT pg_advisory_xact_lock(7236872)")
            )  # SQLite: BEGIN IMMEDIATE does it
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def current(engine: Engine) -> str | None:
    """The revision that the database is at, None for an empty one."""
    with engine.connect() as connection:
        if not inspect(connection).has_table("alembic_version"):
            return None
        version: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
        return version
