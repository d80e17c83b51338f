"""The operator's tables: updates put aside, and small things that the processes remember."""

from collections.abc import Callable
from datetime import datetime

from sqlalchemy import Engine, delete, insert, select
from sqlalchemy.exc import IntegrityError

from storage.engine import reading
from storage.rows import InboxRow, NoteRow, table
from storage.unit import now

INBOX, NOTES = table(InboxRow), table(NoteRow)


class Inbox:
    """Updates that could not be carried out when they came.

    Without a fault they wait: Telegram was told that they are here, and they are carried out again at the
    next start. With a fault they lie in quarantine for the operator.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def keep(self, update_id: int, raw: str, fault: str | None = None) -> None:
        """Puts an update aside; a later word on the same update replaces the earlier one."""
        with self._engine.begin() as connection:
            connection.execute(delete(INBOX).where(INBOX.c.update_id == update_id))
            connection.execute(insert(INBOX).values(update_id=update_id, raw=raw, fault=fault, at=now()))

    def done(self, update_id: int) -> None:
        """Drops an update that was carried out after all."""
        with self._engine.begin() as connection:
            connection.execute(delete(INBOX).where(INBOX.c.update_id == update_id))

    def waiting(self) -> list[str]:
        """The raw updates that wait, in order."""
        wanted = select(INBOX.c.raw).where(INBOX.c.fault.is_(None)).order_by(INBOX.c.update_id)
        with reading(self._engine).connect() as connection:
            return list(connection.scalars(wanted))

    def quarantined(self) -> list[tuple[int, str, str]]:
        """(update id, raw, fault) of the updates in quarantine."""
        wanted = select(INBOX.c.update_id, INBOX.c.raw, INBOX.c.fault).where(INBOX.c.fault.is_not(None))
        with reading(self._engine).connect() as connection:
            return [(row.update_id, row.raw, row.fault) for row in connection.execute(wanted)]

    def forget(self, before: datetime) -> None:
        """Drops what has lain in quarantine since before that moment."""
        with self._engine.begin() as connection:
            connection.execute(delete(INBOX).where(INBOX.c.fault.is_not(None), INBOX.c.at < before))


def note(engine: Engine, name: str, make: Callable[[], str]) -> str:
    """The note of that name, made and kept at the first asking; all processes get the same."""
    wanted = select(NOTES.c.value).where(NOTES.c.name == name)
    with reading(engine).connect() as connection:
        value: str | None = connection.scalar(wanted)
    if value is not None:
        return value
    try:
        with engine.begin() as connection:
            connection.execute(insert(NOTES).values(name=name, value=make()))
    except IntegrityError:  # another process was faster
        pass
    with reading(engine).connect() as connection:
        return str(connection.scalar(wanted))
