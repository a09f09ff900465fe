"""The PettingZoo face shows the table as it is, to each agent what is its own, and pays who earned it."""

import copy
import pickle  # noqa: TID251 - PettingZoo's environments are pickled between processes
import warnings
from typing import ClassVar

import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence
from pettingzoo.test import api_test, parallel_api_test, render_test, seed_test
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from tests.faces.referee import any_legal, check_game, everything, number, seat_of, sit
from wd_env import world_dominance_v0
from wd_env.core.errors import ConfigError, IllegalAction, WrongSeat
from wd_env.faces.world_dominance import raw_env
from wd_env.world_dominance.numbers import RESERVES
from wd_env.world_dominance.position import position
from wd_env.world_dominance.table import WorldDominance

PLAYERS = (2, 3, 4, 5)
# PettingZoo says the first two of every dict with a mask but its own classics', the third where a game is over.
HARMLESS = ("Observation is not a NumPy", "Observation space for each agent probably", "Action mask numpy array is all")


def warnings_as_errors():
    warnings.simplefilter("error")
    for message in HARMLESS:
        warnings.filterwarnings("ignore", message, UserWarning)


def play(env, luck, answers=10**9):
    """Random answers until the game ends or so many were given; the agents that gave them."""
    asked = []
    while len(asked) < answers and not any((*env.terminations.values(), *env.truncations.values())):
        asked.append(env.agent_selection)
        env.step(any_legal(env.observe(env.agent_selection)["action_mask"], luck))
    return asked


# PettingZoo's own tests


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


# What is shown, whole games long


@pytest.mark.parametrize("players", PLAYERS)
def test_whole_games_show_and_pay_what_the_table_says(players):
    luck = np.random.default_rng(players)
    ends = set()
    for seed in range(4):
        env = raw_env(num_players=players, max_turns=(25, 300)[seed % 2])
        twin = check_game(env, seed, luck)
        ends.add("cut" if twin.is_truncated else "won")
    assert ends == {"cut", "won"}


class MaskForEverybody(raw_env):
    def observe(self, agent):
        return {**super().observe(agent), "action_mask": np.array(self.table.mask(), np.int8)}


class WideMask(raw_env):
    def observe(self, agent):
        return {name: array.astype(np.int64) for name, array in super().observe(agent).items()}


class MaskWithOneTooMany(raw_env):
    def observe(self, agent):
        shown = super().observe(agent)
        shown["action_mask"][shown["action_mask"].argmin()] = shown["action_mask"].any()
        return shown


class ShowsTheHandOfTheAsked(raw_env):
    def observe(self, agent):
        seen = np.array(self.table.observe(self.table.seat), np.int8)
        return {**super().observe(agent), "observation": seen}


class MakesIllegalLegal(raw_env):
    def step(self, action):
        if action is not None and action not in np.flatnonzero(self.table.mask()):
            action = int(np.argmax(self.table.mask()))
        super().step(action)


class IllegalCostsTheSeatItsReward(raw_env):
    def step(self, action):
        self._cumulative_rewards[self.agent_selection] = -1.0
        super().step(action)


class PaysTheLosers(raw_env):
    def step(self, action):
        super().step(action)
        self.rewards = {agent: -reward for agent, reward in self.rewards.items()}


class PaysTheMoverOnly(raw_env):
    def step(self, action):
        mover = self.agent_selection
        super().step(action)
        self.rewards = {agent: reward * (agent == mover) for agent, reward in self.rewards.items()}


class PaysOneSeatOn(raw_env):
    def step(self, action):
        super().step(action)
        self._cumulative_rewards = dict(zip(self.agents, np.roll([*self._cumulative_rewards.values()], 1), strict=True))


class ForgetsWhatTheOthersEarned(raw_env):
    def step(self, action):
        super().step(action)
        for agent in self.agents:
            if agent != self.agent_selection:
                self._cumulative_rewards[agent] = 0.0


