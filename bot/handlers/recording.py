"""Entries: what people report goes into the book, and the bot says what it came to."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import timedelta
from secrets import token_hex
from typing import Any

from bot import drawn
from bot.buttons import Forged, button, in_rows, parts
from bot.cards import Card, headline
from bot.desk import Desk, no_session, open_desk
from bot.dispatch import SILENCE, Ask, Button, Reply, Say
from bot.figures import answer_of, wins_of
from bot.handlers import closing, openhand
from bot.questions import answers
from bot.readers import READERS, plain_command
from bot.texts import words
from bot.texts.layout import esc
from bot.wording import with_names
from core.entry import Claim, Draw, Event, Result, Settle, Wild
from core.errors import Mistake, mistake
from core.hand import DISCARD
from core.ruleset import HandEnd
from core.scan import addressed
from core.state import Spotted
from core.table import Outcome, step
from storage.book import Book
from storage.sessions import Source

Rows = tuple[tuple[Button, ...], ...]
TWICE_WITHIN = timedelta(minutes=3)  # the same winner again: perhaps two people recorded one hand
NOTHING = "0"
A_ROW, MOST_A_ROW = 4, 8  # answers to tap


def by_command(ask: Ask, book: Book) -> Reply:
    """/hu /liuju /gang /fa /penalty /dealer /sub /de with their arguments."""
    from bot.handlers import guided  # it records by this module

    if guided.is_begun(ask, book):
        return guided.begin(ask, book)
    desk = open_desk(ask, book)
    desk.require_writer()
    return told(desk, ask.command or "", ask.text, desk.source)


def plainly(ask: Ask, book: Book) -> Reply:
    """A message without a command: recorded if it reads as a report, else it was talk."""
    if book.session is None:
        return _after_closing(ask, book)
    desk = open_desk(ask, book)
    said = plain_command(ask.text, desk.frame)
    if said is None:
        from bot.handlers import guided  # it records by this module

        return closing.fee_typed(ask, book) or guided.typed(ask, book)
    desk.require_writer()
    return told(desk, *said, desk.source)


def _after_closing(ask: Ask, book: Book) -> Reply:
    """A report by those who played last is told that nothing is open; anything else was talk."""
    last = book.sessions.last
    if last is None or plain_command(ask.text, Desk(ask, book, last).frame) is None:
        return SILENCE
    raise no_session(ask, book)


def told(desk: Desk, command: str, text: str, source: Source | None, sure: bool = False) -> Reply:
    """Records what a text says, or asks for what it left out; `sure`: it is no hand that stands already."""
    try:
        event = READERS[command](text, desk.frame)
        if not sure and (twin := twin_of(desk, event)):
            return _ask_twice(desk, command, text, twin)
        return recorded(desk, event, text, source)
    except Mistake as wrong:
        if wrong.problems[0].code == "no_open_hand" and desk.state.last_hand is not None:
            line = _line_of(desk, text)
            raise mistake("contradiction", "hand_settled", no=desk.state.last_hand, line=line) from wrong
        found = [one for one in answers(desk, wrong, text) if _may_stand(desk, command, one.text)]
        if not found or desk.ask.user is None:
            raise
        question = esc(desk.words.mistakes.message(named(desk, wrong)))
        texts = [answer.text for answer in found]
        nonce = _remember(desk, command, texts)
        buttons = [button(answer.label, "say", nonce, i) for i, answer in enumerate(found)]
        return Reply((Say(question, _rows(buttons)),))


def _line_of(desk: Desk, text: str) -> str:
    """An answer in an open hand with its player before it."""
    named = addressed(text, desk.roster, desk.me)
    player, said = named or (desk.me, text.strip())
    return f"{desk.book.people.of(player).shown} {said}" if player else said


def _may_stand(desk: Desk, command: str, text: str) -> bool:
    """Whether a text can be recorded, or asks for something else still."""
    try:
        step(desk.state, READERS[command](text, desk.frame), desk.session.rules)
    except Mistake as wrong:
        return wrong.kind == "incomplete"
    return True


def recorded(desk: Desk, event: Event, text: str, source: Source | None) -> Reply:
    """Writes the event down and says what it did."""
    before = desk.state
    outcome = desk.session.record(event, desk.by, desk.ask.at, text, source)
    if isinstance(event, Claim | Settle | Wild):
        return openhand.said(desk, before, outcome, entry_say)
    ends = isinstance(event, Result | Draw)
    return Reply((entry_say(desk, outcome, text, before.spots if ends else ()),))


def entry_say(desk: Desk, outcome: Outcome, text: str | None = None, spots: Iterable[Spotted] = ()) -> Say:
    """The message about a numbered entry; `text` is what was written for it, `spots` what its hand paid
    on the spot.
    """
    answer = answer_of(outcome.scored) if outcome.scored else None
    card = Card(desk, outcome, answer, text)
    buttons, subject = entry_buttons(desk, outcome, answer), subject_of(desk, outcome.no or 0)
    return Say(card.message(spots), buttons, subject, picture=drawn.result(card))


def subject_of(desk: Desk, no: int) -> str:
    return f"entry:{desk.session.id}:{no}"


def entry_buttons(desk: Desk, outcome: Outcome, answer: Mapping[str, Any] | None) -> Rows:
    """撤销 · 改 · 明细, and what this entry may need besides."""
    labels, about = desk.words.labels, (desk.session.id, outcome.no)
    row = (
        button(labels.undo, "undo", *about),
        button(labels.fix, "how", *about),
        button(labels.details, "more", *about),
    )
    extra: list[Button] = []
    wins = wins_of(answer) if isinstance(outcome.event, Result) else ()
    if len(wins) == 1:
        if wins[0]["win"] == DISCARD:
            extra.append(button(labels.swap, "swap", *about, wins[0]["winner"]))
        missed = [note["data"]["name"] for note in wins[0]["notes"] if note["code"] == "could_add"]
        extra += [button(labels.add_fan(name), "plus", *about, name) for name in missed]
    if outcome.after.finished and not outcome.before.finished:
        extra.append(button(labels.close, "close", desk.session.id))
    if isinstance(outcome.event, Draw) and _would_keep(desk, outcome):
        extra.append(button(labels.dealer_ready, "ready", *about))
    return (row, tuple(extra)) if extra else (row,)


def _would_keep(desk: Desk, outcome: Outcome) -> bool:
    """Whether the dealer of a draw would deal again, had he been ready."""
    dealer = outcome.before.dealer
    if dealer is None or dealer == outcome.after.dealer:
        return False
    return desk.ruleset.keeps(HandEnd(dealer, ready=(dealer,), drawn=True))


def settle_open(ask: Ask, book: Book) -> Reply:
    """/ok: lines that are missing are nothing."""
    desk = open_desk(ask, book)
    desk.require_writer()
    return recorded(desk, Settle(), ask.text, desk.source)


def tap_ok(ask: Ask, book: Book) -> Reply:
    """齐了 under the open hand."""
    desk = openhand.tapped(ask, book)
    desk.require_writer()
    return recorded(desk, Settle(), "", None)


def tap_nothing(ask: Ask, book: Book) -> Reply:
    """0 under the open hand: the one who taps has nothing."""
    desk = openhand.tapped(ask, book)
    desk.require_writer()
    if desk.me not in desk.state.missing:
        return Reply(toast=desk.words.hands.not_missing())
    return recorded(desk, READERS["hu"](NOTHING, desk.frame), NOTHING, None)


# ── questions ─────────────────────────────────────────────────────────────────────────────────────────────


def tap_say(ask: Ask, book: Book) -> Reply:
    """An answer to what was asked: the text as it would have been said."""
    nonce, place = parts(ask, 2)
    state = book.dialogue(ask.user.id) if ask.user else None
    if state is None or state.get("nonce") != nonce or ask.user is None:
        return Reply(toast=words(book.lang).guide.not_yours())
    if book.session is None:
        raise Forged(ask.tap)
    if state["session"] != book.session.id or not place.isdigit() or int(place) > len(state["texts"]):
        raise Forged(ask.tap)
    desk = open_desk(ask, book)
    desk.require_writer()
    book.set_dialogue(ask.user.id, None)
    if int(place) == len(state["texts"]):
        return Reply((Say(desk.words.hands.not_recorded(), edit=True, at_message=ask.message_id),))
    source = Source(*state["source"]) if state["source"] else None
    reply = told(desk, state["command"], state["texts"][int(place)], source, state["sure"])
    first, *more = reply.says
    return replace(reply, says=(replace(first, edit=True, at_message=ask.message_id), *more))


def _remember(desk: Desk, command: str, texts: list[str], sure: bool = False) -> str:
    """Keeps what each button would say, for the one who was asked; how the buttons name it."""
    assert desk.ask.user is not None
    nonce, source = token_hex(4), desk.source
    state = {
        "kind": "question", "nonce": nonce, "session": desk.session.id, "command": command, "texts": texts,
        "sure": sure, "source": [source.telegram_id, source.message] if source else None,
    }  # fmt: skip
    desk.book.set_dialogue(desk.ask.user.id, state)
    return nonce


def _rows(buttons: list[Button]) -> Rows:
    return in_rows(buttons, A_ROW if len(buttons) < 2 * A_ROW else MOST_A_ROW)


def named(desk: Desk, wrong: Mistake) -> Mistake:
    """The mistake with names for keys."""
    return Mistake(with_names(problem, desk.session.names()) for problem in wrong.problems)


def twin_of(desk: Desk, event: Event) -> int | None:
    """The last hand, if somebody else recorded it just now with the same winner."""
    lines = (
        event.report.lines if isinstance(event, Result) else event.lines if isinstance(event, Claim) else ()
    )
    last = desk.session.last_hand() if lines and not desk.state.open else None
    if last is None or last.by == desk.by or desk.ask.at - last.at >= TWICE_WITHIN:
        return None
    hand = last.event
    winners = {line.player for line in hand.report.lines if line.win} if isinstance(hand, Result) else ()
    return last.no if any(line.win and line.player in winners for line in lines) else None


def _ask_twice(desk: Desk, command: str, text: str, twin: int) -> Reply:
    """Whether it is another hand, unless the same was asked just now and is said again."""
    user = desk.ask.user
    assert user is not None
    state = desk.book.dialogue(user.id) or {}
    if state.get("sure") and state.get("texts") == [text] and state.get("session") == desk.session.id:
        desk.book.set_dialogue(user.id, None)
        return told(desk, command, text, desk.source, sure=True)
    nonce = _remember(desk, command, [text], sure=True)
    labels = desk.words.labels
    row = (button(labels.another_hand, "say", nonce, 0), button(labels.same_hand, "say", nonce, 1))
    return Reply((Say(twice(desk, twin), (row,)),))


def twice(desk: Desk, twin: int) -> str:
    """The question whether it is another hand than that entry."""
    logged = desk.session.logged(twin)
    assert logged is not None
    outcome = next(one for one in desk.session.outcomes() if one.no == twin)
    by = desk.book.people.get(logged.by).shown if logged.by is not None else ""
    return desk.words.hands.same_hand(esc(by), twin, headline(desk, outcome, logged.answer))
