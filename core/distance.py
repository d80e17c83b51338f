"""How far tiles are from a complete hand: the number of tiles that would have to be others."""

from functools import cache

from core.deal import SEVEN_PAIRS, THIRTEEN_ORPHANS, Deal
from core.reading import copies
from core.tiles import KINDS, ORPHANS


def away(deal: Deal, wild: int = 0) -> int:
    """Tiles to exchange until concealed tiles and melds are a hand; `wild` of them are any tile."""
    sets = deal.ruleset.sets - len(deal.melds)
    counts = tuple(copies(deal.key, t) for t in range(KINDS))
    kept = [_standard(counts, sets)]
    if not deal.melds:
        if SEVEN_PAIRS in deal.ruleset.forms:
            pairs, singles = sum(c // 2 for c in counts), sum(c % 2 for c in counts)
            kept.append(2 * min(pairs, 7) + min(singles, 7 - min(pairs, 7)))
        if THIRTEEN_ORPHANS in deal.ruleset.forms:
            orphans = [c for t, c in enumerate(counts) if ORPHANS >> t & 1]
            kept.append(sum(c > 0 for c in orphans) + any(c > 1 for c in orphans))
    return max(0, 3 * sets + 2 - max(kept) - wild)


def _standard(counts: tuple[int, ...], sets: int) -> int:
    """The most of these tiles that `sets` sets and a pair can use."""
    best = {(0, 0): 0}
    for suit in range(4):
        size = 7 if suit == 3 else 9
        own = _suit(counts[9 * suit : 9 * suit + size], suit == 3, sets)
        best = {
            (s + a, p + b): max(
                best[s2, p2] + own[a2, b2]
                for (s2, p2) in best
                for (a2, b2) in own
                if (s2 + a2, p2 + b2) == (s + a, p + b)
            )
            for (s, p) in best
            for (a, b) in own
            if s + a <= sets and p + b <= 1
        }
    return best[sets, 1]


@cache
def _suit(counts: tuple[int, ...], honors: bool, sets: int) -> dict[tuple[int, int], int]:
    """The most tiles of one suit that each number of sets and pairs can use."""
    states = {(0, 0, 0, 0): 0}  # (chows begun two kinds back, one kind back, sets, pairs) → tiles used
    for at, held in enumerate(counts):
        following: dict[tuple[int, int, int, int], int] = {}
        for (two, one, done, pairs), used in states.items():
            for runs in range(sets - done + 1) if not honors and at < len(counts) - 2 else (0,):
                for triplet in (0, 1):
                    for pair in (0, 1) if not pairs else (0,):
                        need = two + one + runs + 3 * triplet + 2 * pair
                        if need > 4 or done + runs + triplet > sets:
                            continue
                        state = (one, runs, done + runs + triplet, pairs + pair)
                        value = used + min(held, need)
                        if following.get(state, -1) < value:
                            following[state] = value
        states = following
    best: dict[tuple[int, int], int] = {}
    for (two, one, done, pairs), used in states.items():
        if not two and not one and best.get((done, pairs), -1) < used:
            best[done, pairs] = used
    return best
