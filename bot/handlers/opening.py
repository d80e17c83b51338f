"""Opening a session, joining it, sitting down."""

from dataclasses import replace
from random import SystemRandom

from bot.buttons import Forged, button, numbers, parts
from bot.desk import Desk, open_desk
from bot.dispatch import Ask, Button, Reply, Say
from bot.miniapp import table_row
from bot.newcomers import account, namesake, opener, person_of, usable
from bot.phrases import each_name, read_seats, unread, words_of
from bot.texts import Catalogue, spoken, words
from bot.texts.layout import esc
from core.entry import Join, Seats
from core.errors import mistake
from core.rules import RULESETS
from core.ruleset import Ruleset
from core.state import LENGTHS
from core.table import Outcome
from core.tiles import SEAT_NAMES
from storage.book import Book
from storage.people import Person

SHOWN = (spoken.BASE, spoken.START)  # options that are always told
ANY_LENGTH = "不限"
_random = SystemRandom()


def new(ask: Ask, book: Book) -> Reply:
    """/new [ruleset] [length] [option=value …]"""
    texts = words(book.lang)
    if book.session is not None:
        raise mistake("impossible", "session_open")
    if not ask.text.strip():
        return Reply((Say(texts.sessions.which(), _choices(book)),))
    ruleset, length, options = read_opening(ask.text, book)
    return _opened(ask, book, ruleset, length, options)


def tap_new(ask: Ask, book: Book) -> Reply:
    """A ruleset and a length were chosen."""
    key, place = parts(ask, 2)
    if key not in RULESETS or place not in map(str, range(len(LENGTHS))):
        raise Forged(ask.tap)
    if book.session is not None:
        raise mistake("impossible", "session_open")
    return _opened(ask, book, RULESETS[key], tuple(LENGTHS)[int(place)], {})


def tap_ask_new(_ask: Ask, book: Book) -> Reply:
    """开局 under a greeting."""
    if book.session is not None:
        raise mistake("impossible", "session_open")
    return Reply((Say(words(book.lang).sessions.which(), _choices(book)),))


def read_opening(text: str, book: Book) -> tuple[Ruleset, str, dict[str, str]]:
    """The ruleset, length and options that were said; the last ones where they were not."""
    ruleset: Ruleset | None = None
    length: str | None = None
    said: list[str] = []
    for piece in words_of(text):
        if found := _ruleset(piece):
            ruleset = found
        elif piece in LENGTHS or piece.removesuffix(spoken.LENGTH_ENDING) in LENGTHS:
            length = piece if piece in LENGTHS else piece.removesuffix(spoken.LENGTH_ENDING)
        else:
            said.append(piece)
    ruleset = ruleset or RULESETS.get(book.setting("ruleset") or "") or next(iter(RULESETS.values()))
    length = length or book.setting("length") or ANY_LENGTH
    return ruleset, length, dict(read_option(piece, ruleset) for piece in said)


def read_option(piece: str, ruleset: Ruleset) -> tuple[str, str]:
    """`底分5`, `底分=5`: an option and its value as text."""
    name, sign, value = piece.partition("=")
    if not sign:
        name = max((n for n in ruleset.options if piece.startswith(n)), key=len, default="")
        value = piece.removeprefix(name)
    if name not in ruleset.options:
        names = tuple(ruleset.options)
        raise unread("no_option", piece=piece, options=names)
    return name, str(ruleset.options[name].read(value.strip()))


def _ruleset(piece: str) -> Ruleset | None:
    key = spoken.RULESETS.get(piece, piece)
    return RULESETS.get(key) or next((r for r in RULESETS.values() if r.name == piece), None)


def _choices(book: Book) -> tuple[tuple[Button, ...], ...]:
    """Every ruleset with the lengths that there are, the last ones first."""
    rows = []
    last, length = book.setting("ruleset"), book.setting("length")
    lengths = sorted(LENGTHS, key=lambda name: name != length)
    for ruleset in sorted(RULESETS.values(), key=lambda r: r.key != last):
        short = next(word for word, key in spoken.RULESETS.items() if key == ruleset.key)
        places = [(name, tuple(LENGTHS).index(name)) for name in lengths]
        rows.append(tuple(button(f"{short}{name}", "new", ruleset.key, place) for name, place in places))
    return tuple(rows)


