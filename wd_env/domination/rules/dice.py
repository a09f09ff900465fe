"""Battle dice: how many may be thrown, and what a throw costs (DOM-135 to DOM-153).

A throw is a number; its digits in base 6 are the dice as they fell, 0 for one pip.
"""

from wd_env.domination.numbers import FACES, MOST_DICE, STAYS


def most_attack_dice(armies):
    """A die for each army that may leave the origin, up to three (DOM-135 to DOM-137)."""
    return min(MOST_DICE, armies - STAYS)


def most_defence_dice(armies, limit):
    """A die for each defending army, up to the number that is agreed on (DOM-139, DOM-143, DOM-145)."""
    return min(limit, armies)


def losses_of_defender(attack, attack_dice, defence, defence_dice):
    """Highest against highest, next against next: where the attacker's is higher, an army falls (DOM-147, DOM-149)."""
    lost = 0
    for rank in range(pairs_of_dice(attack_dice, defence_dice)):
        if ranked_die(attack, attack_dice, rank) > ranked_die(defence, defence_dice, rank):
            lost += 1
    return lost


def losses_of_attacker(attack, attack_dice, defence, defence_dice):
    """Every other comparison costs the attacker one, a tie too (DOM-150)."""
    lost = losses_of_defender(attack, attack_dice, defence, defence_dice)
    return pairs_of_dice(attack_dice, defence_dice) - lost


def pairs_of_dice(attack_dice, defence_dice):
    """As many comparisons as the side with fewer dice has (DOM-148)."""
    return min(attack_dice, defence_dice)


def ranked_die(throw, dice, rank):
    """The die that comes after `rank` others when they lie from high to low (DOM-147)."""
    for place in range(dice):
        if dice_before(throw, dice, place) == rank:
            return fallen_die(throw, place)
    return 0


def dice_before(throw, dice, place):
    """How many dice lie before this one: the higher ones, and equal ones that fell first."""
    face = fallen_die(throw, place)
    before = 0
    for other in range(dice):
        if fallen_die(throw, other) > face or (fallen_die(throw, other) == face and other < place):
            before += 1
    return before


def fallen_die(throw, place):
    """The die that fell after so many others, 0 for one pip."""
    rest = throw
    for _ in range(place):
        rest //= FACES
    return rest % FACES
