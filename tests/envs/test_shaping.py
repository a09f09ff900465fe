"""Batches and their environments give hand-computed rewards in each step, to the right player, and the outcome."""

import numpy as np
import pytest

pytest.importorskip("numba")
pytest.importorskip("stable_baselines3")

from gymnasium.vector import AutoresetMode

from tests.envs.batch_positions import set_rows
from tests.envs.expected_rewards import ExpectedRewards
from tests.envs.mirror import LineupSampler, RecordingOpponent
from tests.envs.side_by_side import any_legal
from tests.games.world_dominance import computed_rewards
from wd_env import world_dominance_v0
from wd_env.batch.batch import Batch
from wd_env.envs.vector.gymnasium_vector_env import GameVectorEnv
from wd_env.envs.vector.lineup import all_learn
from wd_env.envs.vector.sb3_vec_env import MultiSeatVecEnv
from wd_env.games.world_dominance.config import Config
from wd_env.games.world_dominance.game import GAME
from wd_env.games.world_dominance.position import position
from wd_env.spec.rewards import RewardShaping

WEIGHTS = {"shaping_soldiers": 0.25, "shaping_set_progress": -0.5}
SHAPING, PLAIN = RewardShaping((0.25, -0.5)), RewardShaping((0.0, 0.0))
MIXED = (2, 3, 4, 5)
ROWS = 4  # number of games
SETTINGS = [
    pytest.param(MIXED, {"max_turns": 30}, id="five_card"),
    pytest.param(MIXED, {"max_turns": 30, "variant": "ten_card"}, id="ten_card"),
    pytest.param((2,), {"max_turns": 60, "variant": "ally"}, id="ally"),
    pytest.param((3,), {"max_turns": 30, "variant": "three_set"}, id="three_set"),
]


