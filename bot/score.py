"""The engine on the command line: one report for people, or a file of cases as JSON lines."""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from bot.figures import answer_of, figures, headline_of, wins_of
from bot.texts import words
from bot.texts.layout import esc, plain
from core.answer import answer_json
from core.engine import Scored, score
from core.errors import Mistake, mistake
from core.hand import Report, Table
from core.notation import read_tiles
from core.payment import net
from core.report import parse_report
from core.roster import roster_of
from core.rules import RULESETS
from core.ruleset import Options, Ruleset
from core.tiles import SEAT_NAMES

PLAYERS = ("甲", "乙", "丙", "丁")
_SPOKEN_KEYS = {"庄家": "dealer", "圈风": "round", "玩法": "mode"}  # as people say them
_TABLE_KEYS = {"players", "dealer", "round", "得", "mode", "比下胡"}


def score_cases(lines: Iterable[str]) -> Iterator[str]:
    """One JSON line for each line that is not blank: `{"id", "result"}` or `{"id", "error"}`."""
    for line in lines:
        if line.strip():
            yield json.dumps(answer_line(line), ensure_ascii=False)


def answer_line(line: str) -> dict[str, Any]:
    """The answer to one line of a case file, whatever stands in it."""
    case: Any = None
    say = words("zh")
    try:
        try:
            case = json.loads(line)
        except (ValueError, RecursionError):
            raise mistake("unreadable", "no_json", piece=line.strip()[:60]) from None
        return {
            "id": _id(case),
            "result": answer_json(score_case(case), lambda n: say.notes.text(n.code, n.data)),
        }
    except Mistake as wrong:
        message = "；".join(map(say.mistakes.problem, wrong.problems))
        return {"id": _id(case), "error": {"kind": wrong.kind, "message": message}}


def score_for_people(case: Mapping[str, Any]) -> tuple[str, bool]:
    """The answer as lines of text, and whether the report was refused."""
    from bot.handlers.pricing import Trial

    say = words("zh")
    facts = {_SPOKEN_KEYS.get(key, key): value for key, value in case["table"].items()}
    case = {**case, "table": facts}
    try:
        ruleset, options, table, report = read_case(case)
        scored = score(ruleset, report, table, options)
    except Mistake as wrong:
        return say.mistakes.message(wrong), True
    trial = Trial(say, ruleset, options, table, {player: player for player in table.players})
    lines: list[str] = []
    for win in wins_of(answer_of(scored)):
        lines += [headline_of(trial, win), *("  " + line for line in figures(trial, win, report.lines))]
    paid = net(scored.transfers, table.players)
    lines.append("  " + " · ".join(say.sessions.change(esc(p), chips) for p, chips in paid.items()))
    return plain("\n".join(lines)), False


def _id(case: object) -> Any:
    return case.get("id") if isinstance(case, dict) else None


def score_case(case: object, rulesets: Mapping[str, Ruleset] = RULESETS) -> Scored:
    """Prices a case as `1-report` §5 describes it; Mistake for a refused report and for a malformed case."""
    ruleset, options, table, report = read_case(case, rulesets)
    return score(ruleset, report, table, options)


def read_case(
    case: object, rulesets: Mapping[str, Ruleset] = RULESETS
) -> tuple[Ruleset, Options, Table, Report]:
    """What a case is about; Mistake if that cannot be read."""
    if not isinstance(case, dict) or not isinstance(case.get("report"), str):
        raise mistake("unreadable", "no_case", piece=str(case)[:60])
    ruleset = rulesets.get(str(case.get("ruleset")))
    if ruleset is None:
        raise mistake("unreadable", "no_ruleset", piece=str(case.get("ruleset")), rulesets=tuple(rulesets))
    facts, said = case.get("table") or {}, case.get("options") or {}
    if not isinstance(facts, dict) or not isinstance(said, dict):
        raise mistake("unreadable", "no_case", piece=str(case)[:60])
    options = ruleset.choose({**said, **({"mode": facts["mode"]} if "mode" in facts else {})})
    table = read_table(facts)
    roster = roster_of(tuple([(player, (player,)) for player in table.players]))
    return (
        ruleset,
        options,
        table,
        parse_report(case["report"], ruleset, roster, table=table, options=options),
    )


def read_table(facts: Mapping[str, Any]) -> Table:
    """The table of a case; `unreadable` for keys and values that it cannot have."""
    players = tuple(facts.get("players") or PLAYERS)
    dealer, wind, wild = facts.get("dealer", players[0]), facts.get("round", "东"), facts.get("得")
    tiles = None if wild is None else read_tiles(str(wild))
    for key, bad in (
        (next((k for k in facts if k not in _TABLE_KEYS), ""), bool(facts.keys() - _TABLE_KEYS)),
        ("players", len(players) != 4 or len({p for p in players if isinstance(p, str)}) != 4),
        ("dealer", dealer not in players),
        ("round", wind not in tuple(SEAT_NAMES)),
        ("得", wild is not None and (tiles is None or len(tiles) != 1)),
        ("比下胡", not isinstance(facts.get("比下胡", False), bool)),
    ):
        if bad:
            raise mistake("unreadable", "bad_table", piece=f"{key}={facts.get(key)}")
    return Table(
        players,
        players.index(dealer),
        SEAT_NAMES.index(wind),
        facts.get("比下胡", False),
        tiles[0] if tiles else None,
    )
