"""The pages of a report by taps: the question of each, and what can be chosen."""

from collections.abc import Callable, Mapping, Sequence

from bot.buttons import rows_of
from bot.desk import Desk
from bot.drafts import FIRST, LAID, Draft, fans, possible, text_of
from bot.figures import answer_of, figures, headline_of, wins_of
from bot.readers import READERS
from bot.texts import spoken
from bot.texts.layout import code, esc
from bot.wording import with_names
from core.entry import Claim, Result
from core.errors import Mistake
from core.fold import BET_LIMIT
from core.hand import CLOSED_KONG, CLOSED_PUNG, CONCEALED, OPEN_KONG, PAIR, PUNG, Player
from core.notation import write_run
from core.table import step
from core.tiles import NAMES
from core.worked import plain_hand

Choice = tuple[str, str, object]  # label, verb, value
MOST_FLOWERS = {"wuxi": 8, "nanjing": 12}
POINTS, FANS = range(0, 42, 2), range(7)  # figures that can be tapped
BETS = (5, 10, 20, 50, 100)
TILES_A_ROW, CHOICES_A_ROW = 8, 4
Page = tuple[str, list[list[Choice]]]
MELD_KINDS = (PUNG, CLOSED_PUNG, OPEN_KONG, CLOSED_KONG)


def called(desk: Desk) -> dict[Player, str]:
    return desk.session.names()


def said(desk: Desk, draft: Draft) -> str:
    return text_of(draft, called(desk), desk.ruleset)


def chosen(desk: Desk, draft: Draft) -> str:
    return code(said(desk, draft))


def page(desk: Desk, draft: Draft) -> Page:
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
    people: list[Choice] = [(called(desk)[p], "who", p) for p in desk.state.seats or ()]
    return text, _rows(people)


def _way(desk: Desk, draft: Draft) -> Page:
    labels = desk.words.labels
    others = [p for p in desk.state.seats or () if p != draft.player]
    text = desk.words.guide.how(desk.name(draft.player or ""), draft.robbing)
    if draft.robbing:
        robbed: list[Choice] = [(called(desk)[p], "from", p) for p in others]
        return text, _rows(robbed)
    ways: list[Choice] = [(labels.from_player(called(desk)[p]), "from", p) for p in others]
    return text, [[(labels.self_draw, "self", "")], *_rows(ways), [(labels.robbed, "rob", "")]]


def _fans(desk: Desk, draft: Draft) -> Page:
    labels, pages = desk.words.labels, fans(desk.ruleset)
    shown = pages[draft.big and bool(pages[1])]
    dealer = desk.state.place.dealer
    found: list[Choice] = [
        (labels.chosen(row.name, row.name in draft.words), "fan", row.name)
        for row in shown
        if possible(row, draft, dealer)
    ]
    last: list[Choice] = [(labels.done, "go", "")]
    if pages[1]:
        last.insert(0, (labels.small_fans if draft.big else labels.big_fans, "more", ""))
    return desk.words.guide.fans(chosen(desk, draft), _written(desk)), [*_rows(found), last]


def _written(desk: Desk) -> str:
    """A hand as it can be typed; with the 得, if there is one that nobody has said."""
    hand, picked = plain_hand(desk.ruleset), spoken.PICKED
    assert hand.concealed is not None
    assert hand.winning is not None
    parts = [f"{picked['hand']} {write_run(hand.concealed)}", f"{picked['win']}{NAMES[hand.winning]}"]
    if hand.wild is not None and desk.state.wild is None:
        parts.insert(0, f"{picked['wild']}{NAMES[hand.wild]}")
    return " ".join(parts)


def _flowers(desk: Desk, draft: Draft) -> Page:
    numbers: list[Choice] = [(str(n), "number", n) for n in range(MOST_FLOWERS[desk.ruleset.key] + 1)]
    more: list[Choice] = [(desk.words.labels.melds, "items", "")]
    return desk.words.guide.flowers(chosen(desk, draft)), [*_rows(numbers, TILES_A_ROW), more]


def _items(desk: Desk, draft: Draft) -> Page:
    labels = desk.words.labels
    words = (*MELD_KINDS, *((LAID, PAIR) if desk.ruleset.open_hand else ()))
    kinds: list[Choice] = [(labels.word(kind), "kind", kind) for kind in words]
    last: list[Choice] = [(labels.done, "go", "")]
    if draft.items:
        last.insert(0, (labels.drop_item(draft.items[-1]), "drop", ""))
    return desk.words.guide.items(chosen(desk, draft)), [*_rows(kinds), last]


