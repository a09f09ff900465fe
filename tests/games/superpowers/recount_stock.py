"""The stock of a table of Superpowers, recounted: the numbers of units and buildings, and their costs."""

from tests.games.superpowers.invariants import (
    BONUSES,
    BUILDINGS_ARE_PAID,
    CENTRES,
    COMPLEXES,
    CREDIT,
    DAMAGES,
    GARRISON,
    JOINT_BUYING,
    MODE,
    NEUTRAL_CAPITALS,
    NEUTRALS,
    NODE,
    RESEARCHED,
    SMALL,
    SUPER_BOXES,
    SUPER_DAMAGE,
    SURRENDERED,
    TURN,
    UNITS,
    UNITS_ARE_PAID,
    UNITS_NOW,
    WHOLE,
)
from wd_env.games.superpowers.definitions.actions import RAID
from wd_env.games.superpowers.definitions.board_constants import CAPITAL
from wd_env.games.superpowers.definitions.decision_codes import BONUS, BOX, BUY, BUY_WHERE, PORT, START_INFANTRY
from wd_env.games.superpowers.definitions.rule_constants import (
    BATTLESHIP,
    BOMBER,
    BONUS_STRIKE,
    BOUNTY_INFANTRY,
    BOUNTY_TANKS,
    BOX_PRICE,
    BOXES,
    CAPTURE_STRIKE,
    CARGO_KINDS,
    CARGO_ROWS,
    COMPLEX_PRICE,
    DECK_ROWS,
    FIGHTER,
    INFANTRY,
    INFANTRY_INCLUDED,
    KINDS,
    LAND_KINDS,
    LAND_ROWS,
    LANDS,
    NEUTRAL,
    POWERS,
    PRICE,
    RANGES,
    SEA_KINDS,
    SEA_ROWS,
    SOLD_AT_ONCE,
    SPACES,
    SUPER_BATTLESHIP,
    TANK,
    TECHNOLOGIES,
    TECHNOLOGY_PRICE,
    TRANSPORT,
    ZONES,
)

NOT_FOR_SALE = 0 - 1
MOST_CHANGE = 2  # credits of a bonus that buy nothing at the prices of the online game


def count_units(s, memory):
    """Count all units of each kind, including those in the air and on deck."""
    for kind in range(KINDS):
        memory[UNITS_NOW + kind] = s.engaged[kind] + s.deck[kind]  # recounted by `recount_battle`
    memory[UNITS_NOW + TRANSPORT] -= landing_transports(s)  # these stay at sea
    for power in range(POWERS):
        for row in range(LAND_ROWS):
            total = 0
            for at in range((power * LAND_ROWS + row) * LANDS, (power * LAND_ROWS + row + 1) * LANDS):
                total += s.land_units[at]
            memory[UNITS_NOW + LAND_KINDS[row]] += total
        for row in range(SEA_ROWS):
            total = 0
            for at in range((power * SEA_ROWS + row) * ZONES, (power * SEA_ROWS + row + 1) * ZONES):
                total += s.sea_units[at]
            memory[UNITS_NOW + SEA_KINDS[row]] += total
        for row in range(CARGO_ROWS):
            total = 0
            for at in range((power * CARGO_ROWS + row) * ZONES, (power * CARGO_ROWS + row + 1) * ZONES):
                total += s.cargo[at]
            memory[UNITS_NOW + CARGO_KINDS[row]] += total
        if s.joint_buying == 1 or power != s.turn:  # in the power's own turn they are on deck
            for kind in range(DECK_ROWS):
                memory[UNITS_NOW + kind] += s.joint_deck[power * DECK_ROWS + kind]
    for at in range(RANGES * SPACES):
        memory[UNITS_NOW + FIGHTER] += s.aloft[at]
        memory[UNITS_NOW + BOMBER] += s.aloft[RANGES * SPACES + at]


def landing_transports(s):
    total = 0
    for zone in range(ZONES):
        total += s.landing_ships[zone]
    return total


