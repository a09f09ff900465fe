"""First steps in Python: names at the top level, names of games, seeds, and how objects print."""

import importlib
import pkgutil
import pydoc
import sys
from inspect import signature
from types import ModuleType
from typing import get_args

import gymnasium
import numpy as np
import pettingzoo
import pytest

import wd_env
from tests.toy_game import PLEDGE
from wd_env.envs.gymnasium_env import SingleAgentEnv
from wd_env.envs.registered_env import make_raw_aec_env
from wd_env.envs.vector.gymnasium_vector_env import GameVectorEnv
from wd_env.errors import ConfigError
from wd_env.evaluation.game_stats import collect_game_stats
from wd_env.registry import GAMES
from wd_env.spec.codegen.typed_options import PLAYERS
from wd_env.table.chance_modes import EXPLICIT
from wd_env.table.game_table import Table

EVERY = sorted(GAMES)
MIN_PACKAGES = 20  # below `wd_env`


def test_every_name_at_the_top_is_there_and_unknown_ones_are_not():
    for name in dir(wd_env):
        assert getattr(wd_env, name) is not None
    assert isinstance(wd_env.world_dominance_v0, ModuleType)
    with pytest.raises(AttributeError, match="has no attribute 'Tabel'"):
        wd_env.Tabel  # noqa: B018  # reading it raises


def test_names_are_listed_unless_they_need_a_missing_library(monkeypatch):
    pytest.importorskip("numba")
    assert {"Batch", "Table", "play_match"} <= set(dir(wd_env))
    monkeypatch.setitem(sys.modules, "numba", None)
    assert {"Batch", "Table", "play_match"} & set(dir(wd_env)) == {"Table"}


def test_importing_the_package_registers_every_game():
    assert {entry.gymnasium_id for entry in GAMES.values()} <= gymnasium.registry.keys()
    assert {entry.aec_id for entry in GAMES.values()} <= pettingzoo.aec_registry.keys()


def test_every_name_of_every_package_is_there_and_unknown_ones_are_not():
    packages = [name for _, name, is_package in pkgutil.walk_packages(wd_env.__path__, "wd_env.") if is_package]
    assert len(packages) > MIN_PACKAGES
    for package in map(importlib.import_module, packages):
        for name in dir(package) if hasattr(package, "__getattr__") else ():
            assert getattr(package, name) is not None
        with pytest.raises(AttributeError, match=f"module '{package.__name__}' has no attribute 'Tabel'"):
            package.Tabel  # noqa: B018  # reading it raises


def test_help_is_a_map_of_the_package_on_two_screens():
    text = pydoc.plain(pydoc.render_doc(wd_env))
    assert len(text.splitlines()) < 80
    assert all(f"`{name}`" in text for name in dir(wd_env) if not name.endswith(("Error", "Action", "Seat")))


def test_the_lines_of_code_in_the_help_run(capsys):
    code = wd_env.__doc__.partition("\n\n")[2].partition("\nThe names of this package")[0]
    exec("\n".join(line.removeprefix("    ") for line in code.splitlines()), {})  # noqa: S102  # our own
    assert "The game is over" in capsys.readouterr().out


@pytest.mark.parametrize("name", EVERY)
def test_a_game_is_given_by_its_name_or_its_spec_and_a_seed_is_an_integer(name):
    spec = GAMES[name].game
    assert Table(name, seed=3) == Table(spec, seed=3) == Table(GAMES[name], seed=3)
    assert Table(name, seed=3).record() == Table(spec, seed=3).record()
    view = Table(name, seed=3).view(Table(name, seed=3).seat)
    by_seed, by_generator = (wd_env.make_bot("random", name, seed) for seed in (5, np.random.default_rng(5)))
    assert [by_seed.choose(view) for _ in range(9)] == [by_generator.choose(view) for _ in range(9)]
    assert wd_env.bots_for(name) == wd_env.bots_for(spec)


@pytest.mark.parametrize("name", EVERY)
def test_a_table_takes_its_options_as_a_dict(name):
    options = {**GAMES[name].short_options[0], "num_players": 2}
    assert Table(name, options, seed=1) == Table(name, GAMES[name].config(**options), seed=1)
    with pytest.raises(ConfigError, match="did you mean num_players"):
        Table(name, {"num_player": 2})


