"""Stacks and completed sets: which cards are out of play, and what they earn (WD-281 to WD-289, WD-292, WD-198)."""

from wd_env.games.world_dominance.definitions.actions import STACK, WAIT
from wd_env.games.world_dominance.definitions.decision_codes import SETTLE, STACK_SET, START_MENU
from wd_env.games.world_dominance.definitions.names import ANTARCTICA, CARDS, REGIONS
from wd_env.games.world_dominance.definitions.rule_constants import (
    FIVE,
    IN_FULL,
    IN_STACK,
    IN_WHOLE_SET,
    LOOSE,
    STACK_BONUS,
    TEN,
    TURN_BEGINS,
)
from wd_env.games.world_dominance.rules.army import recruit
from wd_env.games.world_dominance.rules.flow import is_awake
from wd_env.games.world_dominance.rules.holdings import can_complete, count_cards, counts
from wd_env.kernels.frames import open_node


def continues_after_set(s):
    """Return whether one five-card set does not win, so that complete sets are laid out (AMB-100, AMB-144)."""
    return s.set_cards == TEN or s.sets_to_win > 1


def is_stackable(s, seat, region):
    """Return whether the seat holds exactly five with the Strategic Point, not yet Stacked (WD-281, WD-287)."""
    if s.stacking == 0 or region == ANTARCTICA or not can_complete(s, region):
        return False
    point = s.strategic_point[region]
    return s.card_at[point] == seat and s.in_set[point] == LOOSE and count_cards(s, seat, region) == FIVE


def is_newly_whole(s, seat, region):
    """Return whether one hand holds all ten, or five of Antarctica, not yet laid out or paid (RULINGS 137)."""
    if not continues_after_set(s) or not counts(s, seat, region):
        return False
    card = s.south_pole if region == ANTARCTICA else s.strategic_point[region]
    if s.card_at[card] != seat or (s.in_set[card] == IN_WHOLE_SET and not is_pay_due(s, seat, region)):
        return False
    return count_cards(s, seat, region) == (FIVE if region == ANTARCTICA else TEN)


def is_pay_due(s, seat, region):
    """Return whether a captured whole set must, by option, still be paid to its holder (RULINGS 137)."""
    return s.captured_sets_pay == 1 and (s.set_paid[seat] >> region) & 1 == 0


def lay_sets(s, seat):
    """Lay out complete sets at once (WD-281), except a Stack with `manual_stacking`, which its owner decides."""
    if not continues_after_set(s):
        return
    for region in range(REGIONS):
        if s.manual_stacking == 0 and is_stackable(s, seat, region):
            form_stack(s, seat, region)
        elif is_newly_whole(s, seat, region):
            complete_set(s, seat, region)


def lay_aside(s, seat, region, where):
    """Put the seat's cards of the region out of play; they remain the player's (WD-282)."""
    for card in range(CARDS):
        if s.card_at[card] == seat and s.card_region[card] == region:
            s.in_set[card] = where


def form_stack(s, seat, region):
    """Form a Stack; pay three soldiers once a continent while reinforcements are unused (WD-283, WD-284)."""
    lay_aside(s, seat, region, IN_STACK)
    if s.reinforcements[seat] > 0 and (s.stack_paid[seat] >> region) & 1 == 0:
        s.stack_paid[seat] |= 1 << region
        recruit(s, seat, STACK_BONUS)


def complete_set(s, seat, region):
    """Lay out all of a continent, or of Antarctica, which is then barred (WD-198, WD-204, WD-292)."""
    lay_aside(s, seat, region, IN_WHOLE_SET)
    bonus = s.continent_bonus
    if region == ANTARCTICA:
        s.antarctica_done = 1
        bonus = s.antarctica_bonus
    if (s.set_paid[seat] >> region) & 1 == 0:
        s.set_paid[seat] |= 1 << region
        recruit(s, seat, bonus)


def find_stack_to_offer(s, seat):
    """Return the first continent of which the owner must decide on a Stack, or REGIONS (AMB-141)."""
    for region in range(REGIONS):
        if (s.stack_due[seat] >> region) & 1 == 1 and is_stackable(s, seat, region):
            return region
    return REGIONS


def offer_stack(s, seat, moment):
    """Open the owner's next decision on a Stack; return False if none is due or the owner is not awake."""
    region = find_stack_to_offer(s, seat)
    if region == REGIONS or not is_awake(s, seat):
        s.stack_due[seat] = 0
        return False
    s.stack_due[seat] &= ~(1 << region)
    open_node(s, STACK_SET, seat, region + moment)
    return True


def begin_with_stacks(s, seat):
    """Start the turn with the owner's decisions on Stacks, which recur every turn (R13)."""
    if not offer_stack(s, seat, TURN_BEGINS):
        open_node(s, START_MENU, seat, 0)


def can_stack_set(s, mask):
    """Mark putting the set into a Stack, and leaving it in play."""
    mask[STACK] = 1
    mask[WAIT] = 1


def do_stack_set(s, a):
    """Form the Stack, or leave the set in play without protection (WD-288)."""
    if a == STACK:
        form_stack(s, s.seat, s.note % TURN_BEGINS)
    if s.note >= TURN_BEGINS:
        begin_with_stacks(s, s.seat)
    else:
        open_node(s, SETTLE, s.seat, IN_FULL)
