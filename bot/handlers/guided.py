"""Reports by taps: a page of buttons after the other, bound to the one who began (5-product §2, /hu)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from secrets import token_hex

from bot.buttons import Forged, button
from bot.desk import Desk, open_desk
from bot.dispatch import SILENCE, Ask, Button, Reply, Say
from bot.drafts import FIRST, LAID, Draft, apply, fans, text_of
from bot.figures import answer_of, figures, headline_of, wins_of
from bot.handlers import openhand, recording
from bot.readers import READERS
from bot.texts.layout import code, esc
from bot.wording import with_names
from core.entry import Claim, Result
from core.errors import Mistake
from core.fold import BET_LIMIT
from core.hand import CLOSED_KONG, CLOSED_PUNG, OPEN_KONG, PAIR, PUNG, Player
from core.report import parse_report
from core.table import step
from core.tiles import NAMES
from storage.book import Book

Choice = tuple[str, str, object]  # label, verb, value
MOST_FLOWERS = {"wuxi": 8, "nanjing": 12}
POINTS, FANS = range(0, 42, 2), range(7)  # figures that can be tapped
BETS = (5, 10, 20, 50, 100)
TILES_A_ROW, CHOICES_A_ROW = 8, 4


def begin(ask: Ask, book: Book) -> Reply:
    """/hu, /gang, /fa, /bet without arguments."""
    desk = open_desk(ask, book)
    desk.require_writer()
    desk.state.table()  # Mistake before anybody sits
    return _open(desk, Draft(token_hex(4), desk.session.id, ask.command or "hu", FIRST[ask.command or "hu"]))


def tap_hand(ask: Ask, book: Book) -> Reply:
    """报胡 under the seats."""
    return begin(replace(ask, command="hu"), book)


def tap_item(ask: Ask, book: Book) -> Reply:
    """碰, 暗刻 … under the open hand: the one who taps says what they have."""
    whole, _, kind = (ask.tap or "").rpartition(":")
    desk = openhand.tapped(replace(ask, tap=whole), book)
    desk.require_writer()
    if desk.me is None or desk.me not in desk.state.missing:
        return Reply(toast=desk.words.hands.not_missing())
    draft = Draft(token_hex(4), desk.session.id, "answer", "items", player=desk.me)
    if kind == "points":
        return _open(desk, replace(draft, page="points"))
    if kind not in (*MELD_KINDS, LAID, PAIR):
        raise Forged(ask.tap)
    return _open(desk, replace(draft, page="tile", item=kind))


def tap_choice(ask: Ask, book: Book) -> Reply:
    """A choice on a page."""
    _, nonce, step_text, verb, value = ((ask.tap or "").split(":", 4) + [""] * 5)[:5]
    state = book.dialogue(ask.user.id) if ask.user else None
    if state is None or state.get("kind") != "draft" or state.get("nonce") != nonce:
        raise Forged(ask.tap)
    draft = Draft.from_json(state)
    if book.session is None or book.session.id != draft.session or str(draft.step) != step_text:
        raise Forged(ask.tap)
    desk = open_desk(ask, book)
    desk.require_writer()
    if (verb, value) not in {(v, str(x)) for row in _page(desk, draft)[1] for _, v, x in row}:
        raise Forged(ask.tap)
    if verb == "stop":
        _forget(desk)
        return Reply((Say(desk.words.hands.not_recorded(), edit=True, at_message=ask.message_id),))
    if verb == "record":
        return _record(desk, draft)
    after = apply(draft, verb, value, desk.ruleset)
    if after.page == "preview" and after.command != "hu" and _stands(desk, after):
        return _record(desk, after)
    return _show(desk, after, edit=True)


def typed(ask: Ask, book: Book) -> Reply:
    """Words or tiles of the one who is in the middle of a report: they join it. Silence if they are none."""
    state = book.dialogue(ask.user.id) if ask.user else None
    if state is None or state.get("kind") != "draft" or book.session is None:
        return SILENCE
    draft = Draft.from_json(state)
    if draft.session != book.session.id or draft.command not in ("hu", "answer") or not draft.player:
        return SILENCE
    desk = open_desk(ask, book)
    desk.require_writer()
    text = " ".join(ask.text.split())
    try:
        parse_report(text, desk.ruleset, desk.roster, sender=draft.player)
    except Mistake as wrong:
        if not ask.reply_to_bot:
            return SILENCE
        raise Mistake(with_names(problem, desk.session.names()) for problem in wrong.problems) from wrong
    more = f"{draft.more} {text}".strip()
    page = "preview" if draft.way or draft.command == "answer" else draft.page
    return _show(desk, replace(draft, more=more, step=draft.step + 1, page=page), edit=False)


# ── what happens ──────────────────────────────────────────────────────────────────────────────────────────


def _open(desk: Desk, draft: Draft) -> Reply:
    return _show(desk, draft, edit=False)


def _show(desk: Desk, draft: Draft, edit: bool) -> Reply:
    assert desk.ask.user is not None
    desk.book.set_dialogue(desk.ask.user.id, draft.to_json())
    text, rows = _page(desk, draft)
    buttons = tuple(tuple(_button(draft, choice) for choice in row) for row in rows)
    subject = f"draft:{draft.nonce}"
    return Reply((Say(text, buttons, subject, edit, desk.ask.message_id if edit else None),))


def _button(draft: Draft, choice: Choice) -> Button:
    label, verb, value = choice
    return button(label, "g", draft.nonce, draft.step, verb, value)


def _forget(desk: Desk) -> None:
    assert desk.ask.user is not None
    desk.book.set_dialogue(desk.ask.user.id, None)


def _record(desk: Desk, draft: Draft) -> Reply:
    """The draft is recorded as its text would be; its page becomes the answer."""
    _forget(desk)
    command = "hu" if draft.command == "answer" else draft.command
    if command == "bet":
        from bot.handlers import bets

        reply = bets.bet(replace(desk.ask, text=_text(desk, draft), command="bet"), desk.book)
    else:
        reply = recording.told(desk, command, _text(desk, draft), None)
    first, *more = reply.says
    if first.edit:  # the panel of the open hand changes; this page is done
        done = Say(_chosen(desk, draft), edit=True, at_message=desk.ask.message_id)
        return replace(reply, says=(done, *reply.says))
    return replace(reply, says=(replace(first, edit=True, at_message=desk.ask.message_id), *more))


def _called(desk: Desk) -> dict[Player, str]:
    return desk.session.names()


def _text(desk: Desk, draft: Draft) -> str:
    return text_of(draft, _called(desk), desk.ruleset)


def _chosen(desk: Desk, draft: Draft) -> str:
    return code(_text(desk, draft))


# ── pages ─────────────────────────────────────────────────────────────────────────────────────────────────

Page = tuple[str, list[list[Choice]]]
MELD_KINDS = (PUNG, CLOSED_PUNG, OPEN_KONG, CLOSED_KONG)


def _page(desk: Desk, draft: Draft) -> Page:
    """The question of a page, and its choices."""
    text, rows = PAGES[draft.page](desk, draft)
    labels = desk.words.labels
    last: list[Choice] = [(labels.cancel, "stop", "")]
    begins = draft.page == FIRST[draft.command] or (draft.command == "answer" and draft.page == "points")
    if not begins:
        last.insert(0, (labels.back, "back", ""))
    return text, [*rows, last]


def _player(desk: Desk, draft: Draft) -> Page:
    guide = desk.words.guide
    text = guide.who_won() if draft.command == "hu" else guide.who(draft.command)
    people: list[Choice] = [(_called(desk)[p], "who", p) for p in desk.state.seats or ()]
    return text, _rows(people)


def _way(desk: Desk, draft: Draft) -> Page:
    labels = desk.words.labels
    others = [p for p in desk.state.seats or () if p != draft.player]
    text = desk.words.guide.how(desk.name(draft.player or ""), draft.robbing)
    if draft.robbing:
        robbed: list[Choice] = [(_called(desk)[p], "from", p) for p in others]
        return text, _rows(robbed)
    ways: list[Choice] = [(labels.from_player(_called(desk)[p]), "from", p) for p in others]
    return text, [[(labels.self_draw, "self", "")], *_rows(ways), [(labels.robbed, "rob", "")]]


def _fans(desk: Desk, draft: Draft) -> Page:
    labels, pages = desk.words.labels, fans(desk.ruleset)
    shown = pages[draft.big and bool(pages[1])]
    found: list[Choice] = [(labels.chosen(r.name, r.name in draft.words), "fan", r.name) for r in shown]
    last: list[Choice] = [(labels.done, "go", "")]
    if pages[1]:
        last.insert(0, (labels.small_fans if draft.big else labels.big_fans, "more", ""))
    return desk.words.guide.fans(_chosen(desk, draft)), [*_rows(found), last]


def _flowers(desk: Desk, draft: Draft) -> Page:
    numbers: list[Choice] = [(str(n), "number", n) for n in range(MOST_FLOWERS[desk.ruleset.key] + 1)]
    more: list[Choice] = [(desk.words.labels.melds, "items", "")]
    return desk.words.guide.flowers(_chosen(desk, draft)), [*_rows(numbers, TILES_A_ROW), more]


def _items(desk: Desk, draft: Draft) -> Page:
    labels = desk.words.labels
    kinds: list[Choice] = [(kind, "kind", kind) for kind in MELD_KINDS]
    if desk.ruleset.open_hand:
        kinds += [(LAID, "kind", LAID), (PAIR, "kind", PAIR)]
    last: list[Choice] = [(labels.done, "go", "")]
    if draft.items:
        last.insert(0, (labels.drop_item(draft.items[-1]), "drop", ""))
    return desk.words.guide.items(_chosen(desk, draft)), [*_rows(kinds), last]


def _tile(desk: Desk, draft: Draft) -> Page:
    """The tiles that this item can have."""
    ruleset, options, wild = desk.ruleset, desk.options, desk.state.wild
    if draft.item == LAID:
        tiles: Sequence[int] = sorted(ruleset.laid(options, wild))
    else:
        tiles = [t for t in range(len(NAMES)) if ruleset.held(options, wild) >> t & 1]
    choices: list[Choice] = [(NAMES[t], "tile", t) for t in tiles]
    return desk.words.guide.tile(_chosen(desk, draft), draft.item or ""), _rows(choices, TILES_A_ROW)


def _points(desk: Desk, draft: Draft) -> Page:
    choices: list[Choice] = [(str(n), "number", n) for n in POINTS]
    return desk.words.guide.points(_chosen(desk, draft)), _rows(choices, TILES_A_ROW)


def _fan(desk: Desk, draft: Draft) -> Page:
    choices: list[Choice] = [(str(n), "number", n) for n in FANS]
    return desk.words.guide.fan(_chosen(desk, draft)), _rows(choices, TILES_A_ROW)


def _what(desk: Desk, draft: Draft) -> Page:
    wanted = [
        (key, row)
        for key, row in desk.ruleset.spots.items()
        if _is_fine(row.payers) == (draft.command == "fa")
    ]
    choices: list[Choice] = [(row.name, "what", key) for key, row in wanted]
    return desk.words.guide.what(desk.name(draft.player or "")), _rows(choices)


def _is_fine(payers: str) -> bool:
    return payers == "self"


def _source(desk: Desk, draft: Draft) -> Page:
    people: list[Choice] = [(_called(desk)[p], "who", p) for p in desk.state.seats or () if p != draft.player]
    return desk.words.guide.source(_chosen(desk, draft)), _rows(people)


def _chips(desk: Desk, draft: Draft) -> Page:
    limit = int(desk.options.get(BET_LIMIT) or 0)
    choices: list[Choice] = [(str(n), "number", n) for n in BETS if not limit or n <= limit]
    return desk.words.guide.chips(desk.name(draft.player or "")), _rows(choices, TILES_A_ROW)


def _preview(desk: Desk, draft: Draft) -> Page:
    """What it would come to; what is wrong with it, if it cannot be recorded."""
    labels = desk.words.labels
    more: list[Choice] = [(labels.melds, "items", "")] if draft.command == "hu" else []
    try:
        card = _priced(desk, draft)
    except Mistake as wrong:
        told = Mistake(with_names(problem, desk.session.names()) for problem in wrong.problems)
        return f"{_chosen(desk, draft)}\n{esc(desk.words.mistakes.message(told))}", [more] if more else []
    return desk.words.guide.preview(card), [[(labels.record, "record", ""), *more]]


def _stands(desk: Desk, draft: Draft) -> bool:
    """Whether a draft can be recorded; a hand is looked at first, small things are not."""
    try:
        _priced(desk, draft)
    except Mistake:
        return False
    return True


def _priced(desk: Desk, draft: Draft) -> str:
    if draft.command == "bet":
        return _chosen(desk, draft)
    command = "hu" if draft.command == "answer" else draft.command
    event = READERS[command](_text(desk, draft), desk.frame)
    _, outcome = step(desk.state, event, desk.session.rules)
    lines = [_chosen(desk, draft)]
    if isinstance(event, Result | Claim) and draft.command == "hu" and outcome.scored:
        reported = event.report.lines if isinstance(event, Result) else event.lines
        for win in wins_of(answer_of(outcome.scored)):
            lines += [headline_of(desk, win), *figures(desk, {**win, "others": {}}, reported)]
    return "\n".join(lines)


def _rows(choices: list[Choice], width: int = CHOICES_A_ROW) -> list[list[Choice]]:
    return [choices[i : i + width] for i in range(0, len(choices), width)]


PAGES: Mapping[str, Callable[[Desk, Draft], Page]] = {
    "player": _player, "way": _way, "fans": _fans, "flowers": _flowers, "items": _items, "tile": _tile,
    "points": _points, "fan": _fan, "what": _what, "source": _source, "chips": _chips, "preview": _preview,
}  # fmt: skip