@pytest.mark.parametrize("name", EVERY)
def test_a_batch_and_a_match_take_a_name(name):
    pytest.importorskip("numba")
    options = dict(GAMES[name].short_options[0])
    batch = wd_env.Batch(name, 3, 1, options=options)
    assert (batch.game, repr(batch)) == (GAMES[name].spec_for(**options), f"<Batch {name}, 3 games, 0 done>")
    result = wd_env.play_match(name, ["random", "random"], 4, options=options)
    assert result == wd_env.play_match(GAMES[name].spec_for(**options), ["random", "random"], 4, 1, options)
    stats = collect_game_stats(name, ["random", "random"], 4, options=options).as_json()
    assert stats == collect_game_stats(GAMES[name], ["random", "random"], 4, 1, options).as_json()


@pytest.mark.parametrize("name", EVERY)
def test_environments_of_many_games_print_their_game_and_how_many(name):
    pytest.importorskip("numba")
    module = getattr(wd_env, f"{name}_v{GAMES[name].game.version}")
    assert repr(module.batch_env(2)) == f"<SelfPlayEnv {name}, 2 games>"
    assert repr(GameVectorEnv(3, game=name)) == f"<GameVectorEnv {name}, 3 games>"


@pytest.mark.parametrize("game", ["chess", 3, None, "", PLEDGE.config_class])
def test_an_invalid_game_is_named_with_what_is_allowed(game):
    for make in (Table, lambda game: wd_env.make_bot("random", game), lambda game: wd_env.play_match(game, ["random"])):
        with pytest.raises(ConfigError, match="game"):
            make(game)


@pytest.mark.parametrize("name", EVERY)
def test_objects_print_in_a_line_that_names_the_game(name):
    table = Table(name, seed=1)
    env = make_raw_aec_env(name)
    for thing in (table, table.game, table.view(table.seat), env, SingleAgentEnv(game=name)):
        assert f" {name}" in repr(thing)
        assert len(repr(thing)) < 120
    env.reset(seed=1)
    assert repr(env).endswith("to move>")
    assert repr(wd_env.make_bot("random", name, 1)) == "<bot random>"


@pytest.mark.parametrize("name", EVERY)
def test_a_configuration_prints_what_differs_from_its_defaults(name):
    config = GAMES[name].game.config_class
    assert repr(config()) == "Config()"
    assert repr(config(num_players=config().num_players)) == "Config()"
    assert repr(config(num_players=config().num_players + 1)) == f"Config(num_players={config().num_players + 1})"


@pytest.mark.parametrize("name", EVERY)
def test_a_printed_table_shows_the_game_and_a_notebook_draws_it(name):
    table = Table(name, seed=1)
    assert str(table) == GAMES[name].presenter.describe(table)
    assert GAMES[name].presenter.decision_text(table) in str(table)
    pytest.importorskip("pygame")
    assert table._repr_png_().startswith(b"\x89PNG")


def test_a_table_of_an_unregistered_game_prints_and_has_no_picture():
    table = Table(PLEDGE, seed=1)
    assert str(table).startswith("pledge, 3 players\n")
    assert table._repr_png_() is None


@pytest.mark.parametrize("name", EVERY)
def test_tables_in_the_same_state_are_equal(name):
    table = Table(name, seed=1)
    assert table == table.copy() == table.copy("sampled")
    other = table.copy(EXPLICIT)
    other.play(other.legal_actions()[0])
    assert table != other
    assert table != Table(name, GAMES[name].config(num_players=table.players - 1), seed=1)
    assert table != 1
    with pytest.raises(TypeError):
        hash(table)


def test_tables_with_other_rules_are_not_equal():
    one, same, other = (
        Table("world_dominance", GAMES["world_dominance"].config(max_turns=turns), seed=1) for turns in (40, 40, 41)
    )
    assert one == same
    assert one != other


@pytest.mark.parametrize("name", EVERY)
def test_legal_actions_are_the_indices_of_the_mask_and_none_at_chance(name):
    table = Table(name, seed=1)
    assert table.legal_actions() == np.flatnonzero(table.mask()).tolist()
    assert [table.game.actions.text(action) for action in table.legal_actions()] == table.legal_texts()
    assert Table(name, chance=EXPLICIT).legal_actions() == []


@pytest.mark.parametrize("name", EVERY)
def test_the_options_of_an_environment_are_typed_for_editors(name):
    module = getattr(wd_env, f"{name}_v{GAMES[name].game.version}")
    for function in (module.env, module.batch_env):
        [options] = get_args(signature(function).parameters["options"].annotation)
        rules = set(GAMES[name].config().as_dict()) - {PLAYERS}
        terms = {f"shaping_{term.name}" for term in GAMES[name].game.shaping_terms}
        assert set(options.__annotations__) >= rules | terms | {"bots"}
