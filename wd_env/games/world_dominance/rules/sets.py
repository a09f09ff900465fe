"""Settling after every change: players out, Pre Sets, sets, the winner (WD-001 to WD-005, WD-073 to WD-081)."""

from wd_env.games.world_dominance.definitions.actions import CLAIM, DECLINE
from wd_env.games.world_dominance.definitions.decision_codes import OVER, PRE_SET_CLAIM, SETTLE
from wd_env.games.world_dominance.definitions.names import (
    ANTARCTICA,
    BY_ANTARCTICA,
    BY_FIVE_CARDS,
    BY_LAST_SURVIVOR,
    BY_SEVERAL_SETS,
    BY_STALEMATE,
    BY_TEN_CARDS,
    LATER_SETS,
    NEVER,
    NOBODY,
    NOT_ENDED,
    PLAY_ON,
    REGIONS,
    SEATS,
    STALEMATE,
)
from wd_env.games.world_dominance.definitions.rule_constants import (
    BEFORE_SECOND_DRAW,
    FIVE,
    IN_STACK,
    PRE_SET,
    PRE_SET_BONUS,
    SETTLING,
    TEN,
)
from wd_env.games.world_dominance.rules.army import pieces_in_play, put_out, recruit
from wd_env.games.world_dominance.rules.flow import is_own
from wd_env.games.world_dominance.rules.holdings import can_complete, count_cards, counts
from wd_env.games.world_dominance.rules.stacks import lay_sets, offer_stack
from wd_env.kernels.frames import clear_waiting, clockwise, open_node


def do_settle(s, _):
    """Put out players, pay Pre Sets, and test for a win unless a second draw is due (ledger 5.4, WD-071)."""
    for seat in range(s.seats):
        if s.in_play[seat] == 1 and has_fallen(s, seat):
            put_out(s, seat)
    if is_card_gained(s):
        for places in range(s.seats):
            if earn_pre_sets(s, clockwise(s, s.turn, places)):
                return
    if s.note == BEFORE_SECOND_DRAW:
        return
    winner = NOBODY
    if may_hold_a_set(s):
        for places in range(s.seats):
            lay_sets(s, clockwise(s, s.turn, places))
        winner = find_winner(s)
    if winner != NOBODY:
        end_game(s, winner, winning_end(s, winner))
    elif is_decided(s):
        survivor = last_survivor(s)
        end_game(s, survivor, BY_STALEMATE if survivor == NOBODY else BY_LAST_SURVIVOR)
    elif s.manual_stacking == 1 and s.waiting == 0:
        open_stack_decision(s)


def is_decided(s):
    """Return whether at most one piece is left, or none if the last player continues alone (WD-272, WD-273)."""
    return pieces_in_play(s) < (1 if s.last_player == PLAY_ON else 2)


def open_stack_decision(s):
    """Open one decision per new set that its owner may Stack (R13)."""
    for places in range(s.seats):
        if offer_stack(s, clockwise(s, s.turn, places), 0):
            return


def is_card_gained(s):
    """Return whether a card was gained since the last check."""
    is_gained = False
    for seat in range(SEATS):
        is_gained = is_gained | (s.fresh[seat] != 0)
    return is_gained


def may_hold_a_set(s):
    """Return whether a seat holds five cards of a region; fewer are never a set."""
    is_held = False
    for cell in range(SEATS * REGIONS):
        is_held = is_held | (s.held[cell] >= FIVE)
    return is_held


def earn_pre_sets(s, seat):
    """Pay new Pre Sets; return True if the owner has to claim one first (WD-074, WD-076)."""
    if s.fresh[seat] == 0:
        return False
    for region in range(REGIONS):
        is_new = (s.fresh[seat] >> region) & 1 == 1
        s.fresh[seat] &= ~(1 << region)
        s.stack_due[seat] |= is_new * s.manual_stacking << region
        if is_new and is_pre_set(s, seat, region) and may_earn_pre_set(s, seat, region):
            if s.manual_declarations == 1:
                open_node(s, PRE_SET_CLAIM, seat, region + SETTLING * s.note)
                return True
            pay_pre_set(s, seat, region)
    return False


def pay_pre_set(s, seat, region):
    """Pay two soldiers, once a continent (WD-074, WD-077)."""
    s.pre_set_paid[seat] |= 1 << region
    recruit(s, seat, PRE_SET_BONUS)


def can_pre_set_claim(s, mask):
    """Mark claiming the bonus at once, and forfeiting it (WD-076)."""
    mask[CLAIM] = 1
    mask[DECLINE] = 1


