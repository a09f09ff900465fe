"""Games run with every allowed PettingZoo and Gymnasium version; `make test-oldest` uses the oldest."""

import re
import subprocess
import sys
from pathlib import Path

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test

from tests.envs.catalogue import SOON
from wd_env.envs.registered_env import make_aec_env
from wd_env.registry import GAMES

ROOT = Path(__file__).parents[2]
NAMES = pytest.mark.parametrize("name", GAMES)


def test_the_package_needs_no_registry_of_pettingzoo():
    """Import the package without the registry, which PettingZoo before 1.27 lacks."""
    ids = ["WorldDominance-v0", "Domination-v0", "Superpowers-v0"]
    code = (
        "import pettingzoo; vars(pettingzoo).pop('register', None); import wd_env, gymnasium; "
        "from wd_env import domination_v0, superpowers_v0, world_dominance_v0; "
        "[module.env().reset(seed=1) for module in (domination_v0, superpowers_v0, world_dominance_v0)]; "
        f"print([name for name in gymnasium.registry if name in {ids}])"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, f"{ids}\n"), done.stderr


@NAMES
@pytest.mark.filterwarnings("ignore::UserWarning")  # PettingZoo warns about Dict observations
def test_pettingzoo_finds_nothing_amiss(name):
    api_test(make_aec_env(name, **SOON[name]), num_cycles=100, verbose_progress=False)


@NAMES
def test_gymnasium_finds_nothing_amiss(name):
    env = gymnasium.make(GAMES[name].gymnasium_id, illegal_action="lose", **SOON[name])
    check_env(env.unwrapped, skip_render_check=True)


@NAMES
def test_statistics_of_many_games_are_right(name):
    pytest.importorskip("numba")
    from tests.envs.test_between_games import counted

    games = gymnasium.make_vec(GAMES[name].gymnasium_id, 4, num_players=2, opponents=["random"], **SOON[name])
    (lengths, rewards), (stated_lengths, stated_rewards) = counted(games, 300)
    assert len(lengths) > 10
    assert stated_lengths == lengths
    assert stated_rewards == pytest.approx(rewards)


@NAMES
def test_a_game_is_played_to_its_end(name):
    env = gymnasium.make(GAMES[name].gymnasium_id, **SOON[name])
    seen, _ = env.reset(seed=np.int64(1))
    over = False
    while not over:
        seen, _, terminated, truncated, _ = env.step(env.action_space.sample(seen["action_mask"]))
        over = terminated or truncated


def test_the_oldest_that_are_tested_are_the_oldest_that_are_allowed():
    pinned = dict(re.findall(r"(?m)^(\w+)==([\d.]+)", (ROOT / "train/requirements/oldest.txt").read_text("utf-8")))
    allowed = dict(re.findall(r'"(gymnasium|pettingzoo)>=([\d.]+),', (ROOT / "pyproject.toml").read_text("utf-8")))
    assert allowed.keys() == {"gymnasium", "pettingzoo"}
    assert {name: pinned[name].removesuffix(".0") for name in allowed} == allowed
