"""Targets that planes reach and return from (SP-174, SP-178 to SP-184)."""

from wd_env.games.superpowers.definitions.board_constants import BALL
from wd_env.games.superpowers.definitions.rule_constants import WORD_BITS, WORDS
from wd_env.games.superpowers.rules.carrier_places import more_find_places, open_take_off
from wd_env.games.superpowers.rules.carrier_search import close_search
from wd_env.games.superpowers.rules.flight_moves import flight_moves
from wd_env.games.superpowers.rules.sets import ball_at, bit_0, bit_1, bit_2, reaches_any, word_of
from wd_env.kernels.bits import lowest_set_bit


def flight_targets(s, space, is_bomber, t0, t1, t2, s0, s1, e1, e2):
    """Return those of the targets that planes of a space reach and return from (SP-174, SP-180)."""
    w0 = 0
    w1 = 0
    w2 = 0
    range_of = flight_moves(s, is_bomber)
    lost = -1  # number of fighters without a place, -1 before the search
    for moves in range(range_of + 1):
        at = ball_at(moves, space)
        for number in range(WORDS):
            bits = BALL[at + number] & word_of(t0 & ~w0, t1 & ~w1, t2 & ~w2, number)
            while bits > 0:
                target = number * WORD_BITS + lowest_set_bit(bits)
                bits &= bits - 1
                left = range_of - moves
                found = reaches_any(left, target, s0, s1, 0)
                if not found and is_bomber == 0:
                    if lost < 0:
                        lost = open_take_off(s, space, 1, s0, s1, e1, e2)
                    found = more_find_places(s, target, left, 1, lost)
                if found:
                    w0 |= bit_0(target)
                    w1 |= bit_1(target)
                    w2 |= bit_2(target)
                else:
                    t0 &= ~bit_0(target)
                    t1 &= ~bit_1(target)
                    t2 &= ~bit_2(target)
    if lost >= 0:
        close_search(s)
    return w0, w1, w2
