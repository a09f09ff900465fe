"""Batched games reveal no secrets: every node in a row, with its hidden information resampled."""

import numpy as np
import pytest

pytest.importorskip("numba")
pytest.importorskip("stable_baselines3")

from tests.envs.batch_positions import set_rows
from tests.envs.continuation import digest
from tests.games.world_dominance.all_nodes import all_nodes
from tests.games.world_dominance.test_secrets_asked import dealt
from wd_env import world_dominance_v0
from wd_env.batch.batch import Batch
from wd_env.envs.vector.gymnasium_vector_env import GameVectorEnv
from wd_env.envs.vector.lineup import all_learn
from wd_env.envs.vector.sb3_vec_env import MultiSeatVecEnv
from wd_env.games.world_dominance.game import GAME
from wd_env.spec.game_spec import PLAYER

PLAYERS = 3


def tables():
    """Return a table at each decision."""
    return [node.table for node in all_nodes(PLAYERS) if node.table.node.kind == PLAYER]


def vector_face(me, games):
    env = GameVectorEnv(games, PLAYERS, me)
    env.reset(seed=1)
    return env


def self_play(me, games):
    env = world_dominance_v0.batch_env(games, PLAYERS)
    env.reset(seed=1)
    return env


def sb3(me, games):
    env = MultiSeatVecEnv(Batch(GAME, games, 1, [PLAYERS]), [], all_learn)
    env.reset()
    return env


def shown_by_vector(env, me):
    """Return what the agent sees last, and the infos; the acting player only if it is the agent."""
    asked = env.batch.player == me
    seen = env._make_observations()
    return digest(seen["observation"][asked], seen["action_mask"][asked], env._make_infos(), env.batch.done)


def shown_by_self_play(env, me):
    agents = np.full(env.batch.n, me)
    asked = env.batch.player == me
    observation, *results = env.last()
    seen = {name: part[asked] for name, part in observation.items()}
    return digest(env.observe(agents), seen, results, env.infos, env.agents, env.rewards, env.agent_selection)


def shown_by_sb3(env, me):
    asked = env.batch.player == me
    views, learning = env.bootstrap_observations()
    return digest(views[:, me], learning, env.batch.obs[asked], env.env_method("action_masks")[asked])


@pytest.mark.parametrize("me", range(PLAYERS))
@pytest.mark.parametrize(
    ("make", "message"),
    [(vector_face, shown_by_vector), (self_play, shown_by_self_play), (sb3, shown_by_sb3)],
    ids=["vector", "self-play", "sb3"],
)
def test_no_row_reveals_secrets_of_other_players(make, message, me):
    played = tables()
    env = make(me, len(played))
    set_rows(env.batch, played)
    mine, others = message(env, me), [message(env, other) for other in range(PLAYERS)]
    for number in range(3):
        set_rows(env.batch, [dealt(table, me, number) for table in played])
        assert message(env, me) == mine
    assert [message(env, other) for other in range(PLAYERS)] != others, "expected seats that may know to see the secret"
