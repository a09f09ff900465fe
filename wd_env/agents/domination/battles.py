"""Outcomes of battles of any size: capture chances in thousandths and losses in hundredths of an army."""

from wd_env.agents.domination.battle_table import CAPTURE_TABLE, MAX_EXACT_ARMIES, PER_MILLE
from wd_env.agents.normal_distribution import integer_sqrt, normal_chance
from wd_env.games.domination.definitions.rule_constants import MIN_GARRISON

# Loss of the attacker in a throw of three dice against one, two and three, in thousandths: mean and variance.
MEAN_LOSS = (340, 921, 1893)
VARIANCE = (224, 658, 1137)
# Thousandths of an army by which the end of a battle, with fewer dice, shifts the chance; fitted to exact chances.
END_SHIFT = (1100, 800, 200)
# Hundredths of an army that the attacker loses per defending army.
LOSS_FOR_EACH = (52, 85, 171)
TENTHS = 10
HUNDRED = 100


def capture_chance(attackers, defenders, max_defence):
    """Return the chance that an attack fought to its end captures; `attackers` includes the army that stays."""
    if attackers <= MIN_GARRISON:
        return 0
    if attackers <= MAX_EXACT_ARMIES and defenders <= MAX_EXACT_ARMIES:
        return CAPTURE_TABLE[((max_defence - 1) * MAX_EXACT_ARMIES + attackers - 1) * MAX_EXACT_ARMIES + defenders - 1]
    return large_chance(attackers - MIN_GARRISON, defenders, max_defence)


def large_chance(attackers, defenders, dice):
    """Return the chance by a normal approximation of the attacker's losses until one side has lost all armies."""
    throws = (attackers + defenders - 1) * PER_MILLE // dice  # after these exactly one side has lost all armies
    deviation = integer_sqrt(VARIANCE[dice - 1] * throws)
    lead = attackers * PER_MILLE - END_SHIFT[dice - 1] - MEAN_LOSS[dice - 1] * throws // PER_MILLE
    tenths = (TENTHS * max(lead, -lead) + deviation // 2) // max(1, deviation)
    return normal_chance(tenths if lead >= 0 else 0 - tenths)


def expected_loss(attackers, defenders, dice):
    """Return the expected loss of the attacker in hundredths of an army, at most the armies that may leave."""
    return min(HUNDRED * (attackers - MIN_GARRISON), defenders * LOSS_FOR_EACH[dice - 1])
