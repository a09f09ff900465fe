"""Zones with fleets of enemies, after new ships were placed there (SP-108, SP-109, R8, R57)."""

from wd_env.games.superpowers.definitions.rule_constants import (
    BASIC,
    GRACE_ROUNDS,
    LANDS,
    SEA_ROWS,
    TRANSPORT_ROW,
)
from wd_env.games.superpowers.rules.stock import ready_at_sea
from wd_env.games.superpowers.rules.voyage import voyage_zones


def must_part(s, space, e1, e2):
    """Return whether own ships must leave: they have not fought in the zone, and can leave (SP-109, R8)."""
    if s.ruleset == BASIC or space < LANDS or s.round <= GRACE_ROUNDS or s.attacked[space] == 1:
        return False
    for row in range(TRANSPORT_ROW, SEA_ROWS):
        if ready_at_sea(s, row, space - LANDS) > 0:
            w1, w2 = voyage_zones(s, row, space - LANDS, 1, e1, e2)
            if w1 + w2 > 0:
                return True
    return False
