"""The two packs of which cards are drawn from the top and go to the bottom: Manoeuvre and Intelligence Cards.

A pack says of each card where it lies: 0 while nobody has seen it, else its place in the known queue beneath those,
1 on top; LAID_ASIDE is in no pack.
"""

from wd_env.world_dominance.numbers import LAID_ASIDE


def weigh_unseen(places, cards, weights):
    """Each card nobody has seen is equally likely."""
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
        places[other] -= 1 if was < places[other] and places[other] != LAID_ASIDE else 0
    places[card] = bottom
