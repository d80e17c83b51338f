"""Opening a session: by words, by buttons, or as the last one was."""

from dataclasses import replace

from bot.buttons import Forged, button, in_rows, numbers, parts
from bot.desk import Desk, open_desk
from bot.dispatch import Ask, Button, Reply, Say
from bot.handlers.panel import panel
from bot.handlers.seating import seated
from bot.newcomers import opener
from bot.phrases import unread, words_of
from bot.texts import spoken, words
from core.entry import Join, Seats
from core.errors import mistake
from core.hand import Player
from core.rules import RULESETS
from core.ruleset import Ruleset
from core.state import LENGTHS
from storage.book import Book

ANY_LENGTH = "不限"


def new(ask: Ask, book: Book) -> Reply:
    """/new [ruleset] [length] [option=value …]"""
    _require_room(ask, book)
    if not ask.text.strip():
        return Reply((Say(words(book.lang).sessions.which(), _choices(book)),))
    ruleset, length, options = read_opening(ask.text, book)
    return _opened(ask, book, ruleset, length, options)


def tap_new(ask: Ask, book: Book) -> Reply:
    """A ruleset and a length were chosen."""
    key, place = parts(ask, 2)
    if key not in RULESETS or place not in map(str, range(len(LENGTHS))):
        raise Forged(ask.tap)
    _require_room(ask, book)
    length = tuple(LENGTHS)[int(place)]
    if book.session is not None and (book.session.ruleset, book.session.length) == (key, length):
        raise mistake("impossible", "session_open")  # tapped twice
    return _opened(ask, book, RULESETS[key], length, {})


def tap_ask_new(ask: Ask, book: Book) -> Reply:
    """开局 under a greeting."""
    _require_room(ask, book)
    return Reply((Say(words(book.lang).sessions.which(), _choices(book)),))


def _require_room(ask: Ask, book: Book) -> None:
    """Refuses while a session is open, unless nothing was played in it yet and who asks may close it."""
    session = book.session
    if session is None:
        return
    if session.state.next_no > 1 or session.state.open or not Desk(ask, book, session).may_lead:
        raise mistake("impossible", "session_open")


def _made_room(ask: Ask, book: Book) -> tuple[Player, ...]:
    """Closes the session in which nothing was played; who had joined it joins the new one."""
    session = book.session
    if session is None:
        return ()
    session.close(ask.at, Desk(ask, book, session).by)
    return session.members


def read_opening(text: str, book: Book) -> tuple[Ruleset, str, dict[str, str]]:
    """The ruleset, length and options that were said; the last ones where they were not."""
    ruleset: Ruleset | None = None
    length: str | None = None
    said: list[str] = []
    for piece in words_of(text):
        named = spoken.LENGTHS.get(piece, piece)
        if found := _ruleset(piece):
            ruleset = found
        elif named in LENGTHS or named.removesuffix(spoken.LENGTH_ENDING) in LENGTHS:
            length = named if named in LENGTHS else named.removesuffix(spoken.LENGTH_ENDING)
        else:
            said.append(piece)
    ruleset = ruleset or RULESETS.get(book.setting("ruleset") or "") or next(iter(RULESETS.values()))
    length = length or book.setting("length") or ANY_LENGTH
    options = {}
    for piece in said:
        if "=" not in piece and not _option_named(piece, ruleset):
            raise unread("no_opening", piece=piece, lengths=tuple(LENGTHS), options=tuple(ruleset.options))
        name, value = read_option(piece, ruleset)
        options[name] = value
    return ruleset, length, options


def read_option(piece: str, ruleset: Ruleset) -> tuple[str, str]:
    """`底分5`, `底分=5`: an option and its value as text."""
    said, sign, value = piece.partition("=")
    if not sign:
        said = _option_named(piece, ruleset)
        value = piece.removeprefix(said)
    name = spoken.OPTIONS.get(said, said)
    owner = next((one.name for one in ruleset.options.values() if said in one.values), "")
    if name not in ruleset.options and owner and not sign:  # 常规 alone
        name, value = owner, said
    if name not in ruleset.options:
        raise unread("no_option", piece=piece, options=tuple(ruleset.options))
    return name, str(ruleset.options[name].read(value.strip()))


def _option_named(piece: str, ruleset: Ruleset) -> str:
    """The option that a piece begins with, as it is called there, or a value that only one option has."""
    values = [value for option in ruleset.options.values() for value in option.values]
    if values.count(piece) == 1:
        return piece
    called = (*ruleset.options, *(word for word, name in spoken.OPTIONS.items() if name in ruleset.options))
    return max((name for name in called if piece.startswith(name)), key=len, default="")


def _ruleset(piece: str) -> Ruleset | None:
    key = spoken.RULESETS.get(piece, piece)
    return RULESETS.get(key) or next((r for r in RULESETS.values() if r.name == piece), None)


def _choices(book: Book) -> tuple[tuple[Button, ...], ...]:
    """Every ruleset with the lengths that there are, the last ones first."""
    rows: list[tuple[Button, ...]] = []
    texts = words(book.lang)
    last, length = book.setting("ruleset"), book.setting("length")
    lengths = sorted(LENGTHS, key=lambda name: name != length)
    for ruleset in sorted(RULESETS.values(), key=lambda r: r.key != last):
        short = next(word for word, key in spoken.RULESETS.items() if key == ruleset.key)
        places = [(name, tuple(LENGTHS).index(name)) for name in lengths]
        labels = [(texts.labels.session(short, name), place) for name, place in places]
        rows += in_rows([button(label, "new", ruleset.key, place) for label, place in labels], 4)
    return tuple(rows)


def _opened(ask: Ask, book: Book, ruleset: Ruleset, length: str, options: dict[str, str]) -> Reply:
    chosen = group_defaults(book, ruleset) | options
    options_chosen, by = ruleset.choose(chosen), opener(ask, book)
    joined = _made_room(ask, book)
    session = book.sessions.begin(ruleset.key, options_chosen, length, by.id, ask.at)
    for player in joined:
        session.record(Join(player), by.id, ask.at)
    book.set("ruleset", ruleset.key)
    book.set("length", length)
    return Reply((panel(open_desk(ask, book)),))


def group_defaults(book: Book, ruleset: Ruleset) -> dict[str, str]:
    """The options that the group has set for this ruleset."""
    named = {name: book.setting(f"{ruleset.key}.{name}") for name in ruleset.options}
    return {name: value for name, value in named.items() if value is not None}


def again(ask: Ask, book: Book) -> Reply:
    """/again: the same people, seats, ruleset and options as last time."""
    if book.session is not None:
        raise mistake("impossible", "session_open")
    last = book.sessions.last
    if last is None:
        raise mistake("impossible", "nothing_to_repeat")
    old = Desk(ask, book, last)
    old.require_writer()
    by = opener(ask, book)
    session = book.sessions.begin(last.ruleset, last.options, last.length, by.id, ask.at)
    desk = Desk(replace(ask, person=by), book, session)
    for player in last.members:
        session.record(Join(player), by.id, ask.at)
    if last.state.seats is None:
        return Reply((panel(desk),))
    seats = last.state.seats
    reply = seated(desk, Seats((seats[0], seats[1], seats[2], seats[3])))
    (say,) = reply.says
    return Reply((replace(say, text="\n".join([*panel(desk).text.splitlines()[:2], say.text])),))


def tap_again(ask: Ask, book: Book) -> Reply:
    """再来 under a settlement."""
    (session_id,) = numbers(ask, 1)
    if book.session is None and book.sessions.last is not None and book.sessions.last.id != session_id:
        raise Forged(ask.tap)
    return again(ask, book)
