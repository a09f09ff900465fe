"""Exact odds of battles, from all throws without sampling (ledger 4.3 and 8).

The attacker fights until one side has nothing left that can fight. Losses follow a fixed order on both sides. The rules
themselves say what rolls at which value (`battle_rules`).
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, replace

from wd_env.errors import ConfigError, quoted
from wd_env.games.superpowers.battle_round import Battle, Chance, round_results
from wd_env.games.superpowers.battle_rules import USUAL_DEFENCE, BattleRules, Side, Terms
from wd_env.games.superpowers.battle_units import (
    ATTACK_ORDER,
    ATTACKERS,
    DEFENCE_ORDER,
    DEFENDERS,
    GROUND,
    PARATROOPERS,
    SHIPS,
    Army,
    army_text,
    loss_order,
    read_army,
)
from wd_env.games.superpowers.config import Config
from wd_env.games.superpowers.definitions.actions import POWER_IDS
from wd_env.games.superpowers.definitions.rule_constants import AIR_DEFENCE_LOAD, BOX_HIT_POINT, TECH_LEVELS
from wd_env.games.superpowers.named_counts import read_boxes, read_technologies
from wd_env.games.superpowers.rules.drops import bombers_for
from wd_env.spec.game_tools import BattleOdds, BattleOutcome, OddsCalculator

DEFENCE_FACES = 6
YES, NO = "yes", "no"
USUAL_RULES = Config(ruleset="advanced", auto_casualties=True)
MAX_EXACT_UNITS = 24  # of both sides together, for fractions
TAKEN, EMPTIED, BOTH_GONE, HELD = "taken", "emptied", "both gone", "held"
LAND_RESULTS = (TAKEN, EMPTIED, BOTH_GONE, HELD)
SEA_RESULTS = ("won", BOTH_GONE, HELD)


@dataclass(frozen=True)
class OddsOptions:
    """Options of a battle."""

    losses: str = ",".join(ATTACK_ORDER)
    """Kinds in the order in which the attacker loses them, such as I,F,T; kinds left out follow."""
    encircle: str = YES
    """Whether the attacker encircles when it can, yes or no."""
    encircle_counts_ad: bool = False
    """Whether air defence is among the defenders that are counted for encirclement."""
    infantry_defence: int = USUAL_DEFENCE
    """Highest face with which defending infantry hits; 1 in neutral France."""
    attack_boxes: str = ""
    """Boxes of the attacker's super battleship, such as hit point 2, attack die 1."""
    defence_boxes: str = ""
    """Boxes of the defender's super battleship."""
    attack_technologies: str = ""
    """Technologies of the attacker, such as bombers 2, torpedoes 1; the number is how many of the category it has."""
    defence_technologies: str = ""
    """Technologies of the defender."""
    tech: str = USUAL_RULES.tech
    """Which technologies there are: public, three of each category; book, one of each; off, none."""
    general_bonus: bool = False
    """Whether generals have the national bonuses of the expansion."""
    attack_power: str = ""
    """Power of the attacker, such as eu, whose general has a national bonus."""
    defence_power: str = ""
    """Power of the defender, whose general has a national bonus."""
    ad_mode: str = USUAL_RULES.ad_mode
    """Which planes air defence hits: pooled, any in the order of losses; or targeted, the one that each die is for."""
    capital: bool = False
    """Whether the land is the capital of the ruler, who then gives no bonus."""
    neutral: bool = False
    """Whether a neutral land is attacked; the attacker cannot place hits of guided missiles there."""


