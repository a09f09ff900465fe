"""Dice of a battle: the number rolled at each value, and their hits (SP-042 to SP-045, SP-119, SP-159)."""

from wd_env.games.superpowers.definitions.actions import LAUNCH
from wd_env.games.superpowers.definitions.board_constants import GARRISON_DEFENCE
from wd_env.games.superpowers.definitions.decision_codes import ATTACKING, DEFENDING, STRIKING
from wd_env.games.superpowers.definitions.rule_constants import (
    ATTACK,
    BASIC,
    BOMBER,
    BOX_ATTACK,
    BOX_DEFENCE,
    CAN_BE_LOST,
    COLUMNS,
    DEFENCE,
    FIGHTER,
    GENERAL,
    GENERAL_ABOARD,
    GUN_ATTACK,
    INFANTRY,
    KINDS,
    LANDS,
    NEUTRAL,
    POWERS,
    RULER_DEFENCE,
    RULER_ROW,
    SHOT,
    SUB_COLUMN,
    SUBMARINE,
    SUBS_ROLL,
    SUPER_BATTLESHIP,
    TANK,
)
from wd_env.games.superpowers.rules.cruise_missiles import note_shot
from wd_env.games.superpowers.rules.defenders import defender_count, defends_at_sea, divers, units_of
from wd_env.games.superpowers.rules.drops import busy_bombers
from wd_env.games.superpowers.rules.friends import defends_land
from wd_env.games.superpowers.rules.general_bonus import (
    general_attack,
    general_attack_dice,
    general_defence,
    general_defence_dice,
    infantry_attack,
    tank_attack,
)
from wd_env.games.superpowers.rules.guided_hits import clear_guided, guided_dice_left, places_hits
from wd_env.games.superpowers.rules.guns import gun_dice
from wd_env.games.superpowers.rules.stock import cargo_index, land_index
from wd_env.games.superpowers.rules.super_battleships import (
    attack_dice_of,
    boxes_of,
    defence_dice_of,
    is_super_there,
)
from wd_env.games.superpowers.rules.technology import (
    bomber_dice,
    has_stealth,
    plane_attack_bonus,
    submarine_bonus,
)


def attack_value(s, kind):
    """Return the value at which a unit hits in an attack (SP-119, SP-159, SP-208, SP-281, SP-318)."""
    if kind == SUPER_BATTLESHIP:
        return ATTACK[kind] + boxes_of(s, s.turn, BOX_ATTACK)
    if kind == FIGHTER or kind == BOMBER:
        return ATTACK[kind] + plane_attack_bonus(s)
    if kind == INFANTRY:
        return infantry_attack(s)
    if kind == TANK:
        return tank_attack(s)
    return general_attack(s) if kind == GENERAL else ATTACK[kind]


def is_inspired(s):
    """Return whether a ruler is in the land and it is not the ruler's capital (SP-154)."""
    for power in range(POWERS):
        is_there = s.land_units[land_index(power, RULER_ROW, s.target)] > 0 and s.capital[power] != s.target
        if is_there and defends_land(s, power, s.target):
            return True
    return False


def set_attack_dice(s):
    """Count attack dice by value, with support shots in the first round (SP-043, SP-205)."""
    for column in range(COLUMNS):
        s.dice[column] = 0
    clear_guided(s)
    for kind in range(KINDS):
        value = attack_value(s, kind)
        if value > 0:
            rolling = s.engaged[kind] + 0
            if kind == BOMBER:
                rolling = (s.engaged[kind] - busy_bombers(s)) * bomber_dice(s)
            if kind == SUPER_BATTLESHIP:
                rolling *= attack_dice_of(s, s.turn)
            if kind == GENERAL:
                rolling *= general_attack_dice(s)
            if (kind == FIGHTER or kind == BOMBER) and places_hits(s):
                s.guided_dice[1 if kind == BOMBER else 0] += rolling
            else:
                s.dice[SUB_COLUMN if kind == SUBMARINE else value] += rolling
    s.gun_dice = gun_dice(s)
    s.dice[SHOT] += s.shots
    s.shots = 0
    s.stage = SUBS_ROLL


def do_sub_die(s, face):
    s.dice[SUB_COLUMN] -= 1
    s.sub_hits += 1 if face < ATTACK[SUBMARINE] + submarine_bonus(s, s.turn) else 0
    s.node = ATTACKING


