"""Superpowers with a board file on the command line: rejected in one line, played, replayed, and shown."""

import json

import pytest

from tests.games.superpowers.own_boards import STRAITS, TEXT, changed, write

RANDOM = ("--game", "superpowers", "--setup", "deal", "--max-rounds", 1, "--seats", *["random"] * 4, "--seed", 1)
ONE_WAY = changed('land = ["home_0", "home_1", "isle_0"]', 'land = ["home_0", "isle_0"]')
LAST_LAND = TEXT[TEXT.rindex("[[board.land]]") : TEXT.index("[[board.zone]]")]
LAST_ZONE = TEXT[TEXT.rindex("[[board.zone]]") :]


@pytest.mark.parametrize(
    ("text", "refusal"),
    [
        (ONE_WAY, "field land: found 'capital_0', allowed: borders that the other space lists too"),
        (changed('sea = ["middle"]', 'sea = ["middle", "lake"]'), "found 'lake', allowed: ids of zones"),
        (changed("value = 12", "value = 13"), "lands whose values sum to 20; the sum is 21"),
        (changed("value = 8\n", "value = 8\ncapital = true\n"), "home = 'us'; there are 2"),
        (changed('lands = ["home_1"]', 'lands = ["isle_1"]'), "1 to 4 lands at the coast of both zones"),
        (changed('lands = ["home_1"]\n', ""), "field lands: found nothing"),
        (changed('id = "us"', 'id = "usa"'), "allowed: the ids us, eu, rr, ie, cfe, mef, ac, la in this order"),
        (TEXT + 60 * LAST_ZONE, "field zone: found '69 rows', allowed: 8 to 66 rows"),
        (TEXT + 60 * LAST_LAND, "field land: found '80 rows', allowed: 16 to 79 rows"),
        ("[[board]", "not TOML"),
    ],
)
def test_a_board_that_cannot_be_played_is_refused_in_one_line(wd, tmp_path, text, refusal):
    ended = wd("play", *RANDOM, "--board", write(tmp_path, text))
    assert (ended.code, ended.out) == (2, "")
    assert refusal in ended.error_line
    assert "own.toml" in ended.error_line
    assert list(tmp_path.iterdir()) == [tmp_path / "own.toml"]


def test_a_missing_board_is_refused_in_one_line(wd):
    assert "nowhere.toml: cannot be read" in wd("play", *RANDOM, "--board", "nowhere.toml").error_line
    assert "nowhere.toml: cannot be read" in wd("map", "nowhere.toml", "--game", "superpowers").error_line


def test_a_game_is_replayed_with_its_board_only(wd, tmp_path):
    played = wd("play", *RANDOM, "--board", STRAITS, "--record", "game.txt")
    assert (played.code, played.err) == (0, "")
    assert "capital_0" in played.out
    assert "germany" not in played.out
    refused = wd("replay", "game.txt")
    assert (refused.code, refused.out) == (2, "")
    assert "the saved board is a custom file, 'straits.toml'" in refused.error_line
    other = write(tmp_path, changed("value = 12", "value = 11").replace("value = 8", "value = 9", 1))
    assert "handed in: own.toml of" in wd("replay", "game.txt", "--board", other).error_line
    replayed = wd("replay", "game.txt", "--board", STRAITS)
    assert (replayed.code, replayed.err) == (0, "")
    assert "isle_3" in replayed.out


def test_map_shows_a_board(wd):
    shown = wd("map", STRAITS, "--game", "superpowers", "--json")
    assert (shown.code, shown.err) == (0, "")
    tables = json.loads(shown.out)
    assert list(tables) == ["Board", "Powers", "Lands", "Zones", "Canals"]
    sizes = {"lands": 20, "neutral lands": 4, "zones": 9, "coasts": 28, "land bridges": 1, "canals": 1}
    assert tables["Board"] | sizes == tables["Board"]
    seat = {"id": "us", "title": "Power US", "colour": "blue"}
    assert tables["Powers"][0] == seat | {"capital": "capital_0", "port": "z0", "lands": 2}
    assert tables["Lands"][19]["garrison"] == "I6 F2, hits up to 3"
    assert tables["Canals"] == [{"title": "Strait", "zones": "z0, z1", "lands": "home_1"}]
    bundled = json.loads(wd("map", "world", "--game", "superpowers", "--json").out)
    assert (bundled["Board"]["lands"], bundled["Board"]["canals"]) == (79, 2)


def test_help_names_the_option_of_the_board(wd):
    shown = " ".join(wd("info", "rules", "--game", "superpowers").out.split())
    assert "Board: the bundled one, or a board file" in shown
