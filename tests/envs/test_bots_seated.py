"""Bots in any seats of PettingZoo and Gymnasium environments do not change what other seats observe."""

import copy
import warnings

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

from tests.envs.test_aec import warnings_as_errors
from wd_env import registry, world_dominance_v0
from wd_env.agents.agent import Agent
from wd_env.agents.agent_registry import make_bot
from wd_env.envs.gymnasium_env import SingleAgentEnv
from wd_env.envs.registered_env import make_aec_env, make_raw_aec_env
from wd_env.errors import ConfigError, IllegalAction, WrongSeat

CUT = {"world_dominance": {"max_turns": 40}, "pledge": {"max_throws": 40}}
BOTS = {
    "world_dominance": {"player_1": "scripted", 2: "random"},
    "pledge": {0: "random", "player_2": "tests.envs.test_bots_seated:Last"},
}
NAMES = sorted(BOTS)


@pytest.fixture(autouse=True)
def with_a_toy_game(monkeypatch):
    monkeypatch.setitem(registry.GAMES, "pledge", registry.GameEntry("pledge", "Pledge", "tests.toy_game:PLEDGE"))


class Last(Agent):
    """A custom bot that takes the last legal action."""

    def choose(self, view):
        return view.legal_indices[-1]


def numbers(bots):
    return {int(str(player).removeprefix("player_")): name for player, name in bots.items()}


# PettingZoo


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("shaped", [{}, {"shaping": 0.125}])
def test_the_checkers_of_pettingzoo_report_nothing_with_bots(name, shaped):
    weights = {f"shaping_{registry.GAMES[name].game.shaping_terms[0].name}": weight for weight in shaped.values()}
    make = lambda: make_aec_env(name, bots=BOTS[name], **weights, **CUT[name])  # noqa: E731 - twice below
    with warnings.catch_warnings():
        warnings_as_errors()
        api_test(make(), num_cycles=300)
        seed_test(make, num_cycles=100)


@pytest.mark.parametrize("name", NAMES)
def test_players_without_a_bot_are_agents(name):
    env = make_raw_aec_env(name, num_players=3, bots=BOTS[name], **CUT[name])
    others = [f"player_{player}" for player in range(3) if player not in numbers(BOTS[name])]
    env.reset(seed=1)
    assert env.possible_agents == env.agents == list(env.rewards) == list(env.infos) == others
    assert env.state().shape == env.state_space.shape == (len(others) * env.table.game.layout.size,)
    with pytest.raises(WrongSeat, match=f"agent: expected {others[0]}"):
        env.observe(f"player_{min(numbers(BOTS[name]))}")
    with pytest.raises(WrongSeat, match="agent: expected "):
        env.act_out_of_turn(f"player_{min(numbers(BOTS[name]))}", 0)


def by_hand(name, seed, shaped):
    """Return the results of the other agents if all players are agents and the bots' actions are played for them."""
    env = make_raw_aec_env(name, num_players=3, **shaped, **CUT[name])
    bots = {
        player: make_bot(bot, env.table.game, np.random.default_rng((seed, player)))
        for player, bot in numbers(BOTS[name]).items()
    }
    env.reset(seed=seed)
    rng, seen = np.random.default_rng(seed), []
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        player = int(agent.removeprefix("player_"))
        over = terminated or truncated
        if player not in bots:
            seen.append((agent, observation["observation"].tolist(), reward, terminated, truncated))
        if over:
            env.step(None)
        elif player in bots:
            env.step(bots[player].choose(env.table.view(env.table.seat)))
        else:
            env.step(int(rng.choice(np.flatnonzero(observation["action_mask"]))))
    return seen


def seated(name, seed, shaped):
    env = make_raw_aec_env(name, num_players=3, bots=BOTS[name], **shaped, **CUT[name])
    env.reset(seed=seed + 1)
    env.reset(seed=seed)  # the named bots restart
    rng, seen = np.random.default_rng(seed), []
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        seen.append((agent, observation["observation"].tolist(), reward, terminated, truncated))
        mask = observation["action_mask"]
        env.step(None if terminated or truncated else int(rng.choice(np.flatnonzero(mask))))
    return seen


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("weight", [0.0, 0.125])
def test_agents_see_and_earn_the_same_as_with_the_bots_actions_played_by_hand(name, weight):
    shaped = {f"shaping_{registry.GAMES[name].game.shaping_terms[0].name}": weight}
    for seed in range(4):
        assert seated(name, seed, shaped) == by_hand(name, seed, shaped)


def test_a_copy_goes_on_with_copies_of_its_bots():
    env = world_dominance_v0.raw_env(num_players=3, bots={0: "scripted", 2: "random"}, max_turns=60)
    env.reset(seed=4)
    twin = copy.deepcopy(env)
    for one in (env, twin):
        for _ in range(12):
            one.step(int(one.last()[0]["action_mask"].argmax()))
    assert env.table.record() == twin.table.record()
    assert env.bots[2].generator is not twin.bots[2].generator


