"""Setting up: the throw for the first turn and the choice of Playing Pieces (WD-030 to WD-033)."""

from wd_env.games.world_dominance.definitions.actions import PIECE
from wd_env.games.world_dominance.definitions.decision_codes import CHOOSE_PIECE, SETUP_THROW
from wd_env.games.world_dominance.definitions.names import (
    GARRISON_SIDE,
    NO_MANOEUVRE,
    NO_PIECE,
    NO_REGION,
    NOBODY,
    NOWHERE,
    SEATS,
    THEMES,
)
from wd_env.games.world_dominance.definitions.rule_constants import SETUP_DONE, THROW_STEP
from wd_env.games.world_dominance.rules.army import stock
from wd_env.games.world_dominance.rules.flow import clear_matter, is_own, mark_unused_pieces
from wd_env.games.world_dominance.rules.holdings import lay_out_cards
from wd_env.games.world_dominance.rules.purgatory import shuffle_purgadies
from wd_env.games.world_dominance.rules.turn import begin_turn, enter_board
from wd_env.kernels.frames import open_node


def new_game(s):
    """Set up the position, the same for all players; the rule constants of `s` are already set."""
    for seat in range(SEATS):
        present = seat < s.seats and is_own(s, seat)
        s.in_play[seat] = 1 if present else 0
        s.piece[seat] = NO_PIECE
        s.place[seat] = NOWHERE
        s.army[seat] = s.start_soldiers if present else 0
        s.reinforcements[seat] = 1 if present else 0
        if seat < s.seats and not present:  # an Ally's seat ranks after all who throw
            s.setup_rank[seat] = s.players + s.owner[seat]
            s.setup_throw[seat] = SETUP_DONE
    s.garrison = stock(s) - s.players * s.start_soldiers
    lay_out_cards(s)
    s.khyber_at = GARRISON_SIDE
    s.pardon_at = NOBODY
    s.closed = NO_REGION
    s.closing_card = NO_MANOEUVRE
    shuffle_purgadies(s)
    s.last_thrower = NOBODY
    s.manoeuvre_unseen = s.manoeuvre_size
    s.theme_unseen = THEMES
    clear_matter(s)
    open_node(s, SETUP_THROW, 0, 0)


def do_setup_throw(s, outcome):
    """Record the throw; after all throws, rank them, and players who are level throw again (WD-030, RULINGS 1)."""
    s.setup_throw[s.seat] = outcome + 1
    for seat in range(s.seats):
        if s.setup_throw[seat] == 0:
            open_node(s, SETUP_THROW, seat, 0)
            return
    rank_throws(s)


def rank_throws(s):
    """Rank seats by this round's throws within earlier ranks, and clear the throws of those who are level."""
    for seat in range(s.seats):
        s.setup_throw[seat] += THROW_STEP * seats_ahead(s, seat)
    for seat in range(s.seats):
        s.setup_rank[seat] = s.setup_throw[seat] // THROW_STEP
        s.setup_throw[seat] = SETUP_DONE
    first_to_throw = NOBODY
    for seat in range(s.seats):
        if is_level(s, seat):
            s.setup_throw[seat] = 0
            first_to_throw = min(first_to_throw, seat)
    if first_to_throw != NOBODY:
        open_node(s, SETUP_THROW, first_to_throw, 0)
    else:
        open_choice(s, 0)


def seats_ahead(s, seat):
    """Return the number of seats with a better rank, or the same rank and a higher throw."""
    ahead = 0
    for other in range(s.seats):
        throw = s.setup_throw[other] % THROW_STEP
        better = s.setup_rank[other] == s.setup_rank[seat] and throw > s.setup_throw[seat] % THROW_STEP
        if better or s.setup_rank[other] < s.setup_rank[seat]:
            ahead += 1
    return ahead


def is_level(s, seat):
    """Return whether another seat has the same rank."""
    for other in range(s.seats):
        if other != seat and s.setup_rank[other] == s.setup_rank[seat]:
            return True
    return False


def open_choice(s, rank):
    """Open the choice of a piece for the player of this rank."""
    for seat in range(s.seats):
        if s.setup_rank[seat] == rank:
            open_node(s, CHOOSE_PIECE, seat, rank)


def can_choose_piece(s, mask):
    """Mark the unused pieces (WD-031)."""
    mark_unused_pieces(s, mask)


def do_choose_piece(s, a):
    """Take the piece; the next rank chooses, or after the last the first turn begins (WD-032)."""
    s.piece[s.seat] = a - PIECE
    if s.note + 1 < s.players:
        open_choice(s, s.note + 1)
        return
    for seat in range(s.seats):
        s.setup_throw[seat] = 0
        if s.start_pieces_occupy == 1 and s.in_play[seat] == 1:
            enter_board(s, seat)
        if s.setup_rank[seat] == 0:
            s.turn = seat
    begin_turn(s, s.turn)
