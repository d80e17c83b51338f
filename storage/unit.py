"""One unit of work in one chat: the connection of its transaction, and whether anything was written."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, CursorResult, Executable

from storage.prepared import Prepared


class Unit:
    """Statements of one chat within one transaction; everything that a `Book` does goes through here."""

    def __init__(self, connection: Connection, chat: int) -> None:
        self.connection = connection
        self.chat = chat
        self.written = False

    def read(self, statement: Executable, **values: Any) -> CursorResult[Any]:
        """Runs a statement with `chat` bound to this chat."""
        return self.connection.execute(statement, {"chat": self.chat, **values})

    def rows(self, statement: Prepared, **values: Any) -> list[Any]:
        """The rows of a prepared statement, `chat` bound likewise."""
        return statement.rows(self.connection, {"chat": self.chat, **values})

    def row(self, statement: Prepared, **values: Any) -> Any:
        """The first of them; None if there is none."""
        return next(iter(self.rows(statement, **values)), None)

    def write(
        self, statement: Executable | Prepared, values: Mapping[str, Any] | Sequence[Mapping[str, Any]]
    ) -> int:
        """Runs a statement that changes something (once a row of `values`); the number of rows it
        touched.
        """
        self.written = True
        if isinstance(statement, Prepared):
            return statement.run(self.connection, values)
        return self.connection.execute(statement, values).rowcount


def now() -> datetime:
    """The present moment, aware, in UTC."""
    return datetime.now(UTC)
