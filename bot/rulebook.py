"""The rulebook: pages and fans, filled with the figures of the rulesets' own tables and worked hands."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from bot import plates
from bot.figures import answer_of, figures, headline_of, wins_of
from bot.handlers.pricing import Trial
from bot.texts import Catalogue
from bot.texts.layout import bold, esc
from core.ruleset import Option, Row, Ruleset
from core.standings import Level
from core.worked import EXAMPLES, HANDS, ITEMS
from core.worked.hand import TABLE, Worked
from core.worked.wenling import CAPS

FANS, CASES, HOUSE = "fans", "examples", "house"  # pages made of tables


class Group(NamedTuple):
    """Fans of one value."""

    value: str
    rows: tuple[Row, ...]


# ── figures ───────────────────────────────────────────────────────────────────────────────────────────────


@cache
def table_figures(ruleset: Ruleset) -> Mapping[str, Any]:
    """Everything that a page may quote, by name: rows, defaults of options, `spot …` payments on the spot,
    `cap …` of a mode; and what sets and tiles laid open are worth, as the engine counts them in sample
    reports (`points …` where a fan has the same name).
    """
    found: dict[str, Any] = {row.name: row.value for row in ruleset.rows}
    found |= {option.name: option.default for option in ruleset.options.values()}
    found |= {f"spot {spot.name}": spot.flowers for spot in ruleset.spots.values()}
    for sample in ITEMS[ruleset.key]:
        for name, value in sample.scored(ruleset).wins[0].flowers:
            found[f"points {name}" if name in ruleset.bit else name] = value
    for mode, hand in CAPS.items() if ruleset.open_hand else ():
        found[f"cap {mode}"] = hand.scored(ruleset).wins[0].figures["total"]
    return found


# ── worked hands ──────────────────────────────────────────────────────────────────────────────────────────


def trial_of(texts: Catalogue, ruleset: Ruleset, hand: Worked) -> Trial:
    """The table at which a worked hand was played."""
    options = ruleset.choose(hand.options)
    called = dict(zip(TABLE.players, texts.help.strangers, strict=True))
    return Trial(texts, ruleset, options, TABLE, called)


def worked_lines(texts: Catalogue, ruleset: Ruleset, hand: Worked) -> list[str]:
    """A worked hand: the report, how it counts, who pays."""
    trial = trial_of(texts, ruleset, hand)
    answer = answer_of(hand.scored(ruleset))
    lines = [texts.fans.example(texts.help.example_with(hand.report, texts.help.strangers))]
    wins = wins_of(answer)
    for win in wins:
        if len(wins) > 1:
            lines.append(bold(headline_of(trial, win)))
        if "others" in win:  # who has nothing needs no line
            win = {**win, "others": {player: has for player, has in win["others"].items() if has["hua"]}}
        lines += figures(trial, win, hand.read(ruleset).lines)
    paid = sorted(answer["pay"].items(), key=lambda item: -item[1])
    moved = [texts.sessions.change(trial.name(player), chips) for player, chips in paid if chips]
    return [*lines, " · ".join(moved)]


# ── fans ──────────────────────────────────────────────────────────────────────────────────────────────────


def groups(texts: Catalogue, ruleset: Ruleset) -> list[Group]:
    """The rows by what they are worth, in table order."""
    by_value: dict[str, list[Row]] = {}
    for row in ruleset.rows:
        by_value.setdefault(texts.fans.value(ruleset.key, row.counts, row.value), []).append(row)
    return [Group(value, tuple(rows)) for value, rows in by_value.items()]


def fan_page(texts: Catalogue, ruleset: Ruleset, row: Row) -> str:
    """One fan: what it means, its value, what is not counted beside it, a worked hand."""
    fans = texts.fans
    value = fans.value(ruleset.key, row.counts, row.value)
    above = [other.name for other in ruleset.rows if row.name in other.drops]
    lines = [fans.head(row.name, value, ruleset.name)]
    if row.aliases:
        lines.append(fans.aliases(row.aliases))
    lines.append(fans.meanings[ruleset.key][row.name])
    for sentence, names in (
        (fans.drops, row.drops),
        (fans.implied, row.implied),
        (fans.dropped_by, above),
        (fans.clashes, row.clashes),
    ):
        if names:
            lines.append(sentence(names))
    return "\n".join([*lines, "", *worked_lines(texts, ruleset, HANDS[ruleset.key][row.name])])


def fan_picture(texts: Catalogue, ruleset: Ruleset, row: Row) -> str:
    """The worked hand of a fan, drawn."""
    hand = HANDS[ruleset.key][row.name]
    value = texts.fans.value(ruleset.key, row.counts, row.value)
    return plates.fan_hand(trial_of(texts, ruleset, hand), hand, texts.fans.title(row.name, value))


# ── pages ─────────────────────────────────────────────────────────────────────────────────────────────────


def topics(texts: Catalogue, ruleset: Ruleset) -> list[str]:
    """The topics that a ruleset has pages for, in reading order."""
    pages = {FANS, CASES, HOUSE, *texts.rules.pages[ruleset.key]}
    return [topic for topic in texts.rules.topics if topic in pages]


def page(
    texts: Catalogue, ruleset: Ruleset, topic: str, own: Mapping[str, object], ladder: Sequence[Level]
) -> str:
    """A topic's page; `own` are the options that count here, `ladder` the group's levels."""
    made: Mapping[str, Callable[[], str]] = {
        FANS: lambda: _fans(texts, ruleset),
        CASES: lambda: _examples(texts, ruleset),
        HOUSE: lambda: _house(texts, ruleset, own),
    }
    if topic in made:
        return made[topic]()
    rules = texts.rules
    levels = "\n".join(rules.level(*level._replace(name=esc(level.name))) for level in ladder)
    found = rules.pages[ruleset.key][topic].format_map({**table_figures(ruleset), "ladder": levels})
    return rules.page(ruleset.name, topic, found)


def _fans(texts: Catalogue, ruleset: Ruleset) -> str:
    lines = [
        texts.fans.group(group.value, [row.name for row in group.rows]) for group in groups(texts, ruleset)
    ]
    return "\n".join([texts.fans.list_head(ruleset.name), *lines, texts.fans.how()])


def _examples(texts: Catalogue, ruleset: Ruleset) -> str:
    hands = ["\n".join(worked_lines(texts, ruleset, hand)) for hand in EXAMPLES[ruleset.key]]
    return texts.rules.page(ruleset.name, CASES, "\n\n".join(hands))


def _house(texts: Catalogue, ruleset: Ruleset, own: Mapping[str, object]) -> str:
    rules = texts.rules
    lines = []
    for option in ruleset.options.values():
        here = str(own.get(option.name, option.default))
        said = esc(here) if here != str(option.default) else None
        effect = rules.effect(ruleset.key, option.name)
        lines.append(rules.option(option.name, rules.choices(_values(option)), effect, said))
    return rules.page(ruleset.name, HOUSE, "\n".join([*lines, rules.how_to_set()]))


def _values(option: Option) -> Sequence[str]:
    return option.values or (str(option.default),)
