"""The engine: recognising and pricing a hand, and scoring a report. It knows no rule of any ruleset.

`recognise` finds the rows that a reading shows, `price` drops what other rows exclude and asks the
ruleset's formula. A report that names its fans goes straight to `price`. The reading of the highest worth
is the answer.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from core.check import examine
from core.deal import SEVEN_PAIRS, STANDARD, Deal, winning_of
from core.distance import away
from core.errors import Mistake, Note, Problem, mistake
from core.hand import CHOW, CLOSED_KONG, CLOSED_PUNG, PAIR, PUNG, SELF_DRAW, Line, Meld, Player, Report, Table
from core.payment import Transfer, each_pays, net, pay
from core.position import Reading, partial
from core.possible import at_odds
from core.ruleset import Counted, Figure, Hand, Item, Options, Row, Ruleset, Win
from core.sets import tiles_in
from core.tiles import EAST, KINDS, write_tiles

_UNREAD = ("no_winning_tile", "wild_unknown")  # where this is not said, the tiles cannot be read


class Answer(NamedTuple):
    """One winner's priced hand: what it counts, what it is worth, and what everybody pays or gets."""

    ruleset: str
    winner: Player
    win: str
    source: Player | None
    fans: tuple[Item, ...]
    dropped: tuple[tuple[str, str], ...]
    flowers: tuple[Item, ...]
    figures: Mapping[str, Any]
    reading: tuple[str, ...]
    pay: Mapping[Player, int]
    notes: tuple[Note, ...] = ()


class Scored(NamedTuple):
    """The answer to a report: an answer a winner, and the chips that move."""

    wins: tuple[Answer, ...]
    transfers: tuple[Transfer, ...]


def score(ruleset: Ruleset, report: Report, table: Table, options: Options) -> Scored:
    """Prices a report at this table; Mistake with every problem if it cannot stand."""
    hand = reported(ruleset, report.lines, table, options)
    problems = examine(hand)
    if problems:
        raise Mistake([*problems, *against_tiles(hand, problems)])
    return priced(hand)


def priced(hand: Hand) -> Scored:
    """Prices a hand in which nothing was found wrong; Mistake if it is no win."""
    ruleset, winners = hand.ruleset, hand.winners
    if len(winners) == 1:
        return answered(hand, (best(ruleset, Deal(ruleset, winners[0], hand.table, hand.options)),))
    note: tuple[Note, ...] = ()
    if winners and not ruleset.several(hand.options):
        hand, note = _one_winner(hand)
    wins: list[Win] = []
    problems: list[Problem] = []
    for line in hand.winners:
        try:
            wins.append(best(ruleset, Deal(ruleset, line, hand.table, hand.options)))
        except Mistake as wrong:
            problems += wrong.problems
    if problems:
        raise Mistake(problems)
    return answered(hand, wins, note)


def answered(hand: Hand, wins: Iterable[Win], notes: tuple[Note, ...] = ()) -> Scored:
    """What everybody pays for wins, and an answer for each."""
    answers: list[Answer] = []
    transfers: list[Transfer] = []
    for win in wins:
        paid = hand.ruleset.pay(hand, win)
        transfers += paid
        answers.append(_answer(hand, win, paid, notes))
    return Scored(tuple(answers), tuple(transfers))


def against_tiles(hand: Hand, problems: list[Problem]) -> Iterator[Problem]:
    """What contradicts the tiles of a report that lacks something else, as far as they can be read."""
    if any(p.kind != "incomplete" or p.code in _UNREAD for p in problems):
        return
    for line in hand.winners:
        try:
            best(hand.ruleset, Deal(hand.ruleset, line, hand.table, hand.options))
        except Mistake as wrong:
            yield from (p for p in wrong.problems if p.kind == "contradiction" and p not in problems)


def reported(ruleset: Ruleset, lines: Iterable[Line], table: Table, options: Options) -> Hand:
    """The hand that lines report: every line complete, and the table knows the 得 that one of them names."""
    lines = tuple([complete(ruleset, line) for line in lines])
    if table.wild is None:
        for line in lines:
            if line.wild is not None:
                table = replace(table, wild=line.wild)
                break
    return Hand(ruleset, lines, table, options)


def complete(ruleset: Ruleset, line: Line) -> Line:
    """The line with what it says without saying it: 暗刻 and 对 beside tiles are tiles."""
    if line.melds and line.concealed is not None and not _CLOSED.isdisjoint([m.kind for m in line.melds]):
        melds = tuple(m for m in line.melds if m.kind not in _CLOSED)
        tiles = line.concealed
        for meld in line.melds:
            if meld not in melds and tiles.count(meld.tile) < len(meld.tiles):
                tiles += meld.tiles
        line = line._replace(melds=melds, concealed=tiles)
    return ruleset.prepare(line)


_CLOSED = frozenset((CLOSED_PUNG, PAIR))