class IgnoresTheSeed(raw_env):
    def reset(self, seed=None, options=None):
        super().reset(seed=None if seed is None else seed + 1)


class BuriesWhoIsOut(raw_env):
    def step(self, action):
        super().step(action)
        for agent, info in self.infos.items():
            self.terminations[agent] = self.terminations[agent] or not info["in_play"]


class EndsTwoWays(raw_env):
    def _end(self):
        super()._end()
        self.truncations = {agent: not info["in_play"] for agent, info in self.infos.items()}


class TruncatesAWonGame(raw_env):
    def _end(self):
        super()._end()
        self.terminations, self.truncations = self.truncations, self.terminations


class SaysEverybodyIsInPlay(raw_env):
    def _tell(self):
        self.infos = {agent: {"in_play": True} for agent in self.agents}


class AsksInARing(raw_env):
    def step(self, action):
        before = seat_of(self.agent_selection)
        super().step(action)
        if not self.table.is_over:
            self.agent_selection = self.possible_agents[(before + 1) % len(self.possible_agents)]


class DropsAnAgent(raw_env):
    def _end(self):
        super()._end()
        self.agents = [agent for agent in self.agents if self.infos[agent]["in_play"]]


PLANTED = (
    MaskForEverybody, WideMask, MaskWithOneTooMany, ShowsTheHandOfTheAsked, MakesIllegalLegal,
    IllegalCostsTheSeatItsReward, PaysTheLosers, PaysTheMoverOnly, PaysOneSeatOn, ForgetsWhatTheOthersEarned,
    IgnoresTheSeed, BuriesWhoIsOut, EndsTwoWays, TruncatesAWonGame, SaysEverybodyIsInPlay, AsksInARing, DropsAnAgent,
)  # fmt: skip


@pytest.mark.parametrize("planted", PLANTED, ids=lambda planted: planted.__name__)
def test_a_planted_fault_is_found(planted):
    env = planted(num_players=3)
    with pytest.raises((AssertionError, pytest.fail.Exception)):
        check_game(env, 1, np.random.default_rng(3))


def test_the_game_in_which_faults_are_planted_is_won_and_has_somebody_out():
    twin = check_game(raw_env(num_players=3), 1, np.random.default_rng(3))
    assert twin.winner is not None
    assert len(twin.in_play) < 3


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
    env = raw_env(num_players=2)
    assert env.agents == []
    assert not env.observe("player_0")["action_mask"].any()
    with pytest.raises(AttributeError, match="before reset"):
        world_dominance_v0.env().agent_selection  # noqa: B018 - reading it is the test


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


# Out of play is not terminated


def test_who_is_struck_out_stays_dormant_and_the_game_goes_on():
    env = sit(position(players=3, soldiers=[10, 1, 10], lands="decimate"))
    env.step(number("name +1", env.table))
    assert env.infos == {"player_0": {"in_play": True}, "player_1": {"in_play": False}, "player_2": {"in_play": True}}
    assert env.agents == env.possible_agents
    assert not any(env.terminations.values())
    assert env.rewards == {"player_0": 0.0, "player_1": 0.0, "player_2": 0.0}
    assert not env.observe("player_1")["action_mask"].any()
    asked = []
    while not env.table.state.revival_done and len(asked) < 30 and not env.table.is_over:
        asked += play(env, np.random.default_rng(len(asked)), 1)
    assert len(asked) > 3
    assert "player_1" not in asked


def test_who_is_brought_back_is_asked_again():
    env = sit(position(soldiers=[5, 10, 0], out=[2], at={1: "S00"}, lands="paradies"))
    assert env.infos["player_2"] == {"in_play": False}
    env.step(number("revive +2", env.table))
    assert env.infos["player_2"] == {"in_play": True}
    assert env.agent_selection == "player_1"
    luck = np.random.default_rng(1)
    asked = []
    while "player_2" not in asked:
        asked += play(env, luck, 1)
    assert not any(env.terminations.values())
    assert env.last()[2:4] == (False, False)


