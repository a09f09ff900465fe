"""Copies and pickles of a table, a batch and each environment continue bit for bit, here and in another process."""

import copy
import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import gymnasium
import numpy as np
import pytest

pytest.importorskip("numba")
pytest.importorskip("stable_baselines3")

from tests.envs.continuation import Quizmaster, continue_games, pickled_copy
from tests.envs.mirror import make_aec_env
from wd_env import world_dominance_v0
from wd_env.agents.agent_registry import make_bot
from wd_env.agents.networks.architecture import Architecture
from wd_env.agents.networks.numpy_network import Network
from wd_env.agents.networks.policy_agent import PolicyAgent
from wd_env.batch.batch import Batch
from wd_env.envs.gymnasium_env import SingleAgentEnv
from wd_env.envs.vector.gymnasium_vector_env import GameVectorEnv
from wd_env.errors import ConfigError, StateError
from wd_env.games.world_dominance.config import Config
from wd_env.games.world_dominance.game import GAME
from wd_env.games.world_dominance.position import position
from wd_env.games.world_dominance.statistics.counted_game import INSTRUMENTED
from wd_env.games.world_dominance.table import WorldDominance
from wd_env.spec.game_spec import find_spec
from wd_env.spec.rewards import RewardShaping
from wd_env.table.chance_modes import EXPLICIT
from wd_env.table.game_table import Table
from wd_env.table.saved_table import table_from_json

CUT: dict[str, Any] = {"max_turns": 12}
SHAPED: dict[str, Any] = {"shaping_soldiers": 0.25, "shaping_set_progress": 0.5}
SOME = 25  # actions before the copy


def bots(players, seed=3):
    """Return opponents with their own generators: a network, heuristics and a random bot."""
    architecture = Architecture((8,), 1)
    rng = np.random.default_rng(seed)
    weights = {
        name: rng.normal(scale=0.3, size=shape).astype(np.float32)
        for name, shape in architecture.shapes(GAME.layout.size, len(GAME.actions)).items()
    }
    network = PolicyAgent(np.random.default_rng(seed), Network(architecture, weights))
    others = [make_bot(name, GAME, np.random.default_rng(seed)) for name in ("scripted", "random")]
    return [network, *others, *others][: players - 1]


def table(**options):
    return WorldDominance(Config(num_players=3, **options), seed=5)


def quiz_table():
    rules = Config(num_players=3, knowledge_model="quiz", spelling_demand=True)
    return WorldDominance(rules, seed=5, quizmaster=Quizmaster(5))


def begun(env, **how):
    env.reset(seed=7, **how)
    return env


def sb3():
    env = make_aec_env(6, seed=4, shaping=RewardShaping((0.25, 0.5)), **CUT)
    env.seed(3)
    env.reset()
    return env


def games(*shape, **options):
    return begun(world_dominance_v0.batch_env(*shape, **CUT, **options))


FACES = {
    "table": table,
    "asked table": lambda: WorldDominance(Config(num_players=5), seed=4, chance=EXPLICIT),
    "table from a position": lambda: table_from_json(position(players=2, rsz=3).to_json(), GAME, seed=2),
    "table with a quizmaster": quiz_table,
    "ally table": lambda: WorldDominance(Config(num_players=2, variant="ally"), seed=5),
    "watched table": lambda: Table(INSTRUMENTED, Config(num_players=3), seed=5),
    "raw_env": lambda: begun(world_dominance_v0.raw_env(num_players=3, **CUT, **SHAPED)),
    "env": lambda: begun(world_dominance_v0.env(num_players=4, **CUT)),
    "env with a quizmaster": lambda: begun(
        world_dominance_v0.env(num_players=2, knowledge_model="quiz", quizmaster=Quizmaster(1), **CUT)
    ),
    "punishing env": lambda: begun(world_dominance_v0.env(num_players=3, illegal_action="misdemeanour", **CUT)),
    "single": lambda: begun(SingleAgentEnv(4, 1, **CUT, **SHAPED)),
    "single with bots": lambda: begun(SingleAgentEnv(5, 2, bots(5), **CUT)),
    "gymnasium.make": lambda: begun(gymnasium.make("WorldDominance-v0", num_players=3, seat=1, **CUT)),
    "vector": lambda: begun(GameVectorEnv(5, (2, 3), "rotating", **CUT, **SHAPED)),
    "vector with bots": lambda: begun(GameVectorEnv(4, 4, 1, bots(4), autoreset_mode="NextStep", **CUT)),
    "self-play": lambda: games(6, (2, 3, 4, 5), include_forced=False, **SHAPED),
    "self-play in threads": lambda: games(128, 2, threads=2),
    "SB3": sb3,
    "batch": lambda: Batch(GAME, 6, 5, (2, 3, 5), [CUT, {"variant": "two_set"}], RewardShaping((0.25, 0.5))),
    "batch that restarts": lambda: Batch(GAME, 128, 5, (3,), CUT, autoreset=True, threads=2),
    "batch without views": lambda: Batch(GAME, 3, 5, (4,), CUT, observations=False),
}


