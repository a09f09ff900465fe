"""Exact odds of battles, compared with the table of the ledger (section 8) and with hand-computed fractions."""

from fractions import Fraction

import pytest

from wd_env.errors import ConfigError
from wd_env.games.superpowers import battle_odds, battle_round
from wd_env.games.superpowers.battle_odds import OddsOptions, odds

LAND_ROWS = [  # attackers, defenders, options; then taken, emptied, both gone, held without and with encirclement
    ("T1", "I1", {}, "1/2 0 1/4 1/4", "1/2 0 1/4 1/4"),
    ("I1", "I1", {}, "1/4 0 1/8 5/8", "1/4 0 1/8 5/8"),
    ("I2", "I1", {}, "157/232 0 25/464 125/464", "157/232 0 25/464 125/464"),
    ("T2", "I1", {}, "19/20 0 1/40 1/40", "1 0 0 0"),
    ("I2 T2", "I3", {}, "0.849597 0 0.032650 0.117753", "0.859687 0 0.027605 0.112708"),
    ("I2 T2 G1", "I3", {}, "0.919799 0 0 0.080201", "0.924665 0 0 0.075335"),
    ("I2 T2 F1", "I3", {}, "0.940798 0.035945 0.006162 0.017095", "0.946580 0.032897 0.004795 0.015728"),
    ("I2 T2 F1", "I3", {"losses": "I,F,T"}, "0.976743 0 0.006162 0.017095", "0.979477 0 0.004795 0.015728"),
    ("I3 T2 F1 G1", "I3", {}, "0.998444 0 0 0.001556", "1 0 0 0"),
    (
        "I3 T2 F1",
        "I3",
        {"infantry_defence": 1},
        "0.999235 0.000576 0.000051 0.000138",
        "0.999335 0.000499 0.000039 0.000127",
    ),
    ("B2 I2 T1", "I3", {}, "0.871972 0.120941 0.002894 0.004193", "0.874454 0.119009 0.002527 0.004010"),
    ("I5 T4 F1", "I10 F2", {"losses": "I,F,T"}, "0.086206 0 0.012530 0.901264", "0.086206 0 0.012530 0.901264"),
    ("I8 T6 F1", "I10 F2", {"losses": "I,F,T"}, "0.855784 0 0.012810 0.131406", "0.855784 0 0.012810 0.131406"),
    ("I10 T8 F2", "I10 F2", {"losses": "I,F,T"}, "0.999482 0 0.000076 0.000442", "0.999482 0 0.000076 0.000442"),
    ("I3 T1 TR1", "I2", {"losses": "TR,I,T"}, None, "0.983483 0 0.005074 0.011443"),
    ("I1 F1", "I3", {"losses": "F,I"}, None, "0.109998"),
]
SEA_ROWS = [  # attackers, defenders; then won, both gone, held
    ("SU1", "SU1", "3/5 0 2/5"),
    ("SU1", "TR1", "3/4 0 1/4"),
    ("BB1", "SU1", "4/7 2/7 1/7"),
    ("F1", "TR1", "5/7 1/7 1/7"),
]


def assert_chances(found, expected):
    for chance, text in zip(found, expected.split(), strict=False):
        if "." in text:
            assert float(chance) == pytest.approx(float(text), abs=5.1e-7)
        else:
            assert chance == Fraction(text)


def results(attackers, defenders, **options):
    return [chance for _, chance in odds(attackers, defenders, OddsOptions(**options)).summary]


@pytest.mark.parametrize(("attackers", "defenders", "options", "plain", "encircling"), LAND_ROWS)
def test_the_land_battles_of_the_ledger(attackers, defenders, options, plain, encircling):
    if plain is not None:
        assert_chances(results(attackers, defenders, encircle="no", **options), plain)
    assert_chances(results(attackers, defenders, **options), encircling)


