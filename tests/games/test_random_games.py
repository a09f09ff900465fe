"""`make games` plays every game, and reports a broken invariant with the game that shows it."""

from dataclasses import replace

from tests.games import random_games
from tests.games.random_games import play_at_tables
from tests.games.samples import samples_of
from wd_env.registry import GAMES

PLEDGE = samples_of("pledge")


def test_random_games_of_a_game_without_a_recount_of_its_own_add_up(capsys):
    assert play_at_tables(PLEDGE, ["--games", "60"]) == 0
    head, _, *rows = capsys.readouterr().out.splitlines()
    assert head.split() == list(random_games.COLUMN_TITLES)
    assert [row.split()[:3] for row in rows] == [["pledge", "2", "30"], ["pledge", "3", "30"]]
    assert all(row.endswith(" 0") for row in rows)


def test_a_broken_invariant_is_reported_with_its_game(capsys):
    loud = replace(PLEDGE, find_broken=lambda state: "a six was thrown" if state.throws == 1 else "")
    assert play_at_tables(loud, ["--games", "2", "--seed", "7"]) == 1
    output = [line for line in capsys.readouterr().out.splitlines() if line.startswith("BROKEN")]
    assert output[0].startswith("BROKEN: pledge, 2 players, seed 7, game 0: after line ")
    assert output[0].endswith("a six was thrown")


def test_a_state_that_the_game_itself_rejects_is_reported():
    table = PLEDGE.new_table(PLEDGE.kinds[0], {}, 1)
    assert random_games.find_broken(PLEDGE, table) == ""
    table.state.players = 9
    assert random_games.find_broken(PLEDGE, table).startswith("9 players")


def test_each_game_of_the_catalogue_is_played_by_its_own_recount_where_it_has_one(monkeypatch, capsys):
    ran = []
    ours = replace(samples_of("world_dominance"), random_games=lambda words: ran.append(words) or 1)
    monkeypatch.setattr(random_games, "samples_of", lambda name: ours)
    assert random_games.main(["--games", "300", "--seed", "5"]) == 1
    assert ran == [["--games", "300", "--seed", "5"]] * len(GAMES)
    assert capsys.readouterr().out == "World Dominance\n\n" * len(GAMES)
