"""All data of a chat as JSON (5-product §1); `storage.load` takes it back."""

from collections.abc import Callable, Mapping
from typing import Any

from sqlalchemy import bindparam, select

from core.rules import RULESETS
from core.standings import Cut, leaderboard
from core.tiles import SEAT_NAMES
from storage.book import ADDRESSES, CHATS, Book, Books
from storage.history import ENTRIES, TEXTS
from storage.people import Person
from storage.sessions import Session, closing_json

FORMAT = 1  # of the JSON; a file of a later one is refused
_ADDRESSES = (
    select(ADDRESSES)
    .where(ADDRESSES.c.chat == bindparam("chat"))
    .order_by(ADDRESSES.c.telegram_id, ADDRESSES.c.topic)
)
_RAW = (
    select(ENTRIES, TEXTS.c.text, TEXTS.c.telegram_id, TEXTS.c.message)
    .outerjoin(
        TEXTS,
        (TEXTS.c.chat == ENTRIES.c.chat)
        & (TEXTS.c.session == ENTRIES.c.session)
        & (TEXTS.c.seq == ENTRIES.c.seq),
    )
    .where(ENTRIES.c.chat == bindparam("chat"), ENTRIES.c.session == bindparam("session"))
    .order_by(ENTRIES.c.seq)
)
Json = dict[str, Any]
Render = Callable[[Mapping[str, Any]], Any]  # a note of an answer, {"code", "data"}, as people read it


def export(book: Book, *, accounts: bool, note: Render = dict) -> Json:
    """One chat. With `accounts` also Telegram's ids, so that the bot can go on from it in another
    database.
    """
    people = {person.key: person for person in book.people.everyone()}
    names = {key: book.people.of(key).shown for key in people}
    data: Json = {
        "key": str(book.chat.id),
        "title": book.chat.title,
        "private": book.chat.private,
        "settings": dict(book.chat.settings),
        "people": [_person(person, accounts) for person in people.values()],
        "sessions": [_session(book, session, names, accounts, note) for session in book.sessions.each()],
        "leaderboard": [
            {
                "rank": rank,
                "name": names[score.player],
                "final": score.final,
                "start": score.start,
                "ratio": score.ratio,
                "date": score.day.isoformat(),
            }
            for rank, score in leaderboard(book.standings.scores(), Cut.WHOLE)
        ],
        "lines": [
            {
                "person": final.key,
                "final": final.score.final,
                "start": final.score.start,
                "date": final.score.day.isoformat(),
                "place": final.score.joined,
            }
            for final in book.standings.finals()
            if final.session is None
        ],
    }
    if accounts:
        found = book.unit.read(_ADDRESSES)
        data["active"] = book.chat.active
        data["addresses"] = [
            {"telegram_id": r.telegram_id, "topic": r.topic, "current": r.current} for r in found
        ]
    return data


def export_all(books: Books, key: str | None = None, note: Render = dict) -> Json:
    """All chats in the order of their creation, or the one with this key; KeyError if there is none."""
    with books.engine.connect() as connection:
        ids = list(
            connection.scalars(select(CHATS.c.id).where(CHATS.c.merged.is_(None)).order_by(CHATS.c.id))
        )
    if key is not None:
        if key not in map(str, ids):
            raise KeyError(key)
        ids = [int(key)]
    chats = []
    for chat in ids:
        with books.look(chat) as book:
            assert book is not None
            chats.append(export(book, accounts=True, note=note))
    return {"format": FORMAT, "chats": chats}


def money(fen: int) -> str:
    """An amount of 分 in 元, `12.50`."""
    return f"{'-' if fen < 0 else ''}{abs(fen) // 100}.{abs(fen) % 100:02}"


def _person(person: Person, accounts: bool) -> Json:
    known = {"account": person.account, "username": person.username} if accounts else {}
    return {
        "key": person.key,
        "name": person.name,
        "aliases": list(person.aliases),
        "same_as": f"p{person.same_as}" if person.same_as is not None else None,
        "forgotten": person.forgotten,
        **known,
    }