# The end and its rewards


def test_the_winner_gets_one_and_the_others_share_the_loss_those_who_are_out_as_well():
    env = sit(position(players=3, soldiers=[10, 1, 0], out=[2], lands="decimate"))
    env.step(number("name +1", env.table))
    assert env.rewards == {"player_0": 1.0, "player_1": -0.5, "player_2": -0.5}
    assert env.terminations == dict.fromkeys(env.possible_agents, True)
    assert env.truncations == dict.fromkeys(env.possible_agents, False)
    told = {}
    for agent in env.agent_iter():
        observation, told[agent], *_ = env.last()
        assert not observation["action_mask"].any()
        env.step(None)
    assert told == {"player_0": 1.0, "player_1": -0.5, "player_2": -0.5}
    assert env.agents == []


def test_a_game_that_ends_on_anothers_move_pays_the_winner():
    env = raw_env(num_players=3)
    luck = np.random.default_rng(1)
    winner = mover = None
    for seed in range(20):
        env.reset(seed=seed)
        mover = play(env, luck)[-1]
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


def test_when_it_is_over_only_none_is_taken():
    env = sit(position(players=2, soldiers=[10, 1], lands="decimate"))
    env.step(number("name +1", env.table))
    before = everything(env)
    with pytest.raises(ValueError, match="None"):
        env.step(0)
    assert everything(env) == before


# Shaping


def played_by_agent(env, seed, luck):
    """Rewards of a whole game by agent: as they were paid, and as `last` told them."""
    env.reset(seed=seed)
    paid = dict.fromkeys(env.agents, 0.0)
    told = dict.fromkeys(env.agents, 0.0)
    steps = []
    while env.agents:
        agent = env.agent_selection
        observation, reward, terminated, truncated, _ = env.last()
        told[agent] += reward
        if terminated or truncated:
            env.step(None)
            continue
        env.step(any_legal(observation["action_mask"], luck))
        steps.append(list(env.rewards.values()))
        for other, amount in env.rewards.items():
            paid[other] += amount
    return paid, told, steps


@pytest.mark.parametrize(("soldiers", "set_progress"), [(0.25, 0.0), (0.0, 0.5), (0.125, 0.25)])
@pytest.mark.parametrize("options", [{"max_turns": 60}, {}])
def test_shaping_adds_up_to_minus_the_standing_at_the_start(soldiers, set_progress, options):
    """The weights are binary fractions, so the sums are exact. Nobody holds a card at the start."""
    plain, _, quiet = played_by_agent(raw_env(num_players=3, **options), 5, np.random.default_rng(5))
    shaped = raw_env(num_players=3, shaping_soldiers=soldiers, shaping_set_progress=set_progress, **options)
    paid, told, steps = played_by_agent(shaped, 5, np.random.default_rng(5))
    assert len(steps) == len(quiet)
    assert not np.any(quiet[:-1])
    assert np.any(steps[:-1])
    assert paid == told == {agent: reward - (10 + RESERVES) * soldiers for agent, reward in plain.items()}


def test_shaping_pays_a_soldier_when_it_comes_and_goes():
    game = position(players=3, soldiers=[10, 1, 10], reinforcements_used=[0, 1, 2], lands="decimate")
    env = sit(game, shaping_soldiers=0.5)
    env.step(number("name +1", env.table))
    assert env.rewards == {"player_0": 0.5, "player_1": -0.5, "player_2": 0.0}


def test_shaping_is_off_unless_it_is_asked_for():
    assert world_dominance_v0.env().unwrapped.shaping.is_off


# Illegal actions


