"""The start and end of a turn and of a round (SP-019, SP-020, SP-117, SP-118)."""

from wd_env.games.superpowers.definitions.board_constants import COAST_LINKS
from wd_env.games.superpowers.definitions.decision_codes import BEGIN_TURN, BUYING
from wd_env.games.superpowers.definitions.rule_constants import (
    CANAL_LIMIT,
    DECK_ROWS,
    HAUL_ROWS,
    LAND_ROWS,
    LANDS,
    LIMITED_ROUND,
    MAX_BLITZ_NEIGHBOURS,
    NOWHERE,
    POWERS,
    SEA_ROWS,
    SPACES,
    ZONES,
)
from wd_env.games.superpowers.rules.joint_purchase import begin_buying, note_bases, take_deck
from wd_env.games.superpowers.rules.order_words import clear_order
from wd_env.games.superpowers.rules.purchase import choose_capital
from wd_env.games.superpowers.rules.super_battleships import forget_boxes, super_zone
from wd_env.games.superpowers.rules.turn_places import next_power, places_from_first
from wd_env.games.superpowers.rules.victory import drop_powers_out, end_at_limit, survive


def do_begin_turn(s, _):
    """Set the credits, record bases, and choose a new capital for one that was lost (SP-025, SP-105, SP-258)."""
    s.seat = s.turn
    s.credit = s.production[s.turn]
    s.combat_over = 0
    clear_turn(s)
    open_spaces(s)
    note_bases(s)
    if s.joint_purchase:
        take_deck(s)
    if s.capital[s.turn] == NOWHERE:
        choose_capital(s)
    else:
        s.node = BUYING


def open_spaces(s):
    """Open spaces that a missile closed until this turn (SP-198, R21)."""
    for space in range(SPACES):
        if s.closed_until[space] == s.turn + 1:
            s.closed_until[space] = 0


def clear_turn(s):
    """Clear the record of units that moved, attacked or sailed."""
    for i in range(LAND_ROWS * LANDS):
        s.land_spent[i] = 0
    for i in range(SEA_ROWS * ZONES):
        s.ships_half[i] = 0
        s.ships_spent[i] = 0
    for i in range(HAUL_ROWS * ZONES):
        s.hauls[i] = 0
    for i in range(COAST_LINKS):
        s.unloaded[i] = 0
    for zone in range(ZONES):
        s.fired[zone] = 0
        s.new_carriers[zone] = 0
    for space in range(SPACES):
        s.attacked[space] = 0
    for kind in range(DECK_ROWS):
        s.deck[kind] = 0
    for canal in range(CANAL_LIMIT):
        s.canal_granted[canal] = 0
    s.canal_asked = 0
    s.ferry_from = NOWHERE
    s.ferry_to = NOWHERE
    s.ferry_room = 0
    s.offered = 0


def clear_blitz(s):
    """Clear the moves left to tanks that went through empty land, so that they stay."""
    for i in range(LANDS * MAX_BLITZ_NEIGHBOURS):
        s.blitz[i] = 0


def do_next_turn(s, _):
    """Begin the next power's turn; a round ends when the cycle passes the first power (SP-020, Q60)."""
    power = next_power(s, s.turn)
    is_round_over = places_from_first(s, power) <= places_from_first(s, s.turn)
    open_spaces(s)
    if super_zone(s, s.turn) == ZONES:  # a bought one without a place is lost (SP-208)
        forget_boxes(s, s.turn)
    if is_round_over:
        end_of_round(s)
    s.turn = power
    s.seat = power
    clear_turn(s)
    s.credit = 0
    clear_order(s)
    drop_powers_out(s)
    if survive(s):
        return
    if s.max_rounds > 0 and s.round > s.max_rounds:
        s.round = s.max_rounds
        end_at_limit(s)
    elif is_round_over and s.joint_purchase:
        begin_buying(s, power)
    else:
        s.node = BEGIN_TURN


def end_of_round(s):
    """Secure the captured lands, and end the limited round (SP-057, SP-065, SP-066, R49)."""
    if s.round >= LIMITED_ROUND and s.fought:
        s.limited_over = 1
    s.fought = 0
    s.round += 1
    for land in range(LANDS):
        s.captured[land] = 0
    if s.round > LIMITED_ROUND:
        for power in range(POWERS):
            s.took[power] = 0
            s.lost[power] = 0
            s.lost_land[power] = NOWHERE
