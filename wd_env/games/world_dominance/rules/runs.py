"""Strategic Runs of neighbours in the geostrategic list, declared before the throw (WD-237 to WD-246)."""

from wd_env.games.world_dominance.definitions.actions import LENGTH, LONGEST_RUN, SHORTEST_RUN
from wd_env.games.world_dominance.definitions.decision_codes import SETTLE, START_MENU
from wd_env.games.world_dominance.definitions.names import CARDS, NO_CARD, REGIONS
from wd_env.games.world_dominance.definitions.rule_constants import IN_FULL, RUN_STAKES
from wd_env.games.world_dominance.rules.army import pay_garrison, recruit
from wd_env.games.world_dominance.rules.holdings import count_cards, is_frozen
from wd_env.kernels.bits import narrow
from wd_env.kernels.frames import next_node, open_node


def can_be_declared(s, seat, start, cards):
    """Return whether the seat may declare these neighbours as a run.

    None of them may have been declared by this seat before or be frozen, and the army covers the stake (RULINGS 90).
    By default the run must also be correct (RULINGS 92).
    """
    if s.allow_incorrect_runs == 0 and not is_run(s, seat, start, cards):  # first, as most fail here
        return False
    if (start + cards > CARDS and s.run_wraps == 0) or s.army[seat] < RUN_STAKES[cards]:
        return False
    for place in range(start, start + cards):
        card = place % CARDS
        if is_frozen(s, card) or (s.run_marks[card] >> seat) & 1 == 1:
            return False
    return True


def may_have_a_run(s, seat):
    """Return whether the seat may hold a run; if not, the search for one is skipped."""
    if s.allow_incorrect_runs == 1 or s.run_wraps == 1:
        return True
    return holds_as_many(s, seat, SHORTEST_RUN) and holds_neighbours(s, seat)


def holds_as_many(s, seat, cards):
    """Return whether the seat holds at least this number of cards, of any region."""
    held = 0
    for region in range(REGIONS):
        held += count_cards(s, seat, region)
    return held >= cards


def holds_neighbours(s, seat):
    """Return whether the seat holds a shortest run; without a branch, so that it can be vectorised."""
    own = narrow(seat)
    found = False
    for start in range(CARDS + 1 - SHORTEST_RUN):
        is_whole = True
        for card in range(start, start + SHORTEST_RUN):
            is_whole = is_whole & (s.card_at[card] == own)
        found = found | is_whole
    return found


def is_run(s, seat, start, cards):
    """Return whether the seat holds all of these neighbours, so that the run is correct (WD-237)."""
    for place in range(start, start + cards):
        if s.card_at[place % CARDS] != seat:
            return False
    return True


def can_run_length(s, mask):
    """Mark every length that can be declared from the named start."""
    for cards in range(SHORTEST_RUN, LONGEST_RUN + 1):
        if can_be_declared(s, s.seat, s.offered_card, cards):
            mask[LENGTH + cards] = 1


def do_run_length(s, a):
    """Receive the stake, or pay it for an incorrect run, and mark the cards held (WD-241, WD-242)."""
    cards = a - LENGTH
    correct = is_run(s, s.seat, s.offered_card, cards)
    for place in range(s.offered_card, s.offered_card + cards):
        if s.card_at[place % CARDS] == s.seat:
            s.run_marks[place % CARDS] |= 1 << s.seat
    s.offered_card = NO_CARD
    if correct:
        recruit(s, s.seat, RUN_STAKES[cards])
    else:
        pay_garrison(s, s.seat, RUN_STAKES[cards])
    if s.army[s.seat] > 0:
        next_node(s, START_MENU)
    else:
        open_node(s, SETTLE, s.seat, IN_FULL)