def _session(book: Book, session: Session, names: Mapping[str, str], accounts: bool, note: Render) -> Json:
    state, chips, paid = session.state, session.chips(), session.paid()
    seats = state.seats or ()
    place = state.place
    in_money = session.closing.rate is not None
    return {
        "id": session.id,
        "ruleset": session.ruleset,
        "edition": session.edition,
        "options": dict(session.options),
        "length": session.length,
        "opener": f"p{session.opener}" if session.opener is not None else None,
        "opened_at": session.opened_at.isoformat(),
        "closed_at": session.closed_at.isoformat() if session.closed_at else None,
        "reminded": session.reminded,
        "closing": closing_json(session.closing),
        "players": [
            {
                "key": key,
                "name": names[key],
                "seat": SEAT_NAMES[seats.index(key)] if key in seats else None,
                "start": session.start,
                "chips": chips[key],
            }
            for key in session.members
        ],
        "table": {
            "dealer": names[place.dealer] if place.dealer else None,
            "round": SEAT_NAMES[place.round % 4],
            "hand_no": place.hand_no,
            "flags": place.flags,
        },
        "entries": _entries(book, session, names, accounts, note),
        "settlement": [
            {
                "from": names[t.payer],
                "to": names[t.payee],
                "amount": amount,
                "paid": (t.payer, t.payee, str(amount)) in paid,
            }
            for t in session.settlement().payments
            for amount in (money(t.chips) if in_money else t.chips,)
        ],
        "paid": [{"from": a, "to": b, "amount": amount} for a, b, amount in sorted(paid)],
    }


def _entries(
    book: Book, session: Session, names: Mapping[str, str], accounts: bool, note: Render
) -> list[Json]:
    """All entries ever appended; a numbered one shows what stands in its place now."""
    kept = session.projection.kept()
    raws = book.unit.read(_RAW, session=session.id).all()
    editions = {raw.seq: raw.edition for raw in raws}
    entries = []
    for raw in raws:
        one = kept.get(raw.no or 0)
        entry: Json = {
            "seq": raw.seq,
            "no": raw.no,
            "kind": one.kind if one else raw.kind,
            "text": raw.text,
            "by": names.get(f"p{raw.by}"),
            "by_key": f"p{raw.by}" if raw.by is not None else None,
            "at": raw.at.isoformat(),
            "edition": raw.edition,
            "event": raw.event,
            "voided": one.voided if one else False,
            "answer": _shown(one.answer, names, note) if one else None,
            "transfers": [
                {"from": names[t.payer], "to": names[t.payee], "chips": t.chips, "why": t.why}
                for t in (one.transfers if one and not one.voided else ())
            ],
        }
        if accounts and raw.message is not None:
            entry["message"] = [raw.telegram_id, raw.message]
        if one and (one.voided or editions[one.seq] != RULESETS[session.ruleset].edition):
            # what a replay does not work out travels along
            moved = [list(t) for t in one.transfers]
            entry["stored"] = {"answer": one.answer, "transfers": moved, "seq": one.seq}
        entries.append(entry)
    return entries


def _shown(answer: Mapping[str, Any] | None, names: Mapping[str, str], note: Render) -> Any:
    """A stored answer with names for keys and its notes as people read them."""
    if answer is None:
        return None
    if "wins" in answer:
        return {**renamed(answer, names), "wins": [_shown(win, names, note) for win in answer["wins"]]}
    shown: Json = renamed(answer, names)
    return {**shown, "notes": [note(one) for one in shown["notes"]]}


def renamed(data: Any, names: Mapping[str, str]) -> Any:
    """JSON data with every person's key, in values and in objects' keys, replaced by what `names` has for
    it.
    """
    if isinstance(data, str):
        return names.get(data, data)
    if isinstance(data, Mapping):
        return {names.get(key, key): renamed(value, names) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [renamed(value, names) for value in data]
    return data
