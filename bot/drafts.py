"""A report put together by taps: what was chosen so far, and the text that it comes to. Pure.

Each choice is an action, `verb` and a value: `apply` gives the draft after it, with the next page.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, Self

from bot.texts import spoken
from core.hand import DISCARD, ROBBED, SELF_DRAW, Line, Player
from core.ruleset import Row, Ruleset
from core.tiles import NAMES

A_PAGE = 20  # fans
LAID = "翻"  # an item that is laid open
NUMBERED_FLOWERS = {"wuxi": "花", "nanjing": spoken.HARD}  # how flowers are counted; wenling names them
FAN_SIGN, POINT_SIGN = "番", "胡"


@dataclass(frozen=True, slots=True)
class Draft:
    """What somebody has chosen. `page` is what they are asked; `step` counts choices, so that a tap on a page
    that was left does nothing. `items` are melds and laid-open tiles as they are reported."""

    nonce: str
    session: int
    command: str
    page: str
    step: int = 0
    player: Player | None = None
    way: str | None = None
    source: Player | None = None
    words: tuple[str, ...] = ()
    items: tuple[str, ...] = ()
    item: str | None = None  # the kind of item whose tile is chosen
    fed: tuple[str, ...] = ()  # a word that needs one, and who fed the kong of it (暗: nobody)
    number: int | None = None  # flowers, points, or chips
    fan: int | None = None  # of figures
    more: str = ""  # what was typed besides
    robbing: bool = False
    big: bool = False  # the second page of fans

    def to_json(self) -> dict[str, Any]:
        return {"kind": "draft", **asdict(self)}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        values: dict[str, Any] = {k: tuple(one) if isinstance(one, list) else one for k, one in data.items()}
        del values["kind"]
        return cls(**values)


FIRST = {"hu": "player", "gang": "player", "fa": "player", "bet": "player", "answer": "items"}
BACK = {"way": "player", "fans": "way", "flowers": "fans", "items": "flowers", "tile": "items",
        "preview": "flowers", "what": "player", "source": "what", "chips": "player"}  # fmt: skip


def apply(draft: Draft, verb: str, value: str, ruleset: Ruleset) -> Draft:
    """The draft after a choice; ValueError for a choice that its page does not have."""
    draft = replace(draft, step=draft.step + 1)
    match draft.page, verb:
        case "way", "back" if draft.robbing:
            return replace(draft, robbing=False)
        case _, "back":
            return replace(draft, page=_before(draft, ruleset), item=None, robbing=False)
        case "player", "who":
            return replace(draft, player=value, page=_AFTER_PLAYER[draft.command])
        case "way", "self":
            return replace(draft, way=SELF_DRAW, source=None, page="fans")
        case "way", "rob":
            return replace(draft, robbing=not draft.robbing)
        case "way", "from":
            return replace(draft, way=ROBBED if draft.robbing else DISCARD, source=value, page="fans")
        case "fans", "fan":
            return replace(draft, words=_toggled(draft.words, value), fed=())
        case "fans", "more":
            return replace(draft, big=not draft.big)
        case "fans", "go":
            return replace(draft, page="flowers" if ruleset.key in NUMBERED_FLOWERS else "items")
        case "flowers", "number":
            return replace(draft, number=int(value), page="preview")
        case "flowers" | "preview", "items":
            return replace(draft, page="items")
        case "preview", "fed":
            word, _, feeder = value.partition(":")
            return replace(draft, fed=(word, feeder))
        case "preview", "forget":
            return replace(draft, more="")
        case "items", "kind":
            return replace(draft, item=value, page="tile")
        case "items", "drop":
            return replace(draft, items=draft.items[:-1])
        case "items", "go":
            asks_flowers = ruleset.key in NUMBERED_FLOWERS and draft.number is None
            return replace(draft, page="flowers" if asks_flowers else "preview")
        case "tile", "tile":
            return replace(
                draft, items=(*draft.items, f"{draft.item}{NAMES[int(value)]}"), item=None, page="items"
            )
        case "points", "number":
            return replace(draft, number=int(value), page="fan")
        case "fan", "number":
            return replace(draft, fan=int(value), page="preview")
        case "what", "what":
            row = ruleset.spots[value]
            return replace(draft, item=value, page="source" if row.payers == "source" else "preview")
        case "source", "who":
            return replace(draft, source=value, page="preview")
        case "chips", "number":
            return replace(draft, number=int(value), page="preview")
    raise ValueError(verb)


_AFTER_PLAYER = {"hu": "way", "gang": "what", "fa": "what", "bet": "chips"}


def _before(draft: Draft, ruleset: Ruleset) -> str:
    if draft.page == "preview" and draft.command != "hu":
        return {"answer": "items", "bet": "chips"}.get(draft.command, "what")
    page = BACK.get(draft.page, FIRST[draft.command])
    if page == "flowers" and ruleset.key not in NUMBERED_FLOWERS:
        return "items" if draft.page == "preview" else "fans"
    return page


def _toggled(words: tuple[str, ...], word: str) -> tuple[str, ...]:
    return tuple(w for w in words if w != word) if word in words else (*words, word)


def text_of(draft: Draft, called: Mapping[Player, str], ruleset: Ruleset) -> str:
    """What the choices come to, as it would be typed after the command."""
    who = called.get(draft.player or "", "")
    source = called.get(draft.source or "", "")
    if draft.command in ("gang", "fa"):
        return " ".join(filter(None, (who, draft.item or "", source)))
    if draft.command == "bet":
        return f"{who} {draft.number}"
    parts = [who, f"{draft.way}@{source}" if source else draft.way or ""]
    parts += [*_pointed(draft, called), *draft.items]
    if draft.fan is not None:
        parts.append(f"{draft.number}{POINT_SIGN}{draft.fan}{FAN_SIGN}")
    elif draft.number is not None:
        counted = NUMBERED_FLOWERS.get(ruleset.key)
        parts.append(f"{counted}{draft.number}" if counted else f"{draft.number}{POINT_SIGN}")
    return " ".join(filter(None, (*parts, draft.more)))


def _pointed(draft: Draft, called: Mapping[Player, str]) -> tuple[str, ...]:
    """The words that were chosen, the one that needs it with who fed its kong."""
    if not draft.fed:
        return draft.words
    word, feeder = draft.fed
    return (*(w for w in draft.words if w != word), f"{word}@{called.get(feeder, feeder)}")


def retyped(old: Line, new: Line) -> Line:
    """What was typed so far with what is typed now: a hand that is written anew stands in the place of the
    one before, as do a winning tile and numbers; anything else joins it.
    """
    again = old.concealed is not None and new.concealed is not None
    return old._replace(
        win=new.win or old.win,
        source=new.source if new.win else old.source,
        words=tuple(dict.fromkeys((*old.words, *new.words))),
        melds=new.melds if again else (*old.melds, *new.melds),
        concealed=old.concealed if new.concealed is None else new.concealed,
        winning=new.winning if again or new.winning is not None else old.winning,
        numbers={**old.numbers, **new.numbers},
        laid=(new.laid or old.laid) if again else (*old.laid, *new.laid),
        wild=old.wild if new.wild is None else new.wild,
    )


def possible(row: Row, draft: Draft, dealer: Player | None) -> bool:
    """Whether the winner and the way of winning that were chosen leave room for a fan."""
    missing = {
        "needs_self_draw": draft.way != SELF_DRAW,
        "needs_dealer": draft.player != dealer,
        "needs_non_dealer": draft.player == dealer,
    }
    return row.name in draft.words or not any(missing.get(condition.code) for condition in row.when)


def fans(ruleset: Ruleset) -> tuple[tuple[Row, ...], tuple[Row, ...]]:
    """The fans that can be chosen, in two pages, the small ones first and those that are worth the cap last;
    what counts by itself is left out."""
    chosen = (row for row in ruleset.rows if not row.auto or row.value != 1)
    rows = sorted(chosen, key=lambda row: (row.value == 0, row.value))
    cut = len(rows)
    while cut > A_PAGE:
        cut = next(i for i, row in enumerate(rows) if row.value == rows[cut - 1].value)
    return tuple(rows[:cut]), tuple(rows[cut:])
