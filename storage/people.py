"""The people of a chat: a Telegram account or a bare name, always one record, whatever they are called
today.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from sqlalchemy import bindparam, delete, insert, select, update

from storage.names import clean_name, folded, numbered
from storage.prepared import Prepared
from storage.rows import AliasRow, PersonRow, table
from storage.unit import Unit

PEOPLE, ALIASES = table(PersonRow), table(AliasRow)
_ALL = Prepared(
    select(PEOPLE, ALIASES.c.alias)
    .join(ALIASES, (ALIASES.c.chat == PEOPLE.c.chat) & (ALIASES.c.person == PEOPLE.c.id), isouter=True)
    .where(PEOPLE.c.chat == bindparam("chat"))
    .order_by(PEOPLE.c.id, ALIASES.c.folded)
)
_NO_ALIASES = delete(ALIASES).where(ALIASES.c.chat == bindparam("of"), ALIASES.c.person == bindparam("who"))
_NO_ALIAS = delete(ALIASES).where(ALIASES.c.chat == bindparam("of"), ALIASES.c.folded == bindparam("as"))
_CHANGE = update(PEOPLE).where(PEOPLE.c.chat == bindparam("of"), PEOPLE.c.id == bindparam("who"))


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody of the chat. `key` (`p17`) is what entries hold; `name` is unique in the chat.

    After /forget the name is empty and `shown` gives a neutral `#17`. `same_as`: merged into that person;
    `also`: what those were called that were merged into this one.
    """

    id: int
    name: str
    account: int | None = None  # Telegram's user id
    username: str | None = None  # without @
    aliases: tuple[str, ...] = ()
    same_as: int | None = None
    forgotten: bool = False
    also: tuple[str, ...] = field(default=(), compare=False)

    @property
    def key(self) -> str:
        return f"p{self.id}"

    @property
    def shown(self) -> str:
        return self.name or f"#{self.id}"

    @property
    def names(self) -> list[str]:
        """All that reports may call this person: name, aliases, names of merged records, @username."""
        called = [self.shown, *self.aliases, *self.also]
        return [*called, f"@{self.username}"] if self.username else called


def person_id(key: str) -> int:
    """17 of `p17`; ValueError on anything else."""
    if not key.startswith("p"):
        raise ValueError(key)
    return int(key[1:])


def _kept(everyone: Mapping[int, Person], id: int) -> Person:
    person = everyone[id]
    while person.same_as is not None:
        person = everyone[person.same_as]
    return person


def _tie(everyone: dict[int, Person]) -> None:
    """Whoever has records merged into theirs is called by those names, too."""
    also: dict[int, tuple[str, ...]] = {}
    for person in everyone.values():
        if person.same_as is not None and person.name:
            kept = _kept(everyone, person.id).id
            also[kept] = (*also.get(kept, ()), person.name, *person.aliases)
    for number, person in everyone.items():
        if person.also != also.get(number, ()):
            everyone[number] = replace(person, also=also.get(number, ()))


