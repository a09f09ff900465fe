"""Rewards are credited to the seat that earned them, compared with one simple computation per seat."""

from itertools import pairwise

import numpy as np
import pytest
import torch
from gymnasium import spaces
from sb3_contrib.common.maskable.buffers import MaskableRolloutBuffer

from wd_env.agents.networks.numpy_network import Diverged
from wd_env.training.ppo.seat_gae import seat_advantages
from wd_env.training.ppo.seat_rollout_buffer import SeatRolloutBuffer

SEATS = 5
SIZE = 4  # numbers in a view
ACTIONS = 3
GAMMA, LAMBDA = 0.9, 0.8


def one_game_one_seat(rewards, values, bridge):
    """Return the advantages of a single trajectory by the definition: a weighted sum over all later deltas."""
    following = [*values[1:], bridge]
    deltas = [r + GAMMA * after - v for r, v, after in zip(rewards, values, following, strict=True)]
    return [
        sum((GAMMA * LAMBDA) ** (later - now) * deltas[later] for later in range(now, len(deltas)))
        for now in range(len(deltas))
    ]


def naive_advantages(rewards, seats, values, done, final_values, bootstrap_values):
    """Return advantages, computed by splitting the rollout by game and by seat and summing forwards."""
    steps, games = seats.shape
    advantages = np.full((steps, games), np.nan)
    for game in range(games):
        borders = [-1, *np.flatnonzero(done[:, game]), steps - 1]
        for first, last in pairwise(borders):
            is_closed = last >= 0 and bool(done[last, game])
            for seat in range(rewards.shape[2]):
                own = [t for t in range(first + 1, last + 1) if seats[t, game] == seat]
                if not own:
                    continue
                until = [*own[1:], last + 1]
                earned = [rewards[t:u, game, seat].sum(dtype=np.float64) for t, u in zip(own, until, strict=True)]
                bridge = final_values[last, game, seat] if is_closed else bootstrap_values[game, seat]
                found = one_game_one_seat(earned, [values[t, game] for t in own], bridge)
                advantages[own, game] = found
    return advantages


def random_rollout(generator, players, steps=24, games=3, end_share=0.12):
    """Return a rollout in which seats act in any order, also several times in a row, with rewards on any move."""
    shape = (steps, games)
    ends = generator.random(shape) < end_share
    truncated = ends & (generator.random(shape) < 0.5)
    rewards = np.zeros((*shape, SEATS), dtype=np.float32)
    rewards[..., :players] = generator.normal(size=(*shape, players))
    rewards[generator.random(shape) < 0.5] = 0
    final_values = generator.normal(size=(*shape, SEATS)).astype(np.float32) * truncated[..., None]
    return {
        "rewards": rewards,
        "seats": generator.integers(0, players, shape),
        "values": generator.normal(size=shape).astype(np.float32),
        "done": ends,
        "final_values": final_values,
        "bootstrap_values": generator.normal(size=(games, SEATS)).astype(np.float32),
    }


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_any_interleaving_gives_each_seat_what_it_would_get_alone(players):
    for case in range(100):
        rollout = random_rollout(np.random.default_rng([players, case]), players)
        found = seat_advantages(**rollout, gamma=GAMMA, gae_lambda=LAMBDA)
        np.testing.assert_allclose(found, naive_advantages(**rollout), atol=1e-5)


def two_seats(rewards, ends=(False, False)):
    """Return the advantages of one game with two decisions: seat 0, then seat 1, with values 0.5 and -0.25."""
    return seat_advantages(
        rewards=np.array(rewards, dtype=np.float32).reshape(2, 1, 2),
        seats=np.array([[0], [1]]),
        values=np.array([[0.5], [-0.25]], dtype=np.float32),
        done=np.array(ends).reshape(2, 1),
        final_values=np.zeros((2, 1, 2), dtype=np.float32),
        bootstrap_values=np.array([[0.3, 0.7]], dtype=np.float32),
        gamma=GAMMA,
        gae_lambda=LAMBDA,
    )[:, 0].tolist()


def test_a_reward_on_the_others_move_goes_to_the_seats_own_last_decision():
    found = two_seats([[0, 0], [1, -1]], ends=[False, True])
    assert found == pytest.approx([1 - 0.5, -1 + 0.25])


def test_an_open_game_is_bridged_with_the_seats_own_view_and_not_the_next_players():
    found = two_seats([[0, 0], [0, 0]])
    assert found == pytest.approx([GAMMA * 0.3 - 0.5, GAMMA * 0.7 + 0.25])


def test_nothing_flows_over_the_end_of_a_game():
    found = two_seats([[0, 0], [5, 7]], ends=[True, False])
    assert found[0] == pytest.approx(-0.5)


def test_a_reward_before_the_seats_first_decision_is_not_credited():
    assert two_seats([[0, 9], [0, 0]]) == pytest.approx(two_seats([[0, 0], [0, 0]]))


def view_of(game, seat, time):
    """Return a view that encodes its game, seat and time; int8 as in the environment."""
    return np.array([game + 1, seat + 1, time % 50 + 1, 1], dtype=np.int8)


def value_of(views):
    """Replace the value head by a function with a different value for each view."""
    return (views.astype(np.float32) @ np.array([0.13, -0.37, 0.029, 0.5], dtype=np.float32)).astype(np.float32)


