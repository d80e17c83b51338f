"""The patterns that rulesets' tables share: each is a builder for `Row.shown`."""

from collections.abc import Callable

from core.deal import STANDARD, Deal
from core.position import ALL_SETS, AT_ONCE, NEVER, ONE_PAIR, SET, Glance, Outset, Pattern, Reading
from core.reading import EDGE, MIDDLE, SINGLE, TWO_SIDED
from core.sets import ALL, FIELD, PLAIN_SEEN
from core.tiles import DRAGON_MASK, HONOR_MASK, NUMBERS, ORPHANS, SUIT_MASKS, WIND_MASK, Tile

_NOT_SUIT = tuple(~suit for suit in SUIT_MASKS)
_A, _B, _C = SUIT_MASKS


def when(
    condition: Callable[[Deal], bool], outset: Callable[[Outset], bool | None] = lambda _o: None
) -> Pattern:
    """A circumstance: nothing of the tiles. `outset` may tell it without asking."""
    return Pattern(lambda _r, d: 0 if condition(d) else NEVER, met=condition, outset=outset)


def ask_if(may: Callable[[Glance], bool]) -> Callable[[Glance], bool | None]:
    """A glance that tells which hands cannot show a pattern; the others are asked."""
    return lambda g: None if may(g) else False


def _of_group(group: int, number: int) -> Callable[[Glance], bool | None]:
    """So many triplets of the group."""
    if group & NUMBERS:
        return ask_if(lambda g: g.triplets >= number)
    only_winds, only_dragons = not group & DRAGON_MASK, not group & WIND_MASK
    return ask_if(
        lambda g: g.honors >= number and (g.winds or not only_winds) and (g.dragons or not only_dragons)
    )


def triplets_of(group: int, least: int) -> Pattern:
    """At least `least` triplets or kongs of the group."""

    def missing(r: Reading, _d: Deal) -> int:
        lacking = least - (r.triplets & group).bit_count()
        return SET * lacking if lacking > 0 else 0

    return Pattern(missing, AT_ONCE, stepwise=True, glance=_of_group(group, least), of_sets=True)


def exactly(group: int, number: int) -> Pattern:
    """This many triplets or kongs of the group, and no more."""

    def missing(r: Reading, _d: Deal) -> int:
        lacking = number - (r.triplets & group).bit_count()
        return SET * lacking if lacking >= 0 else NEVER

    return Pattern(missing, ALL_SETS, stepwise=True, glance=_of_group(group, number), of_sets=True)


def all_but_a_pair(group: int, kinds: int) -> Pattern:
    """Triplets of all `kinds` kinds of the group but one, and the pair of that one."""

    def missing(r: Reading, _d: Deal) -> int:
        lacking = kinds - 1 - (r.triplets & group).bit_count()
        if lacking < 0 or (r.pair >= 0 and not group & ~r.triplets & 1 << r.pair):
            return NEVER
        return SET * lacking + (ONE_PAIR if r.pair < 0 else 0)

    return Pattern(missing, AT_ONCE, glance=_of_group(group, kinds - 1), of_sets=True)


def own_triplet(wind: Callable[[Deal], int | None]) -> Pattern:
    """A triplet of the wind that `wind` names for this deal."""

    def missing(r: Reading, d: Deal) -> int:
        tile = wind(d)
        return 0 if tile is not None and r.triplets >> tile & 1 else SET

    return Pattern(missing, AT_ONCE, stepwise=True, glance=_of_group(WIND_MASK, 1), of_sets=True)


def _all_triplets(r: Reading, _d: Deal) -> int:
    return NEVER if r.chows or r.form != STANDARD else 0


ALL_TRIPLETS = Pattern(_all_triplets, ALL_SETS, glance=lambda g: not g.chows, of_sets=True)


def only(group: int) -> Pattern:
    """Every tile is of the group, in any form."""
    outside, suits = ~group, sum(suit & group > 0 for suit in SUIT_MASKS)

    def glance(g: Glance) -> bool | None:
        if group == ~ORPHANS:
            return not g.orphans
        honors = (g.winds and not group & WIND_MASK) or (g.dragons and not group & DRAGON_MASK)
        return None if g.suits <= suits and not honors else False

    return Pattern(lambda r, _d: NEVER if r.kinds & outside else 0, glance=glance)


def _full_flush(r: Reading, _d: Deal) -> int:
    kinds = r.kinds
    return 0 if not (kinds & ~_A and kinds & ~_B and kinds & ~_C) else NEVER


FULL_FLUSH = Pattern(_full_flush, glance=lambda g: g.suits == 1 and not (g.winds or g.dragons))


def half_flush(honors: int) -> Pattern:
    """One suit and honors, both present, in any form."""

    def missing(r: Reading, _d: Deal) -> int:
        numbers = r.kinds & NUMBERS
        if numbers & ~_A and numbers & ~_B and numbers & ~_C:
            return NEVER
        if numbers and r.kinds & honors:
            return 0
        return _blocks(r, (not numbers) + (not r.kinds & honors))

    def glance(g: Glance) -> bool:
        winds, dragons = g.winds and honors & WIND_MASK, g.dragons and honors & DRAGON_MASK
        return g.suits == 1 and bool(winds or dragons)

    return Pattern(missing, stepwise=True, glance=glance)


def _blocks(r: Reading, number: int) -> int:
    """What `number` blocks of any sort lack: the pair may be one of them while it is free."""
    return SET * number - (SET - ONE_PAIR if r.free & ONE_PAIR else 0)


