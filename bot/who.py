"""Who of the chat is meant: anybody who ever played here, not only those of the open session."""

from difflib import get_close_matches

from bot.dispatch import Ask
from bot.phrases import unread
from bot.texts import spoken
from core.errors import mistake
from core.notation import fold
from storage.book import Book
from storage.people import Person

ALIKE, MOST_ALIKE = 0.5, 3  # how much of a name has to agree with one that is offered for it


def person_named(text: str, ask: Ask, book: Book) -> Person:
    """The one whose name, alias or @username this is, or begins with it; 我 is the one who asks."""
    if fold(text) == spoken.ME and ask.person is not None:
        return ask.person
    found = book.people.find(text.strip())
    if not found:
        names = [name for one in book.people.all() for name in one.names]
        alike = get_close_matches(text.strip(), names, n=MOST_ALIKE, cutoff=ALIKE)
        raise unread("no_such_person", piece=text.strip(), alike=tuple(alike))
    if len(found) > 1:
        raise unread("two_players", piece=text.strip(), players=tuple(one.shown for one in found))
    return found[0]


def someone(ask: Ask, book: Book) -> Person:
    """The person named, or the one who asks."""
    if ask.text.strip():
        return person_named(ask.text, ask, book)
    if ask.person is None:
        raise mistake("impossible", "not_known_yet")
    return ask.person


def pair(ask: Ask, book: Book) -> tuple[Person, Person]:
    """The two people named; a single one against the one who asks. Names may have blanks in them."""
    pieces = ask.text.split()
    if not pieces:
        raise unread("missing_arguments")
    splits = [(" ".join(pieces[:i]), " ".join(pieces[i:])) for i in range(1, len(pieces))]
    for one, other in splits:
        if _known(one, book) and _known(other, book):
            return person_named(one, ask, book), person_named(other, ask, book)
    if ask.person is not None and (len(pieces) == 1 or _known(ask.text, book)):
        return ask.person, person_named(ask.text, ask, book)
    first, second = splits[0] if splits else (ask.text, ask.text)
    return person_named(first, ask, book), person_named(second, ask, book)


def first_named(text: str, ask: Ask, book: Book) -> tuple[Person, str]:
    """The person that a text begins with, by as many of its pieces as name somebody, and the rest."""
    pieces = text.split()
    if not pieces:
        raise unread("missing_arguments")
    for end in range(len(pieces), 1, -1):
        if book.people.named(" ".join(pieces[:end])):
            return person_named(" ".join(pieces[:end]), ask, book), " ".join(pieces[end:])
    return person_named(pieces[0], ask, book), " ".join(pieces[1:])


def _known(text: str, book: Book) -> bool:
    return fold(text) == spoken.ME or bool(book.people.find(text))
