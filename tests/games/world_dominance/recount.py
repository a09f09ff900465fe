"""Invariants of every table (ledger 5.5), computed from scratch; the check returns the broken invariant, if any.

The recount uses the contents of the box from the data files and no rules. It is written in the subset of Python of the
rules: the ordinary tests run it interpreted on some games, and `random_games` runs it compiled on 100,000.
"""

from tests.games.world_dominance.invariants import (
    AT_BONUS,
    AT_CLOSURE,
    AT_DECK,
    AT_KEPT,
    CHANGES_ONE_WAY,
    FEATURE_HIGH,
    FEATURE_LOW,
    FRAMES_ARE_ORDERED,
    GROWING,
    HOT_START,
    HOT_STOP,
    IS_AUTOMATIC,
    IS_DECISION,
    IS_END,
    KIND_OF,
    NOT_BROKEN,
    OBSERVATIONS_ARE_IN_RANGE,
    PLAYER_CAN_DECIDE,
    PRIORITY_OF,
    SECRETS_ARE_PRIVATE,
    TURN_BEGINS_CLEAN,
)
from tests.games.world_dominance.recount_ends import recount_end, recount_sets, remember_kept
from tests.games.world_dominance.recount_pieces import (
    home_of,
    is_bluff,
    recount_cards,
    recount_packs,
    recount_places,
    recount_seats,
)
from wd_env.games.world_dominance.definitions.decision_codes import (
    CHOOSE_PIECE,
    EXAMINER,
    ICE_BREAKOUT,
    KNOWLEDGE,
    OVER,
    PRE_SET_CLAIM,
    SETUP_THROW,
    START_MENU,
    TEST_WHOM,
    THEME_DRAW,
)
from wd_env.games.world_dominance.definitions.names import (
    CARDS,
    CLOSED_FOR_THE_GAME,
    ILLEGAL_EJECTS,
    NO_CARD,
    NO_MANOEUVRE,
    NO_PIECE,
    NO_PURGADIES,
    NO_REGION,
    NO_THEME,
    NOBODY,
    NOWHERE,
    SEATS,
    THEMES,
)
from wd_env.games.world_dominance.definitions.rule_constants import WAITING_FRAMES
from wd_env.games.world_dominance.observation.observe import observe


def recount(s, memory):
    """Return the first broken invariant of a table at which a decision or outcome is next, or NOT_BROKEN."""
    remember_kept(s, memory)
    broken = recount_cards(s) or recount_packs(s, memory[AT_DECK]) or recount_seats(s) or recount_places(s)
    broken = broken or recount_end(s, memory[AT_BONUS], memory[AT_KEPT]) or recount_change(s, memory)
    broken = broken or recount_sets(s, memory[AT_BONUS], memory[AT_KEPT])
    if broken == NOT_BROKEN and s.node != OVER:
        broken = recount_secrets(s) or recount_current_node(s) or recount_turn(s)
    return broken


def recount_frames(s):
    """Check that priorities rise from the waiting nodes to the open one, and that unused frames are empty."""
    above = PRIORITY_OF[s.node]
    for frame in range(WAITING_FRAMES - 1, -1, -1):
        if frame >= s.waiting:
            if s.waiting_node[frame] != 0 or s.waiting_seat[frame] != 0 or s.waiting_note[frame] != 0:
                return FRAMES_ARE_ORDERED
        elif KIND_OF[s.waiting_node[frame]] != IS_AUTOMATIC or PRIORITY_OF[s.waiting_node[frame]] >= above:
            return FRAMES_ARE_ORDERED
        else:
            above = PRIORITY_OF[s.waiting_node[frame]]
    return NOT_BROKEN


def recount_secrets(s):
    """Check that a bluff has its theme and its asker, and that the tested player is unset only while being chosen."""
    for seat in range(SEATS):
        if s.knows[seat] & ~s.knowledge_drawn[seat] != 0:
            return SECRETS_ARE_PRIVATE
    node = s.node
    if is_bluff(node) and node != KNOWLEDGE:
        is_chosen = s.tested != NOBODY
        if s.theme >= THEMES or s.asker >= s.seats or is_chosen == (node == TEST_WHOM):
            return SECRETS_ARE_PRIVATE
    if node == KNOWLEDGE and (s.knowledge_drawn[s.owner[s.seat]] >> s.note) & 1 == 1:
        return SECRETS_ARE_PRIVATE
    if (node == THEME_DRAW or node == EXAMINER) and s.theme != NO_THEME:
        return SECRETS_ARE_PRIVATE
    return NOT_BROKEN


