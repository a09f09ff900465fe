"""Exact odds of battles, compared with the tables of the ledger (5.4), which another program computed."""

import random
from fractions import Fraction

import pytest

from wd_env.errors import ConfigError
from wd_env.games.domination.battle_odds import OddsOptions, odds, roll_odds

# By attack and defence dice: rolls that cost attacker and defender these armies, of all 6**dice rolls.
ROLLS = {
    (1, 1): {(0, 1): 15, (1, 0): 21},
    (1, 2): {(0, 1): 55, (1, 0): 161},
    (1, 3): {(0, 1): 225, (1, 0): 1071},
    (2, 1): {(0, 1): 125, (1, 0): 91},
    (2, 2): {(0, 2): 295, (1, 1): 420, (2, 0): 581},
    (2, 3): {(0, 2): 979, (1, 1): 1981, (2, 0): 4816},
    (3, 1): {(0, 1): 855, (1, 0): 441},
    (3, 2): {(0, 2): 2890, (1, 1): 2611, (2, 0): 2275},
    (3, 3): {(0, 3): 6420, (1, 2): 10017, (2, 1): 12348, (3, 0): 17871},
}

# Chance of capture by the armies of origin (rows) and target (columns), with 2 and with 3 defence dice.
CAPTURES = {
    2: """
0 1 2 3 4 5 6 8 10 15 20
2 0.416667 0.106096 0.027015 0.006879 0.001752 0.000446 0.000029 0.000002 0.000000 0.000000
3 0.754244 0.362654 0.206066 0.091304 0.049135 0.021350 0.004897 0.001117 0.000031 0.000001
4 0.916375 0.655954 0.470251 0.314994 0.205942 0.133698 0.053502 0.020754 0.001785 0.000156
5 0.971544 0.785454 0.641623 0.476531 0.358606 0.252503 0.123395 0.057191 0.007423 0.000821
6 0.990317 0.889789 0.769375 0.638295 0.506203 0.396754 0.224048 0.118275 0.019410 0.002787
8 0.998879 0.966649 0.909942 0.833739 0.736396 0.640073 0.445581 0.286761 0.073207 0.015097
10 0.999870 0.990115 0.966992 0.929820 0.872936 0.807641 0.646412 0.479935 0.172768 0.048032
15 0.999999 0.999501 0.997810 0.993213 0.984979 0.969912 0.918385 0.834571 0.537880 0.259215
20 1.000000 0.999979 0.999858 0.999495 0.998513 0.996633 0.987149 0.965035 0.822076 0.577457
""",
    3: """
0 1 2 3 4 5 6 8 10 15 20
2 0.416667 0.106096 0.018419 0.003198 0.000555 0.000096 0.000003 0.000000 0.000000 0.000000
3 0.754244 0.362654 0.121988 0.050351 0.016173 0.006481 0.000820 0.000103 0.000001 0.000000
4 0.916375 0.655954 0.327618 0.208832 0.117298 0.056038 0.017536 0.004612 0.000158 0.000007
5 0.971544 0.785454 0.437383 0.308030 0.191958 0.109339 0.038992 0.013369 0.000696 0.000033
6 0.990317 0.889789 0.566524 0.410900 0.277808 0.177616 0.070547 0.026170 0.001920 0.000112
8 0.998879 0.966649 0.754621 0.605897 0.462057 0.331732 0.163174 0.074193 0.007741 0.000647
10 0.999870 0.990115 0.869895 0.748461 0.616101 0.486217 0.279812 0.145271 0.021284 0.002428
15 0.999999 0.999501 0.971583 0.926102 0.857978 0.772114 0.579267 0.394897 0.108811 0.020974
20 1.000000 0.999979 0.994241 0.979967 0.954688 0.914506 0.796532 0.641734 0.274136 0.081224
""",
}
EXACT = [
    (2, 1, "5/12", "5/12"),
    (3, 1, "1955/2592", "1955/2592"),
    (3, 2, "235/648", "235/648"),
    (4, 2, "6610505/10077696", "6610505/10077696"),
    (4, 3, "511817135/1088391168", "4402175/13436928"),
    (5, 3, "402241935565/626913312768", "317362715/725594112"),
]


def captures():
    """Yield (defence dice, origin, target, chance) of both tables."""
    for limit, table in CAPTURES.items():
        head, *rows = [line.split() for line in table.strip().splitlines()]
        for origin, *chances in rows:
            for target, chance in zip(head[1:], chances, strict=True):
                yield limit, int(origin), int(target), float(chance)


def expected_losses(attack, defence):
    rolls = roll_odds(attack, defence).items()
    return tuple(sum(losses[side] * chance for losses, chance in rolls) for side in (0, 1))


