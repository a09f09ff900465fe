"""Attacks: battles, captures, eliminations, occupation (DOM-104 to DOM-113, DOM-129 to DOM-170)."""

from wd_env.games.domination.definitions.decision_codes import (
    ATTACK_THROW_1,
    ATTACK_TO,
    ATTACKING,
    DEFENCE_THROW_1,
    DEFEND,
    FORTIFYING,
    OCCUPY,
    ROLL,
    TRADING,
)
from wd_env.games.domination.definitions.rule_constants import (
    BLITZ_VERB,
    DICE_VERB,
    MAX_KEPT_CARDS,
    MIN_GARRISON,
    PASS_VERB,
)
from wd_env.games.domination.rules.amounts import begin_moving, keeps_moving, mark_moving, send
from wd_env.games.domination.rules.cards import has_limit, take_hand
from wd_env.games.domination.rules.dice import (
    losses_of_attacker,
    losses_of_defender,
    most_attack_dice,
    most_defence_dice,
)
from wd_env.games.domination.rules.holdings import can_leave, hold
from wd_env.games.domination.rules.moves import (
    border_of_action,
    is_border_action,
    mark_origins,
    mark_targets,
    name_origin,
)
from wd_env.games.domination.rules.victory import clear_battle, end_or


def can_attack_from(s, mask):
    """Mark own countries that can attack, and passing (DOM-049, DOM-133)."""
    mark_origins(s, mask, 0)


def do_attack_from(s, a):
    """Record the origin, or end the attacks on a pass (DOM-129, DOM-133)."""
    name_origin(s, a, FORTIFYING, ATTACK_TO)
    if is_border_action(s, a):
        do_attack_to(s, s.border_targets[border_of_action(s, a)])


def can_attack_to(s, mask):
    """Mark neighbours that other seats hold (DOM-130 to DOM-132)."""
    mark_targets(s, mask, 0)


def do_attack_to(s, country):
    """Record the target; dice must be thrown at least once (A-35)."""
    s.target = country
    s.node = ROLL


def can_roll(s, mask):
    """Mark numbers of dice, a fight to the end, and retreat after a throw (DOM-135 to DOM-138, DOM-154 to DOM-159)."""
    most = most_attack_dice(s.armies[s.origin])
    for dice in range(1, most + 1):
        if dice == most or s.attack_dice == 0:
            mask[len(s.armies) + DICE_VERB + dice - 1] = 1
    if s.blitz:
        mask[len(s.armies) + BLITZ_VERB] = 1
    if s.rolled:
        mask[len(s.armies) + PASS_VERB] = 1


def do_roll(s, a):
    """Retreat, attack with this number of dice, or attack with the maximum until the battle is over."""
    if a == len(s.armies) + PASS_VERB:
        s.node = ATTACKING
    elif a == len(s.armies) + BLITZ_VERB:
        s.rolls_on = 1
        announce_dice(s, most_attack_dice(s.armies[s.origin]))
    else:
        announce_dice(s, a - len(s.armies) - DICE_VERB + 1)


def announce_dice(s, dice):
    """Record the attack dice, then let the defender choose its dice before the throw (DOM-140, DOM-142)."""
    s.dice = dice
    s.defence = most_defence_dice(s.armies[s.target], s.max_defence)
    if s.auto_defend or s.defence == 1:
        s.node = ATTACK_THROW_1 + dice - 1
    else:
        s.seat = s.holder[s.target]
        s.node = DEFEND


def can_defend(s, mask):
    """Mark one die per defending army, up to the limit (DOM-139)."""
    for dice in range(most_defence_dice(s.armies[s.target], s.max_defence)):
        mask[len(s.armies) + DICE_VERB + dice] = 1


def do_defend(s, a):
    """Record the defence dice and open the attacker's throw (DOM-142)."""
    s.defence = a - len(s.armies) - DICE_VERB + 1
    s.seat = s.turn
    s.node = ATTACK_THROW_1 + s.dice - 1


def do_attack_throw(s, throw):
    """Record the throw and open the defender's throw (DOM-146)."""
    s.throw = throw
    s.seat = s.holder[s.target]
    s.node = DEFENCE_THROW_1 + s.defence - 1


def do_defence_throw(s, throw):
    """Remove the armies lost, then end or continue the battle (DOM-147 to DOM-150, DOM-154, DOM-158)."""
    s.armies[s.origin] -= losses_of_attacker(s.throw, s.dice, throw, s.defence)
    s.armies[s.target] -= losses_of_defender(s.throw, s.dice, throw, s.defence)
    s.seat = s.turn
    s.throw = 0
    s.rolled = 1
    s.node = ROLL
    if s.armies[s.target] == 0:
        capture(s)
    elif not can_leave(s, s.origin):
        s.node = ATTACKING
    elif s.rolls_on:
        announce_dice(s, most_attack_dice(s.armies[s.origin]))


def capture(s):
    """Give the country to the attacker before any army moves in (DOM-162, DOM-166, DOM-170)."""
    victim = s.holder[s.target]
    hold(s, s.turn, s.target)
    s.captured = 1
    s.defence = 0
    if s.country_counts[victim] == 0:
        eliminate(s, victim)
    if s.dice == s.armies[s.origin] - MIN_GARRISON:
        send(s, s.dice)
        move_in(s)
    else:
        begin_moving(s, s.dice)
        s.node = OCCUPY


def eliminate(s, victim):
    """Put the seat out of the game and give its hand to the captor (DOM-104, DOM-105)."""
    for seat in range(s.seats):
        s.out_after[victim] += 1 - s.in_play[seat]
    s.in_play[victim] = 0
    s.removed_by[victim] = s.turn
    take_hand(s, s.turn, victim)


def can_occupy(s, mask):
    """Mark numbers of armies from the dice of the last throw to all except one (DOM-163 to DOM-165)."""
    mark_moving(s, mask, s.dice)


def do_occupy(s, a):
    """Move this number of armies in, unless exact amounts let more follow (DOM-163, DOM-166)."""
    if not keeps_moving(s, a, s.dice):
        move_in(s)


def move_in(s):
    """End the occupation: check goals, force a trade of too many cards (DOM-106 to DOM-109, DOM-111)."""
    clear_battle(s)
    end_or(s, TRADING if has_limit(s) and s.hand_size[s.turn] > MAX_KEPT_CARDS else ATTACKING)
