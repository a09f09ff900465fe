"""The frame of a turn: new armies, placing, reinforcing, the card, the next seat (DOM-045 to DOM-060, DOM-114 on)."""

from wd_env.games.domination.definitions.decision_codes import (
    ATTACK_FROM,
    ATTACKING,
    BEGIN_TURN,
    DRAW_CARD,
    ENDING_TURN,
    FORT_AMOUNT,
    FORT_FROM,
    FORT_TO,
    FORTIFYING,
    NEXT_TURN,
    PLACE,
    PLACE_AMOUNT,
    PLACING,
    TRADING,
)
from wd_env.games.domination.definitions.rule_constants import MIN_GARRISON, NOWHERE
from wd_env.games.domination.rules.amounts import (
    begin_moving,
    keeps_moving,
    mark_amounts,
    mark_moving,
    named_amount,
    send,
)
from wd_env.games.domination.rules.cards import deck_size, take_card
from wd_env.games.domination.rules.holdings import income, next_in_play, own_countries
from wd_env.games.domination.rules.moves import (
    border_of_action,
    has_origin,
    is_border_action,
    mark_origins,
    mark_targets,
    name_origin,
)
from wd_env.games.domination.rules.victory import clear_battle, end_at_limit, end_or


def do_begin_turn(s, _):
    """New armies, by what is held at this moment (DOM-114, DOM-119)."""
    s.seat = s.turn
    s.forced_trade = 0
    s.stock[s.turn] += income(s, s.turn)
    s.node = TRADING


def do_placing(s, _):
    """While armies are left they are placed; then attacks follow (DOM-048, DOM-126, DOM-128)."""
    s.node = PLACE if s.stock[s.turn] > 0 else ATTACKING


def can_place(s, mask):
    """Any own country (DOM-125)."""
    own_countries(s, mask)


def do_place(s, country):
    """Where; how many is asked unless one is left."""
    s.origin = country
    if s.stock[s.seat] > 1:
        s.node = PLACE_AMOUNT
    else:
        place_armies(s, 1)


def can_place_amount(s, mask):
    """As many as one likes of those in stock (DOM-125, DOM-127)."""
    mark_amounts(s, mask, 1, s.stock[s.seat])


def do_place_amount(s, a):
    """So many stand there from now on (DOM-126)."""
    place_armies(s, named_amount(s, a, 1, s.stock[s.seat]))


def place_armies(s, amount):
    """The armies stand there; a goal that is reached by it ends the game (DOM-181)."""
    s.armies[s.origin] += amount
    s.stock[s.seat] -= amount
    s.origin = NOWHERE
    end_or(s, PLACING)


def do_attacking(s, _):
    """Attacks are asked for while one is possible (DOM-051)."""
    s.seat = s.turn
    clear_battle(s)
    s.node = ATTACK_FROM if has_origin(s, 0) else FORTIFYING


def do_fortifying(s, _):
    """One move may end the turn, where one is possible (DOM-051, DOM-171)."""
    s.node = FORT_FROM if has_origin(s, 1) else ENDING_TURN


def can_fort_from(s, mask):
    """Where armies can leave; or no move at all (DOM-177)."""
    mark_origins(s, mask, 1)


def do_fort_from(s, a):
    """Where armies leave, or that none do (DOM-177)."""
    name_origin(s, a, ENDING_TURN, FORT_TO)
    if is_border_action(s, a):
        do_fort_to(s, s.border_targets[border_of_action(s, a)])


def can_fort_to(s, mask):
    """A direct neighbour of one's own (DOM-174)."""
    mark_targets(s, mask, 1)


def do_fort_to(s, country):
    """Where they go; how many is asked where more than one can (DOM-172)."""
    s.target = country
    if s.armies[s.origin] - MIN_GARRISON > 1:
        begin_moving(s, 1)
        s.node = FORT_AMOUNT
    else:
        send(s, 1)
        end_move(s)


def can_fort_amount(s, mask):
    """All but one may go (DOM-172)."""
    mark_moving(s, mask, 1)


def do_fort_amount(s, a):
    """So many go, and the turn ends (DOM-173)."""
    if not keeps_moving(s, a, 1):
        end_move(s)


def end_move(s):
    """The one move of the turn, which ends with it (DOM-173, DOM-178)."""
    clear_battle(s)
    end_or(s, ENDING_TURN)


def do_ending_turn(s, _):
    """A card for whoever captured something, if one is left (DOM-055 to DOM-060)."""
    s.node = DRAW_CARD if s.captured and deck_size(s) > 0 else NEXT_TURN


def do_draw_card(s, card):
    """The card is the seat's own secret (DOM-055, DOM-066)."""
    take_card(s, card)
    s.node = NEXT_TURN


def do_next_turn(s, _):
    """The next seat in the cycle; a round is over when the cycle passes the seat that began (DOM-052, DOM-053)."""
    there = next_in_play(s, s.turn)
    if places_after(s, there) <= places_after(s, s.turn):
        s.round += 1
    s.turn = there
    s.seat = there
    s.captured = 0
    if s.max_rounds > 0 and s.round >= s.max_rounds:
        end_at_limit(s)
    else:
        s.node = BEGIN_TURN


def places_after(s, seat):
    """How many places a seat sits after the one that began."""
    return seat - s.first if seat >= s.first else seat + s.seats - s.first