def do_pre_set_claim(s, a):
    """Pay or forfeit the bonus, which is spent in both cases (RULINGS 38), and continue settling."""
    region = s.note % SETTLING
    if a == CLAIM:
        pay_pre_set(s, s.seat, region)
    else:
        s.pre_set_paid[s.seat] |= 1 << region
    open_node(s, SETTLE, s.seat, s.note // SETTLING)


def is_pre_set(s, seat, region):
    """Return whether the seat holds exactly four with the Strategic Point, not closed (WD-073, WD-075)."""
    if region == ANTARCTICA or not can_complete(s, region) or s.card_at[s.strategic_point[region]] != seat:
        return False
    return count_cards(s, seat, region) == PRE_SET


def may_earn_pre_set(s, seat, region):
    """Return whether the bonus of this continent is unspent and its conditions hold (WD-078)."""
    if s.set_cards == TEN and s.preset_bonus_in_ten_card == 0:
        return False
    if (s.pre_set_paid[seat] >> region) & 1 == 1:
        return False
    need = s.preset_needs_unused_reinforcements
    is_free = need == NEVER or (need == LATER_SETS and s.pre_set_paid[seat] == 0)
    return is_free or s.reinforcements[seat] > 0


def has_fallen(s, seat):
    """Return whether the seat goes out: no soldier and no win without one, or an Ally's player out (WD-299)."""
    if s.in_play[s.home_seat[s.owner[seat]]] == 0:
        return True
    return s.army[seat] == 0 and (s.win_needs_soldier == 1 or not has_won(s, seat))


def find_winner(s):
    """Return the first seat with a winning holding, clockwise from the turn, or NOBODY (AMB-034)."""
    for places in range(s.seats):
        seat = clockwise(s, s.turn, places)
        if s.in_play[seat] == 1 and has_won(s, seat):
            return seat
    return NOBODY


def has_won(s, seat):
    """Return whether the seat holds enough sets to win, which an Ally never does (WD-299)."""
    return is_own(s, seat) and count_sets(s, seat) >= s.sets_to_win


def count_sets(s, seat):
    """Return the number of regions of which the seat holds a set (WD-276, WD-290)."""
    count = 0
    for region in range(REGIONS):
        if is_set(s, seat, region):
            count += 1
    return count


def is_set(s, seat, region):
    """Return whether the seat's cards of the region make a set."""
    held = count_cards(s, seat, region)
    if held == 0:
        return False
    has_point = region != ANTARCTICA and s.card_at[s.strategic_point[region]] == seat
    return makes_set(s, seat, region, held, has_point)


def makes_set(s, seat, region, held, has_point):
    """Return whether cards make a set: five with the Strategic Point, ten, or Antarctica (WD-001 to WD-005, WD-278).

    Further cards do not undo a Stack of five (AMB-143).
    """
    if not counts(s, seat, region):
        return False
    if region == ANTARCTICA:
        return held == FIVE and s.antarctica_counts == 1
    if held == TEN or s.set_cards == TEN or not has_point:
        return held == TEN
    return held == FIVE or s.in_set[s.strategic_point[region]] == IN_STACK


def keep_sets(s, region):
    """Record which seats have a set of a region before it is closed, which by option they keep (RULINGS 136)."""
    s.sets_before_closure = 0
    for seat in range(s.seats):
        if s.closed_sets_stay == 1 and is_set(s, seat, region):
            s.sets_before_closure |= 1 << seat


def winning_end(s, seat):
    """Return which winning holding the seat has."""
    if s.sets_to_win > 1:
        return BY_SEVERAL_SETS
    for region in range(REGIONS):
        if is_set(s, seat, region):
            if region == ANTARCTICA:
                return BY_ANTARCTICA
            return BY_FIVE_CARDS if count_cards(s, seat, region) == FIVE else BY_TEN_CARDS
    return NOT_ENDED


def last_survivor(s):
    """Return the last player, who wins unless the option makes it a stalemate (WD-272, WD-273)."""
    if s.last_player == STALEMATE:
        return NOBODY
    for seat in range(s.seats):
        if s.in_play[seat] == 1:
            return seat
    return NOBODY


def end_game(s, winner, ending):
    """End the game, with a winner or NOBODY."""
    s.ended_by = ending
    if winner != NOBODY:
        s.won[s.owner[winner]] = 1
    clear_waiting(s)
    open_node(s, OVER, s.turn, 0)
