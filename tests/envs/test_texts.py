"""Texts of an environment for people and language models: everything that the agent may know, and nothing else."""

import numpy as np
import pytest

from tests.envs.catalogue import ROWS, SOON
from tests.envs.referee import any_legal
from wd_env.envs.call_order import ResetNeeded
from wd_env.envs.gymnasium_env import SingleAgentEnv
from wd_env.envs.registered_env import make_aec_env, make_raw_aec_env
from wd_env.errors import WrongSeat

SECRETS = {  # options under which seats have many secrets
    "world_dominance": {},
    "domination": {"auto_place": "all", "game_type": "mission", "max_rounds": 20},
    "superpowers": {"max_rounds": 1},
    "pledge": {"limit": 60},
}
NAMES = pytest.mark.parametrize("name", ROWS)
WITH_SECRETS = [name for name, row in ROWS.items() if any(field.private for field in row.game.schema.fields)]


def some_games(name, answers):
    for seed in range(3):
        env, rng = make_raw_aec_env(ROWS[name], **SECRETS[name]), np.random.default_rng(seed)
        env.reset(seed=seed)
        for _ in range(answers):
            if env.table.is_terminal:
                break
            env.step(any_legal(env.last()[0]["action_mask"], rng))
            yield env


@pytest.mark.parametrize("name", WITH_SECRETS)
def test_no_text_depends_on_what_the_agent_cannot_know(name):
    """Resample everything hidden from an agent: its texts must not change."""
    rng, changed = np.random.default_rng(1), 0
    for number, env in enumerate(some_games(name, 150)):
        if number % 7 or env.table.is_terminal:
            continue
        for agent in env.agents:
            values, legal = env.describe(agent), env.legal_texts(agent, explain=True)
            true = env.table.state
            view = env.table.view(env._seat_of(agent))
            env.table.state = view.resample(rng)
            changed += env.table.state.to_bytes() != true.to_bytes()
            assert env.describe(agent) == values
            assert env.legal_texts(agent, explain=True) == legal
            env.table.state = true
    assert changed > 10, "expected hidden information"


@pytest.mark.parametrize("name", WITH_SECRETS)
def test_an_agent_reads_its_own_secrets_and_nobody_elses(name):
    own = 0
    for env in some_games(name, 12):
        lines = {agent: env.presenter.private_lines(env.table, env._seat_of(agent)) for agent in env.agents}
        texts = {agent: " ".join(env.describe(agent).split()) for agent in env.agents}
        for agent, secrets in lines.items():
            for secret in secrets:
                assert " ".join(secret.split()) in texts[agent]
                own += 1
    assert own or name == "world_dominance"  # its secrets come later in a game


@NAMES
def test_legal_texts_are_the_texts_of_the_mask(name):
    for env in some_games(name, 8):
        if env.table.is_terminal:
            break
        mask = env.last()[0]["action_mask"]
        legal = env.legal_texts()
        assert list(legal) == np.flatnonzero(mask).tolist()
        assert list(legal.values()) == env.table.legal_texts()
        explained = env.legal_texts(explain=True)
        assert all(explained[action].startswith(text) for action, text in legal.items())
        for agent in env.agents:
            assert env.legal_texts(agent) == (legal if agent == env.agent_selection else {})


@NAMES
def test_the_agent_of_gymnasium_reads_what_it_reads_among_the_others(name):
    env = SingleAgentEnv(game=ROWS[name], num_players=2, seat=1, **SOON[name])
    env.reset(seed=4)
    assert env.describe() == ROWS[name].presenter.describe(env.table, env.table.seat)
    assert list(env.legal_texts()) == np.flatnonzero(env.action_masks()).tolist()
    rng, over = np.random.default_rng(4), False
    while not over:
        _, _, terminated, truncated, _ = env.step(any_legal(env.action_masks(), rng))
        over = terminated or truncated
    assert env.legal_texts() == {}
    assert env.describe()


@NAMES
def test_texts_need_a_game_and_an_agent(name):
    raw = make_aec_env(ROWS[name]).unwrapped
    for ask in (raw.describe, raw.legal_texts, SingleAgentEnv(game=ROWS[name]).describe):
        with pytest.raises(ResetNeeded):
            ask()
    for ask in (raw.describe, raw.legal_texts):
        with pytest.raises(ResetNeeded):
            ask("player_0")
    raw.reset(seed=1)
    for ask in (raw.describe, raw.legal_texts):
        with pytest.raises(WrongSeat, match=r"agent: .* got 'player_9'"):
            ask("player_9")
