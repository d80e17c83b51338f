"""/calc: what a hand would be worth, recorded nowhere."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from bot.dispatch import Ask, Reply, Say
from bot.figures import answer_of, figures, headline_of, wins_of
from bot.handlers.opening import group_defaults
from bot.phrases import unread, words_of
from bot.texts import Catalogue, spoken, words
from bot.texts.layout import bold, esc
from bot.wording import with_names
from core.engine import score
from core.errors import Mistake, Problem
from core.hand import Player, Report, Table
from core.report import parse_report
from core.roster import roster_of
from core.rules import RULESETS
from core.ruleset import Options, Ruleset
from core.scan import addressed
from core.tiles import SEAT_NAMES
from storage.book import Book

SOUTH = 1
ASKED = ("no_way", "hard_flowers_unsaid")  # what a text may leave open about its winner
_WAY = re.compile(rf"({'|'.join(spoken.DISCARDS)})(?!@)")


@dataclass(frozen=True)
class Trial:
    """A table that nobody sits at, for hands that are only priced."""

    words: Catalogue
    ruleset: Ruleset
    options: Options
    table: Table
    called: dict[Player, str]

    def name(self, player: Player) -> str:
        return esc(self.called[player])

    def names(self, players: Iterable[Player]) -> list[str]:
        return [self.name(player) for player in players]


class Asked(NamedTuple):
    """What was asked: the table, the report's text, and who speaks."""

    trial: Trial
    text: str
    sender: Player


def calc(ask: Ask, book: Book) -> Reply:
    """/calc and a report; 庄, 场南, 自风西 say where the winner sits."""
    if not ask.text.strip():
        raise unread("missing_arguments")
    return Reply((Say(priced(ask, book)),))


def priced(ask: Ask, book: Book) -> str:
    """The hand and what it would bring, as HTML; Mistake as for a report."""
    asked = asked_of(ask, book)
    trial = asked.trial
    try:
        report = _read(asked)
        scored = score(trial.ruleset, report, trial.table, trial.options)
    except Mistake as wrong:
        raise Mistake(_unnamed(problem, asked) for problem in wrong.problems) from wrong
    lines = []
    for win in wins_of(answer_of(scored)):
        lines += [bold(headline_of(trial, win)), *figures(trial, win, report.lines)]
        got = sorted(win["pay"].items(), key=lambda item: -item[1])
        lines.append(
            " · ".join(trial.words.sessions.change(trial.name(p), chips) for p, chips in got if chips)
        )
    return "\n".join(lines)


def asked_of(ask: Ask, book: Book, own: bool = False) -> Asked:
    """The open session's table if one of its people is named; else one of four strangers.

    `own`: who sits there and names nobody speaks of themself.
    """
    texts, session = words(book.lang), book.session
    if session is not None and session.state.seats:
        roster = session.roster()
        me = session.member(ask.person.id) if ask.person else None
        named = addressed(ask.text, roster, me)
        if named is None and own and me is not None:
            named = me, ask.text
        if named is not None and named[0] in session.state.seats:
            trial = Trial(
                texts, session.rules.ruleset, session.options, session.state.table(), session.names()
            )
            return Asked(trial, ask.text, named[0])
    return _strangers(ask.text, book, texts)


def _strangers(text: str, book: Book, texts: Catalogue) -> Asked:
    """甲 乙 丙 丁 on 东 南 西 北; the winner is 乙, the dealer 甲, the round 东, unless other is said."""
    key = book.session.ruleset if book.session else book.setting("ruleset")
    ruleset = RULESETS[key or next(iter(RULESETS))]
    deals, wind, own = False, 0, None
    for piece in words_of(text):
        if piece == spoken.DEALS:
            deals = True
        elif piece[:1] == spoken.ROUND and piece[1:] in tuple(SEAT_NAMES):
            wind = SEAT_NAMES.index(piece[1:])
        elif piece[:2] == spoken.OWN_WIND and piece[2:] in tuple(SEAT_NAMES):
            own = SEAT_NAMES.index(piece[2:])
        elif piece in RULESETS or piece in spoken.RULESETS:
            ruleset = RULESETS[spoken.RULESETS.get(piece, piece)]
        else:
            continue
        text = re.sub(rf"(?<!\S){re.escape(piece)}(?!\S)", " ", text, count=1)
    seat = own if own is not None else 0 if deals else SOUTH
    people = spoken.STRANGERS
    dealer = seat if deals else (0 if seat else 1)
    options = ruleset.choose(group_defaults(book, ruleset))
    called = dict(zip(people, texts.help.strangers, strict=True))
    trial = Trial(texts, ruleset, options, Table(people, dealer, wind), called)
    return Asked(trial, text.strip(), people[seat])


def _read(asked: Asked) -> Report:
    """The report; whoever is not named as discarder is somebody."""
    trial = asked.trial
    try:
        return parsed(asked.text, asked)
    except Mistake as wrong:
        if {problem.code for problem in wrong.problems} != {"no_discarder"}:
            raise
    somebody = trial.called[trial.table.after(asked.sender)[0]]
    return parsed(_WAY.sub(rf"\1@{somebody}", asked.text, count=1), asked)


def _unnamed(problem: Problem, asked: Asked) -> Problem:
    """What is asked about a stranger, without a name that nobody said."""
    said = asked.sender not in spoken.STRANGERS or asked.sender in words_of(asked.text)
    return problem if said or problem.code not in ASKED else with_names(problem, {asked.sender: ""})


def parsed(text: str, asked: Asked) -> Report:
    """A text as a report of the table it was asked for."""
    trial = asked.trial
    strangers = spoken.STRANGERS  # whatever they are called, they are 甲 乙 丙 丁 too
    called = [(p, (name, p) if p in strangers else (name,)) for p, name in trial.called.items()]
    roster = roster_of(tuple(called))
    return parse_report(
        text, trial.ruleset, roster, sender=asked.sender, table=trial.table, options=trial.options
    )
