"""Upgrades and research, and the effects of technologies (SP-270 to SP-281, R39, R52, R55)."""

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
    """Return whether the power can buy an upgrade that it does not own (SP-033, SP-270, R52)."""
    return s.ruleset != BASIC and s.joint_buying == 0 and owned == 0 and s.credit >= TECHNOLOGY_PRICE


def upgrade(s, a):
    """Buy an upgrade, which works at once for present and future units (SP-271)."""
    if a == BUY_RAILWAY:
        s.railway[s.turn] = 1
    else:
        s.anti_ballistics[s.turn] = 1
    s.credit -= TECHNOLOGY_PRICE
    s.node = BUYING


def may_research(s):
    """Return whether credits and a technology are left for research (SP-276, SP-277, SP-280, R52)."""
    if s.ruleset == BASIC or s.tech == TECH_OFF or s.joint_buying == 1 or s.credit < TECHNOLOGY_PRICE:
        return False
    for category in range(TECHNOLOGIES):
        if is_open(s, category):
            return True
    return False


def is_open(s, category):
    """Return whether a technology of the category is left; by the book it has only one (SP-277, R39)."""
    owned = s.technology[s.turn * TECHNOLOGIES + category]
    return owned < (1 if s.tech == TECH_BOOK else TECH_LEVELS)


def research(s):
    """Pay, and open the die that selects the category (SP-276)."""
    s.credit -= TECHNOLOGY_PRICE
    s.node = RESEARCH_DIE


def weigh_research(s, weights):
    """Give each category that is not complete equal weight (SP-277)."""
    for category in range(TECHNOLOGIES):
        weights[category] = 1 if is_open(s, category) else 0


def do_research_die(s, category):
    """Add the next technology of the category, which works in this turn (SP-278, SP-279)."""
    s.technology[s.turn * TECHNOLOGIES + category] += 1
    s.node = BUYING


def level_of(s, power, category):
    """Return the number of effective technologies of a category; by the book only two have effects (SP-281)."""
    if s.tech == TECH_BOOK and category != WARHEADS and category != BOMBERS:
        return 0
    return s.technology[power * TECHNOLOGIES + category] + 0


def air_defence_shield(s, power):
    """Return the additional air defence in each own land, which cannot be destroyed (SP-281)."""
    return 1 if level_of(s, power, TACTICAL) > 1 else 0


def extra_range(s):
    """Return the additional borders that planes of the power on turn cross, by long range (SP-281)."""
    return LONG_RANGE if level_of(s, s.turn, TACTICAL) > 0 else 0


def combat_moves(s, kind):
    """Return the moves of infantry or tanks in combat, one more by mobility (SP-123, SP-281)."""
    return (TANK_MOVES if kind == TANK else 1) + (1 if level_of(s, s.turn, TACTICAL) == TECH_LEVELS else 0)


def technology_income(s, power):
    """Return the income of the technologies of the economy, five each."""
    return TECHNOLOGY_INCOME * level_of(s, power, ECONOMY)


def has_stealth(s, power):
    """Return whether the power has stealth: fighters defend at one more and evade air defence."""
    return level_of(s, power, AIR_POWER) > 0


def has_guided_missiles(s):
    """Return whether the power on turn can place hits of planes on tanks and artillery (SP-281)."""
    return level_of(s, s.turn, AIR_POWER) > 1


def has_radar(s, power):
    """Return whether the power has radar, for fighters against raids and in attacks (SP-281)."""
    return level_of(s, power, AIR_POWER) == TECH_LEVELS


def submarine_bonus(s, power):
    """Return the bonus of submarines in attack and defence, 1 by homing torpedoes."""
    return 1 if level_of(s, power, TORPEDOES) > 0 else 0


def has_cruise_missiles(s):
    """Return whether submarines and battleships of the power on turn fire at land (SP-281)."""
    return level_of(s, s.turn, TORPEDOES) > 1


def has_land_attack_missiles(s):
    """Return whether battleships fire twice and the attacker places such hits (SP-281)."""
    return level_of(s, s.turn, TORPEDOES) == TECH_LEVELS


def plane_attack_bonus(s):
    """Return the bonus of attacking planes of the power on turn, 1 by smart bombs."""
    return 1 if level_of(s, s.turn, BOMBERS) > 1 else 0


def bomber_dice(s):
    """Return the dice of a bomber in an attack, more by heavy bombers; by the book only in raids."""
    return 1 if s.tech == TECH_BOOK else raid_dice_of_each(s)


def raid_dice_of_each(s):
    """Return the dice of a bomber in a raid: two by heavy bombers, three by the last technology (SP-285)."""
    level = level_of(s, s.turn, BOMBERS)
    return 1 if level == 0 else TECH_LEVELS if level == TECH_LEVELS else 2


def missile_range(s):
    """Return the range of missiles, one more for each technology of warheads."""
    return MISSILE_RANGE + level_of(s, s.turn, WARHEADS)


def missile_dice(s):
    """Return the dice of a missile on land, one more each by chemical and biological warheads."""
    return MISSILE_DICE + max(0, level_of(s, s.turn, WARHEADS) - 1)


def railway_reach(s, land, moves):
    """Return the own lands reached over own land only, as two words (SP-272 to SP-274)."""
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
