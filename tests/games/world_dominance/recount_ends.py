"""The recount of sets, and of the winner."""

from tests.games.world_dominance.invariants import (
    AT_KEPT,
    BOX_POINT,
    BOX_REGION,
    BOX_SIZE,
    BOX_SOUTH_POLE,
    END_IS_THE_END,
    NO_CLOSURE,
    NONE_KEPT,
    NOT_BROKEN,
    SET_KEPT,
    SETS_LIE_TOGETHER,
)
from tests.games.world_dominance.recount_pieces import home_of
from wd_env.games.world_dominance.definitions.decision_codes import OVER, PRE_SET_CLAIM
from wd_env.games.world_dominance.definitions.names import (
    ANTARCTICA,
    CARDS,
    LAST_SURVIVOR_WINS,
    NOBODY,
    NOT_ENDED,
    PLAY_ON,
    REGIONS,
)
from wd_env.games.world_dominance.definitions.rule_constants import FIVE, IN_STACK, IN_WHOLE_SET, LOOSE, TEN


def remember_kept(s, memory):
    """Remember whether a player had a set of the region when it was closed and still holds its cards (WD-253)."""
    if s.closed >= REGIONS:
        memory[AT_KEPT] = NO_CLOSURE
        return
    if memory[AT_KEPT] == NO_CLOSURE:
        memory[AT_KEPT] = NONE_KEPT
        for seat in range(s.seats):
            if is_set_of(s, seat, s.closed):
                memory[AT_KEPT] = SET_KEPT
    marker = BOX_SOUTH_POLE if s.closed == ANTARCTICA else BOX_POINT[s.closed]
    if s.card_at[marker] >= s.seats:
        memory[AT_KEPT] = NONE_KEPT


def is_dead(s, region, kept):
    """Return whether cards of a region do not count: it is closed, and there was no set of it before."""
    stays = s.closed_sets_stay == 1 and kept == SET_KEPT
    return region == s.closed and s.closed_sets_count == 0 and not stays


def recount_end(s, in_bonus, kept):
    """Check who wins: clockwise from the turn the first with enough sets, else the last survivor (AMB-034)."""
    winner = NOBODY
    winners = 0
    in_play = 0
    holder = NOBODY
    for places in range(s.seats):
        seat = (s.turn + places) % s.seats
        in_play += s.in_play[seat]
        if home_of(s, seat) != seat:
            continue
        if s.won[s.owner[seat]] == 1:
            winner = seat
            winners += 1
        if holder == NOBODY and s.in_play[seat] == 1 and sets_of(s, seat, kept) >= s.sets_to_win:
            holder = seat
    alone = 0 if s.last_player == PLAY_ON else 1
    if s.node != OVER:
        continues = in_play > alone and (holder == NOBODY or in_bonus == 1)
        may_continue = continues or s.node == PRE_SET_CLAIM  # a claim comes first, even with one survivor
        is_open = winners == 0 and s.truncated == 0 and s.ended_by == NOT_ENDED
        return NOT_BROKEN if may_continue and is_open else END_IS_THE_END
    if s.truncated == 1:
        return NOT_BROKEN if winners == 0 and s.ended_by == NOT_ENDED else END_IS_THE_END
    if s.ended_by == NOT_ENDED or winners > 1 or (holder != NOBODY and winner != holder):
        return END_IS_THE_END
    fall_together = in_play == 0 and s.seats > s.players  # a player and the Ally that was the last opponent
    survivor_wins = s.last_player == LAST_SURVIVOR_WINS and not fall_together
    if holder == NOBODY and ((in_play != alone and not fall_together) or (winner != NOBODY) != survivor_wins):
        return END_IS_THE_END
    return NOT_BROKEN if winner == NOBODY or s.in_play[winner] == 1 else END_IS_THE_END


def sets_of(s, seat, kept):
    """Return the number of sets of a seat, without one of a closed continent unless it was there before."""
    sets = 0
    for region in range(REGIONS):
        sets += not is_dead(s, region, kept) and is_set_of(s, seat, region)
    return sets


def is_set_of(s, seat, region):
    """Return whether a seat has a set: five with the Strategic Point or all ten, by option, or five of Antarctica."""
    held = 0
    for card in range(CARDS):
        held += s.card_at[card] == seat and BOX_REGION[card] == region
    if region == ANTARCTICA:
        is_five = held == FIVE and s.antarctica_counts == 1
    else:
        is_five = held == FIVE or s.in_set[BOX_POINT[region]] == IN_STACK
        is_five = is_five and s.set_cards == FIVE and s.card_at[BOX_POINT[region]] == seat
    return is_five or held == TEN


def recount_sets(s, in_bonus, kept):
    """Check that sets laid aside are complete and paid for, and that all sets that must be laid aside are."""
    continues = s.set_cards == TEN or s.sets_to_win > 1
    for region in range(REGIONS):
        cards = BOX_SIZE[region]
        num_whole = 0
        laid = 0
        holder = NOBODY
        held = 0
        for card in range(CARDS):
            if BOX_REGION[card] == region and s.in_set[card] != LOOSE:
                num_whole += s.in_set[card] == IN_WHOLE_SET
                laid += 1
                holder = s.card_at[card]
        for card in range(CARDS):
            held += BOX_REGION[card] == region and s.card_at[card] == holder and s.in_set[card] != LOOSE
        if laid > 0 and (holder >= s.seats or held != laid):
            return SETS_LIE_TOGETHER
        is_stack = laid == FIVE and num_whole == 0 and region != ANTARCTICA and s.stacking == 1
        if is_stack and s.in_set[BOX_POINT[region]] == LOOSE:
            return SETS_LIE_TOGETHER
        if laid > 0 and not is_stack and (num_whole != cards or laid != cards or not continues):
            return SETS_LIE_TOGETHER
        is_settled = in_bonus == 0 and s.node != PRE_SET_CLAIM  # a claim is decided before Stacks are laid aside
        is_owed = num_whole > 0 and s.captured_sets_pay == 1 and not is_dead(s, region, kept)
        if is_owed and is_settled and (s.set_paid[holder] >> region) & 1 == 0:
            return SETS_LIE_TOGETHER
        if laid == 0 and is_settled and region != ANTARCTICA and must_be_stacked(s, region):
            return SETS_LIE_TOGETHER
    return NOT_BROKEN if s.antarctica_done == 1 or s.in_set[BOX_SOUTH_POLE] == LOOSE else SETS_LIE_TOGETHER


def must_be_stacked(s, region):
    """Return whether a region must be Stacked: exactly five with the Strategic Point, no choice, and not closed."""
    owner = s.card_at[BOX_POINT[region]]
    held = 0
    for card in range(CARDS):
        held += BOX_REGION[card] == region and s.card_at[card] == owner
    closed = region == s.closed and s.closed_sets_count == 0
    return owner < s.seats and held == FIVE and s.stacking == 1 and s.manual_stacking == 0 and not closed
