"""One round of a battle as a distribution over the units that both sides have left."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb, prod

from wd_env.games.superpowers.battle_rules import AttackDice, BattleRules, Dice
from wd_env.games.superpowers.battle_units import SHIPS, Army, counts_of
from wd_env.games.superpowers.definitions.rule_constants import AIR_DEFENCE_ATTACK, BOMBER_LOAD

FACES = 6

Chance = Fraction | float  # a float in battles that are too large for fractions
Placed = tuple[int, int, int]  # hits of fighters and bombers with guided missiles, and of all others


@dataclass(frozen=True)
class Battle:
    """Values that are constant during a battle."""

    attack: Army
    defence: Army
    rules: BattleRules
    paratroopers: int  # of the attacking infantry, dropped by bombers in the first round
    is_targeted: bool  # whether each die of air defence is for one plane
    is_exact: bool  # whether chances are fractions

    @property
    def attack_order(self) -> tuple[str, ...]:
        """Kinds of the attackers, in the order of losses."""
        return self.rules.terms.attack_order

    @property
    def defence_order(self) -> tuple[str, ...]:
        """Kinds of the defenders, in the order of losses."""
        return self.rules.terms.defence_order


def round_results(battle: Battle, attack: Army, defence: Army, *, is_first: bool) -> dict[tuple[Army, Army], Chance]:
    """Return the chance of each pair of armies after one round.

    Air defence fires, then a general acts (SP-059, SP-318). Attacking submarines roll first, and what they hit does not
    roll. Then all others roll, and both sides remove their losses (SP-044 to SP-048, SP-220).
    """
    results: defaultdict[tuple[Army, Army], Chance] = defaultdict(int)
    for (left, aboard), chance in _after_air_defence(battle, attack, defence, is_first).items():
        if not battle.rules.has_attackers(left):
            results[left, defence] += chance
            continue
        for sides, share in _shots_and_losses(battle, *battle.rules.strike(left, defence), is_first, aboard).items():
            results[sides] += chance * share
    return dict(results)


def _after_air_defence(battle: Battle, attack: Army, defence: Army, is_first: bool) -> dict[tuple[Army, int], Chance]:
    """Return the chance of what air defence leaves: attackers, and infantry aboard bombers (SP-144 to SP-146, Q16)."""
    aboard = battle.paratroopers if is_first else 0
    dice, kinds = battle.rules.air_dice(attack, defence)
    planes = [index for index, kind in enumerate(battle.attack_order) if kind in kinds]
    if not dice or not sum(attack[index] for index in planes):
        return {(attack, aboard): 1}
    found: defaultdict[tuple[Army, int], Chance] = defaultdict(int)
    for planes_lost, chance in _plane_losses(battle, tuple(attack[index] for index in planes), dice).items():
        left = list(attack)
        for index, lost in zip(planes, planes_lost, strict=True):
            left[index] -= lost
        falling = max(0, aboard - BOMBER_LOAD * left[battle.attack_order.index("B")])
        left[battle.attack_order.index("I")] -= falling
        found[tuple(left), aboard - falling] += chance
    return dict(found)


def _plane_losses(battle: Battle, planes: Army, dice: int) -> dict[Army, Chance]:
    """Return the chance of each number of planes that air defence hits, by kind in the order of losses (Q16)."""
    found: defaultdict[Army, Chance] = defaultdict(int)
    if battle.is_targeted:  # the dice for a plane end with a hit
        missed = Fraction(FACES - AIR_DEFENCE_ATTACK, FACES) ** dice
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
    for hits, chance in hit_chances(((AIR_DEFENCE_ATTACK, dice * sum(planes)),), battle.is_exact).items():
        left = _without_first(planes, hits)
        found[tuple(count - rest for count, rest in zip(planes, left, strict=True))] += chance
    return dict(found)


def _shots_and_losses(
    battle: Battle, attack: Army, defence: Army, is_first: bool, aboard: int
) -> dict[tuple[Army, Army], Chance]:
    results: defaultdict[tuple[Army, Army], Chance] = defaultdict(int)
    if battle.rules.is_encircled(attack, defence, aboard, is_first=is_first):
        for attack_left, chance in _attackers_after(battle, attack, defence).items():
            results[attack_left, (0,) * len(defence)] += chance
        return dict(results)
    dice = battle.rules.attack_dice(attack, aboard, is_first=is_first)
    hits = _attack_hits(dice, battle.is_exact)
    rolling: defaultdict[Army, Chance] = defaultdict(int)
    for number, chance in hit_chances(dice.submarines, battle.is_exact).items():
        rolling[_lose_ships(battle.defence_order, defence, number)] += chance
    for defenders, sub_chance in rolling.items():
        left: defaultdict[Army, Chance] = defaultdict(int)
        for placed, share in hits.items():
            left[_defenders_after(battle, defenders, *placed)] += share
        for (attack_left, chance), (defence_left, share) in product(
            _attackers_after(battle, attack, defenders).items(), left.items()
        ):
            results[attack_left, defence_left] += sub_chance * chance * share
    return dict(results)


def _attack_hits(dice: AttackDice, is_exact: bool) -> dict[Placed, Chance]:
    """Return the chance of hits of all attackers except submarines."""
    fighters, bombers, others = (hit_chances(part, is_exact) for part in (dice.fighters, dice.bombers, dice.others))
    return {
        (fighter, bomber, other): fighters[fighter] * bombers[bomber] * others[other]
        for fighter, bomber, other in product(fighters, bombers, others)
    }


def _defenders_after(battle: Battle, army: Army, fighter_hits: int, bomber_hits: int, others: int) -> Army:
    """Remove defenders, first those on which the attacker places hits of bombers and fighters (SP-281)."""
    due = min(sum(army), fighter_hits + bomber_hits + others)
    for number, is_bomber in ((bomber_hits, True), (fighter_hits, False)):
        for _ in range(number):
            kind = battle.rules.placed_kind(army, is_bomber=is_bomber) if due < sum(army) else None
            if kind is None:
                break
            index = battle.defence_order.index(kind)
            army = (*army[:index], army[index] - 1, *army[index + 1 :])
            due -= 1
    return _without_first(army, due)


def _attackers_after(battle: Battle, attack: Army, defence: Army) -> dict[Army, Chance]:
    """Return the chance of each army that the dice of these defenders leave."""
    submarines, others = (hit_chances(dice, battle.is_exact) for dice in battle.rules.defence_dice(defence))
    left: defaultdict[Army, Chance] = defaultdict(int)
    for (sub_hits, chance), (hits, share) in product(submarines.items(), others.items()):
        left[_without_first(_lose_ships(battle.attack_order, attack, sub_hits), hits)] += chance * share
    return dict(left)


def _lose_ships(order: Sequence[str], army: Army, hits: int) -> Army:
    """Remove hits of submarines, which fall on ships only (SP-216, SP-226)."""
    ships = tuple(count if kind in SHIPS else 0 for kind, count in counts_of(order, army).items())
    return tuple(
        count - ship + left for count, ship, left in zip(army, ships, _without_first(ships, hits), strict=True)
    )


def _without_first(army: Army, count: int) -> Army:
    """Remove the given number of units in order."""
    left = []
    for units in army:
        lost = min(units, count)
        left.append(units - lost)
        count -= lost
    return tuple(left)


@cache
def hit_chances(dice: Dice, is_exact: bool = True) -> Mapping[int, Chance]:
    """Return the chance of each number of hits of these dice."""
    ways = [1]
    for value, count in dice:
        for _ in range(count):
            misses = [way * (FACES - value) for way in ways]
            hits = [way * value for way in ways]
            ways = [miss + hit for miss, hit in zip([*misses, 0], [0, *hits], strict=True)]
    throws = sum(ways)
    return {number: Fraction(way, throws) if is_exact else way / throws for number, way in enumerate(ways) if way}