@pytest.mark.parametrize("action", [-1, 10**9, 2**63, True, 1.0, float("nan"), "3", "no such", None, [1], object()])
def test_what_is_no_offered_answer_is_refused_and_nothing_changes(action):
    env = raw_env(num_players=3)
    env.reset(seed=2)
    play(env, np.random.default_rng(2), 10)
    before = everything(env)
    with pytest.raises(IllegalAction) as refusal:
        env.step(action)
    assert "\n" not in str(refusal.value)
    assert repr(action) in str(refusal.value)
    assert everything(env) == before


@pytest.mark.parametrize("kind", [int, np.int32, np.int64, np.uint8, np.array])
def test_any_kind_of_whole_number_is_an_answer(kind):
    env = raw_env(num_players=3)
    env.reset(seed=2)
    action = number("piece Buddha", env.table)
    env.step(kind(action))
    assert str(env.table.lines[-1]).endswith("piece Buddha")


def test_in_the_wrappers_an_illegal_action_ends_the_game_at_the_offenders_cost():
    env = world_dominance_v0.env(num_players=3)
    env.reset(seed=2)
    offender = env.agent_selection
    illegal = int(np.flatnonzero(env.observe(offender)["action_mask"] == 0)[0])
    env.step(illegal)
    told = {}
    for agent in env.agent_iter():
        observation, told[agent], terminated, _, _ = env.last()
        assert terminated
        assert not observation["action_mask"].any()
        env.step(None)
    assert told == {agent: -1.0 if agent == offender else 0.0 for agent in env.possible_agents}
    env.reset(seed=2)
    assert env.observe(offender)["action_mask"].any()


def test_in_the_wrappers_a_number_out_of_range_is_no_action():
    env = world_dominance_v0.env(num_players=3)
    env.reset(seed=2)
    before = everything(env.unwrapped)
    for action in (-1, env.action_space("player_0").n):
        with pytest.raises(AssertionError):
            env.step(action)
    assert everything(env.unwrapped) == before


# Options that cannot be


@pytest.mark.parametrize(
    ("options", "names"),
    [
        ({"num_players": 1}, ["num_players", "1", "2..5"]),
        ({"num_players": 6}, ["num_players", "6", "2..5"]),
        ({"num_players": "3"}, ["num_players", "'3'", "2..5"]),
        ({"num_players": 3.0}, ["num_players", "3.0"]),
        ({"num_players": True}, ["num_players", "True"]),
        ({"variant": "twelve_card"}, ["variant", "'twelve_card'", "five_card"]),
        ({"no_such_option": 1}, ["'no_such_option'", "max_turns"]),
        ({"render_mode": "braille"}, ["render_mode", "'braille'", "human, ansi, rgb_array"]),
        ({"max_turns": 0}, ["max_turns", "0"]),
        ({"last_player": "draw"}, ["last_player", "'draw'", "stalemate"]),
        ({"shaping_soldiers": "much"}, ["shaping_soldiers", "'much'", "finite"]),
        ({"shaping_set_progress": float("nan")}, ["shaping_set_progress", "nan", "finite"]),
        ({"shaping_soldiers": True}, ["shaping_soldiers", "True", "finite"]),
        ({"shaping_luck": 1.0}, ["shaping_luck", "no term", "shaping_soldiers, shaping_set_progress"]),
    ],
)
@pytest.mark.parametrize("make", [world_dominance_v0.env, raw_env])
def test_an_option_that_cannot_be_is_named_in_one_line(make, options, names):
    with pytest.raises(ConfigError) as refusal:
        make(**options)
    message = str(refusal.value)
    assert "\n" not in message
    assert all(name in message for name in names)


@pytest.mark.parametrize("seed", [-1, 2**64, 1.5, "7", True])
def test_a_seed_that_is_none_is_refused_and_the_game_goes_on(seed):
    env = raw_env(num_players=3)
    env.reset(seed=2)
    before = everything(env)
    with pytest.raises(ConfigError, match="seed"):
        env.reset(seed=seed)
    assert everything(env) == before


# Seeds