@pytest.mark.parametrize(("attackers", "defenders", "expected"), SEA_ROWS)
def test_the_sea_battles_of_the_ledger(attackers, defenders, expected):
    assert_chances(results(attackers, defenders), expected)


@pytest.mark.parametrize(("attackers", "defenders"), [("I2 T2 F1", "I3"), ("SU2 BB1 F1", "CV1 F2 TR1")])
def test_the_chances_of_all_ends_sum_to_1(attackers, defenders):
    found = odds(attackers, defenders)
    assert sum(end.probability for end in found.outcomes) == sum(chance for _, chance in found.summary) == 1
    assert found.captured == found.summary[0][1]


def test_large_battles_have_floats_that_agree_with_fractions(monkeypatch):
    exact = odds("I4 T3 F2", "I5 T1")
    monkeypatch.setattr(battle_odds, "MAX_EXACT_UNITS", 0)
    rough = odds("I4 T3 F2", "I5 T1")
    assert isinstance(rough.captured, float)
    assert [end.probability for end in rough.outcomes] == pytest.approx([float(e.probability) for e in exact.outcomes])


def test_sp_085_encircled_defenders_roll_once():
    assert [(end.attackers, end.defenders, end.probability) for end in odds("T3", "I1").outcomes] == [
        ("T3", "none", Fraction(2, 3)),
        ("T2", "none", Fraction(1, 3)),
    ]


def test_sp_087_fighters_general_bonus_and_ruler_bonus_forbid_encirclement():
    assert results("T4", "I1 F1", encircle="yes") == results("T4", "I1 F1", encircle="no")
    assert results("T4", "I1 G1", encircle="yes") == results("T4", "I1 G1", encircle="no")
    assert results("T4", "I1 L1")[0] < 1
    assert results("T4", "I1 L1", capital=True) == [1, 0, 0, 0]


def test_sp_154_infantry_with_the_ruler_hits_at_3():
    assert results("I1", "I1 L1", capital=True)[3] < results("I1", "I1 L1")[3]


def test_sp_204_205_a_shot_at_a_landing_hits_at_4_and_its_victim_rolls():
    # The infantry lands with a battleship. Each side has one die: the defender is lost with 1 - 5/6 * 2/6 in round 1.
    found = odds("I1 BB1", "I1")
    first, again = Fraction(13, 18), Fraction(2, 3)
    misses = Fraction(5, 18) * again
    assert results("I1 BB1", "I1")[0] == first * again + misses * Fraction(1, 4)
    assert found.outcomes[0].attackers == "I1"


def test_sp_216_hits_of_submarines_are_not_put_on_planes():
    # The carrier sinks at the first hit; a submarine cannot hit the fighter.
    ends = {(end.attackers, end.defenders) for end in odds("SU1", "CV1 F1").outcomes}
    assert ("SU1", "none") not in ends
    assert ("none", "F1") in ends


def test_sp_220_ships_that_submarines_hit_do_not_roll():
    assert results("SU1", "TR1")[1] == 0


@pytest.mark.parametrize(
    ("attackers", "defenders", "options", "message"),
    [
        ("I2 X1", "I3", {}, "attackers: expected different units of I, T, R, P, F"),
        ("", "I3", {}, "attackers: expected"),
        ("I2 I1", "I3", {}, "attackers: expected different units"),
        ("I2", "I21", {}, "defenders: expected 1 to 20 units, got 21"),
        ("I2", "I0", {}, "defenders: expected 1 to 20 units, got 0"),
        ("I2 G2", "I1", {}, "expected at most one general, ruler and super battleship, got 'I2 G2'"),
        ("SU1", "I1", {}, "attackers have SU; a battle on land has none of SU, CV, SB among attackers"),
        ("T1", "SU1", {}, "attackers have T; a battle at sea has none of I, T, G, L among attackers"),
        ("SU1", "SU1 I1", {}, "defenders at sea: expected ships and F, got I"),
        ("TR1", "SU1", {}, "attackers are 'TR'; one of B, BB, CV, F, SB, SU must attack"),
        ("G1", "I1", {}, "attackers are 'G'; one of B, F, I, T must attack"),
        ("I1", "I1", {"losses": "I,I"}, "losses: expected different kinds of"),
        ("I1", "I1", {"encircle": "maybe"}, "encircle: expected yes or no, got 'maybe'"),
        ("I1", "I1", {"losses": "X"}, "losses: expected different kinds of"),
        ("I1", "I1", {"infantry_defence": 7}, "infantry_defence: expected a whole number from 1 to 6, got 7"),
    ],
)
def test_battles_that_cannot_be_are_refused_in_one_line(attackers, defenders, options, message):
    with pytest.raises(ConfigError) as caught:
        odds(attackers, defenders, OddsOptions(**options))
    assert message in str(caught.value)


