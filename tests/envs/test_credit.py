"""Common errors of credit assignment, each in every vector environment, must be detected by its tests.

A reward can go to the next player to move, or to a seat of the next game. Only the last mover may get the outcome, a
reward can be returned twice, and with two seats per player rewards can go to the wrong index.
"""

from functools import cache

import numpy as np
import pytest

pytest.importorskip("numba")
pytest.importorskip("stable_baselines3")

from tests.envs.aec_rows import Rows, games_of
from tests.envs.mirror import check_games, make_aec_env
from tests.envs.side_by_side import any_legal, follow, follow_rotating, single_envs
from wd_env.envs.selfplay_env import SelfPlayEnv
from wd_env.envs.vector.gymnasium_vector_env import GameVectorEnv
from wd_env.envs.vector.sb3_vec_env import MultiSeatVecEnv
from wd_env.spec.rewards import RewardShaping

ALLY = {"variant": "ally", "max_turns": 300}


def by_position(rewards, batch):
    """Return the rewards of players, assigned to the seats with the players' numbers."""
    paid = np.zeros_like(rewards)
    rows, players = np.nonzero(np.arange(batch.seats) < batch.num_players[:, None])
    paid[rows, batch.field("home_seat")[rows, players]] = rewards[rows, players]
    return paid


class Forgetful:
    """Returns the rewards of a step once more with the next step."""

    def _start_step(self):
        rewards = getattr(self, "seat_rewards", 0.0)
        super()._start_step()
        self.seat_rewards += rewards


class OwnMovesOnly:
    def _play_opponents(self):
        rewards = self.seat_rewards.copy()
        super()._play_opponents()
        self.seat_rewards = rewards


# Stable-Baselines3: any seat may learn


class TellsWhoIsAskedNext(MultiSeatVecEnv):
    """The error of the well-known tutorial."""

    def step_wait(self):
        given = super().step_wait()
        self.acted_seat = self.batch.player.copy()
        return given[0], self.seat_rewards[self._rows, self.acted_seat], *given[2:]


class PaysTheSeatOfTheNewGame(MultiSeatVecEnv):
    def step_wait(self):
        given = super().step_wait()
        over = np.flatnonzero(self.done)
        given[1][over] = self.seat_rewards[over, self.batch.player[over]]
        return given


class TellsTheLastMoverOnly(OwnMovesOnly, MultiSeatVecEnv):
    pass


class TellsAgain(Forgetful, MultiSeatVecEnv):
    pass


class PaysPositions(MultiSeatVecEnv):
    def step_wait(self):
        given = super().step_wait()
        self.seat_rewards = by_position(self.seat_rewards, self.batch)
        return given


def check_sb3(kind, **options):
    setting = {"max_turns": 60, **options}
    check_games(
        make_aec_env(5, opponents=2, seed=4, kind=kind, **setting), 4, 100, without(setting, "shaping", "players")
    )


def without(setting, *names):
    return {name: value for name, value in setting.items() if name not in names}


# Gymnasium: one seat is the agent's


class PaysWhoIsAskedNext(GameVectorEnv):
    def _play_opponents(self):
        self.asked_next = self.batch.player.copy()
        super()._play_opponents()

    def step(self, actions):
        given = super().step(actions)
        return given[0], self.seat_rewards[self._rows, self.asked_next].astype(np.float64), *given[2:]


class PaysTheAgentOfTheNewGame(GameVectorEnv):
    def step(self, actions):
        given = super().step(actions)
        return given[0], self.seat_rewards[self._rows, self.agent].astype(np.float64), *given[2:]


class TellsOwnMovesOnly(OwnMovesOnly, GameVectorEnv):
    pass


class TellsOnceMore(Forgetful, GameVectorEnv):
    pass


class PaysThePosition(GameVectorEnv):
    def step(self, actions):
        given = super().step(actions)
        paid = by_position(self.seat_rewards, self.batch)[self._rows, self.agent]
        return given[0], paid.astype(np.float64), *given[2:]


