"""Purchases of all powers together at the start of a round, by an option (SP-021, SP-022, Q39)."""

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
    """The round begins with the purchases of all, from this power on (SP-021)."""
    s.turn = power
    s.seat = power
    s.joint_buying = 1
    note_bases(s)
    s.credit = s.production[power] + 0
    s.node = NEXT_BUYER if s.capital[power] == NOWHERE else BUYING


def do_next_buyer(s, _):
    """What was bought is kept until the own turn; the next power buys, and after the last one the turns begin."""
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
    """Units that were bought, and what they cost."""
    s.joint_cost[power] = s.production[power] - s.credit
    for kind in range(DECK_ROWS):
        s.joint_deck[power * DECK_ROWS + kind] = s.deck[kind] + 0
        s.deck[kind] = 0


def take_deck(s):
    """The own turn: what was bought is on deck; all of it is given back if the money is gone (SP-022, SP-257)."""
    if s.joint_cost[s.turn] > s.credit:
        forget_super(s)
        forget_deck(s)
    s.credit -= s.joint_cost[s.turn]
    for kind in range(DECK_ROWS):
        s.deck[kind] = s.joint_deck[s.turn * DECK_ROWS + kind] + 0


def give_back(s):
    """What was bought at the start of the round is changed: its price is there again (SP-022)."""
    s.credit += s.joint_cost[s.turn]
    for kind in range(DECK_ROWS):
        s.deck[kind] -= s.joint_deck[s.turn * DECK_ROWS + kind]
    forget_super(s)
    forget_deck(s)


def forget_super(s):
    """A super battleship that is given back has no boxes (SP-208)."""
    if s.joint_deck[s.turn * DECK_ROWS + SUPER_BATTLESHIP] > 0:
        forget_boxes(s, s.turn)


def forget_deck(s):
    s.joint_cost[s.turn] = 0
    for kind in range(DECK_ROWS):
        s.joint_deck[s.turn * DECK_ROWS + kind] = 0


def note_bases(s):
    """Lands that the power on turn holds now, and those with a complex (SP-105)."""
    for land in range(LANDS):
        if s.holder[land] == s.turn:
            s.base[land] = HELD_WITH_COMPLEX if s.complexes[land] > 0 else HELD
        else:
            s.base[land] = NO_BASE
