"""One round of a battle as a distribution of what both sides have left."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product

from wd_env.games.superpowers.battle_units import SHIPS
from wd_env.games.superpowers.board.units import (
    GENERAL_INFANTRY_ATTACK,
    RULER_DEFENCE,
    SUPPORT_SHOT,
    UNIT_OF_CODE,
)

FACES = 6
LOW_POWER = 2  # highest defence of a defender that can be encircled (SP-087)
ENCIRCLING = 2  # high-power attackers for each defender (SP-082)

Chance = Fraction | float  # a float in battles that are too large for fractions
Army = tuple[int, ...]  # the number of units of each kind, in the order of losses
Dice = tuple[tuple[int, int], ...]  # (highest face that hits, number of dice)


@dataclass(frozen=True)
class Battle:
    """What does not change during a battle."""

    attack: Army
    defence: Army
    attack_order: tuple[str, ...]
    defence_order: tuple[str, ...]
    at_sea: bool
    encircle: bool
    infantry_defence: int
    ruler_bonus: bool
    shots: int  # of battleships at a landing, in the first round
    is_exact: bool  # whether chances are fractions

    def can_attack(self, army: Army) -> bool:
        """Return whether any of these attackers rolls a die."""
        return any(value for value, _ in self.attack_dice(army))

    def attack_dice(self, army: Army) -> Dice:
        """Return the dice of attackers (SP-043, SP-159)."""
        counts = dict(zip(self.attack_order, army, strict=True))
        general = counts.get("G", 0) > 0
        dice = []
        for kind, count in counts.items():
            value = GENERAL_INFANTRY_ATTACK if kind == "I" and general else UNIT_OF_CODE[kind].attack
            if count and value:
                dice.append((value, count))
        return tuple(dice)

    def defence_value(self, kind: str, counts: Mapping[str, int]) -> int:
        """Return the highest face with which a defender hits (SP-074, SP-154)."""
        if kind in ("I", "T") and self.ruler_bonus and counts.get("L"):
            return RULER_DEFENCE
        return self.infantry_defence if kind == "I" else UNIT_OF_CODE[kind].defence

    def is_encircled(self, attack: Army, defence: Army) -> bool:
        """Return whether the attacker encircles at the start of a round (SP-082 to SP-088, R36)."""
        if not self.encircle:
            return False
        attackers = dict(zip(self.attack_order, attack, strict=True))
        defenders = dict(zip(self.defence_order, defence, strict=True))
        strong = sum(attackers.get(kind, 0) for kind in ("T", "F", "B"))
        strong += attackers.get("I", 0) if attackers.get("G") else 0
        low = all(
            not count or kind == "L" or (kind in ("I", "T") and self.defence_value(kind, defenders) <= LOW_POWER)
            for kind, count in defenders.items()
        )
        return low and strong >= ENCIRCLING * sum(defence)


def round_results(battle: Battle, attack: Army, defence: Army, *, is_first: bool) -> dict[tuple[Army, Army], Chance]:
    """Return the chance of each pair of armies after one round.

    Attacking submarines roll first, and what they hit does not roll. Then all others roll, and both sides remove their
    losses (SP-044 to SP-048, SP-220).
    """
    results: defaultdict[tuple[Army, Army], Chance] = defaultdict(int)
    if battle.is_encircled(attack, defence):
        for attack_left, chance in _armies_after(battle.attack_order, attack, _defence_hits(battle, defence)).items():
            results[attack_left, (0,) * len(defence)] += chance
        return dict(results)
    subs = dict(zip(battle.attack_order, attack, strict=True)).get("SU", 0)
    sub_hits = hit_chances(((UNIT_OF_CODE["SU"].attack, subs),), battle.is_exact)
    shots = ((SUPPORT_SHOT, battle.shots),) if is_first and battle.shots else ()
    hits = hit_chances(_dice_without_subs(battle, attack) + shots, battle.is_exact)
    rolling = _armies_after(battle.defence_order, defence, {(number, 0): share for number, share in sub_hits.items()})
    for defenders, sub_chance in rolling.items():
        attackers = _armies_after(battle.attack_order, attack, _defence_hits(battle, defenders))
        left = _armies_after(battle.defence_order, defenders, {(0, number): share for number, share in hits.items()})
        for (attack_left, chance), (defence_left, share) in product(attackers.items(), left.items()):
            results[attack_left, defence_left] += sub_chance * chance * share
    return dict(results)


def _armies_after(order: Sequence[str], army: Army, hits: Mapping[tuple[int, int], Chance]) -> dict[Army, Chance]:
    """Return the chance of each army that hits of submarines and of others leave."""
    left: defaultdict[Army, Chance] = defaultdict(int)
    for (sub_hits, other_hits), chance in hits.items():
        left[_lose(order, army, sub_hits, other_hits)] += chance
    return dict(left)


def _dice_without_subs(battle: Battle, attack: Army) -> Dice:
    return battle.attack_dice(
        tuple(0 if kind == "SU" else count for kind, count in zip(battle.attack_order, attack, strict=True))
    )


def _defence_hits(battle: Battle, defence: Army) -> dict[tuple[int, int], Chance]:
    """Return the chance of each number of hits, of submarines and of others."""
    counts = dict(zip(battle.defence_order, defence, strict=True))
    dice = tuple(
        (battle.defence_value(kind, counts), count) for kind, count in counts.items() if count and kind != "SU"
    )
    subs = hit_chances(((UNIT_OF_CODE["SU"].defence, counts.get("SU", 0)),), battle.is_exact)
    others = hit_chances(dice, battle.is_exact)
    return {(sub, other): chance * share for sub, chance in subs.items() for other, share in others.items()}


def _lose(order: Sequence[str], army: Army, sub_hits: int, hits: int) -> Army:
    """Remove losses in order: hits of submarines from ships only (SP-216, SP-226), then all others."""
    left = list(army)
    for index, kind in enumerate(order):
        if kind in SHIPS:
            lost = min(left[index], sub_hits)
            left[index] -= lost
            sub_hits -= lost
    for index in range(len(left)):
        lost = min(left[index], hits)
        left[index] -= lost
        hits -= lost
    return tuple(left)


@cache
def hit_chances(dice: Dice, is_exact: bool = True) -> dict[int, Chance]:
    """Return the chance of each number of hits of these dice."""
    ways = [1]
    for value, count in dice:
        for _ in range(count):
            misses = [way * (FACES - value) for way in ways]
            hits = [way * value for way in ways]
            ways = [miss + hit for miss, hit in zip([*misses, 0], [0, *hits], strict=True)]
    throws = sum(ways)
    return {number: Fraction(way, throws) if is_exact else way / throws for number, way in enumerate(ways) if way}
