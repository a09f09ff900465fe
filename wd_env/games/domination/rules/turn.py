"""The phases of a turn: new armies, placing, final move, card, next seat (DOM-045 to DOM-060, DOM-114 on)."""

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
    """Add the new armies of the seat's current holdings to its stock (DOM-114, DOM-119)."""
    s.seat = s.turn
    s.forced_trade = 0
    s.stock[s.turn] += income(s, s.turn)
    s.node = TRADING


def do_placing(s, _):
    """Open placing while armies are left, then the attacks (DOM-048, DOM-126, DOM-128)."""
    s.node = PLACE if s.stock[s.turn] > 0 else ATTACKING


def can_place(s, mask):
    """Mark the seat's countries (DOM-125)."""
    own_countries(s, mask)


def do_place(s, country):
    """Record the country, and open the choice of a number unless only one army is left."""
    s.origin = country
    if s.stock[s.seat] > 1:
        s.node = PLACE_AMOUNT
    else:
        place_armies(s, 1)


def can_place_amount(s, mask):
    """Mark numbers of armies up to the stock (DOM-125, DOM-127)."""
    mark_amounts(s, mask, 1, s.stock[s.seat])


def do_place_amount(s, a):
    """Place this number of armies (DOM-126)."""
    place_armies(s, named_amount(s, a, 1, s.stock[s.seat]))


def place_armies(s, amount):
    """Place the armies, and end the game if that reaches a goal (DOM-181)."""
    s.armies[s.origin] += amount
    s.stock[s.seat] -= amount
    s.origin = NOWHERE
    end_or(s, PLACING)


def do_attacking(s, _):
    """Open the next attack if one is possible, else the final move (DOM-051)."""
    s.seat = s.turn
    clear_battle(s)
    s.node = ATTACK_FROM if has_origin(s, 0) else FORTIFYING


def do_fortifying(s, _):
    """Open the final move if one is possible, else end the turn (DOM-051, DOM-171)."""
    s.node = FORT_FROM if has_origin(s, 1) else ENDING_TURN


def can_fort_from(s, mask):
    """Mark own countries that armies can leave, and passing (DOM-177)."""
    mark_origins(s, mask, 1)


def do_fort_from(s, a):
    """Record the origin, or end the turn on a pass (DOM-177)."""
    name_origin(s, a, ENDING_TURN, FORT_TO)
    if is_border_action(s, a):
        do_fort_to(s, s.border_targets[border_of_action(s, a)])


def can_fort_to(s, mask):
    """Mark the countries to which armies can move (DOM-174)."""
    mark_targets(s, mask, 1)


def do_fort_to(s, country):
    """Move the only army, or record the target and open the choice of a number (DOM-172)."""
    s.target = country
    if s.armies[s.origin] - MIN_GARRISON > 1:
        begin_moving(s, 1)
        s.node = FORT_AMOUNT
    else:
        send(s, 1)
        end_move(s)


def can_fort_amount(s, mask):
    """Mark numbers of armies, up to all except one (DOM-172)."""
    mark_moving(s, mask, 1)


def do_fort_amount(s, a):
    """Move this number of armies, and end the turn unless more can be added (DOM-173)."""
    if not keeps_moving(s, a, 1):
        end_move(s)


def end_move(s):
    """Complete the final move, which ends the turn (DOM-173, DOM-178)."""
    clear_battle(s)
    end_or(s, ENDING_TURN)


def do_ending_turn(s, _):
    """Open the draw of a card if the seat captured a country and cards are left (DOM-055 to DOM-060)."""
    s.node = DRAW_CARD if s.captured and deck_size(s) > 0 else NEXT_TURN


def do_draw_card(s, card):
    """Add the card to the hand, secretly (DOM-055, DOM-066)."""
    take_card(s, card)
    s.node = NEXT_TURN


def do_next_turn(s, _):
    """Begin the next seat's turn; a round ends when play passes the first seat (DOM-052, DOM-053)."""
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
    """Return the offset of a seat clockwise from the first one."""
    return seat - s.first if seat >= s.first else seat + s.seats - s.first