@pytest.mark.parametrize(("attackers", "defenders", "losses", "expected"), [
    ("R2 T1 I1", "I2 R1", "I,T", "0.695686 0 0.109617 0.194697"),
    ("B1 P2 T1", "I1 D1", "I,B,T", "0.914655 0 0.042672 0.042672"),
    ("B1 P2 T1", "I2 D1", "I,B,T", "0.809344 0 0.026741 0.163915"),
    ("B1 P2 T1", "I3 D1", "I,B,T", "0.610411 0 0.042363 0.347226"),
])  # fmt: skip
def test_the_battles_of_the_ledger_with_advanced_units(attackers, defenders, losses, expected):
    assert_chances(results(attackers, defenders, losses=losses), expected)


def test_sp_149_three_air_defences_are_two():
    assert results("F2 T1", "I2 D3") == results("F2 T1", "I2 D2") != results("F2 T1", "I2 D1")


def test_sp_148_air_defence_aboard_fires_at_planes():
    assert results("F2", "TR1 D1")[0] < results("F2", "TR1")[0]
    assert results("BB1", "TR1 D1") == results("BB1", "TR1")


@pytest.mark.parametrize(("attackers", "defenders", "message"), [
    ("R2 I1", "I1", "expected 2, one for each R and for each B with P"),
    ("P3 B1 T2", "I1", "expected B2 or more, got B1"),
    ("P2 B1", "I1", "expected 1, one for each R and for each B with P"),
    ("R1 I1 F1", "TR1", "attackers have I; a battle at sea"),
    ("I2 TR1", "R1", "expected attackers without TR and BB"),
    ("I2 F1", "D1", "defenders are D"),
])  # fmt: skip
def test_advanced_units_without_what_they_need_are_refused(attackers, defenders, message):
    with pytest.raises(ConfigError, match=message):
        odds(attackers, defenders)


@pytest.mark.parametrize(("boxes", "expected"), [("", "1/4 1/2 1/4"), ("hit point 1", "13/16 1/8 1/16")])
def test_sp_208_a_super_battleship_stands_hits(boxes, expected):
    assert_chances(results("SB1", "BB1", attack_boxes=boxes), expected)


def test_sp_208_dice_and_values_of_a_super_battleship():
    assert results("SB1", "TR1", attack_boxes="attack 5 1")[0] > results("SB1", "TR1")[0]
    assert results("SB1", "TR3", attack_boxes="attack die 2")[0] > results("SB1", "TR3")[0]
    assert results("BB1", "SB1", defence_boxes="defence die 1, defence 5 1")[2] > results("BB1", "SB1")[2]
    assert results("F2", "SB1", defence_boxes="air defence 2")[0] < results("F2", "SB1")[0]


@pytest.mark.parametrize("boxes", ["hit point 3", "hull 1", "hit point", "attack 5 1, attack 5 1"])
def test_unknown_boxes_are_refused(boxes):
    with pytest.raises(ConfigError, match="attack_boxes: expected"):
        odds("SB1", "BB1", battle_odds.OddsOptions(attack_boxes=boxes))


