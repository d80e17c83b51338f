"""/rules and /fan: the rulebook by topic, every fan with a worked hand."""

from dataclasses import replace
from difflib import get_close_matches

from bot.buttons import Forged, button, in_rows, parts
from bot.dispatch import Ask, Button, Reply, Say
from bot.handlers.levels import ladder_of
from bot.handlers.opening import group_defaults
from bot.phrases import unread
from bot.rulebook import FANS, fan_page, fan_picture, groups, page, topics
from bot.texts import Catalogue, spoken, words
from core.notation import fold
from core.rules import RULESETS
from core.ruleset import Row, Ruleset
from storage.book import Book

Rows = tuple[tuple[Button, ...], ...]
ALIKE = 0.5  # how much of an unknown name has to agree with a fan that is offered for it
MOST_ALIKE = 4


def rules(ask: Ask, book: Book) -> Reply:
    """/rules [ruleset] [topic]"""
    texts = words(book.lang)
    ruleset, rest = _ruleset(ask.text, book)
    if not rest:
        if ruleset is None:
            return Reply((Say(texts.rules.which(), _rulesets(texts)),))
        return Reply((_index(texts, ruleset),))
    ruleset = ruleset or _usual(book)
    topic = _topic(texts, ruleset, rest)
    if topic is not None:
        return Reply((_page(texts, ruleset, topic, book),))
    found = _fan(texts, ruleset, rest)
    if found is None:
        raise unread(
            "no_topic", piece=rest, topics=tuple(map(texts.rules.topics.get, topics(texts, ruleset)))
        )
    return Reply((_fan_page(texts, *found),))


def fan(ask: Ask, book: Book) -> Reply:
    """/fan [ruleset] [name]; without a name, all of them."""
    texts = words(book.lang)
    ruleset, rest = _ruleset(ask.text, book)
    ruleset = ruleset or _usual(book)
    if not rest:
        return Reply((_page(texts, ruleset, FANS, book),))
    found = _fan(texts, ruleset, rest)
    if found is None:
        names = {name: None for one in (ruleset, *RULESETS.values()) for name in one.by_name}
        alike = get_close_matches(rest, names, cutoff=ALIKE) or [n for n in names if rest in n]
        alike += _meant(texts, rest)
        raise unread("no_fan", piece=rest, alike=tuple(alike[:MOST_ALIKE]))
    return Reply((_fan_page(texts, *found),))


# ── taps ──────────────────────────────────────────────────────────────────────────────────────────────────


def tap_rules(ask: Ask, book: Book) -> Reply:
    """A ruleset's index, or one of its pages: the message turns to it."""
    key, topic = parts(ask, 2)
    texts, ruleset = words(book.lang), _known(ask, key)
    if topic and topic not in topics(texts, ruleset):
        raise Forged(ask.tap)
    return _turned(ask, _page(texts, ruleset, topic, book) if topic else _index(texts, ruleset))


def tap_group(ask: Ask, book: Book) -> Reply:
    """The fans of one value."""
    key, place = parts(ask, 2)
    texts, ruleset = words(book.lang), _known(ask, key)
    found = groups(texts, ruleset)
    if not place.isdigit() or int(place) >= len(found):
        raise Forged(ask.tap)
    group = found[int(place)]
    meanings = texts.fans.meanings[ruleset.key]
    lines = [texts.fans.group_head(group.value, ruleset.name)]
    lines += [texts.fans.line(row.name, meanings[row.name]) for row in group.rows]
    buttons = [button(texts.labels.word(row.name), "fan", key, ruleset.rows.index(row)) for row in group.rows]
    back = (button(texts.rules.back, "rules", key, FANS),)
    return _turned(ask, Say("\n".join(lines), (*in_rows(buttons, 3), back)))


def tap_fan(ask: Ask, book: Book) -> Reply:
    """A fan of a list: a message of its own, for it has a picture."""
    return Reply((_tapped_fan(ask, book),))


def tap_turn(ask: Ask, book: Book) -> Reply:
    """The fan before or behind the one that is shown."""
    return _turned(ask, _tapped_fan(ask, book))


def _tapped_fan(ask: Ask, book: Book) -> Say:
    key, place = parts(ask, 2)
    ruleset = _known(ask, key)
    if not place.isdigit() or int(place) >= len(ruleset.rows):
        raise Forged(ask.tap)
    return _fan_page(words(book.lang), ruleset, ruleset.rows[int(place)])


def _turned(ask: Ask, say: Say) -> Reply:
    return Reply((replace(say, edit=True, at_message=ask.message_id),))


