"""Invariants of every table of Superpowers, recounted from scratch (ledger 8): returns the broken invariant, if any.

The module is written in the language of the rules, and takes the board and prices but no rule from them. `random_games`
runs it compiled; the ordinary tests run it interpreted on a few games.
"""

from tests.games.superpowers.invariants import (
    BONUSES,
    BUILDINGS_ARE_PAID,
    CAPITALS_ARE_HELD,
    CENTRES,
    COMPLEXES,
    CREDIT,
    DAMAGES,
    GARRISON,
    GRACE_HOLDS,
    HOLDERS,
    HOLDERS_PLAY,
    INCOME_IS_RIGHT,
    JOINT_BUYING,
    LOST,
    MODE,
    MONEY_IS_THERE,
    NEUTRAL_CAPITALS,
    NEUTRALS,
    NODE,
    ONE_LAND_IN_THE_LIMITED_ROUND,
    PRODUCTION,
    PRODUCTION_STAYS,
    RELATIONS,
    RESEARCHED,
    ROUND,
    ROUNDS_GO_ON,
    SEEN,
    SMALL,
    SUPER_BOXES,
    SUPER_DAMAGE,
    SURRENDERED,
    TAKEN,
    TEAMS_ARE_ALLIED,
    TREATIES_ARE_IN_ORDER,
    TURN,
    WHOLE,
    WINNERS_HAVE_WON,
)
from tests.games.superpowers.recount_stock import (
    count_units,
    recount_stock,
    remember_units,
    researched,
    small_side,
    sum_of_boxes,
    sum_of_super_damage,
)
from tests.games.superpowers.recount_units import (
    recount_battle,
    recount_fighters,
    recount_holds,
    recount_moves,
    recount_places,
)
from wd_env.games.superpowers.definitions.actions import RAID
from wd_env.games.superpowers.definitions.board_constants import CAPITAL, HOME, LANDS_OF, PRINTED_VALUE
from wd_env.games.superpowers.definitions.decision_codes import DEAL_NATION, NATION, OVER, PICK_FIRST
from wd_env.games.superpowers.definitions.rule_constants import (
    ADVANCED,
    ALLIED,
    BY_CAPITALS,
    BY_LIMIT,
    BY_SURVIVAL,
    CAPITAL_INCOME,
    CAPITALS_AFTER_EARLY,
    CAPITALS_TO_WIN,
    CENTRE_INCOME,
    ECONOMY,
    EMPIRE_INCOME,
    GRACE_ROUNDS,
    LAND_ROWS,
    LANDS,
    LIMITED_ROUND,
    MONEY_STEP,
    NEUTRAL,
    NOBODY,
    NOWHERE,
    PEACE,
    POWERS,
    RULER_INCOME,
    RULER_ROW,
    TECHNOLOGIES,
    WAR,
)

BOOK_PRICES = 0  # option `price_list`
MANY_PLAYERS = 6
PUBLIC_TECHNOLOGIES = 0  # option `tech`
PRINTED_INCOME = 1  # option `income_model`


def recount_table(s, memory):
    """Return the first broken invariant of a table, or WHOLE; the memory belongs to its game."""
    if s.node == PICK_FIRST or s.node == NATION or s.node == DEAL_NATION:
        return WHOLE
    broken = recount_places(s) or recount_holds(s) or recount_fighters(s) or recount_moves(s)
    count_units(s, memory)
    broken = broken or recount_battle(s) or recount_money(s) or recount_holders(s) or recount_teams(s, memory)
    broken = broken or recount_end(s) or recount_change(s, memory)
    remember(s, memory)
    return broken


def recount_money(s):
    if s.credit < 0 or s.credit > s.production[s.turn] or (is_in_fives(s) and s.credit % MONEY_STEP != 0):
        return MONEY_IS_THERE
    if s.joint_purchase == 0 and s.joint_buying == 1:
        return MONEY_IS_THERE
    return WHOLE


def is_in_fives(s):
    """Return whether prices and incomes are multiples of five, as in the book (SP-026)."""
    return s.price_list == BOOK_PRICES and s.income_model != PRINTED_INCOME


def recount_holders(s):
    for land in range(LANDS):
        holder = s.holder[land]
        if holder != NEUTRAL and s.in_play[holder] == 0:
            return HOLDERS_PLAY
        if holder == NEUTRAL and s.centres[land] > 0:
            return BUILDINGS_ARE_PAID
    for power in range(POWERS):
        capital = s.capital[power]
        if s.in_play[power] == 1 and capital != NOWHERE and (s.holder[capital] != power or s.complexes[capital] == 0):
            return CAPITALS_ARE_HELD
    return WHOLE


