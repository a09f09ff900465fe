"""Missiles from land and their dice (SP-192 to SP-202, R21, R28)."""

from wd_env.games.superpowers.definitions.board_constants import BALL
from wd_env.games.superpowers.definitions.decision_codes import (
    AIR_DIE,
    ATTACK_DIE,
    END_BATTLE,
    LOSING,
    MISSILE_DIE,
    STRIKING,
)
from wd_env.games.superpowers.definitions.rule_constants import (
    LANDS,
    MISSILE,
    MISSILE_ROW,
    NOBODY,
)
from wd_env.games.superpowers.rules.air_defence import aim_at_missiles
from wd_env.games.superpowers.rules.cruise_missiles import (
    begin_shots,
    clear_dice,
    coasts_in_range,
    has_shots,
    ships_named,
)
from wd_env.games.superpowers.rules.defenders import defending_ships, victims_left
from wd_env.games.superpowers.rules.friends import air_targets, enemy_zones, is_ally, sea_targets
from wd_env.games.superpowers.rules.guided_hits import guided_hits_left
from wd_env.games.superpowers.rules.sets import ball_at, has_space
from wd_env.games.superpowers.rules.stock import land_index, ready_on_land
from wd_env.games.superpowers.rules.super_battleships import spare_of_defenders
from wd_env.games.superpowers.rules.technology import missile_dice, missile_range


def missile_targets(s):
    """Return defended lands, and zones of enemies, in missile range, as three words (SP-192, SP-281, Q37, Q38)."""
    w0, w1 = coasts_in_range(s)
    w2 = 0
    for land in range(LANDS if has_missiles(s) else 0):
        if ready_on_land(s, MISSILE_ROW, land) > 0 and is_ally(s, s.turn, s.holder[land]):
            at = ball_at(missile_range(s), land)
            w0 |= BALL[at]
            w1 |= BALL[at + 1]
            w2 |= BALL[at + 2]
    if w0 + w1 + w2 == 0:
        return 0, 0, 0
    a0, a1 = air_targets(s)
    e1, e2 = enemy_zones(s)
    z1, z2 = sea_targets(s, e1, e2)
    return w0 & a0, w1 & (a1 | z1), w2 & z2


def has_missiles(s):
    """Return whether the power on turn has a missile anywhere."""
    count = 0
    for at in range(land_index(s.turn, MISSILE_ROW, 0), land_index(s.turn, MISSILE_ROW + 1, 0)):
        count += s.land_units[at]
    return count > 0


def is_in_missile_range(s, space):
    w0, w1, w2 = missile_targets(s)
    return has_space(w0, w1, w2, space)


def begin_launch(s):
    """Use up the missiles and count air defence against those from land (SP-195, SP-281, R28)."""
    clear_dice(s)
    s.missiles = 0
    s.missile_dice = 0
    if ships_named(s) > 0:
        begin_shots(s)
        return
    count = s.engaged[MISSILE] + 0
    s.engaged[MISSILE] = 0
    for land in range(LANDS):
        s.force[MISSILE_ROW * LANDS + land] = 0
    s.missiles = count
    s.missile_dice = 0
    s.hits = 0
    aim_at_missiles(s, count)
    s.node = STRIKING


def strike(s):
    """Count the dice of missiles that get through, four on land and one at sea (SP-193).

    They close the space (SP-198).
    """
    count = s.missiles - s.hits
    s.missiles = 0
    s.hits = 0
    s.missile_dice = count * missile_dice(s) if s.target < LANDS else count
    if count > 0:
        has_turn = s.decider != NOBODY and s.surrendered[s.decider] == 0
        s.closed_until[s.target] = s.decider + 1 if has_turn else s.turn + 1
    else:
        s.attacked[s.target] = 0  # so that it may still be attacked (SP-199)


def do_striking(s, _):
    """Open the next die, and then the losses, which do not roll (SP-193, SP-194, SP-197)."""
    if s.air_dice > 0:
        s.seat = s.decider
        s.node = AIR_DIE
        return
    s.seat = s.turn
    if s.missiles > 0:
        strike(s)
    if s.missile_dice > 0:
        s.node = MISSILE_DIE
        return
    if has_shots(s):
        s.node = ATTACK_DIE
        return
    if s.target < LANDS:
        s.due_defender = min(s.hits + guided_hits_left(s), victims_left(s))
    else:
        s.due_defender_ships = min(s.hits, defending_ships(s) + spare_of_defenders(s))
    s.hits = 0
    s.resume = END_BATTLE
    s.node = LOSING


def do_missile_die(s, face):
    s.missile_dice -= 1
    s.hits += face + 1
    s.node = STRIKING
