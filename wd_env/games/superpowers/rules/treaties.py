"""Peace treaties and alliances: offers, answers, payment and ends (SP-295 to SP-310, R13, R19, R26)."""

from wd_env.games.superpowers.definitions.actions import FIRST_POWER_ACTION, FIRST_WHAT, NO, YES
from wd_env.games.superpowers.definitions.decision_codes import BONUS, DISSOLVE_WITH, DROP, MOVING, RESPOND, TREATING
from wd_env.games.superpowers.definitions.rule_constants import (
    ALLIANCE_LIMIT,
    ALLIED,
    FIRST_TREATY_ROUND,
    KINDS,
    LAND_ROW,
    LOWEST_PRICE,
    NO_ROW,
    NOBODY,
    NOWHERE,
    PEACE,
    POWERS,
    SHARES,
    SOLD_AT_ONCE,
    TREATY_BONUS,
    WAR,
)
from wd_env.games.superpowers.rules.purchase import price_of
from wd_env.games.superpowers.rules.relations import has_lasted, set_relation
from wd_env.games.superpowers.rules.sets import mark_shares, share_amount
from wd_env.games.superpowers.rules.small_side import has_small_side
from wd_env.games.superpowers.rules.stock import add_on_land, add_spent_on_land
from wd_env.games.superpowers.rules.victory import count_capitals, note_early_teams, survive


def takes_part(s, power):
    """Return whether the power can be a partner: in the game and not surrendered."""
    return s.in_play[power] == 1 and s.surrendered[power] == 0


def may_offer_to(s, power):
    """Return whether the power on turn may offer a treaty to this power (SP-300, SP-305, SP-307, R19).

    Peace needs a full round without an act of war, an alliance a full round of peace.
    """
    if power == s.turn or not takes_part(s, power) or s.relation[s.turn * POWERS + power] == ALLIED:
        return False
    if s.relation[s.turn * POWERS + power] == PEACE:
        if s.small[s.turn] or s.small[power] or ALLIANCE_LIMIT[s.players] == 0:
            return False
    return has_lasted(s, s.turn, power)


def may_offer(s):
    """Return whether a treaty may be offered: once a turn, not in the first round (SP-297, SP-298, SP-300)."""
    if s.offered == 1 or s.round < FIRST_TREATY_ROUND:
        return False
    for power in range(POWERS):
        if may_offer_to(s, power):
            return True
    return False


def is_other_ally(s, power, other):
    """Return whether a power may leave this ally of another player; a small alliance stays (R56, Q54)."""
    is_allied = s.relation[power * POWERS + other] == ALLIED and s.owner[power] != s.owner[other]
    return other != power and s.small[power] == 0 and takes_part(s, other) and is_allied


def has_ally(s):
    """Return whether the power on turn has an alliance to dissolve (Q48)."""
    return count_allies(s, s.turn) > 0


def count_allies(s, power):
    count = 0
    for other in range(POWERS):
        count += 1 if is_other_ally(s, power, other) else 0
    return count


def alliance_limit(s):
    """Return the maximum number of allies, which a small alliance reduces (SP-307, R56)."""
    return s.players - s.players // 2 - 1 if has_small_side(s) else ALLIANCE_LIMIT[s.players]


def can_offer_to(s, mask):
    """Mark powers to offer a treaty: peace to an enemy, an alliance to a partner (SP-295 to SP-305)."""
    for power in range(POWERS):
        if may_offer_to(s, power):
            mask[FIRST_POWER_ACTION + power] = 1


def do_offer_to(s, a):
    """Record the partner and open its answer (SP-299)."""
    s.offered = 1
    s.partner = a - FIRST_POWER_ACTION
    s.seat = s.partner
    s.node = RESPOND


def can_respond(s, mask):
    """Mark accepting and refusing (SP-299)."""
    mask[YES] = 1
    mask[NO] = 1


def do_respond(s, a):
    """Make the treaty if it is accepted, and pay for a first one (SP-301, SP-302)."""
    if a == YES and s.relation[s.turn * POWERS + s.partner] == WAR:
        set_relation(s, s.turn, s.partner, PEACE)
        pay_bonus(s)
    elif a == YES:
        set_relation(s, s.turn, s.partner, ALLIED)
    s.node = TREATING


