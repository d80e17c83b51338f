"""Entries are facts: the database itself refuses to change or drop one."""

from sqlalchemy import Connection, text

SQLITE = tuple(
    f"""CREATE TRIGGER entries_keep_{event} BEFORE {event} ON entries
    BEGIN SELECT RAISE(ABORT, 'entries are only appended'); END"""
    for event in ("UPDATE", "DELETE")
)
POSTGRESQL = (
    """CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'entries are only appended'
    USING ERRCODE = 'integrity_constraint_violation'; END $$""",
    """CREATE TRIGGER entries_stay BEFORE UPDATE OR DELETE ON entries
    FOR EACH ROW EXECUTE FUNCTION refuse_change()""",
    """CREATE TRIGGER entries_keep BEFORE TRUNCATE ON entries
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()""",
)


def guard_entries(connection: Connection) -> None:
    """Puts the triggers on the table; whoever makes it anew has to call this again."""
    for statement in SQLITE if connection.dialect.name == "sqlite" else POSTGRESQL:
        connection.execute(text(statement))
