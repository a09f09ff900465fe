"""Episodes of environments with compiled rules equal those with interpreted rules bit for bit."""

import numpy as np
import pytest

from tests.table.rule_modes import alone
from wd_env import world_dominance_v0
from wd_env.agents.agent_registry import make_bot
from wd_env.games.world_dominance.game import GAME
from wd_env.registry import GameEntry
from wd_env.table import compiled_warmup


def episode(make, bots, seed):
    env = make(bots)
    observation, info = env.reset(seed=seed)
    rng = np.random.default_rng(seed)
    seen, is_terminal = [], False
    while not is_terminal:
        action = rng.choice(np.flatnonzero(observation["action_mask"]))
        observation, reward, terminated, truncated, info = env.step(action)
        seen.append((observation["observation"].tobytes(), observation["action_mask"].tobytes(), reward, str(info)))
        is_terminal = terminated or truncated
    return seen


@pytest.mark.parametrize("kind", ["scripted", "random", None])
@pytest.mark.parametrize("shaped", [0.0, 0.125])
def test_an_episode_against_bots_is_the_same(kind, shaped, monkeypatch):
    from wd_env.envs.gymnasium_env import SingleAgentEnv

    def make(bots):
        return SingleAgentEnv(4, 1, bots, max_turns=60, shaping_soldiers=shaped)

    def play():
        bots = [make_bot(kind, GAME, np.random.default_rng(seed)) for seed in range(3)] if kind else None
        return [episode(make, bots, seed) for seed in range(3)]

    assert alone(monkeypatch, compiled_warmup.COMPILED, play) == alone(monkeypatch, compiled_warmup.INTERPRETED, play)


class Last:
    """A custom bot, which sees only views."""

    def __init__(self, generator):
        self.generator = generator

    def choose(self, view):
        return view.legal_indices[-1]


@pytest.mark.parametrize("seat", [0, 2])
def test_an_episode_against_a_mixed_table_of_named_bots_is_the_same(seat, monkeypatch):
    from wd_env.envs.gymnasium_env import SingleAgentEnv

    def play():
        bots = ["scripted", "random", "tests.table.test_environments_ahead:Last"]
        return [episode(lambda _: SingleAgentEnv(4, seat, bots, max_turns=60), None, seed) for seed in range(3)]

    assert alone(monkeypatch, compiled_warmup.COMPILED, play) == alone(monkeypatch, compiled_warmup.INTERPRETED, play)


@pytest.mark.parametrize("bots", [None, ["random", "random"]])
def test_an_episode_of_a_game_of_another_kind_is_the_same(bots, monkeypatch):
    from wd_env.envs.gymnasium_env import SingleAgentEnv

    row = GameEntry("pledge", "Pledge", "tests.toy_game:PLEDGE")

    def play():
        made = SingleAgentEnv(3, 1, bots, game=row, limit=60, max_throws=60)
        return [episode(lambda _: made, None, seed) for seed in range(30)]

    assert alone(monkeypatch, compiled_warmup.COMPILED, play) == alone(monkeypatch, compiled_warmup.INTERPRETED, play)


@pytest.mark.parametrize("players", [2, 5])
def test_the_aec_environment_is_the_same_wrapped_and_not(players, monkeypatch):
    def play(make):
        env = make(num_players=players, max_turns=40)
        env.reset(seed=players)
        rng = np.random.default_rng(0)
        seen = []
        for agent in env.agent_iter():
            observation, reward, termination, truncation, info = env.last()
            mask = observation["action_mask"]
            is_terminal = termination or truncation
            env.step(None if is_terminal else int(rng.choice(np.flatnonzero(mask))))
            seen.append((agent, observation["observation"].tobytes(), mask.tobytes(), reward, str(info)))
        return seen

    for make in (world_dominance_v0.raw_env, world_dominance_v0.env):
        assert alone(monkeypatch, compiled_warmup.COMPILED, play, make) == alone(
            monkeypatch, compiled_warmup.INTERPRETED, play, make
        )