def do_attack_die(s, face):
    """Roll for a gun, a guided missile, or the highest column; a die up to its value hits (SP-042, SP-129)."""
    s.node = STRIKING if s.mode == LAUNCH else ATTACKING
    if s.gun_dice > 0:
        s.gun_dice -= 1
        s.hits += 1 if face < GUN_ATTACK else 0
        return
    if guided_dice_left(s) > 0:
        roll_guided(s, face)
        return
    for column in range(COLUMNS - 1, 0, 0 - 1):
        if s.dice[column] > 0:
            s.dice[column] -= 1
            if s.mode == LAUNCH:
                note_shot(s, face < column)
            else:
                s.hits += 1 if face < column else 0
            return


def roll_guided(s, face):
    """Count the hit of a guided missile, bombers first; the attacker places the hits later (SP-281)."""
    is_bomber = 1 if s.guided_dice[1] > 0 else 0
    s.guided_dice[is_bomber] -= 1
    s.guided_hits[is_bomber] += 1 if face < attack_value(s, BOMBER if is_bomber else FIGHTER) else 0


def set_defence_dice(s):
    """Count defence dice by value, one per defender and more by bonuses (SP-043)."""
    for column in range(COLUMNS):
        s.foe_dice[column] = 0
    boosted = s.target < LANDS and is_inspired(s)
    for kind in range(KINDS):
        if CAN_BE_LOST[kind]:
            value = DEFENCE[kind]
            if boosted and (kind == INFANTRY or kind == TANK):
                value = RULER_DEFENCE
            count = defender_count(s, kind)
            if kind == SUBMARINE:
                s.foe_dice[SUB_COLUMN] += count - divers(s)
            elif value > 0:
                s.foe_dice[value] += count
    if s.target < LANDS and s.holder[s.target] == NEUTRAL:
        s.foe_dice[DEFENCE[INFANTRY]] -= s.garrison[0]
        s.foe_dice[GARRISON_DEFENCE[s.target]] += s.garrison[0]
    s.foe_dice[0] = max(0, s.foe_dice[0])
    improve_defence(s)
    if s.general_bonus and s.target < LANDS:
        improve_generals(s)
    if s.target >= LANDS:
        for power in range(POWERS):
            if defends_at_sea(s, power):
                generals = s.cargo[cargo_index(power, GENERAL_ABOARD, s.target - LANDS)]
                s.foe_dice[general_defence(s, power)] += generals * general_defence_dice(s, power)
                if is_super_there(s, power, s.target - LANDS):
                    value = DEFENCE[SUPER_BATTLESHIP]
                    s.foe_dice[value] -= 1
                    s.foe_dice[value + boxes_of(s, power, BOX_DEFENCE)] += defence_dice_of(s, power)


def improve_defence(s):
    """Move dice of stealth fighters, and count homing torpedoes, of each defending power (SP-281)."""
    s.homing_dice = 0
    if s.ruleset == BASIC:
        return
    for power in range(POWERS):
        if has_stealth(s, power):
            count = units_of(s, power, FIGHTER)
            s.foe_dice[DEFENCE[FIGHTER]] -= count
            s.foe_dice[DEFENCE[FIGHTER] + 1] += count
        if submarine_bonus(s, power):
            s.homing_dice += units_of(s, power, SUBMARINE) - s.dived[power]


def improve_generals(s):
    """Replace the dice of generals who defend a land by those of their national bonuses (SP-318)."""
    for power in range(POWERS):
        count = units_of(s, power, GENERAL)
        s.foe_dice[DEFENCE[GENERAL]] -= count
        s.foe_dice[general_defence(s, power)] += count * general_defence_dice(s, power)


def do_defence_die(s, face):
    """Roll for the highest column, submarines last, whose hits count against ships only (SP-226)."""
    for column in range(COLUMNS - 1, 0, 0 - 1):
        if s.foe_dice[column] > 0:
            s.foe_dice[column] -= 1
            s.hits += 1 if face < column else 0
            s.node = DEFENDING
            return
    s.foe_dice[SUB_COLUMN] -= 1
    is_homing = s.homing_dice > 0
    s.homing_dice -= 1 if is_homing else 0
    s.sub_hits += 1 if face < DEFENCE[SUBMARINE] + is_homing else 0
    s.node = DEFENDING
