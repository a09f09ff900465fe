"""Exact odds of battles, computed from all throws of the dice without sampling (ledger 5.4)."""

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from wd_env.errors import ConfigError, quoted
from wd_env.games.domination.definitions.rule_constants import DEFENCE_DICE, FACES, MAX_DICE, MIN_GARRISON
from wd_env.games.domination.rules.dice import (
    losses_of_attacker,
    losses_of_defender,
    most_attack_dice,
    most_defence_dice,
    ranked_die,
)
from wd_env.spec.game_tools import BattleOdds, BattleOutcome, OddsCalculator

MAX_ARMIES = 200  # per side; the table of endings has two rows for each pair of armies that occurs
MAX_DIGITS = 9  # of a number that is read

Losses = tuple[int, int]  # armies lost by attacker and defender


@dataclass(frozen=True)
class OddsOptions:
    """The options of a battle."""

    attack_dice: int = MAX_DICE
    """Number of dice of the attacker, 1 to 3, while it has enough armies."""
    defence_dice: int = DEFENCE_DICE
    """Maximum number of dice of the defender, 1 to 3."""


def odds(attackers: int, defenders: int, choices: OddsOptions | None = None) -> BattleOdds:
    """Return the endings of a battle in which the attacker fights on until one side is finished (DOM-159, DOM-160).

    Args:
        attackers: Armies of the origin, with the one that stays; 2 to `MAX_ARMIES`.
        defenders: Armies of the target; 1 to `MAX_ARMIES`.
        choices: Numbers of dice.

    Raises:
        ConfigError: If a number is out of range.
    """
    agreed = choices or OddsOptions()
    _check("attackers", attackers, MIN_GARRISON + 1, MAX_ARMIES)
    _check("defenders", defenders, 1, MAX_ARMIES)
    _check("attack_dice", agreed.attack_dice, 1, MAX_DICE)
    _check("defence_dice", agreed.defence_dice, 1, MAX_DICE)
    dice = 2 * MAX_DICE * (attackers + defenders)  # an upper bound: each throw costs an army
    ends = _outcome_weights(attackers, defenders, agreed, FACES**dice)
    order = sorted(ends, key=lambda end: (end[1], -end[0]))
    endings = tuple(BattleOutcome(*end, Fraction(ends[end], FACES**dice)) for end in order)
    return BattleOdds(sum((end.probability for end in endings if not end.defenders), Fraction(0)), endings)


def roll_odds(attack_dice: int, defence_dice: int) -> Mapping[Losses, Fraction]:
    """Return the probability of each pair of losses, of attacker and defender, in one throw of these dice."""
    throws = FACES ** (attack_dice + defence_dice)
    return {losses: Fraction(ways, throws) for losses, ways in _loss_counts(attack_dice, defence_dice).items()}


def _check(name: str, value: int, low: int, high: int) -> None:
    if not low <= value <= high:
        raise ConfigError(f"{name}: expected an integer from {low} to {high}, got {value}")


def _outcome_weights(attackers: int, defenders: int, options: OddsOptions, whole: int) -> dict[tuple[int, int], int]:
    """Return the weight, out of `whole`, of each pair of armies with which a battle ends.

    Weights are integers, because `whole` has a factor of six for every die that can be thrown.
    """
    weights: defaultdict[tuple[int, int], int] = defaultdict(int, {(attackers, defenders): whole})
    for lost in range(attackers + defenders):  # armies that both sides have lost
        for left in range(max(0, attackers - lost), attackers + 1):
            here = (left, defenders - (lost - (attackers - left)))
            if left > MIN_GARRISON and here[1] > 0 and here in weights:
                _roll(weights, here, options)
    return dict(weights)


def _roll(weights: defaultdict[tuple[int, int], int], here: tuple[int, int], options: OddsOptions) -> None:
    """Add the weight of a pair of armies to those that follow from a throw."""
    left, right = here
    attack_dice = min(options.attack_dice, most_attack_dice(left))
    defence_dice = most_defence_dice(right, options.defence_dice)
    share = weights.pop(here) // FACES ** (attack_dice + defence_dice)
    for (mine, theirs), ways in _loss_counts(attack_dice, defence_dice).items():
        weights[left - mine, right - theirs] += share * ways


@cache
def _loss_counts(attack_dice: int, defence_dice: int) -> Mapping[Losses, int]:
    """Return the number of throws of both sides for each pair of losses."""
    ways: Counter[Losses] = Counter()
    for attack, times in _throws(attack_dice):
        for defence, as_often in _throws(defence_dice):
            both = (attack, attack_dice, defence, defence_dice)
            ways[losses_of_attacker(*both), losses_of_defender(*both)] += times * as_often
    return ways


@cache
def _throws(dice: int) -> tuple[tuple[int, int], ...]:
    """Return one throw for each set of faces, with the number of throws that show these faces in any order."""
    losses_by_throw: dict[tuple[int, ...], tuple[int, int]] = {}
    for throw in range(FACES**dice):
        faces = tuple(ranked_die(throw, rank) for rank in range(dice))
        losses_by_throw[faces] = (throw, losses_by_throw.get(faces, (throw, 0))[1] + 1)
    return tuple(losses_by_throw.values())


def _odds_of_texts(attackers: str, defenders: str, choices: OddsOptions) -> BattleOdds:
    limits = {"attackers": (attackers, MIN_GARRISON + 1), "defenders": (defenders, 1)}
    for name, (text, low) in limits.items():
        if not (text.isascii() and text.isdecimal() and len(text) <= MAX_DIGITS):
            raise ConfigError(f"{name}: expected an integer from {low} to {MAX_ARMIES}, got {quoted(text)}")
    return odds(int(attackers), int(defenders), choices)


ODDS_CALCULATOR = OddsCalculator(OddsOptions, _odds_of_texts)
