"""All data of a chat as JSON, and back: `export` → `load` into an empty database → the same `export`."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date, datetime
from typing import Any

from sqlalchemy import Connection, bindparam, insert, select, text

from core.entry import Entry, event_from_json, event_to_json
from core.payment import Transfer
from core.rules import RULESETS
from core.standings import Cut, leaderboard, statistics
from core.table import Rules, replay
from core.tiles import SEAT_NAMES
from storage.book import ADDRESSES, CHATS, Book, Books
from storage.names import folded
from storage.people import Person, person_id
from storage.projection import Kept, project, stored_prices
from storage.sessions import ENTRIES, SESSIONS, START, TEXTS, Closing, Session, closing_json
from storage.unit import now

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
        "sessions": [_session(book, session, names, accounts, note) for session in _sessions(book)],
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


def _sessions(book: Book) -> Iterator[Session]:
    for summary in book.sessions.all():
        session = book.sessions.get(summary.id)
        assert session is not None
        yield session


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


# ── back ───────────────────────────────────────────────────────────────────────────────────────────────


def load(books: Books, data: Mapping[str, Any]) -> list[int]:
    """Takes what `export_all` gave: every chat as a new one, with its own key if that is free; their ids.

    All or nothing. ValueError, KeyError or TypeError for data that is no export, Mistake for entries that
    cannot stand, IntegrityError for a Telegram chat that is known here already.
    """
    if data.get("format", FORMAT) != FORMAT:
        raise ValueError(f"format {data['format']}")
    ids = []
    with books.engine.begin() as connection:
        for chat in data["chats"]:
            ids.append(_add_chat(connection, chat))
            load_chat(books.within(connection, ids[-1]), chat)
    return ids


def load_chat(book: Book, data: Mapping[str, Any]) -> int:
    """Takes one exported chat into this one; how many sessions were new.

    People are the same by account, else by name. A session that is there already (the same beginning, ruleset
    and entries) is passed over; an open one is closed if the chat has an open one of its own.
    """
    keys = _load_people(book, data["people"], own=data.get("key") == str(book.chat.id))
    known = {_mark_of(session) for session in _sessions(book)}
    added = 0
    for session in data["sessions"]:
        moved = _moved(session, keys)
        if _mark(moved) not in known:
            _load_session(book, moved)
            added += 1
    for line in data.get("lines", ()):
        person, day = book.people.of(keys[line["person"]]), date.fromisoformat(line["date"])
        book.standings.add_line(person, line["final"], line["start"], day, line.get("place", 1))
    return added


def _add_chat(connection: Connection, data: Mapping[str, Any]) -> int:
    values: Json = {
        "title": data["title"],
        "private": data.get("private", False),
        "active": data.get("active", True),
        "settings": data.get("settings", {}),
        "made_at": now(),
    }
    key = str(data["key"])
    taken = select(CHATS.c.id).where(CHATS.c.id == bindparam("key"))
    if key.isascii() and key.isdigit() and connection.scalar(taken, {"key": int(key)}) is None:
        values["id"] = int(key)
    chat: int = connection.execute(insert(CHATS).values(values).returning(CHATS.c.id)).scalar_one()
    if "id" in values and connection.dialect.name == "postgresql":  # the sequence does not see explicit ids
        connection.execute(text("SELECT setval('chats_id_seq', (SELECT max(id) FROM chats))"))
    rows = [{"chat": chat, **address} for address in data.get("addresses", ())]
    if rows:
        connection.execute(insert(ADDRESSES), rows)
    return chat


def _load_people(book: Book, data: Iterable[Mapping[str, Any]], own: bool) -> dict[str, str]:
    """The people of `data` as records of this chat: their keys there → their keys here. `own`: it is this
    chat's own export, so that the nameless are the same, too.
    """
    people, keys, new = book.people, {}, []
    empty = not people.everyone()
    for one in data:
        found = next((person for person in people.everyone() if _same(person, one, own)), None)
        if found is None:
            number = person_id(one["key"]) if empty else None
            found = people.put(
                one["name"], one.get("account"), one.get("username"), one.get("forgotten", False), number
            )
            new.append((found, one.get("same_as")))
        keys[one["key"]] = found.key
        for alias in one.get("aliases", ()):
            people.add_alias(people.record(found.id), alias)
    for person, same_as in new:
        if same_as is not None:
            people.merge(people.record(person.id), people.of(keys[same_as]))
    return keys


def _same(person: Person, one: Mapping[str, Any], own: bool) -> bool:
    account = one.get("account")
    if account is not None and person.account is not None:
        return bool(account == person.account)
    if one["name"] and person.name:
        return account is None and folded(one["name"]) == folded(person.name)
    return own and one["key"] == person.key


def _moved(session: Mapping[str, Any], keys: Mapping[str, str]) -> Json:
    """An exported session with the keys of the chat that takes it."""
    moved = {
        **session,
        "opener": renamed(session["opener"], keys),
        "closing": renamed(session["closing"], keys),
    }
    moved["paid"] = renamed(session["paid"], keys)
    moved["entries"] = [
        {
            **entry,
            **{name: renamed(entry[name], keys) for name in ("by_key", "event", "stored") if name in entry},
        }
        for entry in session["entries"]
    ]
    return moved


def _mark(session: Mapping[str, Any]) -> str:
    """What makes an exported session the same as another."""
    facts = [[entry["seq"], entry["event"]] for entry in session["entries"]]
    return json.dumps([session["opened_at"], session["ruleset"], facts], sort_keys=True)


def _mark_of(session: Session) -> str:
    """The same of a session of ours."""
    entries = [{"seq": entry.seq, "event": event_to_json(entry.event)} for entry in session.entries()]
    head = {"opened_at": session.opened_at.isoformat(), "ruleset": session.ruleset}
    return _mark({**head, "entries": entries})


def _load_session(book: Book, data: Mapping[str, Any]) -> None:
    unit = book.unit
    rules = Rules(RULESETS[data["ruleset"]], data["options"], data["length"], data["edition"])
    entries = [Entry(e["seq"], e["no"], event_from_json(e["event"])) for e in data["entries"]]
    editions = {e["seq"]: e["edition"] for e in data["entries"]}
    kept = {e["no"]: _kept(e) for e in data["entries"] if "stored" in e}
    state, outcomes = replay(entries, rules, stored_prices(kept, editions, rules.ruleset.edition))
    taken = {summary.id for summary in book.sessions.all()}
    number = data["id"] if data["id"] not in taken else max(taken) + 1
    others_open = book.session is not None
    closed_at = datetime.fromisoformat(data["closed_at"]) if data["closed_at"] else None
    key = {"chat": unit.chat, "session": number}
    ends = datetime.fromisoformat((data["entries"] or [{"at": data["opened_at"]}])[-1]["at"])
    row = {
        "chat": unit.chat, "id": number, "ruleset": data["ruleset"], "edition": data["edition"],
        "options": data["options"], "length": data["length"], "start": data["options"][START],
        "opener": person_id(data["opener"]) if data["opener"] else None,
        "opened_at": datetime.fromisoformat(data["opened_at"]),
        "closed_at": closed_at or (ends if others_open else None),
        "closing": closing_json(Closing(**data["closing"])), "reminded": data["reminded"],
        "entries": entries[-1].seq if entries else 0, "state": state.to_json(),
    }  # fmt: skip
    unit.write(insert(SESSIONS), row)
    if entries:
        unit.write(insert(ENTRIES), [key | _entry_row(e) for e in data["entries"]])
    texts = [key | _text_row(e) for e in data["entries"] if e["text"] is not None or "message" in e]
    if texts:
        unit.write(insert(TEXTS), texts)
    session = book.sessions.get(number)
    assert session is not None
    session.projection.rewrite(project(entries, outcomes, kept))
    for paid in data["paid"]:
        session.pay(paid["from"], paid["to"], paid["amount"], ends)
    if session.closed_at is not None:
        book.standings.close(number, session.scores(), statistics(session.played()))
    book.sessions.refresh()


def _kept(entry: Mapping[str, Any]) -> Kept:
    stored = entry["stored"]
    moved = tuple(Transfer(*t) for t in stored["transfers"])
    return Kept(stored["answer"], moved, entry["voided"], entry["kind"], stored["seq"])


def _entry_row(entry: Mapping[str, Any]) -> Json:
    return {
        "seq": entry["seq"], "no": entry["no"], "kind": entry["event"]["kind"], "event": entry["event"],
        "edition": entry["edition"], "by": person_id(entry["by_key"]) if entry["by_key"] else None,
        "at": datetime.fromisoformat(entry["at"]),
    }  # fmt: skip


def _text_row(entry: Mapping[str, Any]) -> Json:
    telegram_id, message = entry.get("message", (None, None))
    return {"seq": entry["seq"], "text": entry["text"], "telegram_id": telegram_id, "message": message}