def recount_teams(s, memory):
    """Check that both halves of a relation agree, and that without treaties only surrendered powers leave a team."""
    for power in range(POWERS):
        allies = 0
        for other in range(POWERS):
            relation = s.relation[power * POWERS + other]
            allied = relation == ALLIED
            if relation != s.relation[other * POWERS + power]:
                return TEAMS_ARE_ALLIED
            if power != other and s.nation_of[power] < POWERS and s.nation_of[other] < POWERS:
                same = s.team[s.nation_of[power]] == s.team[s.nation_of[other]]
                gone = s.surrendered[power] == 1 or s.surrendered[other] == 1
                allies += allied and not same and s.in_play[power] == 1 and s.in_play[other] == 1
                if s.treaties == 0 and (allied != (same and not gone) or relation == PEACE):
                    return TEAMS_ARE_ALLIED
                if s.treaties == 1 and ((gone and relation != WAR) or (same and not gone and not allied)):
                    return TREATIES_ARE_IN_ORDER
                if memory[SEEN] == 1 and allied and memory[RELATIONS + power * POWERS + other] == WAR:
                    return TREATIES_ARE_IN_ORDER
        if s.treaties == 1 and s.partner == NOBODY and allies > most_allies(s):
            return TREATIES_ARE_IN_ORDER
    return WHOLE


def most_allies(s):
    """Return the maximum: no alliance with 2 players, one with 4 or 5, two with 6 or 7, three with 8 (SP-307, R19)."""
    return s.players // 2 - 1 if small_side(s) == 0 else s.players - s.players // 2 - 1


def income(s, power):
    """Return the income from the board, by the sums of page 6 (ledger 8.4)."""
    if s.capital[power] == NOWHERE:
        return 0
    total = 0
    total += s.small[power] * (20 if s.players < MANY_PLAYERS else 15)  # the small alliance (SP-313)
    if s.tech == PUBLIC_TECHNOLOGIES:
        total += CENTRE_INCOME * s.technology[power * TECHNOLOGIES + ECONOMY]
    for land in range(LANDS):
        total += PRINTED_VALUE[land] * (s.holder[land] == power) * (s.income_model == PRINTED_INCOME)
    for empire in range(POWERS if s.income_model != PRINTED_INCOME else 0):
        held = 0
        for land in range(LANDS):
            if HOME[land] == empire and s.holder[land] == power:
                held += 1
        total += EMPIRE_INCOME * (held == LANDS_OF[empire]) + CAPITAL_INCOME * (s.holder[CAPITAL[empire]] == power)
    for land in range(LANDS):
        if s.holder[land] == power:
            total += CENTRE_INCOME * (s.centres[land] - s.damage[land])
            is_outside = land != s.capital[power]
            total += RULER_INCOME * (is_outside and s.land_units[(power * LAND_ROWS + RULER_ROW) * LANDS + land] > 0)
    return max(0, total)


def recount_end(s):
    """Check who has won, and by which condition (SP-266 to SP-269, R4)."""
    winners = 0
    for player in range(s.players):
        winners += s.won[player]
    if s.node != OVER:
        return WINNERS_HAVE_WON if winners > 0 or s.truncated == 1 else WHOLE
    if (winners > 0) == (s.truncated == 1):
        return WINNERS_HAVE_WON
    if s.truncated == 1 or s.ended_by == BY_LIMIT:
        if s.max_rounds == 0 or s.round < s.max_rounds:
            return WINNERS_HAVE_WON
    for player in range(s.players):
        for other in range(s.players):
            if s.treaties == 1:  # teams change; whether winners are allied is checked below
                continue
            if (
                s.ended_by == BY_CAPITALS
                and s.won[player] == 1
                and s.won[other] == 1
                and s.team[player] != s.team[other]
            ):
                return WINNERS_HAVE_WON
            if s.team[player] == s.team[other] and s.won[player] != s.won[other] and not has_left(s, player, other):
                return WINNERS_HAVE_WON
    if s.treaties == 1 and s.free_for_all == 0 and s.ended_by == BY_SURVIVAL:
        for power in range(POWERS):
            if s.in_play[power] == 1 and s.surrendered[power] == 0 and s.won[s.owner[power]] == 0:
                return WINNERS_HAVE_WON
    if s.ended_by == BY_CAPITALS:
        held = 0
        needed = CAPITALS_TO_WIN
        for power in range(POWERS):
            is_winner = s.in_play[power] == 1 and s.surrendered[power] == 0 and s.won[s.owner[power]] == 1
            if is_winner and s.six_powers[power] == 1:
                needed = CAPITALS_AFTER_EARLY
        for empire in range(POWERS):
            holder = s.holder[CAPITAL[empire]]
            if holder != NEUTRAL and s.surrendered[holder] == 0 and s.won[s.owner[holder]] == 1:
                held += 1
        if held < needed:
            return WINNERS_HAVE_WON
    return WHOLE


def has_left(s, player, other):
    """Return whether every power of one of the two players is out or has surrendered."""
    one = 0
    two = 0
    for power in range(POWERS):
        if s.in_play[power] == 1 and s.surrendered[power] == 0:
            one += s.owner[power] == player
            two += s.owner[power] == other
    return one == 0 or two == 0


