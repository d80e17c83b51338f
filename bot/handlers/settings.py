"""/set: a group's house rules, for the sessions that will be opened."""

from zoneinfo import ZoneInfo

from bot.buttons import Forged, button, in_rows, parts
from bot.dispatch import Ask, Reply, Say
from bot.handlers.opening import group_defaults, read_option
from bot.phrases import unread, words_of
from bot.texts import spoken, words
from bot.texts.layout import esc
from core.errors import mistake
from core.rules import RULESETS
from core.ruleset import Ruleset
from storage.book import Book


def change(ask: Ask, book: Book) -> Reply:
    """/set [ruleset] [option value …]; without a value, what is set."""
    ruleset, pieces = _ruleset(ask, book)
    if not pieces:
        return Reply((_list(book, ruleset),))
    require_chief(ask, book)
    if pieces[0] in spoken.TIME_ZONE:
        return _time_zone(ask, book)
    if len(pieces) == 2 and spoken.OPTIONS.get(pieces[0], pieces[0]) in ruleset.options:
        pieces = [f"{pieces[0]}={pieces[1]}"]
    chosen = [read_option(piece, ruleset) for piece in pieces]
    for name, value in chosen:
        _keep(book, ruleset, name, value)
    told = [words(book.lang).settings.changed(esc(name), esc(value)) for name, value in chosen]
    return Reply((Say("\n".join([*told, words(book.lang).settings.from_the_next()])),))


def _keep(book: Book, ruleset: Ruleset, name: str, value: str) -> None:
    default = str(ruleset.options[name].default)
    book.set(f"{ruleset.key}.{name}", None if value == default else value)


def tap_set(ask: Ask, book: Book) -> Reply:
    """The next value of an option with few of them."""
    key, place, value = parts(ask, 3)
    ruleset = RULESETS.get(key)
    names = tuple(ruleset.options) if ruleset else ()
    if ruleset is None or not place.isdigit() or int(place) >= len(names):
        raise Forged(ask.tap)
    option = ruleset.options[names[int(place)]]
    if value not in option.values:
        raise Forged(ask.tap)
    require_chief(ask, book)
    _keep(book, ruleset, option.name, value)
    listed = _list(book, ruleset)
    return Reply((Say(listed.text, listed.buttons, edit=True, at_message=ask.message_id),))


def require_chief(ask: Ask, book: Book) -> None:
    """Only the opener of the session and admins of the group change what holds for all."""
    session = book.session
    opened = session is not None and ask.person is not None and session.opener is not None
    if opened and session and _is(book, session.opener, ask):
        return
    if not ask.administers:
        raise mistake("impossible", "not_allowed" if ask.user else "anonymous")


def _is(book: Book, person: int | None, ask: Ask) -> bool:
    return person is not None and ask.person is not None and book.people.get(person).id == ask.person.id


def _ruleset(ask: Ask, book: Book) -> tuple[Ruleset, list[str]]:
    """The ruleset that is meant, and the other pieces: the one named, played now, or played last."""
    pieces = words_of(ask.text)
    key = book.session.ruleset if book.session else book.setting("ruleset")
    if pieces and (pieces[0] in RULESETS or pieces[0] in spoken.RULESETS):
        key = spoken.RULESETS.get(pieces[0], pieces[0])
        pieces = pieces[1:]
    return RULESETS[key or next(iter(RULESETS))], pieces


def _list(book: Book, ruleset: Ruleset) -> Say:
    """Every option with its value; those with few values can be tapped on."""
    texts, own = words(book.lang).settings, group_defaults(book, ruleset)
    lines, buttons = [texts.head(ruleset.name)], []
    for place, option in enumerate(ruleset.options.values()):
        value = own.get(option.name, str(option.default))
        lines.append(texts.option(option.name, value, option.values, option.name in own))
        if option.values:
            following = option.values[(option.values.index(value) + 1) % len(option.values)]
            label = texts.switch(option.name, following)
            buttons.append(button(label, "set", ruleset.key, place, following))
    lines.append(texts.how())
    return Say("\n".join(lines), in_rows(buttons, 2))


def _time_zone(ask: Ask, book: Book) -> Reply:
    name = ask.text.split()[-1]
    try:
        ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        raise unread("no_time_zone", piece=name) from None
    book.set("time_zone", name)
    return Reply((Say(words(book.lang).settings.changed(spoken.TIME_ZONE[0], esc(name))),))
