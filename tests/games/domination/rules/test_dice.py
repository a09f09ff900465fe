"""Battle dice (DOM-135 to DOM-153), with scripted throws."""

from itertools import permutations, product

import pytest

from wd_env.games.domination.definitions.rule_constants import DEFENCE_DICE, MAX_DICE
from wd_env.games.domination.rules import dice


def throw(*pips: int) -> tuple[int, int]:
    """Return the index of a throw of these dice, in the order in which they fell, and the number of dice."""
    return sum((pip - 1) * 6**place for place, pip in enumerate(pips)), len(pips)


def losses(attack: tuple[int, ...], defence: tuple[int, ...]) -> tuple[int, int]:
    """Return the losses of attacker and defender."""
    both = (*throw(*attack), *throw(*defence))
    return dice.losses_of_attacker(*both), dice.losses_of_defender(*both)


@pytest.mark.parametrize(("armies", "most"), [(2, 1), (3, 2), (4, 3), (5, 3), (100, 3)])
def test_dom_136_attack_dice_are_at_most_one_less_than_the_armies(armies, most):
    assert dice.most_attack_dice(armies) == most


def test_dom_137_three_dice_need_four_armies():
    assert [armies for armies in range(2, 9) if dice.most_attack_dice(armies) == 3] == [4, 5, 6, 7, 8]


@pytest.mark.parametrize(("armies", "most"), [(1, 1), (2, 2), (3, 2), (50, 2)])
def test_dom_139_the_defender_throws_a_die_for_each_army_up_to_two(armies, most):
    assert dice.most_defence_dice(armies, DEFENCE_DICE) == most


@pytest.mark.parametrize(("armies", "most"), [(1, 1), (2, 2), (3, 3), (4, 3)])
def test_dom_143_by_italian_rules_the_defender_may_throw_three(armies, most):
    assert dice.most_defence_dice(armies, MAX_DICE) == most


@pytest.mark.parametrize("limit", [1, 2, 3])
def test_dom_145_the_limit_of_defence_dice_can_be_agreed_on(limit):
    assert [dice.most_defence_dice(armies, limit) for armies in (1, 2, 3, 9)] == [
        min(1, limit), min(2, limit), limit, limit,
    ]  # fmt: skip


def test_dom_147_dice_are_compared_from_high_to_low_however_they_fell():
    for attack, defence in product(permutations((2, 6, 4)), permutations((5, 1))):
        assert losses(attack, defence) == (0, 2)
    assert losses((6, 2), (5, 3)) == (1, 1)


@pytest.mark.parametrize("pips", [(1,), (3, 5), (5, 3), (4, 4), (6, 1, 6), (2, 2, 2), (1, 6, 3)])
def test_dom_147_dice_lie_from_high_to_low(pips):
    number, count = throw(*pips)
    lying = [dice.ranked_die(number, rank) + 1 for rank in range(count)]
    assert lying == sorted(pips, reverse=True)


@pytest.mark.parametrize(("attack", "defence", "pairs"), [(3, 1, 1), (1, 2, 1), (3, 3, 3), (2, 3, 2), (3, 2, 2)])
def test_dom_148_as_many_comparisons_as_the_smaller_number_of_dice(attack, defence, pairs):
    assert sum(losses((6,) * attack, (1,) * defence)) == pairs
    assert sum(losses((1,) * attack, (6,) * defence)) == pairs


@pytest.mark.parametrize("defence", range(1, 6))
def test_dom_149_a_higher_die_of_the_attacker_costs_the_defender_an_army(defence):
    assert losses((defence + 1,), (defence,)) == (0, 1)


@pytest.mark.parametrize(("attack", "defence"), [(4, 4), (3, 4), (1, 6), (6, 6)])
def test_dom_150_an_equal_or_lower_die_costs_the_attacker_an_army(attack, defence):
    assert losses((attack,), (defence,)) == (1, 0)


def test_dom_151_example_one_army_each():
    assert losses((5, 5, 4), (6, 4)) == (1, 1)


def test_dom_152_example_two_of_the_defender():
    assert losses((3, 2, 1), (2, 1)) == (0, 2)


def test_dom_153_example_two_of_the_attacker():
    assert losses((6, 5, 2), (6, 5)) == (2, 0)
