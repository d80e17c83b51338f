"""Entries: what people report goes into the book, and the bot says what it came to."""

from bot.buttons import button
from bot.cards import entry_card, wins_of
from bot.desk import Desk, open_desk
from bot.dispatch import SILENCE, Ask, Button, Reply, Say
from bot.phrases import READERS, plain_reader
from core.entry import Draw, Event, Result
from core.hand import DISCARD
from core.table import Outcome
from storage.answers import answer_json
from storage.book import Book

Rows = tuple[tuple[Button, ...], ...]


def by_command(ask: Ask, book: Book) -> Reply:
    """/hu /liuju /gang /fa /penalty /dealer /sub with their arguments."""
    desk = open_desk(ask, book)
    desk.require_writer()
    return recorded(desk, READERS[ask.command or ""](ask.text, desk.frame))


def plainly(ask: Ask, book: Book) -> Reply:
    """A message without a command: recorded if it reads as a report, else it was talk."""
    if book.session is None:
        return SILENCE
    desk = open_desk(ask, book)
    said = plain_reader(ask.text, desk.frame)
    if said is None:
        return SILENCE
    desk.require_writer()
    reader, rest = said
    return recorded(desk, reader(rest, desk.frame))


def recorded(desk: Desk, event: Event) -> Reply:
    """Writes the event down and says what it did."""
    outcome = desk.session.record(event, desk.by, desk.ask.at, desk.ask.text, desk.source)
    return Reply((entry_say(desk, outcome),))


def entry_say(desk: Desk, outcome: Outcome) -> Say:
    """The message about a numbered entry."""
    answer = answer_json(outcome.scored) if outcome.scored else None
    text = entry_card(desk, outcome, answer)
    return Say(text, entry_buttons(desk, outcome), subject_of(desk, outcome.no or 0))


def subject_of(desk: Desk, no: int) -> str:
    return f"entry:{desk.session.id}:{no}"


def entry_buttons(desk: Desk, outcome: Outcome) -> Rows:
    """撤销 · 改 · 明细, and what this entry may need besides."""
    labels, about = desk.words.labels, (desk.session.id, outcome.no)
    row = [
        button(labels.undo, "undo", *about),
        button(labels.fix, "how", *about),
        button(labels.details, "more", *about),
    ]
    extra: list[Button] = []
    if isinstance(outcome.event, Result):
        wins = wins_of(answer_json(outcome.scored)) if outcome.scored else ()
        if len(wins) == 1 and wins[0]["win"] == DISCARD:
            extra.append(button(labels.swap, "swap", *about))
        extra += [
            button(labels.add_fan(note["data"]["name"]), "plus", *about, note["data"]["name"])
            for win in wins
            if len(wins) == 1
            for note in win["notes"]
            if note["code"] == "could_add"
        ]
    if isinstance(outcome.event, Draw) and outcome.before.dealer not in outcome.event.ready:
        extra.append(button(labels.dealer_ready, "ready", *about))
    return (tuple(row), tuple(extra)) if extra else (tuple(row),)