def recount_stock(s, memory, same_turn):
    """Check that units, complexes and centres come from set-up, bounty or purchase, and that purchases are paid."""
    neutrals = 0
    complexes = 0
    centres = 0
    for land in range(LANDS):
        neutrals += s.holder[land] == NEUTRAL
        complexes += s.complexes[land]
        centres += s.centres[land]
    repaired = memory[DAMAGES]
    for land in range(LANDS):
        repaired -= s.damage[land]
    conquests = memory[NEUTRALS] - neutrals
    if conquests < 0:
        return UNITS_ARE_PAID
    bombed = centres < memory[CENTRES] or repaired < 0
    if complexes < memory[COMPLEXES] or (bombed and memory[MODE] != RAID):
        return BUILDINGS_ARE_PAID
    if (
        memory[NODE] == PORT
        or memory[NODE] == START_INFANTRY
        or small_side(s) != memory[SMALL]
        or s.surrendered[memory[TURN]] != memory[SURRENDERED + memory[TURN]]
    ):
        return WHOLE
    if s.credit > memory[CREDIT] and is_given_back(s, memory, same_turn):
        return WHOLE
    price = price_of(s, memory, conquests, 1)
    if memory[NODE] == BONUS and price != NOT_FOR_SALE:  # units as the bonus of a peace treaty (SP-301)
        price -= memory[BONUSES] - sum_of_bonuses(s)
        if price > 0 or (same_turn and price < 0 - MOST_CHANGE):  # unplaced units are lost at the end (Q40)
            return UNITS_ARE_PAID
        price = 0
    built = complexes - memory[COMPLEXES] + max(0, centres - memory[CENTRES]) - free_complexes(s, memory)
    built += max(0, repaired)
    if memory[NODE] == BUY_WHERE:
        built += memory[SUPER_DAMAGE] > sum_of_super_damage(s)
    if memory[NODE] == BOX and price != NOT_FOR_SALE:
        price += BOX_PRICE[s.price_list] * (sum_of_boxes(s) - memory[SUPER_BOXES])
    spent = memory[CREDIT] - s.credit
    if built < 0 or price == NOT_FOR_SALE:
        return BUILDINGS_ARE_PAID if built < 0 else UNITS_ARE_PAID
    more = researched(s) - memory[RESEARCHED]
    price += COMPLEX_PRICE * built + TECHNOLOGY_PRICE * more
    if (same_turn and price != spent) or price > memory[CREDIT] or more < 0:
        return UNITS_ARE_PAID
    return WHOLE


def researched(s):
    """Return the number of technologies and upgrades of all powers, which are never lost."""
    total = 0
    for power in range(POWERS):
        total += s.railway[power] + s.anti_ballistics[power]
        for at in range(power * TECHNOLOGIES, (power + 1) * TECHNOLOGIES):
            total += s.technology[at]
    return total


def small_side(s):
    """Return a number that changes when the small alliance is declared or gets units (SP-314)."""
    total = 0
    for power in range(POWERS):
        total += s.small[power] + POWERS * s.small_infantry[power]
    return total


def sum_of_bonuses(s):
    total = 0
    for power in range(POWERS):
        total += s.bonus[power]
    return total


def is_given_back(s, memory, same_turn):
    """Return whether a joint purchase was undone and its price returned (SP-022)."""
    if not same_turn or memory[NODE] != BUY or memory[JOINT_BUYING] == 1 or s.joint_cost[s.turn] > 0:
        return False
    boxes = BOX_PRICE[s.price_list] * (memory[SUPER_BOXES] - sum_of_boxes(s))
    return price_of(s, memory, 0, 0 - 1) + boxes == s.credit - memory[CREDIT]


def sum_of_boxes(s):
    """Return the number of boxes of all super battleships."""
    count = 0
    for at in range(POWERS * BOXES):
        count += s.boxes[at]
    return count


def sum_of_super_damage(s):
    count = 0
    for power in range(POWERS):
        count += s.super_damage[power]
    return count


def price_of(s, memory, conquests, sign):
    """Return the price of all new units except bounties, or with sign -1 of all units that are gone.

    The result is NOT_FOR_SALE if one has no price.
    """
    first = KINDS * s.price_list
    price = 0
    included = 0
    infantry = 0
    for kind in range(KINDS):
        more = sign * (memory[UNITS_NOW + kind] - memory[UNITS + kind])
        if kind == INFANTRY:
            infantry = more - BOUNTY_INFANTRY * conquests
            if infantry > 0 and sign == 1 and s.general_bonus and BONUS_STRIKE[memory[TURN]] == CAPTURE_STRIKE:
                infantry -= memory[GARRISON] > 0  # one unit of the garrison changes sides (SP-318)
        else:
            more -= BOUNTY_TANKS * conquests if kind == TANK else 0
            if kind == BATTLESHIP and memory[NODE] == BUY and sign == 1:  # a demoted super battleship
                more -= max(0, memory[UNITS + SUPER_BATTLESHIP] - memory[UNITS_NOW + SUPER_BATTLESHIP])
            if more > 0 and PRICE[first + kind] == 0:
                return NOT_FOR_SALE
            if more > 0:
                price += PRICE[first + kind] * more
                included += INFANTRY_INCLUDED[first + kind] * more
    if infantry > included:
        price += PRICE[first + INFANTRY] * (infantry - included) // SOLD_AT_ONCE[first + INFANTRY]
    return price


def free_complexes(s, memory):
    """Return the number of complexes that come with conquered neutral capitals (SP-080)."""
    neutral = 0
    for power in range(POWERS):
        neutral += s.holder[CAPITAL[power]] == NEUTRAL
    return memory[NEUTRAL_CAPITALS] - neutral


def remember_units(memory):
    for kind in range(KINDS):
        memory[UNITS + kind] = memory[UNITS_NOW + kind]
