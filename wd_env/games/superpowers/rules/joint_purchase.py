"""Joint purchases of all powers at the start of a round, by option (SP-021, SP-022, Q39)."""

from wd_env.games.superpowers.definitions.decision_codes import BEGIN_TURN, BUYING, NEXT_BUYER
from wd_env.games.superpowers.definitions.rule_constants import (
    DECK_ROWS,
    HELD,
    HELD_WITH_COMPLEX,
    LANDS,
    NO_BASE,
    NOWHERE,
    SUPER_BATTLESHIP,
)
from wd_env.games.superpowers.rules.super_battleships import forget_boxes
from wd_env.games.superpowers.rules.turn_places import next_power, places_from_first


def begin_buying(s, power):
    """Begin the purchase of a power; from the first power on, all buy before the turns (SP-021)."""
    s.turn = power
    s.seat = power
    s.joint_buying = 1
    note_bases(s)
    s.credit = s.production[power] + 0
    s.node = NEXT_BUYER if s.capital[power] == NOWHERE else BUYING


def do_next_buyer(s, _):
    """Keep the purchase for the power's turn, then open the next power's; after the last, the turns begin."""
    power = s.turn + 0
    keep_deck(s, power)
    following = next_power(s, power)
    if places_from_first(s, following) > places_from_first(s, power):
        begin_buying(s, following)
        return
    s.joint_buying = 0
    s.credit = 0
    s.turn = following
    s.seat = following
    s.node = BEGIN_TURN


def keep_deck(s, power):
    """Store the units that were bought, and their cost."""
    s.joint_cost[power] = s.production[power] - s.credit
    for kind in range(DECK_ROWS):
        s.joint_deck[power * DECK_ROWS + kind] = s.deck[kind] + 0
        s.deck[kind] = 0


def take_deck(s):
    """Put the stored units on deck and pay; if there are too few credits, cancel them all (SP-022, SP-257)."""
    if s.joint_cost[s.turn] > s.credit:
        forget_super(s)
        forget_deck(s)
    s.credit -= s.joint_cost[s.turn]
    for kind in range(DECK_ROWS):
        s.deck[kind] = s.joint_deck[s.turn * DECK_ROWS + kind] + 0


def give_back(s):
    """Cancel the stored purchase and refund its price, so that the power buys again (SP-022)."""
    s.credit += s.joint_cost[s.turn]
    for kind in range(DECK_ROWS):
        s.deck[kind] -= s.joint_deck[s.turn * DECK_ROWS + kind]
    forget_super(s)
    forget_deck(s)


def forget_super(s):
    """Clear the boxes of a super battleship that is cancelled (SP-208)."""
    if s.joint_deck[s.turn * DECK_ROWS + SUPER_BATTLESHIP] > 0:
        forget_boxes(s, s.turn)


def forget_deck(s):
    s.joint_cost[s.turn] = 0
    for kind in range(DECK_ROWS):
        s.joint_deck[s.turn * DECK_ROWS + kind] = 0


def note_bases(s):
    """Record the lands that the power on turn holds now, and which of them have a complex (SP-105)."""
    for land in range(LANDS):
        if s.holder[land] == s.turn:
            s.base[land] = HELD_WITH_COMPLEX if s.complexes[land] > 0 else HELD
        else:
            s.base[land] = NO_BASE
