"""Upgrades and research, and what technologies change (SP-270 to SP-281, R39, R52, R55)."""

from wd_env.games.superpowers.definitions.actions import BUY_RAILWAY
from wd_env.games.superpowers.definitions.board_constants import NEAR_LAND
from wd_env.games.superpowers.definitions.decision_codes import BUYING, RESEARCH_DIE
from wd_env.games.superpowers.definitions.rule_constants import (
    AIR_POWER,
    BASIC,
    BOMBERS,
    ECONOMY,
    LONG_RANGE,
    MISSILE_DICE,
    MISSILE_RANGE,
    TACTICAL,
    TANK,
    TANK_MOVES,
    TECH_BOOK,
    TECH_LEVELS,
    TECH_OFF,
    TECHNOLOGIES,
    TECHNOLOGY_INCOME,
    TECHNOLOGY_PRICE,
    TORPEDOES,
    WARHEADS,
    WORD_BITS,
    WORDS,
)
from wd_env.games.superpowers.rules.friends import lands_with
from wd_env.games.superpowers.rules.sets import bit_0, bit_1
from wd_env.kernels.bits import lowest_set_bit


def may_upgrade(s, owned):
    """An upgrade costs 10 and is bought once, in the own turn (SP-033, SP-270, R52)."""
    return s.ruleset != BASIC and s.joint_buying == 0 and owned == 0 and s.credit >= TECHNOLOGY_PRICE


def upgrade(s, a):
    """It works at once, for all units that it names, also later ones (SP-271)."""
    if a == BUY_RAILWAY:
        s.railway[s.turn] = 1
    else:
        s.anti_ballistics[s.turn] = 1
    s.credit -= TECHNOLOGY_PRICE
    s.node = BUYING


def may_research(s):
    """Any number of times while money and a technology are left (SP-276, SP-277, SP-280, R52)."""
    if s.ruleset == BASIC or s.tech == TECH_OFF or s.joint_buying == 1 or s.credit < TECHNOLOGY_PRICE:
        return False
    for category in range(TECHNOLOGIES):
        if is_open(s, category):
            return True
    return False


def is_open(s, category):
    """A technology of it is left; by the book each category is one (SP-277, R39)."""
    owned = s.technology[s.turn * TECHNOLOGIES + category]
    return owned < (1 if s.tech == TECH_BOOK else TECH_LEVELS)


def research(s):
    """A die decides which one it is (SP-276)."""
    s.credit -= TECHNOLOGY_PRICE
    s.node = RESEARCH_DIE


def weigh_research(s, weights):
    """A category that is complete is rolled again, so the others are equally likely (SP-277)."""
    for category in range(TECHNOLOGIES):
        weights[category] = 1 if is_open(s, category) else 0


def do_research_die(s, category):
    """The next technology of the category, which works in this turn (SP-278, SP-279)."""
    s.technology[s.turn * TECHNOLOGIES + category] += 1
    s.node = BUYING


def level_of(s, power, category):
    """Technologies of a category that have an effect; by the book rocketry and heavy bombers alone (SP-281)."""
    if s.tech == TECH_BOOK and category != WARHEADS and category != BOMBERS:
        return 0
    return s.technology[power * TECHNOLOGIES + category] + 0


def air_defence_shield(s, power):
    """One more air defence in each own land, which nothing destroys (SP-281)."""
    return 1 if level_of(s, power, TACTICAL) > 1 else 0


def extra_range(s):
    """Long range: planes of the power on turn cross two more borders (SP-281)."""
    return LONG_RANGE if level_of(s, s.turn, TACTICAL) > 0 else 0


def combat_moves(s, kind):
    """Moves of infantry or tanks in combat, one more with mobility (SP-123, SP-281)."""
    return (TANK_MOVES if kind == TANK else 1) + (1 if level_of(s, s.turn, TACTICAL) == TECH_LEVELS else 0)


def technology_income(s, power):
    """Five more for each technology of the economy."""
    return TECHNOLOGY_INCOME * level_of(s, power, ECONOMY)


def has_stealth(s, power):
    """Its fighters defend at one more, and air defence does not fire at them."""
    return level_of(s, power, AIR_POWER) > 0


def has_guided_missiles(s):
    """The power on turn may say which tank or artillery the hits of its planes destroy (SP-281)."""
    return level_of(s, s.turn, AIR_POWER) > 1


def has_radar(s, power):
    """Its fighters rise against raids and choose planes in an attack; less air defence fires at its planes (SP-281)."""
    return level_of(s, power, AIR_POWER) == TECH_LEVELS


def submarine_bonus(s, power):
    """Homing torpedoes: submarines attack and defend at one more."""
    return 1 if level_of(s, power, TORPEDOES) > 0 else 0


def has_cruise_missiles(s):
    """Submarines and battleships of the power on turn fire at land (SP-281)."""
    return level_of(s, s.turn, TORPEDOES) > 1


def has_land_attack_missiles(s):
    """The attacker says which tank or artillery such a shot destroys; battleships fire twice (SP-281)."""
    return level_of(s, s.turn, TORPEDOES) == TECH_LEVELS


def plane_attack_bonus(s):
    """Smart bombs: bombers and fighters of the power on turn attack at one more."""
    return 1 if level_of(s, s.turn, BOMBERS) > 1 else 0


def bomber_dice(s):
    """Heavy bombers: two dice each in an attack, and three with the last technology; by the book in raids alone."""
    return 1 if s.tech == TECH_BOOK else raid_dice_of_each(s)


def raid_dice_of_each(s):
    """Heavy bombers: two dice in a raid, and three with the last technology (SP-285)."""
    level = level_of(s, s.turn, BOMBERS)
    return 1 if level == 0 else TECH_LEVELS if level == TECH_LEVELS else 2


def missile_range(s):
    """Rocketry and what follows: one space more each."""
    return MISSILE_RANGE + level_of(s, s.turn, WARHEADS)


def missile_dice(s):
    """Chemical and biological warheads: one die more each for a missile on land."""
    return MISSILE_DICE + max(0, level_of(s, s.turn, WARHEADS) - 1)


def railway_reach(s, land, moves):
    """The own lands within so many moves over own land alone, as two words (SP-272 to SP-274)."""
    o0, o1 = lands_with(s.holder, s.turn)
    f0, f1 = lands_with(s.captured, 0)
    o0 &= f0
    o1 &= f1
    w0 = bit_0(land) & o0
    w1 = bit_1(land) & o1
    for _ in range(moves):
        n0 = w0
        n1 = w1
        for number in range(2):
            bits = w0 if number == 0 else w1
            while bits > 0:
                at = (number * WORD_BITS + lowest_set_bit(bits)) * WORDS
                bits &= bits - 1
                n0 |= NEAR_LAND[at] & o0
                n1 |= NEAR_LAND[at + 1] & o1
        w0 = n0
        w1 = n1
    return w0 & ~bit_0(land), w1 & ~bit_1(land)
