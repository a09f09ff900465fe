"""The vector environment in training: bootstrap observations, statistics, and games that are saved and continued."""

import numpy as np
import pytest

pytest.importorskip("numba")
pytest.importorskip("stable_baselines3")

from tests.envs.mirror import Mirror, any_legal, check_step, make_aec_env, run
from wd_env.envs.vector.lineup import LEARNER
from wd_env.games.world_dominance.game import GAME


def test_bootstrap_observations_show_the_current_view_of_every_learning_seat():
    env = make_aec_env(games=6, opponents=2)
    env.reset()
    for _ in run(env, 20):
        pass
    views, learning = env.bootstrap_observations()
    assert (views.shape, views.dtype, learning.shape) == ((6, 5, GAME.layout.size), np.int8, (6, 5))
    for row in range(6):
        for seat in range(5):
            present = seat < env.batch.num_players[row]
            assert learning[row, seat] == (present and env.lineup[row, seat] == LEARNER)
            if learning[row, seat]:
                [view] = env.batch.observe_seats(np.array([row]), np.array([seat]))
                assert np.array_equal(views[row, seat], view)
            else:
                assert not views[row, seat].any()


def test_statistics_count_games_decisions_and_wins():
    env = make_aec_env(games=6, opponents=2, seed=3, max_turns=150)
    mirror = Mirror(env, 3, {"max_turns": 150})
    mirror.reset()
    env.pop_stats()
    rng = np.random.default_rng(3)
    games = decisions = truncated = 0
    met, beaten = {0: 0, 1: 0}, {0: 0, 1: 0}
    for _ in range(300):
        lineups = env.lineup.copy()
        ended = check_step(mirror, any_legal(env, rng))
        counts = {row: sum(line.seat is not None for line in table.lines) for row, table in ended.items()}
        games += len(ended)
        decisions += sum(counts.values())
        truncated += sum(table.is_truncated for table in ended.values())
        for row, table in ended.items():
            seated = lineups[row, : table.state.seats].tolist()
            for opponent in set(seated) - {LEARNER}:
                met[opponent] += 1
                beaten[opponent] += table.winner is not None and seated[table.winner] == LEARNER
    stats = env.pop_stats()
    assert (stats.games, stats.decisions, stats.truncated) == (games, decisions, truncated)
    assert {name: stats.learner_games.get(name, 0) for name in met} == met
    assert {name: stats.learner_wins.get(name, 0) for name in met} == beaten
    assert min(met.values()) > 2
    assert max(beaten.values()) > 0
    assert env.pop_stats().games == 0


def test_saved_games_continue_unchanged():
    def trace(env, seed):
        found = []
        for obs, rewards, dones, _ in run(env, 80, seed):
            found.append((obs, rewards, dones, env.seat_rewards.copy(), env.acted_seat, env.truncated.copy()))
        return found

    env, other = (make_aec_env(games=5, opponents=0, seed=2, max_turns=50) for _ in range(2))
    env.reset()
    for _ in run(env, 40):
        pass
    saved = {name: array.copy() for name, array in env.save().items()}
    dealing = env._sample_num_players.__self__.generator.bit_generator.state
    first = trace(env, 7)
    other.reset()
    obs = other.load(saved)
    other._sample_num_players.__self__.generator.bit_generator.state = dealing
    assert np.array_equal(obs, saved["obs"])
    second = trace(other, 7)
    assert any(step[2].any() for step in first)
    for one, same in zip(first, second, strict=True):
        assert all(np.array_equal(a, b) for a, b in zip(one, same, strict=True))


def test_a_saved_line_up_and_the_lengths_come_back():
    env, other = (make_aec_env(games=6, opponents=2, seed=seed) for seed in (2, 3))
    env.reset()
    for _ in run(env, 30):
        pass
    saved = env.save()
    lineup, lengths = env.lineup.copy(), env.lengths.copy()
    for _ in run(env, 30):
        pass
    other.reset()
    other.load(saved)
    assert np.array_equal(other.lineup, lineup)
    assert np.array_equal(other.lengths, lengths)
    assert not np.array_equal(env.lengths, lengths)


def test_returned_views_do_not_change_afterwards():
    env = make_aec_env(games=3)
    first = env.reset()
    kept = first.copy()
    obs, rewards, _, _ = next(run(env, 1))
    seen = obs.copy(), rewards.copy(), env.seat_rewards.copy(), env.acted_seat.copy()
    given = obs, rewards, env.seat_rewards, env.acted_seat
    for _ in run(env, 5):
        pass
    assert np.array_equal(first, kept)
    assert all(np.array_equal(a, b) for a, b in zip(given, seen, strict=True))