def check_vector(kind, players=3, seat=1, **options):
    given = {"max_turns": 60, **options}
    env = kind(5, players, seat=seat, **given)
    if seat == "rotating":
        steps = follow_rotating(env, 4, 180, **given)
    else:
        steps = follow(env, single_envs(env, num_players=players, seat=seat, **given), 4, 180)
    for _ in steps:
        pass


# Self-play: all seats learn


class PaysTheNextSeat(SelfPlayEnv):
    def _update_player_arrays(self, actors):
        super()._update_player_arrays((self._rows, self.batch.player))


class PaysASeatOfTheNewGame(SelfPlayEnv):
    def _update_player_arrays(self, actors):
        over = np.flatnonzero(self.done)
        movers, paid = actors[1][over], self.seat_rewards[over, actors[1][over]]
        self.seat_rewards[over, movers] = 0
        self.seat_rewards[over, self.batch.player[over]] += paid
        super()._update_player_arrays(actors)


class PaysTheLastMoverOnly(SelfPlayEnv):
    def _update_player_arrays(self, actors):
        paid = self.seat_rewards[actors]
        self.seat_rewards = np.zeros_like(self.seat_rewards)
        self.seat_rewards[actors] = paid
        super()._update_player_arrays(actors)


class NeverClears(SelfPlayEnv):
    def _update_player_arrays(self, actors):
        rewards = self.cumulative_rewards[actors]
        super()._update_player_arrays(actors)
        self.cumulative_rewards[actors] += rewards


class PaysSeatsByPosition(SelfPlayEnv):
    def _update_player_arrays(self, actors):
        self.seat_rewards = by_position(self.seat_rewards, self.batch)
        super()._update_player_arrays(actors)


def check_selfplay(kind, players=3, **options):
    given = {"max_turns": 60, **options}
    games = games_of(players, 5, kind, **given)
    rows, rng = Rows(games, 4, **given), np.random.default_rng(4)
    for _ in range(120):
        rows.check()
        rows.step(any_legal(games.batch.masks, rng))


MISTAKES = [
    (check_sb3, TellsWhoIsAskedNext, {}),
    (check_sb3, PaysTheSeatOfTheNewGame, {}),
    (check_sb3, TellsTheLastMoverOnly, {}),
    (check_sb3, TellsAgain, {"shaping": RewardShaping((0.125, 0.0))}),
    (check_sb3, PaysPositions, {"players": (2,), **ALLY}),
    (check_vector, PaysWhoIsAskedNext, {}),
    (check_vector, PaysTheAgentOfTheNewGame, {"seat": "rotating"}),
    (check_vector, TellsOwnMovesOnly, {}),
    (check_vector, TellsOnceMore, {}),
    (check_vector, PaysThePosition, {"players": 2, **ALLY}),
    (check_selfplay, PaysTheNextSeat, {}),
    (check_selfplay, PaysASeatOfTheNewGame, {}),
    (check_selfplay, PaysTheLastMoverOnly, {}),
    (check_selfplay, NeverClears, {"shaping_soldiers": 0.125}),
    (check_selfplay, PaysSeatsByPosition, {"players": 2, **ALLY}),
]


@cache
def passes(check, face, *setting):
    """Run the check once for all errors of one setting."""
    check(face, **dict(setting))


@pytest.mark.parametrize(("check", "mistake", "setting"), MISTAKES, ids=lambda part: getattr(part, "__name__", ""))
def test_a_planted_credit_error_is_detected_and_the_environment_itself_passes(check, mistake, setting):
    [face] = [kind for kind in mistake.__mro__ if kind in {MultiSeatVecEnv, GameVectorEnv, SelfPlayEnv}]
    passes(check, face, *setting.items())
    with pytest.raises(AssertionError):
        check(mistake, **setting)
