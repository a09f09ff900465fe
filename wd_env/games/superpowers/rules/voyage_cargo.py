"""Cargo that sails with ships (SP-228, SP-230, design 5.2)."""

from wd_env.games.superpowers.definitions.actions import FIRST_WHAT, GO
from wd_env.games.superpowers.definitions.decision_codes import SAIL_CARGO, SAIL_TO
from wd_env.games.superpowers.definitions.rule_constants import (
    AIR_DEFENCE_ABOARD,
    AIR_DEFENCE_LOAD,
    CARGO_KINDS,
    CARGO_ROW,
    CARGO_ROWS,
    CARRIER,
    GENERAL_ABOARD,
    HOLD,
    LANDS,
    PLACES,
    SHARES,
    TRANSPORT,
)
from wd_env.games.superpowers.rules.cargo import air_defence_room
from wd_env.games.superpowers.rules.sets import offers_share, share_amount
from wd_env.games.superpowers.rules.stock import aboard, ships_in, transports_in


def take_cargo_along(s, zone):
    """Name the cargo that no ship left behind can carry."""
    for row in range(CARGO_ROWS):
        s.voyage_cargo[row] = must_go(s, row, zone)


def clear_voyage(s):
    for row in range(CARGO_ROWS):
        s.voyage_cargo[row] = 0


def staying_transports(s, zone):
    return transports_in(s, zone) - (s.amount if s.kind == TRANSPORT else 0)


def must_go(s, row, zone):
    """Return the number of units of a row that must sail, because no ship left behind can carry them."""
    if row >= GENERAL_ABOARD:
        return aboard(s, row, zone) if ships_in(s, s.turn, zone) == s.amount else 0
    if row == AIR_DEFENCE_ABOARD:
        leaving = AIR_DEFENCE_LOAD * s.amount if carries_air_defence(s) else 0
        return max(0, aboard(s, row, zone) - air_defence_room(s, s.turn, zone) + leaving)
    return aboard(s, row, zone) if s.kind == TRANSPORT and staying_transports(s, zone) == 0 else 0


def carries_air_defence(s):
    """Return whether the ships that sail can carry air defence (SP-147)."""
    return s.kind == TRANSPORT or s.kind == CARRIER


def left_behind(s, row, zone):
    """Return the number of units of a row that are not named for the voyage."""
    return aboard(s, row, zone) - s.voyage_cargo[row]


def has_optional_cargo(s, zone):
    """Return whether cargo is left that can sail or stay."""
    for row in range(CARGO_ROWS):
        if left_behind(s, row, zone) > 0 and (row >= GENERAL_ABOARD or may_sail(s, row)):
            return True
    return False


def may_sail(s, row):
    """Return whether the ships that sail can carry this row, and for air defence have room."""
    if row == AIR_DEFENCE_ABOARD:
        return carries_air_defence(s) and s.voyage_cargo[row] < AIR_DEFENCE_LOAD * s.amount
    return s.kind == TRANSPORT


def places_behind(s, zone):
    taken = 0
    for row in range(CARGO_ROWS):
        taken += PLACES[row] * left_behind(s, row, zone)
    return taken


def places_named(s):
    taken = 0
    for row in range(CARGO_ROWS):
        taken += PLACES[row] * s.voyage_cargo[row]
    return taken


def cargo_fits(s, zone, row, count):
    """Return whether the ships that sail have room for these units, named cargo, and cargo that must follow."""
    if row >= GENERAL_ABOARD:
        return True
    if row == AIR_DEFENCE_ABOARD:
        return carries_air_defence(s) and s.voyage_cargo[row] + count <= AIR_DEFENCE_LOAD * s.amount
    if s.kind != TRANSPORT or PLACES[row] == 0:
        return False
    named = places_named(s) + PLACES[row] * count
    rest = places_behind(s, zone) - PLACES[row] * count
    must = max(0, rest - HOLD * staying_transports(s, zone))
    return named + must + must_pad(s, zone, row, count, must) <= HOLD * s.amount


def must_pad(s, zone, row, count, must):
    """Return 1 if an odd number of places must follow but only units of two places are left, else 0."""
    singles = 0
    for other in range(CARGO_ROWS):
        if PLACES[other] == 1:
            singles += left_behind(s, other, zone) - (count if other == row else 0)
    return 1 if must % 2 == 1 and singles == 0 else 0


def can_sail_cargo(s, mask):
    """Mark one, half or all of each kind aboard, and GO if the rest has room (design 5.2)."""
    zone = s.origin - LANDS
    if places_behind(s, zone) <= HOLD * staying_transports(s, zone):
        mask[GO] = 1
    for row in range(CARGO_ROWS):
        count = left_behind(s, row, zone)
        for share in range(SHARES):
            if offers_share(share, count) and cargo_fits(s, zone, row, share_amount(share, count)):
                mask[FIRST_WHAT + SHARES * CARGO_KINDS[row] + share] = 1


def do_sail_cargo(s, a):
    zone = s.origin - LANDS
    if a == GO:
        s.node = SAIL_TO
        return
    row = CARGO_ROW[(a - FIRST_WHAT) // SHARES]
    s.voyage_cargo[row] += share_amount((a - FIRST_WHAT) % SHARES, left_behind(s, row, zone))
    s.node = SAIL_CARGO if has_optional_cargo(s, zone) else SAIL_TO
