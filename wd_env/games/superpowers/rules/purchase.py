"""Purchase, and the new capital of a power that lost its own (SP-021 to SP-031, SP-164 to SP-169, SP-258)."""

from wd_env.games.superpowers.definitions.actions import (
    BUY_ANTI_BALLISTICS,
    BUY_CENTRE,
    BUY_COMPLEX,
    BUY_RAILWAY,
    DEMOTE,
    END,
    FIRST_BOX,
    FIRST_SPACE,
    FIRST_WHAT,
    REPAIR,
    RESEARCH,
    SURRENDER,
    UNBUY,
)
from wd_env.games.superpowers.definitions.board_constants import CAPITAL
from wd_env.games.superpowers.definitions.decision_codes import (
    ASKING,
    BOX,
    BUY,
    BUY_WHERE,
    BUYING,
    NEW_CAPITAL,
    NEXT_BUYER,
)
from wd_env.games.superpowers.definitions.rule_constants import (
    AIR_DEFENCE,
    BASIC,
    BOX_LIMIT,
    BOX_PRICE,
    BOXES,
    CAPITAL_CENTRES,
    COMPLEX_PRICE,
    DECK_ROWS,
    HELD_WITH_COMPLEX,
    INFANTRY,
    INFANTRY_INCLUDED,
    IS_ADVANCED,
    IS_SHIP,
    KINDS,
    LAND_LIMIT,
    LANDS,
    LOWEST_PRICE,
    NO_BASE,
    NO_KIND,
    NOWHERE,
    PRICE,
    SHARES,
    SOLD_AT_ONCE,
    SUPER_BATTLESHIP,
    ZONES,
)
from wd_env.games.superpowers.rules.joint_purchase import forget_deck, give_back
from wd_env.games.superpowers.rules.ports import complex_lands, has_free_port
from wd_env.games.superpowers.rules.sets import mark_shares, share_amount
from wd_env.games.superpowers.rules.super_battleships import demote, forget_boxes, repair_zone, super_zone
from wd_env.games.superpowers.rules.technology import may_research, may_upgrade, research, upgrade
from wd_env.games.superpowers.rules.victory import surrender


def choose_capital(s):
    """Move the capital to the only own land with a complex, or open the choice (SP-258, SP-259, R14)."""
    found = 0
    last = NOWHERE
    for land in range(LANDS):
        if s.base[land] == HELD_WITH_COMPLEX:
            found += 1
            last = land
    if found > 1:
        s.node = NEW_CAPITAL
        return
    if found == 1:
        move_capital(s, last)
    s.node = BUYING


def can_new_capital(s, mask):
    """Mark own lands with a production complex (SP-258)."""
    for land in range(LANDS):
        if s.base[land] == HELD_WITH_COMPLEX:
            mask[FIRST_SPACE + land] = 1


def do_new_capital(s, a):
    move_capital(s, a - FIRST_SPACE)
    s.node = BUYING


def move_capital(s, land):
    s.capital[s.turn] = land
    s.relocated[s.turn] = 1


def do_buying(s, _):
    """Open a purchase while there are a capital and enough credits, or one to cancel (SP-022, SP-031)."""
    if s.capital[s.turn] == NOWHERE or (s.credit < LOWEST_PRICE[s.price_list] and not can_give_back(s)):
        end_purchase(s)
    else:
        s.node = BUY


def can_give_back(s):
    """Return whether the power can cancel what it bought at the start of the round (SP-022)."""
    return s.joint_buying == 0 and s.joint_cost[s.turn] > 0


def end_purchase(s):
    """End the purchase: combat begins, or in a joint purchase the next power buys."""
    if s.joint_buying:
        s.node = NEXT_BUYER
        return
    if s.joint_purchase:
        forget_deck(s)
    s.node = ASKING


def price_of(s, kind):
    """Return the price of a kind, or 0 if the rule set does not have it (SP-320)."""
    return 0 if IS_ADVANCED[kind] and s.ruleset == BASIC else PRICE[KINDS * s.price_list + kind]


def has_base(s):
    """Return whether an own land has had a complex since the turn began (SP-105)."""
    for land in range(LANDS):
        if s.base[land] == HELD_WITH_COMPLEX:
            return True
    return False


def lots_of(s, kind):
    """Return how many purchases of a kind the credits allow; a power has one super battleship (SP-207)."""
    lots = s.credit // price_of(s, kind)
    if kind != SUPER_BATTLESHIP:
        return lots
    owned = s.deck[kind] + s.joint_deck[s.turn * DECK_ROWS + kind] + (super_zone(s, s.turn) < ZONES)
    return min(lots, 1) if owned == 0 else 0


