"""Exact odds of battles: every throw is counted, nothing is sampled (ledger 4.3 and 8).

The attacker fights until one side has nothing left that can fight. Losses follow a fixed order on both sides.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from wd_env.errors import ConfigError, quoted
from wd_env.games.superpowers.battle_round import Army, Battle, Chance, loads, round_results
from wd_env.games.superpowers.battle_units import (
    ATTACK_ORDER,
    ATTACKERS,
    DEFENCE_ORDER,
    DEFENDERS,
    GROUND,
    PARATROOPERS,
    SHIPS,
    army_text,
    loss_order,
    read_army,
)
from wd_env.games.superpowers.definitions.rule_constants import ACTIVE_AIR_DEFENCE, BOX_AIR_DEFENCE, BOX_HIT_POINT
from wd_env.games.superpowers.super_boxes import read_boxes
from wd_env.spec.game_tools import BattleOdds, BattleOutcome, OddsCalculator

DEFENCE_FACES = 6
YES, NO = "yes", "no"
POOLED, TARGETED = "pooled", "targeted"
MAX_EXACT_UNITS = 24  # of both sides together, for fractions
TAKEN, EMPTIED, BOTH_GONE, HELD = "taken", "emptied", "both gone", "held"
LAND_RESULTS = (TAKEN, EMPTIED, BOTH_GONE, HELD)
SEA_RESULTS = ("won", BOTH_GONE, HELD)


@dataclass(frozen=True)
class OddsOptions:
    """Options of a battle."""

    losses: str = ",".join(ATTACK_ORDER)
    """Kinds in the order in which the attacker loses them, such as I,F,T; kinds left out follow."""
    general: bool = False
    """Whether the attacker's general is there; he stays and is lost last."""
    encircle: str = YES
    """Whether the attacker encircles when it can, yes or no."""
    infantry_defence: int = 2
    """Highest face with which defending infantry hits; 1 in neutral France."""
    attack_boxes: str = ""
    """Boxes of the attacker's super battleship, such as hit point 2, attack die 1."""
    defence_boxes: str = ""
    """Boxes of the defender's super battleship."""
    ad_mode: str = POOLED
    """Which planes air defence hits: pooled, any in the order of losses; or targeted, the one that each die is for."""
    capital: bool = False
    """Whether the land is the capital of the ruler, who then gives no bonus."""


def odds(attackers: str, defenders: str, options: OddsOptions | None = None) -> BattleOdds:
    """Return how a battle ends if the attacker fights to the end.

    Args:
        attackers: Units such as `I2 T2 F1`. On land, battleships fire one shot, and transports can be lost instead of
            other units. R is artillery that fires from a neighbour, and P infantry that bombers drop.
        defenders: Units such as `I3`. With ships it is a battle at sea. D is air defence, of which two fire.
            In the ends a super battleship has as many units as hit points left.
        options: What else matters; by default as in a usual battle.

    Returns:
        The chance of capture, or of victory at sea, the chance of each result, and the units left. The chances are
        fractions in battles of at most 24 units, and floats in larger ones.

    Raises:
        ConfigError: If units, options or the battle are not possible.
    """
    chosen = options or OddsOptions()
    battle = _battle(attackers, defenders, chosen)
    ends = _ends(battle)
    results: defaultdict[str, Chance] = defaultdict(int)
    for (attack, defence), chance in ends.items():
        results[_result(battle, attack, defence)] += chance
    names = SEA_RESULTS if battle.at_sea else LAND_RESULTS
    outcomes = [
        BattleOutcome(army_text(battle.attack_order, attack), army_text(battle.defence_order, defence), chance)
        for (attack, defence), chance in sorted(ends.items(), key=lambda end: (sum(end[0][1]), -sum(end[0][0])))
    ]
    summary = tuple((name, results[name]) for name in names)
    return BattleOdds(summary[0][1], tuple(outcomes), summary)


