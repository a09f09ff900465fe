"""Call the rule that marks the legal actions of each decision, with one branch per decision.

Written by `make codegen` from the tables of the game: change those.
"""

from wd_env.games.superpowers.definitions.decision_codes import (
    ATTACK_FROM,
    ATTACK_WHAT,
    BOMB,
    BONUS,
    BOX,
    BUY,
    BUY_WHERE,
    DISSOLVE_WITH,
    DROP,
    ENCIRCLE,
    FIRST_CHANCE,
    GENERAL_HOME,
    GIVE,
    HOW,
    LAND_WHERE,
    LOSE,
    MEET_FROM,
    MOVE_FROM,
    MOVE_TO,
    MOVE_WHAT,
    NATION,
    NEW_CAPITAL,
    OFFER_TO,
    PERMIT,
    PLACE_WHAT,
    PLACE_WHERE,
    PORT,
    PRESS,
    RESPOND,
    SAIL_CARGO,
    SAIL_FROM,
    SAIL_TO,
    SAIL_WHAT,
    SINK,
    SMALL_INFANTRY,
    START_INFANTRY,
    SUB_STAYS,
    SUB_TO,
    TARGET,
    THROUGH,
)
from wd_env.games.superpowers.rules.attack_modes import can_how
from wd_env.games.superpowers.rules.attack_order import can_attack_from, can_attack_what, can_target
from wd_env.games.superpowers.rules.break_off import can_general_home, can_press
from wd_env.games.superpowers.rules.canals import can_permit
from wd_env.games.superpowers.rules.cargo import can_sink
from wd_env.games.superpowers.rules.encirclement import can_encircle
from wd_env.games.superpowers.rules.flight import can_land_where, can_meet_from
from wd_env.games.superpowers.rules.losses import can_give, can_lose
from wd_env.games.superpowers.rules.movement import can_move_from, can_move_to, can_move_what
from wd_env.games.superpowers.rules.placement import can_place_what, can_place_where
from wd_env.games.superpowers.rules.purchase import can_box, can_buy, can_buy_where, can_new_capital
from wd_env.games.superpowers.rules.raids import can_bomb
from wd_env.games.superpowers.rules.rush import can_through
from wd_env.games.superpowers.rules.setup import can_nation, can_port, can_start_infantry
from wd_env.games.superpowers.rules.small_side import can_small_infantry
from wd_env.games.superpowers.rules.submarines import can_sub_stays, can_sub_to
from wd_env.games.superpowers.rules.treaties import can_bonus, can_dissolve_with, can_drop, can_offer_to, can_respond
from wd_env.games.superpowers.rules.voyage import can_sail_from, can_sail_to, can_sail_what
from wd_env.games.superpowers.rules.voyage_cargo import can_sail_cargo


def legal(s, mask):
    """Mark the legal actions of the current decision with 1; `mask` is zeroed."""
    node = s.node
    if node <= PERMIT:
        legal_before_combat(s, node, mask)
    elif node <= SAIL_TO:
        legal_in_order(s, node, mask)
    elif node <= ENCIRCLE:
        legal_in_battle(s, node, mask)
    elif node <= PLACE_WHERE:
        legal_after_combat(s, node, mask)
    elif node < FIRST_CHANCE:
        legal_in_treaty(s, node, mask)


def legal_before_combat(s, node, mask):
    """Mark the legal actions of decisions on set-up, capital and purchase."""
    if node == NATION:
        can_nation(s, mask)
    elif node == PORT:
        can_port(s, mask)
    elif node == START_INFANTRY:
        can_start_infantry(s, mask)
    elif node == NEW_CAPITAL:
        can_new_capital(s, mask)
    elif node == BUY:
        can_buy(s, mask)
    elif node == BUY_WHERE:
        can_buy_where(s, mask)
    elif node == BOX:
        can_box(s, mask)
    elif node == PERMIT:
        can_permit(s, mask)


def legal_in_order(s, node, mask):
    """Mark the legal actions of decisions that name attacks and voyages."""
    if node == TARGET:
        can_target(s, mask)
    elif node == HOW:
        can_how(s, mask)
    elif node == ATTACK_FROM:
        can_attack_from(s, mask)
    elif node == ATTACK_WHAT:
        can_attack_what(s, mask)
    elif node == THROUGH:
        can_through(s, mask)
    elif node == SAIL_FROM:
        can_sail_from(s, mask)
    elif node == SAIL_WHAT:
        can_sail_what(s, mask)
    elif node == SAIL_CARGO:
        can_sail_cargo(s, mask)
    elif node == SAIL_TO:
        can_sail_to(s, mask)


def legal_in_battle(s, node, mask):
    """Mark the legal actions of decisions in a battle."""
    if node == PRESS:
        can_press(s, mask)
    elif node == SUB_STAYS:
        can_sub_stays(s, mask)
    elif node == SUB_TO:
        can_sub_to(s, mask)
    elif node == LOSE:
        can_lose(s, mask)
    elif node == GIVE:
        can_give(s, mask)
    elif node == SINK:
        can_sink(s, mask)
    elif node == BOMB:
        can_bomb(s, mask)
    elif node == GENERAL_HOME:
        can_general_home(s, mask)
    elif node == ENCIRCLE:
        can_encircle(s, mask)


def legal_after_combat(s, node, mask):
    """Mark the legal actions of decisions on landing, movement and placement."""
    if node == LAND_WHERE:
        can_land_where(s, mask)
    elif node == MEET_FROM:
        can_meet_from(s, mask)
    elif node == MOVE_FROM:
        can_move_from(s, mask)
    elif node == MOVE_WHAT:
        can_move_what(s, mask)
    elif node == MOVE_TO:
        can_move_to(s, mask)
    elif node == PLACE_WHAT:
        can_place_what(s, mask)
    elif node == PLACE_WHERE:
        can_place_where(s, mask)


def legal_in_treaty(s, node, mask):
    """Mark the legal actions of decisions on treaties."""
    if node == OFFER_TO:
        can_offer_to(s, mask)
    elif node == RESPOND:
        can_respond(s, mask)
    elif node == BONUS:
        can_bonus(s, mask)
    elif node == DROP:
        can_drop(s, mask)
    elif node == DISSOLVE_WITH:
        can_dissolve_with(s, mask)
    elif node == SMALL_INFANTRY:
        can_small_infantry(s, mask)
