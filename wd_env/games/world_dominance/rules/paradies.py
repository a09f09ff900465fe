"""Paradies: a Purgadies Card that gives, and bringing a player back (WD-182 to WD-196)."""

from wd_env.games.world_dominance.definitions.actions import CARD, DECLINE, PAY_TWO, REST, REVIVE
from wd_env.games.world_dominance.definitions.decision_codes import EXAMINE, PARADIES_CARD, PARADIES_DRAW, PLACEMENT
from wd_env.games.world_dominance.definitions.names import (
    AFRICA,
    CONSCRIPT_SPACE,
    LIFE_DEATH,
    NO_PIECE,
    PACK,
    PURGADIES_ANTARCTICA,
    PURGADIES_KIND,
    REPRIEVE,
)
from wd_env.games.world_dominance.definitions.rule_constants import LEAST_FOR_REVIVAL, PARADIES_PRICE, RESERVES
from wd_env.games.world_dominance.rules.ally import has_allies
from wd_env.games.world_dominance.rules.antarctica import holds_four
from wd_env.games.world_dominance.rules.army import pay_garrison, pieces_in_play, recruit
from wd_env.games.world_dominance.rules.draws import receive_from_pack
from wd_env.games.world_dominance.rules.holdings import holds_movable, mark_cards
from wd_env.games.world_dominance.rules.purgatory import set_purgadies_aside
from wd_env.games.world_dominance.rules.turn import find_space
from wd_env.kernels.frames import next_node, open_node, seat_at_offset


def can_paradies(s, mask):
    """Mark resting, paying two to draw, and each player who can be brought back (WD-182, WD-189)."""
    mask[REST] = 1
    if s.army[s.seat] > PARADIES_PRICE:
        mask[PAY_TWO] = 1
    if can_revive(s):
        for places in range(1, s.seats):
            seat = seat_at_offset(s, places)
            if s.in_play[seat] == 0 and s.piece[seat] != NO_PIECE:  # a cheat no longer has one (RULINGS 129)
                mask[REVIVE + places] = 1


def can_revive(s):
    """Return whether a revival is possible (WD-188, WD-196, RULINGS 117).

    It is once in a game, with soldiers in the Garrison, two or more pieces in play and no Allies.
    """
    if s.revival_done == 1 or s.garrison == 0 or has_allies(s):
        return False
    return pieces_in_play(s) >= LEAST_FOR_REVIVAL


def do_paradies(s, a):
    """Rest, pay and draw a card, or revive a player instead (WD-190)."""
    if a == PAY_TWO:
        pay_garrison(s, s.seat, PARADIES_PRICE)
        next_node(s, PARADIES_DRAW)
    elif a != REST:
        revive(s, seat_at_offset(s, a - REVIVE))


def revive(s, seat):
    """Recruit five soldiers each, the revived player first, who has no reinforcements (WD-191, WD-195, RULINGS 11)."""
    s.revival_done = 1
    s.in_play[seat] = 1
    s.reinforcements[seat] = 0
    s.place[seat] = find_space(s, CONSCRIPT_SPACE, AFRICA)
    recruit(s, seat, RESERVES)
    recruit(s, s.seat, RESERVES)
    open_node(s, PLACEMENT, seat, 0)


def do_paradies_draw(s, card):
    """Gain what the drawn Purgadies Card names from the World Pack (WD-159, WD-183 to WD-187)."""
    s.purgadies = card
    set_purgadies_aside(s, card)
    if card == LIFE_DEATH:
        recruit(s, s.seat, 3)
    elif card == PURGADIES_ANTARCTICA and holds_four(s, s.seat):
        next_node(s, EXAMINE)
    elif card != REPRIEVE and pack_has_kind(s, PURGADIES_KIND[card]):
        open_node(s, PARADIES_CARD, s.seat, PURGADIES_KIND[card])


def pack_has_kind(s, kinds):
    """Return whether the World Pack has a card of this kind that is not frozen."""
    return holds_movable(s, PACK, kinds)


def can_paradies_card(s, mask):
    """Mark the pack's cards of the kind, which are face up, and declining (WD-183)."""
    mark_cards(s, mask, PACK, s.note)
    mask[DECLINE] = 1


def do_paradies_card(s, a):
    """Take the card for free; the piece's own picture still allows a second draw (WD-072)."""
    if a != DECLINE:
        receive_from_pack(s, s.seat, a - CARD, 0)