def recount_current_node(s):
    """Check that all waiting automatic nodes were carried out before a decision or outcome (WD-152)."""
    kind = KIND_OF[s.node]
    waits = s.waiting > 0 and s.node != PRE_SET_CLAIM  # a claim interrupts whatever a card started
    if waits or kind == IS_AUTOMATIC or kind == IS_END:
        return PLAYER_CAN_DECIDE
    interned = s.ice_turns[s.seat] > 0
    if kind == IS_DECISION and (s.in_play[s.seat] == 0 or interned != (s.node == ICE_BREAKOUT)):
        return PLAYER_CAN_DECIDE
    return NOT_BROKEN


def recount_turn(s):
    """Check that no value of the last turn or of the set-up remains."""
    if s.node == START_MENU:
        is_clean = (
            s.drawer == NOBODY and s.drawn_card == NO_MANOEUVRE and s.target == NOBODY and s.offered_card == NO_CARD
        )
        is_clean = is_clean and s.wanted_card == NO_CARD and s.destination == NOWHERE and s.asker == NOBODY
        is_clean = is_clean and s.tested == NOBODY and s.theme == NO_THEME and s.purgadies == NO_PURGADIES
        if not is_clean or s.seat != s.turn or s.place[s.seat] == NOWHERE or s.chain != 0 or s.note != 0:
            return TURN_BEGINS_CLEAN
    if s.node == CHOOSE_PIECE or s.node == SETUP_THROW:
        return NOT_BROKEN
    ranks = 0
    for seat in range(s.seats):
        ranks |= 1 << s.setup_rank[seat]
        if s.setup_throw[seat] != 0 or (s.node == START_MENU and s.fresh[seat] != 0):
            return TURN_BEGINS_CLEAN
        if s.piece[seat] == NO_PIECE and (s.in_play[seat] == 1 or not may_have_no_piece(s, seat)):
            return TURN_BEGINS_CLEAN
    return NOT_BROKEN if ranks == (1 << s.seats) - 1 else TURN_BEGINS_CLEAN


def may_have_no_piece(s, seat):
    """Return whether a seat may lack a piece: an Ally not called, or a cheat whose piece was removed (WD-267)."""
    return home_of(s, seat) != seat or s.illegal_action == ILLEGAL_EJECTS


def recount_change(s, memory):
    """Check that counters, packs, marks, closures and used rights change only in their allowed direction."""
    violations = decreased(memory, 0, s.turn_number) + decreased(memory, 1, s.revival_done)
    violations += decreased(memory, 2, s.death_done) + decreased(memory, 3, s.truncated)
    violations += decreased(memory, 4, -s.theme_unseen) + decreased(memory, 5, pack_size_floor(s))
    violations += decreased(memory, 6, -s.manoeuvre_unseen) + decreased(memory, 7, s.ended_by)
    violations += decreased(memory, 13, s.antarctica_done)
    for card in range(CARDS):
        violations += lost_bits(memory, GROWING + card, s.run_marks[card])
    for seat in range(SEATS):
        at = GROWING + CARDS + 5 * seat
        violations += lost_bits(memory, at + 3, s.stack_paid[seat]) + lost_bits(memory, at + 4, s.set_paid[seat])
        violations += lost_bits(memory, at, s.pre_set_paid[seat]) + lost_bits(memory, at + 1, s.knowledge_drawn[seat])
        violations += lost_bits(memory, at + 2, s.knows[seat]) + decreased(memory, 8 + seat, -s.reinforcements[seat])
    if memory[AT_CLOSURE] != NO_REGION and memory[AT_CLOSURE] != s.closed:
        violations += s.closed != NO_REGION or s.closure_duration == CLOSED_FOR_THE_GAME
    memory[AT_CLOSURE] = s.closed
    return NOT_BROKEN if violations == 0 else CHANGES_ONE_WAY


def pack_size_floor(s):
    """Return a number that falls only if the Manoeuvre pack grows.

    The pack only shrinks, by the card of a closure, unless closures end.
    """
    return -s.manoeuvre_size if s.closure_duration == CLOSED_FOR_THE_GAME else 0


def decreased(memory, at, value):
    """Remember a number, and return whether it is smaller than before."""
    was = memory[at]
    memory[at] = value
    return 1 if value < was else 0


def lost_bits(memory, at, bits):
    """Remember bits, and return whether one of them is no longer set."""
    was = memory[at]
    memory[at] = bits
    return 1 if was & ~bits != 0 else 0


def recount_observation(s, seat, obs):
    """Check the observation of a seat."""
    for i in range(len(obs)):
        obs[i] = 0
    observe(s, seat, obs)
    for i in range(len(obs)):
        if obs[i] < FEATURE_LOW[i] or obs[i] > FEATURE_HIGH[i]:
            return OBSERVATIONS_ARE_IN_RANGE
    for piece in range(len(HOT_START)):
        marked = 0
        for i in range(HOT_START[piece], HOT_STOP[piece]):
            marked += obs[i]
        if marked > 1:
            return OBSERVATIONS_ARE_IN_RANGE
    return NOT_BROKEN
