"""Alembic's environment: `upgrade` hands over the connection; on the command line DATABASE_URL names it."""

import os

from alembic import context
from sqlalchemy import Connection

from storage.rows import Row


def run(connection: Connection) -> None:
    context.configure(
        connection=connection,
        target_metadata=Row.metadata,
        render_as_batch=True,
        user_module_prefix="sqlmodel.",
    )
    with context.begin_transaction():
        context.run_migrations()


handed = context.config.attributes.get("connection")
if handed is not None:
    run(handed)
else:
    from storage.engine import open_engine

    with open_engine(os.environ["DATABASE_URL"]).begin() as own:
        run(own)
