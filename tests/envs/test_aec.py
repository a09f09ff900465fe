"""The PettingZoo environment shows the table, gives each agent its own view, and rewards the right player."""

import warnings

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, render_test, seed_test
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from tests.envs.faulty_envs import FAULTY_ENVS
from tests.envs.referee import check_game, everything, number, play, sit
from wd_env import world_dominance_v0
from wd_env.envs.games.world_dominance_env import raw_env
from wd_env.errors import WrongSeat
from wd_env.games.world_dominance.position import position

PLAYERS = (2, 3, 4, 5)
# PettingZoo warns like this about every dict with a mask except in its own classics; the third is of a finished game.
HARMLESS = ("Observation is not a NumPy", "Observation space for each agent probably", "Action mask numpy array is all")


def warnings_as_errors():
    warnings.simplefilter("error")
    for message in HARMLESS:
        warnings.filterwarnings("ignore", message, UserWarning)


# PettingZoo's own tests


@pytest.mark.thinned(3)
@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("options", [{"max_turns": 60}, {}, {"shaping_soldiers": 0.125}])
def test_pettingzoo_finds_nothing_amiss(players, options):
    env = world_dominance_v0.env(num_players=players, **options)
    env.action_space("player_0").seed(players)
    with warnings.catch_warnings():
        warnings_as_errors()
        api_test(env, num_cycles=400)


@pytest.mark.parametrize("players", PLAYERS)
def test_pettingzoo_finds_the_same_game_under_the_same_seed(players):
    with warnings.catch_warnings():
        warnings_as_errors()
        seed_test(lambda: world_dominance_v0.env(num_players=players, max_turns=80), num_cycles=400)


def test_pettingzoo_finds_every_render_mode_sound():
    pytest.importorskip("pygame")
    with warnings.catch_warnings():
        warnings_as_errors()
        render_test(lambda **mode: world_dominance_v0.env(num_players=3, **mode))


@pytest.mark.parametrize("players", PLAYERS)
def test_it_serves_libraries_that_know_parallel_environments_only(players):
    with warnings.catch_warnings():
        warnings_as_errors()
        env = turn_based_aec_to_parallel(world_dominance_v0.env(num_players=players, max_turns=30))
        env.action_space("player_0").seed(players)
        parallel_api_test(env, num_cycles=400)


# Observations of whole games


@pytest.mark.thinned(3)
@pytest.mark.parametrize("players", PLAYERS)
def test_whole_games_show_and_pay_what_the_table_says(players):
    rng = np.random.default_rng(players)
    ends = set()
    for seed in range(2):
        env = raw_env(num_players=players, max_turns=(300, 10)[seed])
        twin = check_game(env, seed, rng)
        ends.add("cut" if twin.is_truncated else "won")
    assert ends == {"cut", "won"}


@pytest.mark.parametrize("planted", FAULTY_ENVS, ids=lambda planted: planted.__name__)
def test_a_planted_fault_is_found(planted):
    env = planted(num_players=3)
    with pytest.raises((AssertionError, pytest.fail.Exception)):
        check_game(env, 1, np.random.default_rng(3))


def test_the_game_in_which_faults_are_planted_is_won_and_has_somebody_out():
    twin = check_game(raw_env(num_players=3), 1, np.random.default_rng(3))
    assert twin.winner is not None
    assert len(twin.board.in_play) < 3


def test_names_spaces_and_metadata_are_as_pettingzoo_has_them():
    env = world_dominance_v0.env(num_players=3)
    assert env.possible_agents == ["player_0", "player_1", "player_2"]
    assert env.metadata["name"] == "world_dominance_v0"
    assert env.metadata["render_modes"] == ["human", "ansi", "rgb_array"]
    assert env.metadata["is_parallelizable"] is False
    assert str(env) == "world_dominance_v0"
    game = env.unwrapped.table.game
    for agent in env.possible_agents:
        assert env.observation_space(agent) is env.observation_space("player_0")
        assert env.action_space(agent) is env.action_space("player_0")
    assert env.action_space("player_0").n == len(game.actions)
    assert env.observation_space("player_0")["observation"].shape == (game.layout.size,)
    assert env.observation_space("player_0")["action_mask"].shape == (len(game.actions),)


def test_nothing_is_asked_before_the_first_reset():
    assert raw_env(num_players=2).agents == []
    with pytest.raises(AttributeError, match="before reset"):
        world_dominance_v0.env().agent_selection  # noqa: B018 - reading it is the test


def test_an_agent_that_does_not_play_sees_nothing():
    env = raw_env(num_players=2)
    env.reset(seed=1)
    with pytest.raises(WrongSeat, match="agent: expected player_0, player_1, got 'player_2'"):
        env.observe("player_2")


