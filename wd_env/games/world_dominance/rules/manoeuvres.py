"""Manoeuvre Cards: the draw, declining, and the Khyber Pass against them (WD-082 to WD-098, WD-144 to WD-146)."""

from wd_env.games.world_dominance.definitions.actions import ACCEPT, DECLINE, KEEP_PASS, USE_PASS
from wd_env.games.world_dominance.definitions.decision_codes import CARRY_OUT, MANOEUVRE_DRAW, OPTIONAL_CARD, OWN_PASS
from wd_env.games.world_dominance.definitions.names import DECK, GARRISON_SIDE, NOBODY
from wd_env.games.world_dominance.rules.manoeuvre_choices import open_next_choice
from wd_env.games.world_dominance.rules.manoeuvre_conditions import can_be_carried_out
from wd_env.games.world_dominance.rules.packs import move_to_bottom, on_top, weigh_unseen
from wd_env.kernels.frames import next_node, open_node


def draw_manoeuvre(s):
    """Draw the top card: at random while it is unseen, known once the pack has gone round (WD-082)."""
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
    """Reduce the number of unseen cards by one."""
    s.manoeuvre_unseen -= 1
    begin_card(s, card)


def begin_card(s, card):
    """To the bottom before its effect (WD-085, RULINGS 13); void when it cannot be carried out."""
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
    """Optional in its title (WD-083)."""
    mask[ACCEPT] = 1
    mask[DECLINE] = 1


def do_optional_card(s, a):
    """Declining ends it."""
    if a == ACCEPT:
        open_next_choice(s)


def can_pass_card(s, mask):
    """Use the Khyber Pass or keep it (WD-144, WD-145)."""
    mask[USE_PASS] = 1
    mask[KEEP_PASS] = 1


def do_own_pass(s, a):
    """The used pass returns (WD-146), and the card, which no other player must obey, is skipped (RULINGS 131)."""
    if a == USE_PASS:
        s.khyber_at = GARRISON_SIDE
    else:
        open_next_choice(s)


def do_target_pass(s, a):
    """It exempts its holder only; the rest of the card runs (WD-145)."""
    exempt = NOBODY
    if a == USE_PASS:
        exempt = s.khyber_at
        s.khyber_at = GARRISON_SIDE
    open_node(s, CARRY_OUT, s.drawer, exempt)