def _known(ask: Ask, key: str) -> Ruleset:
    if key not in RULESETS:
        raise Forged(ask.tap)
    return RULESETS[key]


# ── what is meant ─────────────────────────────────────────────────────────────────────────────────────────


def _ruleset(text: str, book: Book) -> tuple[Ruleset | None, str]:
    """The ruleset that is named first, else the one that is played; and the rest of the text."""
    folded = fold(text)
    head, _, rest = folded.partition(" ")
    key = spoken.RULESETS.get(head, head)
    if key in RULESETS:
        return RULESETS[key], rest.strip()
    key = book.session.ruleset if book.session else book.setting("ruleset") or ""
    return RULESETS.get(key), folded


def _usual(book: Book) -> Ruleset:
    return RULESETS[book.setting("ruleset") or next(iter(RULESETS))]


def _topic(texts: Catalogue, ruleset: Ruleset, wanted: str) -> str | None:
    """The topic of this key or title, or the first whose title has these words in it."""
    titles = {topic: fold(texts.rules.topics[topic]) for topic in topics(texts, ruleset)}
    exact = (topic for topic, title in titles.items() if wanted in (topic, title))
    return next(exact, None) or next((t for t, title in titles.items() if wanted in title), None)


def _fan(texts: Catalogue, ruleset: Ruleset, name: str) -> tuple[Ruleset, Row] | None:
    """The fan of this name in this ruleset, else in any; or the only one of which this is the meaning."""
    for one in (ruleset, *RULESETS.values()):
        meant = [known for known in _meant(texts, name) if known in one.by_name]
        if name in one.by_name or len(meant) == 1:
            return one, one.by_name[name if name in one.by_name else meant[0]]
    return None


def _meant(texts: Catalogue, said: str) -> list[str]:
    """The fans of this meaning, else those that have these words in theirs."""
    glosses = texts.fans.glosses.items()
    return [name for name, gloss in glosses if gloss == said] or [n for n, gloss in glosses if said in gloss]


# ── pages ─────────────────────────────────────────────────────────────────────────────────────────────────


def _index(texts: Catalogue, ruleset: Ruleset) -> Say:
    buttons = [button(texts.rules.topics[t], "rules", ruleset.key, t) for t in topics(texts, ruleset)]
    return Say(texts.rules.index(ruleset.name), (*in_rows(buttons, 3), *_rulesets(texts, ruleset)))


def _rulesets(texts: Catalogue, here: Ruleset | None = None) -> Rows:
    """A button for every ruleset but the one that is shown."""
    shown = [(key, r.name) for key, r in RULESETS.items() if r is not here]
    return (tuple(button(texts.labels.ruleset(name), "rules", key, "") for key, name in shown),)


def _page(texts: Catalogue, ruleset: Ruleset, topic: str, book: Book) -> Say:
    session = book.session
    own: dict[str, object] = dict(group_defaults(book, ruleset))
    if session is not None and session.ruleset == ruleset.key:
        own = dict(session.options)
    text = page(texts, ruleset, topic, own, ladder_of(book))
    order = topics(texts, ruleset)
    at = order.index(topic)
    nav = [button(texts.rules.contents, "rules", ruleset.key, "")]
    if at > 0:
        nav.insert(0, button(f"‹ {texts.rules.topics[order[at - 1]]}", "rules", ruleset.key, order[at - 1]))
    if at + 1 < len(order):
        nav.append(button(f"{texts.rules.topics[order[at + 1]]} ›", "rules", ruleset.key, order[at + 1]))
    above: Rows = ()
    if topic == FANS:
        values = [
            button(group.value, "fans", ruleset.key, i) for i, group in enumerate(groups(texts, ruleset))
        ]
        above = in_rows(values, 4)
    return Say(text, (*above, tuple(nav)))


def _fan_page(texts: Catalogue, ruleset: Ruleset, row: Row) -> Say:
    place, nav = ruleset.rows.index(row), []
    if place > 0:
        nav.append(
            button(f"‹ {texts.labels.word(ruleset.rows[place - 1].name)}", "turn", ruleset.key, place - 1)
        )
    if place + 1 < len(ruleset.rows):
        nav.append(
            button(f"{texts.labels.word(ruleset.rows[place + 1].name)} ›", "turn", ruleset.key, place + 1)
        )
    text, picture = fan_page(texts, ruleset, row), fan_picture(texts, ruleset, row)
    return Say(text, (tuple(nav),), picture=picture)
