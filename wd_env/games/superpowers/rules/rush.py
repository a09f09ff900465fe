"""Rushes: transports cross a zone of enemies to its coast, or to a zone beyond (SP-238 to SP-242, R20, R57)."""

from wd_env.games.superpowers.definitions.actions import FIRST_SPACE, RUSH
from wd_env.games.superpowers.definitions.board_constants import NEAR_SEA
from wd_env.games.superpowers.definitions.decision_codes import (
    ATTACK_FROM,
    BEGIN_ROUND,
    COASTAL_DIE,
    CROSSING,
    END_BATTLE,
    LOSING,
    RUSH_DIE,
    SINK,
)
from wd_env.games.superpowers.definitions.rule_constants import (
    AIR_DEFENCE,
    AIR_DEFENCE_ABOARD,
    AIR_DEFENCE_LOAD,
    CARGO_KINDS,
    CARGO_ROWS,
    COLUMNS,
    GENERAL_ABOARD,
    GUN_ATTACK,
    HOLD,
    KINDS,
    LANDS,
    PLACES,
    TRANSPORT,
    TRANSPORT_ROW,
    WORD_BITS,
    WORDS,
    ZONES,
)
from wd_env.games.superpowers.rules.cargo import drop_air_defence
from wd_env.games.superpowers.rules.coastal_fire import count_shots, landing_ships_left
from wd_env.games.superpowers.rules.fleets import add_at_sea, fleet_zones
from wd_env.games.superpowers.rules.friends import coasts, enemy_zones, open_lands
from wd_env.games.superpowers.rules.passages import begin_passage, crossable, end_passage, open_fire, zones_between
from wd_env.games.superpowers.rules.reach import empty_lands, has_landing_troops
from wd_env.games.superpowers.rules.routes import sea_reach
from wd_env.games.superpowers.rules.sets import bit_0, bit_1, bit_2, has_space, mark_spaces, word_of
from wd_env.games.superpowers.rules.stock import (
    cargo_index,
    clip_loaded,
    fresh_at_sea,
    places_taken,
    ready_at_sea,
    sea_index,
    ships_in,
)
from wd_env.kernels.bits import lowest_set_bit


def rush_zones(s, has_troops):
    """Return the zones of enemies that transports with occupiers reach, as words 1 and 2 of a set.

    If `has_troops` is 1, infantry or tanks must be aboard, not only a general or a ruler.
    """
    c1, c2 = crossable(s)
    if c1 + c2 == 0:
        return 0, 0
    e1, e2 = enemy_zones(s)
    w1 = 0
    w2 = 0
    own1, own2 = fleet_zones(s, s.turn)
    for number in range(1, WORDS):
        bits = word_of(0, own1, own2, number)
        while bits > 0:
            zone = number * WORD_BITS + lowest_set_bit(bits) - LANDS
            bits &= bits - 1
            if ready_at_sea(s, TRANSPORT_ROW, zone) > 0:
                if has_landing_troops(s, zone) or (has_troops == 0 and has_riders(s, zone)):
                    space = LANDS + zone
                    f1, f2 = sea_reach(s, space, 2 if fresh_at_sea(s, TRANSPORT_ROW, zone) > 0 else 1, e1, e2)
                    w1 |= (f1 | bit_1(space)) & c1
                    w2 |= (f2 | bit_2(space)) & c2
    return w1, w2


def has_riders(s, zone):
    """Return whether a general or a ruler is aboard, who can take an empty land."""
    first = cargo_index(s.turn, GENERAL_ABOARD, zone)
    return s.cargo[first] + s.cargo[first + ZONES] > 0


def rush_targets(s):
    """Return the lands that a rush can reach, as two words."""
    w1, w2 = rush_zones(s, 0)
    if w1 + w2 == 0:
        return 0, 0
    g0, g1 = open_lands(s)
    a0, a1 = coasts(w1, w2)
    e0, e1 = empty_lands(s, a0 & g0, a1 & g1)
    t1, t2 = rush_zones(s, 1)
    f0, f1 = coasts(t1, t2)
    return (f0 & g0) | e0, (f1 & g1) | e1


def can_rush(s, land):
    w0, w1 = rush_targets(s)
    return (w0 & bit_0(land)) | (w1 & bit_1(land)) != 0


def can_through(s, mask):
    """Mark the zones of enemies that can be crossed to the target (SP-239)."""
    if s.target >= LANDS:
        w1, w2 = zones_between(s, s.origin, s.target)
        mark_spaces(mask, 0, w1, w2)
        return
    e0, e1 = empty_lands(s, bit_0(s.target), bit_1(s.target))
    w1, w2 = rush_zones(s, 0 if e0 + e1 > 0 else 1)
    at = s.target * WORDS
    mark_spaces(mask, 0, w1 & NEAR_SEA[at + 1], w2 & NEAR_SEA[at + 2])


def do_through(s, a):
    s.zone = a - FIRST_SPACE
    if s.target >= LANDS:
        begin_passage(s)
    else:
        s.node = ATTACK_FROM


