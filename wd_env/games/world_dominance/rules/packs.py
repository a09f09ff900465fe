"""The two packs of which cards are drawn from the top and go to the bottom: Manoeuvre and Intelligence Cards.

A pack stores for each card where it is: 0 while it is unseen, else its index in the known queue below those,
1 on top; LIES_BEFORE and above, LAID_ASIDE too, is in no pack.
"""

from wd_env.games.world_dominance.definitions.rule_constants import LIES_BEFORE


def weigh_unseen(places, cards, weights):
    """Give each unseen card equal weight."""
    for card in range(cards):
        weights[card] = 1 if places[card] == 0 else 0


def on_top(places):
    """The first card of the known queue."""
    card = 0
    while places[card] != 1:
        card += 1
    return card


def move_to_bottom(places, cards, card, bottom):
    """Those beneath it move up and the card comes to lie at the bottom."""
    was = places[card]
    for other in range(cards if was > 0 else 0):
        places[other] -= 1 if was < places[other] and places[other] < LIES_BEFORE else 0
    places[card] = bottom


def leave_pack(s, card, place):
    """A Manoeuvre Card that has just been drawn, so that it is at the bottom, lies elsewhere for a while."""
    s.manoeuvre_size -= 1
    s.manoeuvre_place[card] = place


def return_to_pack(s, card):
    """A Manoeuvre Card that lay elsewhere goes to the bottom."""
    s.manoeuvre_size += 1
    s.manoeuvre_place[card] = s.manoeuvre_size - s.manoeuvre_unseen
