"""A battle: rounds of dice, encirclement, breaking off (SP-042 to SP-050, SP-082 to SP-092, SP-159, SP-160)."""

from wd_env.games.superpowers.definitions.actions import FIRST_LEAVE, LAUNCH, LEAVES, NO, PRESS_ON, RETREAT, RUSH, YES
from wd_env.games.superpowers.definitions.board_constants import GARRISON_FIGHTERS, GARRISON_INFANTRY
from wd_env.games.superpowers.definitions.decision_codes import (
    ATTACK_DIE,
    ATTACKING,
    BEGIN_ROUND,
    DEFENCE_DIE,
    DEFENDING,
    ENCIRCLE,
    END_BATTLE,
    END_ROUND,
    GENERAL_HOME,
    LOSING,
    PRESS,
    SUB_DIE,
    SUB_STAYS,
)
from wd_env.games.superpowers.definitions.rule_constants import (
    AFTER_ATTACK,
    ANY_ROUND,
    BATTLESHIP_ROW,
    BOMBER,
    CAN_BE_LOST,
    CARGO_ROWS,
    COLUMNS,
    DEFENCE_ASKED,
    DEFENCE_READY,
    DEFENCE_ROLLS,
    ENCIRCLE_ASKS,
    FIGHTER,
    GENERAL,
    KINDS,
    LANDS,
    MISSILE_ABOARD,
    NEUTRAL,
    NOBODY,
    OTHERS_ROLL,
    POWERS,
    ROUND_BEGUN,
    ROUND_OVER,
    ROUND_START,
    SUB_COLUMN,
    SUBS_ASKED,
    SUBS_ROLL,
    TRANSPORT,
    ZONES,
)
from wd_env.games.superpowers.rules.battle_dice import attack_value, set_attack_dice, set_defence_dice
from wd_env.games.superpowers.rules.defenders import attacking_ships, choose_decider, defenders_left, defending_ships
from wd_env.games.superpowers.rules.departures import (
    general_goes_home,
    ground_goes_home,
    plane_leaves,
    planes_leave,
    planes_with,
    ships_go_home,
)
from wd_env.games.superpowers.rules.encirclement import may_encircle, surround
from wd_env.games.superpowers.rules.missiles import begin_launch
from wd_env.games.superpowers.rules.relations import begin_hostilities
from wd_env.games.superpowers.rules.rush import begin_crossing
from wd_env.games.superpowers.rules.stock import sea_index
from wd_env.games.superpowers.rules.submarines import attacker_can_leave, defender_can_leave


def do_begin_battle(s, _):
    """The order is complete: nothing joins any more (SP-039)."""
    s.attacked[s.target] = 1
    s.battle_round = 0
    s.stage = ROUND_BEGUN
    s.shots = 0
    if s.treaties:
        begin_hostilities(s)
    choose_decider(s)
    s.garrison[0] = 0
    s.garrison[1] = 0
    if s.target < LANDS and s.holder[s.target] == NEUTRAL:
        s.garrison[0] = GARRISON_INFANTRY[s.target]
        s.garrison[1] = GARRISON_FIGHTERS[s.target]
    if s.mode == LAUNCH:
        begin_launch(s)
        return
    if s.target < LANDS:
        if s.mode == RUSH:
            begin_crossing(s)
            return
        count_shots(s)
    s.node = BEGIN_ROUND


def count_shots(s):
    """Each battleship with the transports that has not fought fires once (SP-204, SP-206, R50)."""
    for zone in range(ZONES):
        if s.landing_ships[zone] > 0 or has_landers(s, zone):
            ships = s.sea_units[sea_index(s.turn, BATTLESHIP_ROW, zone)] - s.fired[zone]
            s.shots += ships
            s.fired[zone] += ships


def has_landers(s, zone):
    for row in range(CARGO_ROWS):
        if s.landers[row * ZONES + zone] > 0:
            return True
    return False


def do_begin_round(s, _):
    """A round begins, unless nobody defends (SP-049, SP-056)."""
    s.seat = s.turn
    s.stage = ROUND_BEGUN
    s.hits = 0
    s.sub_hits = 0
    if defenders_left(s) == 0 or attackers_left(s) == 0:
        s.node = END_BATTLE
        return
    s.battle_round += 1
    s.node = SUB_STAYS if attacker_can_leave(s) else ATTACKING


def attackers_left(s):
    """Attackers that fight; transports that only land do not, nor missiles that walk in (R3)."""
    count = engaged_units(s)
    return count - s.engaged[TRANSPORT] if s.target < LANDS else count


