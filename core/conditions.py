"""The circumstances that rulesets' tables share; what nobody said is not held against anybody."""

from core.hand import SELF_DRAW
from core.ruleset import Condition

SELF_DRAWN = Condition("needs_self_draw", lambda d: d.win in (None, SELF_DRAW))
DEALER = Condition("needs_dealer", lambda d: d.dealer is not False)
NOT_DEALER = Condition("needs_non_dealer", lambda d: d.dealer is not True)
NO_OPEN_MELD = Condition("needs_no_open_meld", lambda d: not d.open_melds)
NO_MELD = Condition("needs_no_meld", lambda d: not d.melds)
A_KONG = Condition("needs_kong", lambda d: not d.tiles or d.kongs > 0)  # named hands are believed
