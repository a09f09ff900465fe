"""Strategic Runs: neighbours in the geostrategic list, declared before the throw (WD-237 to WD-246)."""

from wd_env.world_dominance.actions import LENGTH, LONGEST_RUN, SHORTEST_RUN
from wd_env.world_dominance.names import CARDS, NO_CARD
from wd_env.world_dominance.numbers import RUN_STAKES
from wd_env.world_dominance.questions import START_MENU
from wd_env.world_dominance.rules.army import recruit
from wd_env.world_dominance.rules.flow import ask
from wd_env.world_dominance.rules.holdings import is_frozen


def is_run(s, seat, start, cards):
    """All held, none declared before by this seat, no closed continent, and the stake is covered (RULINGS 90)."""
    if (start + cards > CARDS and s.run_wraps == 0) or s.army[seat] < RUN_STAKES[cards]:
        return False
    for place in range(start, start + cards):
        card = place % CARDS
        if s.card_at[card] != seat or is_frozen(s, card) or (s.run_marks[card] >> seat) & 1 == 1:
            return False
    return True


def can_run_length(s, mask):
    """Every length that is a run from the start that was named."""
    for cards in range(SHORTEST_RUN, LONGEST_RUN + 1):
        if is_run(s, s.seat, s.offered, cards):
            mask[LENGTH + cards] = 1


def do_run_length(s, a):
    """The Garrison pays and the cards are marked for this player for good (WD-242)."""
    cards = a - LENGTH
    for place in range(s.offered, s.offered + cards):
        s.run_marks[place % CARDS] |= 1 << s.seat
    recruit(s, s.seat, RUN_STAKES[cards])
    s.offered = NO_CARD
    ask(s, START_MENU)
