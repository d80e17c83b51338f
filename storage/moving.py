"""When Telegram moves a group: its data follows, once, whatever comes first."""

from sqlalchemy import delete, insert, select, update

from storage.book import ADDRESSES, CHATS, LINKS, Address, Books, add_chat
from storage.exchange import export, load_chat
from storage.outbox import OUTBOX, SEEN


def migrate(books: Books, old: int, new: int) -> int:
    """The group with Telegram's id `old` became the supergroup `new`: both ids lead to one chat from now on,
    and answers go to `new`. What was recorded under `new` before this was known is taken into the older chat.

    The chat's id of ours; one that was not known comes into being. Telling it twice, or in any order, changes
    nothing more.
    """
    with books.engine.begin() as connection:
        wanted = select(ADDRESSES).where(ADDRESSES.c.telegram_id.in_((old, new)), ADDRESSES.c.topic == 0)
        found: dict[int, int] = {row.telegram_id: row.chat for row in connection.execute(wanted)}
        older, newer = found.get(old), found.get(new)
        if older is None and newer is None:
            older = add_chat(connection, Address(old))
        # Always in the same order, so that nobody waits in a ring.
        for chat in sorted(chat for chat in {older, newer} if chat is not None):
            connection.execute(select(CHATS.c.id).where(CHATS.c.id == chat).with_for_update())
        if older is None:
            assert newer is not None
            connection.execute(insert(ADDRESSES).values(telegram_id=old, topic=0, chat=newer, current=False))
            return newer
        if newer is None:
            connection.execute(insert(ADDRESSES).values(telegram_id=new, topic=0, chat=older, current=True))
        elif newer != older:
            kept, gone = books.within(connection, older), books.within(connection, newer)
            load_chat(kept, export(gone, accounts=True))
            connection.execute(delete(LINKS).where(LINKS.c.chat == newer))
            for rows in (OUTBOX, SEEN):  # what is to be said still, what must not be done again
                connection.execute(update(rows).where(rows.c.chat == newer).values(chat=older))
            connection.execute(update(CHATS).where(CHATS.c.id == newer).values(merged=older, active=False))
            connection.execute(update(ADDRESSES).where(ADDRESSES.c.chat == newer).values(chat=older))
        connection.execute(update(CHATS).where(CHATS.c.id == older).values(active=True))
        for telegram_id in (old, new):
            at = (ADDRESSES.c.telegram_id == telegram_id) & (ADDRESSES.c.topic == 0)
            connection.execute(update(ADDRESSES).where(at).values(current=telegram_id == new))
        return older
