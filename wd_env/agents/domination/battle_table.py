"""Capture chances of small battles as one table of ints, computed exactly from the dice rules."""

from collections.abc import Iterator
from functools import cache

from wd_env.games.domination.battle_odds import roll_odds
from wd_env.games.domination.definitions.rule_constants import FACES, MAX_DICE, MIN_GARRISON
from wd_env.games.domination.rules.dice import most_attack_dice, most_defence_dice

MAX_EXACT_ARMIES = 32  # armies per side up to which the table has a battle
PER_MILLE = 1000
PRECISION = 10**15  # of intermediate chances; with ints every machine computes the same table


def capture_table(max_defence: int) -> Iterator[int]:
    """Yield capture chances in thousandths: by number of attackers from 1, then by number of defenders from 1."""
    probabilities = {(attackers, 0): PRECISION for attackers in range(MAX_EXACT_ARMIES + 1)}
    for attackers in range(MAX_EXACT_ARMIES + 1):
        for defenders in range(1, MAX_EXACT_ARMIES + 1):
            probabilities[attackers, defenders] = _chance(probabilities, attackers, defenders, max_defence)
    for attackers in range(1, MAX_EXACT_ARMIES + 1):
        for defenders in range(1, MAX_EXACT_ARMIES + 1):
            yield (probabilities[attackers, defenders] * PER_MILLE + PRECISION // 2) // PRECISION


def _chance(probabilities: dict[tuple[int, int], int], attackers: int, defenders: int, max_defence: int) -> int:
    if attackers <= MIN_GARRISON:
        return 0
    losses = _loss_counts(most_attack_dice(attackers), most_defence_dice(defenders, max_defence))
    result = sum(
        times * probabilities[attackers - attacker_losses, defenders - defender_losses]
        for attacker_losses, defender_losses, times in losses
    )
    return result // sum(times for _, _, times in losses)


@cache
def _loss_counts(attack_dice: int, defence_dice: int) -> tuple[tuple[int, int, int], ...]:
    """Return pairs of losses with the number of throws of these dice that give them."""
    throws = FACES ** (attack_dice + defence_dice)
    return tuple((*losses, int(odds * throws)) for losses, odds in roll_odds(attack_dice, defence_dice).items())


CAPTURE_TABLE = tuple(chance for dice in range(1, MAX_DICE + 1) for chance in capture_table(dice))
