"""Names: whose account a name is, nicknames, two records of one person, forgetting, the language."""

from bot.buttons import Forged, button, numbers
from bot.dispatch import Ask, Button, Reply, Say
from bot.handlers.settings import require_chief
from bot.newcomers import person_of, usable
from bot.phrases import unread
from bot.texts import spoken, words
from bot.texts.layout import esc
from bot.who import first_named, pair, person_named
from core.errors import mistake
from storage.book import Book
from storage.people import Person


def iam(ask: Ask, book: Book) -> Reply:
    """/iam name: a bare name of the chat is this account; a name that nobody has is what they are called."""
    texts, name = words(book.lang), " ".join(ask.text.split())
    if ask.user is None:
        raise mistake("impossible", "anonymous")
    if not name:
        raise unread("missing_arguments")
    known = book.people.named(name)
    if known is None:
        if ask.plain:
            raise unread("no_such_person", piece=name)
        return Reply((Say(texts.names.called(esc(person_of(ask, book, name).shown))),))
    if ask.person is not None and known.id == ask.person.id:
        return Reply((Say(texts.names.already(esc(known.shown))),))
    if known.account is not None:
        raise mistake("impossible", "name_taken", piece=name)
    if ask.person is not None:
        _require_apart(known, ask.person, book)
    linked = book.people.link(known, ask.user.id, ask.user.username)
    if linked.id == known.id:
        return Reply((Say(texts.people.linked(esc(known.shown))),))
    return _joined(known, linked, book)


def alias(ask: Ask, book: Book) -> Reply:
    """/alias 甲 阿甲; /alias 甲 tells the aliases, /alias 甲 删 阿甲 drops one."""
    names = words(book.lang).names
    person, rest = first_named(ask.text, ask, book)
    shown = esc(person.shown)
    if not rest:
        return Reply((Say(names.also_called(shown, [esc(one) for one in person.aliases])),))
    own = ask.person is not None and person.id == ask.person.id
    if not own and (person.account is not None or ask.person is None):
        require_chief(ask, book)
    head, _, tail = rest.partition(" ")
    if head in spoken.DROP and tail:
        dropped = book.people.drop_alias(tail) if book.people.named(tail) == person else None
        if dropped is None:
            raise unread("no_such_alias", piece=tail, player=person.shown)
        return Reply((Say(names.alias_dropped(shown, esc(tail))),))
    if book.people.add_alias(person, usable(rest)) is None:
        raise mistake("impossible", "name_taken", piece=rest)
    return Reply((Say(names.alias_added(shown, esc(usable(rest)))),))


def merge(ask: Ask, book: Book) -> Reply:
    """/merge A B: A is B; from now on one person."""
    require_chief(ask, book)
    gone, kept = pair(ask, book)
    if gone.id == kept.id:
        raise mistake("impossible", "same_person", player=gone.shown)
    _require_apart(gone, kept, book)
    book.people.merge(gone, kept)
    return _joined(gone, kept, book)


def tap_part(ask: Ask, book: Book) -> Reply:
    """Two records that were joined are two again: by who may join them, or the person themself."""
    (number,) = numbers(ask, 1)
    gone = next((person for person in book.people.everyone() if person.id == number), None)
    if gone is None or gone.same_as is None:
        raise Forged(ask.tap)
    kept = book.people.get(gone.id)
    if ask.person is None or ask.person.id != kept.id:
        require_chief(ask, book)
    gone = book.people.unmerge(gone)
    text = words(book.lang).names.unmerged(esc(gone.shown), esc(kept.shown))
    return Reply((Say(text, edit=True, at_message=ask.message_id),))


def _joined(gone: Person, kept: Person, book: Book) -> Reply:
    texts = words(book.lang)
    undo = button(texts.labels.undo, "part", gone.id)
    return Reply((Say(texts.names.merged(esc(gone.shown), esc(kept.shown)), ((undo,),)),))


def _require_apart(one: Person, other: Person, book: Book) -> None:
    """Two who played in one session, each with chips of their own, cannot be one person."""
    for _, members in book.sessions.members():
        if {one.id, other.id} <= {book.people.of(key).id for key in members}:
            raise mistake("impossible", "played_together", players=(one.shown, other.shown))


# ── forgetting ────────────────────────────────────────────────────────────────────────────────────────────


def forget(ask: Ask, book: Book) -> Reply:
    """/forget: oneself; /forget 甲: by who leads. Asks first, for there is no way back."""
    texts = words(book.lang)
    if ask.user is None:
        raise mistake("impossible", "anonymous")
    person = person_named(ask.text, ask, book) if ask.text.strip() else ask.person
    if person is None:
        raise mistake("impossible", "not_known_yet")
    if ask.person is None or person.id != ask.person.id:
        require_chief(ask, book)
    about = (person.id, ask.user.id)
    row: tuple[Button, ...] = (
        button(texts.labels.confirm, "forget", *about),
        button(texts.labels.cancel, "keep", *about),
    )
    return Reply((Say(texts.names.forget_sure(esc(person.shown)), (row,)),))


def tap_forget(ask: Ask, book: Book) -> Reply:
    person = _of_own_question(ask, book)
    if ask.person is None or person.id != ask.person.id:
        require_chief(ask, book)
    book.forget(person)
    text = words(book.lang).names.forgotten(esc(book.people.record(person.id).shown))
    return Reply((Say(text, edit=True, at_message=ask.message_id),))


def tap_keep(ask: Ask, book: Book) -> Reply:
    _of_own_question(ask, book)
    return Reply((Say(words(book.lang).names.kept(), edit=True, at_message=ask.message_id),))


def _of_own_question(ask: Ask, book: Book) -> Person:
    """The person that a question is about; only who asked it answers it."""
    number, user = numbers(ask, 2)
    if ask.user is None or ask.user.id != user:
        raise mistake("impossible", "not_your_question")
    person = next((one for one in book.people.all() if one.id == number), None)
    if person is None:
        raise Forged(ask.tap)
    return person


# ── the language ──────────────────────────────────────────────────────────────────────────────────────────


def lang(ask: Ask, book: Book) -> Reply:
    """/lang zh|en: what the bot speaks here."""
    names, wanted = words(book.lang).names, ask.text.strip().casefold()
    if not wanted:
        return Reply((Say(names.language(book.lang)),))
    chosen = next((key for key, said in spoken.LANGUAGES.items() if wanted in (key, *said)), None)
    if chosen is None:
        raise unread("no_language", piece=ask.text.strip())
    require_chief(ask, book)
    book.set("lang", chosen)
    return Reply((Say(words(chosen).names.speaks(chosen)),))
