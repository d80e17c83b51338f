"""Sets and a pair as one int: what goes in comes out, and equal sets count."""

from hypothesis import given
from hypothesis import strategies as st

from core.sets import (
    CHOWS_AT,
    DRAGONS_SEEN,
    ORPHANS_SEEN,
    PLAIN_SEEN,
    SEEN,
    WINDS_SEEN,
    beside,
    kinds_in,
    layered,
    parts,
    sets_of,
    tiles_in,
    triplets_in,
)
from core.tiles import KINDS, SUIT_MASKS, mask

STARTS = [t for t in range(27) if t % 9 < 7]  # the lowest tiles of chows
CHOWS = st.lists(st.sampled_from(STARTS), max_size=5).map(sorted).map(tuple)
PAIR = st.integers(-1, KINDS - 1)


@given(st.lists(st.integers(0, KINDS - 1), max_size=6))
def test_tiles_in_layers_come_out_sorted_with_all_their_copies(tiles: list[int]) -> None:
    assert tiles_in(layered(tiles)) == tuple(sorted(tiles))
    assert layered(tiles).bit_count() == len(tiles)


@given(st.sets(st.integers(0, KINDS - 1), max_size=5), st.booleans(), CHOWS, PAIR)
def test_sets_come_out_as_they_went_in(
    kinds: set[int], twice: bool, chows: tuple[int, ...], pair: int
) -> None:
    triplets = tuple(
        sorted([*kinds, *([max(kinds)] if kinds and twice else ())])
    )  # wild tiles may make a second
    sets = sets_of(triplets, chows, pair)
    assert parts(sets) == (triplets, chows, pair)
    tiles = {*triplets, *(t + n for t in chows for n in range(3)), *([pair] if pair >= 0 else [])}
    assert kinds_in(triplets_in(sets), sets >> CHOWS_AT, pair) == mask(tiles)


@given(CHOWS, CHOWS)
def test_equal_chows_beside_each_other_count(one: tuple[int, ...], other: tuple[int, ...]) -> None:
    together = beside(sets_of((), one), sets_of((), other))
    assert together == sets_of((), tuple(sorted((*one, *other))))


@given(st.sets(st.integers(0, KINDS - 1), max_size=4), CHOWS, PAIR)
def test_what_is_seen_is_what_tiles_show(kinds: set[int], chows: tuple[int, ...], pair: int) -> None:
    seen = sets_of(tuple(kinds), chows, pair) & SEEN
    blocks = [{t} for t in (*kinds, *([pair] if pair >= 0 else []))] + [{t, t + 1, t + 2} for t in chows]
    tiles = {t for block in blocks for t in block}
    orphans = {0, 8, 9, 17, 18, 26, *range(27, 34)}
    assert bool(seen & PLAIN_SEEN) == any(block.isdisjoint(orphans) for block in blocks)
    assert bool(seen & ORPHANS_SEEN) == (not tiles.isdisjoint(orphans))
    assert bool(seen & WINDS_SEEN) == (not tiles.isdisjoint(range(27, 31)))
    assert bool(seen & DRAGONS_SEEN) == (not tiles.isdisjoint(range(31, 34)))
    for suit in SUIT_MASKS:
        assert bool(seen & suit) == bool(mask(tiles) & suit)
