"""Cards drawn from the World Pack, and the bonus of the piece's picture card (WD-052, WD-066 to WD-072)."""

from wd_env.games.world_dominance.definitions.decision_codes import (
    FACE_DOWN_DRAW,
    SECOND_ANTARCTICA,
    SECOND_DRAW,
    SETTLE,
)
from wd_env.games.world_dominance.definitions.names import ANTARCTICA, CARDS, NO_CARD, PACK
from wd_env.games.world_dominance.definitions.rule_constants import BEFORE_SECOND_DRAW, IN_FULL, PRICED
from wd_env.games.world_dominance.rules.army import pay_garrison
from wd_env.games.world_dominance.rules.holdings import move_card, pack_has, take_card
from wd_env.kernels.frames import open_node, push_node


def receive_from_pack(s, seat, card, price):
    """Take a card and pay for it; a piece's own picture is free and allows a second draw (WD-066, WD-067)."""
    take_card(s, card, seat)
    if card != s.picture[s.piece[seat]]:
        pay_garrison(s, seat, price)
        open_node(s, SETTLE, seat, IN_FULL)
        return
    if s.card_region[card] == ANTARCTICA:
        if s.offered_card != NO_CARD:  # Queen Maud retakes the ceded card (WD-229)
            move_card(s, s.offered_card, seat)
        push_node(s, SECOND_ANTARCTICA, seat, 0)
    else:
        push_node(s, SECOND_DRAW, seat, s.card_region[card])
    open_node(s, SETTLE, seat, BEFORE_SECOND_DRAW)


def draw_face_down(s, seat, region, priced):
    """Open the draw of a card of this region from the pack (WD-052, WD-134)."""
    open_node(s, FACE_DOWN_DRAW, seat, region + PRICED * priced)


def weigh_face_down_draw(s, weights):
    """Give each card of the region in the pack equal weight."""
    region = s.note % PRICED
    for card in range(CARDS):
        if s.card_at[card] == PACK and s.card_region[card] == region:
            weights[card] = 1


def do_face_down_draw(s, card):
    """Take the drawn card, and pay its price unless it was won."""
    price = s.card_cost[card] if s.note >= PRICED else 0
    receive_from_pack(s, s.seat, card, price)


def do_second_draw(s, _):
    """Draw and pay for a second card of the picture's colour, if the pack has one (WD-068)."""
    if pack_has(s, s.note):
        draw_face_down(s, s.seat, s.note, 1)
    else:
        open_node(s, SETTLE, s.seat, IN_FULL)
