"""OpenSpiel games and states survive text, copies and pickles, with any options; `make test-spiel`."""

import copy
import pickle  # noqa: TID251 - OpenSpiel serialises by it
import random
from pathlib import Path

import pytest

pytest.importorskip("pyspiel")

import pyspiel

from tests.envs.catalogue import ROWS, SOON, TOY
from wd_env.envs.openspiel import openspiel_games
from wd_env.envs.openspiel.openspiel_parameters import NUM_PLAYERS, parameters_from
from wd_env.errors import ConfigError
from wd_env.options import options_of
from wd_env.registry import GAMES

STEPS = 12
STACKED = {"variant": "multi_five"}
ROUNDS = {"closure_duration": "n_rounds", "closure_rounds": 2}
SPELLED = {"knowledge_model": "constant", "spelling_demand": True}
# Options that need another option are tried together with it.
TOGETHER = {
    ("variant", "three_set"): {"num_players": 3},
    ("variant", "four_set"): {"num_players": 3},
    ("variant", "ally"): {"num_players": 2},
    ("sets_to_win", 4): {"num_players": 3, "variant": "four_set"},
    ("start_soldiers", 50): {"num_players": 2},
    ("stacking", True): STACKED,
    ("manual_stacking", True): STACKED,
    ("antarctica_set_bonus", 0): {"variant": "ten_card"},
    ("antarctica_set_bonus", 100): {"variant": "ten_card"},
    ("closure_duration", "n_rounds"): ROUNDS,
    ("closure_rounds", 1): ROUNDS,
    ("closure_rounds", 9): ROUNDS,
    ("percent_right", 0): SPELLED,
    ("percent_right", 100): SPELLED,
    ("percent_spelled", 0): SPELLED,
    ("percent_spelled", 100): SPELLED,
    ("capacity", 2): {"capacity": 42},  # by map
}


@pytest.fixture(scope="module", autouse=True)
def with_the_toy_game():
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(GAMES, TOY.name, TOY)
        if openspiel_games.short_name(TOY) not in pyspiel.registered_names():
            openspiel_games.register(TOY)
        yield


def choices(option):
    found = {"integer": (option.low, option.high), "boolean": (True, False)}.get(option.kind, option.names)
    return (*found, *[None] * option.nullable)


EVERY = [
    (name, option, choice)
    for name, row in ROWS.items()
    for option, declared in options_of(row.game.config_class).items()
    for choice in choices(declared)
]


def some_way(game, seed):
    rng, state = random.Random(seed), game.new_initial_state()
    for _ in range(STEPS):
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, odds)[0])
        elif not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
    return state


def by_pickle(thing):
    return pickle.loads(pickle.dumps(thing))  # noqa: S301 - our own


def serialised(state):
    return pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(state.get_game(), state))[1]


@pytest.mark.parametrize(("name", "option", "choice"), EVERY)
def test_every_value_of_every_option_survives_a_round_trip(name, option, choice):
    row = ROWS[name]
    config = row.config(**{**SOON[name], option: choice, **TOGETHER.get((option, choice), {})})
    game = pyspiel.load_game(openspiel_games.short_name(row), parameters_from(row, config))
    assert game.config == config
    for other in (pyspiel.load_game(str(game)), by_pickle(game), copy.deepcopy(game)):
        assert (other.config, str(other)) == (config, str(game))
    state = some_way(game, 1)
    for other in (copy.deepcopy(state), by_pickle(state), serialised(state), state.clone()):
        assert str(other) == str(state)
        assert other.table.config == config
        assert other.legal_actions() == state.legal_actions()
        if not state.is_terminal():
            action = state.legal_actions()[-1]
            mine = state.clone()
            mine.apply_action(action)
            other.apply_action(action)
            assert str(other) == str(mine)
            assert other.table.state.to_bytes() == mine.table.state.to_bytes()


def test_the_options_that_a_table_has_are_those_of_openspiel():
    for name, row in ROWS.items():
        game = pyspiel.load_game(openspiel_games.short_name(row))
        named = {*options_of(row.game.config_class)} - {NUM_PLAYERS} | {"players"}
        assert game.get_parameters().keys() - {"name"} == named, name


@pytest.mark.parametrize("choice", ["ask", "true", "false"])
def test_a_text_that_looks_like_a_flag_stands_in_quotes(choice):
    wanted = {"continue_after_win": choice} if choice == "ask" else {"continue_after_win": f"'{choice}'"}
    for given in (wanted, {"continue_after_win": choice}):
        game = pyspiel.load_game("python_domination", given)
        assert game.config.continue_after_win == choice
        assert pyspiel.load_game(str(game)).config == game.config


def test_lists_in_texts_have_semicolons_instead_of_commas():
    lists = {"teams": "0,2/1,3", "turn_order": "la,us,ie,eu,ac,rr,mef,cfe"}
    game = pyspiel.load_game("python_superpowers(teams=0;2/1;3,turn_order=la;us;ie;eu;ac;rr;mef;cfe)")
    assert {name: getattr(game.config, name) for name in lists} == lists
    assert by_pickle(game).config == pyspiel.load_game(str(game)).config == game.config
    assert parameters_from(ROWS["superpowers"], game.config)["teams"] == "0;2/1;3"


def test_a_custom_board_is_stored_by_its_path():
    from tests.games.superpowers.own_boards import STRAITS

    game = pyspiel.load_game("python_superpowers", {"board": str(STRAITS)})
    state = some_way(by_pickle(game), 2)
    assert by_pickle(state).table.game is state.table.game is not ROWS["superpowers"].game
    assert str(by_pickle(state)) == str(state) == str(serialised(state))


def test_a_custom_map_is_stored_by_its_path(tmp_path):
    from tests.games.domination.map_texts import generated, write

    path = str(write(tmp_path, generated(12, 20, 3), deck=None))
    game = pyspiel.load_game("python_domination", {"map": path, "auto_place": "all"})
    state = some_way(by_pickle(game), 2)
    assert str(by_pickle(state)) == str(state) == str(serialised(state))
    other = tmp_path / "a,b.map"
    other.write_text(Path(path).read_text(encoding="utf-8"), encoding="utf-8")
    with pytest.raises(ConfigError, match=r"map: expected a text without any of \(\),=, got '.*a,b.map'"):
        parameters_from(ROWS["domination"], ROWS["domination"].config(map=str(other)))


def test_a_game_that_cannot_begin_is_refused_when_it_is_loaded():
    with pytest.raises(ConfigError, match="has 42 countries where capacity is 2"):
        openspiel_games.SpielGame(ROWS["domination"], {"capacity": 2})


@pytest.mark.parametrize("name", ROWS)
def test_rewards_are_within_the_bounds_of_the_game(name):
    game = pyspiel.load_game(
        openspiel_games.short_name(ROWS[name]), parameters_from(ROWS[name], ROWS[name].config(**SOON[name]))
    )
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
    if name == "domination":
        ranked = pyspiel.load_game("python_domination", {"reward": "rank", "auto_place": "all", "max_rounds": 2})
        pyspiel.random_sim_test(ranked, num_sims=1, serialize=False, verbose=False)