def _opened(ask: Ask, book: Book, ruleset: Ruleset, length: str, options: dict[str, str]) -> Reply:
    chosen = group_defaults(book, ruleset) | options
    by = opener(ask, book)
    book.sessions.begin(ruleset.key, ruleset.choose(chosen), length, by.id, ask.at)
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
    reply = _seated(desk, Seats((seats[0], seats[1], seats[2], seats[3])))
    (say,) = reply.says
    return Reply((replace(say, text=f"{panel(desk).text.splitlines()[0]}\n{say.text}"),))


def tap_again(ask: Ask, book: Book) -> Reply:
    """再来 under a settlement."""
    (session_id,) = numbers(ask, 1)
    if book.session is None and book.sessions.last is not None and book.sessions.last.id != session_id:
        raise Forged(ask.tap)
    return again(ask, book)


# ── joining ───────────────────────────────────────────────────────────────────────────────────────────────


def join(ask: Ask, book: Book) -> Reply:
    """/join [name]"""
    desk = open_desk(ask, book)
    name = " ".join(ask.text.split()) or None
    found = namesake(ask, book, name)
    if found is not None:
        return _is_that_you(desk, found)
    person = person_of(ask, book, name)
    return _joined(desk, [person])


def add(ask: Ask, book: Book) -> Reply:
    """/add name …: people without Telegram, or accounts that are mentioned."""
    desk = open_desk(ask, book)
    desk.require_writer()
    texts = {mention.shown: mention.user for mention in ask.mentions}
    names = each_name(ask.text)
    if not names:
        raise unread("missing_arguments")
    people: list[Person] = []
    for name in names:
        if name in texts:
            people.append(account(texts[name], book))
            continue
        bare = usable(name.removeprefix("@"))
        known = book.people.named(bare) or next(iter(book.people.find(name) if name[:1] == "@" else ()), None)
        username = bare if name[:1] == "@" else None
        people.append(known or book.people.add(bare, username=username))
    return _joined(desk, people)


def tap_join(ask: Ask, book: Book) -> Reply:
    """加入 under the panel."""
    desk = _of_panel(ask, book)
    found = namesake(ask, book)
    if found is not None:
        return _is_that_you(desk, found)
    person = person_of(ask, book)
    outcome = _join(desk, person, person.id)
    if outcome.idle:
        return Reply(toast=desk.words.sessions.already_joined(person.shown))
    return Reply((panel(desk, edit=True),), toast=desk.words.sessions.joined(person.shown))


def tap_mine(ask: Ask, book: Book) -> Reply:
    """是我: the bare name belongs to this account, and joins with it."""
    session_id, person_id, user_id = numbers(ask, 3)
    desk = _of_session(ask, book, session_id)
    if ask.user is None or ask.user.id != user_id:
        raise Forged(ask.tap)
    person = book.people.get(person_id)
    if person.account is not None and person.account != user_id:
        raise Forged(ask.tap)
    person = book.people.link(person, user_id, ask.user.username)
    _join(desk, person, person.id)
    text = desk.words.people.linked(esc(person.shown))
    return Reply((Say(text, edit=True, at_message=ask.message_id),))


def tap_another(ask: Ask, book: Book) -> Reply:
    """不是: somebody else of the same name."""
    session_id, _, user_id = numbers(ask, 3)
    desk = _of_session(ask, book, session_id)
    if ask.user is None or ask.user.id != user_id:
        raise Forged(ask.tap)
    person = person_of(ask, book)
    _join(desk, person, person.id)
    text = desk.words.people.another(esc(person.shown))
    return Reply((Say(text, edit=True, at_message=ask.message_id),))


def is_that_you(ask: Ask, book: Book) -> Reply | None:
    """Asks somebody who is not in the session whether a bare name of it is them; None without such a name."""
    found = namesake(ask, book)
    return _is_that_you(open_desk(ask, book), found) if found and book.session else None


def _is_that_you(desk: Desk, found: Person) -> Reply:
    user = desk.ask.user
    assert user is not None
    about = (desk.session.id, found.id, user.id)
    labels = desk.words.labels
    row = (button(labels.mine, "mine", *about), button(labels.not_mine, "other", *about))
    return Reply((Say(desk.words.people.is_that_you(esc(found.shown)), (row,)),))


def _join(desk: Desk, person: Person, by: int) -> Outcome:
    """Joins, under the key that the person takes part by if there is one already."""
    return desk.session.record(Join(desk.session.member(person.id) or person.key), by, desk.ask.at)


def _joined(desk: Desk, people: list[Person]) -> Reply:
    sessions, lines = desk.words.sessions, []
    for person in people:
        outcome = _join(desk, person, desk.by or person.id)
        name = esc(person.shown)
        lines.append(sessions.already_joined(name) if outcome.idle else sessions.joined(name))
    say = panel(desk)
    return Reply((Say("\n".join([*lines, _what_next(desk)]), say.buttons),))


