"""Numbers of attackers left, and of those that came by sea (SP-049, SP-236, R3)."""

from wd_env.games.superpowers.definitions.rule_constants import (
    AIR_DEFENCE_ABOARD,
    CAN_BE_LOST,
    CARGO_ROWS,
    KINDS,
    LANDS,
    MISSILE_ABOARD,
    TRANSPORT,
    ZONES,
)


def attackers_left(s):
    """Return the number of attackers that fight, without transports that only land units (R3)."""
    count = engaged_units(s)
    return count - s.engaged[TRANSPORT] if s.target < LANDS else count


def engaged_units(s):
    """Return the number of attackers that can be lost, transports included (SP-236)."""
    count = 0
    for kind in range(KINDS):
        if CAN_BE_LOST[kind]:
            count += s.engaged[kind]
    return count


def landed_units(s):
    count = 0
    for row in range(CARGO_ROWS):
        if row != MISSILE_ABOARD and row != AIR_DEFENCE_ABOARD:
            for zone in range(ZONES):
                count += s.landers[row * ZONES + zone]
    return count


def has_landers(s, zone):
    for row in range(CARGO_ROWS):
        if s.landers[row * ZONES + zone] > 0:
            return True
    return False
