"""The tables: models and migrations agree, datetimes stay aware, facts cannot be changed."""

import re
from datetime import UTC, datetime, timedelta, timezone

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, insert, select, text
from sqlalchemy.exc import StatementError

from storage import migrations
from storage.engine import open_engine
from storage.migrations import current, upgrade
from storage.rows import InboxRow, Row, table


def test_models_and_migrations_agree(engine: Engine) -> None:
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, Row.metadata) == []


def test_the_named_head_is_the_last_revision() -> None:
    config = Config()
    config.set_main_option("script_location", migrations.__path__[0])
    assert ScriptDirectory.from_config(config).get_heads() == [migrations.HEAD]


def test_the_revisions_make_what_the_models_make_at_once(url: str) -> None:
    engine = open_engine(url)
    with engine.begin() as connection:
        migrations.migrate(connection)
        migrated = schema(connection)
        connection.rollback()
    with engine.begin() as connection:
        migrations.create(connection)
        assert schema(connection) == migrated
    engine.dispose()


def schema(connection: Connection) -> list[tuple[str, ...]]:
    """Everything that a database is made of, as the database tells it; the order of clauses apart."""
    if connection.dialect.name == "sqlite":
        asked = ["SELECT type, name, tbl_name, sql FROM sqlite_master"]
    else:
        asked = [
            (
                "SELECT table_name, column_name, data_type, is_nullable, column_default FROM information_schema.columns"
                " WHERE table_schema = 'public'"
            ),
            "SELECT tablename, indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'",
            (
                "SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) FROM pg_constraint"
                " WHERE connamespace = 'public'::regnamespace"
            ),
            "SELECT tgrelid::regclass::text, tgname, pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal",
        ]
    rows = [
        tuple(" ".join(sorted(re.findall(r"[^\s(),]+", str(cell)))) for cell in row)
        for question in asked
        for row in connection.execute(text(question))
    ]
    return sorted(rows)


def test_upgrading_twice_changes_nothing(engine: Engine) -> None:
    assert current(engine) == migrations.HEAD
    upgrade(engine)
    assert current(engine) == migrations.HEAD


def test_datetimes_come_back_aware_and_equal(engine: Engine) -> None:
    inbox = table(InboxRow)
    at = datetime(2024, 10, 12, 23, 30, 1, 234567, tzinfo=timezone(timedelta(hours=8)))
    with engine.begin() as connection:
        connection.execute(insert(inbox).values(update_id=1, raw="", fault=None, at=at))
    with engine.connect() as connection:
        back = connection.execute(select(inbox.c.at)).scalar_one()
    assert back == at
    assert back.utcoffset() == timedelta(0)


def test_a_naive_datetime_is_refused(engine: Engine) -> None:
    naive = datetime(2024, 10, 12)  # noqa: DTZ001
    with pytest.raises(StatementError, match="timezone"), engine.begin() as connection:
        connection.execute(insert(table(InboxRow)).values(update_id=1, raw="", fault=None, at=naive))


def test_telegram_ids_are_larger_than_32_bits(engine: Engine) -> None:
    with engine.begin() as connection:
        connection.execute(
            insert(table(InboxRow)).values(update_id=2**52, raw="", fault=None, at=datetime.now(UTC))
        )
        assert connection.scalar(text("SELECT update_id FROM inbox")) == 2**52
