"""Importing the package registers its games by name."""

import dataclasses
import importlib
import inspect
import subprocess
import sys
from pathlib import Path

import gymnasium
import pettingzoo
import pytest

import wd_env
from wd_env.envs import selfplay_env
from wd_env.envs.games.world_dominance_env import raw_env
from wd_env.envs.gymnasium_env import SingleAgentEnv
from wd_env.envs.registration import register_with_gymnasium, register_with_pettingzoo
from wd_env.errors import ConfigError
from wd_env.registry import GAMES

AEC_ID, GYMNASIUM_ID = GAMES["world_dominance"].aec_id, GAMES["world_dominance"].gymnasium_id

ROOT = Path(__file__).parents[2]


def test_the_names_are_those_of_the_documentation():
    assert (AEC_ID, GYMNASIUM_ID) == ("wd_env/world_dominance-v0", "WorldDominance-v0")


@pytest.mark.parametrize("name", [AEC_ID, "wd_env/world_dominance"])
def test_pettingzoo_makes_the_game_with_its_options(name):
    env = pettingzoo.make("aec", name, num_players=3, max_turns=7)
    assert isinstance(env.unwrapped, raw_env)
    assert env.unwrapped.table.config.max_turns == 7
    env.reset(seed=1)
    assert env.agents == ["player_0", "player_1", "player_2"]


def test_gymnasium_makes_the_game_with_its_options():
    env = gymnasium.make(GYMNASIUM_ID, num_players=3, seat=2, max_turns=7)
    assert isinstance(env.unwrapped, SingleAgentEnv)
    assert env.unwrapped.table.config.max_turns == 7
    assert env.unwrapped.seat == 2
    observation, info = env.reset(seed=1)
    assert env.observation_space.contains(observation)
    assert info == {"in_play": True}


def test_an_option_that_cannot_be_is_refused_by_name():
    with pytest.raises(ConfigError, match="num_players: expected an integer from 2 to 5, got 6"):
        pettingzoo.make("aec", AEC_ID, num_players=6)
    with pytest.raises(ConfigError, match="num_players: expected an integer from 2 to 5, got 6"):
        gymnasium.make(GYMNASIUM_ID, num_players=6)


def test_registering_twice_is_allowed():
    register_with_gymnasium()
    register_with_pettingzoo()
    assert GYMNASIUM_ID in gymnasium.registry


@pytest.mark.parametrize("name", ["aec_id", "gymnasium_id"])
def test_a_game_without_a_name_in_one_of_the_two_libraries_is_registered_in_neither(monkeypatch, name):
    row = dataclasses.replace(
        GAMES["world_dominance"], **{"aec_id": "wd_env/half-v0", "gymnasium_id": "Half-v0", name: ""}
    )
    monkeypatch.setitem(GAMES, "half", row)
    register_with_gymnasium()
    register_with_pettingzoo()
    assert "Half-v0" not in gymnasium.registry
    assert "wd_env/half-v0" not in pettingzoo.aec_registry


@pytest.mark.parametrize("order", ["wd_env, gymnasium, pettingzoo", "pettingzoo, gymnasium, wd_env"])
def test_games_are_registered_in_any_order_of_imports(order):
    code = f"import {order}; gymnasium.spec({GYMNASIUM_ID!r}); assert {AEC_ID!r} in pettingzoo.aec_registry"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0


def test_the_package_imports_neither_library_by_itself():
    code = "import sys, wd_env; assert not {'gymnasium', 'pettingzoo', 'numpy'} & set(sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0


def test_the_public_names_are_there():
    assert all(hasattr(wd_env, name) for name in dir(wd_env))
    assert set(wd_env.world_dominance_v0.__all__) == {"batch_env", "env", "parallel_env", "raw_env"}


@pytest.mark.parametrize("game", GAMES)
def test_the_batch_of_a_module_is_of_its_game_and_takes_all_arguments(monkeypatch, game):
    module = importlib.import_module(f"wd_env.{game}_v0")
    monkeypatch.setattr(selfplay_env, "make_batch_env", lambda *args, **named: (args, named))
    made = module.batch_env(3, [2, 4], include_forced=False, threads=5, reward="win")
    assert made == ((game, 3, [2, 4], 5, {"reward": "win"}), {"include_forced": False})
    default_players = inspect.signature(module.env).parameters["num_players"].default
    assert module.batch_env(1) == ((game, 1, default_players, 1, {}), {"include_forced": True})


@pytest.mark.parametrize(
    "make",
    ["import pettingzoo, wd_env; env = pettingzoo.make('aec', 'wd_env/world_dominance-v0')",
     "import gymnasium, wd_env; env = gymnasium.make('WorldDominance-v0')",
     "from wd_env import world_dominance_v0; env = world_dominance_v0.env()"],
)  # fmt: skip
def test_a_fresh_process_needs_one_import_and_nobody_is_warned(make):
    code = f"{make}; env.reset(seed=1); print('made')"
    command = [sys.executable, "-W", "error", "-c", code]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "made\n", "")
