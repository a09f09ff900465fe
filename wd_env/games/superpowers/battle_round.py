"""One round of a battle as a distribution of what both sides have left."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb, prod

from wd_env.games.superpowers.battle_units import SHIPS
from wd_env.games.superpowers.board.units import (
    GENERAL_INFANTRY_ATTACK,
    RULER_DEFENCE,
    SUPPORT_SHOT,
    UNIT_OF_CODE,
)
from wd_env.games.superpowers.definitions.rule_constants import (
    BOMBER_LOAD,
    BOX_ATTACK,
    BOX_ATTACK_DIE,
    BOX_DEFENCE,
    BOX_DEFENCE_DIE,
    GUN_DICE,
)

FACES = 6
PLANES = ("F", "B")
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
    guns: int  # artillery that fires, in the first round
    paratroopers: int  # of the attacking infantry, dropped by bombers in the first round
    air_defence: int  # that is active
    is_targeted: bool  # whether each of its dice is for one plane
    attack_boxes: tuple[int, ...]  # of the attacker's super battleship, whose number of units is its hit points
    defence_boxes: tuple[int, ...]
    is_exact: bool  # whether chances are fractions

    def can_attack(self, army: Army) -> bool:
        """Return whether any of these attackers rolls a die."""
        return any(value for value, _ in self.attack_dice(army))

    @property
    def dropping(self) -> int:
        """Bombers that drop paratroopers (SP-187)."""
        return loads(self.paratroopers)

    def attack_dice(self, army: Army) -> Dice:
        """Return the dice of attackers (SP-043, SP-159)."""
        counts = dict(zip(self.attack_order, army, strict=True))
        general = counts.get("G", 0) > 0
        dice = []
        for kind, count in counts.items():
            value = GENERAL_INFANTRY_ATTACK if kind == "I" and general else UNIT_OF_CODE[kind].attack
            if kind == "SB" and count:
                dice.append((value + self.attack_boxes[BOX_ATTACK], 1 + self.attack_boxes[BOX_ATTACK_DIE]))
            elif count and value:
                dice.append((value, count))
        return tuple(dice)

    def defence_value(self, kind: str, counts: Mapping[str, int]) -> int:
        """Return the highest face with which a defender hits (SP-074, SP-154)."""
        if kind in ("I", "T") and self.ruler_bonus and counts.get("L"):
            return RULER_DEFENCE
        return self.infantry_defence if kind == "I" else UNIT_OF_CODE[kind].defence

    def is_encircled(self, attack: Army, defence: Army, guns: int = 0, dropping: int = 0) -> bool:
        """Return whether the attacker encircles at the start of a round (SP-082 to SP-088, R36)."""
        if not self.encircle:
            return False
        attackers = dict(zip(self.attack_order, attack, strict=True))
        defenders = dict(zip(self.defence_order, defence, strict=True))
        strong = sum(attackers.get(kind, 0) for kind in ("T", "F", "B"))
        strong += attackers.get("I", 0) if attackers.get("G") else 0
        strong += guns - dropping
        low = all(
            not count or kind in ("L", "R") or (kind in ("I", "T") and self.defence_value(kind, defenders) <= LOW_POWER)
            for kind, count in defenders.items()
        )
        return low and strong >= ENCIRCLING * sum(defence)


def round_results(battle: Battle, attack: Army, defence: Army, *, is_first: bool) -> dict[tuple[Army, Army], Chance]:
    """Return the chance of each pair of armies after one round.

    Attacking submarines roll first, and what they hit does not roll. Then all others roll, and both sides remove their
    losses (SP-044 to SP-048, SP-220). Air defence fires before (SP-059).
    """
    results: defaultdict[tuple[Army, Army], Chance] = defaultdict(int)
    for (left, dropping), chance in _after_air_defence(battle, attack, is_first).items():
        if not any(count for kind, count in zip(battle.attack_order, left, strict=True) if kind != "TR"):
            results[left, defence] += chance
            continue
        for sides, share in _shots_and_losses(battle, left, defence, is_first, dropping).items():
            results[sides] += chance * share
    return dict(results)


def _after_air_defence(battle: Battle, attack: Army, is_first: bool) -> dict[tuple[Army, int], Chance]:
    """Return the chance of what air defence leaves: attackers, and bombers that drop (SP-144 to SP-146, Q16)."""
    dropping = battle.dropping if is_first else 0
    planes = [index for index, kind in enumerate(battle.attack_order) if kind in PLANES]
    total = sum(attack[index] for index in planes)
    if not battle.air_defence or not total:
        return {(attack, dropping): 1}
    found: defaultdict[tuple[Army, int], Chance] = defaultdict(int)
    for planes_lost, chance in _plane_losses(battle, tuple(attack[index] for index in planes)).items():
        left = list(attack)
        for index, lost in zip(planes, planes_lost, strict=True):
            left[index] -= lost
        bombers = left[battle.attack_order.index("B")]
        falling = max(0, battle.paratroopers - BOMBER_LOAD * bombers) if is_first else 0
        left[battle.attack_order.index("I")] -= falling
        found[tuple(left), min(dropping, loads(battle.paratroopers - falling))] += chance
    return dict(found)


def _plane_losses(battle: Battle, planes: Army) -> dict[Army, Chance]:
    """Return the chance of each number of planes that air defence hits, by kind in the order of losses (Q16)."""
    value = UNIT_OF_CODE["D"].defence
    found: defaultdict[Army, Chance] = defaultdict(int)
    if battle.is_targeted:  # the dice for a plane end with a hit
        missed = Fraction(FACES - value, FACES) ** battle.air_defence
        chance_of_hit = 1 - (missed if battle.is_exact else float(missed))
        ways = [
            {
                lost: comb(count, lost) * chance_of_hit**lost * (1 - chance_of_hit) ** (count - lost)
                for lost in range(count + 1)
            }
            for count in planes
        ]
        for numbers in product(*ways):
            found[numbers] = prod(kind[number] for kind, number in zip(ways, numbers, strict=True))
        return dict(found)
    total = sum(planes)
    for hits, chance in hit_chances(((value, battle.air_defence * total),), battle.is_exact).items():
        due, lost = min(hits, total), []
        for count in planes:
            lost.append(min(count, due))
            due -= lost[-1]
        found[tuple(lost)] += chance
    return dict(found)


def loads(paratroopers: int) -> int:
    """Return the bombers that carry the given number of paratroopers."""
    return -(-paratroopers // BOMBER_LOAD)


def _shots_and_losses(
    battle: Battle, attack: Army, defence: Army, is_first: bool, dropping: int
) -> dict[tuple[Army, Army], Chance]:
    results: defaultdict[tuple[Army, Army], Chance] = defaultdict(int)
    guns = _firing_guns(battle, attack, dropping) if is_first else 0
    if battle.is_encircled(attack, defence, guns, dropping):
        for attack_left, chance in _armies_after(battle.attack_order, attack, _defence_hits(battle, defence)).items():
            results[attack_left, (0,) * len(defence)] += chance
        return dict(results)
    subs = dict(zip(battle.attack_order, attack, strict=True)).get("SU", 0)
    sub_hits = hit_chances(((UNIT_OF_CODE["SU"].attack, subs),), battle.is_exact)
    shots = ((SUPPORT_SHOT, battle.shots),) if is_first and battle.shots else ()
    fire = ((UNIT_OF_CODE["R"].attack, GUN_DICE * guns),) if guns else ()
    rolling_now = list(attack)
    rolling_now[battle.attack_order.index("B")] -= dropping
    hits = hit_chances(_dice_without_subs(battle, tuple(rolling_now)) + shots + fire, battle.is_exact)
    rolling = _armies_after(battle.defence_order, defence, {(number, 0): share for number, share in sub_hits.items()})
    for defenders, sub_chance in rolling.items():
        attackers = _armies_after(battle.attack_order, attack, _defence_hits(battle, defenders))
        left = _armies_after(battle.defence_order, defenders, {(0, number): share for number, share in hits.items()})
        for (attack_left, chance), (defence_left, share) in product(attackers.items(), left.items()):
            results[attack_left, defence_left] += sub_chance * chance * share
    return dict(results)


def _firing_guns(battle: Battle, attack: Army, dropping: int) -> int:
    """Return the guns that still have a spotter (SP-134)."""
    counts = dict(zip(battle.attack_order, attack, strict=True))
    aboard = min(battle.paratroopers, BOMBER_LOAD * dropping)
    return max(0, min(battle.guns, counts["I"] + counts["T"] - aboard - dropping))


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
        (battle.defence_value(kind, counts), count)
        for kind, count in counts.items()
        if count and kind not in ("SU", "SB")
    )
    if counts.get("SB"):
        value = UNIT_OF_CODE["SB"].defence + battle.defence_boxes[BOX_DEFENCE]
        dice += ((value, 1 + battle.defence_boxes[BOX_DEFENCE_DIE]),)
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
