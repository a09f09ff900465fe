"""Call the rule that carries out each node, with one branch per node.

Written by `make codegen` from the tables of the game: change those.
"""

from wd_env.games.superpowers.definitions.decision_codes import (
    AIR_DEFENDING,
    AIR_DIE,
    ASKING,
    ATTACK_DIE,
    ATTACK_FROM,
    ATTACK_WHAT,
    ATTACKING,
    BEGIN_BATTLE,
    BEGIN_ROUND,
    BEGIN_TURN,
    BOMB,
    BONUS,
    BOX,
    BUY,
    BUY_WHERE,
    BUYING,
    COASTAL_DIE,
    COLLECTING,
    CROSSING,
    DEAL_NATION,
    DEFENCE_DIE,
    DEFENDING,
    DISSOLVE_WITH,
    DROP,
    ENCIRCLE,
    END_BATTLE,
    END_ROUND,
    FIGHTING,
    FIRST_CHANCE,
    FIRST_POWER,
    GENERAL_HOME,
    GIVE,
    HOW,
    JOINING,
    LAND_WHERE,
    LANDING,
    LAST_CHANCE,
    LOSE,
    LOSING,
    MEET_FROM,
    MISSILE_DIE,
    MOVE_FROM,
    MOVE_TO,
    MOVE_WHAT,
    MOVING,
    NATION,
    NEW_CAPITAL,
    NEXT_BUYER,
    NEXT_START,
    NEXT_TURN,
    OFFER_TO,
    PERMIT,
    PICK_FIRST,
    PLACE_WHAT,
    PLACE_WHERE,
    PLACING,
    PORT,
    PRESS,
    RAID_DIE,
    RAIDING,
    RESEARCH_DIE,
    RESPOND,
    RUSH_DIE,
    SAIL_CARGO,
    SAIL_FROM,
    SAIL_TO,
    SAIL_WHAT,
    SINK,
    SINKING,
    SMALL_INFANTRY,
    SPREADING,
    START_INFANTRY,
    STRIKING,
    SUB_DIE,
    SUB_STAYS,
    SUB_TO,
    TARGET,
    THROUGH,
    TREATING,
)
from wd_env.games.superpowers.rules.aftermath import do_end_battle
from wd_env.games.superpowers.rules.air_defence import do_air_die
from wd_env.games.superpowers.rules.attack_modes import do_how
from wd_env.games.superpowers.rules.attack_order import (
    do_attack_from,
    do_attack_what,
    do_fighting,
    do_joining,
    do_target,
)
from wd_env.games.superpowers.rules.battle import (
    do_air_defending,
    do_attacking,
    do_begin_battle,
    do_begin_round,
    do_defending,
    do_end_round,
)
from wd_env.games.superpowers.rules.battle_dice import do_attack_die, do_defence_die, do_sub_die
from wd_env.games.superpowers.rules.break_off import do_general_home, do_press
from wd_env.games.superpowers.rules.canals import do_asking, do_permit
from wd_env.games.superpowers.rules.cargo import do_sink, do_sinking
from wd_env.games.superpowers.rules.encirclement import do_encircle
from wd_env.games.superpowers.rules.flight import do_land_where, do_landing, do_meet_from
from wd_env.games.superpowers.rules.income import do_collecting
from wd_env.games.superpowers.rules.joint_purchase import do_next_buyer
from wd_env.games.superpowers.rules.losses import do_give, do_lose, do_losing
from wd_env.games.superpowers.rules.missiles import do_missile_die, do_striking
from wd_env.games.superpowers.rules.movement import do_move_from, do_move_to, do_move_what, do_moving
from wd_env.games.superpowers.rules.placement import do_place_what, do_place_where, do_placing
from wd_env.games.superpowers.rules.purchase import do_box, do_buy, do_buy_where, do_buying, do_new_capital
from wd_env.games.superpowers.rules.raids import do_bomb, do_raid_die, do_raiding
from wd_env.games.superpowers.rules.rush import do_coastal_die, do_crossing, do_rush_die, do_through
from wd_env.games.superpowers.rules.setup import (
    do_deal_nation,
    do_first_power,
    do_nation,
    do_next_start,
    do_pick_first,
    do_port,
    do_start_infantry,
)
from wd_env.games.superpowers.rules.small_side import do_small_infantry, do_spreading
from wd_env.games.superpowers.rules.submarines import do_sub_stays, do_sub_to
from wd_env.games.superpowers.rules.technology import do_research_die
from wd_env.games.superpowers.rules.treaties import (
    do_bonus,
    do_dissolve_with,
    do_drop,
    do_offer_to,
    do_respond,
    do_treating,
)
from wd_env.games.superpowers.rules.turn import do_begin_turn, do_next_turn
from wd_env.games.superpowers.rules.voyage import do_sail_from, do_sail_to, do_sail_what
from wd_env.games.superpowers.rules.voyage_cargo import do_sail_cargo


def step_node(s, node, a):
    """Carry out an action or a chance outcome at this node."""
    if node < FIRST_CHANCE:
        if node <= PERMIT:
            step_before_combat(s, node, a)
        elif node <= SAIL_TO:
            step_in_order(s, node, a)
        elif node <= ENCIRCLE:
            step_in_battle(s, node, a)
        elif node <= PLACE_WHERE:
            step_after_combat(s, node, a)
        else:
            step_in_treaty(s, node, a)
    elif node <= LAST_CHANCE:
        step_chance(s, node, a)
    else:
        step_automatic(s, node)


