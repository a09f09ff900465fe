"""The check of the force of a battle in a saved state, and of fields left from battles, options and ships."""

from collections.abc import Iterable
from typing import Any

from wd_env.games.superpowers.checks.order_checks import BATTLES, ON_LAND, expect
from wd_env.games.superpowers.definitions import decision_codes as codes
from wd_env.games.superpowers.definitions.actions import KIND_NAMES, POWER_IDS
from wd_env.games.superpowers.definitions.decision_table import NODES
from wd_env.games.superpowers.definitions.rule_constants import (
    BOXES,
    CARGO_KINDS,
    DECK_ROWS,
    KINDS,
    LAND_KINDS,
    LANDS,
    NO_STRIKE,
    NOBODY,
    POWERS,
    SEA_KINDS,
    SEA_ROWS,
    SUPER_BATTLESHIP,
    SUPER_ROW,
    TRANSPORT,
    ZONES,
)
from wd_env.games.superpowers.rules.general_bonus import strike_of

IN_BATTLE = (*BATTLES, *ON_LAND, codes.SINK, codes.RUSH_DIE, codes.MISSILE_DIE)
IN_ORDER = (codes.HOW, codes.THROUGH, codes.ATTACK_FROM, codes.ATTACK_WHAT)
OF_BATTLES = (
    *("battle_round", "stage", "strikes", "gun_dice", "guided_dice", "guided_hits", "coastal_dice", "air_dice"),
    *("rising_dice", "shot_down", "due_planes", "due_coastal", "garrison", "shots", "dice", "homing_dice", "foe_dice"),
    *("hits", "sub_hits", "due_attacker", "due_attacker_ships", "due_defender", "due_defender_ships", "dived"),
    *("out_subs", "raid_dice", "missiles", "missile_dice", "rush_dice"),
)
OF_ORDERS = ("engaged", "guns", "paratroopers", "landing_ships", "blitz_force")
OF_SMALL_ALLIANCE = ("small", "small_infantry", "small_placed")


def check_force(s: Any) -> None:
    """Raise StateError unless the force by kind is the force by origin."""
    expect(s.planes_aloft == sum(s.aloft), "planes_aloft", s.planes_aloft, str(sum(s.aloft)))
    counts = [0] * KINDS
    for kinds, units, spaces in (
        (LAND_KINDS, s.force, LANDS),
        (SEA_KINDS, s.fleet, ZONES),
        (CARGO_KINDS, s.landers, ZONES),
    ):
        for row, kind in enumerate(kinds):
            counts[kind] += sum(units[row * spaces : (row + 1) * spaces])
    counts[TRANSPORT] += sum(s.landing_ships)
    for kind, count in enumerate(counts):
        expect(s.engaged[kind] == count, f"engaged {KIND_NAMES[kind]}", s.engaged[kind], str(count))


def check_leftovers(s: Any) -> None:
    """Raise StateError if a field is set without a meaning; the message names the first one."""
    name = NODES[s.node].name
    if s.node not in IN_BATTLE:
        _expect_none(s, OF_BATTLES, f"at {name}")
        expect(s.decider == NOBODY, f"decider at {name}", s.decider, str(NOBODY))
        expect(s.sink_seat == NOBODY, f"sink_seat at {name}", s.sink_seat, str(NOBODY))
        if s.node not in IN_ORDER:
            _expect_none(s, OF_ORDERS, f"at {name}")
    if s.strikes:
        expect(s.node != codes.GIVE or strike_of(s) != NO_STRIKE, "strikes", s.strikes, "0 without such a general")
    if not s.small_alliance:
        _expect_none(s, OF_SMALL_ALLIANCE, "without small_alliance")
    for power in range(POWERS):
        if not _has_super_battleship(s, power):
            boxes = max(s.boxes[power * BOXES : (power + 1) * BOXES])
            expect(boxes == 0, f"boxes of {POWER_IDS[power]} without SB", boxes, "0")
            damage = s.super_damage[power]
            expect(damage == 0, f"super_damage of {POWER_IDS[power]} without SB", damage, "0")


def _expect_none(s: Any, names: Iterable[str], where: str) -> None:
    for name in names:
        value = getattr(s, name)
        count = value if isinstance(value, int) else next((number for number in value if number), 0)
        expect(count == 0, f"{name} {where}", count, "0")


def _has_super_battleship(s: Any, power: int) -> bool:
    """Return whether the power has the ship at sea, in an attack, or bought."""
    first = (power * SEA_ROWS + SUPER_ROW) * ZONES
    count = sum(s.sea_units[first : first + ZONES]) + s.joint_deck[power * DECK_ROWS + SUPER_BATTLESHIP]
    if power == s.turn:
        count += sum(s.fleet[SUPER_ROW * ZONES : (SUPER_ROW + 1) * ZONES]) + s.deck[SUPER_BATTLESHIP]
    return bool(count > 0)
