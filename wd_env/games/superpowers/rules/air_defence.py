"""Air defence that fires at planes and at missiles (SP-144 to SP-150, SP-177, SP-195, SP-196, Q16, Q19)."""

from wd_env.games.superpowers.definitions.actions import LAUNCH, RAID
from wd_env.games.superpowers.definitions.decision_codes import AIR_DEFENDING, RAIDING, STRIKING
from wd_env.games.superpowers.definitions.rule_constants import (
    ACTIVE_AIR_DEFENCE,
    AIR_DEFENCE_ABOARD,
    AIR_DEFENCE_ATTACK,
    AIR_DEFENCE_ROW,
    AIR_DEFENCE_TARGETED,
    ANTI_BALLISTICS_ATTACK,
    BOMBER,
    DEFENCE,
    FIGHTER,
    LANDS,
    NEUTRAL,
    POWERS,
)
from wd_env.games.superpowers.rules.defenders import defends_at_sea, units_of
from wd_env.games.superpowers.rules.friends import defends_land
from wd_env.games.superpowers.rules.stock import cargo_index, land_index
from wd_env.games.superpowers.rules.super_battleships import air_defence_built_in
from wd_env.games.superpowers.rules.technology import air_defence_shield, has_radar, has_stealth


def air_defence_there(s):
    """Return the number of air defence at the target, on land or aboard defending ships (SP-148)."""
    count = 0
    for power in range(POWERS):
        count += air_defence_of(s, power)
    return count


def air_defence_of(s, power):
    """Return the number of air defence of one power at the target."""
    if s.target < LANDS:
        if not defends_land(s, power, s.target):
            return 0
        return s.land_units[land_index(power, AIR_DEFENCE_ROW, s.target)] + 0
    if defends_at_sea(s, power):
        zone = s.target - LANDS
        return s.cargo[cargo_index(power, AIR_DEFENCE_ABOARD, zone)] + air_defence_built_in(s, power, zone)
    return 0


def active_air_defence(s):
    """Return how many fire, at most two, the shield of the holder included (SP-149, Q19, SP-281)."""
    return min(ACTIVE_AIR_DEFENCE, air_defence_there(s) + shield_there(s))


def shield_there(s):
    """Return the shield of the attacked land, which counts as air defence (SP-281)."""
    if s.target >= LANDS or s.holder[s.target] == NEUTRAL:
        return 0
    return air_defence_shield(s, s.holder[s.target])


def aim_at_planes(s):
    """Count a die of each active air defence for each plane of the attack (SP-144)."""
    s.air_dice = air_defence_at_planes(s) * (exposed_fighters(s) + s.engaged[BOMBER])


def air_defence_at_planes(s):
    """Return how many fire at each plane, at most one at planes with radar (SP-281)."""
    active = active_air_defence(s)
    return min(active, 1) if has_radar(s, s.turn) else active


def exposed_fighters(s):
    """Return the number of attacking fighters that can be hit, none with stealth (SP-281)."""
    return 0 if has_stealth(s, s.turn) else s.engaged[FIGHTER] + 0


def do_air_die(s, face):
    """Count a hit on any plane, or by option on the plane of this die, bombers first (Q16)."""
    s.node = RAIDING if s.mode == RAID else AIR_DEFENDING
    if s.air_dice == 0:
        rise_against_raid(s, face)
        return
    s.air_dice -= 1
    if s.mode == LAUNCH:
        fire_at_missile(s, face)
    elif face < AIR_DEFENCE_ATTACK:
        if s.ad_mode == AIR_DEFENCE_TARGETED:
            active = air_defence_at_planes(s)
            is_bomber = s.air_dice // active >= exposed_fighters(s)
            s.shot_down[1 if is_bomber else 0] += 1
            s.air_dice -= s.air_dice % active
        else:
            s.hits += 1


def rising_fighters(s):
    """Return the number of defending fighters with radar, which fire at a raid's bombers (SP-281)."""
    count = 0
    for power in range(POWERS):
        if has_radar(s, power):
            count += units_of(s, power, FIGHTER)
    return count


def rise_against_raid(s, face):
    """Count the hit of such a fighter, as in defence with stealth (SP-281)."""
    s.rising_dice -= 1
    if face < DEFENCE[FIGHTER] + 1:
        if s.ad_mode == AIR_DEFENCE_TARGETED:
            s.shot_down[1] = min(s.engaged[BOMBER] + 0, s.shot_down[1] + 1)
        else:
            s.hits += 1


def aim_at_missiles(s, count):
    """Count a die of each active air defence for each missile (SP-195)."""
    s.air_dice = active_air_defence(s) * count


def fire_at_missile(s, face):
    """Count a hit, which ends the dice of its missile; anti-ballistics roll first (SP-195, SP-196)."""
    active = active_air_defence(s)
    number = active - 1 - s.air_dice % active
    if face < (ANTI_BALLISTICS_ATTACK if number < improved_air_defence(s) else AIR_DEFENCE_ATTACK):
        s.hits += 1
        s.air_dice -= s.air_dice % active
    s.node = STRIKING


def improved_air_defence(s):
    """Return the number of air defence at the target with anti-ballistics (SP-196, SP-275)."""
    count = 0
    for power in range(POWERS):
        if s.anti_ballistics[power]:
            count += air_defence_of(s, power)
            if s.target < LANDS and power == s.holder[s.target]:
                count += shield_there(s)
    return count


def shoot_down(s):
    """Set the planes to remove at once, and return whether there are any (SP-145)."""
    planes = exposed_fighters(s) + s.engaged[BOMBER]
    s.due_planes = min(s.hits, planes) + s.shot_down[0] + s.shot_down[1]
    s.hits = 0
    return s.due_planes > 0


def may_be_shot_down(s, kind):
    """Return whether the next hit of air defence can fall on this kind of plane (SP-145, Q16)."""
    if kind == FIGHTER:
        return exposed_fighters(s) > 0 and (s.ad_mode != AIR_DEFENCE_TARGETED or s.shot_down[0] > 0)
    return kind == BOMBER and s.engaged[kind] > 0 and (s.ad_mode != AIR_DEFENCE_TARGETED or s.shot_down[1] > 0)


def note_shot_down(s, kind):
    """Count a plane that was hit as removed."""
    s.due_planes -= 1
    at = 1 if kind == BOMBER else 0
    s.shot_down[at] = max(0, s.shot_down[at] - 1)
