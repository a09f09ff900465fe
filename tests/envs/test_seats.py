"""Games in steps: an action of an opponent, a forced one, or one of the learner, whose games may wait."""

import numpy as np
import pytest

pytest.importorskip("numba")

from tests.envs.mirror import LineupSampler, RecordingOpponent
from wd_env.batch.batch import Batch
from wd_env.envs.vector.lineup import FORCED, LEARNER
from wd_env.envs.vector.multi_seat import MultiSeatEnv
from wd_env.errors import ConfigError, StateError
from wd_env.games.world_dominance.game import GAME
from wd_env.spec.rewards import RewardShaping

N = 24


@pytest.fixture
def games():
    """Return games of two to five players with two spies as opponents; in half of them all seats learn."""
    batch = Batch(GAME, N, 3, (2, 3, 4, 5), {"max_turns": 40}, RewardShaping((0.125, 0.0)))
    dealer = LineupSampler((2, 3, 4, 5), 2, 3)
    made = MultiSeatEnv(batch, [RecordingOpponent(0), RecordingOpponent(1)], dealer.lineup, dealer.sample_num_players)
    made.start_games()
    return made


def played(games, rounds, seed=1):
    """Play random actions of the learner in some of its games; yield who was to move and the actions of each step."""
    rng, batch = np.random.default_rng(seed), games.batch
    step = batch.step
    for _ in range(rounds):
        asked, masks, views, player = games.actors(), batch.masks.copy(), batch.obs.copy(), batch.player.copy()
        rows = np.flatnonzero((asked == LEARNER) & (rng.random(N) < 0.7))
        actions = np.where(masks > 0, rng.random(masks.shape), -1).argmax(axis=1)
        calls = []
        batch.step = lambda given, rows=None, calls=calls: (calls.append((given.copy(), rows)), step(given, rows))
        games.play_actions(asked, rows, actions[rows])
        batch.step = step
        yield asked, masks, views, player, rows, actions, calls


def test_a_game_is_answered_once_a_round_by_whoever_sits_there(games):
    for spy in games.opponents:
        spy.calls.clear()
    met = set()
    for asked, masks, views, _, learners, actions, calls in played(games, 150):
        [(answers, rows)] = calls
        assert sorted(rows) == sorted([*learners, *np.flatnonzero(asked != LEARNER)])
        given = np.full(N, -1)
        given[rows] = answers
        forced = masks.sum(axis=1) == 1
        assert ((asked == FORCED) == forced).all()
        assert (given[forced] == masks[forced].argmax(axis=1)).all()
        assert (given[learners] == actions[learners]).all()
        for number, spy in enumerate(games.opponents):
            theirs = asked == number
            seen = spy.calls.pop() if spy.calls else (views[:0], masks[:0])
            assert np.array_equal(seen[0], views[theirs])
            assert np.array_equal(seen[1], masks[theirs])
            assert not spy.calls
        met |= set(asked.tolist())
    assert met == {LEARNER, FORCED, 0, 1}


def test_who_is_asked_is_who_was_dealt_that_players_seat(games):
    lineup = games.lineup.copy()
    for asked, masks, _, player, *_ in played(games, 150):
        choice = masks.sum(axis=1) > 1
        assert (asked[choice] == lineup[np.arange(N), player][choice]).all()
        lineup = games.lineup.copy()


def test_a_round_pays_what_the_batch_pays_and_deals_ended_games_anew(games):
    batch, ends, cuts = games.batch, 0, 0
    restart, done, truncated = batch.reset, [], []

    def noting(rows, players=None, seeds=None):
        done.append(batch.done.copy())
        truncated.append(batch.truncated.copy())
        restart(rows, players, seeds)

    batch.reset = noting
    for *_, calls in played(games, 500):
        rows = calls[0][1]
        assert np.array_equal(games.seat_rewards[rows], batch.rewards[rows])
        assert not np.delete(games.seat_rewards, rows, axis=0).any()
        ended, cut = (done.pop(), truncated.pop()) if done else (np.zeros(N, bool), np.zeros(N, bool))
        assert np.array_equal(games.done, ended)
        assert np.array_equal(games.truncated, cut)
        assert len(games.final_observations) == cut.sum()
        ends += int((ended & ~cut).sum())
        cuts += int(cut.sum())
    assert min(ends, cuts) > 3
    stats = games.pop_stats()
    assert (stats.games, stats.truncated) == (ends + cuts, cuts)


