"""Odds with technologies and national bonuses, compared with all throws of the same battle at a table.

See SP-281 and SP-318.
"""

import pytest

from tests.games.superpowers.battle_results import results_by_rules
from tests.games.superpowers.play import attack, position
from wd_env.games.superpowers.battle_odds import OddsOptions, odds
from wd_env.games.superpowers.definitions.actions import POWER_IDS
from wd_env.games.superpowers.definitions.rule_constants import BOXES, TECHNOLOGIES
from wd_env.games.superpowers.named_counts import read_boxes, read_technologies

LAND, SEA = ("germany", "ukraine"), ("sz_north_sea", "sz_baltic_sea")
TECHNOLOGY_BATTLES = [  # attackers, defenders, technologies of both
    ("F1 T1", "I1 F1", "", "air power 1"),
    ("F1 T1", "I1 D2", "air power 1", "bombers 2"),
    ("F1 B1", "I1 T1", "air power 2", ""),
    ("F1 B1", "F1 D2", "air power 3", ""),
    ("F1", "T1 R1 F1", "air power 3, bombers 2", ""),
    ("B1 I1", "I2", "bombers 3", "air power 3"),
    ("F2", "I1", "", "tactical 2"),
    ("R1 T1", "I2", "warheads 2", "tactical 3"),
    ("B1 P2 T1", "I1", "bombers 2", "tactical 2"),
]
SEA_BATTLES = [
    ("SU1 BB1", "SU2", "torpedoes 2", "torpedoes 1"),
    ("F1 CV1", "TR1 BB1 D1", "", "torpedoes 1"),
    ("F1 CV1", "CV1 F1", "air power 1", "air power 1"),
]
GENERALS = [  # powers, attackers and defenders
    *((power, "la" if power != "la" else "ac", "T1 G1", "G1") for power in POWER_IDS),
    *((power, "la", "I1 G1", "I1 T1") for power in ("us", "ie", "mef")),
]


def fight(places, sides, texts, technologies=("", ""), defence_boxes="", **options):
    """Return a table at the first throw of an attack of all units of one space on another."""
    powers = tuple(dict.fromkeys((*sides, "us", "eu", "rr")))[:4]
    words = texts[0].split()
    first_box = POWER_IDS.index(sides[1]) * BOXES
    units = texts[0].replace("P", "I"), texts[1].replace("D", "aboard D") if places == SEA else texts[1]
    spaces = {place: f"{power} {text}" for place, power, text in zip(places, sides, units, strict=True)}
    table = position(spaces, turn=sides[0], powers=powers, ruleset="advanced", **options)
    for power, text in zip(sides, technologies, strict=True):
        first = POWER_IDS.index(power) * TECHNOLOGIES
        table.state.technology[first : first + TECHNOLOGIES] = read_technologies("technologies", text, 3)
    table.state.boxes[first_box : first_box + BOXES] = read_boxes("boxes", defence_boxes)
    has_drop = any(word.startswith("P") for word in words)
    kinds = [word.rstrip("0123456789") for word in words if not has_drop or not word.startswith("B")]
    special = {"R": "fire all", "P": "drop all"}
    order = sorted(kinds, key=lambda kind: kind in special)  # guns and bombers can only join other units
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


@pytest.mark.parametrize("boxes", ["air defence 2", "hit point 1, defence die 1, defence 5 1"])
def test_sp_208_boxes_of_a_ship_that_may_sink_first(boxes):
    table = fight(SEA, ("eu", "rr"), ("F1 CV1", "SB1 TR1"), defence_boxes=boxes)
    results = results_by_rules(table)
    assert_equal(odds("F1 CV1", "SB1 TR1", OddsOptions(defence_boxes=boxes)), results)