def test_rewards_before_the_first_decision_of_an_agent_are_kept():
    env = make_raw_aec_env("pledge", num_players=2, bots={1: Last(np.random.default_rng(1))})
    start = env.entry.new_table(env.entry.config(num_players=2), seed=3)
    for action in ("pledge odd", "pledge even", "throw", "hold"):
        start.play(action)
    env.reset(seed=1, options={"state": start})  # only the bot is to move, and holds
    assert env.table.is_terminal
    assert (env.agents, env.agent_selection) == (["player_0"], "player_0")
    _, reward, terminated, truncated, _ = env.last()
    assert (reward, terminated, truncated) == (env.table.rewards()[0], True, False)
    assert reward in (1.0, -1.0)
    env.step(None)
    assert env.agents == []


@pytest.mark.parametrize(
    ("bots", "words"),
    [
        (["random"], r"bots: expected a dict of bots by player, got \['random'\]"),
        (
            {3: "random"},
            "bots: expected 0 or 'player_0', 1 or 'player_1', 2 or 'player_2', each at most once, got 3",
        ),
        ({"player_9": "random"}, "each at most once, got 'player_9'"),
        ({True: "random"}, "each at most once, got True"),
        ({1: "random", "player_1": "random"}, "each at most once, got 'player_1'"),
        ({0: "random", 1: "random", 2: "random"}, "bots: expected fewer than 3, the number of players, got 3"),
        ({1: "randon"}, "unknown bot 'randon'.*did you mean random"),
        ({1: 7}, r"opponent 1: expected a bot with choose\(\), got 7"),
    ],
)
def test_invalid_bots_are_rejected_in_one_line(bots, words):
    for make in (make_raw_aec_env, make_aec_env):
        with pytest.raises(ConfigError, match=words):
            make("world_dominance", num_players=3, bots=bots)


class Cheat(Agent):
    def choose(self, view):
        return -1


def test_a_bot_that_cheats_at_the_start_does_not_change_the_current_game():
    seeds = {world_dominance_v0.raw_env(num_players=2).new_table({"num_players": 2}, s, 0).player: s for s in range(9)}
    env = world_dominance_v0.raw_env(num_players=2, bots={0: Cheat(np.random.default_rng(1))})
    env.reset(seed=seeds[1])
    table = env.table
    with pytest.raises(IllegalAction, match="-1 is illegal"):
        env.reset(seed=seeds[0])
    assert env.table is table
    assert (env.seed_and_episode, env.agent_selection) == ((seeds[1], 0), "player_1")


# Gymnasium


@pytest.mark.parametrize("name", NAMES)
def test_the_checkers_of_gymnasium_report_nothing_with_opponents_by_player(name):
    bots = {player: bot for player, bot in BOTS[name].items() if player != 0}
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(SingleAgentEnv(game=name, opponents=bots, illegal_action="lose", **CUT[name]), skip_render_check=True)


def rewards_and_views(env):
    observation, _ = env.reset(seed=6)
    seen, over = [], False
    while not over:
        observation, reward, ended, cut, _ = env.step(int(observation["action_mask"].argmax()))
        seen.append((observation["observation"].tolist(), reward))
        over = ended or cut
    return seen


@pytest.mark.parametrize("seat", [0, 1])
def test_opponents_by_player_are_those_of_the_list_clockwise_of_the_agent(seat):
    listed = {0: ["scripted", "random"], 1: ["random", "scripted"]}[seat]
    by_player = {0: {1: "scripted", "player_2": "random"}, 1: {2: "random", 0: "scripted"}}[seat]
    one, other = (SingleAgentEnv(3, seat, opponents, max_turns=40) for opponents in (listed, by_player))
    assert rewards_and_views(one) == rewards_and_views(other)


def test_players_who_are_not_named_play_at_random_as_without_opponents():
    assert rewards_and_views(SingleAgentEnv(3, 1, {}, max_turns=40)) == rewards_and_views(
        SingleAgentEnv(3, 1, max_turns=40)
    )
    mixed = SingleAgentEnv(3, 1, {0: "scripted"}, max_turns=40)
    assert rewards_and_views(mixed) == rewards_and_views(mixed)
    assert [type(bot).__name__ for bot in mixed.opponents] == ["RandomOpponent", "ScriptedAgent"]


@pytest.mark.parametrize("opponents", [{1: "random"}, {"player_1": "random"}, {3: "random"}])
def test_an_opponent_for_the_agents_seat_or_an_absent_seat_is_rejected(opponents):
    with pytest.raises(ConfigError, match=r"opponents: expected 0 or 'player_0', 2 or"):
        SingleAgentEnv(3, 1, opponents)
