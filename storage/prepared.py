"""Statements that are written out once for each kind of database, and then run by its driver itself.

SQLAlchemy writes the SQL, knows the types of the columns and says what an error of the driver means. What it
does besides, at every run, takes several times as long as the statement.
"""

from collections import namedtuple
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Self

from sqlalchemy import Connection, Delete, Dialect, Insert, Select, Update
from sqlalchemy.types import TypeEngine

Values = Mapping[str, Any]
Process = Callable[[Any], Any]


class Prepared:
    """A statement with its values by name (an INSERT takes every column of its table), for those that run all
    the time. It runs within a transaction that is under way, and cannot have a list of values (`IN`).
    """

    def __init__(self, statement: Select[Any] | Insert | Update | Delete) -> None:
        self._statement = statement
        self._written: dict[str, _Written] = {}  # by the name of the dialect

    def rows(self, connection: Connection, values: Values) -> list[Any]:
        """What a SELECT finds, as named tuples."""
        written = self._on(connection.dialect)
        found = execute(connection, written.sql, written.bound(values), fetch=True)
        return list(map(written.row if any(written.columns) else written.make, found))

    def run(self, connection: Connection, values: Values | Sequence[Values]) -> int:
        """Changes something, once a row of `values`; how many rows it touched."""
        written = self._on(connection.dialect)
        if isinstance(values, Mapping):
            return int(execute(connection, written.sql, written.bound(values)))
        return int(execute(connection, written.sql, list(map(written.bound, values)), many=True))

    def _on(self, dialect: Dialect) -> "_Written":
        written = self._written.get(dialect.name)
        if written is None:
            written = self._written[dialect.name] = _write(self._statement, dialect)
        return written


class _Written(NamedTuple):
    """A statement in the words of one database, with what makes the driver's values of ours and back."""

    sql: str
    binds: Sequence[tuple[str, Process | None]]
    positional: bool
    fixed: Values  # values that stand in the statement itself
    columns: Sequence[Process | None]
    make: Callable[[Iterable[Any]], Any]

    def bound(self, values: Values) -> Any:
        if self.fixed:
            values = {**self.fixed, **values}
        if self.positional:
            return [values[name] if of is None else of(values[name]) for name, of in self.binds]
        return {name: values[name] if of is None else of(values[name]) for name, of in self.binds}

    def row(self, found: Sequence[Any]) -> Any:
        return self.make(
            [value if of is None else of(value) for value, of in zip(found, self.columns, strict=True)]
        )


def execute(
    connection: Connection, sql: str, values: Any = (), *, many: bool = False, fetch: bool = False
) -> Any:
    """Runs SQL on the driver's cursor: the rows, or how many it touched. Errors are SQLAlchemy's, and a lost
    connection is known to be lost.
    """
    cursor = None
    try:
        cursor = connection.connection.cursor()
        if many:
            cursor.executemany(sql, values)
        else:
            cursor.execute(sql, values)
        return cursor.fetchall() if fetch else cursor.rowcount
    except connection.dialect.loaded_dbapi.Error as error:
        connection._handle_dbapi_exception(error, sql, values, cursor, None)
    finally:
        if cursor is not None:
            cursor.close()


class Savepoint:
    """A part of a transaction that can be undone by itself: by an exception, or by `rollback`."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def __enter__(self) -> Self:
        execute(self._connection, "SAVEPOINT part")
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is not None:
            self.rollback()
        execute(self._connection, "RELEASE SAVEPOINT part")

    def rollback(self) -> None:
        execute(self._connection, "ROLLBACK TO SAVEPOINT part")


def _write(statement: Select[Any] | Insert | Update | Delete, dialect: Dialect) -> _Written:
    compiled: Any = statement.compile(dialect=dialect)

    def binds(name: str) -> tuple[str, Process | None]:
        return name, _of(compiled.binds[name].type, dialect).bind_processor(dialect)

    names = compiled.positiontup if compiled.positional else list(compiled.bind_names.values())
    columns = list(statement.selected_columns) if isinstance(statement, Select) else []
    row = namedtuple("row", [column.key for column in columns])  # type: ignore[misc]
    return _Written(
        compiled.string,
        [binds(name) for name in names],
        compiled.positional,
        {name: value for name, value in compiled.params.items() if value is not None},
        [_of(column.type, dialect).result_processor(dialect, None) for column in columns],
        row._make,
    )


def _of(kind: TypeEngine[Any], dialect: Dialect) -> TypeEngine[Any]:
    return kind.dialect_impl(dialect)
