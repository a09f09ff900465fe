"""Odds with technologies and national bonuses against all throws of the same battle at a table (SP-281, SP-318)."""

import pytest

from tests.games.superpowers.battle_results import results_by_rules
from tests.games.superpowers.play import attack, position
from wd_env.errors import ConfigError
from wd_env.games.superpowers.battle_odds import OddsOptions, odds
from wd_env.games.superpowers.definitions.actions import POWER_IDS
from wd_env.games.superpowers.definitions.rule_constants import BOXES, TECHNOLOGIES
from wd_env.games.superpowers.named_counts import read_boxes, read_technologies

LAND, SEA = ("germany", "ukraine"), ("sz_north_sea", "sz_baltic_sea")
TECHNOLOGY_BATTLES = [  # attackers, defenders, technologies of both
    ("F2 T1", "I2 F1", "", ""),
    ("F2 T1", "I2 F1", "", "air power 1"),
    ("F2 T1", "I1 D2", "air power 1", ""),
    ("F1 B1 T1", "I2 T1", "air power 2", ""),
    ("F1 B1 I1", "I1 F1 D2", "air power 3", ""),
    ("F1 I1", "T1 R1 F1", "air power 3, bombers 2", "air power 1"),
    ("B1 I1", "I3", "bombers 1", ""),
    ("B1 F1 I1", "I3", "bombers 2", ""),
    ("B1 I1", "I2 F1", "bombers 3", "air power 3"),
    ("F2 I1", "I2", "", "tactical 2"),
    ("F1 I1", "I2 D1", "warheads 3, economy 2, tactical 3", "tactical 3, torpedoes 3"),
    ("R1 T1", "I2", "warheads 2", ""),
    ("R1 T1 I1", "I3 R1", "warheads 3", "warheads 3"),
    ("B1 P2 T1", "I2 D1", "bombers 2", "tactical 2"),
    ("B1 P2 T1", "I1 F1 D1", "bombers 3, air power 3", ""),
]
SEA_BATTLES = [
    ("SU2", "SU1 TR1", "torpedoes 1", ""),
    ("SU1 BB1", "SU2", "", "torpedoes 3"),
    ("SU1 BB1", "SU2 BB1", "torpedoes 2", "torpedoes 1"),
    ("BB1 F1 CV1", "CV1 F2", "air power 3", "air power 1"),
    ("F2 CV1", "CV1 BB1 D1", "", "torpedoes 1"),
]
GENERALS = [  # powers, attackers and defenders
    *((power, "la" if power != "la" else "ac", "T1 G1", "T1 G1") for power in POWER_IDS),
    *((power, "la", "I1 T1 G1", "I1 F1") for power in ("us", "ie", "mef")),
]


def fight(places, sides, texts, technologies=("", ""), defence_boxes="", **options):
    """The table at the first throw of the attack of all units in one space on those of another."""
    powers = tuple(dict.fromkeys((*sides, "us", "eu", "rr")))[:4]
    words = texts[0].split()
    first_box = POWER_IDS.index(sides[1]) * BOXES
    units = texts[0].replace("P", "I"), texts[1].replace("D", "aboard D") if "CV" in texts[1] else texts[1]
    spaces = {place: f"{power} {text}" for place, power, text in zip(places, sides, units, strict=True)}
    table = position(spaces, turn=sides[0], powers=powers, ruleset="advanced", **options)
    for power, text in zip(sides, technologies, strict=True):
        first = POWER_IDS.index(power) * TECHNOLOGIES
        table.state.technology[first : first + TECHNOLOGIES] = read_technologies("technologies", text, 3)
    table.state.boxes[first_box : first_box + BOXES] = read_boxes("boxes", defence_boxes)
    has_drop = any(word.startswith("P") for word in words)
    kinds = [word.rstrip("0123456789") for word in words if not has_drop or not word.startswith("B")]
    special = {"R": "fire all", "P": "drop all"}
    order = sorted(kinds, key=lambda kind: kind in special)  # guns and bombers need units beside them
    attack(table, places[1], (places[0], "|".join(special.get(kind, f"all {kind}") for kind in order)))
    return table


def assert_equal(found, expected):
    summary = {("emptied" if name == "won" else name): float(chance) for name, chance in found.summary}
    for name, chance in summary.items():
        assert expected[name] == pytest.approx(chance, abs=1e-7), name


@pytest.mark.parametrize(("attackers", "defenders", "attack_tech", "defence_tech"), TECHNOLOGY_BATTLES)
def test_sp_281_technologies_in_battles_on_land(attackers, defenders, attack_tech, defence_tech):
    table = fight(LAND, ("eu", "rr"), (attackers, defenders), (attack_tech, defence_tech))
    options = OddsOptions(attack_technologies=attack_tech, defence_technologies=defence_tech)
    assert_equal(odds(attackers, defenders, options), results_by_rules(table))


@pytest.mark.parametrize(("attackers", "defenders", "attack_tech", "defence_tech"), SEA_BATTLES)
def test_sp_281_technologies_in_battles_at_sea(attackers, defenders, attack_tech, defence_tech):
    table = fight(SEA, ("eu", "rr"), (attackers, defenders), (attack_tech, defence_tech))
    options = OddsOptions(attack_technologies=attack_tech, defence_technologies=defence_tech)
    assert_equal(odds(attackers, defenders, options), results_by_rules(table))


@pytest.mark.parametrize(("attacker", "defender", "attackers", "defenders"), GENERALS)
def test_sp_318_national_bonuses_of_both_generals(attacker, defender, attackers, defenders):
    table = fight(LAND, (attacker, defender), (attackers, defenders), general_bonus=True)
    defence_power = defender if "G" in defenders else ""
    options = OddsOptions(general_bonus=True, attack_power=attacker, defence_power=defence_power)
    assert_equal(odds(attackers, defenders, options), results_by_rules(table))


@pytest.mark.parametrize("boxes", ["air defence 2", "hit point 2, defence die 1, defence 5 1"])
def test_sp_208_boxes_of_a_ship_that_may_sink_first(boxes):
    table = fight(SEA, ("eu", "rr"), ("F2 CV1", "SB1 BB1"), defence_boxes=boxes)
    results = results_by_rules(table)
    assert_equal(odds("F2 CV1", "SB1 BB1", OddsOptions(defence_boxes=boxes)), results)


@pytest.mark.parametrize(
    ("attackers", "defenders", "options", "message"),
    [
        ("T1", "I1", {"attack_technologies": "jets 1"}, "attack_technologies: expected different technologies of air"),
        ("T1", "I1", {"defence_technologies": "economy 4"}, "defence_technologies: expected 1 to 3 of economy, got 4"),
        ("T1", "I1", {"attack_technologies": "bombers 2", "tech": "book"}, "expected 1 to 1 of bombers, got 2"),
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
