"""Stacks and completed sets: what is out of play, and what it earns (WD-281 to WD-289, WD-292, WD-198)."""

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
    """Return whether one set does not win this game, so that a whole one is laid out (AMB-100, AMB-144)."""
    return s.set_cards == TEN or s.sets_to_win > 1


def is_stackable(s, seat, region):
    """Exactly five of one continent, its Strategic Point among them, and no Stack yet (WD-281, WD-287)."""
    if s.stacking == 0 or region == ANTARCTICA or not can_complete(s, region):
        return False
    point = s.strategic_point[region]
    return s.card_at[point] == seat and s.in_set[point] == LOOSE and count_cards(s, seat, region) == FIVE


def is_newly_whole(s, seat, region):
    """All ten of a continent, or the five of Antarctica, gathered in one hand; by capture too (RULINGS 137)."""
    if not continues_after_set(s) or not counts(s, seat, region):
        return False
    card = s.south_pole if region == ANTARCTICA else s.strategic_point[region]
    if s.card_at[card] != seat or (s.in_set[card] == IN_WHOLE_SET and not is_pay_due(s, seat, region)):
        return False
    return count_cards(s, seat, region) == (FIVE if region == ANTARCTICA else TEN)


def is_pay_due(s, seat, region):
    """A whole set lies with a player to whom it has never been paid: it was captured (RULINGS 137)."""
    return s.captured_sets_pay == 1 and (s.set_paid[seat] >> region) & 1 == 0


def lay_sets(s, seat):
    """Lay out sets as soon as they are complete (WD-281); with `manual_stacking` a Stack waits for its owner."""
    if not continues_after_set(s):
        return
    for region in range(REGIONS):
        if s.manual_stacking == 0 and is_stackable(s, seat, region):
            form_stack(s, seat, region)
        elif is_newly_whole(s, seat, region):
            complete_set(s, seat, region)


def lay_aside(s, seat, region, where):
    """The cards of the region go out of play; they stay the player's (WD-282)."""
    for card in range(CARDS):
        if s.card_at[card] == seat and s.card_region[card] == region:
            s.in_set[card] = where


def form_stack(s, seat, region):
    """Three soldiers while reinforcements are unused, once a continent (WD-283, WD-284)."""
    lay_aside(s, seat, region, IN_STACK)
    if s.reinforcements[seat] > 0 and (s.stack_paid[seat] >> region) & 1 == 0:
        s.stack_paid[seat] |= 1 << region
        recruit(s, seat, STACK_BONUS)


def complete_set(s, seat, region):
    """Lay out a continent of ten, or Antarctica, which no piece enters any more (WD-198, WD-204, WD-292)."""
    lay_aside(s, seat, region, IN_WHOLE_SET)
    bonus = s.continent_bonus
    if region == ANTARCTICA:
        s.antarctica_done = 1
        bonus = s.antarctica_bonus
    if (s.set_paid[seat] >> region) & 1 == 0:
        s.set_paid[seat] |= 1 << region
        recruit(s, seat, bonus)


def find_stack_to_offer(s, seat):
    """The first continent in which the owner of a new set has to be asked, or REGIONS for none (AMB-141)."""
    for region in range(REGIONS):
        if (s.stack_due[seat] >> region) & 1 == 1 and is_stackable(s, seat, region):
            return region
    return REGIONS


def offer_stack(s, seat, moment):
    """Ask for the next set that may be Stacked; false when there is none, or its owner cannot be asked."""
    region = find_stack_to_offer(s, seat)
    if region == REGIONS or not is_awake(s, seat):
        s.stack_due[seat] = 0
        return False
    s.stack_due[seat] &= ~(1 << region)
    open_node(s, STACK_SET, seat, region + moment)
    return True


def begin_with_stacks(s, seat):
    """At the start of each own turn the owner decides again, and then the turn begins (R13)."""
    if not offer_stack(s, seat, TURN_BEGINS):
        open_node(s, START_MENU, seat, 0)


def can_stack_set(s, mask):
    """Put the set into a Stack, or leave it in play."""
    mask[STACK] = 1
    mask[WAIT] = 1


def do_stack_set(s, a):
    """A set that is left in play is unprotected (WD-288)."""
    if a == STACK:
        form_stack(s, s.seat, s.note % TURN_BEGINS)
    if s.note >= TURN_BEGINS:
        begin_with_stacks(s, s.seat)
    else:
        open_node(s, SETTLE, s.seat, IN_FULL)
