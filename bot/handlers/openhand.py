"""The open hand of wenling: four people have something to say, one message shows who is missing."""

from collections.abc import Callable

from bot.buttons import Forged, button, in_rows, numbers
from bot.desk import Desk, open_desk
from bot.dispatch import Ask, Button, Reply, Say
from bot.drafts import LAID
from bot.figures import answer_of, figures, wins_of
from bot.texts.layout import bold, code
from core.entry import Drop, Wild
from core.hand import CLOSED_PUNG, OPEN_KONG, PAIR, PUNG, SELF_DRAW, Line
from core.state import State
from core.table import Outcome
from core.tiles import NAMES
from storage.book import Book

ITEMS = (PUNG, CLOSED_PUNG, LAID, PAIR)  # what can be said by a tap, kongs apart
EntrySay = Callable[[Desk, Outcome], Say]


def said(desk: Desk, before: State, outcome: Outcome, entry_say: EntrySay) -> Reply:
    """What a line did: the panel of the open hand comes or changes; the fourth line makes it an entry."""
    if outcome.no is not None:
        entry = entry_say(desk, outcome)
        return Reply((entry,) if before.open is None else (_closed(desk, before, outcome), entry))
    says: tuple[Say, ...] = ()
    if desk.state.open is not None:
        says = (panel(desk, outcome, edit=before.open is not None),)
    if isinstance(outcome.event, Wild):
        says += (Say(desk.words.hands.wild(NAMES[outcome.event.tile])),)
    return Reply(says)


def panel(desk: Desk, outcome: Outcome, edit: bool) -> Say:
    """Who won, what everybody has so far, who is missing."""
    hands, lines = desk.words.hands, desk.state.open or ()
    text = [bold(hands.open_hand(_head(desk, lines, outcome)))]
    missing = desk.state.missing
    for win in wins_of(answer_of(outcome.scored) if outcome.scored else None):
        others = {player: has for player, has in win["others"].items() if player not in missing}
        text += figures(desk, {**win, "others": others}, lines)
    text.append(hands.missing(desk.names(missing)))
    first = desk.book.people.of(missing[0]).shown if missing else ""
    text.append(hands.how_to_answer(code(desk.words.help.example_answer(first))))
    return Say("\n".join(text), _buttons(desk), _subject(desk, desk.state), edit)


def _closed(desk: Desk, before: State, outcome: Outcome) -> Say:
    text = desk.words.hands.complete(_head(desk, before.open or (), outcome))
    return Say(text, subject=_subject(desk, before), edit=True)


def _subject(desk: Desk, state: State) -> str:
    return f"open:{desk.session.id}:{state.hand_no}"


def _head(desk: Desk, lines: tuple[Line, ...], outcome: Outcome) -> str:
    """Who won and how; of several claims the one that counts."""
    winners = [win.winner for win in outcome.scored.wins] if outcome.scored else []
    claims = [line for line in lines if line.win]
    hands, line = desk.words.hands, next((c for c in claims if c.player in winners), claims[0])
    if line.win == SELF_DRAW or line.source is None:
        return hands.self_drawn(desk.name(line.player))
    return hands.from_discard(desk.name(line.player), desk.name(line.source))


def _buttons(desk: Desk) -> tuple[tuple[Button, ...], ...]:
    labels, about = desk.words.labels, (desk.session.id, desk.state.hand_no)
    items = [button(labels.word(kind), "item", *about, kind) for kind in ITEMS]
    kong = button(labels.kong, "item", *about, OPEN_KONG)
    points = button(labels.points, "item", *about, "points")
    return (
        *in_rows((button(labels.nothing, "none", *about), *items[:2], kong), 4),
        *in_rows((*items[2:], points), 4),
        (button(labels.all_said, "ok", *about), button(labels.drop, "drop", *about)),
    )


# ── dropping it ───────────────────────────────────────────────────────────────────────────────────────────


def drop(desk: Desk) -> Reply:
    """Drops the open hand unsettled; its panel says so."""
    desk.require_writer()
    before = desk.state
    desk.session.record(Drop(), desk.by, desk.ask.at)
    text = desk.words.hands.dropped_open()
    panel = Say(text, subject=_subject(desk, before), edit=True)
    return Reply((panel,) if desk.ask.kind == "tap" else (panel, Say(text)))


def tap_drop(ask: Ask, book: Book) -> Reply:
    """作废 under the panel."""
    return drop(tapped(ask, book))


def tapped(ask: Ask, book: Book) -> Desk:
    """The desk of the open hand that a tap is about."""
    session_id, hand_no = numbers(ask, 2)
    session = book.session
    if session is None or (session.id, session.state.hand_no) != (session_id, hand_no):
        raise Forged(ask.tap)
    if session.state.open is None:
        raise Forged(ask.tap)
    return open_desk(ask, book)