def test_the_state_is_every_view_in_order():
    env = raw_env(num_players=4)
    env.reset(seed=1)
    play(env, np.random.default_rng(1), 40)
    assert env.state_space.contains(env.state())
    views = env.state().reshape(4, -1)
    for seat, view in enumerate(views):
        assert view.tolist() == env.table.observe(seat)


def test_no_agent_is_shown_what_another_knows():
    knowing, ignorant = (sit(position(players=3, knows={1: titles})) for titles in (["T05", "SAB"], []))
    for agent, same in (("player_0", True), ("player_1", False), ("player_2", True)):
        assert np.array_equal(knowing.observe(agent)["observation"], ignorant.observe(agent)["observation"]) == same
    assert knowing.infos == ignorant.infos
    assert not np.array_equal(knowing.state(), ignorant.state())


def test_a_theme_in_hand_is_its_holders_secret():
    shown = []
    for theme in ("theme T05", "theme T07"):
        table = position(players=3, lands="rsz")
        table.play(theme)
        env = sit(table, render_mode="ansi")
        shown.append([env.observe(agent)["observation"].tolist() for agent in env.agents] + [env.render()])
    assert [one == other for one, other in zip(*shown, strict=True)] == [False, True, True, True]


# Players who are out are not terminated


def test_who_is_struck_out_stays_dormant_and_the_game_goes_on():
    env = sit(position(players=3, soldiers=[10, 1, 10], lands="decimate"))
    env.step(number("name +1", env.table))
    assert env.infos == {"player_0": {"in_play": True}, "player_1": {"in_play": False}, "player_2": {"in_play": True}}
    assert env.agents == env.possible_agents
    assert not any(env.terminations.values())
    assert env.rewards == {"player_0": 0.0, "player_1": 0.0, "player_2": 0.0}
    assert not env.observe("player_1")["action_mask"].any()
    asked = []
    while not env.table.state.revival_done and len(asked) < 30 and not env.table.is_terminal:
        asked += play(env, np.random.default_rng(len(asked)), 1)
    assert len(asked) > 3
    assert "player_1" not in asked


def test_who_is_brought_back_is_asked_again():
    env = sit(position(soldiers=[5, 10, 0], out=[2], at={1: "S00"}, lands="paradies"))
    assert env.infos["player_2"] == {"in_play": False}
    env.step(number("revive +2", env.table))
    assert env.infos["player_2"] == {"in_play": True}
    assert env.agent_selection == "player_1"
    rng = np.random.default_rng(1)
    asked = []
    while "player_2" not in asked:
        asked += play(env, rng, 1)
    assert not any(env.terminations.values())
    assert env.last()[2:4] == (False, False)


# The end and its rewards


def test_the_winner_gets_one_and_the_others_share_the_loss_those_who_are_out_as_well():
    env = sit(position(players=3, soldiers=[10, 1, 0], out=[2], lands="decimate"))
    env.step(number("name +1", env.table))
    assert env.rewards == {"player_0": 1.0, "player_1": -0.5, "player_2": -0.5}
    assert env.terminations == dict.fromkeys(env.possible_agents, True)
    assert env.truncations == dict.fromkeys(env.possible_agents, False)
    values = {}
    for agent in env.agent_iter():
        observation, values[agent], *_ = env.last()
        assert not observation["action_mask"].any()
        env.step(None)
    assert values == {"player_0": 1.0, "player_1": -0.5, "player_2": -0.5}
    assert env.agents == []


def test_a_game_that_ends_on_anothers_move_pays_the_winner():
    env = raw_env(num_players=3)
    rng = np.random.default_rng(1)
    winner = mover = None
    for seed in range(20):
        env.reset(seed=seed)
        mover = play(env, rng)[-1]
        winner = f"player_{env.table.winner}"
        if winner != mover:
            break
    assert winner != mover
    assert env.rewards == {agent: 1.0 if agent == winner else -0.5 for agent in env.agents}


def test_a_stalemate_pays_nobody():
    env = sit(position(players=3, soldiers=[10, 1, 0], out=[2], lands="decimate", last_player="stalemate"))
    env.step(number("name +1", env.table))
    assert set(env.terminations.values()) == {True}
    assert set(env.truncations.values()) == {False}
    assert env.rewards == dict.fromkeys(env.possible_agents, 0.0)


def test_a_game_that_is_cut_truncates_all_and_pays_nobody():
    env = sit(position(2, at={0: "S13", 1: "S14"}, max_turns=1))
    play(env, np.random.default_rng(1))
    assert set(env.truncations.values()) == {True}
    assert set(env.terminations.values()) == {False}
    assert env.rewards == {"player_0": 0.0, "player_1": 0.0}


def test_after_the_end_only_the_action_none_is_accepted():
    env = sit(position(players=2, soldiers=[10, 1], lands="decimate"))
    env.step(number("name +1", env.table))
    before = everything(env)
    with pytest.raises(ValueError, match="None"):
        env.step(0)
    assert everything(env) == before
