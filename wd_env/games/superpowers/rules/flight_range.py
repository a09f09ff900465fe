"""How far planes fly, and whether they find a place afterwards (SP-174, SP-178 to SP-184)."""

from wd_env.games.superpowers.definitions.board_constants import AIR_DISTANCE, BALL
from wd_env.games.superpowers.definitions.rule_constants import (
    BOMBER_RANGE,
    FIGHTER_RANGE,
    SPACES,
    WORD_BITS,
    WORDS,
    ZONES,
)
from wd_env.games.superpowers.rules.carrier_promises import carrier_zone
from wd_env.games.superpowers.rules.sets import ball_at, bit_0, bit_1, bit_2, reaches_any, word_of
from wd_env.kernels.bits import lowest_set_bit


def flight_moves(kind_is_bomber):
    """Borders that a plane crosses in a turn (SP-178, SP-183)."""
    return BOMBER_RANGE if kind_is_bomber else FIGHTER_RANGE


def flight_targets(s, space, is_bomber, t0, t1, t2, s0, s1, e1, e2):
    """Of some targets those that planes of a space reach and from which they can land (SP-174, SP-180)."""
    w0 = 0
    w1 = 0
    w2 = 0
    range_of = flight_moves(is_bomber)
    for moves in range(range_of + 1):
        at = ball_at(moves, space)
        for number in range(WORDS):
            bits = BALL[at + number] & word_of(t0 & ~w0, t1 & ~w1, t2 & ~w2, number)
            while bits > 0:
                target = number * WORD_BITS + lowest_set_bit(bits)
                bits &= bits - 1
                if can_come_back(s, space, target, range_of - moves, is_bomber, s0, s1, e1, e2):
                    w0 |= bit_0(target)
                    w1 |= bit_1(target)
                    w2 |= bit_2(target)
                else:
                    t0 &= ~bit_0(target)
                    t1 &= ~bit_1(target)
                    t2 &= ~bit_2(target)
    return w0, w1, w2


def can_come_back(s, space, target, left, is_bomber, s0, s1, e1, e2):
    """Whether one plane with so many moves left finds a place (SP-100, SP-180, SP-184)."""
    if reaches_any(left, target, s0, s1, 0):
        return True
    return is_bomber == 0 and carrier_zone(s, space, target, left, 1, e1, e2) < ZONES


def air_distance(space, other):
    return AIR_DISTANCE[space * SPACES + other]


def moves_left(space, target, is_bomber):
    """What a plane has left when it has flown from a space to a target."""
    return flight_moves(is_bomber) - air_distance(space, target)
