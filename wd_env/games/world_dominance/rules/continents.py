"""Continent Spaces: take, pass, the Jetstream, and the way to Antarctica (WD-051 to WD-065, WD-213 to WD-217)."""

from wd_env.games.world_dominance.definitions.actions import ALLOW, BLOCK, JETSTREAM, PASS, TAKE, TO_ANTARCTICA
from wd_env.games.world_dominance.definitions.decision_codes import BLOCK_ENTRY, CONTINENT, LANDING, SETTLE
from wd_env.games.world_dominance.definitions.names import (
    ANTARCTICA_PLACE,
    AUSTRALASIA,
    CONTINENT_SPACE,
    MUST_PASS,
    OPPOSITE,
    SOUTH_AMERICA,
)
from wd_env.games.world_dominance.definitions.rule_constants import BLOCKED, CROSSED, IN_FULL
from wd_env.games.world_dominance.rules.antarctica import can_enter_antarctica
from wd_env.games.world_dominance.rules.army import pay_garrison
from wd_env.games.world_dominance.rules.draws import draw_face_down
from wd_env.games.world_dominance.rules.flow import is_awake
from wd_env.games.world_dominance.rules.holdings import dearest_in_pack, pack_has
from wd_env.games.world_dominance.rules.turn import find_space
from wd_env.kernels.frames import open_node


def can_continent(s, mask):
    """Mark passing, which is always legal, and what the space allows (WD-051, WD-056, RULINGS 27 and 89)."""
    region = s.space_region[s.place[s.seat]]
    mask[PASS] = 1
    if s.note & BLOCKED != 0 and s.blocked_player == MUST_PASS:
        return
    if pack_has(s, region) and (s.require_max_price == 0 or s.army[s.seat] >= dearest_in_pack(s, region)):
        mask[TAKE] = 1
    if s.note & CROSSED == 0 and pack_has(s, OPPOSITE[region]):
        mask[JETSTREAM] = 1
    if s.note & BLOCKED == 0 and is_gate(region) and can_enter_antarctica(s, s.seat):
        mask[TO_ANTARCTICA] = 1


def is_gate(region):
    """Return whether Antarctica can be entered from this region (WD-063)."""
    return region == SOUTH_AMERICA or region == AUSTRALASIA


def do_continent(s, a):
    """Take a card face down, pass for a soldier, cross to the opposite continent, or enter Antarctica."""
    region = s.space_region[s.place[s.seat]]
    if a == TAKE:
        draw_face_down(s, s.seat, region, 1)
    elif a == PASS:
        pay_garrison(s, s.seat, 1)
        open_node(s, SETTLE, s.seat, IN_FULL)
    elif a == JETSTREAM:
        s.place[s.seat] = find_space(s, CONTINENT_SPACE, OPPOSITE[region])
        open_node(s, LANDING, s.seat, CROSSED)
    else:
        set_out_for_antarctica(s, region)


def set_out_for_antarctica(s, region):
    """Enter Antarctica, or from South America let the holder of the SAB card block it (WD-213)."""
    holder = s.card_at[s.sab]
    blockable = region == SOUTH_AMERICA and holder != s.seat and holder < s.seats
    if blockable and is_awake(s, holder):
        s.target = s.seat
        open_node(s, BLOCK_ENTRY, holder, s.note)
    else:
        enter_antarctica(s, s.seat)


def can_block_entry(s, mask):
    """Mark the two answers of the SAB card's holder: block the entry, or allow it."""
    mask[BLOCK] = 1
    mask[ALLOW] = 1


def do_block_entry(s, a):
    """Let the piece enter, or have its player choose again; a blocked player has ceded nothing (WD-214)."""
    if a == BLOCK:
        open_node(s, CONTINENT, s.target, s.note | BLOCKED)
    else:
        enter_antarctica(s, s.target)


def enter_antarctica(s, seat):
    """Move the piece to Antarctica and let it land there (WD-200, WD-215)."""
    s.place[seat] = ANTARCTICA_PLACE
    open_node(s, LANDING, seat, 0)
