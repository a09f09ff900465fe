"""A turn: the start menu, the throw, and leaving Antarctica (WD-035 to WD-046, WD-225, WD-226)."""

from wd_env.games.world_dominance.definitions.actions import REGION, REINFORCE, ROLL, RUN, SHORTEST_RUN
from wd_env.games.world_dominance.definitions.decision_codes import (
    GATE,
    LANDING,
    MOVEMENT_THROW,
    NEXT_TURN,
    OVER,
    PLACEMENT,
    RUN_LENGTH,
    SETTLE,
    START_MENU,
)
from wd_env.games.world_dominance.definitions.names import (
    AFRICA,
    ANTARCTICA_PLACE,
    AUSTRALASIA,
    CARDS,
    CONSCRIPT_SPACE,
    CONTINENT_SPACE,
    NOWHERE,
    SOUTH_AMERICA,
)
from wd_env.games.world_dominance.definitions.rule_constants import (
    ALL_REGIONS,
    BY_SIX,
    IN_FULL,
    MOVE_ENDS,
    MOVE_HAS_ENDED,
    RESERVES,
    SIX,
)
from wd_env.games.world_dominance.rules.ally import count_turn_sixes, open_after_move
from wd_env.games.world_dominance.rules.army import recruit
from wd_env.games.world_dominance.rules.closures import pass_turn_over_closure
from wd_env.games.world_dominance.rules.flow import clear_matter, is_own
from wd_env.games.world_dominance.rules.missed_turns import misses_turn
from wd_env.games.world_dominance.rules.runs import can_be_declared, may_have_a_run
from wd_env.games.world_dominance.rules.shelters import begin_missed_turn
from wd_env.games.world_dominance.rules.sixes import has_extra_turn, loses_turn, record_six
from wd_env.games.world_dominance.rules.stacks import begin_with_stacks
from wd_env.kernels.frames import clockwise, next_node, open_node, push_node


def do_next_turn(s, _):
    """Begin the turn of the next piece in play clockwise, or truncate the game (WD-038, WD-010)."""
    clear_matter(s)
    if s.note == MOVE_ENDS and open_after_move(s):
        return
    if s.max_turns > 0 and s.turn_number >= s.max_turns:
        s.truncated = 1
        open_node(s, OVER, s.turn, 0)
        return
    places = 0 if has_extra_turn(s) else places_to_next(s)
    if pass_turn_over_closure(s, places):
        push_node(s, NEXT_TURN, s.turn, MOVE_HAS_ENDED)
        open_node(s, SETTLE, s.turn, IN_FULL)  # sets that were frozen count again, so they are checked
    else:
        begin_turn(s, clockwise(s, s.turn, places))


def places_to_next(s):
    """Return how many places clockwise the next player in play sits; a full round if there is no other."""
    places = 1
    while s.in_play[clockwise(s, s.turn, places)] == 0:
        places += 1
    return places


def begin_turn(s, seat):
    """Begin the turn of this seat; a piece that was never on the board enters on Conscript (WD-033, WD-153)."""
    s.turn = seat
    s.turn_number += 1
    s.chain = 0
    if loses_turn(s, seat) or misses_turn(s, seat):
        open_node(s, NEXT_TURN, seat, MOVE_HAS_ENDED)
        return
    if s.ice_turns[seat] > 0:
        begin_missed_turn(s, seat)
        return
    if s.place[seat] == NOWHERE:
        enter_board(s, seat)
        if not is_own(s, seat):  # an Ally comes in like a player who is brought back (RULINGS 114)
            open_node(s, PLACEMENT, seat, 0)
            return
    s.stack_due[seat] = ALL_REGIONS * s.manual_stacking
    begin_with_stacks(s, seat)


def enter_board(s, seat):
    """Put the piece on Conscript, without conscription (WD-033, RULINGS 17)."""
    s.place[seat] = find_space(s, CONSCRIPT_SPACE, AFRICA)


def can_start_menu(s, mask):
    """Mark the throw, and before it reinforcements and Strategic Runs in any order (WD-036)."""
    mask[ROLL] = 1
    if s.reinforcements[s.seat] > 0 and s.garrison > 0:
        mask[REINFORCE] = 1
    for start in range(CARDS if may_have_a_run(s, s.seat) else 0):
        if can_be_declared(s, s.seat, start, SHORTEST_RUN):
            mask[RUN + start] = 1


def do_start_menu(s, a):
    """Throw, take reinforcements or begin a Strategic Run; the other rights end with the throw (WD-035)."""
    if a == ROLL:
        next_node(s, MOVEMENT_THROW)
    elif a == REINFORCE:
        s.reinforcements[s.seat] -= 1
        recruit(s, s.seat, RESERVES)
        next_node(s, START_MENU)
    else:
        s.offered_card = a - RUN
        next_node(s, RUN_LENGTH)


def do_movement_throw(s, outcome):
    """Move clockwise by exactly the number thrown; from Antarctica, choose the gate first (WD-040, WD-226)."""
    record_throw(s, outcome)
    record_six(s, outcome + 1)
    count_turn_sixes(s, outcome + 1)
    by_six = BY_SIX if outcome + 1 == SIX else 0
    if s.place[s.seat] == ANTARCTICA_PLACE:
        open_node(s, GATE, s.seat, outcome)
        return
    s.place[s.seat] = along_ring(s, s.place[s.seat] + outcome + 1)
    open_node(s, LANDING, s.seat, by_six)


def record_throw(s, outcome):
    """Record the throw and its thrower, which all players see (WD-268)."""
    s.last_throw = outcome + 1
    s.last_thrower = s.seat


def can_gate(s, mask):
    """Mark South America and Australasia, the only exits (WD-225)."""
    mask[REGION + SOUTH_AMERICA] = 1
    mask[REGION + AUSTRALASIA] = 1


def do_gate(s, a):
    """Move onto the ring, clockwise (WD-226); the note is the throw less one."""
    s.place[s.seat] = place_beyond_gate(s, a - REGION)
    by_six = BY_SIX if s.note + 1 == SIX else 0
    open_node(s, LANDING, s.seat, by_six)


def place_beyond_gate(s, region):
    """Return the place the throw leads to; the gate is its first step, or not a step (RULINGS 2)."""
    gate = find_space(s, CONTINENT_SPACE, region)
    return along_ring(s, gate + s.note + 1 - s.antarctica_gate_is_step)


def along_ring(s, steps):
    """Return the place this many steps from the start of the ring; `steps` is below two rounds."""
    return steps - s.ring if steps >= s.ring else steps


def find_space(s, kind, region):
    """Return the place of the space of this kind in this region, or NOWHERE."""
    for place in range(s.ring):
        if s.space_kind[place] == kind and s.space_region[place] == region:
            return place
    return NOWHERE
