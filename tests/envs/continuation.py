"""Bytes that show how the current games of each environment continue with random actions, also in another process."""

import pickle  # noqa: TID251 - own bytes: what is tested is that they travel
from collections.abc import Callable
from typing import Any

import numpy as np

from tests.envs import referee, side_by_side
from wd_env.batch.batch import Batch
from wd_env.envs.aec_env import AECGameEnv
from wd_env.envs.selfplay_env import SelfPlayEnv
from wd_env.envs.vector.gymnasium_vector_env import GameVectorEnv
from wd_env.envs.vector.sb3_vec_env import MultiSeatVecEnv
from wd_env.games.world_dominance.quiz import QuizQuestion
from wd_env.table.game_table import Table

STEPS = 60  # actions, which reach the ends of some games


class Quizmaster:
    """A quizmaster with its own generator, which remembers the questions."""

    def __init__(self, seed: int) -> None:
        self.rng = np.random.default_rng(seed)
        self.heard: list[QuizQuestion] = []

    def __call__(self, question: QuizQuestion) -> bool:
        self.heard.append(question)
        return bool(self.rng.integers(2))


def digest(*results: Any) -> list[Any]:
    """Return arrays as type, shape and bytes, and everything else as text; dicts entry by entry."""
    return [_digest_of(one) for one in results]


def _digest_of(results: Any) -> Any:
    if isinstance(results, np.ndarray) and results.dtype != object:
        return results.dtype.str, results.shape, results.tobytes()
    if isinstance(results, dict):
        return [(name, _digest_of(value)) for name, value in results.items()]
    if isinstance(results, tuple | list | np.ndarray):
        return [_digest_of(one) for one in results]
    return repr(results)


def continue_games(games: Any, seed: int = 1, steps: int = STEPS) -> list[Any]:
    """Play random actions, and return the results of each step and the state at the end."""
    rng = np.random.default_rng(seed)
    kinds: tuple[tuple[type, Callable[..., list[Any]]], ...] = (
        (Table, play_table),
        (Batch, play_batch),
        (GameVectorEnv, play_vector_env),
        (SelfPlayEnv, play_self_play),
        (MultiSeatVecEnv, play_sb3),
    )
    for kind, play in kinds:
        if isinstance(games, kind):
            return play(games, rng, steps)
    return (play_pettingzoo if isinstance(games.unwrapped, AECGameEnv) else play_gymnasium)(games, rng, steps)


def play_table(table: Any, rng: np.random.Generator, steps: int) -> list[Any]:
    """Play a table; the digest covers the table, its record, and the random streams of the table and its quizmaster."""
    entries = []
    for _ in range(steps):
        if table.is_terminal:
            break
        table.play(str(rng.choice(table.legal_texts())))
        entries += digest(table.state.to_bytes(), table.chance_weights())
    heard = getattr(getattr(table, "quizmaster", None), "heard", None)
    return entries + digest(
        table.record().dumps(), table._backends.active.stream, table.record().rules_digest, table.chance, heard
    )


def play_pettingzoo(env: Any, rng: np.random.Generator, steps: int) -> list[Any]:
    """Play an AEC environment through the end of a game into the next one; the digest covers each agent's results."""
    entries = []
    for _ in range(steps):
        if not env.agents:
            env.reset()
        obs, *rest = env.last()
        entries += digest(obs, rest, env.agent_selection, env.rewards, env.infos, env.state())
        over = rest[1] or rest[2]
        env.step(None if over else referee.any_legal(obs["action_mask"], rng))
    return entries + play_table(env.unwrapped.table, rng, 0)


def play_gymnasium(env: Any, rng: np.random.Generator, steps: int) -> list[Any]:
    """Play a Gymnasium environment through the end of a game into the next one; the digest covers each step."""
    results = []
    for _ in range(steps):
        step = env.step(referee.any_legal(env.unwrapped.action_masks(), rng))
        results += digest(step, env.unwrapped.np_random.random())
        if step[2] or step[3]:
            results += digest(env.reset())
    return results + play_table(env.unwrapped.table, rng, 0)


def play_batch(batch: Batch, rng: np.random.Generator, steps: int) -> list[Any]:
    """Play a batch, with resets to other numbers of players and options; the digest covers all its arrays."""
    entries = []
    batch.reset(np.flatnonzero(batch.done))  # games may have ended in the last steps before
    for number in range(steps):
        if not batch.autoreset:
            batch.reset(np.flatnonzero(batch.done))
        batch.step(batch.random_actions())
        entries += digest(batch.save(), batch.masks)
        if number % 10 == 9:
            batch.reset(np.array([number % batch.n]), np.array([2 + number // 10 % 2]))
    batch.play(20)
    return entries + digest(batch.save(), batch.masks, batch.nodes_opened)


def play_vector_env(env: GameVectorEnv, rng: np.random.Generator, steps: int) -> list[Any]:
    """Play a vector environment; the digest covers each step."""
    return [digest(env.step(side_by_side.any_legal(env.action_masks(), rng)), env.save()) for _ in range(steps)]


def play_self_play(games: SelfPlayEnv, rng: np.random.Generator, steps: int) -> list[Any]:
    """Play self-play games; the digest covers everything that players receive."""
    results = []
    for _ in range(steps):
        games.step(side_by_side.any_legal(games.batch.masks, rng))
        results += digest(games.last(), games.infos, games.rewards, games.final_observations, games.save())
    return results


def play_sb3(env: MultiSeatVecEnv, rng: np.random.Generator, steps: int) -> list[Any]:
    """Play the environment of Stable-Baselines3; the digest covers each step with the acting seats and line-ups."""
    entries = []
    for _ in range(steps):
        step = env.step(side_by_side.any_legal(env.batch.masks, rng))
        entries += digest(step, env.acted_seat, env.seat_rewards, env.bootstrap_observations(), env.save())
    return entries


def pickled_copy(games: Any) -> Any:
    """Return a copy made by pickle."""
    return pickle.loads(pickle.dumps(games))  # noqa: S301 - own bytes
