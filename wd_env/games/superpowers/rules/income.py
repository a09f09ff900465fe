"""The production chart (SP-111 to SP-118, R1)."""

from wd_env.games.superpowers.definitions.board_constants import CAPITAL, HOME, LANDS_OF, PRINTED_VALUE
from wd_env.games.superpowers.definitions.rule_constants import (
    BY_CRITERIA,
    BY_PRINT,
    CAPITAL_INCOME,
    CENTRE_INCOME,
    EMPIRE_INCOME,
    LANDS,
    NEUTRAL,
    NOWHERE,
    POWERS,
    RULER_INCOME,
    RULER_ROW,
    SMALL_BONUS,
)
from wd_env.games.superpowers.rules.stock import land_index
from wd_env.games.superpowers.rules.technology import technology_income
from wd_env.games.superpowers.rules.victory import end_turn_or_game


def income_of(s, power):
    """Return the income by criteria or printed values, 0 without a capital (SP-111, SP-248, SP-259, Q01)."""
    if s.capital[power] == NOWHERE:
        return 0
    total = technology_income(s, power) + SMALL_BONUS[s.players] * s.small[power]
    for land in range(LANDS):
        if s.holder[land] == power:
            total += CENTRE_INCOME * s.centres[land] - CENTRE_INCOME * s.damage[land]
            if s.income_model == BY_PRINT:
                total += PRINTED_VALUE[land]
            if s.land_units[land_index(power, RULER_ROW, land)] > 0 and land != s.capital[power]:
                total += RULER_INCOME
    for empire in range(POWERS if s.income_model == BY_CRITERIA else 0):
        if s.holder[CAPITAL[empire]] == power:
            total += CAPITAL_INCOME
        if holds_empire(s, power, empire):
            total += EMPIRE_INCOME
    return max(0, total)


def holds_empire(s, power, empire):
    """Return whether the power holds every land of an empire (SP-113, Q06)."""
    count = 0
    for land in range(LANDS):
        if HOME[land] == empire and s.holder[land] == power:
            count += 1
    return empire != NEUTRAL and count == LANDS_OF[empire]


def do_collecting(s, _):
    """Replace the production, clear unused credits, and end the turn (SP-029, SP-117)."""
    s.production[s.turn] = income_of(s, s.turn)
    s.credit = 0
    end_turn_or_game(s)
