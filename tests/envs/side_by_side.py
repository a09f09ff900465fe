"""Single environments compared with the rows of a vector environment, action by action."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.vector import SyncVectorEnv

from wd_env.envs.gymnasium_env import SingleAgentEnv
from wd_env.envs.vector.gymnasium_vector_env import GameVectorEnv


class CountingBot:
    """A bot without random numbers: it cycles through the legal actions from its own offset."""

    def __init__(self, offset: int) -> None:
        self.offset = offset

    def choose(self, view: Any) -> int:
        """Return the action for one view."""
        return int(self.choose_batch(None, np.array([view.obs]), np.array([view.mask]))[0])

    def choose_batch(self, game: Any, obs: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """Return the actions for many rows; they depend on the observation, so that games do not repeat positions."""
        num_legal = masks.sum(axis=1)
        index = (self.offset + np.abs(obs.astype(np.int64)).sum(axis=1)) % num_legal
        actions: np.ndarray = (masks.cumsum(axis=1) > index[:, None]).argmax(axis=1)
        return actions


def counting_bots(players: int) -> list[CountingBot]:
    """Return opponents for a game of this size."""
    return [CountingBot(3 * number) for number in range(players - 1)]


def any_legal(masks: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Return one random legal action per game, int64[n]; 0 in rows without one."""
    actions: np.ndarray = np.where(masks > 0, rng.random(masks.shape), -1).argmax(axis=1)
    return actions


def run(env: GameVectorEnv, steps: int, seed: int = 1) -> Iterator[tuple[Any, ...]]:
    """Reset, play random actions, and yield the results of each step."""
    rng = np.random.default_rng(seed)
    env.reset(seed=seed)
    for _ in range(steps):
        yield env.step(any_legal(env.action_masks(), rng))


def single_envs(env: GameVectorEnv, **options: Any) -> SyncVectorEnv:
    """Return Gymnasium's own vector environment over the same number of single ones."""
    mode = env.metadata["autoreset_mode"]
    return SyncVectorEnv([lambda: SingleAgentEnv(**options)] * env.num_envs, autoreset_mode=mode)


def assert_same(first: Any, second: Any) -> None:
    """Check that two results are equal bit for bit, with their types."""
    assert data_equivalence(first, second, exact=True)


def follow(env: GameVectorEnv, singles: Any, seed: Any, steps: int) -> Iterator[tuple[Any, ...]]:
    """Play the same actions in both after a reset, compare all results, and yield them."""
    rng = np.random.default_rng(len(str(seed)))
    assert_same(env.reset(seed=seed), singles.reset(seed=seed))
    for _ in range(steps):
        actions = any_legal(env.action_masks(), rng)
        results = env.step(actions)
        assert_same(results, singles.step(actions))
        yield results


def follow_rotating(env: GameVectorEnv, seed: int, steps: int, **options: Any) -> Iterator[np.ndarray]:
    """Compare with single environments whose agent moves one seat further in each game; yield the rows that ended."""
    places = enumerate(env.batch.num_players.tolist())
    singles = [SingleAgentEnv(players, row % players, **options) for row, players in places]
    seen, _ = env.reset(seed=seed)
    shown = [single.reset(seed=seed + row)[0] for row, single in enumerate(singles)]
    rng = np.random.default_rng(seed)
    for _ in range(steps):
        assert env.agent.tolist() == [single.seat for single in singles]
        assert np.array_equal(seen["observation"], [one["observation"] for one in shown])
        actions = any_legal(seen["action_mask"], rng)
        seen, rewards, terminations, truncations, infos = env.step(actions)
        for row, single in enumerate(singles):
            shown[row], *results, info = single.step(actions[row])
            assert [rewards[row], terminations[row], truncations[row]] == results
            if terminations[row] or truncations[row]:
                assert_same(infos["final_obs"][row], shown[row])
                assert infos["final_info"]["in_play"][row] == info["in_play"]
                single.seat = (single.seat + 1) % single.table.players
                shown[row], _ = single.reset()
        yield terminations | truncations