@pytest.mark.parametrize(("players", "options"), SETTINGS)
def test_every_step_of_a_batch_pays_the_rewards_computed_by_hand(players, options):
    batch = Batch(GAME, ROWS, 5, players, options, SHAPING)
    reckoner = ExpectedRewards(batch, **options)
    rng = np.random.default_rng(1)
    for number in range(150):
        rows = np.flatnonzero(~batch.done)
        if number % 2:
            rows = rng.permutation(rows)[: max(1, len(rows) // 2)]
        batch.step(batch.random_actions(rows), rows)
        batch.reset(np.flatnonzero(batch.done))
    assert reckoner.covers_all_players(*players)


@pytest.mark.thinned(3)
@pytest.mark.parametrize("way", ["step", "play"])
@pytest.mark.parametrize(("players", "options"), SETTINGS)
def test_games_that_restart_at_once_are_paid_to_the_end_and_no_further(players, options, way):
    """Compute from a twin without autoreset, because a batch with it already shows the next game."""
    batch, twin = (Batch(GAME, ROWS, 5, players, options, SHAPING, autoreset=restarts) for restarts in (True, False))
    reckoner = ExpectedRewards(twin, **options)
    for _ in range(80):
        actions = twin.random_actions()
        twin.step(actions)
        if way == "step":
            assert np.array_equal(batch.random_actions(), actions)
            batch.step(actions)
        else:
            batch.play(1)
        assert np.array_equal(batch.rewards, twin.rewards)
        assert np.allclose(batch.rewards, reckoner.take(), atol=1e-5)
        twin.reset(np.flatnonzero(twin.done))
        assert np.array_equal(batch._states, twin._states)


def test_a_row_with_fewer_players_starts_with_its_own_potential():
    """Change the number of players of a row, which must pay nothing for the players that come or go."""
    batch = Batch(GAME, 4, 3, (5,), {"max_turns": 30}, SHAPING)
    reckoner = ExpectedRewards(batch, max_turns=30)
    for number in range(400):
        rows = np.flatnonzero(~batch.done)
        batch.step(batch.random_actions(rows), rows)
        if number % 50 == 49:
            batch.reset(batch._all, np.array([2, 5, 3, 4]) if number % 100 == 49 else np.array([5, 2, 4, 3]))
    assert reckoner.covers_all_players(2, 3, 4, 5, ends=False)


@pytest.mark.thinned(4)
@pytest.mark.parametrize("mode", AutoresetMode)
@pytest.mark.parametrize("seat", [0, 1, "rotating"])
@pytest.mark.parametrize(("players", "options"), SETTINGS)
def test_a_row_of_the_vector_environment_rewards_only_its_agent(players, options, seat, mode):
    env = GameVectorEnv(ROWS, players, seat, autoreset_mode=mode, **options, **WEIGHTS)
    env.reset(seed=3)
    reckoner, rng, paid = ExpectedRewards(env.batch, **options), np.random.default_rng(3), 0
    for _ in range(40):
        agents = env.agent.copy()
        reckoner.take()
        resting = env._is_waiting.copy()
        if mode is AutoresetMode.DISABLED and resting.any():
            env.reset(options={"reset_mask": resting})
            continue
        _, rewards, *_ = env.step(any_legal(env.action_masks(), rng))
        due = np.where(resting, 0.0, reckoner.due[env._rows, agents])
        assert np.allclose(rewards, due, atol=1e-5)
        paid += (rewards != 0).sum()
    assert paid > 20


@pytest.mark.thinned(3)
@pytest.mark.parametrize("include_forced", [True, False])
@pytest.mark.parametrize(("players", "options"), SETTINGS)
def test_self_play_pays_all_players_of_a_row_and_keeps_their_accounts(players, options, include_forced):
    games = world_dominance_v0.batch_env(ROWS, players, include_forced=include_forced, **options, **WEIGHTS)
    games.reset(seed=3)
    reckoner, rng = ExpectedRewards(games.batch, **options), np.random.default_rng(3)
    open_accounts, owed = np.zeros((ROWS, 5), bool), np.zeros((ROWS, 5))
    reckoner.take()
    for _ in range(150):
        actors = games._rows, games.agent_selection
        assert games.last()[1] == pytest.approx(owed[actors], abs=1e-4)
        games.step(any_legal(games.batch.masks, rng))
        ended = reckoner.ended.copy()
        due = reckoner.take()
        assert np.allclose(games.rewards, due, atol=1e-5)
        owed[actors], open_accounts[actors] = 0.0, True
        owed[open_accounts] += due[open_accounts]
        open_accounts[ended] = False
        assert np.allclose(games.cumulative_rewards, owed, atol=1e-4)
        assert np.array_equal(games.done, ended)
    assert reckoner.covers_all_players(*players)


@pytest.mark.thinned(3)
@pytest.mark.parametrize("learners", [0, 1])
@pytest.mark.parametrize(("players", "options"), SETTINGS)
def test_stable_baselines_gets_the_reward_of_the_seat_that_acted(players, options, learners):
    """Let no seat learn in half the games, which are then played in between and pay nothing."""
    spies, dealer = [RecordingOpponent(1), RecordingOpponent(2)], LineupSampler(players, 2, 4, learners)
    env = MultiSeatVecEnv(
        Batch(GAME, ROWS, 4, players, options, SHAPING), spies, dealer.lineup, dealer.sample_num_players
    )
    reckoner, rng = ExpectedRewards(env.batch, **options), np.random.default_rng(4)
    env.reset()
    for _ in range(80):
        reckoner.take()
        actors = env.batch.player.copy()
        _, rewards, dones, _ = env.step(any_legal(env.env_method("action_masks"), rng))
        assert np.allclose(env.seat_rewards, reckoner.due, atol=1e-5)
        assert np.allclose(rewards, reckoner.due[env._rows, actors], atol=1e-5)
        assert np.array_equal(env.acted_seat, actors)
        assert np.array_equal(dones, reckoner.ended)
    assert reckoner.covers_all_players(*players)


# The outcome


def last_stands(players):
    """Yield (winner, loser, table): the winner names the loser, who has one soldier, and all others are out."""
    for winner in range(players):
        for loser in range(players):
            if winner != loser:
                soldiers = [10 if seat == winner else 1 if seat == loser else 0 for seat in range(players)]
                out = [seat for seat in range(players) if seat not in (winner, loser)]
                yield winner, loser, position(players, turn=winner, soldiers=soldiers, out=out, lands="decimate")


def names(players, stands):
    actions = [GAME.actions.index(f"name +{(loser - winner) % players}") for winner, loser, _ in stands]
    return np.array(actions)


def outcomes(players, stands, shaping=PLAIN):
    """Return the rewards by hand: one for the winner, equal losses for the others, and every potential returned."""
    paid = np.zeros((len(stands), GAME.seats))
    for row, (winner, _, table) in enumerate(stands):
        paid[row, :players] = -1 / (players - 1)
        paid[row, winner] = 1.0
        stood = computed_rewards.standing(computed_rewards.seen_of(table.state), Config(num_players=players))
        for weight, term in zip(shaping.weights, stood, strict=True):
            paid[row, :players] -= weight * np.array(term)
    return paid


@pytest.mark.parametrize("shaping", [PLAIN, SHAPING], ids=["plain", "shaped"])
@pytest.mark.parametrize("players", MIXED)
def test_every_winner_gets_one_and_the_others_pay_in_every_environment(players, shaping):
    stands = list(last_stands(players))
    expected, actions = outcomes(players, stands, shaping), names(players, stands)
    tables = [table for *_, table in stands]
    weights = dict(zip(WEIGHTS, shaping.weights, strict=True))
    batch = Batch(GAME, len(stands), 1, (players,), shaping=shaping)
    set_rows(batch, tables)
    batch.step(actions)
    assert np.allclose(batch.rewards, expected, atol=1e-5)
    games = world_dominance_v0.batch_env(len(stands), players, **weights)
    games.reset(seed=1)
    set_rows(games.batch, tables)
    games.step(actions)
    assert np.allclose(games.rewards, expected, atol=1e-5)
    env = MultiSeatVecEnv(Batch(GAME, len(stands), 1, (players,), shaping=shaping), [], all_learn)
    env.reset()
    set_rows(env.batch, tables)
    _, rewards, dones, _ = env.step(actions)
    assert dones.all()
    assert np.allclose(env.seat_rewards, expected, atol=1e-5)
    assert np.allclose(rewards, [expected[row, winner] for row, (winner, *_) in enumerate(stands)], atol=1e-5)


class Striker:
    """A bot that names the only other player, and otherwise takes the first legal action."""

    def choose_batch(self, game, obs, masks):
        others = slice(game.actions.index("name +1"), game.actions.index("name +4") + 1)
        named = others.start + masks[:, others].argmax(axis=1)
        return np.where(masks[:, others].any(axis=1), named, masks.argmax(axis=1))


@pytest.mark.parametrize("players", MIXED)
def test_the_agent_of_the_vector_environment_is_rewarded_whoever_wins(players):
    stands = list(last_stands(players))
    expected, actions = outcomes(players, stands), names(players, stands)
    for agent in range(players):
        mine = [row for row, (winner, *_) in enumerate(stands) if winner == agent]
        env = GameVectorEnv(len(mine), players, agent)
        env.reset(seed=1)
        set_rows(env.batch, [stands[row][2] for row in mine])
        _, rewards, terminations, *_ = env.step(actions[mine])
        assert terminations.all()
        assert np.allclose(rewards, expected[mine, agent], atol=1e-5)
        others = [row for row, (winner, *_) in enumerate(stands) if winner != agent]
        env = GameVectorEnv(len(others), players, agent, [Striker()] * (players - 1))
        env.reset(seed=1)
        set_rows(env.batch, [stands[row][2] for row in others])
        env._start_step()
        env._play_opponents()
        assert np.allclose(env.seat_rewards[:, agent], expected[others, agent], atol=1e-5)