def _one_winner(hand: Hand) -> tuple[Hand, tuple[Note, ...]]:
    """A discard's one winner is the first in turn order; other claims become other players' lines."""
    winners = hand.winners
    source = winners[0].source
    order = hand.table.after(source) if source is not None else hand.table.players
    first = min(winners, key=lambda line: order.index(line.player))
    lines = tuple(line if line is first or not line.win else _unclaimed(hand, line) for line in hand.lines)
    dropped = tuple(line.player for line in winners if line is not first)
    return hand._replace(lines=lines), (Note("one_winner", {"players": dropped}),)


def _unclaimed(hand: Hand, line: Line) -> Line:
    """The line of a player whose claim is dropped: without the discard that another one won with."""
    concealed = line.concealed
    if concealed is not None:
        waiting = hand.ruleset.size - 3 * len(line.melds)
        winning, tiles = winning_of(concealed, line.winning, waiting)
        at = len(tiles) - 1 - tiles[::-1].index(winning)
        concealed = tiles[:at] + tiles[at + 1 :]
    return line._replace(win=None, source=None, winning=None, concealed=concealed)


def recognise(ruleset: Ruleset, reading: Reading, deal: Deal, met: int) -> int:
    """The rows, as bits, that the reading shows, and those whose circumstances are `met` or were said."""
    patterns, shown, circumstances = ruleset.questions.asked(reading)
    claimed = deal.said | shown | met & circumstances
    for bit, missing in patterns:
        if not missing(reading, deal):
            claimed |= bit
    return claimed


# A reading, the rows that count in it, the 花 items, and the formula's figure.
_Priced = tuple[Reading, Counted, list[Item], Figure]


def price(ruleset: Ruleset, reading: Reading, deal: Deal, claimed: int) -> _Priced:
    """A reading with the rows that it claims, priced."""
    counted = ruleset.counted(claimed, deal.options)
    fan = counted.fan
    for row in counted.repeated:
        fan += _value(row, reading, deal)
    luck = ruleset.luck(reading, deal)
    luck += counted.flowers
    return reading, counted, luck, ruleset.figure(fan, luck, counted, deal)


def _value(row: Row, reading: Reading, deal: Deal) -> int:
    """The value of a row that may count more than once: by the tiles, or twice where it was named twice."""
    if row.times is not None:
        return row.value * max(1, row.times(reading, deal))
    if row.again is None:
        return row.value
    twice = not row.again.missing(reading, deal) if deal.tiles else deal.named.count(row.name) > 1
    return 2 * row.value if twice else row.value


def best(ruleset: Ruleset, deal: Deal) -> Win:
    """The winner's hand in its best reading, or as its fans were named; Mistake if it is no win."""
    if not deal.tiles:
        return _named(ruleset, deal)
    readings = ruleset.readings(deal)
    if not readings:
        raise Mistake(_no_win(deal))
    return dearest(ruleset, deal, readings)


def dearest(ruleset: Ruleset, deal: Deal, readings: Iterable[Reading]) -> Win:
    """The dearest of the readings of a hand that may win; Mistake if none may, or shows what was named."""
    found: list[_Priced] = []
    refusal: Problem | None = None
    shown, met = 0, ruleset.questions.met(deal)
    for reading in readings:
        claimed = recognise(ruleset, reading, deal, met)
        shown |= claimed
        priced = price(ruleset, reading, deal, claimed)
        problem = ruleset.may_win(deal, reading, priced[1].rows)
        if problem is None:
            found.append(priced)
        else:
            refusal = problem
    if not found or deal.named:
        return _as_named(ruleset, deal, found, refusal, shown)
    reading, counted, luck, (_, figures) = found[0] if len(found) == 1 else max(found, key=_worth)
    return Win(deal, reading, counted, counted.dropped, tuple(luck), figures, _last_tile(deal))


def _as_named(
    ruleset: Ruleset, deal: Deal, found: "list[_Priced]", refusal: Problem | None, shown: int
) -> Win:
    """The dearest reading of tiles beside which fans were named; Mistake if none shows one of these."""
    first = max(found, key=_worth, default=None)
    claimed = first[1].claimed if first else 0
    named = sum([ruleset.bit[name] for name in {*deal.named}])
    dropped = ruleset.dropped(claimed, named, deal.options)
    problems = _not_shown(ruleset, named & ~shown, dropped)
    if first is None or problems:
        raise Mistake([*problems, *((refusal,) if refusal and not found else ())])
    reading, counted, luck, (_, figures) = first
    return Win(deal, reading, counted, dropped, tuple(luck), figures, _last_tile(deal))


def _last_tile(deal: Deal) -> tuple[Note, ...]:
    """A note where nobody said which tile won: the last one written."""
    written = deal.line.winning is not None or deal.winning < 0
    return () if written else (Note("last_tile", {"tile": deal.winning}),)


def _worth(priced: _Priced) -> tuple[int, ...]:
    """What readings are compared by; of equal ones the first counts."""
    reading, counted, _, (worth, _) = priced
    return (*worth, *reading.rank, counted.rows)