def odds(attackers: str, defenders: str, options: OddsOptions | None = None) -> BattleOdds:
    """Return how a battle ends if the attacker fights to the end.

    Args:
        attackers: Units such as `I2 T2 F1`. On land, battleships fire one shot, and transports can be lost instead of
            other units. R is artillery that fires from a neighbour, and P infantry that bombers drop.
        defenders: Units such as `I3`. With ships it is a battle at sea. D is air defence, of which two fire.
            In the ends a super battleship has as many units as hit points left.
        options: What else matters; by default as in a usual battle. Hits that the attacker places, with guided
            missiles or by a general who removes a unit, fall on the dearest unit that they may fall on.

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
    names = SEA_RESULTS if battle.rules.terms.at_sea else LAND_RESULTS
    outcomes = [
        BattleOutcome(army_text(battle.attack_order, attack), army_text(battle.defence_order, defence), chance)
        for (attack, defence), chance in sorted(ends.items(), key=lambda end: (sum(end[0][1]), -sum(end[0][0])))
    ]
    summary = tuple((name, results[name]) for name in names)
    return BattleOdds(summary[0][1], tuple(outcomes), summary)


def _battle(attackers: str, defenders: str, options: OddsOptions) -> Battle:
    attack = read_army("attackers", attackers, ATTACKERS)
    defence = read_army("defenders", defenders, DEFENDERS)
    at_sea = any(kind in SHIPS for kind in defence)
    config = _config(options)
    _check_options(options, attack, defence, at_sea)
    attack_power, defence_power = _powers(options, attack, defence)
    most = 0 if options.tech == "off" else 1 if options.tech == "book" else TECH_LEVELS
    attacker = Side(
        attack_power,
        read_boxes("attack_boxes", options.attack_boxes),
        read_technologies("attack_technologies", options.attack_technologies, most),
    )
    defender = Side(
        defence_power,
        read_boxes("defence_boxes", options.defence_boxes),
        read_technologies("defence_technologies", options.defence_technologies, most),
    )
    has_bonus = bool(attack.get("G")) and options.general_bonus
    _check_sides(attack, defence, at_sea, has_bonus)
    guns, paratroopers = attack.pop("R", 0), attack.pop(PARATROOPERS, 0)
    _check_support(attack, defence, guns, paratroopers, at_sea)
    attack["I"] = attack.get("I", 0) + paratroopers
    for army, side in ((attack, attacker), (defence, defender)):
        if "SB" in army:
            army["SB"] += side.boxes[BOX_HIT_POINT]
    terms = Terms(
        attacker=attacker,
        defender=defender,
        attack_order=loss_order(options.losses, ATTACK_ORDER),
        defence_order=DEFENCE_ORDER,
        config=config,
        at_sea=at_sea,
        is_neutral=options.neutral,
        is_capital=options.capital,
        infantry_defence=options.infantry_defence,
        air_defence=defence.pop("D", 0),
        guns=guns,
        shots=0 if at_sea else attack.pop("BB", 0),
    )
    return Battle(
        attack=tuple(attack.get(kind, 0) for kind in terms.attack_order),
        defence=tuple(defence.get(kind, 0) for kind in DEFENCE_ORDER),
        rules=BattleRules(terms),
        paratroopers=paratroopers,
        is_targeted=options.ad_mode == "targeted",
        is_exact=sum(attack.values()) + sum(defence.values()) <= MAX_EXACT_UNITS,
    )


def _config(options: OddsOptions) -> Config:
    if options.encircle not in (YES, NO):
        raise ConfigError(f"encircle: expected {YES} or {NO}, got {quoted(options.encircle)}")
    return replace(
        USUAL_RULES,
        encircle="auto" if options.encircle == YES else "off",
        encircle_counts_ad=options.encircle_counts_ad,
        ad_mode=options.ad_mode,
        tech=options.tech,
        general_bonus=options.general_bonus,
    )


def _check_options(options: OddsOptions, attack: Mapping[str, int], defence: Mapping[str, int], at_sea: bool) -> None:
    """Raise ConfigError if an option needs units that no side has."""
    if not 1 <= options.infantry_defence <= DEFENCE_FACES:
        raise ConfigError(f"infantry_defence: expected a whole number from 1 to 6, got {options.infantry_defence}")
    if options.infantry_defence != USUAL_DEFENCE and (at_sea or "I" not in defence):
        raise ConfigError(f"infantry_defence: expected {USUAL_DEFENCE} without defending I on land")
    if options.capital and "L" not in defence:
        raise ConfigError("capital: expected the ruler L among defenders")
    for name, boxes, army in (
        ("attack_boxes", options.attack_boxes, attack),
        ("defence_boxes", options.defence_boxes, defence),
    ):
        if boxes and "SB" not in army:
            raise ConfigError(f"{name}: expected none without SB, got {quoted(boxes)}")
    if options.neutral and (options.defence_technologies or not set(defence) <= {"I", "F"}):
        raise ConfigError("neutral: expected defenders of I and F without technologies")


def _powers(options: OddsOptions, attack: Mapping[str, int], defence: Mapping[str, int]) -> tuple[int, int]:
    """Return the powers of both sides, any two if they do not matter."""
    names = [options.attack_power, options.defence_power]
    for index, (side, army) in enumerate((("attack", attack), ("defence", defence))):
        name = names[index]
        if options.general_bonus and "G" in army:
            if name not in POWER_IDS:
                raise ConfigError(f"{side}_power: expected {', '.join(POWER_IDS)}, got {quoted(name)}")
        elif name:
            raise ConfigError(f"{side}_power: expected none without G and general_bonus, got {quoted(name)}")
    if names[0] and names[0] == names[1]:
        raise ConfigError(f"defence_power: expected another power than {names[0]}")
    others = [name for name in POWER_IDS if name not in names]
    first, second = (POWER_IDS.index(name or others.pop()) for name in names)
    return first, second


def _check_sides(attack: Mapping[str, int], defence: Mapping[str, int], at_sea: bool, has_bonus: bool) -> None:
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
    if not rolling & set(attack) and not has_bonus:
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
        raise ConfigError(
            "defenders are D; expected a unit that can be lost, as I, T and G take land with D alone at once, and "
            "other units cannot take it"
        )
    room = AIR_DEFENCE_LOAD * (defence.get("TR", 0) + defence.get("CV", 0))
    if at_sea and defence.get("D", 0) > room:
        raise ConfigError(f"defenders have D{defence['D']}; expected D{room} or less, two for each TR and CV")
    bombers = bombers_for(paratroopers)
    if bombers > attack.get("B", 0):
        raise ConfigError(f"attackers have P{paratroopers}; expected B{bombers} or more, got B{attack.get('B', 0)}")
    ground = attack.get("I", 0) + attack.get("T", 0)
    if guns + bombers > ground:
        raise ConfigError(
            f"attackers have {ground} of I and T; expected {guns + bombers}, one for each R and for each B with P"
        )


def _ends(battle: Battle) -> dict[tuple[Army, Army], Chance]:
    """Return the chance of each pair of armies with which the battle ends, through all rounds.

    A pair is reached from one with more defenders, or with as many and more attackers, so pairs are visited in this
    order. A round without losses is repeated until there are some.
    """
    first = (battle.attack, battle.defence)
    ends: defaultdict[tuple[Army, Army], Chance] = defaultdict(int)
    reached: defaultdict[tuple[int, int], defaultdict[tuple[Army, Army], Chance]] = defaultdict(
        lambda: defaultdict(int)
    )

    def add(results: Mapping[tuple[Army, Army], Chance], factor: Chance) -> None:
        for (attack, defence), chance in results.items():
            reached[sum(defence), sum(attack)][attack, defence] += factor * chance

    add(round_results(battle, *first, is_first=True), 1)
    while reached:
        for sides, chance in reached.pop(max(reached)).items():
            results = round_results(battle, *sides, is_first=False) if battle.rules.can_go_on(*sides) else {}
            stays = results.pop(sides, 0)
            if results:
                add(results, chance / (1 - stays))
            else:
                ends[sides] += chance
    return dict(ends)


def _result(battle: Battle, attack: Army, defence: Army) -> str:
    if sum(defence):
        return HELD
    left = {kind for kind, count in zip(battle.attack_order, attack, strict=True) if count}
    if battle.rules.terms.at_sea:
        return SEA_RESULTS[0] if left else BOTH_GONE
    if left.intersection(GROUND):
        return TAKEN
    return EMPTIED if left else BOTH_GONE


ODDS_CALCULATOR = OddsCalculator(OddsOptions, odds)
