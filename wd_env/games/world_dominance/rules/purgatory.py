"""Purgatory: three throws, the three sixes and the pardon, Purgadies Cards, the death penalty (WD-157 to WD-180)."""

from wd_env.games.world_dominance.definitions.actions import ACCEPT, CARD, DECLINE
from wd_env.games.world_dominance.definitions.decision_codes import (
    EXTRA_SIX,
    PURGATORY_DRAW,
    PURGATORY_LOSS,
    PURGATORY_THROW,
    SETTLE,
    THREE_SIXES,
)
from wd_env.games.world_dominance.definitions.names import ANY_SHORTFALL, LIFE_DEATH, NOBODY, PURGADIES_KIND, REPRIEVE
from wd_env.games.world_dominance.definitions.rule_constants import (
    BY_SIX,
    IN_FULL,
    MISSED,
    NAMED_BY_PURGADIES,
    PURGADIES_CARDS,
    PURGATORY_THROWS,
    SIX,
    SPARE,
    TWO_PIECES,
)
from wd_env.games.world_dominance.rules.army import pay_garrison, pieces_in_play, put_out, recruit
from wd_env.games.world_dominance.rules.flow import is_awake, is_own
from wd_env.games.world_dominance.rules.holdings import holds_loose, holds_movable, mark_cards, return_card
from wd_env.games.world_dominance.rules.turn import record_throw
from wd_env.kernels.frames import next_node, open_node


def enter_purgatory(s):
    """Open three throws; a six that led here is the first of them (WD-171, WD-172, RULINGS 68)."""
    by_six = s.note & BY_SIX != 0
    throws = s.entry_six_throws if by_six else PURGATORY_THROWS
    spare = SPARE if by_six and throws == PURGATORY_THROWS else 0
    open_node(s, PURGATORY_THROW, s.seat, throws | spare)


def do_purgatory_throw(s, outcome):
    """Count down the throws in the note; a throw that missed uses up SPARE, or adds MISSED without it."""
    record_throw(s, outcome)
    left = s.note - 1
    if outcome + 1 != SIX:
        left = left & ~SPARE if left & SPARE != 0 else left | MISSED
    if left & ~(SPARE | MISSED) != 0:
        open_node(s, PURGATORY_THROW, s.seat, left)
    elif left & MISSED == 0:
        s.pardon_at = NOBODY  # three sixes end an old pardon whatever is chosen (WD-177)
        next_node(s, THREE_SIXES)
    elif s.pardon_at != s.seat:
        next_node(s, PURGATORY_DRAW)


def can_three_sixes(s, mask):
    """Mark both actions: three soldiers and a pardon, or neither (WD-173)."""
    mask[ACCEPT] = 1
    mask[DECLINE] = 1


def do_three_sixes(s, a):
    """Pardon the player and throw on for more soldiers (WD-173, WD-179), or draw no card (WD-174)."""
    if a == ACCEPT:
        recruit(s, s.seat, 3)
        s.pardon_at = s.seat
        next_node(s, EXTRA_SIX)


def do_extra_six(s, outcome):
    """Recruit a soldier for each further six in a row (WD-179)."""
    record_throw(s, outcome)
    if outcome + 1 == SIX:
        recruit(s, s.seat, 1)
        next_node(s, EXTRA_SIX)


def weigh_purgadies(s, weights):
    """Write the weights of the cards that may be drawn, by default always all six (WD-158)."""
    for card in range(PURGADIES_CARDS):
        weights[card] = s.purgadies_remaining[card]


def shuffle_purgadies(s):
    """Make all Purgadies Cards available."""
    for card in range(PURGADIES_CARDS):
        s.purgadies_remaining[card] = s.purgadies_cards[card]


def set_purgadies_aside(s, card):
    """Put the card aside, and make all available at once or when all are used (RULINGS 45)."""
    s.purgadies_remaining[card] -= 1
    left = 0
    for other in range(PURGADIES_CARDS):
        left += s.purgadies_remaining[other]
    if left == 0 or s.purgadies_replacement == 1:
        shuffle_purgadies(s)


def do_purgatory_draw(s, card):
    """Lose what the drawn Purgadies Card names (WD-159)."""
    s.purgadies = card
    set_purgadies_aside(s, card)
    if card == LIFE_DEATH:
        suffer_life_death(s)
    elif card != REPRIEVE:
        suffer_loss(s, PURGADIES_KIND[card])


def suffer_life_death(s):
    """Eject the player if the death penalty is in force, else take three soldiers (WD-165 to WD-169)."""
    if death_penalty_in_force(s):
        s.death_done = 1
        put_out(s, s.seat)
    else:
        pay_garrison(s, s.seat, 3)
    open_node(s, SETTLE, s.seat, IN_FULL)


def death_penalty_in_force(s):
    """Return whether the death penalty is in force, once a game (WD-166 to WD-168, WD-170).

    There must be three or more pieces, unless the option asks for fewer, and no player out or interned.
    """
    if s.death_penalty == 0 or s.death_done == 1:
        return False
    if pieces_in_play(s) <= TWO_PIECES and s.death_penalty_two_players == 0:
        return False
    for seat in range(s.seats):
        if not is_awake(s, seat) and (is_own(s, seat) or s.in_play[seat] == 1):
            return False
    return True


def suffer_loss(s, kinds):
    """Open the loss of a card of the kinds, or take a soldier if one is owed (WD-162, RULINGS 8)."""
    if holds_movable(s, s.seat, kinds):
        open_node(s, PURGATORY_LOSS, s.seat, kinds)
    elif owes_soldier(s, kinds):
        pay_garrison(s, s.seat, 1)
        open_node(s, SETTLE, s.seat, IN_FULL)


def owes_soldier(s, kinds):
    """Return whether the player owes a soldier, because no card that Purgadies Cards can name is loose.

    Frozen cards count as well. By option, only cards of these kinds count (RULINGS 8, 72).
    """
    asked = kinds if s.purgatory_fallback == ANY_SHORTFALL else NAMED_BY_PURGADIES
    return not holds_loose(s, s.seat, asked)


def can_purgatory_loss(s, mask):
    """Mark the cards of which the owner picks one (WD-162)."""
    mark_cards(s, mask, s.seat, s.note)


def do_purgatory_loss(s, a):
    """Put the card back into the World Pack."""
    return_card(s, a - CARD)
    open_node(s, SETTLE, s.seat, IN_FULL)
