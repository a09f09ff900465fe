"""`wd map`: its output for bundled maps and files, and its errors."""

import json

import pytest

pytest.importorskip("rich")

from tests.games.domination.map_texts import SMALL, changed, write
from wd_env import registry

ROW = registry.GameEntry(
    "domination", "Domination", "none:none", maps="wd_env.games.domination.maps.map_report:MAP_READER"
)


@pytest.fixture(autouse=True)
def with_a_game_of_maps(monkeypatch):
    if not any(row.maps for row in registry.GAMES.values()):
        monkeypatch.setitem(registry.GAMES, ROW.name, ROW)


def map_tables(wd, *arguments):
    named = () if "--game" in arguments else ("--game", "domination")
    ended = wd("map", *arguments, *named, "--json")
    assert (ended.code, ended.err) == (0, "")
    return json.loads(ended.out)


def test_the_classic_map_is_described_by_its_name(wd):
    found = map_tables(wd, "classic")
    assert list(found) == ["Map", "Groups", "Countries", "Missions"]
    figures = found["Map"]
    assert figures["name"] == "Classic world"
    assert (figures["countries"], figures["groups"], figures["borders"]) == (42, 6, 82)
    assert figures["neighbours of a country"] == "2 to 6, mean 3.90"
    assert figures["deck"] == "14 infantry, 14 cavalry, 14 cannon, 2 wildcards"
    assert figures["armies of each seat at the start, for 2 to 6 seats"] == "40, 35, 30, 25, 20"
    australia = {"number": 6, "group": "Australia", "bonus": 2, "countries": 4, "inside": 5, "outward": 1}
    assert found["Groups"][5] == australia | {"entry countries": "39"}
    alaska = {"number": 1, "country": "Alaska", "group": 1, "card": "infantry", "degree": 3, "borders on": "2, 3, 38"}
    assert found["Countries"][0] == alaska
    asked = [mission["asks for"] for mission in found["Missions"]]
    assert asked[1] == "group 3, group 6, 3 groups in all"
    assert asked[6:9] == ["18 countries with 2 armies", "24 countries", "seat 1 removed, else 24 countries"]


def test_the_tables_have_the_values_of_the_json(wd):
    printed = " ".join(wd("map", "classic", "--game", "domination").out.split())
    found = map_tables(wd, "classic")
    rows = [list(found["Map"].items())[2:], *(map(dict.values, found[title]) for title in ("Groups", "Countries"))]
    for row in (row for table in rows for row in table):
        assert " ".join(map(str, row)) in printed or "armies of each seat" in str(row)


def test_a_file_is_described_with_its_notes_and_one_way_borders(wd, tmp_path):
    path = write(tmp_path, changed("2 1 3", "2 3"), deck="")
    found = map_tables(wd, path)
    assert (found["Map"]["borders"], found["Map"]["one-way borders"], found["Map"]["deck"]) == (5, 1, "no cards")
    assert found["Countries"][0]["borders on"] == "2>, 6"
    (note,) = found["Notes"]
    assert note["note"].endswith("found a border from 1 to 2 in one direction only")
    assert "Missions" not in found


def test_the_reading_mode_of_a_file_can_be_chosen(wd, tmp_path):
    path = write(tmp_path, changed("2 1 3", "2 3"))
    assert map_tables(wd, path, "--symmetrise")["Map"]["borders"] == 6
    assert map_tables(wd, path, "--cards", "generated")["Map"]["deck"] == "2 infantry, 2 cavalry, 2 cannon, 2 wildcards"
    assert map_tables(wd, "classic", "--borders", "modern83")["Map"]["borders"] == 83
    path = write(tmp_path, changed("1 Ash 1 10 10", "1 Ash 1"))
    assert map_tables(wd, path)["Notes"]
    assert wd("map", path, "--strict", "--game", "domination").error_line.endswith(
        "found 3 words, allowed: 5: number, id, group, x, y"
    )


def test_a_picture_is_written_beside_the_tables(wd, tmp_path):
    pytest.importorskip("pygame")
    map_tables(wd, "classic", "--image", tmp_path / "map.png")
    assert (tmp_path / "map.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ["small.map", "--borders", "modern83"],
            "borders: expected None, because a map file has its own, got 'modern83'",
        ),
        (["small.map", "--image", "map.gif"], "--image: expected a name that ends in .png, got 'map.gif'"),
        (["none.map"], "none.map: cannot be read: No such file or directory"),
        (["."], ".: "),
        (["small.map", "--cards", "none.cards"], "none.cards: cannot be read: No such file or directory"),
        (["small.map", "--colour"], "unknown option --colour (see wd map --help)"),
        ([], "FILE is missing: the map or board file, or the name of a bundled one (see wd map --help)"),
        (["small.map", "--game", "world_dominance"], "game world_dominance has no maps"),
        (["small.map", "--game", "chess"], "--game: unknown game 'chess'; expected one of world_dominance"),
    ],
)
def test_invalid_arguments_are_rejected_in_one_line_and_leave_no_file(wd, tmp_path, words, said):
    write(tmp_path, SMALL)
    before = sorted(tmp_path.iterdir())
    ended = wd("map", *words, *(() if "--game" in words else ("--game", "domination")))
    assert ended.code == 2
    assert ended.error_line.startswith(said)
    assert sorted(tmp_path.iterdir()) == before


def test_several_games_with_maps_need_an_explicit_game(wd, monkeypatch):
    assert wd("map", "classic").error_line.startswith("--game: expected one of the games domination, superpowers, each")
    monkeypatch.setitem(registry.GAMES, "other", registry.GameEntry("other", "Other", "none:none", maps=ROW.maps))
    assert map_tables(wd, "classic", "--game", "other")["Map"]["countries"] == 42


def test_without_a_game_with_maps_the_error_gives_the_reason(wd, monkeypatch):
    others = {name: row for name, row in registry.GAMES.items() if not row.maps}
    monkeypatch.setattr(registry, "GAMES", others)  # a registry entry that is put back would be the last one
    assert wd("map", "classic").error_line == "no game is played on maps; `wd info games` lists the installed games"
    assert "usage: wd map FILE" in wd("map", "--help").out


def test_an_invalid_reader_of_maps_is_rejected(wd, monkeypatch):
    monkeypatch.setitem(
        registry.GAMES, "odd", registry.GameEntry("odd", "Odd", "none:none", maps="wd_env.registry:DEFAULT_GAME")
    )
    said = "game odd, wd_env.registry:DEFAULT_GAME: expected a MapReader, got 'world_dominance'"
    assert wd("map", "classic", "--game", "odd").error_line == said
