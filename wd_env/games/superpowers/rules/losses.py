"""Losses: each side names its own, and the rules name forced ones (SP-047, SP-076, SP-145, R11, R23)."""

from wd_env.games.superpowers.definitions.actions import FIRST_WHAT, NO, RUSH
from wd_env.games.superpowers.definitions.decision_codes import GIVE, LOSE, LOSING, SINKING
from wd_env.games.superpowers.definitions.rule_constants import (
    BOMBER,
    CAN_BE_LOST,
    CARGO_ROW,
    FIGHTER,
    FIGHTER_AT_SEA,
    IS_SHIP,
    KINDS,
    LAND_ROW,
    LANDS,
    LOSS_KINDS,
    LOSS_ORDER,
    NEUTRAL,
    NO_KIND,
    NOBODY,
    OCCUPIES,
    ONE,
    RANGES,
    ROUND_BEGUN,
    SEA_ROW,
    SHARES,
    SUBMARINE,
    SUPER_BATTLESHIP,
    ZONES,
)
from wd_env.games.superpowers.rules.air_defence import may_be_shot_down, note_shot_down
from wd_env.games.superpowers.rules.cargo import check_hold, lose_landing_ship
from wd_env.games.superpowers.rules.coastal_fire import landing_fleet, sink_in_landing_fleet
from wd_env.games.superpowers.rules.defenders import defender_may_lose, next_to_lose, units_of
from wd_env.games.superpowers.rules.drops import lose_paratroopers, spare_bombers
from wd_env.games.superpowers.rules.fleets import add_at_sea
from wd_env.games.superpowers.rules.flight_moves import moves_left
from wd_env.games.superpowers.rules.guided_hits import (
    is_placing,
    mark_placing,
    note_placed,
    owner_of_placed,
    placed_first,
)
from wd_env.games.superpowers.rules.stock import land_index
from wd_env.games.superpowers.rules.strikes import forced_strike, mark_strikes, strike_defender
from wd_env.games.superpowers.rules.super_battleships import spare_hit_points, spare_of_attacker, take_hit


def do_losing(s, _):
    """Open the attacker's losses, then the defender's; hits of submarines fall on ships (SP-048, SP-216)."""
    while s.sink_seat == NOBODY:
        if s.due_planes + s.due_coastal + s.due_attacker_ships + s.due_attacker > 0:
            kind = forced_loss(s)
            if kind == NO_KIND:
                s.seat = s.turn
                s.node = LOSE
                return
            lose_attacker(s, kind)
        elif s.strikes > 0:
            kind = forced_strike(s)
            if kind == NO_KIND:
                s.seat = s.turn
                s.node = GIVE
                return
            strike_defender(s, kind)
        elif s.due_defender_ships + s.due_defender > 0:
            if s.target < LANDS and s.holder[s.target] == NEUTRAL:
                lose_neutral(s)
            elif s.due_defender_ships == 0 and is_placing(s):
                if s.auto_casualties == 0:
                    s.seat = s.turn
                    s.node = GIVE
                    return
                place_hit(s, placed_first(s))
            else:
                power = next_to_lose(s)
                kind = forced_gift(s, power)
                if kind == NO_KIND:
                    s.seat = s.decider
                    s.node = GIVE
                    return
                lose_defender(s, power, kind)
        else:
            s.seat = s.turn
            s.node = s.resume
            return
    s.node = SINKING


def attacker_may_lose(s, kind):
    """Return whether the next hit can fall on this kind of attacker."""
    if s.due_planes > 0:
        return may_be_shot_down(s, kind)
    if s.due_coastal > 0:
        return landing_fleet(s, kind) > 0
    if s.engaged[kind] == 0 or CAN_BE_LOST[kind] == 0:
        return False
    return s.due_attacker_ships == 0 or IS_SHIP[kind] == 1


def forced_loss(s):
    """Return the kind that the attacker must lose, or the first of the fixed order, or NO_KIND for a choice."""
    kinds = 0
    first = NO_KIND
    units = 0
    for number in range(LOSS_KINDS):
        kind = LOSS_ORDER[number]
        if attacker_may_lose(s, kind):
            kinds += 1
            units += landing_fleet(s, kind) if s.due_coastal > 0 else s.engaged[kind]
            units += spare_of_attacker(s) if kind == SUPER_BATTLESHIP and s.due_coastal == 0 else 0
            if first == NO_KIND:
                first = kind
    due = s.due_planes if s.due_planes > 0 else s.due_coastal
    if due == 0:
        due = s.due_attacker_ships if s.due_attacker_ships > 0 else s.due_attacker
    if kinds == 1 or units <= due:
        return first
    return cheapest_loss(s, first) if s.auto_casualties else NO_KIND


def cheapest_loss(s, first):
    """Return the cheapest kind, but the last unit that can occupy the land only at the end."""
    if s.target >= LANDS or OCCUPIES[first] == 0:
        return first
    occupiers = 0
    other = first
    for number in range(LOSS_KINDS):
        kind = LOSS_ORDER[number]
        if OCCUPIES[kind]:
            occupiers += s.engaged[kind]
        elif other == first and attacker_may_lose(s, kind):
            other = kind
    return other if occupiers == 1 else first


def can_lose(s, mask):
    """Mark the kinds of attackers that can be lost (SP-047)."""
    for kind in range(KINDS):
        if attacker_may_lose(s, kind):
            mask[FIRST_WHAT + SHARES * kind + ONE] = 1


