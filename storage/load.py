"""Taking what `storage.export` gave: into an empty database it gives the same export again."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date, datetime
from typing import Any

from sqlalchemy import Connection, bindparam, insert, select, text
from sqlalchemy.exc import IntegrityError, OperationalError, SQLAlchemyError

from core.entry import Entry, event_from_json, event_to_json
from core.errors import Mistake
from core.payment import Transfer
from core.rules import RULESETS
from core.standings import statistics
from core.table import LENGTHS, Rules, replay
from storage.book import ADDRESSES, CHATS, Book, Books
from storage.export import FORMAT, Json, renamed
from storage.history import ENTRIES, TEXTS
from storage.names import clean_name, folded, sound
from storage.people import Person, person_id
from storage.projection import Kept, project, stored_prices
from storage.sessions import SESSIONS, START, Closing, Session, closing_json
from storage.unit import now


class Unreadable(Exception):
    """Data that is no export of ours; the text says why, in one line."""


def load(books: Books, data: Mapping[str, Any]) -> list[int]:
    """Takes what `export_all` gave: every chat as a new one, with its own key if that is free; their ids.

    All or nothing. Unreadable for what is no such export, and for a Telegram chat that is known here already.
    """
    ids = []
    with _readable(), books.engine.begin() as connection:
        if data.get("format", FORMAT) != FORMAT:
            raise Unreadable(f"format {data['format']}")
        for chat in data["chats"]:
            ids.append(_add_chat(connection, chat))
            _load_chat(books.within(connection, ids[-1]), chat)
    return ids


@contextmanager
def _readable() -> Iterator[None]:
    """Whatever is wrong with a file that people hand in is one kind of error."""
    try:
        yield
    except OperationalError:
        raise
    except IntegrityError as error:
        raise Unreadable("this chat, or something in it, is in the database already") from error
    except Mistake as mistake:
        raise Unreadable(f"an entry cannot stand: {mistake}") from mistake
    except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, SQLAlchemyError) as error:
        raise Unreadable(f"{type(error).__name__}: {error}".splitlines()[0]) from error


def load_chat(book: Book, data: Mapping[str, Any]) -> int:
    """Takes one exported chat into this one; how many sessions were new.

    People are the same by account, else by name. A session that is there already (the same beginning, ruleset
    and entries) is passed over; an open one is closed if the chat has an open one of its own. Unreadable for
    what is no such export; then this transaction has to be given up.
    """
    with _readable():
        return _load_chat(book, data)


def _load_chat(book: Book, data: Mapping[str, Any]) -> int:
    keys = _load_people(book, data["people"], own=data.get("key") == str(book.chat.id))
    known = {_mark_of(session) for session in book.sessions.each()}
    added = 0
    for session in data["sessions"]:
        moved = _moved(session, keys)
        if _mark(moved) not in known:
            _load_session(book, moved, set(keys.values()))
            added += 1
    for line in data.get("lines", ()):
        person, day = book.people.of(keys[line["person"]]), date.fromisoformat(line["date"])
        book.standings.add_line(person, line["final"], line["start"], day, line.get("place", 1))
    return added


def _add_chat(connection: Connection, data: Mapping[str, Any]) -> int:
    values: Json = {
        "title": sound(data["title"]),
        "private": bool(data.get("private", False)),
        "active": bool(data.get("active", True)),
        "settings": {str(name): str(value) for name, value in data.get("settings", {}).items()},
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
                clean_name(one["name"]),
                one.get("account"),
                one.get("username"),
                one.get("forgotten", False),
                number,
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


def _load_session(book: Book, data: Mapping[str, Any], people: set[str]) -> None:
    unit, ruleset = book.unit, RULESETS[data["ruleset"]]
    chosen = ruleset.choose({k: v for k, v in data["options"].items() if k in ruleset.options})
    options: dict[str, int | str] = {**data["options"], **chosen}
    rules = Rules(ruleset, options, data["length"], data["edition"])
    entries = [Entry(e["seq"], e["no"], event_from_json(e["event"])) for e in data["entries"]]
    editions = {e["seq"]: e["edition"] for e in data["entries"]}
    kept = {e["no"]: _kept(e) for e in data["entries"] if "stored" in e}
    state, outcomes = replay(entries, rules, stored_prices(kept, editions, rules.ruleset.edition))
    _check(entries, rules, people >= set(state.members))
    taken = {summary.id for summary in book.sessions.all()}
    number = data["id"] if data["id"] not in taken else max(taken) + 1
    others_open = book.session is not None
    closed_at = datetime.fromisoformat(data["closed_at"]) if data["closed_at"] else None
    key = {"chat": unit.chat, "session": number}
    ends = datetime.fromisoformat((data["entries"] or [{"at": data["opened_at"]}])[-1]["at"])
    row = {
        "chat": unit.chat, "id": number, "ruleset": data["ruleset"], "edition": data["edition"],
        "options": options, "length": data["length"], "start": chosen[START],
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


def _check(entries: Sequence[Entry], rules: Rules, known: bool) -> None:
    """What a replay takes on trust."""
    numbers = [entry.no for entry in entries if entry.no is not None]
    if [entry.seq for entry in entries] != list(range(1, len(entries) + 1)):
        raise Unreadable("entries are missing")
    if numbers != list(range(1, len(numbers) + 1)):
        raise Unreadable("numbers of entries are missing")
    if rules.length not in LENGTHS:
        raise Unreadable(f"length {rules.length}")
    if not known:
        raise Unreadable("somebody took part who is not among the people")


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
    return {
        "seq": entry["seq"],
        "text": entry["text"] and sound(entry["text"]),
        "telegram_id": telegram_id,
        "message": message,
    }