def _not_shown(ruleset: Ruleset, rows: int, dropped: tuple[tuple[str, str], ...]) -> list[Problem]:
    """The named rows that no reading of the tiles shows, and no other one excludes."""
    excluded = dict(dropped)
    return [
        Problem("contradiction", "not_in_tiles", {"piece": name})
        for name in ruleset.names(rows)
        if name not in excluded
    ]


def _no_win(deal: Deal) -> Iterator[Problem]:
    """Tiles that complete no hand; the fans named beside them may be at odds with each other."""
    yield Problem("not_a_win", "not_a_win", {"player": deal.player, "away": away(deal, deal.wilds)})
    if pieces := at_odds(deal):
        yield Problem("contradiction", "clash", {"pieces": pieces})


def _named(ruleset: Ruleset, deal: Deal) -> Win:
    """A hand by its named fans: what is said is priced, what the melds prove besides is noted."""
    reading = partial(deal)
    claimed = deal.said
    for name in deal.named:
        claimed |= ruleset.bit[name]
    notes: list[Note] = []
    for bit, row in ruleset.values:
        if row.shown is None or claimed & bit or row.shown.missing(reading, deal):
            continue
        if row.auto:
            claimed |= bit
            if row.shown.proof:
                notes.append(Note("auto_fan", {"name": row.name}))
        elif row.shown.proved(reading) and not any(
            claimed & other and dropped & bit for other, dropped in ruleset.drops(deal.options)
        ):
            notes.append(Note("could_add", {"name": row.name}))
    _, counted, luck, (_, figures) = price(ruleset, reading, deal, claimed)
    problem = ruleset.may_win(deal, reading, counted.rows)
    if problem is not None:
        raise Mistake((problem,))
    return Win(deal, reading, counted, counted.dropped, tuple(luck), figures, tuple(notes))


def _answer(hand: Hand, win: Win, paid: tuple[Transfer, ...], notes: tuple[Note, ...]) -> Answer:
    deal, ruleset, counted = win.deal, hand.ruleset, win.counted
    fans = counted.items
    if counted.repeated:
        fans = tuple([(row.name, _value(row, win.reading, deal)) for row in counted.fans])
    return Answer(
        ruleset.key,
        deal.player,
        deal.win or SELF_DRAW,
        deal.line.source,
        fans,
        win.dropped,
        win.luck,
        {**win.figures, **ruleset.more(hand, win)},
        describe(win.reading, deal),
        net(paid, hand.table.players),
        (*win.notes, *notes),
    )


# The sets as people read them, in the order in which they stand: by their (lowest) tile, three places each.
_TRIPLET, _KONG, _CHOW = range(3)
_SETS: Mapping[int, str] = {
    3 * tile + place: write_tiles(Meld(kind, tile).tiles)
    for place, kind in ((_TRIPLET, PUNG), (_KONG, CLOSED_KONG), (_CHOW, CHOW))
    for tile in range(KINDS)
    if kind != CHOW or (tile < EAST and tile % 9 < 7)
}
_PAIRS: tuple[str, ...] = tuple(write_tiles((tile, tile)) for tile in range(KINDS))


def describe(reading: Reading, deal: Deal) -> tuple[str, ...]:
    """The sets of a reading as people read them, the pair last; nothing where no tiles were given."""
    if not deal.tiles:
        return ()
    if reading.form == STANDARD:
        sets = [3 * tile + _CHOW for tile in tiles_in(reading.chows)]
        if reading.closed:
            sets += [3 * tile + _TRIPLET for tile in tiles_in(reading.closed)]
        for kind, tile, _ in deal.melds:
            if kind != CHOW:  # chows stand among those of the reading
                sets.append(3 * tile + (_TRIPLET if kind == PUNG else _KONG))
        sets.sort()
        return (*map(_SETS.__getitem__, sets), _PAIRS[reading.pair])
    if reading.form == SEVEN_PAIRS:
        return tuple([_PAIRS[tile] for tile in sorted(deal.concealed)[::2]])
    return tuple(write_tiles(m.tiles) for m in deal.melds) + tuple(write_tiles(deal.concealed).split())


def spot(
    ruleset: Ruleset, what: str, player: Player, source: Player | None, table: Table, options: Options
) -> tuple[Transfer, ...]:
    """What a payment on the spot moves; `incomplete` if it needs a feeder and none is said."""
    row = ruleset.spots[what]
    chips = row.flowers * ruleset.spot_rate(options, table)
    if row.payers == "source":
        if source is None:
            raise mistake("incomplete", "spot_needs_source", piece=row.name)
        return pay(source, player, chips, "spot")
    if source is not None:
        raise mistake("contradiction", "spot_has_no_source", piece=row.name)
    if row.payers == "others":
        return each_pays(table.after(player), player, chips, "spot")
    return tuple(t for other in table.after(player) for t in pay(player, other, chips, "spot"))
