"""The Manoeuvre and Intelligence packs, whose cards are drawn from the top and go to the bottom.

The place of a card is 0 while it is unseen, else its index in the known queue below the unseen cards, 1 on top.
LIES_BEFORE and above, among them LAID_ASIDE, mean that it is not in the pack.
"""

from wd_env.games.world_dominance.definitions.rule_constants import LIES_BEFORE


def weigh_unseen(places, cards, weights):
    """Give each unseen card equal weight."""
    for card in range(cards):
        weights[card] = 1 if places[card] == 0 else 0


def on_top(places):
    """Return the first card of the known queue."""
    card = 0
    while places[card] != 1:
        card += 1
    return card


def move_to_bottom(places, cards, card, bottom):
    """Move the card to the bottom; the cards below it move up."""
    was = places[card]
    for other in range(cards if was > 0 else 0):
        places[other] -= 1 if was < places[other] and places[other] < LIES_BEFORE else 0
    places[card] = bottom


def leave_pack(s, card, place):
    """Move a Manoeuvre Card that was just drawn, and so is at the bottom, to a place outside the pack."""
    s.manoeuvre_size -= 1
    s.manoeuvre_place[card] = place


def return_to_pack(s, card):
    """Put a Manoeuvre Card from outside the pack at its bottom."""
    s.manoeuvre_size += 1
    s.manoeuvre_place[card] = s.manoeuvre_size - s.manoeuvre_unseen