def recount_change(s, memory):
    """Check the changes that one action can make."""
    if memory[SEEN] == 0:
        return WHOLE
    if s.round < memory[ROUND] or (s.max_rounds > 0 and s.round > s.max_rounds):
        return ROUNDS_GO_ON
    same_turn = s.turn == memory[TURN] and s.round == memory[ROUND] and s.joint_buying == memory[JOINT_BUYING]
    broken = recount_conquests(s, memory)
    if broken == WHOLE and s.node != OVER:
        broken = recount_stock(s, memory, same_turn) or recount_production(s, memory, same_turn)
    return broken


def recount_conquests(s, memory):
    """Check that land of powers changes hands only after the grace rounds, one by one in the limited round.

    See SP-060 to SP-063.
    """
    if s.round != memory[ROUND]:
        for power in range(POWERS):
            memory[TAKEN + power] = 0
            memory[LOST + power] = 0
    for land in range(LANDS):
        former = memory[HOLDERS + land]
        holder = s.holder[land]
        if former == holder or former == NEUTRAL or holder == NEUTRAL or memory[SURRENDERED + former] == 1:
            continue
        if memory[ROUND] <= GRACE_ROUNDS:
            return GRACE_HOLDS
        is_later = s.ruleset == ADVANCED and memory[ROUND] > LIMITED_ROUND and s.limited_over == 0
        if (memory[ROUND] == LIMITED_ROUND or is_later) and s.round == memory[ROUND]:
            memory[LOST + former] += 1
            retaken = s.ruleset == ADVANCED and s.lost_land[holder] == land
            if HOME[land] == holder or retaken:  # a freed or retaken land does not count (R16, SP-067)
                continue
            memory[TAKEN + holder] += 1
            if memory[LOST + former] > 1 or memory[TAKEN + holder] > 1:
                return ONE_LAND_IN_THE_LIMITED_ROUND
    return WHOLE


def recount_production(s, memory, same_turn):
    """Check that production is the board's income after its income step, and constant while no land changes hands."""
    changed = small_side(s) != memory[SMALL]
    for land in range(LANDS):
        changed = changed or memory[HOLDERS + land] != s.holder[land]
    former = memory[TURN]
    is_turn_over = not same_turn and memory[JOINT_BUYING] == 0
    if is_turn_over and not changed and s.in_play[former] == 1 and s.surrendered[former] == 0:
        if s.production[former] != income(s, former):
            return INCOME_IS_RIGHT
    for power in range(POWERS):
        is_gone = s.in_play[power] == 0 or s.surrendered[power] != memory[SURRENDERED + power]
        if s.production[power] != memory[PRODUCTION + power] and not changed and not is_gone:
            if 0 < memory[PRODUCTION + power] - s.production[power] <= CENTRE_INCOME * bombed(s, memory):
                continue
            # The turn of a power without a capital can pass between two decisions of other powers.
            if same_turn or s.production[power] != income(s, power):
                return PRODUCTION_STAYS
    return WHOLE


def bombed(s, memory):
    """Return the number of complexes that a raid destroyed or damaged in the last action (SP-287, SP-288)."""
    if memory[MODE] != RAID:
        return 0
    count = memory[CENTRES] - memory[DAMAGES]
    for land in range(LANDS):
        count += s.damage[land] - s.centres[land]
    return max(0, count)


def remember(s, memory):
    memory[SEEN] = 1
    memory[TURN] = s.turn
    memory[ROUND] = s.round
    memory[CREDIT] = s.credit
    memory[NODE] = s.node
    memory[JOINT_BUYING] = s.joint_buying
    memory[SMALL] = small_side(s)
    memory[RESEARCHED] = researched(s)
    memory[BONUSES] = 0
    for power in range(POWERS):
        memory[BONUSES] += s.bonus[power]
    for at in range(POWERS * POWERS):
        memory[RELATIONS + at] = s.relation[at]
    memory[NEUTRALS] = 0
    memory[COMPLEXES] = 0
    memory[CENTRES] = 0
    memory[NEUTRAL_CAPITALS] = 0
    memory[DAMAGES] = 0
    memory[MODE] = s.mode
    memory[GARRISON] = s.target < LANDS and s.holder[s.target] == NEUTRAL
    memory[SUPER_BOXES] = sum_of_boxes(s)
    memory[SUPER_DAMAGE] = sum_of_super_damage(s)
    for land in range(LANDS):
        memory[HOLDERS + land] = s.holder[land]
        memory[NEUTRALS] += s.holder[land] == NEUTRAL
        memory[COMPLEXES] += s.complexes[land]
        memory[CENTRES] += s.centres[land]
        memory[DAMAGES] += s.damage[land]
    for power in range(POWERS):
        memory[PRODUCTION + power] = s.production[power]
        memory[SURRENDERED + power] = s.surrendered[power]
        memory[NEUTRAL_CAPITALS] += s.holder[CAPITAL[power]] == NEUTRAL
    remember_units(memory)