@pytest.fixture(scope="module")
def elsewhere():
    """Yield a function that plays games in another process, which shares nothing with this one."""
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        yield lambda games: pool.submit(continue_games, games).result()


@pytest.mark.thinned(2)
@pytest.mark.parametrize("make", FACES.values(), ids=FACES)
def test_a_copy_a_pickle_and_another_process_go_on_as_the_games_themselves_do(make, elsewhere):
    mine, equal = make(), make()
    for one in (mine, equal):
        continue_games(one, seed=9, steps=SOME)
    expected = continue_games(equal)
    copied, pickled = copy.deepcopy(mine), pickled_copy(mine)
    assert elsewhere(mine) == expected
    assert continue_games(copied) == expected
    assert continue_games(pickled) == expected
    assert continue_games(mine) == expected, "expected no state shared with a copy that was played"
    assert len({str(one) for one in expected}) > SOME, "expected results that change from step to step"


@pytest.mark.parametrize("make", FACES.values(), ids=FACES)
def test_a_pickle_of_a_copy_of_a_pickle_continues_equally(make):
    mine = make()
    continue_games(mine, seed=9, steps=SOME)
    assert continue_games(pickled_copy(copy.deepcopy(pickled_copy(mine)))) == continue_games(mine)


@pytest.mark.parametrize("make", [table, lambda: Batch(GAME, 3, 5, (4,), CUT)], ids=["table", "batch"])
def test_a_shallow_copy_of_a_table_or_a_batch_shares_no_game(make):
    mine, equal = make(), make()
    continue_games(copy.copy(mine))
    assert continue_games(mine) == continue_games(equal)


def test_a_game_is_one_and_the_same_after_a_copy_and_a_pickle():
    for game in (GAME, INSTRUMENTED):
        assert copy.deepcopy(game) is pickled_copy(game) is game


def test_the_copy_of_a_table_asks_for_its_chance_and_a_deep_copy_draws_that_of_the_table():
    mine = table()
    assert (mine.copy().chance, mine.copy()._backends.active.stream[:2] == mine._backends.active.stream[:2]) == (
        EXPLICIT,
        False,
    )
    assert copy.deepcopy(mine)._backends.active.stream == mine._backends.active.stream


@pytest.mark.parametrize("make", [world_dominance_v0.env, world_dominance_v0.raw_env])
def test_a_copy_has_the_options_and_a_window_of_its_own(make):
    env = begun(make(num_players=3, max_turns=9, render_mode="ansi", shaping_soldiers=0.5))
    env.unwrapped._window = SimpleNamespace(show=lambda table: None, close=lambda: None)
    other = copy.deepcopy(env)
    assert other.unwrapped._window is None
    assert (other.render_mode, other.unwrapped.shaping) == ("ansi", env.unwrapped.shaping)
    assert other.unwrapped.table.config == env.unwrapped.table.config
    other.reset(seed=4)
    env.reset(seed=4)
    assert continue_games(other) == continue_games(env)


@pytest.mark.parametrize("make", [world_dominance_v0.env, world_dominance_v0.raw_env, SingleAgentEnv])
def test_a_copy_before_the_first_reset_starts_the_same_game(make):
    env = make(num_players=3, **CUT)
    for duplicate in (copy.deepcopy, pickled_copy):
        assert continue_games(begun(duplicate(env))) == continue_games(begun(make(num_players=3, **CUT)))


def test_opponents_of_one_kind_stay_one_after_a_copy():
    for env in (pickled_copy(begun(SingleAgentEnv(4))), copy.deepcopy(begun(SingleAgentEnv(4)))):
        assert all(opponent is env._default_opponent for opponent in env.opponents)


def test_a_pickle_of_another_version_is_refused():
    with pytest.raises(StateError, match=r"pickled game: expected world_dominance .*, got \(99, 'xyz'\)"):
        find_spec("wd_env.games.world_dominance.game", "world_dominance", 99, "xyz")


def test_an_unregistered_game_is_not_mistaken_for_another():
    with pytest.raises(ConfigError, match="is not the game of this name"):
        pickled_copy(replace(GAME, min_players=3))