def all_groups(*groups: int) -> Pattern:
    """A tile of each of the groups is present, in any form."""

    def missing(r: Reading, _d: Deal) -> int:
        kinds, lacking = r.kinds, 0
        for group in groups:
            if not kinds & group:
                if not r.free:
                    return NEVER
                lacking += 1
        return _blocks(r, lacking) if lacking else 0

    number = sum(suit in groups for suit in SUIT_MASKS)

    def glance(g: Glance) -> bool | None:
        short = (WIND_MASK in groups and not g.winds) or (DRAGON_MASK in groups and not g.dragons)
        if short or g.suits < number:
            return False
        return True if number == 3 and {*groups} <= {*SUIT_MASKS, WIND_MASK, DRAGON_MASK} else None

    return Pattern(missing, AT_ONCE, stepwise=True, glance=glance)


def suits(number: int) -> Pattern:
    """Tiles of exactly this many of the suits 万条饼, in any form."""

    def missing(r: Reading, _d: Deal) -> int:
        kinds = r.kinds
        lacking = number - (kinds & _A > 0) - (kinds & _B > 0) - (kinds & _C > 0)
        if not lacking:
            return 0
        return NEVER if lacking < 0 or not r.free else _blocks(r, lacking)

    return Pattern(missing, stepwise=True, glance=lambda g: g.suits == number)


def lone_wait(wait: str) -> Pattern:
    """The winning tile completed a set or pair that waited in this way, and no other kind was waited on."""

    def missing(r: Reading, d: Deal) -> int:
        if r.wait is not wait and r.wait is not None:
            return NEVER
        alone = d.waits_alone(r) if d.tiles else completes(wait, d.winning)
        return 0 if alone else NEVER

    return Pattern(missing, glance=ask_if(lambda g: g.wait is wait))


def completes(wait: str, tile: Tile) -> bool:
    """Whether a tile can have been waited for in this way; any tile if it is not known (−1)."""
    if wait is EDGE or wait is MIDDLE:
        return tile < 0 or (tile < 27 and (tile % 9 in (2, 6) if wait is EDGE else 0 < tile % 9 < 8))
    return True


def all_terminals_and_honors(form: Callable[[Reading, Deal], bool], terminal: bool, honor: bool) -> Pattern:
    """Only 1, 9 and honors; at least one terminal if asked, no terminal at all unless so."""
    inside = (ORPHANS if terminal else 0) | (HONOR_MASK if honor else 0)
    needed = ORPHANS & ~HONOR_MASK if terminal else 0

    def missing(r: Reading, d: Deal) -> int:
        if r.kinds & ~inside or not form(r, d):
            return NEVER
        return _blocks(r, 1) if needed and not r.kinds & needed else 0

    return Pattern(missing, glance=ask_if(lambda g: not (g.chows or g.plain)))


def _outside_hand(r: Reading, _d: Deal) -> int:
    return NEVER if r.seen & PLAIN_SEEN or r.form != STANDARD else 0


OUTSIDE_HAND = Pattern(_outside_hand, glance=lambda g: not g.plain, of_sets=True)
_STARTS = sum(1 << 9 * s for s in range(3))
_RANKS = 0x1FF


def _straight(r: Reading, _d: Deal) -> int:
    bits = r.chows & ALL
    if bits & bits >> 3 & bits >> 6 & _STARTS:
        return 0
    return SET * min(3 - (bits >> 9 * s & 0x49).bit_count() for s in range(3)) if r.free else NEVER


STRAIGHT = Pattern(_straight, AT_ONCE, glance=ask_if(lambda g: g.chows >= 3), of_sets=True)


def _in_three_suits(bits: int, free: int) -> int:
    if bits & bits >> 9 & bits >> 18 & _RANKS:
        return 0
    if not free:
        return NEVER
    return SET * min(3 - (bits >> n & 0x40201).bit_count() for n in range(9))


MIXED_CHOWS = Pattern(
    lambda r, _d: _in_three_suits(r.chows & ALL, r.free),
    AT_ONCE,
    glance=ask_if(lambda g: g.chows >= 3 and g.suits == 3),
    of_sets=True,
)
MIXED_TRIPLETS = Pattern(
    lambda r, _d: _in_three_suits(r.triplets & NUMBERS, r.free),
    AT_ONCE,
    glance=ask_if(lambda g: g.triplets >= 3 and g.suits == 3),
    of_sets=True,
)


def identical_chows(number: int) -> Pattern:
    """`number` separate pairs of identical chows; four equal chows are two pairs."""

    def missing(r: Reading, _d: Deal) -> int:
        second = r.chows >> FIELD
        pairs = (second & ALL).bit_count() + (second >> 2 * FIELD & ALL).bit_count()
        lacking = number - pairs
        if lacking <= 0:
            return 0
        if not r.free:
            return NEVER
        single = r.chows.bit_count() - 2 * pairs
        return SET * max(0, 2 * lacking - min(lacking, single))

    return Pattern(missing, AT_ONCE, glance=ask_if(lambda g: g.chows >= 2 * number), of_sets=True)


def _pinfu(r: Reading, _d: Deal) -> int:
    if r.triplets or r.form != STANDARD or r.pair >= 27 or (r.wait is not TWO_SIDED and r.wait is not None):
        return NEVER
    return 0


PINFU = Pattern(_pinfu, glance=ask_if(lambda g: not g.triplets and g.wait is TWO_SIDED), of_sets=True)


def _four_melds(r: Reading, d: Deal) -> int:
    hidden = r.closed or len(d.concealed) > 2
    return NEVER if hidden or r.form != STANDARD or (r.wait is not SINGLE and r.wait is not None) else 0


ALL_MELDED = Pattern(_four_melds, ALL_SETS, glance=ask_if(lambda g: g.wait is SINGLE), of_sets=True)


def form(name: str) -> Pattern:
    return Pattern(lambda r, _d: 0 if r.form == name else NEVER, glance=lambda _g: name == STANDARD)
