"""The frame of a turn: new armies, placing, reinforcing, the card, the next seat (DOM-045 to DOM-060, DOM-114 on)."""

from wd_env.domination.numbers import NOWHERE, PASS_VERB, STAYS
from wd_env.domination.questions import (
    ATTACK_FROM,
    ATTACKING,
    BEGIN_TURN,
    DRAW_CARD,
    ENDING_TURN,
    FORT_AMOUNT,
    FORT_FROM,
    FORT_TO,
    FORTIFYING,
    GAME_OVER,
    NEXT_TURN,
    PLACE,
    PLACE_AMOUNT,
    PLACING,
    TRADING,
)
from wd_env.domination.rules.amounts import named_amount, offer_amounts
from wd_env.domination.rules.cards import deck_size, take_card
from wd_env.domination.rules.holdings import can_leave, income, next_in_play, own_countries, reaches_enemy, reaches_own
from wd_env.domination.rules.victory import clear_battle, end_if_won


def begin_turn(s):
    """New armies, by what is held at this moment (DOM-114, DOM-119)."""
    s.seat = s.turn
    s.captured = 0
    s.forced = 0
    s.stock[s.turn] += income(s, s.turn)
    s.question = TRADING


def go_on_placing(s):
    """While armies are left they are placed; then attacks follow (DOM-048, DOM-126, DOM-128)."""
    s.question = PLACE if s.stock[s.turn] > 0 else ATTACKING


def can_place(s, mask):
    """Any own country (DOM-125)."""
    own_countries(s, mask)


def do_place(s, country):
    """Where; how many is asked unless one is left."""
    s.origin = country
    if s.stock[s.seat] > 1:
        s.question = PLACE_AMOUNT
    else:
        place_armies(s, 1)


def can_place_amount(s, mask):
    """As many as one likes of those in stock (DOM-125, DOM-127)."""
    offer_amounts(s, mask, 1, s.stock[s.seat])


def do_place_amount(s, a):
    place_armies(s, named_amount(s, a, 1, s.stock[s.seat]))


def place_armies(s, amount):
    """The armies stand there; a goal that is reached by it ends the game (DOM-181)."""
    s.armies[s.origin] += amount
    s.stock[s.seat] -= amount
    s.origin = NOWHERE
    if not end_if_won(s):
        s.question = PLACING


def go_on_attacking(s):
    """Attacks are asked for while one is possible (DOM-051)."""
    s.seat = s.turn
    clear_battle(s)
    s.question = FORTIFYING
    for country in range(len(s.armies)):
        if is_attacker(s, country):
            s.question = ATTACK_FROM
            return


def is_attacker(s, country):
    """An own country with two armies and an enemy in reach (DOM-130 to DOM-133)."""
    return s.holder[country] == s.turn and can_leave(s, country) and reaches_enemy(s, country)


def go_on_fortifying(s):
    """One move may end the turn, where one is possible (DOM-051, DOM-171)."""
    s.question = ENDING_TURN
    for country in range(len(s.armies)):
        if is_mover(s, country):
            s.question = FORT_FROM
            return


def is_mover(s, country):
    """An own country with two armies and an own neighbour (DOM-171, DOM-174, DOM-175)."""
    return s.holder[country] == s.turn and can_leave(s, country) and reaches_own(s, country)


def can_fort_from(s, mask):
    """Where armies can leave; or no move at all (DOM-177)."""
    for country in range(len(s.armies)):
        if is_mover(s, country):
            mask[country] = 1
    mask[len(s.armies) + PASS_VERB] = 1


def do_fort_from(s, a):
    if a == len(s.armies) + PASS_VERB:
        s.question = ENDING_TURN
    else:
        s.origin = a
        s.question = FORT_TO


def can_fort_to(s, mask):
    """A direct neighbour of one's own (DOM-174)."""
    for way in range(s.ways_from[s.origin], s.ways_from[s.origin + 1]):
        if s.holder[s.ways[way]] == s.seat:
            mask[s.ways[way]] = 1


def do_fort_to(s, country):
    s.target = country
    if s.armies[s.origin] - STAYS > 1:
        s.question = FORT_AMOUNT
    else:
        move_armies(s, 1)


def can_fort_amount(s, mask):
    """All but one may go (DOM-172)."""
    offer_amounts(s, mask, 1, s.armies[s.origin] - STAYS)


def do_fort_amount(s, a):
    move_armies(s, named_amount(s, a, 1, s.armies[s.origin] - STAYS))


def move_armies(s, amount):
    """The one move of the turn, which ends with it (DOM-173, DOM-178)."""
    s.armies[s.origin] -= amount
    s.armies[s.target] += amount
    clear_battle(s)
    if not end_if_won(s):
        s.question = ENDING_TURN


def end_turn(s):
    """A card for whoever captured something, if one is left (DOM-055 to DOM-060)."""
    s.question = DRAW_CARD if s.captured and deck_size(s) > 0 else NEXT_TURN


def do_draw_card(s, card):
    take_card(s, card)
    s.question = NEXT_TURN


def next_turn(s):
    """The next seat in the cycle; a round is over when the cycle passes the seat that began (DOM-052, DOM-053)."""
    there = next_in_play(s, s.turn)
    if places_after(s, there) <= places_after(s, s.turn):
        s.round += 1
    s.turn = there
    s.seat = there
    s.captured = 0
    if s.max_rounds > 0 and s.round >= s.max_rounds:
        s.truncated = 1
        s.question = GAME_OVER
    else:
        s.question = BEGIN_TURN


def places_after(s, seat):
    """How many places a seat sits after the one that began."""
    return seat - s.first if seat >= s.first else seat + s.seats - s.first
