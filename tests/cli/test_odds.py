"""`wd odds`: its output and its errors."""

import json
from fractions import Fraction

import pytest

pytest.importorskip("rich")

from wd_env import registry

ROW = registry.GameEntry(
    "domination", "Domination", "none:none", odds="wd_env.games.domination.battle_odds:ODDS_CALCULATOR"
)


@pytest.fixture(autouse=True)
def with_a_game_of_battles(monkeypatch):
    if not any(row.odds for row in registry.GAMES.values()):
        monkeypatch.setitem(registry.GAMES, ROW.name, ROW)


def test_the_probability_is_printed_as_a_decimal(wd):
    ended = wd("odds", 10, 10, "--game", "domination")
    assert (ended.code, ended.err) == (0, "")
    assert ended.out.startswith("10 against 10: captured 0.479935256478\n")
    assert len(ended.out.splitlines()) == 4 + 9 + 10  # 10 to 2 armies left, or 1 against 1 to 10


def test_the_probability_is_printed_as_a_fraction(wd):
    assert (
        wd("odds", 4, 2, "--fraction", "--game", "domination").out.splitlines()[0]
        == "4 against 2: captured 6610505/10077696"
    )
    assert (
        wd("odds", 5, 3, "--defence-dice", 3, "--fraction", "--game", "domination")
        .out.splitlines()[0]
        .endswith("317362715/725594112")
    )


def test_json_holds_both_and_every_ending(wd):
    found = json.loads(wd("odds", 4, 2, "--json", "--game", "domination").out)
    assert Fraction(found["captured"]["fraction"]) == Fraction(6610505, 10077696)
    assert found["captured"]["chance"] == pytest.approx(0.655954, abs=1e-6)
    left = [(end["attackers"], end["defenders"]) for end in found["endings"]]
    assert left == [(4, 0), (3, 0), (2, 0), (1, 1), (1, 2)]
    assert sum(Fraction(end["fraction"]) for end in found["endings"]) == 1


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([1, 5], "attackers: expected an integer from 2 to 200, got 1"),
        ([5, 500], "defenders: expected an integer from 1 to 200, got 500"),
        ([5, "many"], "defenders: expected an integer from 1 to 200, got 'many'"),
        ([5], "DEFENDERS is missing: armies or units of the defender, in the same form (see wd odds --help)"),
        ([5, 5, "--defence-dice", 4], "defence_dice: expected an integer from 1 to 3, got 4"),
        ([5, 5, "--game", "world_dominance"], "game world_dominance has no odds"),
    ],
)
def test_invalid_arguments_are_rejected_in_one_line(wd, words, said):
    ended = wd("odds", "--game", "domination", *words)
    assert (ended.code, ended.error_line) == (2, said)


def test_without_a_game_with_battles_the_error_gives_the_reason(wd, monkeypatch):
    others = {name: row for name, row in registry.GAMES.items() if not row.odds}
    monkeypatch.setattr(registry, "GAMES", others)  # a registry entry that is put back would be the last one
    assert wd("odds", 5, 5).error_line == "no game has battles; `wd info games` lists the installed games"


def test_technologies_and_national_bonuses_are_options_of_superpowers(wd):
    words = ("odds", "T1 G1", "I2", "--game", "superpowers")
    plain = wd(*words).out
    bonus = ("--general-bonus", "--attack-power", "mef", "--attack-technologies", "bombers 2", "--tech", "public")
    ended = wd(*words, *bonus)
    assert ended.code == 0
    assert ended.out != plain
    ended = wd(*words, "--attack-boxes", "hit point 1")
    assert (ended.code, ended.error_line) == (2, "attack_boxes: expected none without SB, got 'hit point 1'")


def test_the_general_is_a_unit_of_the_attackers_and_no_option(wd):
    ended = wd("odds", "I2 T1 G1", "I3", "--game", "superpowers")
    assert ended.code == 0
    title, *_ = ended.out.splitlines()
    assert title.startswith("I2 T1 G1 against I3: taken ")
    assert title != wd("odds", "I2 T1", "I3", "--game", "superpowers").out.splitlines()[0].replace("T1", "T1 G1")
    ended = wd("odds", "I2 T1", "I3", "--game", "superpowers", "--general")
    assert (ended.code, ended.error_line.startswith("unknown option --general")) == (2, True)
