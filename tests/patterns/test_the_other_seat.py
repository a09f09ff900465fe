"""Tests distinguish the player who moves, sees or gets a reward by the seat, never by counts that may be equal."""

from types import SimpleNamespace

import numpy as np
import pytest

pytest.importorskip("numba")

from tests.envs.referee import any_legal
from tests.games.samples import all_samples, samples_of
from wd_env.agents.agent import Agent
from wd_env.envs.gymnasium_env import SingleAgentEnv
from wd_env.envs.vector.episode_stats import EpisodeStats
from wd_env.envs.vector.lineup import LEARNER
from wd_env.evaluation.matches.match_blocks import Block, BlockRunner

EVERY = [*all_samples(), samples_of("pledge")]
CASES = [
    pytest.param(samples, kind, seat, id=f"{samples.row.name}: {kind}, seat {seat}")
    for samples in EVERY
    for kind in samples.kinds
    if kind.players > 2 and samples.game_of(kind) is samples.game
    for seat in ((0, 1, 2) if kind.players < 5 else (1,))
]
DECISIONS = 60
COMPARED, COMPARED_FREQ = 10, 10  # the first observations of a bot and every tenth later: large ones take long


class Placed(Agent):
    """A bot that acts at random, and records for each decision whose it was and whether the view was that player's."""

    def __init__(self, seed):
        super().__init__(np.random.default_rng(seed))
        self.env, self.asked = None, []

    def choose(self, view):
        table = self.env.table
        self.asked.append(table.player)
        if len(self.asked) <= COMPARED or len(self.asked) % COMPARED_FREQ == 0:
            assert list(view.obs) == list(table.observe(table.seat))
        return any_legal(view.mask, self.generator)


@pytest.mark.thinned(3)
@pytest.mark.parametrize(("samples", "kind", "seat"), CASES)
def test_each_opponent_is_asked_for_its_own_player_alone_and_sees_what_that_player_sees(
    samples, kind, seat, monkeypatch
):
    monkeypatch.setenv("WD_SINGLE", "compiled")  # turns of several opponents are slow interpreted
    bots = [Placed(place) for place in range(kind.players - 1)]
    env = SingleAgentEnv(kind.players, seat, bots, game=samples.row, **kind.options)
    for bot in bots:
        bot.env = env
    for game in range(2):
        env.reset(seed=game)
        rng = np.random.default_rng(game)
        for _ in range(DECISIONS):
            assert env.table.player == seat
            *_, terminated, truncated, _ = env.step(np.int64(any_legal(env.action_masks(), rng)))
            if terminated or truncated:
                break
    assert [set(bot.asked) for bot in bots] == [{(seat + place) % kind.players} for place in range(1, kind.players)]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_win_is_recorded_for_the_bot_in_that_seat(players):
    samples = samples_of("world_dominance")
    names = tuple(f"bot {place}" for place in range(players))
    games = BlockRunner(samples.game, Block(names, 1, 0, 2), [Placed(place) for place in range(players)])
    rows = games.batch.n
    games.batch = SimpleNamespace(won=np.eye(5, dtype=np.int8)[np.arange(rows) % players])
    winner = [(row % players - rotation) % players for row, rotation in enumerate(games.rotation)]
    assert games.win_fractions().argmax(axis=1).tolist() == winner
    assert games.win_fractions().sum(axis=1).tolist() == [1.0] * rows


def test_wins_of_learners_are_counted_against_each_opponent_they_met():
    """Seat the learner differently in each game; only the games that it won itself are its wins."""
    lineup = np.array([[LEARNER, 0, 1], [0, LEARNER, 0], [1, 1, LEARNER], [0, 1, LEARNER]])
    won = np.zeros((4, 3), np.bool_)
    won[[0, 1, 2, 3], [0, 0, 2, 1]] = True  # the learner, an opponent, the learner, an opponent
    stats = EpisodeStats()
    stats.add(lineup, np.ones((4, 3), np.bool_), won, np.array([5, 6, 7, 8]), np.zeros((4, 3)))
    assert stats.decisions == 26
    assert stats.learner_games == {0: 3, 1: 3}
    assert stats.learner_wins == {0: 1, 1: 2}
