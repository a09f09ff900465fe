"""Submarines and battleships that fire at a neighbouring land: cruise and land-attack missiles (SP-281)."""

from wd_env.games.superpowers.definitions.board_constants import NEAR_LAND
from wd_env.games.superpowers.definitions.decision_codes import STRIKING
from wd_env.games.superpowers.definitions.rule_constants import (
    BATTLESHIP,
    BATTLESHIP_ROW,
    COLUMNS,
    LANDS,
    MISSILE,
    NOBODY,
    SHOT,
    SUBMARINE,
    SUBMARINE_ROW,
    SUBMARINE_SHOT,
    WORDS,
    ZONES,
)
from wd_env.games.superpowers.rules.departures import ships_go_home
from wd_env.games.superpowers.rules.guided_hits import clear_guided
from wd_env.games.superpowers.rules.sets import is_adjacent_land
from wd_env.games.superpowers.rules.stock import ready_at_sea, sea_index
from wd_env.games.superpowers.rules.technology import has_cruise_missiles, has_land_attack_missiles


def ships_that_can_fire(s, row, zone):
    """Return the submarines or battleships that can move and have not fired at land (SP-204, SP-281)."""
    ready = ready_at_sea(s, row, zone)
    if row == BATTLESHIP_ROW:
        return min(ready, s.sea_units[sea_index(s.turn, row, zone)] - s.fired[zone])
    return ready


def coasts_in_range(s):
    """Return the lands next to ships that can fire, as two words."""
    w0 = 0
    w1 = 0
    if has_cruise_missiles(s):
        for zone in range(ZONES):
            if ships_that_can_fire(s, SUBMARINE_ROW, zone) > 0 or ships_that_can_fire(s, BATTLESHIP_ROW, zone) > 0:
                w0 |= NEAR_LAND[(LANDS + zone) * WORDS]
                w1 |= NEAR_LAND[(LANDS + zone) * WORDS + 1]
    return w0, w1


def can_fire_at_land(s, kind, zone, count):
    """Return whether this number of ships can fire; they and missiles on land need separate orders."""
    if s.target >= LANDS or s.engaged[MISSILE] > 0 or not has_cruise_missiles(s):
        return False
    if (kind != SUBMARINE and kind != BATTLESHIP) or not is_adjacent_land(LANDS + zone, s.target):
        return False
    return ships_that_can_fire(s, SUBMARINE_ROW if kind == SUBMARINE else BATTLESHIP_ROW, zone) >= count


def ships_named(s):
    """Return the number of ships in an order to fire at land."""
    return s.engaged[SUBMARINE] + s.engaged[BATTLESHIP]


def clear_dice(s):
    """Clear dice left from a battle that ended before all were rolled."""
    for column in range(COLUMNS):
        s.dice[column] = 0
    s.gun_dice = 0
    clear_guided(s)


def begin_shots(s):
    """Count the dice of ships that fire at land; they stay and have moved (SP-281)."""
    s.dice[SUBMARINE_SHOT] = s.engaged[SUBMARINE] + 0
    s.dice[SHOT] = s.engaged[BATTLESHIP] * (2 if has_land_attack_missiles(s) else 1)
    s.hits = 0
    s.attacked[s.target] = 0  # so that it may still be attacked, as after a raid
    ships_go_home(s)
    s.node = STRIKING


def has_shots(s):
    """Return whether dice of such ships are left to roll."""
    return s.dice[SUBMARINE_SHOT] + s.dice[SHOT] > 0


def note_shot(s, is_hit):
    """Count a hit; with land-attack missiles the attacker places it, as for bombers with guided missiles."""
    if has_land_attack_missiles(s) and s.decider != NOBODY:
        s.guided_hits[1] += 1 if is_hit else 0
    else:
        s.hits += 1 if is_hit else 0