def step_before_combat(s, node, a):
    """Carry out decisions on set-up, capital and purchase."""
    if node == NATION:
        do_nation(s, a)
    elif node == PORT:
        do_port(s, a)
    elif node == START_INFANTRY:
        do_start_infantry(s, a)
    elif node == NEW_CAPITAL:
        do_new_capital(s, a)
    elif node == BUY:
        do_buy(s, a)
    elif node == BUY_WHERE:
        do_buy_where(s, a)
    elif node == BOX:
        do_box(s, a)
    elif node == PERMIT:
        do_permit(s, a)


def step_in_order(s, node, a):
    """Carry out decisions that name attacks and voyages."""
    if node == TARGET:
        do_target(s, a)
    elif node == HOW:
        do_how(s, a)
    elif node == ATTACK_FROM:
        do_attack_from(s, a)
    elif node == ATTACK_WHAT:
        do_attack_what(s, a)
    elif node == THROUGH:
        do_through(s, a)
    elif node == SAIL_FROM:
        do_sail_from(s, a)
    elif node == SAIL_WHAT:
        do_sail_what(s, a)
    elif node == SAIL_CARGO:
        do_sail_cargo(s, a)
    elif node == SAIL_TO:
        do_sail_to(s, a)


def step_in_battle(s, node, a):
    """Carry out decisions in a battle."""
    if node == PRESS:
        do_press(s, a)
    elif node == SUB_STAYS:
        do_sub_stays(s, a)
    elif node == SUB_TO:
        do_sub_to(s, a)
    elif node == LOSE:
        do_lose(s, a)
    elif node == GIVE:
        do_give(s, a)
    elif node == SINK:
        do_sink(s, a)
    elif node == BOMB:
        do_bomb(s, a)
    elif node == GENERAL_HOME:
        do_general_home(s, a)
    elif node == ENCIRCLE:
        do_encircle(s, a)


def step_after_combat(s, node, a):
    """Carry out decisions on landing, movement and placement."""
    if node == LAND_WHERE:
        do_land_where(s, a)
    elif node == MEET_FROM:
        do_meet_from(s, a)
    elif node == MOVE_FROM:
        do_move_from(s, a)
    elif node == MOVE_WHAT:
        do_move_what(s, a)
    elif node == MOVE_TO:
        do_move_to(s, a)
    elif node == PLACE_WHAT:
        do_place_what(s, a)
    elif node == PLACE_WHERE:
        do_place_where(s, a)


def step_in_treaty(s, node, a):
    """Carry out decisions on treaties."""
    if node == OFFER_TO:
        do_offer_to(s, a)
    elif node == RESPOND:
        do_respond(s, a)
    elif node == BONUS:
        do_bonus(s, a)
    elif node == DROP:
        do_drop(s, a)
    elif node == DISSOLVE_WITH:
        do_dissolve_with(s, a)
    elif node == SMALL_INFANTRY:
        do_small_infantry(s, a)


def step_chance(s, node, a):
    """Carry out chance nodes: first power, nations and dice."""
    if node == PICK_FIRST:
        do_pick_first(s, a)
    elif node == DEAL_NATION:
        do_deal_nation(s, a)
    elif node == FIRST_POWER:
        do_first_power(s, a)
    elif node == RESEARCH_DIE:
        do_research_die(s, a)
    elif node == RUSH_DIE:
        do_rush_die(s, a)
    elif node == MISSILE_DIE:
        do_missile_die(s, a)
    elif node == RAID_DIE:
        do_raid_die(s, a)
    elif node == SUB_DIE:
        do_sub_die(s, a)
    elif node == COASTAL_DIE:
        do_coastal_die(s, a)
    elif node == AIR_DIE:
        do_air_die(s, a)
    elif node == ATTACK_DIE:
        do_attack_die(s, a)
    elif node == DEFENCE_DIE:
        do_defence_die(s, a)


def step_automatic(s, node):
    """Carry out automatic nodes."""
    if node == NEXT_START:
        do_next_start(s, 0)
    elif node == BEGIN_TURN:
        do_begin_turn(s, 0)
    elif node == BUYING:
        do_buying(s, 0)
    elif node == NEXT_BUYER:
        do_next_buyer(s, 0)
    elif node == ASKING:
        do_asking(s, 0)
    elif node == FIGHTING:
        do_fighting(s, 0)
    elif node == JOINING:
        do_joining(s, 0)
    elif node == BEGIN_BATTLE:
        do_begin_battle(s, 0)
    elif node == CROSSING:
        do_crossing(s, 0)
    elif node == STRIKING:
        do_striking(s, 0)
    elif node == RAIDING:
        do_raiding(s, 0)
    elif node == BEGIN_ROUND:
        do_begin_round(s, 0)
    elif node == AIR_DEFENDING:
        do_air_defending(s, 0)
    elif node == ATTACKING:
        do_attacking(s, 0)
    elif node == DEFENDING:
        do_defending(s, 0)
    elif node == LOSING:
        do_losing(s, 0)
    elif node == SINKING:
        do_sinking(s, 0)
    elif node == END_ROUND:
        do_end_round(s, 0)
    elif node == END_BATTLE:
        do_end_battle(s, 0)
    elif node == LANDING:
        do_landing(s, 0)
    elif node == MOVING:
        do_moving(s, 0)
    elif node == TREATING:
        do_treating(s, 0)
    elif node == SPREADING:
        do_spreading(s, 0)
    elif node == PLACING:
        do_placing(s, 0)
    elif node == COLLECTING:
        do_collecting(s, 0)
    elif node == NEXT_TURN:
        do_next_turn(s, 0)
