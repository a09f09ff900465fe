"""Purchase, and the capital of a power that lost its own (SP-021 to SP-031, SP-164 to SP-169, SP-258)."""

from wd_env.games.superpowers.definitions.actions import (
    BUY_CENTRE,
    BUY_COMPLEX,
    END,
    FIRST_SPACE,
    FIRST_WHAT,
    SURRENDER,
)
from wd_env.games.superpowers.definitions.board_constants import CAPITAL
from wd_env.games.superpowers.definitions.decision_codes import BUY, BUY_WHERE, BUYING, FIGHTING, NEW_CAPITAL
from wd_env.games.superpowers.definitions.rule_constants import (
    CAPITAL_CENTRES,
    COMPLEX_PRICE,
    HELD_WITH_COMPLEX,
    INFANTRY,
    INFANTRY_INCLUDED,
    IS_SHIP,
    KINDS,
    LAND_LIMIT,
    LANDS,
    MONEY_STEP,
    NO_BASE,
    NO_KIND,
    NOWHERE,
    PRICE,
    SHARES,
    SOLD_AT_ONCE,
)
from wd_env.games.superpowers.rules.ports import has_free_port
from wd_env.games.superpowers.rules.sets import mark_shares, share_amount
from wd_env.games.superpowers.rules.victory import surrender


def choose_capital(s):
    """Of several own lands with a complex the owner chooses; without one there is none (SP-258, SP-259, R14)."""
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
    """Own land with a production complex (SP-258)."""
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
    """While there is money and a capital something may be bought (SP-031)."""
    if s.credit < MONEY_STEP or s.capital[s.turn] == NOWHERE:
        s.node = FIGHTING
    else:
        s.node = BUY


def has_base(s):
    """Own land where a complex has stood since the turn began (SP-105)."""
    for land in range(LANDS):
        if s.base[land] == HELD_WITH_COMPLEX:
            return True
    return False


def can_buy(s, mask):
    """What the money is enough for and what has a place (SP-025, SP-168, Q40)."""
    mask[END] = 1
    if s.allow_surrender:
        mask[SURRENDER] = 1
    if has_base(s):
        has_port = has_free_port(s)
        for kind in range(KINDS):
            if PRICE[kind] > 0 and (has_port or IS_SHIP[kind] == 0):
                lots = s.credit // PRICE[kind]
                mark_shares(mask, kind, lots, lots)
    if s.credit >= COMPLEX_PRICE:
        for land in range(LANDS):
            if may_get_complex(s, land):
                mask[BUY_COMPLEX] = 1
            if may_get_centre(s, land):
                mask[BUY_CENTRE] = 1


def may_get_complex(s, land):
    """Land held since the turn began, without a production complex (SP-164, SP-168, R41)."""
    return s.base[land] != NO_BASE and s.complexes[land] < LAND_LIMIT


def may_get_centre(s, land):
    """Land held since the turn began, with room for an economic centre (SP-167, SP-168, Q05)."""
    limit = CAPITAL_CENTRES if land == CAPITAL[s.turn] else LAND_LIMIT
    return s.base[land] != NO_BASE and s.centres[land] < limit


def do_buy(s, a):
    """Units go on deck; a complex asks for its land (SP-024)."""
    if a == END:
        s.node = FIGHTING
    elif a == SURRENDER:
        surrender(s)
    elif a == BUY_COMPLEX or a == BUY_CENTRE:
        s.amount = a
        s.node = BUY_WHERE
    else:
        kind = (a - FIRST_WHAT) // SHARES
        lots = share_amount((a - FIRST_WHAT) % SHARES, s.credit // PRICE[kind])
        s.credit -= lots * PRICE[kind]
        s.deck[kind] += lots * SOLD_AT_ONCE[kind]
        s.deck[INFANTRY] += lots * INFANTRY_INCLUDED[kind]
        s.node = BUYING


def can_buy_where(s, mask):
    """Land where the complex may stand (SP-164, SP-167, SP-168)."""
    for land in range(LANDS):
        if s.amount == BUY_COMPLEX and may_get_complex(s, land):
            mask[FIRST_SPACE + land] = 1
        if s.amount == BUY_CENTRE and may_get_centre(s, land):
            mask[FIRST_SPACE + land] = 1


def do_buy_where(s, a):
    """It stands at once; units are placed beside a production complex from the next turn on (SP-165)."""
    if s.amount == BUY_COMPLEX:
        s.complexes[a - FIRST_SPACE] += 1
    else:
        s.centres[a - FIRST_SPACE] += 1
    s.credit -= COMPLEX_PRICE
    s.amount = 0
    s.kind = NO_KIND
    s.node = BUYING