def begin_crossing(s):
    """Send as few transports as hold the named cargo, and count the dice against them (SP-239)."""
    for zone in range(ZONES):
        taken = 0
        landers = 0
        for row in range(CARGO_ROWS):
            taken += PLACES[row] * s.landers[row * ZONES + zone]
            landers += s.landers[row * ZONES + zone]
        if landers > 0:
            guns = s.landers[AIR_DEFENCE_ABOARD * ZONES + zone] + AIR_DEFENCE_LOAD - 1
            send_across(s, zone, max(1, (taken + HOLD - 1) // HOLD, guns // AIR_DEFENCE_LOAD))
    open_fire(s)


def send_across(s, zone, count):
    """Move transports out of a zone; cargo that then has no room is lost (SP-242)."""
    w1, w2 = sea_reach(s, LANDS + zone, 1, 0, 0)
    at = TRANSPORT_ROW * ZONES + zone
    if s.zone == LANDS + zone or has_space(0, w1, w2, s.zone):
        s.ships_half[at] -= min(count, s.ships_half[at])
    add_at_sea(s, s.turn, TRANSPORT_ROW, zone, 0 - count)
    s.landing_ships[zone] += count
    s.engaged[TRANSPORT] += count
    clip_loaded(s, zone)
    row = 0
    while places_taken(s, s.turn, zone) > HOLD * s.sea_units[sea_index(s.turn, TRANSPORT_ROW, zone)]:
        at = cargo_index(s.turn, row, zone)
        if PLACES[row] > 0 and s.cargo[at] > 0:
            s.cargo[at] -= 1
        else:
            row += 1
    if ships_in(s, s.turn, zone) == 0:
        for rider in range(GENERAL_ABOARD, CARGO_ROWS):
            s.cargo[cargo_index(s.turn, rider, zone)] = 0
    drop_air_defence(s, s.turn, zone)


def do_crossing(s, _):
    """Open the next die, then coastal fire, then the landing of what is left (SP-140, SP-239 to SP-241)."""
    for column in range(COLUMNS):
        if s.rush_dice[column] > 0:
            s.node = RUSH_DIE
            return
    s.seat = s.turn
    zone = overload(s)
    if zone < ZONES:
        if has_choice(s, zone):
            s.sink_zone = zone
            s.node = SINK
        else:
            drown(s, zone)
            s.node = CROSSING
        return
    if s.target >= LANDS:
        s.hits = 0
        end_passage(s)
        return
    if s.coastal_dice > 0 and landers_left(s) > 0:
        s.seat = s.decider
        s.node = COASTAL_DIE
        return
    s.coastal_dice = 0
    if s.hits > 0:
        s.due_coastal = min(s.hits, landing_ships_left(s))
        s.hits = 0
        s.resume = CROSSING
        s.node = LOSING
    elif landers_left(s) == 0 and others_engaged(s) == 0:
        s.node = END_BATTLE
    else:
        if s.mode != RUSH:
            count_shots(s)
        s.node = BEGIN_ROUND


def do_coastal_die(s, face):
    """Count a hit on a ship of the attacker's choice, or sink a transport of a rush (SP-140, SP-141, SP-241)."""
    s.coastal_dice -= 1
    if face < GUN_ATTACK:
        if s.mode == RUSH:
            sink_rushing(s)
        else:
            s.hits += 1
    s.node = CROSSING


def do_rush_die(s, face):
    """Sink a transport of the rush if the die hits (SP-240)."""
    for column in range(COLUMNS - 1, 0, 0 - 1):
        if s.rush_dice[column] > 0:
            s.rush_dice[column] -= 1
            if face < column:
                sink_rushing(s)
            break
    s.node = CROSSING


def sink_rushing(s):
    """Sink a transport of the first zone that has one left, with air defence that has no room."""
    for zone in range(ZONES):
        if s.landing_ships[zone] > 0:
            s.landing_ships[zone] -= 1
            s.engaged[TRANSPORT] -= 1
            at = AIR_DEFENCE_ABOARD * ZONES + zone
            lost = max(0, s.landers[at] - AIR_DEFENCE_LOAD * s.landing_ships[zone])
            s.landers[at] -= lost
            s.engaged[AIR_DEFENCE] -= lost
            return


def overload(s):
    """Return the first zone whose landing units need more room than its transports have, or ZONES."""
    for zone in range(ZONES):
        taken = 0
        riders = 0
        for row in range(CARGO_ROWS):
            taken += PLACES[row] * s.landers[row * ZONES + zone]
            riders += s.landers[row * ZONES + zone]
        is_gone = s.mode == RUSH and riders > 0 and s.landing_ships[zone] == 0
        if taken > HOLD * s.landing_ships[zone] or is_gone:
            return zone
    return ZONES


def has_choice(s, zone):
    """Return whether the owner chooses what sinks: several kinds of cargo are aboard (R10)."""
    kinds = 0
    for row in range(CARGO_ROWS):
        if PLACES[row] > 0 and s.landers[row * ZONES + zone] > 0:
            kinds += 1
    return kinds > 1 and s.landing_ships[zone] > 0 and s.auto_casualties == 0


def drown(s, zone):
    """Sink one unit, the cheapest first."""
    for row in range(CARGO_ROWS):
        if s.landers[row * ZONES + zone] > 0 and (PLACES[row] > 0 or s.landing_ships[zone] == 0):
            s.landers[row * ZONES + zone] -= 1
            s.engaged[CARGO_KINDS[row]] -= 1
            return


def landers_left(s):
    count = 0
    for i in range(CARGO_ROWS * ZONES):
        count += s.landers[i]
    return count


def others_engaged(s):
    """Return the number of attackers that do not come by sea."""
    count = 0 - landers_left(s) - s.engaged[TRANSPORT]
    for kind in range(KINDS):
        count += s.engaged[kind]
    return count
