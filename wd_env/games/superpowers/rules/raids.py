"""Strategic raids of bombers on complexes and air defence (SP-282 to SP-294)."""

from wd_env.games.superpowers.definitions.actions import FIRST_WHAT, RAID
from wd_env.games.superpowers.definitions.decision_codes import AIR_DIE, BOMB, END_BATTLE, LOSING, RAID_DIE, RAIDING
from wd_env.games.superpowers.definitions.rule_constants import (
    AIR_DEFENCE,
    AIR_DEFENCE_ROW,
    BOMBER,
    CENTRE_INCOME,
    OTHERS_ROLL,
    POWERS,
    RAID_ATTACK,
    ROUND_BEGUN,
    SHARES,
)
from wd_env.games.superpowers.rules.air_defence import (
    aim_at_planes,
    air_defence_of,
    air_defence_there,
    rising_fighters,
    shoot_down,
)
from wd_env.games.superpowers.rules.stock import land_index
from wd_env.games.superpowers.rules.technology import raid_dice_of_each


def begin_raid(s):
    """Count the dice of air defence and of fighters with radar, which fire first (SP-281, SP-283)."""
    aim_at_planes(s)
    s.rising_dice = rising_fighters(s)
    s.raid_dice = 0
    s.hits = 0
    s.node = RAIDING


def do_raiding(s, _):
    """Open the next step of a raid: air defence, bombers, then what is destroyed (SP-283, SP-284, SP-286)."""
    if s.air_dice + s.rising_dice > 0:
        s.seat = s.decider
        s.node = AIR_DIE
        return
    s.seat = s.turn
    if s.stage == ROUND_BEGUN:
        if shoot_down(s):
            s.resume = RAIDING
            s.node = LOSING
            return
        s.stage = OTHERS_ROLL
        s.raid_dice = raid_dice_of_each(s) * s.engaged[BOMBER]
    if s.raid_dice > 0:
        s.node = RAID_DIE
        return
    while s.hits > 0:
        if can_bomb_complex(s) and can_bomb_air_defence(s):
            s.node = BOMB
            return
        if can_bomb_complex(s):
            bomb_complex(s)
        elif can_bomb_air_defence(s):
            bomb_air_defence(s)
        else:
            s.hits = 0
    s.node = END_BATTLE


def do_raid_die(s, face):
    """Count a hit at 4 or less; a heavy bomber rolls again until it has hit once (SP-284, SP-285)."""
    s.raid_dice -= 1
    if face < RAID_ATTACK:
        s.hits += 1
        s.raid_dice -= s.raid_dice % raid_dice_of_each(s)
    s.node = RAIDING


def can_bomb_complex(s):
    """Return whether a centre or an undamaged complex can be bombed (SP-286, SP-288, SP-289, SP-292).

    A centre is destroyed if it is not the last complex of the land; the last one is damaged.
    """
    if s.centres[s.target] > 0 and s.complexes[s.target] + s.centres[s.target] > 1:
        return True
    return s.complexes[s.target] + s.centres[s.target] > 0 and s.damage[s.target] == 0


def can_bomb_air_defence(s):
    """Return whether more than one air defence is left; the last one is safe (SP-290)."""
    return air_defence_there(s) > 1


def can_bomb(s, mask):
    """Mark a complex and an air defence (SP-286)."""
    mask[RAID] = 1
    mask[FIRST_WHAT + SHARES * AIR_DEFENCE] = 1


def do_bomb(s, a):
    if a == RAID:
        bomb_complex(s)
    else:
        bomb_air_defence(s)
    s.node = RAIDING


def bomb_complex(s):
    """Destroy a centre or damage the last complex; its holder loses 5 at once (SP-287, SP-288, R1)."""
    s.hits -= 1
    if s.centres[s.target] > 0 and s.complexes[s.target] + s.centres[s.target] > 1:
        s.centres[s.target] -= 1
    else:
        s.damage[s.target] = 1
    s.production[s.decider] = max(0, s.production[s.decider] - CENTRE_INCOME)


def bomb_air_defence(s):
    """Destroy an air defence, of the holder first, then of allies."""
    s.hits -= 1
    for places in range(POWERS + 1):
        power = s.decider if places == 0 else places - 1
        if air_defence_of(s, power) > 0:
            s.land_units[land_index(power, AIR_DEFENCE_ROW, s.target)] -= 1
            return