def can_buy(s, mask):
    """Mark what the credits allow and has a place, and other actions of the purchase (SP-025, SP-168, Q40)."""
    mask[END] = 1
    if s.allow_surrender and s.joint_buying == 0:
        mask[SURRENDER] = 1
    if can_give_back(s):
        mask[UNBUY] = 1
    is_base = has_base(s)
    has_port = has_free_port(s)
    c0, c1 = complex_lands(s)
    for kind in range(KINDS):
        price = price_of(s, kind)
        if price > 0 and (is_base or (kind == AIR_DEFENCE and c0 + c1 > 0)):
            if has_port or IS_SHIP[kind] == 0:
                lots = lots_of(s, kind)
                mark_shares(mask, kind, lots, lots)
    if s.joint_buying == 0 and super_zone(s, s.turn) < ZONES:
        mask[DEMOTE] = 1
    if may_upgrade(s, s.railway[s.turn]):
        mask[BUY_RAILWAY] = 1
    if may_upgrade(s, s.anti_ballistics[s.turn]):
        mask[BUY_ANTI_BALLISTICS] = 1
    if may_research(s):
        mask[RESEARCH] = 1
    if s.credit >= COMPLEX_PRICE and s.joint_buying == 0:
        if repair_zone(s) < ZONES:
            mask[REPAIR] = 1
        for land in range(LANDS):
            if may_get_complex(s, land):
                mask[BUY_COMPLEX] = 1
            if may_get_centre(s, land):
                mask[BUY_CENTRE] = 1
            if may_be_repaired(s, land):
                mask[REPAIR] = 1


def may_be_repaired(s, land):
    """Return whether the land, held since the turn began, has a damaged complex (SP-294)."""
    return s.base[land] != NO_BASE and s.damage[land] > 0


def may_get_complex(s, land):
    """Return whether a land held since the turn began has no production complex (SP-164, SP-168, R41)."""
    return s.base[land] != NO_BASE and s.complexes[land] < LAND_LIMIT


def may_get_centre(s, land):
    """Return whether a land held since the turn began has room for a centre (SP-167, SP-168, Q05)."""
    limit = CAPITAL_CENTRES if land == CAPITAL[s.turn] else LAND_LIMIT
    return s.base[land] != NO_BASE and s.centres[land] < limit


def do_buy(s, a):
    """Put units on deck, open the land of a complex, or carry out another action (SP-024)."""
    if a == END:
        end_purchase(s)
    elif a == SURRENDER:
        surrender(s)
    elif a == DEMOTE:
        demote(s)
        s.node = BUYING
    elif a == UNBUY:
        give_back(s)
        s.node = BUYING
    elif a == BUY_RAILWAY or a == BUY_ANTI_BALLISTICS:
        upgrade(s, a)
    elif a == RESEARCH:
        research(s)
    elif a == BUY_COMPLEX or a == BUY_CENTRE or a == REPAIR:
        s.amount = a
        s.node = BUY_WHERE
    else:
        kind = (a - FIRST_WHAT) // SHARES
        price = price_of(s, kind)
        lots = share_amount((a - FIRST_WHAT) % SHARES, lots_of(s, kind))
        s.credit -= lots * price
        s.deck[kind] += lots * SOLD_AT_ONCE[KINDS * s.price_list + kind]
        s.deck[INFANTRY] += lots * INFANTRY_INCLUDED[KINDS * s.price_list + kind]
        s.node = BUYING
        if kind == SUPER_BATTLESHIP:
            forget_boxes(s, s.turn)
            s.node = BOX if s.credit >= BOX_PRICE[s.price_list] else BUYING


def can_box(s, mask):
    """Mark the boxes of the new super battleship that the credits allow, and stopping (SP-208, Q10)."""
    mask[END] = 1
    for box in range(BOXES):
        if may_get_box(s, box):
            mask[FIRST_BOX + box] = 1


def may_get_box(s, box):
    return s.credit >= BOX_PRICE[s.price_list] and s.boxes[s.turn * BOXES + box] < BOX_LIMIT[box]


def do_box(s, a):
    """Pay for a box at once, and open the next choice if another can be bought (SP-208)."""
    s.node = BUYING
    if a != END:
        s.boxes[s.turn * BOXES + a - FIRST_BOX] += 1
        s.credit -= BOX_PRICE[s.price_list]
        for box in range(BOXES):
            if may_get_box(s, box):
                s.node = BOX


def can_buy_where(s, mask):
    """Mark lands for the new complex, or with a damaged one (SP-164, SP-167, SP-168, SP-294)."""
    for land in range(LANDS):
        if s.amount == BUY_COMPLEX and may_get_complex(s, land):
            mask[FIRST_SPACE + land] = 1
        if s.amount == BUY_CENTRE and may_get_centre(s, land):
            mask[FIRST_SPACE + land] = 1
        if s.amount == REPAIR and may_be_repaired(s, land):
            mask[FIRST_SPACE + land] = 1
    if s.amount == REPAIR and repair_zone(s) < ZONES:
        mask[FIRST_SPACE + LANDS + repair_zone(s)] = 1


def do_buy_where(s, a):
    """Build or repair at once; units are placed at a new complex from the next turn on (SP-165)."""
    if a >= FIRST_SPACE + LANDS:
        s.super_damage[s.turn] = 0
    elif s.amount == REPAIR:
        s.damage[a - FIRST_SPACE] = 0
    elif s.amount == BUY_COMPLEX:
        s.complexes[a - FIRST_SPACE] += 1
    else:
        s.centres[a - FIRST_SPACE] += 1
    s.credit -= COMPLEX_PRICE
    s.amount = 0
    s.kind = NO_KIND
    s.node = BUYING