def _tile(desk: Desk, draft: Draft) -> Page:
    """The tiles that this item can have."""
    ruleset, options, wild = desk.ruleset, desk.options, desk.state.wild
    if draft.item == LAID:
        tiles: Sequence[int] = sorted(ruleset.laid(options, wild))
    else:
        tiles = [t for t in range(len(NAMES)) if ruleset.held(options, wild) >> t & 1]
    choices: list[Choice] = [(NAMES[t], "tile", t) for t in tiles]
    return desk.words.guide.tile(chosen(desk, draft), draft.item or ""), _rows(choices, TILES_A_ROW)


def _points(desk: Desk, draft: Draft) -> Page:
    choices: list[Choice] = [(str(n), "number", n) for n in POINTS]
    return desk.words.guide.points(chosen(desk, draft)), _rows(choices, TILES_A_ROW)


def _fan(desk: Desk, draft: Draft) -> Page:
    choices: list[Choice] = [(str(n), "number", n) for n in FANS]
    return desk.words.guide.fan(chosen(desk, draft)), _rows(choices, TILES_A_ROW)


def _what(desk: Desk, draft: Draft) -> Page:
    wanted = [
        (key, row)
        for key, row in desk.ruleset.spots.items()
        if _is_fine(row.payers) == (draft.command == "fa")
    ]
    choices: list[Choice] = [(desk.words.labels.word(row.name), "what", key) for key, row in wanted]
    return desk.words.guide.what(desk.name(draft.player or "")), _rows(choices)


def _is_fine(payers: str) -> bool:
    return payers == "self"


def _source(desk: Desk, draft: Draft) -> Page:
    people: list[Choice] = [(called(desk)[p], "who", p) for p in desk.state.seats or () if p != draft.player]
    return desk.words.guide.source(chosen(desk, draft)), _rows(people)


def _chips(desk: Desk, draft: Draft) -> Page:
    limit = int(desk.options.get(BET_LIMIT) or 0)
    choices: list[Choice] = [(str(n), "number", n) for n in BETS if not limit or n <= limit]
    return desk.words.guide.chips(desk.name(draft.player or "")), _rows(choices, TILES_A_ROW)


def _preview(desk: Desk, draft: Draft) -> Page:
    """What it would come to; what is wrong with it, if it cannot be recorded."""
    labels = desk.words.labels
    more: list[Choice] = [(labels.melds, "items", "")] if draft.command == "hu" else []
    if draft.more:
        more.append((labels.forget_typed, "forget", ""))
    try:
        card = priced(desk, draft)
    except Mistake as wrong:
        told = Mistake(with_names(problem, desk.session.names()) for problem in wrong.problems)
        text = f"{chosen(desk, draft)}\n{esc(desk.words.mistakes.message(told))}"
        return text, [*_feeders(desk, draft, wrong), *([more] if more else [])]
    return desk.words.guide.preview(card), [[(labels.record, "record", ""), *more]]


def _feeders(desk: Desk, draft: Draft, wrong: Mistake) -> list[list[Choice]]:
    """Who can have fed the kong, if that is all that is missing."""
    (problem, *others) = wrong.problems
    if others or problem.code != "who_fed_kong":
        return []
    word, players = problem.data["piece"], [p for p in desk.state.seats or () if p != draft.player]
    fed: list[Choice] = [(called(desk)[p], "fed", f"{word}:{p}") for p in players]
    return _rows([*fed, (desk.words.labels.word(CLOSED_KONG), "fed", f"{word}:{CONCEALED}")])


def stands(desk: Desk, draft: Draft) -> bool:
    """Whether a draft can be recorded; a hand is looked at first, small things are not."""
    try:
        priced(desk, draft)
    except Mistake:
        return False
    return True


def priced(desk: Desk, draft: Draft) -> str:
    if draft.command == "bet":
        return chosen(desk, draft)
    command = "hu" if draft.command == "answer" else draft.command
    event = READERS[command](said(desk, draft), desk.frame)
    _, outcome = step(desk.state, event, desk.session.rules)
    lines = [chosen(desk, draft)]
    if isinstance(event, Result | Claim) and draft.command == "hu" and outcome.scored:
        reported = event.report.lines if isinstance(event, Result) else event.lines
        for win in wins_of(answer_of(outcome.scored)):
            lines += [headline_of(desk, win), *figures(desk, {**win, "others": {}}, reported)]
    return "\n".join(lines)


def _rows(choices: list[Choice], width: int = CHOICES_A_ROW) -> list[list[Choice]]:
    return rows_of(choices, width, lambda choice: choice[0])


PAGES: Mapping[str, Callable[[Desk, Draft], Page]] = {
    "player": _player, "way": _way, "fans": _fans, "flowers": _flowers, "items": _items, "tile": _tile,
    "points": _points, "fan": _fan, "what": _what, "source": _source, "chips": _chips, "preview": _preview,
}  # fmt: skip
