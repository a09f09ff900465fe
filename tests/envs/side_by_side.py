"""Single environments compared with the rows of a vector environment, action by action."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.vector import SyncVectorEnv

from wd_env.envs.gymnasium_env import SingleAgentEnv
from wd_env.envs.vector.gymnasium_vector_env import GameVectorEnv


class Fixed:
    """A bot without luck of its own: the n-th of what may be answered, counted round."""

    def __init__(self, place: int) -> None:
        self.place = place

    def choose(self, view: Any) -> int:
        """For one view."""
        return int(self.choose_batch(None, np.array([view.obs]), np.array([view.mask]))[0])

    def choose_batch(self, game: Any, obs: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """For many; the table decides, so that games do not go round in circles."""
        offered = masks.sum(axis=1)
        wanted = (self.place + np.abs(obs.astype(np.int64)).sum(axis=1)) % offered
        answers: np.ndarray = (masks.cumsum(axis=1) > wanted[:, None]).argmax(axis=1)
        return answers


def fixed(players: int) -> list[Fixed]:
    """Opponents for so many players."""
    return [Fixed(3 * number) for number in range(players - 1)]


def any_legal(masks: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """One random legal answer a game, int64[n]; 0 where there is none."""
    answers: np.ndarray = np.where(masks > 0, rng.random(masks.shape), -1).argmax(axis=1)
    return answers


def run(env: GameVectorEnv, steps: int, seed: int = 1) -> Iterator[tuple[Any, ...]]:
    """Random answers from a reset; what each step gave."""
    rng = np.random.default_rng(seed)
    env.reset(seed=seed)
    for _ in range(steps):
        yield env.step(any_legal(env.action_masks(), rng))


def single_envs(env: GameVectorEnv, **options: Any) -> SyncVectorEnv:
    """Gymnasium's own vector environment over as many single ones."""
    mode = env.metadata["autoreset_mode"]
    return SyncVectorEnv([lambda: SingleAgentEnv(**options)] * env.num_envs, autoreset_mode=mode)


def assert_same(mine: Any, theirs: Any) -> None:
    """Bit for bit, types included."""
    assert data_equivalence(mine, theirs, exact=True)


def follow(env: GameVectorEnv, singles: Any, seed: Any, steps: int) -> Iterator[tuple[Any, ...]]:
    """Play both by the same answers from one reset; what each step gave, once it is seen to be the same."""
    rng = np.random.default_rng(len(str(seed)))
    assert_same(env.reset(seed=seed), singles.reset(seed=seed))
    for _ in range(steps):
        actions = any_legal(env.action_masks(), rng)
        given = env.step(actions)
        assert_same(given, singles.step(actions))
        yield given


def follow_rotating(env: GameVectorEnv, seed: int, steps: int, **options: Any) -> Iterator[np.ndarray]:
    """The same beside single environments whose agent sits one seat further in each game; the games that ended."""
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
