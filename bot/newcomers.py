"""Who asks: making people known to the chat's book, under a name that reports can use."""

from dataclasses import replace

from bot.dispatch import Ask, User
from core.errors import mistake
from core.rules import RULESETS
from core.scan import is_word
from storage.book import Book
from storage.names import clean_name, folded
from storage.people import Person


def namesake(ask: Ask, book: Book, name: str | None = None) -> Person | None:
    """The bare name that a newcomer may be, by first name, @username or the name given; those of the open
    session come first."""
    if ask.person is not None or ask.user is None:
        return None
    called = {folded(name or ask.user.first_name), folded(ask.user.username or "")} - {""}
    here = [book.people.of(key) for key in book.session.members] if book.session else []
    bare = (person for person in (*here, *book.people.all()) if person.account is None)
    return next((p for p in bare if {folded(p.name), folded(p.username or "")} & called), None)


def linked_at_once(ask: Ask, book: Book) -> Ask:
    """In the local chat a newcomer is the bare name that he speaks under."""
    person = namesake(ask, book)
    if person is None or ask.user is None:
        return ask
    return replace(ask, person=book.people.link(person, ask.user.id, ask.user.username))


def with_names(ask: Ask, book: Book) -> Ask:
    """The Ask with the names of the book where people without @username are mentioned."""
    text = ask.text
    for mention in ask.mentions:
        person = book.people.by_account(mention.user.id)
        if person is not None:
            text = text.replace(mention.shown, person.shown, 1)
    return replace(ask, text=text)


def usable(name: str) -> str:
    """A name that somebody typed, cleaned; Mistake for one that nobody sees or that reports need."""
    cleaned = clean_name(name)
    if not cleaned or not folded(cleaned):
        raise mistake("unreadable", "empty_name")
    if any(is_word(cleaned, ruleset) for ruleset in RULESETS.values()):
        raise mistake("unreadable", "bad_name", piece=cleaned)
    return cleaned


def person_of(ask: Ask, book: Book, name: str | None = None) -> Person:
    """The record of the one who asks, made if there is none; with `name` they are called so from now on."""
    if ask.user is None:
        raise mistake("impossible", "anonymous")
    if ask.person is None:
        return account(ask.user, book, name)
    if name and folded(usable(name)) != folded(ask.person.name):
        return book.people.rename(ask.person, usable(name))
    return ask.person


def account(user: User, book: Book, name: str | None = None) -> Person:
    """The record of a Telegram account."""
    known = book.people.by_account(user.id)
    return known or book.people.add(usable(name or user.first_name), user.id, user.username)


def opener(ask: Ask, book: Book) -> Person:
    """The record of whoever opens a session; any name will do until they join."""
    if ask.user is None:
        raise mistake("impossible", "anonymous")
    if ask.person is not None:
        return ask.person
    name = clean_name(ask.user.first_name) or f"#{ask.user.id}"
    return book.people.add(name, ask.user.id, ask.user.username)