def trace(env, seed, luck_seed=1, answers=60):
    env.reset(seed=seed)
    asked = play(env, np.random.default_rng(luck_seed), answers)
    return asked, env.table.state.to_bytes()


def test_the_same_seed_is_the_same_game_and_another_seed_another():
    assert trace(raw_env(), 3) == trace(raw_env(), 3)
    assert trace(raw_env(), 3) != trace(raw_env(), 4)
    assert trace(raw_env(), np.int64(3)) == trace(raw_env(), 3)


def test_without_a_seed_each_reset_goes_on_with_another_game():
    env = raw_env()
    series = [trace(env, seed) for seed in (3, None, None)]
    assert len({state for _, state in series}) == 3
    assert [trace(env, seed) for seed in (3, None, None)] == series


def test_two_environments_that_were_given_no_seed_differ():
    assert trace(raw_env(), None) != trace(raw_env(), None)


@pytest.mark.parametrize("players", PLAYERS)
def test_the_games_are_those_of_the_first_row_of_a_batch(players):
    pytest.importorskip("numba")
    from wd_env.core.batch import Batch

    env = raw_env(num_players=players, max_turns=60, shaping_soldiers=0.5)
    luck = np.random.default_rng(players)
    batch = Batch(env.table.game, 2, 11, [players], {"max_turns": 60}, env.shaping)
    for seed in (11, None):
        env.reset(seed=seed)
        while not batch.done[0]:
            shown = env.observe(env.agent_selection)
            assert env.agent_selection == f"player_{batch.seat[0]}"
            assert np.array_equal(shown["observation"], batch.obs[0])
            assert np.array_equal(shown["action_mask"], batch.masks[0])
            action = any_legal(shown["action_mask"], luck)
            env.step(action)
            batch.step(np.array([action]), np.array([0]))
            assert np.allclose([*env.rewards.values()], batch.rewards[0, :players])
        assert set(env.truncations.values()) == {bool(batch.truncated[0])}
        batch.restart(np.array([0]))


def test_options_of_reset_are_for_wrappers_and_change_nothing():
    env = raw_env()
    env.reset(seed=3, options={"options": 1})
    assert env.table.state.to_bytes() == WorldDominance(env.table.config, seed=3).state.to_bytes()


# Copies


@pytest.mark.parametrize("duplicate", [lambda env: pickle.loads(pickle.dumps(env)), copy.deepcopy])  # noqa: S301 - own bytes
@pytest.mark.parametrize("make", [world_dominance_v0.env, raw_env])
def test_a_pickled_or_copied_environment_is_a_new_one_with_the_same_options(duplicate, make):
    """As in PettingZoo's classics: options travel, the game in hand does not, and the copy does not claim one."""
    env = make(num_players=3, max_turns=9, render_mode="ansi", shaping_soldiers=0.5)
    env.reset(seed=4)
    play(env, np.random.default_rng(4), 5)
    other = duplicate(env)
    assert other.unwrapped.agents == []
    assert other.unwrapped.table.config == env.unwrapped.table.config
    assert other.unwrapped.shaping == env.unwrapped.shaping
    assert other.render_mode == "ansi"
    other.reset(seed=4)
    env.reset(seed=4)
    assert data_equivalence(other.last(), env.last())
    play(other, np.random.default_rng(4), 5)
    assert len(env.unwrapped.table.lines) < len(other.unwrapped.table.lines)


# Pictures


def test_ansi_is_a_text_of_the_table_and_no_mode_shows_nothing():
    env = raw_env(num_players=2, render_mode="ansi")
    env.reset(seed=1)
    first = env.render()
    assert isinstance(first, str)
    play(env, np.random.default_rng(1), 20)
    assert env.render() != first
    silent = raw_env(num_players=2)
    silent.reset(seed=1)
    assert silent.render() is None