def test_games_met_and_won_are_counted_by_opponent():
    """Play two games of two: the learner meets opponent 0 in one and itself in the other."""
    batch = Batch(GAME, 2, 3, [2], {"max_turns": 40, "last_player": "last_survivor_wins"})
    lineup = np.array([[LEARNER, 0, 0, 0, 0], [LEARNER] * 5])
    games = MultiSeatEnv(batch, [RecordingOpponent(0)], lambda players: lineup[: len(players)])
    games.start_games()
    games._after_end = lambda rows: None  # finished games wait
    first = np.zeros(2, np.bool_)
    while not batch.done.all():
        waiting = np.flatnonzero(~batch.done)
        asked = np.where(batch.done, LEARNER, games.actors())
        rows = waiting[asked[waiting] == LEARNER]
        games.play_actions(asked, rows, batch.masks[rows].argmax(axis=1))
        first |= batch.done
    stats = games.pop_stats()
    won = int(batch.won[0, 0])
    assert (stats.games, stats.learner_games) == (2, {0: 1})
    assert stats.learner_wins == {0: won}


@pytest.mark.parametrize(
    ("seated", "message"),
    [
        (
            np.full((N, 5), 2),
            r"expected LEARNER \(-1\), RANDOM_POLICY \(-3\) or the index of one of 2 bots, got 2",
        ),
        (np.full((N, 1), FORCED), "lineup: expected .*, got -2"),
        (np.full((N, 2), LEARNER), r"expected int64\(24, 5\), got int64\(24, 2\)"),
        (np.full((N, 5), -1.0), r"expected int64\(24, 5\), got float64"),
    ],
    ids=["no such bot", "a reserved index", "missing seats", "fractions"],
)
def test_an_invalid_line_up_is_rejected(seated, message):
    with pytest.raises(ConfigError, match=message):
        MultiSeatEnv(
            Batch(GAME, N, 3), [RecordingOpponent(0), RecordingOpponent(1)], lambda players: seated
        ).start_games()


def test_an_opponent_that_is_not_a_bot_is_rejected():
    with pytest.raises(ConfigError, match=r"opponent 1: expected a bot with choose_batch\(\), got 'scripted'"):
        MultiSeatEnv(Batch(GAME, 2, 3), [RecordingOpponent(0), "scripted"])


def test_saved_arrays_of_other_games_are_rejected_and_nothing_changes(games):
    saved = games.save()
    lineup, lengths, streams = (saved[name].copy() for name in ("lineup", "lengths", "opponent_streams"))
    negative_keys, large_keys = streams.copy(), streams.copy()
    lineup[3, 0], lengths[5], streams[7, 2], negative_keys[6, 1], large_keys[5, 0] = 2, -1, -1, -1, 2**32
    for name, array, message in (
        ("lineup", lineup, r"saved lineup: expected LEARNER .*, got 2"),
        ("lengths", lengths, "saved lengths: expected 0 or more, got -1"),
        ("opponent_streams", streams, "saved opponent_streams: expected keys"),
        ("opponent_streams", negative_keys, "saved opponent_streams: expected keys"),
        ("opponent_streams", large_keys, "saved opponent_streams: expected keys"),
    ):
        with pytest.raises(StateError, match=message):
            games.load({**saved, name: array})
    assert all(np.array_equal(array, saved[name]) for name, array in games.save().items())


def test_rewards_of_learning_seats_are_counted_by_whole_games():
    batch = Batch(GAME, N, 3, 2, {"max_turns": 400, "last_player": "last_survivor_wins"})
    games = MultiSeatEnv(
        batch, [RecordingOpponent(0)], lambda players: np.tile([LEARNER, 0, 0, 0, 0], (len(players), 1))
    )
    games.start_games()
    rng = np.random.default_rng(4)
    seen = 0
    while seen < 3:
        asked = games.actors()
        rows = np.flatnonzero(asked == LEARNER)
        actions = np.where(batch.masks > 0, rng.random(batch.masks.shape), -1).argmax(axis=1)
        games.play_actions(asked, rows, actions[rows])
        if games.stats.games >= 20:
            stats = games.pop_stats()
            wins, lost = stats.learner_wins.get(0, 0), stats.games - stats.truncated
            assert stats.learner_seats == stats.games
            assert stats.learner_rewards == wins - (lost - wins)
            seen += 1
