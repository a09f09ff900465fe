"""The rules of a battle with any armies: dice of both sides, encirclement, and effects of generals.

The armies are put into a state of the rules, and the functions of the rules are called on it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from wd_env.games.superpowers.battle_units import Army, counts_of
from wd_env.games.superpowers.config import Config
from wd_env.games.superpowers.definitions.actions import KIND_NAMES
from wd_env.games.superpowers.definitions.rule_constants import (
    AIR_DEFENCE_ABOARD,
    AIR_DEFENCE_LOAD,
    AIR_DEFENCE_ROW,
    ALLIED,
    ATTACK,
    BOMBER,
    BOXES,
    CAPTURE_STRIKE,
    COLUMNS,
    DEFENCE,
    FIGHTER,
    GUN_ATTACK,
    INFANTRY,
    LAND_ROW,
    LANDS,
    NO_KIND,
    NO_ROW,
    NOBODY,
    NOWHERE,
    POWERS,
    SEA_ROW,
    SUB_COLUMN,
    SUBMARINE,
    SUPER_BATTLESHIP,
    TECHNOLOGIES,
    WAR,
)
from wd_env.games.superpowers.rules.air_defence import air_defence_at_planes, exposed_fighters
from wd_env.games.superpowers.rules.attack_force import attackers_left
from wd_env.games.superpowers.rules.battle_dice import attack_value, is_inspired, set_attack_dice, set_defence_dice
from wd_env.games.superpowers.rules.break_off import can_hit
from wd_env.games.superpowers.rules.encirclement import may_encircle
from wd_env.games.superpowers.rules.general_bonus import strike_of
from wd_env.games.superpowers.rules.guided_hits import placed_first
from wd_env.games.superpowers.rules.stock import cargo_index, land_index, sea_index
from wd_env.games.superpowers.rules.strikes import can_strike, forced_strike
from wd_env.games.superpowers.rules.technology import submarine_bonus
from wd_env.games.superpowers.table import Superpowers

LAND = ZONE = 0  # where the battle is; no other unit is on the board
USUAL_DEFENCE = DEFENCE[INFANTRY]
LOW_POWER = 2  # highest defence of a defender that can be encircled (SP-087)
FIRST_ROUND, LATER_ROUND = 1, 2

Dice = tuple[tuple[int, int], ...]  # (highest face that hits, number of dice)


@dataclass(frozen=True)
class Side:
    """Properties of the power of one side."""

    power: int
    boxes: tuple[int, ...]  # of its super battleship, whose number of units is its hit points
    technologies: tuple[int, ...]


@dataclass(frozen=True)
class Terms:
    """Rule values that are constant during a battle."""

    attacker: Side
    defender: Side
    attack_order: tuple[str, ...]
    defence_order: tuple[str, ...]
    config: Config
    at_sea: bool
    is_neutral: bool  # whether no power defends
    is_capital: bool  # whether the land is the capital of the defending power
    infantry_defence: int
    air_defence: int  # on land, or aboard
    guns: int  # artillery that fires, in the first round
    shots: int  # of battleships at a landing, in the first round


class AttackDice(NamedTuple):
    """Dice of attackers; the attacker places the hits of planes with guided missiles."""

    submarines: Dice
    fighters: Dice
    bombers: Dice
    others: Dice


class BattleRules:
    """The rules for the armies of one battle, which are numbers of units in the orders of losses."""

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        s: Any = Superpowers(terms.config).state
        self._state = s
        s.turn, s.target = terms.attacker.power, LANDS + ZONE if terms.at_sea else LAND
        s.decider = NOBODY if terms.is_neutral else terms.defender.power
        s.relation = [ALLIED if one == other else WAR for one in range(POWERS) for other in range(POWERS)]
        s.holder[LAND] = terms.defender.power
        s.capital = [NOWHERE] * len(s.capital)
        s.capital[terms.defender.power] = LAND if terms.is_capital else NOWHERE
        for side in (terms.attacker, terms.defender):
            s.in_play[side.power] = 1
            s.boxes[side.power * BOXES : (side.power + 1) * BOXES] = side.boxes
            s.technology[side.power * TECHNOLOGIES : (side.power + 1) * TECHNOLOGIES] = side.technologies
        s.land_units[land_index(terms.defender.power, AIR_DEFENCE_ROW, LAND)] = terms.air_defence
        self._attack_dice: dict[tuple[Army, int, bool], AttackDice] = {}
        self._defence_dice: dict[Army, tuple[Dice, Dice]] = {}

    def _set_attack(self, army: Army, aboard: int = 0, *, is_first: bool = False) -> None:
        s, terms = self._state, self.terms
        for kind, count in zip(terms.attack_order, army, strict=True):
            s.engaged[KIND_NAMES.index(kind)] = min(1, count) if kind == "SB" else count
        s.battle_round = FIRST_ROUND if is_first else LATER_ROUND
        s.paratroopers[LAND] = aboard
        s.guns, s.shots = (terms.guns, terms.shots) if is_first else (0, 0)

    def _set_defence(self, army: Army) -> None:
        s, terms = self._state, self.terms
        power, rows = terms.defender.power, SEA_ROW if terms.at_sea else LAND_ROW
        for name, count in zip(terms.defence_order, army, strict=True):
            kind = KIND_NAMES.index(name)
            if rows[kind] == NO_ROW:
                continue
            if terms.at_sea:
                s.sea_units[sea_index(power, rows[kind], ZONE)] = min(1, count) if kind == SUPER_BATTLESHIP else count
            else:
                s.land_units[land_index(power, rows[kind], LAND)] = count
        if terms.at_sea:
            s.cargo[cargo_index(power, AIR_DEFENCE_ABOARD, ZONE)] = self.air_defence_aboard(army)

    def air_defence_aboard(self, defence: Army) -> int:
        """Return the air defence for which transports and carriers have room (SP-147, Q19)."""
        ships = counts_of(self.terms.defence_order, defence)
        return min(self.terms.air_defence, AIR_DEFENCE_LOAD * (ships["TR"] + ships["CV"]))

    def has_attackers(self, army: Army) -> bool:
        """Return whether attackers that fight are left."""
        self._set_attack(army)
        return bool(attackers_left(self._state))

    def can_go_on(self, attack: Army, defence: Army) -> bool:
        """Return whether both sides are left, and the attacker has dice, an encirclement or a general who acts."""
        self._set_attack(attack)
        self._set_defence(defence)
        return bool(sum(defence) and attackers_left(self._state) and can_hit(self._state))

    def air_dice(self, attack: Army, defence: Army) -> tuple[int, tuple[str, ...]]:
        """Return the dice of air defence for each plane, and the kinds of planes that it fires at."""
        self._set_attack(attack)
        self._set_defence(defence)
        count = int(air_defence_at_planes(self._state))
        kinds = [kind for kind in self.terms.attack_order if kind in ("F", "B")]
        if self._state.engaged[FIGHTER] and not exposed_fighters(self._state):
            kinds.remove("F")
        return count, tuple(kinds)

    def strike(self, attack: Army, defence: Army) -> tuple[Army, Army]:
        """Return the armies after a general has captured or removed the most expensive possible defender (SP-318)."""
        self._set_attack(attack)
        self._set_defence(defence)
        s = self._state
        if not can_strike(s):
            return attack, defence
        kind = KIND_NAMES[forced_strike(s)]
        captured = int(strike_of(s) == CAPTURE_STRIKE)
        return _changed(self.terms.attack_order, attack, "I", captured), _changed(
            self.terms.defence_order, defence, kind, -1
        )

    def is_encircled(self, attack: Army, defence: Army, aboard: int, *, is_first: bool) -> bool:
        """Return whether the attacker encircles at the start of a round (SP-082 to SP-088, R36)."""
        if self.terms.infantry_defence > LOW_POWER and counts_of(self.terms.defence_order, defence)["I"]:
            return False
        self._set_attack(attack, aboard, is_first=is_first)
        self._set_defence(defence)
        return bool(may_encircle(self._state))

    def attack_dice(self, army: Army, aboard: int, *, is_first: bool) -> AttackDice:
        """Return the dice of attackers; `aboard` infantry are aboard bombers."""
        key = (army, aboard, is_first)
        if key not in self._attack_dice:
            self._set_attack(army, aboard, is_first=is_first)
            s = self._state
            set_attack_dice(s)
            sub_value = ATTACK[SUBMARINE] + submarine_bonus(s, s.turn)
            self._attack_dice[key] = AttackDice(
                submarines=_dice({sub_value: s.dice[SUB_COLUMN]}),
                fighters=_dice({attack_value(s, FIGHTER): s.guided_dice[0]}),
                bombers=_dice({attack_value(s, BOMBER): s.guided_dice[1]}),
                others=(*_dice({GUN_ATTACK: s.gun_dice}), *_dice(dict(enumerate(s.dice[1:], 1)))),
            )
        return self._attack_dice[key]

    def defence_dice(self, army: Army) -> tuple[Dice, Dice]:
        """Return the dice of defending submarines, and of all other defenders."""
        if army not in self._defence_dice:
            self._set_defence(army)
            s = self._state
            set_defence_dice(s)
            dice = dict(zip(range(1, COLUMNS), s.foe_dice[1:], strict=True))
            if not self.terms.at_sea and not is_inspired(s):
                infantry = counts_of(self.terms.defence_order, army)["I"]
                dice[USUAL_DEFENCE] -= infantry
                dice[self.terms.infantry_defence] += infantry
            homing = s.homing_dice
            submarines = {DEFENCE[SUBMARINE]: s.foe_dice[SUB_COLUMN] - homing, DEFENCE[SUBMARINE] + 1: homing}
            self._defence_dice[army] = _dice(submarines), _dice(dice)
        return self._defence_dice[army]

    def placed_kind(self, defence: Army, *, is_bomber: bool) -> str | None:
        """Return the kind on which a hit of guided missiles is placed, the most expensive one (SP-281)."""
        self._set_defence(defence)
        self._state.guided_hits = [0, 1] if is_bomber else [1, 0]
        kind = placed_first(self._state)
        return None if kind == NO_KIND else KIND_NAMES[kind]


def _dice(counts: Mapping[int, int]) -> Dice:
    return tuple((value, int(count)) for value, count in counts.items() if count)


def _changed(order: Sequence[str], army: Army, kind: str, change: int) -> Army:
    index = order.index(kind)
    return (*army[:index], army[index] + change, *army[index + 1 :])
