"""A battle: rounds of dice, encirclement, breaking off (SP-042 to SP-050, SP-082 to SP-092, SP-159, SP-160)."""

from wd_env.games.superpowers.definitions.actions import LAUNCH, RAID, RUSH
from wd_env.games.superpowers.definitions.board_constants import GARRISON_FIGHTERS, GARRISON_INFANTRY
from wd_env.games.superpowers.definitions.decision_codes import (
    AIR_DEFENDING,
    AIR_DIE,
    ATTACK_DIE,
    ATTACKING,
    BEGIN_ROUND,
    CROSSING,
    DEFENCE_DIE,
    DEFENDING,
    ENCIRCLE,
    END_BATTLE,
    END_ROUND,
    GENERAL_HOME,
    LOSING,
    SUB_DIE,
    SUB_STAYS,
)
from wd_env.games.superpowers.definitions.rule_constants import (
    AFTER_ATTACK,
    ANY_ROUND,
    COLUMNS,
    DEFENCE_ASKED,
    DEFENCE_READY,
    DEFENCE_ROLLS,
    ENCIRCLE_ASKS,
    GENERAL,
    LANDS,
    NEUTRAL,
    NOBODY,
    OTHERS_ROLL,
    POWERS,
    ROUND_BEGUN,
    ROUND_OVER,
    ROUND_START,
    SUB_COLUMN,
    SUBS_ASKED,
    SUBS_ROLL,
)
from wd_env.games.superpowers.rules.air_defence import aim_at_planes, shoot_down
from wd_env.games.superpowers.rules.attack_force import attackers_left, engaged_units
from wd_env.games.superpowers.rules.battle_dice import set_attack_dice, set_defence_dice
from wd_env.games.superpowers.rules.break_off import go_on_or_stop
from wd_env.games.superpowers.rules.coastal_fire import aim_at_fleet, count_shots
from wd_env.games.superpowers.rules.defenders import attacking_ships, choose_decider, defenders_left, defending_ships
from wd_env.games.superpowers.rules.drops import keep_unsupported_at_home
from wd_env.games.superpowers.rules.encirclement import may_encircle, surround
from wd_env.games.superpowers.rules.guided_hits import guided_dice_left, guided_hits_left
from wd_env.games.superpowers.rules.missiles import begin_launch
from wd_env.games.superpowers.rules.raids import begin_raid
from wd_env.games.superpowers.rules.relations import begin_hostilities
from wd_env.games.superpowers.rules.rush import begin_crossing
from wd_env.games.superpowers.rules.strikes import can_strike
from wd_env.games.superpowers.rules.submarines import attacker_can_leave, defender_can_leave
from wd_env.games.superpowers.rules.super_battleships import spare_of_attacker, spare_of_defenders


def do_begin_battle(s, _):
    """Begin the battle of a complete order; a raided land may be attacked again (SP-039, SP-291)."""
    s.attacked[s.target] = 0 if s.mode == RAID else 1
    s.battle_round = 0
    s.stage = ROUND_BEGUN
    s.shots = 0
    s.coastal_dice = 0
    if s.treaties:
        begin_hostilities(s)
    if s.target >= LANDS or s.holder[s.target] != NEUTRAL or s.mode == RUSH:
        s.fought = 1
    choose_decider(s)
    s.garrison[0] = 0
    s.garrison[1] = 0
    if s.target < LANDS and s.holder[s.target] == NEUTRAL:
        s.garrison[0] = GARRISON_INFANTRY[s.target]
        s.garrison[1] = GARRISON_FIGHTERS[s.target]
    if s.mode == LAUNCH:
        begin_launch(s)
        return
    if s.mode == RAID:
        begin_raid(s)
        return
    s.node = BEGIN_ROUND
    if s.target < LANDS:
        aim_at_fleet(s)
        if s.mode == RUSH:
            begin_crossing(s)
        elif s.coastal_dice > 0:
            s.hits = 0
            s.node = CROSSING
        else:
            count_shots(s)


