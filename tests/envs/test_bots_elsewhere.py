"""Environments with any bot can be pickled and cloudpickled, also to worker processes."""

import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from functools import partial

import gymnasium
import numpy as np
import pytest

pytest.importorskip("numba")
pytest.importorskip("stable_baselines3")

import cloudpickle  # type: ignore[import-untyped]  # noqa: TID251 - Gymnasium and SB3 send environments by it
from stable_baselines3.common.vec_env import DummyVecEnv, SubprocVecEnv

from tests.envs.catalogue import ROWS, SOON
from tests.envs.continuation import continue_games, pickled_copy
from tests.games.domination.map_texts import generated, write
from wd_env.agents.agent import Agent
from wd_env.agents.agent_registry import bots_for
from wd_env.envs.gymnasium_env import SingleAgentEnv
from wd_env.envs.registered_env import make_aec_env
from wd_env.envs.vector.gymnasium_vector_env import GameVectorEnv

STEPS = 6
SEARCH = "search:samples=2,rollout=1"
BOTS = [(name, bot) for name, row in ROWS.items() for bot in bots_for(row.game)]
TRAVELLERS = {
    "world_dominance": ["scripted", "medium", SEARCH, "tests.envs.test_bots_elsewhere:Counting"],
    "domination": ["easy", "tests.envs.test_bots_elsewhere:Counting"],
    "pledge": ["random", "tests.envs.test_bots_elsewhere:Counting"],
}
OF_GAMES = pytest.mark.parametrize(("name", "bot"), [(name, bot) for name, bots in TRAVELLERS.items() for bot in bots])


class Counting(Agent):
    """A custom bot with a memory: each action depends on the number of earlier ones."""

    given = 0

    def choose(self, view):
        self.given += 1
        return view.legal_indices[(self.given + int(self.generator.integers(2))) % len(view.legal_indices)]


def by_cloudpickle(env):
    return cloudpickle.loads(cloudpickle.dumps(env))


def begun(env):
    env.reset(seed=3)
    return env


def environments(name, bot):
    """Return one environment of each kind with this bot, in the middle of a game."""
    row, how = ROWS[name], {"num_players": 2, **SOON[name]}
    made = [
        begun(SingleAgentEnv(game=row, opponents=[bot], **how)),
        begun(make_aec_env(row, bots={"player_1": bot}, **how)),
    ]
    if not bot.startswith("search"):  # they are called differently in batches, and take longer
        made.append(begun(GameVectorEnv(2, game=row, opponents=[bot], **how)))
    for env in made:
        continue_games(env, seed=1, steps=STEPS)
    return made


@pytest.mark.parametrize(("name", "bot"), BOTS)
def test_an_environment_with_any_bot_of_the_roster_can_be_pickled(name, bot):
    how = {"num_players": 2, **SOON[name]}
    for env in (
        SingleAgentEnv(game=ROWS[name], opponents=[bot], **how),
        make_aec_env(ROWS[name], bots={"player_1": bot}, **how),
    ):
        for travels in (pickled_copy, by_cloudpickle):
            other = travels(env).unwrapped
            made = other.opponents[0] if isinstance(other, SingleAgentEnv) else other.bots[1]
            assert (type(made).__module__, made.name) == (type(_bot_of(env)).__module__, bot)


def _bot_of(env):
    env = env.unwrapped
    return env.opponents[0] if isinstance(env, SingleAgentEnv) else env.bots[1]


@pytest.fixture(scope="module")
def elsewhere():
    """Yield a function that plays an environment in another process, which shares nothing with this one."""
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        yield lambda env: pool.submit(continue_games, env, 5, STEPS).result()


@OF_GAMES
def test_a_bot_continues_equally_in_copies_and_in_another_process(name, bot, elsewhere):
    for env in environments(name, bot):
        copies = pickled_copy(env), by_cloudpickle(env)
        there = elsewhere(env)
        wanted = continue_games(env, 5, STEPS)
        assert there == wanted
        for copy in copies:
            assert continue_games(copy, 5, STEPS) == wanted


def test_an_environment_on_a_custom_map_can_be_pickled(tmp_path, elsewhere):
    path = str(write(tmp_path, generated(12, 20, 3), deck=None))
    env = begun(
        SingleAgentEnv(game="domination", map=path, num_players=2, opponents=["easy"], auto_place="all", max_rounds=2)
    )
    assert elsewhere(env) == continue_games(env, 5, STEPS)


@pytest.mark.thinned(2)
@OF_GAMES
def test_workers_of_gymnasium_play_what_one_process_plays(name, bot):
    def make():
        return SingleAgentEnv(game=ROWS[name], num_players=2, opponents=[bot], **SOON[name])

    if bot != TRAVELLERS[name][0]:
        make = partial(SingleAgentEnv, game=ROWS[name], num_players=2, opponents=make().opponents, **SOON[name])
    workers, here = gymnasium.vector.AsyncVectorEnv([make], context="spawn"), make()
    try:
        seen, mine = workers.reset(seed=[4])[0], here.reset(seed=4)[0]
        for _ in range(STEPS):
            assert np.array_equal(seen["observation"][0], mine["observation"])
            action = int(np.flatnonzero(seen["action_mask"][0])[-1])
            (seen, _, *ends, _), (mine, _, *own, _) = workers.step(np.array([action])), here.step(action)
            assert [bool(end[0]) for end in ends] == own
            if any(own):
                break
    finally:
        workers.close()


@pytest.mark.parametrize("name", ["pledge"])
def test_workers_of_stable_baselines_play_what_one_process_plays(name):
    makers = [partial(SingleAgentEnv, game=ROWS[name], num_players=2, **SOON[name]) for _ in range(2)]
    workers, here = SubprocVecEnv(makers, start_method="spawn"), DummyVecEnv(makers)
    try:
        for games in (workers, here):
            games.seed(4)
        seen, mine = workers.reset(), here.reset()
        for _ in range(STEPS):
            assert {key: rows.tolist() for key, rows in seen.items()} == {k: rows.tolist() for k, rows in mine.items()}
            masks = np.array(workers.env_method("action_masks"))
            assert np.array_equal(masks, here.env_method("action_masks"))
            actions = np.array([np.flatnonzero(mask)[-1] for mask in masks])
            (seen, *results, _), (mine, *own, _) = workers.step(actions), here.step(actions)
            assert [array.tolist() for array in results] == [array.tolist() for array in own]
    finally:
        workers.close()
