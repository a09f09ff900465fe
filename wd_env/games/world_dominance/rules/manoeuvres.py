"""Manoeuvre Cards: the draw, declining, and the Khyber Pass against them (WD-082 to WD-098, WD-144 to WD-146)."""

from wd_env.games.world_dominance.definitions.actions import ACCEPT, DECLINE, KEEP_PASS, USE_PASS
from wd_env.games.world_dominance.definitions.decision_codes import CARRY_OUT, MANOEUVRE_DRAW, OPTIONAL_CARD, OWN_PASS
from wd_env.games.world_dominance.definitions.names import DECK, GARRISON_SIDE, NOBODY
from wd_env.games.world_dominance.rules.manoeuvre_choices import open_next_choice
from wd_env.games.world_dominance.rules.manoeuvre_conditions import can_be_carried_out
from wd_env.games.world_dominance.rules.packs import move_to_bottom, on_top, weigh_unseen
from wd_env.kernels.frames import next_node, open_node


def draw_manoeuvre(s):
    """Draw the top card: at random if it is unseen, known once the pack has gone round (WD-082)."""
    if s.manoeuvre_size == 0 or s.chain >= s.manoeuvre_size:  # a chain ends at the size of the deck (RULINGS 12)
        return
    s.chain += 1
    if s.manoeuvre_unseen > 0:
        next_node(s, MANOEUVRE_DRAW)
    else:
        begin_card(s, on_top(s.manoeuvre_place))


def weigh_manoeuvre_draw(s, weights):
    """Give each unseen card equal weight."""
    weigh_unseen(s.manoeuvre_place, DECK, weights)


def do_manoeuvre_draw(s, card):
    """Begin the drawn card, which is no longer unseen."""
    s.manoeuvre_unseen -= 1
    begin_card(s, card)


def begin_card(s, card):
    """Move the card to the bottom, then open its first decision unless it is void (WD-085, RULINGS 13)."""
    move_to_bottom(s.manoeuvre_place, DECK, card, s.manoeuvre_size - s.manoeuvre_unseen)
    s.drawn_card = card
    s.drawer = s.seat
    if not can_be_carried_out(s):
        return
    if s.card_optional[card] == 1:
        next_node(s, OPTIONAL_CARD)
    elif s.khyber_at == s.seat:
        next_node(s, OWN_PASS)
    else:
        open_next_choice(s)


def can_optional_card(s, mask):
    """Mark accepting and declining a card that is Optional (WD-083)."""
    mask[ACCEPT] = 1
    mask[DECLINE] = 1


def do_optional_card(s, a):
    """Open the card's first choice, unless it is declined."""
    if a == ACCEPT:
        open_next_choice(s)


def can_pass_card(s, mask):
    """Mark using and keeping the Khyber Pass (WD-144, WD-145)."""
    mask[USE_PASS] = 1
    mask[KEEP_PASS] = 1


def do_own_pass(s, a):
    """Give a used pass back (WD-146) and skip the card, which no player must then obey (RULINGS 131)."""
    if a == USE_PASS:
        s.khyber_at = GARRISON_SIDE
    else:
        open_next_choice(s)


def do_target_pass(s, a):
    """Carry out the card; a used pass exempts only its holder (WD-145)."""
    exempt = NOBODY
    if a == USE_PASS:
        exempt = s.khyber_at
        s.khyber_at = GARRISON_SIDE
    open_node(s, CARRY_OUT, s.drawer, exempt)
