"""Winning, checked for the seat whose turn it is after it places, occupies or moves (DOM-179 to DOM-197)."""

from wd_env.games.domination.definitions.decision_codes import ATTACKING, CONTINUE, ENDING_TURN, OVER, TRADING
from wd_env.games.domination.definitions.rule_constants import (
    BY_CAPITALS,
    BY_CONQUEST,
    BY_LIMIT,
    BY_MISSION,
    CAPITAL_GAME,
    CONTINUES,
    DICE_VERB,
    ENDS,
    MISSION_GAME,
    MOST_COUNTRIES,
    NOBODY,
    NOT_ENDED,
    NOWHERE,
    PASS_VERB,
)
from wd_env.games.domination.rules.holdings import holds_group


def end_or(s, next_node):
    """Open the next node, unless a goal was reached that ends the game or opens a choice (DOM-181, DOM-182)."""
    found = goal_reached(s, s.turn)
    if found == NOT_ENDED:
        proceed(s, next_node)
    elif found == BY_CONQUEST or s.continue_after_win == ENDS:
        win(s, found)
    elif s.continue_after_win == CONTINUES:
        continue_for_conquest(s, next_node)
    else:
        s.next_node = next_node
        s.node = CONTINUE


def win(s, how):
    s.ended_by = how
    s.won[s.owner[s.turn]] = 1
    s.node = OVER


def continue_for_conquest(s, next_node):
    """Continue until conquest, after a last move with new attacks (DOM-198, DOM-199)."""
    s.continued_after_win = 1
    proceed(s, ATTACKING if next_node == ENDING_TURN else next_node)


def proceed(s, next_node):
    """Open the next node; a trade during a turn is a forced one (DOM-106)."""
    s.forced_trade = 1 if next_node == TRADING else s.forced_trade
    s.node = next_node


def can_continue(s, mask):
    """Mark continuing and ending the game (DOM-198)."""
    mask[len(s.armies) + DICE_VERB] = 1
    mask[len(s.armies) + PASS_VERB] = 1


def do_continue(s, a):
    """End the game with its winner, or continue (DOM-198, DOM-199)."""
    if a == len(s.armies) + PASS_VERB:
        win(s, goal_reached(s, s.turn))
    else:
        continue_for_conquest(s, s.next_node)
    s.next_node = 0


def goal_reached(s, seat):
    """Return the goal that the seat has reached; all countries win in every type of game (DOM-179, DOM-187)."""
    if s.country_counts[seat] == s.countries:
        return BY_CONQUEST
    if s.continued_after_win:
        return NOT_ENDED
    if s.game_type == CAPITAL_GAME and holds_capitals(s, seat):
        return BY_CAPITALS
    if s.game_type == MISSION_GAME and is_fulfilled(s, seat, s.mission[seat]):
        return BY_MISSION
    return NOT_ENDED


def holds_capitals(s, seat):
    """Return whether the seat holds all capitals, those of eliminated seats included (DOM-183 to DOM-185)."""
    for other in range(s.seats):
        if s.holder[s.capital[other]] != seat:
            return False
    return True


def is_fulfilled(s, seat, mission):
    """Return whether a mission is fulfilled by removal, countries or groups (DOM-188 to DOM-196)."""
    target = s.mission_target[mission]
    if target != NOBODY and target != seat and s.removed_by[target] == seat:
        return True
    is_hunting = target != NOBODY and target != seat and s.in_play[target] == 1
    if not is_hunting and holds_enough(s, seat, mission):
        return True
    return s.mission_group_count[mission] > 0 and holds_groups(s, seat, mission)


def holds_enough(s, seat, mission):
    """Return whether the seat holds enough countries with enough armies (DOM-192, DOM-193)."""
    if s.mission_countries[mission] == 0:
        return False
    found = 0
    for country in range(len(s.armies)):
        if s.holder[country] == seat and s.armies[country] >= s.mission_armies[mission]:
            found += 1
    return found >= s.mission_countries[mission]


def holds_groups(s, seat, mission):
    """Return whether the seat holds the named groups, and enough groups in total (DOM-190, DOM-191)."""
    groups = len(s.group_bonus)
    found = 0
    for group in range(groups):
        if holds_group(s, seat, group):
            found += 1
        elif s.mission_groups[mission * groups + group]:
            return False
    return found >= s.mission_group_count[mission]


def end_at_limit(s):
    """End the game after the last round: without a winner, or with the leader as winner (DOM-180, ruling 24)."""
    if s.at_limit == MOST_COUNTRIES:
        s.ended_by = BY_LIMIT
        s.won[s.owner[leading_seat(s)]] = 1
    else:
        s.truncated = 1
    s.node = OVER


def leading_seat(s):
    """Return the seat with the most countries; ties by armies, then by the later turn in the first round."""
    best = s.first
    for place in range(1, s.seats):
        seat = s.first + place if s.first + place < s.seats else s.first + place - s.seats
        if s.country_counts[seat] > s.country_counts[best]:
            best = seat
        elif s.country_counts[seat] == s.country_counts[best] and armies_of(s, seat) >= armies_of(s, best):
            best = seat
    return best


def armies_of(s, seat):
    """Return the number of armies of a seat on the map."""
    found = 0
    for country in range(len(s.armies)):
        if s.holder[country] == seat:
            found += s.armies[country]
    return found


def clear_battle(s):
    """Clear origin, target and dice."""
    s.origin = NOWHERE
    s.target = NOWHERE
    s.dice = 0
    s.defence = 0
    s.throw = 0
    s.rolled = 0
    s.rolls_on = 0