def do_begin_round(s, _):
    """Begin a round, or end the battle if one side is gone (SP-049, SP-056)."""
    s.seat = s.turn
    s.stage = ROUND_BEGUN
    s.hits = 0
    s.sub_hits = 0
    if s.battle_round == 0:
        keep_unsupported_at_home(s)
    if defenders_left(s) == 0 or attackers_left(s) == 0:
        s.node = END_BATTLE
        return
    s.battle_round += 1
    aim_at_planes(s)
    s.node = AIR_DEFENDING


def do_air_defending(s, _):
    """Open air defence and its losses, then the general, then the attack (SP-059, SP-145, SP-318)."""
    if s.air_dice > 0:
        s.seat = s.decider
        s.node = AIR_DIE
        return
    s.seat = s.turn
    if shoot_down(s):
        s.resume = AIR_DEFENDING
        s.node = LOSING
    elif attackers_left(s) == 0:
        s.node = END_BATTLE
    elif can_strike(s):
        s.strikes = 1
        s.resume = ATTACKING
        s.node = LOSING
    else:
        s.node = SUB_STAYS if attacker_can_leave(s) else ATTACKING


def do_attacking(s, _):
    """Open the attacker's dice: submarines first, whose hits are final at once (SP-044, SP-220)."""
    if s.stage == ROUND_BEGUN and s.sub_leaves == ROUND_START:
        s.stage = SUBS_ASKED
        if defender_can_leave(s):
            s.seat = s.decider
            s.node = SUB_STAYS
            return
    s.seat = s.turn
    if s.stage == ROUND_BEGUN or s.stage == SUBS_ASKED:
        if may_encircle(s):
            if s.encircle == ENCIRCLE_ASKS:
                s.node = ENCIRCLE
                return
            surround(s)
            return
        set_attack_dice(s)
    if s.stage == SUBS_ROLL:
        if s.dice[SUB_COLUMN] > 0 and defenders_left(s) > 0:
            s.node = SUB_DIE
            return
        s.stage = OTHERS_ROLL
        s.due_defender_ships = min(s.sub_hits, defending_ships(s) + spare_of_defenders(s))
        s.sub_hits = 0
        if s.due_defender_ships > 0:
            s.resume = ATTACKING
            s.node = LOSING
            return
    if s.gun_dice + guided_dice_left(s) > 0 and defenders_left(s) > 0:
        s.node = ATTACK_DIE
        return
    for column in range(1, COLUMNS):
        if s.dice[column] > 0 and defenders_left(s) > 0:
            s.node = ATTACK_DIE
            return
    s.due_defender = min(s.hits + guided_hits_left(s), defenders_left(s) + spare_of_defenders(s))
    s.hits = 0
    s.stage = DEFENCE_ASKED
    s.node = DEFENDING


def do_defending(s, _):
    """Open the defender's dice; units that were hit roll, submarines that leave do not (SP-045, R37)."""
    if s.stage == DEFENCE_ASKED:
        s.stage = DEFENCE_READY
        if s.sub_leaves == AFTER_ATTACK and defender_can_leave(s):
            s.seat = s.decider
            s.node = SUB_STAYS
            return
    if s.stage == DEFENCE_READY:
        set_defence_dice(s)
        s.stage = DEFENCE_ROLLS
    s.seat = s.turn if s.decider == NOBODY else s.decider
    for column in range(COLUMNS):
        if s.foe_dice[column] > 0:
            s.node = DEFENCE_DIE
            return
    s.seat = s.turn
    spare = spare_of_attacker(s)
    s.due_attacker_ships = min(s.sub_hits, attacking_ships(s) + spare)
    s.due_attacker = min(s.hits, engaged_units(s) + spare - s.due_attacker_ships)
    s.hits = 0
    s.sub_hits = 0
    s.resume = END_ROUND
    s.node = LOSING


def do_end_round(s, _):
    """Let the general leave after the first round, and remove submarines that dived (SP-160, R44)."""
    s.seat = s.turn
    if s.stage == DEFENCE_ROLLS:
        s.stage = ROUND_OVER
        for power in range(POWERS):
            s.out_subs[power] += s.dived[power]
            s.dived[power] = 0
        in_time = s.battle_round == 1 or s.general_withdraw == ANY_ROUND
        if in_time and s.engaged[GENERAL] > 0 and s.target < LANDS:
            s.node = GENERAL_HOME
            return
    go_on_or_stop(s)
