"""Whether named fans can stand together: whether any single hand shows them all.

The patterns of the table say how many blocks a half-known hand still lacks. A search fills the free blocks
and gives up a branch as soon as a pattern lacks more than is free.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

from core.deal import SEVEN_PAIRS, STANDARD, THIRTEEN_ORPHANS, Deal
from core.hand import CHOW, CLOSED_PUNG, PAIR
from core.position import ONE_PAIR, SET, Pattern, Reading, partial
from core.reading import EDGE, EITHER_PAIR, MIDDLE, SINGLE, TWO_SIDED
from core.sets import CHOWS, PAIRS, SEEN, TRIPLETS, one_more
from core.tiles import KINDS, ORPHANS, Tile, mask

Block = tuple[tuple[Tile, ...], str, Tile]  # its tiles, 暗刻 吃 or 对, its (lowest) tile
_SETS: tuple[Block, ...] = (
    *(((t,) * 3, CLOSED_PUNG, t) for t in range(KINDS)),
    *(((t, t + 1, t + 2), CHOW, t) for t in range(27) if t % 9 < 7),
)
_PAIRS: tuple[Block, ...] = tuple(((t, t), PAIR, t) for t in range(KINDS))
_HELP: dict[tuple[object, ...], tuple[Block, ...]] = {}


def conflict(deal: Deal) -> tuple[str, ...]:
    """Named fans, or one of them and the declared sets, that no hand can show together; empty if all can.

    The fans are held against each other, and each against what was declared. The number of sets that all of
    this needs together is not counted: players name 清龙 and 一杯口 beside a kong, and are believed.
    """
    names = _undropped(deal)
    declared = tuple(str(m) for m in deal.line.melds)
    if declared:
        for name in dict.fromkeys(names):
            if not _stand(deal, (name,) * names.count(name)):
                return (name, *declared)
    return at_odds(deal)


def at_odds(deal: Deal) -> tuple[str, ...]:
    """Named fans that no hand can show together, whatever the tiles and melds are; empty if all can."""
    names = _undropped(deal)
    winning = None if deal.tiles else deal.line.winning
    line = deal.line._replace(melds=(), concealed=None, winning=winning)
    bare = Deal(deal.ruleset, line, deal.table, deal.options)
    for pair in combinations(dict.fromkeys(names), 2):
        if not _stand(bare, pair):
            return pair
    return () if len(names) < 2 or _stand(bare, names) else tuple(dict.fromkeys(names))


def _undropped(deal: Deal) -> tuple[str, ...]:
    """The named fans but those that another one excludes: they are dropped, not refused."""
    bit, dropped = deal.ruleset.bit, 0
    named = deal.said | sum(bit[name] for name in set(deal.named))
    for row, others in deal.ruleset.drops(deal.options):
        if named & row:
            dropped |= others
    return tuple(name for name in deal.named if not dropped & bit[name])


def _stand(deal: Deal, names: Sequence[str]) -> bool:
    """Whether one hand of any form shows all of these rows, those named twice twice."""
    patterns: list[Pattern] = []
    for name, times in Counter(names).items():
        row = deal.ruleset.by_name[name]
        assert row.shown is not None
        patterns.append(row.again if times > 1 and row.again is not None else row.shown)
    kinds = {m.kind for m in deal.line.melds}
    pairs = [m.tile for m in deal.line.melds if m.kind == PAIR]
    starts: list[Reading] = []
    if len(pairs) < 2:
        starts.append(partial(deal))
    if SEVEN_PAIRS in deal.ruleset.forms and kinds <= {PAIR}:
        starts.append(_form(SEVEN_PAIRS, mask(pairs), SET * (7 - len(pairs))))
    if THIRTEEN_ORPHANS in deal.ruleset.forms and not kinds:
        starts.append(_form(THIRTEEN_ORPHANS, ORPHANS, 0))
    return any(
        _fill(deal, patterns, waiting, counts, None, 0)
        for start in starts
        for waiting, counts in _waiting(deal, patterns, start)
    )


# What the winning tile completed, for each way to wait that a pattern may ask for.
_COMPLETED: dict[str, tuple[Block, ...]] = {
    TWO_SIDED: tuple(block for block in _SETS if block[1] == CHOW),
    MIDDLE: tuple(block for block in _SETS if block[1] == CHOW),
    EDGE: tuple(block for block in _SETS if block[1] == CHOW and block[2] % 9 in (0, 6)),
    EITHER_PAIR: tuple(block for block in _SETS if block[1] == CLOSED_PUNG),
}


def _waiting(deal: Deal, patterns: Sequence[Pattern], r: Reading) -> Iterator[tuple[Reading, list[int]]]:
    """Where the search begins, and the copies taken: with a wait that the patterns bear, its set placed."""

    def bears(wait: str) -> bool:
        return all(pattern.missing(_with_wait(r, wait), deal) <= r.free for pattern in patterns)

    declared = _declared(deal)
    if bears(SINGLE):  # what asks for no other wait does not mind this one, and every hand may have it
        yield _with_wait(r, SINGLE), declared
    elif r.form == STANDARD and r.free >= SET:
        for wait, blocks in _COMPLETED.items():
            for block in blocks if bears(wait) else ():
                counts = declared.copy()
                for tile in block[0]:
                    counts[tile] += 1
                if all(counts[tile] <= 4 for tile in block[0]):
                    yield _with(_with_wait(r, wait), block), counts


def _form(form: str, kinds: int, free: int) -> Reading:
    return Reading(form, wait=None if form == STANDARD else SINGLE, free=free, others=kinds)


def _declared(deal: Deal) -> list[int]:
    """How many tiles of each kind the melds and named sets take."""
    counts = [0] * KINDS
    for meld in deal.line.melds:
        for tile in meld.tiles:
            counts[tile] += 1
    return counts


def _fill(
    deal: Deal, patterns: Sequence[Pattern], r: Reading, counts: list[int], before: Pattern | None, first: int
) -> bool:
    """Fills the free blocks until all patterns are shown, in an order that meets each set of blocks once.

    While a pattern lacks something, its own blocks go first (`before` is the pattern served so far, `first`
    where its blocks go on); when nothing lacks, any block may follow.
    """
    lacking, lacks = None, 0
    for pattern in patterns:
        missing = pattern.missing(r, deal)
        if missing > r.free:
            return False
        if missing and (
            lacking is None or len(_helping(deal, pattern, r.form)) < len(_helping(deal, lacking, r.form))
        ):
            lacking, lacks = pattern, missing
    if not r.free:
        return True
    blocks = _blocks(r.form) if lacking is None else _helping(deal, lacking, r.form)
    for at in range(first if lacking is before else 0, len(blocks)):
        taken, kind, _ = block = blocks[at]
        if (r.free < SET) if kind != PAIR or r.form != STANDARD else not r.free & ONE_PAIR:
            continue
        if all(counts[t] + taken.count(t) <= 4 for t in taken):
            following = _with(r, block)
            if lacking is not None and lacking.stepwise and lacking.missing(following, deal) >= lacks:
                continue
            for t in taken:
                counts[t] += 1
            found = _fill(deal, patterns, following, counts, lacking, at)
            for t in taken:
                counts[t] -= 1
            if found:
                return True
    return False


def _blocks(form: str) -> tuple[Block, ...]:
    return (*_SETS, *_PAIRS) if form == STANDARD else _PAIRS


def _helping(deal: Deal, pattern: Pattern, form: str) -> tuple[Block, ...]:
    """The blocks that bring an empty hand nearer to the pattern; a hand that shows it has some of them."""
    key = (pattern.missing, form, deal.ruleset.sets, deal.wild, deal.own_wind, deal.round_wind)
    if key not in _HELP:
        deal = Deal(deal.ruleset, deal.line._replace(melds=()), deal.table, deal.options)  # nothing declared
        free = SET * deal.ruleset.sets + ONE_PAIR if form == STANDARD else SET * 7
        empty = _form(form, 0, free)
        lacks = pattern.missing(empty, deal)
        _HELP[key] = tuple(b for b in _blocks(form) if pattern.missing(_with(empty, b), deal) < lacks)
    return _HELP[key]


def _with(r: Reading, block: Block) -> Reading:
    _, kind, tile = block
    if r.form != STANDARD:
        return _form(r.form, r.kinds | 1 << tile, r.free - SET)
    return _with_pair(r, tile) if kind == PAIR else _with_set(r, kind == CHOW, tile)


def _with_set(r: Reading, chow: bool, tile: Tile) -> Reading:
    return Reading(
        STANDARD,
        r.triplets if chow else r.triplets | 1 << tile,
        one_more(r.chows, tile) if chow else r.chows,
        r.pair,
        r.wait,
        r.closed,
        r.seen | (CHOWS if chow else TRIPLETS)[tile] & SEEN,
        free=r.free - SET,
        others=r.others,
    )


def _with_pair(r: Reading, tile: Tile) -> Reading:
    seen = r.seen | PAIRS[tile] & SEEN
    return Reading(
        STANDARD, r.triplets, r.chows, tile, r.wait, r.closed, seen, free=r.free - ONE_PAIR, others=r.others
    )  # fmt: skip


def _with_wait(r: Reading, wait: str) -> Reading:
    return Reading(
        r.form, r.triplets, r.chows, r.pair, wait, r.closed, r.seen, free=r.free, others=r.others
    )  # fmt: skip
