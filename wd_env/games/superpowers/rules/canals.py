"""Permission of canal holders for ships to pass, by option (SP-251 to SP-254, R31)."""

from wd_env.games.superpowers.definitions.actions import NO, YES
from wd_env.games.superpowers.definitions.board_constants import CANAL_LANDS, CANAL_ZONES, CANALS, NEAR_SEA
from wd_env.games.superpowers.definitions.decision_codes import ASKING, FIGHTING, PERMIT
from wd_env.games.superpowers.definitions.rule_constants import (
    CANAL_ASKS,
    CANAL_LAND_LIMIT,
    NEUTRAL,
    NOWHERE,
    WORDS,
)
from wd_env.games.superpowers.rules.fleets import fleet_zones
from wd_env.games.superpowers.rules.friends import is_ally
from wd_env.games.superpowers.rules.routes import is_canal_open
from wd_env.games.superpowers.rules.sets import bit_1, bit_2


def do_asking(s, _):
    """Ask each holder of a land at a closed canal that ships could pass in this turn, then begin combat."""
    while s.canal_permission == CANAL_ASKS and s.canal_asked < CANALS * CANAL_LAND_LIMIT:
        canal = s.canal_asked // CANAL_LAND_LIMIT
        holder = holder_to_ask(s, s.canal_asked)
        if holder != NEUTRAL and not is_canal_open(s, canal) and is_near(s, canal):
            s.seat = holder
            s.node = PERMIT
            return
        s.canal_asked += 1
    s.seat = s.turn
    s.node = FIGHTING


def holder_to_ask(s, number):
    """Return the power to ask for a land of a canal, or NEUTRAL if none or asked already."""
    land = CANAL_LANDS[number]
    if land == NOWHERE:
        return NEUTRAL
    holder = s.holder[land]
    if holder == NEUTRAL or is_ally(s, s.turn, holder) or s.in_play[holder] == 0 or s.surrendered[holder] == 1:
        return NEUTRAL
    for before in range(number // CANAL_LAND_LIMIT * CANAL_LAND_LIMIT, number):
        other = CANAL_LANDS[before]
        if other != NOWHERE and s.holder[other] == holder:
            return NEUTRAL
    return holder


def is_near(s, canal):
    """Return whether a ship of the power on turn is near enough to pass the canal in this turn."""
    w1, w2 = fleet_zones(s, s.turn)
    for side in range(2):
        space = CANAL_ZONES[2 * canal + side]
        n1 = NEAR_SEA[space * WORDS + 1] | bit_1(space)
        n2 = NEAR_SEA[space * WORDS + 2] | bit_2(space)
        if (w1 & n1) | (w2 & n2) != 0:
            return True
    return False


def can_permit(s, mask):
    """Mark permitting and refusing passage of the canal in this turn (R31)."""
    mask[YES] = 1
    mask[NO] = 1


def do_permit(s, a):
    if a == YES:
        s.canal_granted[s.canal_asked // CANAL_LAND_LIMIT] = 1
    s.canal_asked += 1
    s.node = ASKING
