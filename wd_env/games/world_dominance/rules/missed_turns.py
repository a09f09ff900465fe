"""Turns that a Manoeuvre Card costs; it lies before the player until they are missed (RULINGS 135)."""

from wd_env.games.world_dominance.definitions.names import DECK
from wd_env.games.world_dominance.definitions.rule_constants import LAID_ASIDE, LIES_BEFORE, TURN_TO_MISS
from wd_env.games.world_dominance.rules.packs import leave_pack, return_to_pack


def lay_before(s, seat, turns):
    """Lay the drawn card before this player for this number of turns."""
    leave_pack(s, s.drawn_card, LIES_BEFORE + TURN_TO_MISS * turns + seat)


def are_turns_missed(s):
    """Return whether a card lies before a player, which is impossible while the pack holds all cards."""
    if s.manoeuvre_size == DECK:
        return False
    lies = False
    for card in range(DECK):
        lies = lies | ((s.manoeuvre_place[card] >= LIES_BEFORE) & (s.manoeuvre_place[card] != LAID_ASIDE))
    return lies


def turns_by(s, card, seat):
    """Return the number of turns that this card still costs this player."""
    place = s.manoeuvre_place[card]
    if place < LIES_BEFORE or place == LAID_ASIDE or (place - LIES_BEFORE) % TURN_TO_MISS != seat:
        return 0
    return (place - LIES_BEFORE) // TURN_TO_MISS


def turns_to_miss(s, seat):
    """Return the number of turns that all such cards still cost this player."""
    turns = 0
    for card in range(DECK):
        turns += turns_by(s, card, seat)
    return turns


def misses_turn(s, seat):
    """Count down a turn to miss and return whether there is one; the last one returns the card to the pack."""
    if not are_turns_missed(s):
        return False
    for card in range(DECK):
        left = turns_by(s, card, seat)
        if left > 1:
            s.manoeuvre_place[card] -= TURN_TO_MISS
            return True
        if left == 1:
            return_to_pack(s, card)
            return True
    return False


def clear_turns(s, seat):
    """Put the cards before a player who goes out back into the pack."""
    if are_turns_missed(s):
        for card in range(DECK):
            if turns_by(s, card, seat) > 0:
                return_to_pack(s, card)