def do_lose(s, a):
    lose_attacker(s, (a - FIRST_WHAT) // SHARES)
    s.node = LOSING


def lose_attacker(s, kind):
    """Remove an attacker, landed units and planes with the fewest moves left first (R23)."""
    if s.due_coastal > 0:
        sink_in_landing_fleet(s, kind)
        return
    if s.due_planes > 0:
        note_shot_down(s, kind)
    elif s.due_attacker_ships > 0:
        s.due_attacker_ships -= 1
    else:
        s.due_attacker -= 1
    if kind == SUPER_BATTLESHIP and take_hit(s, s.turn):
        return
    s.engaged[kind] -= 1
    if kind == FIGHTER or kind == BOMBER:
        lose_plane(s, 1 if kind == BOMBER else 0)
        if s.stage == ROUND_BEGUN and s.battle_round == 1:
            lose_paratroopers(s)
    elif IS_SHIP[kind]:
        lose_ship(s, kind)
    else:
        lose_on_ground(s, kind)


def lose_plane(s, is_bomber):
    """Remove the plane with the fewest moves left, bombers without paratroopers first."""
    row = LAND_ROW[BOMBER if is_bomber else FIGHTER]
    best = 2 * RANGES
    where = LANDS
    for land in range(LANDS):
        if s.force[row * LANDS + land] > 0:
            left = moves_left(s, land, s.target, is_bomber)
            if is_bomber and s.stage == ROUND_BEGUN and spare_bombers(s, land) == 0:
                left += RANGES
            if left < best:
                best = left
                where = land
    if is_bomber == 0:
        for zone in range(ZONES):
            left = moves_left(s, LANDS + zone, s.target, 0)
            if s.fleet[FIGHTER_AT_SEA * ZONES + zone] > 0 and left < best:
                best = left
                where = LANDS + zone
    if where < LANDS:
        s.force[row * LANDS + where] -= 1
    else:
        s.fleet[FIGHTER_AT_SEA * ZONES + where - LANDS] -= 1


def lose_ship(s, kind):
    """Remove a ship, or a transport that lands units; cargo without room then sinks (SP-235)."""
    for zone in range(ZONES):
        if s.target >= LANDS:
            at = SEA_ROW[kind] * ZONES + zone
            if s.fleet[at] > 0:
                s.fleet[at] -= 1
                check_hold(s, s.turn, zone)
                return
        elif s.landing_ships[zone] > 0:
            s.landing_ships[zone] -= 1
            if s.mode != RUSH:
                lose_landing_ship(s, zone, s.target)
                check_hold(s, s.turn, zone)
            return


def lose_on_ground(s, kind):
    """Remove a unit on the ground, landed ones first (R23)."""
    row = CARGO_ROW[kind]
    for zone in range(ZONES):
        if s.landers[row * ZONES + zone] > 0:
            s.landers[row * ZONES + zone] -= 1
            return
    row = LAND_ROW[kind]
    for land in range(LANDS):
        if s.force[row * LANDS + land] > 0:
            s.force[row * LANDS + land] -= 1
            s.blitz_force[land] = min(s.blitz_force[land], s.force[LAND_ROW[1] * LANDS + land])
            return


def lose_neutral(s):
    """Remove a neutral unit, infantry first, then fighters (SP-076)."""
    s.due_defender -= 1
    s.garrison[0 if s.garrison[0] > 0 else 1] -= 1


def forced_gift(s, power):
    """Return the kind that a defender must lose, or the first of the fixed order, or NO_KIND for a choice."""
    kinds = 0
    first = NO_KIND
    units = 0
    for number in range(LOSS_KINDS):
        kind = LOSS_ORDER[number]
        if defender_may_lose(s, power, kind):
            kinds += 1
            units += units_of(s, power, kind)
            units += spare_hit_points(s, power) if kind == SUPER_BATTLESHIP else 0
            if first == NO_KIND:
                first = kind
    due = s.due_defender_ships if s.due_defender_ships > 0 else s.due_defender
    if kinds <= 1 or units <= due or s.auto_casualties:
        return first
    return NO_KIND


def can_give(s, mask):
    """Mark kinds of the power that loses next, or those that the attacker may hit (SP-047, SP-281, R11)."""
    if s.strikes > 0:
        mark_strikes(s, mask)
        return
    if s.seat == s.turn:
        mark_placing(s, mask)
        return
    power = next_to_lose(s)
    for kind in range(KINDS):
        if defender_may_lose(s, power, kind):
            mask[FIRST_WHAT + SHARES * kind + ONE] = 1


def do_give(s, a):
    s.node = LOSING
    if s.strikes > 0:
        strike_defender(s, (a - FIRST_WHAT) // SHARES)
    elif s.seat != s.turn:
        lose_defender(s, next_to_lose(s), (a - FIRST_WHAT) // SHARES)
    elif a == NO:
        note_placed(s)
    else:
        place_hit(s, (a - FIRST_WHAT) // SHARES)


def place_hit(s, kind):
    """Destroy a unit of this kind with a hit that the attacker places (SP-281)."""
    note_placed(s)
    lose_defender(s, owner_of_placed(s, kind), kind)


def lose_defender(s, power, kind):
    if s.due_defender_ships > 0:
        s.due_defender_ships -= 1
    else:
        s.due_defender -= 1
    if s.target < LANDS:
        s.land_units[land_index(power, LAND_ROW[kind], s.target)] -= 1
        return
    if kind == SUPER_BATTLESHIP and take_hit(s, power):
        return
    zone = s.target - LANDS
    add_at_sea(s, power, SEA_ROW[kind], zone, 0 - 1)
    if kind == SUBMARINE:
        s.dived[power] = min(s.dived[power], units_of(s, power, SUBMARINE))
    if IS_SHIP[kind]:
        check_hold(s, power, zone)