def do_attacking(s, _):
    """The attacker's dice: submarines first, whose hits are final at once (SP-044, SP-220)."""
    if s.stage == ROUND_BEGUN and s.sub_leaves == ROUND_START:
        s.stage = SUBS_ASKED
        if defender_can_leave(s):
            s.seat = s.decider
            s.node = SUB_STAYS
            return
    s.seat = s.turn
    if s.stage == ROUND_BEGUN or s.stage == SUBS_ASKED:
        if may_encircle(s):
            if s.encircle == ENCIRCLE_ASKS:
                s.node = ENCIRCLE
                return
            surround(s)
            return
        set_attack_dice(s)
    if s.stage == SUBS_ROLL:
        if s.dice[SUB_COLUMN] > 0 and defenders_left(s) > 0:
            s.node = SUB_DIE
            return
        s.stage = OTHERS_ROLL
        s.due_defender_ships = min(s.sub_hits, defending_ships(s))
        s.sub_hits = 0
        if s.due_defender_ships > 0:
            s.resume = ATTACKING
            s.node = LOSING
            return
    for column in range(1, COLUMNS):
        if s.dice[column] > 0 and defenders_left(s) > 0:
            s.node = ATTACK_DIE
            return
    s.due_defender = min(s.hits, defenders_left(s))
    s.hits = 0
    s.stage = DEFENCE_ASKED
    s.node = DEFENDING


def do_defending(s, _):
    """The defender's dice: units that were hit roll too, submarines that leave or dive do not (SP-045, R37)."""
    if s.stage == DEFENCE_ASKED:
        s.stage = DEFENCE_READY
        if s.sub_leaves == AFTER_ATTACK and defender_can_leave(s):
            s.seat = s.decider
            s.node = SUB_STAYS
            return
    if s.stage == DEFENCE_READY:
        set_defence_dice(s)
        s.stage = DEFENCE_ROLLS
    s.seat = s.turn if s.decider == NOBODY else s.decider
    for column in range(COLUMNS):
        if s.foe_dice[column] > 0:
            s.node = DEFENCE_DIE
            return
    s.seat = s.turn
    s.due_attacker_ships = min(s.sub_hits, attacking_ships(s))
    s.due_attacker = min(s.hits, engaged_units(s) - s.due_attacker_ships)
    s.hits = 0
    s.sub_hits = 0
    s.resume = END_ROUND
    s.node = LOSING


def engaged_units(s):
    """Attackers that can be lost, transports that land them too (SP-236)."""
    count = 0
    for kind in range(KINDS):
        if CAN_BE_LOST[kind]:
            count += s.engaged[kind]
    return count


def do_end_round(s, _):
    """The general may go home after the first round; submarines that dived are out of the battle (SP-160, R44)."""
    s.seat = s.turn
    if s.stage == DEFENCE_ROLLS:
        s.stage = ROUND_OVER
        for power in range(POWERS):
            s.out_subs[power] += s.dived[power]
            s.dived[power] = 0
        in_time = s.battle_round == 1 or s.general_withdraw == ANY_ROUND
        if in_time and s.engaged[GENERAL] > 0 and s.target < LANDS:
            s.node = GENERAL_HOME
            return
    go_on_or_stop(s)


def go_on_or_stop(s):
    """Pressing on is a choice only where something else is possible (SP-049, SP-050)."""
    if defenders_left(s) == 0 or attackers_left(s) == 0:
        s.node = END_BATTLE
    elif can_retreat(s) or has_plane_choice(s):
        s.node = PRESS
    else:
        s.node = BEGIN_ROUND


def can_retreat(s):
    """Units that came by land or air, or ships; landed ones fight on (SP-050, Q26)."""
    return attackers_left(s) > landed_units(s)


def landed_units(s):
    count = 0
    for row in range(CARGO_ROWS):
        if row != MISSILE_ABOARD:
            for zone in range(ZONES):
                count += s.landers[row * ZONES + zone]
    return count


def has_plane_choice(s):
    return s.engaged[FIGHTER] + s.engaged[BOMBER] > 0


def can_hit(s):
    """Some attacker rolls a die, or the defenders are encircled."""
    if may_encircle(s):
        return True
    for kind in range(KINDS):
        if s.engaged[kind] > 0 and attack_value(s, kind) > 0:
            return True
    return False


def can_press(s, mask):
    """Press on, break off, or planes leave while others fight on (SP-050, SP-173)."""
    if can_hit(s) or not can_retreat(s):
        mask[PRESS_ON] = 1
    if can_retreat(s):
        mask[RETREAT] = 1
    planes = s.engaged[FIGHTER] + s.engaged[BOMBER]
    if planes > 0 and attackers_left(s) > planes:
        for is_bomber in range(2):
            for left in range(LEAVES):
                if planes_with(s, is_bomber, left) > 0:
                    mask[FIRST_LEAVE + is_bomber * LEAVES + left] = 1


def do_press(s, a):
    if a == PRESS_ON:
        s.node = BEGIN_ROUND
    elif a == RETREAT:
        ground_goes_home(s)
        planes_leave(s)
        ships_go_home(s)
        s.node = BEGIN_ROUND if landed_units(s) > 0 else END_BATTLE
    else:
        left = (a - FIRST_LEAVE) % LEAVES
        plane_leaves(s, 1 if a >= FIRST_LEAVE + LEAVES else 0, left)
        go_on_or_stop(s)


def can_general_home(s, mask):
    """He goes home or stays (SP-160)."""
    mask[YES] = 1
    mask[NO] = 1


def do_general_home(s, a):
    """Yes: he goes back to where he came from (SP-160, Q23)."""
    if a == YES:
        general_goes_home(s)
    go_on_or_stop(s)
