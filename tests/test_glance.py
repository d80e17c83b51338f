"""What a glance at a reading tells is what its rows say when they are asked."""

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from core.deal import ANYHOW, STANDARD, Deal
from core.engine import recognise
from core.hand import CHOW, CLOSED_KONG, DISCARD, OPEN_KONG, PUNG, ROBBED, SELF_DRAW, Line, Meld, Table
from core.position import Glance, Reading
from core.rules import RULESETS
from core.ruleset import Ruleset
from core.sets import tiles_in
from core.tiles import NUMBERS, ORPHANS, SUIT_MASKS, members

TABLE = Table(("甲", "乙", "丙", "丁"), round=1)
HONORS = members(((1 << 34) - 1) & ~NUMBERS)
POOLS = (
    tuple(range(34)),
    members(SUIT_MASKS[0]),
    (*members(SUIT_MASKS[1]), *HONORS),
    HONORS,
    members(ORPHANS),
)


def deals(ruleset: Ruleset, number: int) -> Iterator[Deal]:
    """Complete hands of all sorts, with and without melds and wild tiles."""
    rng, options = random.Random(ruleset.key), ruleset.defaults()
    while number:
        pool, sets = rng.choice(POOLS), list[Meld]()
        chows = rng.choice((0.0, 0.5, 1.0))
        while len(sets) < ruleset.sets:
            tile = rng.choice(pool)
            run = tile < 27 and tile % 9 < 7 and {tile + 1, tile + 2} <= {*pool} and rng.random() < chows
            sets.append(Meld(CHOW if run else PUNG, tile))
        called = rng.choice((0, 0, 1, 3, ruleset.sets))
        melds = [
            m._replace(kind=rng.choice((PUNG, OPEN_KONG, CLOSED_KONG))) if m.kind == PUNG else m for m in sets
        ]
        pair = rng.choice(pool)
        tiles = [pair, pair, *(t for m in sets[called:] for t in m.tiles)]
        counts = Counter([*tiles, *(t for m in melds[:called] for t in m.tiles)])
        if max(counts.values()) > 4:
            continue
        number -= 1
        wild = rng.randrange(34) if ruleset.wilds else None
        rng.shuffle(tiles)
        way = rng.choice(((SELF_DRAW, None), (DISCARD, "乙"), (ROBBED, "乙")))
        open_tiles = sorted(ruleset.laid(options, wild))
        laid = tuple(rng.sample(open_tiles, rng.choice((0, 0, 1, 3)))) if open_tiles else ()
        line = Line(
            "甲", *way, melds=tuple(melds[:called]), concealed=tuple(tiles[1:]), winning=tiles[0], laid=laid
        )
        yield Deal(ruleset, line, _with(wild), options)
        if called == 0 and ruleset.forms:
            kinds = rng.sample(pool, 7)
            pairs = tuple(t for t in kinds for _ in range(2))
            yield Deal(ruleset, Line("甲", SELF_DRAW, concealed=pairs[1:], winning=pairs[0]), TABLE, options)


def _with(wild: int | None) -> Table:
    return Table(TABLE.players, round=TABLE.round, wild=wild)


def seen(ruleset: Ruleset, reading: Reading) -> Glance:
    """The same as a glance, counted tile by tile and set by set."""
    suits = sum(bool(reading.kinds & suit) for suit in SUIT_MASKS)
    triplets = [t for t in range(34) if reading.triplets >> t & 1]
    chows = tiles_in(reading.chows)
    sets = [*([t] for t in triplets), *([t, t + 1, t + 2] for t in chows), [reading.pair]]
    return Glance(
        ruleset.sets - len(chows),
        len(chows),
        sum(t > 26 for t in triplets),
        suits,
        any(reading.kinds >> t & 1 for t in range(27, 31)),
        any(reading.kinds >> t & 1 for t in range(31, 34)),
        any(all(not ORPHANS >> t & 1 for t in tiles) for tiles in sets),
        bool(reading.kinds & ORPHANS),
        reading.wait,
    )


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=lambda r: r.key)
def test_a_glance_tells_what_asking_every_row_would(ruleset: Ruleset) -> None:
    told = Counter[bool | None]()
    for deal in deals(ruleset, 1500):
        for reading in ruleset.readings(deal):
            if reading.form is ANYHOW:
                continue
            asked = {bit for bit, pattern in ruleset.recognised if not pattern.missing(reading, deal)}
            assert recognise(ruleset, reading, deal, ruleset.questions.met(deal)) == sum(asked)
            for bit, pattern in ruleset.recognised:
                if reading.form == STANDARD:
                    tells = pattern.glance(seen(ruleset, reading))
                    told[tells] += 1
                    assert tells is None or tells == (bit in asked), ruleset.names(bit)
                elif pattern.of_sets:
                    assert bit not in asked, ruleset.names(bit)
    assert min(told[True], told[False], told[None]) > 100