def _battle(attackers: str, defenders: str, options: OddsOptions) -> Battle:
    attack = read_army("attackers", attackers, ATTACKERS)
    defence = read_army("defenders", defenders, DEFENDERS)
    if not 1 <= options.infantry_defence <= DEFENCE_FACES:
        raise ConfigError(f"infantry_defence: expected a whole number from 1 to 6, got {options.infantry_defence}")
    if options.encircle not in (YES, NO):
        raise ConfigError(f"encircle: expected {YES} or {NO}, got {quoted(options.encircle)}")
    if options.ad_mode not in (POOLED, TARGETED):
        raise ConfigError(f"ad_mode: expected {POOLED} or {TARGETED}, got {quoted(options.ad_mode)}")
    at_sea = any(kind in SHIPS for kind in defence)
    if options.general:
        attack["G"] = 1
    _check_sides(attack, defence, at_sea)
    guns, paratroopers = attack.pop("R", 0), attack.pop(PARATROOPERS, 0)
    _check_support(attack, defence, guns, paratroopers, at_sea)
    attack["I"] = attack.get("I", 0) + paratroopers
    attack_boxes = read_boxes("attack_boxes", options.attack_boxes)
    defence_boxes = read_boxes("defence_boxes", options.defence_boxes)
    built_in = defence_boxes[BOX_AIR_DEFENCE] if "SB" in defence else 0
    air_defence = min(ACTIVE_AIR_DEFENCE, defence.pop("D", 0) + built_in)
    for army, boxes in ((attack, attack_boxes), (defence, defence_boxes)):
        if "SB" in army:
            army["SB"] += boxes[BOX_HIT_POINT]
    attack_order = loss_order(options.losses, ATTACK_ORDER)
    shots = 0 if at_sea else attack.pop("BB", 0)
    return Battle(
        attack=tuple(attack.get(kind, 0) for kind in attack_order),
        defence=tuple(defence.get(kind, 0) for kind in DEFENCE_ORDER),
        attack_order=attack_order,
        defence_order=DEFENCE_ORDER,
        at_sea=at_sea,
        encircle=options.encircle == YES and not at_sea,
        infantry_defence=options.infantry_defence,
        ruler_bonus=not options.capital,
        shots=shots,
        guns=guns,
        paratroopers=paratroopers,
        air_defence=air_defence,
        is_targeted=options.ad_mode == TARGETED,
        attack_boxes=attack_boxes,
        defence_boxes=defence_boxes,
        is_exact=sum(attack.values()) + sum(defence.values()) <= MAX_EXACT_UNITS,
    )


def _check_sides(attack: Mapping[str, int], defence: Mapping[str, int], at_sea: bool) -> None:
    """Raise ConfigError if the sides cannot meet."""
    wrong = GROUND if at_sea else ("SU", "CV", "SB")
    where = "at sea" if at_sea else "on land"
    if wrong_kind := next((kind for kind in attack if kind in wrong), None):
        raise ConfigError(
            f"attackers have {wrong_kind}; a battle {where} has none of {', '.join(wrong)} among attackers"
        )
    if at_sea and (wrong_kind := next((kind for kind in defence if kind not in (*SHIPS, "F", "D")), None)):
        raise ConfigError(f"defenders at sea: expected ships and F, got {wrong_kind}")
    rolling = {"SU", "CV", "BB", "SB", "F", "B"} if at_sea else {"I", "T", "F", "B"}
    if not rolling & set(attack):
        raise ConfigError(f"attackers are {quoted(' '.join(attack))}; one of {', '.join(sorted(rolling))} must attack")


def _check_support(
    attack: Mapping[str, int], defence: Mapping[str, int], guns: int, paratroopers: int, at_sea: bool
) -> None:
    """Raise ConfigError if artillery and paratroopers lack the units that they need (SP-134, SP-188)."""
    if at_sea and guns + paratroopers:
        raise ConfigError("attackers have R or P; a battle at sea has none of them")
    if "R" in defence and {"TR", "BB"} & set(attack) and not at_sea:
        raise ConfigError("defenders have R, which fire at a landing fleet; expected attackers without TR and BB")
    if not set(defence) - {"D"}:
        raise ConfigError("defenders are D; expected a unit that can be lost, as land with D alone is taken at once")
    bombers = loads(paratroopers)
    if bombers > attack.get("B", 0):
        raise ConfigError(f"attackers have P{paratroopers}; expected B{bombers} or more, got B{attack.get('B', 0)}")
    ground = attack.get("I", 0) + attack.get("T", 0)
    if guns + bombers > ground:
        raise ConfigError(
            f"attackers have {ground} of I and T; expected {guns + bombers}, one for each R and for each B with P"
        )


def _ends(battle: Battle) -> dict[tuple[Army, Army], Chance]:
    """Follow a battle through all rounds: the chance of each pair of armies with which it ends.

    A pair is reached only from larger ones, so pairs are visited by falling number of units. A round without losses
    is repeated until there are some.
    """
    first = (battle.attack, battle.defence)
    ends: defaultdict[tuple[Army, Army], Chance] = defaultdict(int)
    reached: defaultdict[tuple[Army, Army], Chance] = defaultdict(int)
    for sides, chance in round_results(battle, *first, is_first=True).items():
        reached[sides] += chance
    for total in range(sum(battle.attack) + sum(battle.defence), -1, -1):
        for sides in [pair for pair in reached if sum(map(sum, pair)) == total]:
            chance = reached.pop(sides)
            results = {} if _is_over(battle, *sides) else round_results(battle, *sides, is_first=False)
            stays = results.pop(sides, 0)
            if not results:
                ends[sides] += chance
            for after, share in results.items():
                reached[after] += chance * share / (1 - stays)
    return dict(ends)


def _is_over(battle: Battle, attack: Army, defence: Army) -> bool:
    return not sum(defence) or not battle.can_attack(attack)


def _result(battle: Battle, attack: Army, defence: Army) -> str:
    if sum(defence):
        return HELD
    left = {kind for kind, count in zip(battle.attack_order, attack, strict=True) if count}
    if battle.at_sea:
        return SEA_RESULTS[0] if left else BOTH_GONE
    if left.intersection(GROUND):
        return TAKEN
    return EMPTIED if left else BOTH_GONE


ODDS_CALCULATOR = OddsCalculator(OddsOptions, odds)
