"""Joining a session: accounts, people without Telegram, names that are taken."""

from bot.buttons import Forged, button, numbers
from bot.desk import Desk, open_desk
from bot.dispatch import Ask, Reply, Say
from bot.handlers.panel import desk_of_panel, desk_of_session, panel, what_next
from bot.newcomers import account, namesake, person_of, usable
from bot.phrases import each_name, unread
from bot.texts.layout import esc
from core.entry import Join
from core.errors import mistake
from core.table import Outcome
from storage.book import Book
from storage.people import Person

A_NAME = 8  # characters of a name after the plain word 加入
MOST = 60  # people in a session, those without a seat included


def join(ask: Ask, book: Book) -> Reply:
    """/join [name]"""
    desk = open_desk(ask, book)
    name = " ".join(ask.text.split()) or None
    if ask.plain and name and (" " in name or len(name) > A_NAME or desk.me):
        raise unread("bad_arguments", piece=name)  # 加入 我们的队伍吧 is talk
    found = namesake(ask, book, name)
    if found is not None:
        return _is_that_you(desk, found)
    before = ask.person.shown if ask.person else None
    person = person_of(ask, book, name)
    return _joined(desk, [person], before)


def add(ask: Ask, book: Book) -> Reply:
    """/add name …: people without Telegram, or accounts that are mentioned."""
    desk = open_desk(ask, book)
    desk.require_writer()
    texts = {mention.shown: mention.user for mention in ask.mentions}
    names = each_name(ask.text)
    if not names:
        raise unread("missing_arguments")
    _require_room(len(names))
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
    desk = desk_of_panel(ask, book)
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
    desk = desk_of_session(ask, book, session_id)
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
    desk = desk_of_session(ask, book, session_id)
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
    key = desk.session.member(person.id)
    if key is None:
        _require_room(len(desk.state.members) + 1)
    return desk.session.record(Join(key or person.key), by, desk.ask.at)


def _require_room(people: int) -> None:
    if people > MOST:
        raise mistake("impossible", "too_many_people", most=MOST)


def _joined(desk: Desk, people: list[Person], before: str | None = None) -> Reply:
    """Who came; `before` is what the one person was called until now."""
    sessions, lines = desk.words.sessions, []
    for person in people:
        outcome = _join(desk, person, desk.by or person.id)
        name, renamed = esc(person.shown), before not in (None, person.shown)
        if renamed:
            lines.append(sessions.renamed(esc(before), name))
        if not (renamed and outcome.idle):
            lines.append(sessions.already_joined(name) if outcome.idle else sessions.joined(name))
    say = panel(desk)
    return Reply((Say("\n".join([*lines, what_next(desk)]), say.buttons),))
