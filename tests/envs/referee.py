"""A referee for PettingZoo environments: plays each game at its own table, too, and compares everything."""

from fractions import Fraction

import numpy as np
import pytest

from wd_env.envs.games.world_dominance_env import raw_env
from wd_env.errors import IllegalAction
from wd_env.games.world_dominance.game import GAME
from wd_env.games.world_dominance.table import WorldDominance
from wd_env.table.saved_table import table_from_json

PROBES = 3  # illegal actions tried at each decision


def seat_of(agent):
    return int(agent.removeprefix("player_"))


def any_legal(mask, rng):
    """Return a random legal action as a Python integer."""
    return int(rng.choice(np.flatnonzero(mask)))


def play(env, rng, answers=10**9):
    """Play random actions until the game ends or `answers` were played, and return the agents that acted."""
    asked = []
    while len(asked) < answers and not any((*env.terminations.values(), *env.truncations.values())):
        asked.append(env.agent_selection)
        env.step(any_legal(env.observe(env.agent_selection)["action_mask"], rng))
    return asked


def outcome(table):
    """Return the final rewards by the rules, player by player."""
    if table.winner is None:
        return [0.0] * table.players
    share = float(Fraction(-1, table.players - 1))
    return [1.0 if player == table.winner else share for player in range(table.players)]


def everything(env):
    """Return everything that an action could change, as bytes and plain values."""
    table = env.table
    values = (env.agents, env.agent_selection, env.rewards, env._cumulative_rewards, env.terminations, env.truncations,
            env.infos)  # fmt: skip
    return table.state.to_bytes(), list(table._backends.active.stream), list(table.lines), repr(values)


def sit(table, **options):
    """Return an environment at the position of a table, with a fixed chance stream."""
    env = raw_env(num_players=table.state.seats, **options)
    env.reset(seed=0)
    env.table = table_from_json(table.to_json(), GAME, seed=0)
    env.agent_selection = f"player_{table.seat}"
    env._update_infos()
    return env


def number(text, table):
    return table.game.actions.index(text)


def check_game(env, seed, rng):
    """Play one whole random game, and fail if the environment differs from the table."""
    env.reset(seed=seed)
    twin = WorldDominance(env.table.config, seed=seed)
    earned = [0.0] * twin.state.seats
    while not twin.is_terminal:
        asked = twin.seat
        assert env.agent_selection == f"player_{asked}"
        assert env.agents == env.possible_agents
        check_shown(env, twin)
        assert not any(env.terminations.values())
        assert not any(env.truncations.values())
        _, reward, *ended, info = env.last()
        assert (reward, ended, info) == (earned[asked], [False, False], {"in_play": asked in twin.board.in_play})
        refuse(env, twin, rng)
        action = any_legal(twin.mask(), rng)
        env.step(action)
        twin.play(action)
        earned[asked] = 0.0
        pays = outcome(twin) if twin.is_terminal else [0.0] * len(earned)
        assert list(env.rewards.values()) == pytest.approx(pays)
        earned = [before + now for before, now in zip(earned, pays, strict=True)]
    check_end(env, twin, earned)
    return twin


def check_shown(env, twin):
    """Check every agent's view and mask, and `in_play`."""
    for agent in env.possible_agents:
        seat, shown = seat_of(agent), env.observe(agent)
        asked = seat == twin.seat and not twin.is_terminal
        assert env.observation_space(agent).contains(shown)
        assert shown["observation"].dtype == shown["action_mask"].dtype == np.int8
        assert shown["observation"].tolist() == twin.observe(seat)
        assert shown["action_mask"].tolist() == (twin.mask() if asked else [0] * len(twin.game.actions))
        assert env.infos[agent] == {"in_play": seat in twin.board.in_play}


def refuse(env, twin, rng):
    """Check that illegal actions raise an error and change nothing."""
    before = everything(env)
    for action in rng.choice(np.flatnonzero(np.array(twin.mask()) == 0), PROBES):
        with pytest.raises(IllegalAction):
            env.step(int(action))
    assert everything(env) == before


def check_end(env, twin, earned):
    """Check that all agents end together, and that each receives its reward once and leaves."""
    assert env.agents == env.possible_agents
    check_shown(env, twin)
    assert set(env.terminations.values()) == {not twin.is_truncated}
    assert set(env.truncations.values()) == {twin.is_truncated}
    left = []
    while env.agents:
        agent = env.agent_selection
        _, reward, terminated, truncated, _ = env.last()
        assert reward == pytest.approx(earned[seat_of(agent)])
        assert terminated != truncated
        left.append(agent)
        env.step(None)
    assert left == env.possible_agents