class ScriptedEnv:
    """A `SeatRewardEnv` that plays a prepared rollout."""

    def __init__(self, rollout, truncated):
        self.rollout, self.cut = rollout, truncated
        self.time = 0
        self.seat_rewards = rollout["rewards"][0]

    def advance(self):
        step, self.time = self.time, self.time + 1
        self.acted_seat = self.rollout["seats"][step]
        self.seat_rewards = self.rollout["rewards"][step]
        self.truncated = self.cut[step]
        cut = np.flatnonzero(self.truncated)
        views = [[view_of(game, seat, self.time) for seat in range(SEATS)] for game in cut]
        self.final_observations = np.array(views, dtype=np.int8).reshape(len(cut), SEATS, SIZE)

    def bootstrap_observations(self):
        games = len(self.acted_seat)
        views = [[view_of(game, seat, self.time) for seat in range(SEATS)] for game in range(games)]
        return np.array(views), np.ones((games, SEATS), dtype=bool)


def filled(buffer_class, rollout, played, **kwargs):
    """Return a buffer filled call by call as in MaskablePPO.collect_rollouts."""
    steps, games = rollout["seats"].shape
    box = spaces.Box(-128, 127, (SIZE,), np.int8)
    buffer = buffer_class(
        steps, box, spaces.Discrete(ACTIONS), "cpu", gamma=GAMMA, gae_lambda=LAMBDA, n_envs=games, **kwargs
    )
    buffer.value_of = value_of
    starts = np.ones(games)
    for step in range(steps):
        played.advance()
        seats = rollout["seats"][step]
        views = np.stack([view_of(game, seats[game], step) for game in range(games)])
        mover_rewards = rollout["rewards"][step][np.arange(games), seats]
        buffer.add(
            views, seats.reshape(-1, 1) % ACTIONS, mover_rewards, starts, torch.as_tensor(value_of(views)),
            torch.zeros(games), action_masks=np.eye(ACTIONS, dtype=np.int8)[seats % ACTIONS],
        )  # fmt: skip
        starts = rollout["done"][step]
    next_views = np.stack([view_of(game, 0, steps) for game in range(games)])
    buffer.compute_returns_and_advantage(torch.as_tensor(value_of(next_views)), rollout["done"][-1])
    return buffer


def prepared(seed=3, players=4):
    """Return a random rollout whose values are those of the views, and its truncated steps."""
    rollout = random_rollout(np.random.default_rng(seed), players)
    steps, games = rollout["seats"].shape
    truncated = (rollout["final_values"] != 0).any(axis=2)
    for step, game in np.ndindex(steps, games):
        rollout["values"][step, game] = value_of(view_of(game, rollout["seats"][step, game], step))
        for seat in range(SEATS):
            final = value_of(view_of(game, seat, step + 1))
            rollout["final_values"][step, game, seat] = final * truncated[step, game]
            rollout["bootstrap_values"][game, seat] = value_of(view_of(game, seat, steps))
    assert truncated.any()
    assert (rollout["done"] & ~truncated).any()
    return rollout, truncated


@pytest.mark.parametrize("seed", range(10))
def test_the_buffer_reads_seats_rewards_and_last_views_from_the_environment(seed):
    rollout, truncated = prepared(seed)
    env = ScriptedEnv(rollout, truncated)
    buffer = filled(SeatRolloutBuffer, rollout, env, env=env)
    expected = naive_advantages(**rollout)
    np.testing.assert_allclose(buffer.advantages, expected, atol=1e-5)
    np.testing.assert_allclose(buffer.returns, expected + rollout["values"], atol=1e-5)


def test_one_trajectory_for_all_seats_gives_other_advantages():
    """Use one trajectory for all seats, the mover's reward and the next player's value: the result differs."""
    rollout, truncated = prepared()
    buffer = filled(MaskableRolloutBuffer, rollout, ScriptedEnv(rollout, truncated))
    assert np.abs(buffer.advantages - naive_advantages(**rollout)).max() > 0.1


def test_a_seat_that_does_not_learn_is_never_evaluated():
    rollout, truncated = prepared()
    env = ScriptedEnv(rollout, truncated)
    tail, seen = env.bootstrap_observations, []
    env.bootstrap_observations = lambda: (tail()[0], np.eye(SEATS, dtype=bool)[:3])
    buffer = filled(SeatRolloutBuffer, rollout, env, env=env)
    buffer.value_of = lambda views: seen.extend(views.tolist()) or value_of(views)
    buffer.compute_returns_and_advantage(torch.zeros(3), rollout["done"][-1])
    assert [view[:2] for view in seen] == [[1, 1], [2, 2], [3, 3]]


def test_views_and_masks_stay_one_byte_each_until_the_minibatch():
    rollout, truncated = prepared()
    env = ScriptedEnv(rollout, truncated)
    buffer = filled(SeatRolloutBuffer, rollout, env, env=env)
    assert (buffer.observations.dtype, buffer.action_masks.dtype) == (np.int8, np.bool_)
    advantages = buffer.advantages.copy()
    (batch,) = buffer.get()
    assert batch.observations.dtype == torch.int8
    for view, mask, action, advantage in zip(
        batch.observations, batch.action_masks, batch.actions, batch.advantages, strict=True
    ):
        game, seat, time = view[0] - 1, view[1] - 1, view[2] - 1
        assert mask.tolist() == [place == seat % ACTIONS for place in range(ACTIONS)]
        assert action == seat % ACTIONS
        assert advantage == pytest.approx(advantages[time, game])


def test_a_reward_that_is_no_number_stops_the_run():
    rollout, truncated = prepared()
    rollout["rewards"][0, 0, rollout["seats"][0, 0]] = np.nan
    env = ScriptedEnv(rollout, truncated)
    with pytest.raises(Diverged, match="advantages"):
        filled(SeatRolloutBuffer, rollout, env, env=env)