class People:
    """Everybody of one chat, read once and kept in memory for the unit of work."""

    def __init__(self, unit: Unit) -> None:
        self._unit = unit

    @cached_property
    def _everyone(self) -> dict[int, Person]:
        found: dict[int, Person] = {}
        for row in self._unit.rows(_ALL):
            known = found.get(row.id)
            if known:
                found[row.id] = replace(known, aliases=(*known.aliases, row.alias))
                continue
            found[row.id] = Person(
                row.id, row.name or "", row.account, row.username, (row.alias,) if row.alias else (),
                row.same_as, row.forgotten,
            )  # fmt: skip
        _tie(found)
        return found

    def all(self) -> tuple[Person, ...]:
        """Everybody who was neither forgotten nor merged away, in the order of coming."""
        return tuple(p for p in self._everyone.values() if not p.forgotten and p.same_as is None)

    def everyone(self) -> tuple[Person, ...]:
        """Every record there ever was, in the order of coming."""
        return tuple(self._everyone.values())

    def record(self, id: int) -> Person:
        """The record with this id itself; KeyError if there is none."""
        return self._everyone[id]

    def get(self, id: int) -> Person:
        """Who this id is: one merged away answers as the other. KeyError if there is none."""
        return _kept(self._everyone, id)

    def of(self, key: str) -> Person:
        """Who the key of an entry (`p17`) is."""
        return self.get(person_id(key))

    def by_account(self, account: int) -> Person | None:
        found = next((p for p in self._everyone.values() if p.account == account), None)
        return found and self.get(found.id)

    def named(self, name: str) -> Person | None:
        """The one whose full name or alias this is, as names are matched."""
        wanted = folded(name)
        return next((p for p in self.all() if wanted in map(folded, (p.shown, *p.aliases, *p.also))), None)

    def find(self, text: str) -> tuple[Person, ...]:
        """Who `text` may mean: by exact name, else alias, else @username, else the beginning of one of
        these; the first way that finds anybody counts. Nobody: empty; several: ambiguous.
        """
        wanted, everyone = folded(text), self.all()
        if not wanted:
            return ()
        ways = (
            [p for p in everyone if folded(p.shown) == wanted],
            [p for p in everyone if wanted in map(folded, (*p.aliases, *p.also))],
            [p for p in everyone if p.username and folded(p.username) == wanted.removeprefix("@")],
            [p for p in everyone if any(folded(n).startswith(wanted) for n in p.names)],
        )
        return tuple(next(filter(None, ways), ()))

    def add(self, name: str, account: int | None = None, username: str | None = None) -> Person:
        """A newcomer; a name that is taken gets a number (小明2). ValueError if the name has nothing to see
        or the account is known already.
        """
        if account is not None and self.by_account(account):
            raise ValueError(f"account {account} is known")
        return self.put(self._free(clean_name(name)), account, username)

    def put(
        self,
        name: str,
        account: int | None = None,
        username: str | None = None,
        forgotten: bool = False,
        id: int | None = None,
    ) -> Person:
        """Adds a record as it is; a name that is taken gets a number, "" is for the forgotten."""
        if name and self._taken(name):
            name = self._free(name)
        number = id or max(self._everyone, default=0) + 1
        values = {"chat": self._unit.chat, "id": number, "name": name or None, "folded": folded(name) or None}
        rest = {"account": account, "username": username, "same_as": None, "forgotten": forgotten}
        self._unit.write(insert(PEOPLE), values | rest)
        return self._keep(Person(number, name, account, username, forgotten=forgotten))

    def rename(self, person: Person, name: str) -> Person:
        """The same person under a new name, numbered if it is taken. ValueError if nothing is left of it."""
        cleaned = clean_name(name)
        if folded(cleaned) != folded(person.name):
            cleaned = self._free(cleaned)
        return self._change(replace(person, name=cleaned))

    def see(self, account: int, username: str | None) -> Person | None:
        """Who this account is, its username brought up to date; None if the account is not known."""
        person = self.by_account(account)
        if person and person.account == account and person.username != username:
            person = self._change(replace(person, username=username))
        return person

    def link(self, person: Person, account: int, username: str | None = None) -> Person:
        """/iam: the bare name belongs to this account. An account with a record of its own takes the bare
        one in. ValueError if the name belongs to another account.
        """
        if person.account is not None and person.account != account:
            raise ValueError(f"{person.key} has another account")
        own = self.by_account(account)
        if own is None:
            return self._change(replace(person, account=account, username=username))
        if own.id != person.id:
            self.merge(person, own)
        return own

    def add_alias(self, person: Person, alias: str) -> Person | None:
        """None if somebody of the chat is called so already. ValueError if there is nothing to see."""
        alias = clean_name(alias)
        if not alias:
            raise ValueError("empty alias")
        if self._taken(alias):
            return None
        values = {"folded": folded(alias), "person": person.id, "alias": alias}
        self._unit.write(insert(ALIASES), {"chat": self._unit.chat, **values})
        return self._keep(replace(person, aliases=(*person.aliases, alias)))

    def drop_alias(self, alias: str) -> Person | None:
        """Who lost the alias; None if nobody had it."""
        wanted = folded(alias)
        for person in self._everyone.values():
            left = tuple(a for a in person.aliases if folded(a) != wanted)
            if left != person.aliases:
                self._unit.write(_NO_ALIAS, {"of": self._unit.chat, "as": wanted})
                return self._keep(replace(person, aliases=left))
        return None

    def merge(self, gone: Person, kept: Person) -> None:
        """From now on `gone` is `kept`: entries stay as they are, lists show one person. ValueError for one
        and the same.
        """
        if self.get(gone.id).id == self.get(kept.id).id:
            raise ValueError(f"{gone.key} is {kept.key}")
        self._change(replace(gone, same_as=kept.id))
        _tie(self._everyone)

    def unmerge(self, gone: Person) -> Person:
        """Undoes `merge`."""
        self._change(replace(self.record(gone.id), same_as=None))
        _tie(self._everyone)
        return self.record(gone.id)

    def forget(self, person: Person) -> tuple[Person, ...]:
        """Erases name, aliases, account and username of a person and of every record merged into theirs; the
        ids of these records. `Book.forget` erases what was written, too.
        """
        records = tuple(p for p in self.everyone() if self.get(p.id).id == person.id)
        for record in records:
            self._unit.write(_NO_ALIASES, {"of": self._unit.chat, "who": record.id})
            self._change(Person(record.id, "", same_as=record.same_as, forgotten=True))
        return records

    def shown(self, ids: Iterable[int]) -> dict[int, str]:
        """Display names by id."""
        return {one: self.get(one).shown for one in ids}

    def _taken(self, name: str) -> bool:
        wanted = folded(name)
        return any(
            wanted in map(folded, (p.name, *p.aliases)) for p in self._everyone.values() if not p.forgotten
        )

    def _free(self, name: str) -> str:
        if not folded(name):
            raise ValueError("a name with nothing to see")
        if not self._taken(name):
            return name
        number = 2
        while self._taken(numbered(name, number)):
            number += 1
        return numbered(name, number)

    def _change(self, person: Person) -> Person:
        values = {
            "name": person.name or None, "folded": folded(person.name) or None, "account": person.account,
            "username": person.username, "same_as": person.same_as, "forgotten": person.forgotten,
        }  # fmt: skip
        self._unit.write(_CHANGE.values(**values), {"of": self._unit.chat, "who": person.id})
        return self._keep(person)

    def _keep(self, person: Person) -> Person:
        self._everyone[person.id] = person
        return person
