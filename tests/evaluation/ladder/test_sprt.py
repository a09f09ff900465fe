"""The sequential test: its error rates on simulated scores, its bounds, and independence of processes."""

import math

import numpy as np
import pytest

pytest.importorskip("numba")

from wd_env.errors import ConfigError
from wd_env.evaluation.ladder.sequential_test import H0, H1, UNDECIDED, Hypotheses, SprtTest, deal_scores
from wd_env.evaluation.matches.match_blocks import BlockResult
from wd_env.registry import get_game

BLOCK, RUNS, MOST_BLOCKS = 64, 400, 400
SHORT = {"max_turns": 40}


def ended(hypotheses, elo, rng):
    """Return the conclusion on a bot of this strength, from independent games evaluated block by block."""
    wins = rng.binomial(hypotheses.players, hypotheses.expected_score(elo), size=BLOCK * MOST_BLOCKS)
    scores = wins / hypotheses.players
    for deals in range(BLOCK, len(scores) + 1, BLOCK):
        verdict = hypotheses.conclusion(hypotheses.llr(scores[:deals]))
        if verdict != UNDECIDED:
            return verdict
    return UNDECIDED


@pytest.mark.thinned(3)
@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize(("elo", "wrong"), [(0, H1), (40, H0)])
@pytest.mark.parametrize("error", [0.05, 0.15])
def test_error_rates_are_the_set_ones(players, elo, wrong, error):
    """Count errors: evaluating only whole blocks makes them rarer, and three standard deviations above is too many.

    No error at all would mean that the test proves nothing.
    """
    hypotheses = Hypotheses(players, 0, 40, error, error)
    rng = np.random.default_rng((players, elo))
    verdicts = [ended(hypotheses, elo, rng) for _ in range(RUNS)]
    assert UNDECIDED not in verdicts
    assert 0 < verdicts.count(wrong) / RUNS <= error + 3 * math.sqrt(error * (1 - error) / RUNS)


def test_the_bounds_are_those_of_wald():
    assert Hypotheses(alpha=0.05, beta=0.1).bounds == (math.log(0.1 / 0.95), math.log(0.9 / 0.05))


@pytest.mark.parametrize("players", [2, 3, 5])
def test_an_equal_bot_is_expected_to_score_its_equal_share(players):
    hypotheses = Hypotheses(players)
    assert hypotheses.expected_score(0) == pytest.approx(1 / players)
    assert hypotheses.elo(hypotheses.expected_score(123)) == pytest.approx(123)
    assert [hypotheses.elo(score) for score in (0, 1)] == [-2000, 2000]


def test_a_ratio_is_that_of_normal_densities():
    hypotheses, scores = Hypotheses(elo1=50), np.array([0, 0.5, 1, 1, 0.5, 1])
    variance = np.concatenate([scores, [0, 1]]).var()
    means = hypotheses.expected_score(50), hypotheses.expected_score(0)
    one, none = (-((scores - mean) ** 2).sum() / (2 * variance) for mean in means)
    assert hypotheses.llr(scores) == pytest.approx(one - none)


def test_a_game_that_nobody_wins_is_shared():
    played = BlockResult(np.array([[2.0, 0.0], [1.0, 0.0], [0.0, 0.0], [0.0, 2.0]]), 3, 10)
    assert deal_scores(played).tolist() == [1, 0.75, 0.5, 0]
    three = BlockResult(np.array([[0.0, 0.0, 0.0], [3.0, 0.0, 0.0], [1.0, 1.0, 0.0]]), 4, 10)
    assert deal_scores(three) == pytest.approx([1 / 3, 1, 4 / 9])


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"elo0": 10, "elo1": 10}, "elo0 and elo1: expected elo0 below elo1"),
        ({"elo1": 1e9}, "from -2000 to 2000"),
        ({"elo1": math.nan}, "got 0 and nan"),
        ({"alpha": 0}, "alpha: expected more than 0 and less than 0.5, got 0"),
        ({"beta": 0.5}, "beta: expected .*, got 0.5"),
    ],
)
def test_invalid_hypotheses_are_rejected(values, words):
    with pytest.raises(ConfigError, match=words):
        Hypotheses(**values)


def looks(processes):
    test = SprtTest(get_game(), SHORT, ("random", "random"), Hypotheses(elo1=5), 64 * 2 * 3)
    return [(look.games, look.llr, look.conclusion, look.decisions) for look in test.interim_results(processes)]


def test_interim_results_do_not_depend_on_the_number_of_processes():
    one = looks(1)
    assert [games for games, *_ in one] == [128, 256, 384]
    assert one == looks(2)