def test_rgb_array_is_a_picture_that_follows_the_game():
    pytest.importorskip("pygame")
    env = raw_env(num_players=2, render_mode="rgb_array")
    env.reset(seed=1)
    first = env.render()
    assert (first.dtype, first.ndim, first.shape[2]) == (np.uint8, 3, 3)
    assert len(np.unique(first.reshape(-1, 3), axis=0)) > 10
    play(env, np.random.default_rng(1), 20)
    later = env.render()
    assert later.shape == first.shape
    assert not np.array_equal(first, later)


class Shown:
    """A window that only counts."""

    scenes: ClassVar[list[object]] = []
    closed: ClassVar[int] = 0

    def show(self, scene):
        self.scenes.append(scene)

    def close(self):
        Shown.closed += 1


def test_human_shows_each_step_in_one_window_until_it_is_closed(monkeypatch):
    pytest.importorskip("pygame")
    monkeypatch.setattr("wd_env.world_dominance.picture.Window", Shown)
    monkeypatch.setattr(Shown, "scenes", [])
    monkeypatch.setattr(Shown, "closed", 0)
    env = raw_env(num_players=2, render_mode="human")
    env.reset(seed=1)
    play(env, np.random.default_rng(1), 3)
    assert env.render() is None
    assert len(Shown.scenes) == 4
    env.close()
    env.close()
    assert Shown.closed == 1


def test_closing_what_was_never_shown_is_fine():
    env = world_dominance_v0.env()
    env.close()
    env.close()


def always_right(question):
    """A quizmaster who hears right answers only."""
    return True


def test_a_quiz_is_played_with_a_quizmaster_and_refused_without():
    with pytest.raises(ConfigError, match="there is no quizmaster"):
        world_dominance_v0.env(knowledge_model="quiz")
    env = world_dominance_v0.env(num_players=3, knowledge_model="quiz", quizmaster=always_right, max_turns=90)
    env.reset(seed=4)
    luck = np.random.default_rng(4)
    for agent in env.agent_iter():
        observation, _, termination, truncation, _ = env.last()
        legal = np.flatnonzero(observation["action_mask"])
        env.step(None if termination or truncation else luck.choice(legal))
        assert agent
    answers = {line.text for line in env.unwrapped.table.lines} & {"right", "wrong"}
    assert answers == {"right"}


def illegal_at(env):
    """A number that is not offered to the selected agent."""
    return int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"] == 0)[0])


@pytest.mark.parametrize("make", [world_dominance_v0.env, world_dominance_v0.raw_env])
def test_a_misdemeanour_costs_a_soldier_and_the_game_goes_on(make):
    env = make(num_players=3, illegal_action="misdemeanour")
    env.reset(seed=2)
    table = env.unwrapped.table
    while table.state.turn_number == 0:
        env.step(any_legal(env.observe(env.agent_selection)["action_mask"], np.random.default_rng(0)))
    offender = table.seat
    before = table.soldiers
    env.step(illegal_at(env))
    assert any(line.is_illegal for line in table.lines)
    assert table.rsz == 1
    assert before[offender] == 10
    assert not any(env.terminations.values())


def test_an_agent_that_is_not_selected_jumps_the_gun():
    env = world_dominance_v0.env(num_players=3, illegal_action="eject")
    env.reset(seed=2)
    table = env.unwrapped.table
    while table.state.turn_number == 0:
        env.step(any_legal(env.observe(env.agent_selection)["action_mask"], np.random.default_rng(0)))
    selected = env.agent_selection
    jumper = next(agent for agent in env.agents if agent != selected)
    env.answer_out_of_turn(jumper, 0)
    assert env.agent_selection == selected
    assert env.infos[jumper] == {"in_play": False}


def test_answers_out_of_turn_are_an_error_unless_they_are_punished():
    env = world_dominance_v0.raw_env(num_players=3)
    env.reset(seed=2)
    jumper = next(agent for agent in env.agents if agent != env.agent_selection)
    with pytest.raises(WrongSeat):
        env.answer_out_of_turn(jumper, 0)
