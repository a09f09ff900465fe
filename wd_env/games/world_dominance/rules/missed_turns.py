"""Turns that a Manoeuvre Card costs: it lies before the player until they are missed (RULINGS 135)."""

from wd_env.games.world_dominance.definitions.names import DECK
from wd_env.games.world_dominance.definitions.rule_constants import LAID_ASIDE, LIES_BEFORE, TURN_TO_MISS
from wd_env.games.world_dominance.rules.packs import leave_pack, return_to_pack


def lay_before(s, seat, turns):
    """The drawn card stays with this player for as many turns."""
    leave_pack(s, s.drawn_card, LIES_BEFORE + TURN_TO_MISS * turns + seat)


def are_turns_missed(s):
    """Some card lies before a player; never while all of a full deck are in the pack."""
    if s.manoeuvre_size == DECK:
        return False
    lies = False
    for card in range(DECK):
        lies = lies | ((s.manoeuvre_place[card] >= LIES_BEFORE) & (s.manoeuvre_place[card] != LAID_ASIDE))
    return lies


def turns_by(s, card, seat):
    """Turns that this card still costs this player."""
    place = s.manoeuvre_place[card]
    if place < LIES_BEFORE or place == LAID_ASIDE or (place - LIES_BEFORE) % TURN_TO_MISS != seat:
        return 0
    return (place - LIES_BEFORE) // TURN_TO_MISS


def turns_to_miss(s, seat):
    """Turns that all such cards still cost this player."""
    turns = 0
    for card in range(DECK):
        turns += turns_by(s, card, seat)
    return turns


def misses_turn(s, seat):
    """The turn that begins is one of them; with the last one the card goes to the bottom of the pack."""
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
    """Who goes out owes no turn."""
    if are_turns_missed(s):
        for card in range(DECK):
            if turns_by(s, card, seat) > 0:
                return_to_pack(s, card)
