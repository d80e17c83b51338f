"""Sets and a pair as one int: how a reading of tiles is packed.

The int has fields of `FIELD` bits, a bit for each kind of tile: what is seen of the sets at a glance, the
pair, triplets (kongs too), a second triplet of the same kind (wild tiles may make one), chows by their lowest
tile, a second such chow, a third … Readings of different suits have no bit in common: `|` joins them.
"""

from collections.abc import Iterable, Sequence

from core.tiles import EAST, KINDS, NAMES, ORPHANS, RED, Tile

Sets = int

FIELD = 36  # nine kinds for each of 万条饼 and honors
ALL = (1 << KINDS) - 1
PAIR_AT, TRIPLETS_AT, CHOWS_AT = FIELD, 2 * FIELD, 4 * FIELD
TRIPLETS_FIELD = (1 << 2 * FIELD) - 1  # with second ones
PAIR_FIELD = ALL << PAIR_AT
_CHOWS = (1 << 5 * FIELD) - 1 << CHOWS_AT

# What is seen at a glance, the first bits of each suit: a set or pair without a 1 or 9, one with it; of
# honors winds and dragons.
_PLAIN, _TERMINAL = 1, 2
SEEN = ALL
PLAIN_SEEN = sum(_PLAIN << 9 * suit for suit in range(3))
WINDS_SEEN, DRAGONS_SEEN = 1 << EAST, 2 << EAST
ORPHANS_SEEN = sum(_TERMINAL << 9 * suit for suit in range(3)) | WINDS_SEEN | DRAGONS_SEEN


def _seen(*tiles: Tile) -> int:
    if tiles[0] >= EAST:
        return WINDS_SEEN if tiles[0] < RED else DRAGONS_SEEN
    return (_TERMINAL if any(ORPHANS >> t & 1 for t in tiles) else _PLAIN) << 9 * (tiles[0] // 9)


def _one(place: int, tile: Tile, *others: Tile) -> Sets:
    return 1 << place + tile | _seen(tile, *others)


# One pair, triplet or chow by its (lowest) tile; nothing where there is none, as of flowers.
_KINDS, _EVERY = range(KINDS), range(len(NAMES))
PAIRS: tuple[Sets, ...] = tuple(_one(PAIR_AT, t) if t in _KINDS else 0 for t in _EVERY)
TRIPLETS: tuple[Sets, ...] = tuple(_one(TRIPLETS_AT, t) if t in _KINDS else 0 for t in _EVERY)
CHOWS: tuple[Sets, ...] = tuple(
    _one(CHOWS_AT, t, t + 1, t + 2) if t < EAST and t % 9 < 7 else 0 for t in _EVERY
)


def layered(tiles: Iterable[Tile]) -> int:
    """Tiles as bits, each copy of a kind in a field of its own."""
    bits = 0
    for tile in tiles:
        bits = one_more(bits, tile)
    return bits


def one_more(bits: int, tile: Tile) -> int:
    """Layered tiles and one more of them."""
    bit = 1 << tile
    while bits & bit:
        bit <<= FIELD
    return bits | bit


def tiles_in(bits: int) -> tuple[Tile, ...]:
    """Layered tiles one by one, the lowest first."""
    left, found = bits, []
    while left:
        found.append((left & -left).bit_length() - 1)
        left &= left - 1
    return tuple(found if bits <= ALL else sorted([at % FIELD for at in found]))


def sets_of(triplets: Sequence[Tile], chows: Sequence[Tile], pair: Tile = -1) -> Sets:
    """These triplets, chows (by their lowest tile) and this pair; −1: none."""
    sets = PAIRS[pair] if pair >= 0 else 0
    for tile in triplets:
        sets |= TRIPLETS[tile]
    for tile in chows:
        sets |= CHOWS[tile]
    return sets | layered(triplets) << TRIPLETS_AT | layered(chows) << CHOWS_AT


def beside(sets: Sets, others: Sets) -> Sets:
    """Sets beside others that may be of the same suits: chows that both have are there twice."""
    if not sets & others & _CHOWS:
        return sets | others
    chows = sets >> CHOWS_AT
    for tile in tiles_in(others >> CHOWS_AT):
        chows = one_more(chows, tile)
    return sets | others | chows << CHOWS_AT


def triplets_in(sets: Sets) -> int:
    """The triplets, layered."""
    return sets >> TRIPLETS_AT & TRIPLETS_FIELD


def pair_in(sets: Sets) -> Tile:
    """The pair, or −1."""
    return (sets >> PAIR_AT & ALL).bit_length() - 1


def parts(sets: Sets) -> tuple[tuple[Tile, ...], tuple[Tile, ...], Tile]:
    """Triplets, chows by their lowest tile, and the pair or −1."""
    return tiles_in(triplets_in(sets)), tiles_in(sets >> CHOWS_AT), pair_in(sets)


def kinds_in(triplets: int, chows: int, pair: Tile) -> int:
    """Every kind of tile in layered triplets and chows and a pair, as a mask."""
    kinds = (triplets | triplets >> FIELD) & ALL
    low = chows & ALL
    return kinds | low | low << 1 | low << 2 | (1 << pair if pair >= 0 else 0)
