"""Infantry, generals and rulers aboard bombers in the movement step (SP-155, SP-161, SP-186, Q58)."""

from wd_env.games.superpowers.definitions.board_constants import BALL
from wd_env.games.superpowers.definitions.rule_constants import (
    BOMBER_LOAD,
    BOMBER_ROW,
    GENERAL,
    INFANTRY,
    NOWHERE,
    RULER,
)
from wd_env.games.superpowers.rules.flight_moves import flight_moves
from wd_env.games.superpowers.rules.friends import secure_lands
from wd_env.games.superpowers.rules.general_bonus import general_moves
from wd_env.games.superpowers.rules.routes import is_in_ground_reach
from wd_env.games.superpowers.rules.sets import ball_at, bit_0, bit_1
from wd_env.games.superpowers.rules.stock import add_spent_on_land, land_index, ready_on_land
from wd_env.games.superpowers.rules.technology import railway_reach


def flight_lands(s, kind, land, count, s0, s1):
    """Return lands to which bombers can carry these units, as two words (SP-186, Q58).

    Bombers that have just flown can take more, if they have room.
    """
    if kind != INFANTRY and kind != GENERAL and kind != RULER:
        return 0, 0
    bombers = ready_on_land(s, BOMBER_ROW, land)
    if bombers >= bombers_needed(s, kind, count, land, NOWHERE):
        at = ball_at(flight_moves(s, 1), land)
        return BALL[at] & s0 & ~bit_0(land), BALL[at + 1] & s1 & ~bit_1(land)
    if s.ferry_from == land and bombers >= bombers_needed(s, kind, count, land, s.ferry_to):
        return bit_0(s.ferry_to), bit_1(s.ferry_to)
    return 0, 0


def bombers_needed(s, kind, count, land, end):
    """Return the number of further bombers needed for these units (SP-155, SP-161, SP-186, Q58).

    Each carries two infantry, and generals and rulers as well; these need one only if none has just flown there.
    """
    is_along = s.ferry_from == land and s.ferry_to == end
    if kind != INFANTRY:
        return 0 if is_along else 1
    room = s.ferry_room if is_along else 0
    return (max(0, count - room) + BOMBER_LOAD - 1) // BOMBER_LOAD


def take_bombers(s, space):
    """Move the bombers that carry the units, and record their room for others (SP-186, Q58)."""
    bombers = bombers_needed(s, s.kind, s.amount, s.origin, space)
    s.land_units[land_index(s.turn, BOMBER_ROW, s.origin)] -= bombers
    add_spent_on_land(s, BOMBER_ROW, space, bombers)
    if s.ferry_from != s.origin or s.ferry_to != space:
        s.ferry_from = s.origin + 0
        s.ferry_to = space
        s.ferry_room = 0
    s.ferry_room += BOMBER_LOAD * bombers - (s.amount if s.kind == INFANTRY else 0)


def flies_there(s, land):
    """Return whether these units reach the land only aboard bombers (SP-186)."""
    if s.kind != INFANTRY and s.kind != GENERAL and s.kind != RULER:
        return False
    moves = general_moves(s) if s.kind == GENERAL else 1
    if s.railway[s.turn]:
        w0, w1 = railway_reach(s, s.origin, moves + 1)
        if (w0 & bit_0(land)) | (w1 & bit_1(land)) != 0:
            return False
    s0, s1 = secure_lands(s)
    return not is_in_ground_reach(s, s.origin, land, moves, s0, s1)
