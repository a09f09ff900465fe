"""Battle dice: the number that can be thrown, and the losses of a throw (DOM-135 to DOM-153).

A throw is a number whose base-6 digits are the dice in order, 0 for one pip.
"""

from wd_env.games.domination.definitions.rule_constants import FACES, MAX_DICE, MIN_GARRISON


def most_attack_dice(armies):
    """Return the maximum number of attack dice: one per army that may leave (DOM-135 to DOM-137)."""
    return min(MAX_DICE, armies - MIN_GARRISON)


def most_defence_dice(armies, limit):
    """Return the maximum number of defence dice: one per army, up to the limit (DOM-139, DOM-143, DOM-145)."""
    return min(limit, armies)


def losses_of_defender(attack, attack_dice, defence, defence_dice):
    """Return the number of pairs of ranked dice in which the attacker's die is higher (DOM-147, DOM-149)."""
    lost = 0
    for rank in range(pairs_of_dice(attack_dice, defence_dice)):
        if ranked_die(attack, rank) > ranked_die(defence, rank):
            lost += 1
    return lost


def losses_of_attacker(attack, attack_dice, defence, defence_dice):
    """Return the number of all other pairs, ties included (DOM-150)."""
    lost = losses_of_defender(attack, attack_dice, defence, defence_dice)
    return pairs_of_dice(attack_dice, defence_dice) - lost


def pairs_of_dice(attack_dice, defence_dice):
    """Return the number of pairs, which is the smaller number of dice (DOM-148)."""
    return min(attack_dice, defence_dice)


def ranked_die(throw, rank):
    """Return the die with this rank in descending order (DOM-147); dice that were not thrown are lowest."""
    first, second, third = throw % FACES, throw // FACES % FACES, throw // (FACES * FACES)
    highest = max(first, second, third)
    if rank == 0:
        return highest
    lowest = min(first, second, third)
    return first + second + third - highest - lowest if rank == 1 else lowest
