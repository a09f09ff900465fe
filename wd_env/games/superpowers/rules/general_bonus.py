"""National bonuses of generals, with option `general_bonus` (SP-318, ledger 1.5)."""

from wd_env.games.superpowers.definitions.rule_constants import (
    ATTACK,
    BONUS_ATTACK,
    BONUS_ATTACK_DICE,
    BONUS_DEFENCE,
    BONUS_DEFENCE_DICE,
    BONUS_INFANTRY_ATTACK,
    BONUS_MOVES,
    BONUS_STRIKE,
    BONUS_TANK_ATTACK,
    DEFENCE,
    GENERAL,
    GENERAL_ATTACK,
    INFANTRY,
    NO_STRIKE,
    TANK,
)


def general_attack(s):
    """Return the value of the attack dice of the general of the power on turn, 0 if it has none."""
    return BONUS_ATTACK[s.turn] if s.general_bonus else 0


def general_attack_dice(s):
    return BONUS_ATTACK_DICE[s.turn] if s.general_bonus else 0


def general_defence(s, power):
    """Return the value of the defence dice of a general."""
    return BONUS_DEFENCE[power] if s.general_bonus else DEFENCE[GENERAL]


def general_defence_dice(s, power):
    return BONUS_DEFENCE_DICE[power] if s.general_bonus else 1


def general_moves(s):
    """Return the number of land borders that the general of the power on turn crosses."""
    return BONUS_MOVES[s.turn] if s.general_bonus else 1


def infantry_attack(s):
    """Return the attack value of infantry, which a general increases (SP-159)."""
    if s.engaged[GENERAL] == 0:
        return ATTACK[INFANTRY]
    return BONUS_INFANTRY_ATTACK[s.turn] if s.general_bonus else GENERAL_ATTACK


def tank_attack(s):
    return BONUS_TANK_ATTACK[s.turn] if s.general_bonus and s.engaged[GENERAL] > 0 else ATTACK[TANK]


def strike_of(s):
    """Return what the general of the attack does before the dice of each round, or NO_STRIKE."""
    return BONUS_STRIKE[s.turn] if s.general_bonus and s.engaged[GENERAL] > 0 else NO_STRIKE