@pytest.mark.parametrize(("attack", "defence"), ROLLS)
def test_dom_146_every_roll_of_fair_dice_is_counted(attack, defence):
    throws = 6 ** (attack + defence)
    assert sum(ROLLS[attack, defence].values()) == throws
    found = {losses: Fraction(ways, throws) for losses, ways in ROLLS[attack, defence].items()}
    assert roll_odds(attack, defence) == found


@pytest.mark.parametrize("attack", [1, 2, 3])
def test_dom_141_two_defence_dice_are_better_than_one(attack):
    one, two = (expected_losses(attack, defence) for defence in (1, 2))
    assert two[0] - two[1] > one[0] - one[1]


def test_dom_144_the_third_defence_die_turns_the_advantage():
    assert expected_losses(3, 3) == (Fraction(88326, 46656), Fraction(51642, 46656))
    assert expected_losses(3, 2)[0] < expected_losses(3, 2)[1]


def test_dom_159_rolling_on_ends_with_a_capture_or_one_army():
    found = odds(6, 4)
    assert all((end.defenders == 0 and end.attackers > 1) or end.attackers == 1 for end in found.outcomes)
    assert sum(end.probability for end in found.outcomes) == 1
    assert [(end.attackers, end.defenders) for end in found.outcomes] == [
        (6, 0), (5, 0), (4, 0), (3, 0), (2, 0), (1, 1), (1, 2), (1, 3), (1, 4),
    ]  # fmt: skip


def test_dom_160_fewer_dice_are_thrown_on_every_roll():
    one = odds(8, 1, OddsOptions(1)).captured
    assert one == 1 - Fraction(21, 36) ** 7
    two = odds(3, 1, OddsOptions(2)).captured
    assert two == odds(3, 1).captured
    assert one < odds(8, 1, OddsOptions(2)).captured < odds(8, 1).captured


@pytest.mark.parametrize(("limit", "origin", "target", "chance"), list(captures()))
def test_dom_161_the_chance_of_capture(limit, origin, target, chance):
    assert float(odds(origin, target, OddsOptions(defence_dice=limit)).captured) == pytest.approx(chance, abs=5.1e-7)


@pytest.mark.parametrize(("origin", "target", "two", "three"), EXACT)
def test_dom_161_the_chance_as_a_fraction(origin, target, two, three):
    assert odds(origin, target).captured == Fraction(two)
    assert odds(origin, target, OddsOptions(defence_dice=3)).captured == Fraction(three)


def test_dom_161_ten_against_ten_to_twelve_digits():
    assert float(odds(10, 10).captured) == pytest.approx(0.47993525647768026, abs=1e-13)


def test_dom_211_three_against_two_and_two_against_one_favour_the_attacker():
    rolls = ((3, 2), (2, 1), (1, 1), (2, 2))
    favoured = {dice: expected_losses(*dice)[0] < expected_losses(*dice)[1] for dice in rolls}
    assert favoured == {(3, 2): True, (2, 1): True, (1, 1): False, (2, 2): False}


def test_odds_are_those_of_battles_that_are_played():
    rng, games = random.Random(4), 20_000
    captured = sum(played(rng, 6, 4) for _ in range(games))
    expected = float(odds(6, 4).captured)
    assert abs(captured / games - expected) < 4 * (expected * (1 - expected) / games) ** 0.5


def played(rng, origin, target):
    """Roll sorted dice, without code of the rules, and return whether the country is captured."""
    while origin > 1 and target:
        mine = sorted((rng.randrange(6) for _ in range(min(3, origin - 1))), reverse=True)
        theirs = sorted((rng.randrange(6) for _ in range(min(2, target))), reverse=True)
        for one, other in zip(mine, theirs, strict=False):
            origin, target = (origin, target - 1) if one > other else (origin - 1, target)
    return target == 0


def test_large_battles_are_exact_too():
    found = odds(200, 200, OddsOptions(defence_dice=3))
    assert sum(end.probability for end in found.outcomes) == 1
    assert 0 < found.captured < Fraction(1, 100)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((1, 5), "attackers: expected an integer from 2 to 200, got 1"),
        ((201, 5), "attackers: expected an integer from 2 to 200, got 201"),
        ((5, 0), "defenders: expected an integer from 1 to 200, got 0"),
        ((5, 5, OddsOptions(attack_dice=4)), "attack_dice: expected an integer from 1 to 3, got 4"),
        ((5, 5, OddsOptions(defence_dice=0)), "defence_dice: expected an integer from 1 to 3, got 0"),
    ],
)
def test_battles_that_cannot_be_are_refused(arguments, said):
    with pytest.raises(ConfigError) as refused:
        odds(*arguments)
    assert str(refused.value) == said