# ── sitting down ──────────────────────────────────────────────────────────────────────────────────────────


def seats(ask: Ask, book: Book) -> Reply:
    """/seats 甲 乙 丙 丁"""
    desk = open_desk(ask, book)
    desk.require_writer()
    return _seated(desk, read_seats(ask.text, desk.frame))


def draw(ask: Ask, book: Book) -> Reply:
    """/draw: the wind tiles are mixed and drawn; with more than four people, blanks decide who watches."""
    desk = open_desk(ask, book)
    return _drawn(desk)


def tap_draw(ask: Ask, book: Book) -> Reply:
    return _drawn(_of_panel(ask, book))


def tap_start(ask: Ask, book: Book) -> Reply:
    """开始: the first four who joined sit down in that order."""
    desk = _of_panel(ask, book)
    desk.require_writer()
    if desk.state.seats is not None:
        return Reply(toast=desk.words.sessions.already_seated())
    return _seated(desk, Seats(_four(desk)))


def _four(desk: Desk) -> "tuple[str, str, str, str]":
    people = desk.session.members
    if len(people) < 4:
        raise mistake("impossible", "few_people", number=len(people))
    return people[0], people[1], people[2], people[3]


def _drawn(desk: Desk) -> Reply:
    desk.require_writer()
    people = list(desk.session.members)
    _four(desk)
    tiles = [*range(4), *[-1] * (len(people) - 4)]
    _random.shuffle(tiles)
    sessions = desk.words.sessions
    lines = [
        sessions.drew(desk.name(who), SEAT_NAMES[tile]) if tile >= 0 else sessions.blank(desk.name(who))
        for who, tile in zip(people, tiles, strict=True)
    ]
    by_wind = [people[tiles.index(wind)] for wind in range(4)]
    return _seated(desk, Seats((by_wind[0], by_wind[1], by_wind[2], by_wind[3])), lines)


def _seated(desk: Desk, event: Seats, before: list[str] | None = None) -> Reply:
    outcome = desk.session.record(event, desk.by, desk.ask.at, desk.ask.text)
    sessions = desk.words.sessions
    placed = list(zip(SEAT_NAMES, desk.names(event.players), strict=True))
    lines = [*(before or []), sessions.seats(placed), sessions.seated(placed[0][1])]
    if outcome.lapsed:
        lines.append(sessions.lapsed(desk.names([stake.by for stake in outcome.lapsed])))
    example = desk.words.help.example_report(
        desk.ruleset.key, desk.book.people.of(event.players[0]).shown, ""
    )
    lines.append(sessions.how_to_report(example))
    hand = button(desk.words.labels.hand, "hand", desk.session.id)
    return Reply((Say("\n".join(lines), ((hand,), *table_row(desk))),))


def panel(desk: Desk, edit: bool = False) -> Say:
    """The message that a session begins with: the rules, who is there, and what to do."""
    sessions, session = desk.words.sessions, desk.session
    told = [(name, session.options[name]) for name in SHOWN]
    told += [
        (name, value)
        for name, value in session.options.items()
        if name not in SHOWN and name in desk.ruleset.options and value != desk.ruleset.options[name].default
    ]
    lines = [
        sessions.opened(desk.ruleset.name, session.length, esc(sessions.options(told))),
        sessions.members(desk.names(session.members)),
        _what_next(desk),
    ]
    at = desk.ask.message_id if edit else None
    return Say("\n".join(lines), panel_buttons(desk.words, session.id), f"panel:{session.id}", edit, at)


def panel_buttons(texts: Catalogue, session: int) -> tuple[tuple[Button, ...], ...]:
    labels = texts.labels
    return (
        (
            button(labels.join, "join", session),
            button(labels.draw, "draw", session),
            button(labels.start, "start", session),
        ),
    )


def _what_next(desk: Desk) -> str:
    sessions = desk.words.sessions
    if desk.state.seats is not None:
        return sessions.spectating()
    return sessions.how_to_sit() if len(desk.session.members) >= 4 else sessions.how_to_join()


def _of_panel(ask: Ask, book: Book) -> Desk:
    (session_id,) = numbers(ask, 1)
    return _of_session(ask, book, session_id)


def _of_session(ask: Ask, book: Book, session_id: int) -> Desk:
    if book.session is None or book.session.id != session_id:
        raise Forged(ask.tap)
    return open_desk(ask, book)
