"""Each style beats random play, and shows in the statistics of its games."""

import pytest

pytest.importorskip("numba")

from wd_env.evaluation.game_stats import collect_game_stats
from wd_env.evaluation.matches.match import play_match
from wd_env.games.world_dominance.game import GAME
from wd_env.registry import get_game

RULES = {"last_player": "last_survivor_wins", "max_turns": 400}
STYLES = ("collector", "hunter", "hoarder", "rusher")
GAMES, SEED = 80, 5
ANTARCTICA, DECIMATE = "ANT Antarctica Continent Space", "S16 Soldier Checkpoint Decimate"


@pytest.fixture(scope="module")
def surveys():
    """Return the statistics of games of four of each style. They take long; `make test` plays the matches below."""
    names = ("scripted", *STYLES)
    return {name: collect_game_stats(get_game(), [name] * 4, GAMES, SEED, RULES).as_json() for name in names}


def by_name(surveys, look):
    """Return one value of each style."""
    return {name: look(found) for name, found in surveys.items()}


def stands_out(figures, name, times):
    """Return whether the value of this style is more than `times` that of every other one."""
    return all(figures[name] > times * figure for other, figure in figures.items() if other != name)


@pytest.mark.parametrize("players", [2, 5])
@pytest.mark.parametrize("name", STYLES)
def test_every_style_beats_random_play(name, players):
    result = play_match(GAME, [name, *["random"] * (players - 1)], 300, SEED, RULES)
    assert result.win_rates[0].low > 1 / players + 0.1


@pytest.mark.parametrize("players", [2, 4])
def test_the_improved_heuristics_beat_the_first_ones(players):
    result = play_match(GAME, ["scripted", *["scripted_v1"] * (players - 1)], 1500, SEED, RULES)
    assert result.win_rates[0].low > 1 / players


@pytest.mark.long
def test_the_hoarder_holds_the_largest_army(surveys):
    armies = by_name(surveys, lambda found: found["soldiers"][10]["army"]["value"])
    assert surveys["hoarder"]["soldiers"][10]["turn"] == 100
    assert stands_out(armies, "hoarder", 1.2)


@pytest.mark.long
def test_the_rusher_goes_to_antarctica_most_often_and_the_collector_hardly_ever(surveys):
    landings = by_name(surveys, lambda found: found["spaces"][ANTARCTICA]["value"])
    assert stands_out(landings, "rusher", 1.2)
    assert all(landings[name] > 3 * landings["collector"] for name in landings if name != "collector")


@pytest.mark.long
def test_the_hunter_decimates_and_raises(surveys):
    turns = by_name(surveys, lambda found: found["turns"]["mean"]["value"])
    decimations = by_name(surveys, lambda found: found["spaces"][DECIMATE]["value"])
    raises = by_name(surveys, lambda found: found["decisions_by_node"]["match_raise"]["value"])
    assert stands_out({name: decimations[name] / turns[name] for name in turns}, "hunter", 1.1)
    assert raises["hunter"] > 3
    assert all(raises[name] == 0 for name in raises if name != "hunter")


@pytest.mark.long
def test_the_collector_pays_for_cards_and_has_the_shortest_games(surveys):
    turns = by_name(surveys, lambda found: found["turns"]["mean"]["value"])
    assert all(turns[name] > 1.2 * turns["collector"] for name in turns if name != "collector")
    sets = by_name(surveys, lambda found: found["endings"]["five cards"]["value"] / found["turns"]["mean"]["value"])
    assert stands_out(sets, "collector", 1.2)