@pytest.mark.parametrize(("mode", "mean"), [("pooled", 1.328), ("targeted", 1.222)])
def test_q16_planes_that_two_air_defences_hit_of_four(mode, mean):
    battle = battle_odds._battle("F2 B2", "TR1 D2", OddsOptions(ad_mode=mode))
    losses = battle_round._plane_losses(battle, (2, 2), 2)
    assert sum(losses.values()) == 1
    assert float(sum(sum(lost) * chance for lost, chance in losses.items())) == pytest.approx(mean, abs=5e-4)


def test_q16_one_die_and_one_plane_are_the_same_in_both_modes():
    assert results("F1 T1", "I2 D1") == results("F1 T1", "I2 D1", ad_mode="targeted")
    assert results("F2 T1", "I2 D2") != results("F2 T1", "I2 D2", ad_mode="targeted")


def test_an_unknown_mode_of_air_defence_is_refused():
    with pytest.raises(ConfigError) as caught:
        odds("F2", "TR1 D1", OddsOptions(ad_mode="all"))
    assert str(caught.value) == "ad_mode: expected pooled, targeted, got 'all'"


@pytest.mark.parametrize(
    ("attackers", "defenders", "options", "message"),
    [
        ("T1", "I1", {"attack_technologies": "jets 1"}, "attack_technologies: expected different technologies of air"),
        ("T1", "I1", {"defence_technologies": "economy 4"}, "defence_technologies: expected 1 to 3 of economy, got 4"),
        ("T1", "I1", {"attack_technologies": "bombers 2", "tech": "book"}, "expected 1 of bombers, got 2"),
        ("T1", "I1", {"attack_technologies": "bombers 1", "tech": "off"}, "expected none"),
        ("T1", "I1", {"tech": "all"}, "tech: expected public, book, off, got 'all'"),
        ("T1", "I1", {"attack_power": "eu"}, "attack_power: expected none without G and general_bonus, got 'eu'"),
        ("T1 G1", "I1", {"general_bonus": True}, "attack_power: expected us, eu, rr, ie, cfe, mef, ac, la, got ''"),
        (
            "T1 G1",
            "I1 G1",
            {"general_bonus": True, "attack_power": "eu", "defence_power": "eu"},
            "defence_power: expected another power than eu",
        ),
        ("BB1", "BB1", {"attack_boxes": "hit point 1"}, "attack_boxes: expected none without SB, got 'hit point 1'"),
        ("SB1", "BB1", {"defence_boxes": "hit point 1"}, "defence_boxes: expected none without SB, got 'hit point 1'"),
        ("I1", "I1", {"capital": True}, "capital: expected the ruler L among defenders"),
        ("T1", "T1", {"infantry_defence": 1}, "infantry_defence: expected 2 without defending I on land"),
        ("T1", "I1 T1", {"neutral": True}, "neutral: expected defenders of I and F without technologies"),
        ("F2", "D1", {}, "other units cannot take it"),
        ("F2", "BB1 D1", {}, "defenders have D1; expected D0 or less, two for each TR and CV"),
        ("I2", "I1 D1", {"encircle": "no", "encircle_counts_ad": True}, "expected False without encirclement"),
    ],
)
def test_options_that_do_not_belong_to_the_battle_are_refused(attackers, defenders, options, message):
    with pytest.raises(ConfigError) as caught:
        odds(attackers, defenders, OddsOptions(**options))
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_hits_on_neutrals_are_not_placed():
    guided = {"attack_technologies": "air power 3"}
    chances = [odds("F2 I1", "I3 F2", OddsOptions(neutral=neutral, **guided)).captured for neutral in (False, True)]
    assert chances[0] > chances[1] == odds("F2 I1", "I3 F2").captured


def test_air_defence_counts_for_encirclement_by_an_option():
    plain, counted = (odds("T2 I1", "I1 D1", OddsOptions(encircle_counts_ad=value)).captured for value in (False, True))
    assert plain == 1 > counted
