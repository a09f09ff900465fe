"""Continent Dice Gain and Concede, and Ecuador's exemption (WD-132 to WD-142)."""

from wd_env.games.world_dominance.definitions.actions import CARD, DECLARE, DECLINE, TAKE, THROW
from wd_env.games.world_dominance.definitions.decision_codes import CONCEDE, CONCEDE_DICE, ECUADOR, GAIN_CARD, SETTLE
from wd_env.games.world_dominance.definitions.names import ANY_KIND, ANY_SHORTFALL, CARDS, REGIONS
from wd_env.games.world_dominance.definitions.rule_constants import IN_FULL
from wd_env.games.world_dominance.rules.army import pay_garrison, recruit
from wd_env.games.world_dominance.rules.draws import draw_face_down
from wd_env.games.world_dominance.rules.holdings import (
    holds_loose,
    holds_loose_of,
    is_closed,
    is_frozen,
    is_loose,
    pack_has,
    return_card,
)
from wd_env.kernels.frames import next_node, open_node


def weigh_continent_dice(s, weights):
    """Write the weights of the Continent Dice: one face per coloured continent, or as configured."""
    for region in range(REGIONS):
        weights[region] = s.continent_dice[region]


def do_gain_dice(s, region):
    """Let the player take a card of the colour, if the pack has one (WD-133, WD-135, WD-254)."""
    if pack_has(s, region):
        open_node(s, GAIN_CARD, s.seat, region)


def can_gain_card(s, mask):
    """Mark both actions: taking is a right, not a duty (RULINGS 7)."""
    mask[TAKE] = 1
    mask[DECLINE] = 1


def do_gain_card(s, a):
    """Draw the card for free, if the player takes it (WD-134)."""
    if a == TAKE:
        draw_face_down(s, s.seat, s.note, 0)


def enter_concede(s):
    """Let the holder of Ecuador declare it instead of throwing (WD-140), optionally from a Stack (AMB-142)."""
    has_power = s.stacked_powers == 1 or is_loose(s, s.ecuador)
    if s.card_at[s.ecuador] == s.seat and has_power and not is_frozen(s, s.ecuador):
        next_node(s, ECUADOR)
    else:
        next_node(s, CONCEDE_DICE)


def can_ecuador(s, mask):
    """Mark both actions: Ecuador is declared at once or not at all (WD-142)."""
    mask[DECLARE] = 1
    mask[THROW] = 1


def do_ecuador(s, a):
    """Recruit a soldier for the exemption (WD-141), or throw."""
    if a == DECLARE:
        recruit(s, s.seat, 1)
    else:
        next_node(s, CONCEDE_DICE)


def do_concede_dice(s, region):
    """Open the loss of a card of the colour, or take a soldier if none is loose at all (WD-137, RULINGS 8)."""
    if is_closed(s, region):
        return
    if holds_loose_of(s, s.seat, region):
        open_node(s, CONCEDE, s.seat, region)
    elif s.concede_fallback == ANY_SHORTFALL or not holds_loose(s, s.seat, ANY_KIND):
        pay_garrison(s, s.seat, 1)
        open_node(s, SETTLE, s.seat, IN_FULL)


def can_concede(s, mask):
    """Mark the owner's loose cards of the colour (WD-137); a Stack is safe (WD-139)."""
    for card in range(CARDS):
        if s.card_at[card] == s.seat and s.card_region[card] == s.note and is_loose(s, card):
            mask[CARD + card] = 1


def do_concede(s, a):
    """Put the card back into the World Pack, after which its former owner may win (WD-081)."""
    return_card(s, a - CARD)
    open_node(s, SETTLE, s.seat, IN_FULL)
