"""What the pages show, as plain JSON data; names and sentences are plain text in the chat's language."""

from collections.abc import Sequence
from typing import Any
from zoneinfo import ZoneInfo

from bot.cards import Card, headline, place_now
from bot.desk import Desk
from bot.figures import answer_of, figures, headline_of, wins_of
from bot.readers import READERS
from bot.texts.layout import plain, signed
from bot.webapp.rules import rules_json
from bot.wording import Refused, with_names
from core.errors import Mistake
from core.hand import Line
from core.payment import net
from core.standings import Cut, leaderboard
from core.table import Outcome, step
from core.tiles import SEAT_NAMES
from storage.sessions import Logged

Json = dict[str, Any]
UNFINISHED = ("incomplete", "not_a_win")  # kinds of problem that more taps mend
TOO_FEW = ("wrong_number", "empty")


def opened(desk: Desk) -> Json:
    """All that a page needs to begin."""
    web = desk.words.web
    return {
        "lang": desk.book.lang,
        "words": {name: getattr(web, name) for name in dir(web) if not name.startswith("_")},
        "title": desk.book.chat.title,
        "rules": rules_json(desk.ruleset, desk.options),
        "table": table(desk),
    }


def version(desk: Desk) -> str:
    """Changes whenever the table does."""
    closed = "closed" if desk.session.closed_at else "open"
    return f"{desk.session.id}.{desk.state.next_seq}.{closed}"


def table(desk: Desk) -> Json:
    """Who sits where with what, who deals, what is open; and what the one who looks may do."""
    session, state, texts = desk.session, desk.state, desk.words.sessions
    seats = state.seats or ()
    lines = [texts.open_bet(desk.name(b.by), desk.name(b.on), b.chips) for b in state.bets.values()]
    waiting, wild = None, state.wild
    if state.open:
        wild = next((line.wild for line in state.open if line.wild is not None), wild)
        winner = next(line.player for line in state.open if line.win)
        waiting = {"winner": winner, "missing": list(state.missing)}
        lines.append(texts.waiting_for(desk.name(winner), desk.names(state.missing)))
    return {
        "version": version(desk),
        "head": plain(texts.table_head(desk.ruleset.name, session.length, state.hand_no)),
        "place": plain(place_now(desk)) if seats else None,
        "seats": [
            {
                "key": player,
                "name": _called(desk, player),
                "wind": desk.words.labels.wind(SEAT_NAMES[seat]),
                "chips": session.start + state.chips[player],
                "net": state.chips[player],
                "deals": player == state.place.dealer,
                "flags": state.flags if player == state.place.dealer else 0,
            }
            for seat, player in enumerate(seats)
        ],
        "watchers": [
            {"name": _called(desk, p), "chips": session.start + state.chips[p], "net": state.chips[p]}
            for p in session.members
            if p not in seats
        ],
        "lines": [plain(line) for line in lines],
        "wild": wild,
        "waiting": waiting,
        "closed": session.closed_at is not None,
        "me": desk.me,
        "writes": session.closed_at is None and (desk.me is not None or desk.leads),
    }


def price(desk: Desk, command: str, text: str) -> Json:
    """What an entry would do, or what is wrong with it; nothing is recorded."""
    try:
        event = READERS[command](text, desk.frame)
        after, outcome = step(desk.state, event, desk.session.rules)
    except Mistake as wrong:
        return problems(desk, wrong)
    answer = answer_of(outcome.scored) if outcome.scored else None
    wins = wins_of(answer)
    if outcome.no is None:
        lines = _open_hand(desk, outcome, after.open or ())
    else:
        lines = plain(Card(desk, outcome, answer, text).message()).split("\n")
    if len(wins) != 1:
        return {"lines": lines, "gain": None}
    winner = wins[0]["winner"]
    moved = (
        net(outcome.transfers) if outcome.no is not None else wins[0]["pay"]
    )  # bets are among the transfers
    return {"lines": lines, "gain": signed(moved.get(winner, 0))}


def problems(desk: Desk, wrong: Mistake) -> Json:
    """The sentences of a refusal; `unfinished` if taking the hand further mends it."""
    names = desk.session.names()
    named = wrong.problems if isinstance(wrong, Refused) else [with_names(p, names) for p in wrong.problems]
    told = dict.fromkeys(map(desk.words.mistakes.problem, named))
    unfinished = all(p.kind in UNFINISHED or p.code in TOO_FEW for p in wrong.problems)
    return {"problems": list(told), "unfinished": unfinished}


def log(desk: Desk) -> Json:
    """The session's entries, the latest first, and everybody's chips after each of them."""
    session, outcomes = desk.session, desk.session.outcomes()
    by_no = {outcome.no: outcome for outcome in outcomes}
    standing = [outcome for outcome in outcomes if not outcome.void]
    return {
        "session": session.id,
        "entries": [_entry(desk, one, by_no[one.no]) for one in reversed(session.log())],
        "chart": {
            "after": [outcome.no for outcome in standing],
            "chips": [
                {
                    "name": _called(desk, player),
                    "points": [session.start, *(session.start + o.chips.get(player, 0) for o in standing)],
                }
                for player in session.members
            ],
        },
    }


def history(desk: Desk) -> Json:
    """The chat's sessions, the latest first, and its leaderboard."""
    book, zone = desk.book, ZoneInfo(desk.book.time_zone)
    return {
        "sessions": [
            {
                "id": one.id,
                "ruleset": one.ruleset,
                "opened": f"{one.opened_at.astimezone(zone):%Y-%m-%d %H:%M}",
                "closed": one.closed_at is not None,
            }
            for one in reversed(book.sessions.all())
        ],
        "board": [
            {
                "rank": rank,
                "name": _called(desk, score.player),
                "score": f"{score.final}/{score.start} = {score.ratio}",
                "day": score.day.isoformat(),
            }
            for rank, score in leaderboard(book.standings.scores(), Cut.TOP)
        ],
    }


def _open_hand(desk: Desk, outcome: Outcome, said: Sequence[Line]) -> list[str]:
    """A hand that waits for the others' lines, or one of these, with what it comes to so far."""
    lines = []
    for win in wins_of(answer_of(outcome.scored) if outcome.scored else None):
        lines.append(headline_of(desk, win))
        lines += figures(desk, win, said)
    return [plain(line) for line in lines]


def _entry(desk: Desk, one: Logged, outcome: Outcome) -> Json:
    moved = sorted(net(one.transfers).items(), key=lambda item: -item[1])
    by = desk.book.people.get(one.by).shown if one.by is not None else None
    at = one.at.astimezone(ZoneInfo(desk.book.time_zone))
    return {
        "no": one.no,
        "head": plain(headline(desk, outcome, one.answer, one.text)),
        "void": one.voided,
        "fixed": one.fixed,
        "by": by,
        "at": f"{at:%H:%M}",
        "moved": [{"name": _called(desk, p), "chips": chips} for p, chips in moved if chips],
    }


def _called(desk: Desk, player: str) -> str:
    return desk.book.people.of(player).shown