def pay_bonus(s):
    """Give each power with a capital the bonus of a first treaty, once for each pair (SP-301, R26)."""
    if s.paid[s.turn * POWERS + s.partner] == 1:
        return
    s.paid[s.turn * POWERS + s.partner] = 1
    s.paid[s.partner * POWERS + s.turn] = 1
    if s.capital[s.turn] != NOWHERE:
        s.bonus[s.turn] = TREATY_BONUS
    if s.capital[s.partner] != NOWHERE:
        s.bonus[s.partner] = TREATY_BONUS


def do_treating(s, _):
    """Open the bonuses, then alliances over the limit, those of the proposer first (SP-301, SP-308)."""
    for number in range(2):
        power = s.turn if number == 0 else s.partner
        if s.bonus[power] >= LOWEST_PRICE[s.price_list]:
            s.seat = power
            s.node = BONUS
            return
        s.bonus[power] = 0
    if s.relation[s.turn * POWERS + s.partner] == ALLIED:
        for number in range(2):
            power = s.turn if number == 0 else s.partner
            if count_allies(s, power) > alliance_limit(s):
                ask_whom_to_drop(s, power)
                return
        if s.six_capitals and not s.free_for_all:
            note_early_teams(s, s.turn, s.partner)  # a team with five capitals when it allies needs six (SP-267)
        count_capitals(s)
    s.partner = NOBODY
    if not survive(s):
        s.node = MOVING


def can_bonus(s, mask):
    """Mark land units and planes that the bonus can pay for (SP-301)."""
    for kind in range(KINDS):
        price = price_of(s, kind)
        if price > 0 and LAND_ROW[kind] != NO_ROW:
            lots = s.bonus[s.seat] // price
            mark_shares(mask, kind, lots, lots)


def do_bonus(s, a):
    """Put the units on the capital; they move from the next own turn on (SP-301)."""
    kind = (a - FIRST_WHAT) // SHARES
    price = price_of(s, kind)
    lots = share_amount((a - FIRST_WHAT) % SHARES, s.bonus[s.seat] // price)
    s.bonus[s.seat] -= lots * price
    count = lots * SOLD_AT_ONCE[KINDS * s.price_list + kind]
    if s.seat == s.turn:
        add_spent_on_land(s, LAND_ROW[kind], s.capital[s.seat], count)
    else:
        add_on_land(s, s.seat, LAND_ROW[kind], s.capital[s.seat], count)
    s.node = TREATING


def ask_whom_to_drop(s, power):
    """End the alliance with the only older ally, or open the choice of one (SP-308)."""
    s.seat = power
    found = 0
    last = NOBODY
    for other in range(POWERS):
        if may_drop(s, other):
            found += 1
            last = other
    if found > 1:
        s.node = DROP
    else:
        end_alliance(s, power, last)
        s.node = TREATING


def may_drop(s, power):
    """Return whether the power is an ally of the seat to move, but not its newest one."""
    newest = s.partner if s.seat == s.turn else s.turn
    return power != newest and is_other_ally(s, s.seat, power)


def can_drop(s, mask):
    """Mark the allies that can be dropped to a peace treaty (SP-308)."""
    for power in range(POWERS):
        if may_drop(s, power):
            mask[FIRST_POWER_ACTION + power] = 1


def do_drop(s, a):
    end_alliance(s, s.seat, a - FIRST_POWER_ACTION)
    s.node = TREATING


def end_alliance(s, power, other):
    """Replace an alliance by a peace treaty (SP-308, Q48)."""
    set_relation(s, power, other, PEACE)
    count_capitals(s)


def begin_dissolving(s):
    """End the only alliance of the power on turn, or open the choice of one (Q48)."""
    found = 0
    last = NOBODY
    for power in range(POWERS):
        if is_other_ally(s, s.turn, power):
            found += 1
            last = power
    if found > 1:
        s.node = DISSOLVE_WITH
    else:
        end_alliance(s, s.turn, last)
        s.node = MOVING


def can_dissolve_with(s, mask):
    """Mark own allies, with whom a peace treaty remains (Q47, Q48)."""
    for power in range(POWERS):
        if is_other_ally(s, s.turn, power):
            mask[FIRST_POWER_ACTION + power] = 1


def do_dissolve_with(s, a):
    end_alliance(s, s.turn, a - FIRST_POWER_ACTION)
    s.node = MOVING
