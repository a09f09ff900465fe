"""Ratings: known values, and the same result for the same blocks in any order."""

import itertools
import math

import numpy as np
import pytest

pytest.importorskip("choix")

import choix

from wd_env.evaluation.ladder.lineups import find_anchor, lineups
from wd_env.evaluation.ladder.ratings import ELO, PRIOR_WINS, fit_plackett_luce, ladder_results
from wd_env.evaluation.matches.match_blocks import BlockResult, Failure

HEADER = {"seed": 1, "block_size": 4, "bots": [{"name": name, "sha256": None} for name in ("a", "b", "c")]}
BOTS = ("a", "b", "c")


def played(won, failures=()):
    return BlockResult(np.array(won, np.float64), 0, 10, tuple(failures))


def test_two_bots_have_the_rating_of_their_odds():
    (first, second) = fit_plackett_luce(np.array([[1.0, 1.0]]), np.array([[75.0, 25.0]]))
    assert first - second == pytest.approx(math.log((75 + PRIOR_WINS) / (25 + PRIOR_WINS)))


def test_one_against_three_of_a_kind_is_rated_by_the_seat():
    """Rate a bot by its seat: an equal bot wins one game in four, one that is twice as strong two in five."""
    equal = fit_plackett_luce(np.array([[1.0, 3.0]]), np.array([[2500.0, 7500.0]]))
    strong = fit_plackett_luce(np.array([[1.0, 3.0]]), np.array([[4000.0, 6000.0]]))
    assert equal[0] - equal[1] == pytest.approx(0, abs=1e-3)
    assert strong[0] - strong[1] == pytest.approx(math.log(2), abs=1e-3)


def test_the_fit_equals_that_of_choix_if_choix_has_one():
    """Fit without repeated bots and shared wins; choix gets the games of the prior one by one."""
    line_ups_of = [(0, 1, 2), (0, 2, 3), (1, 2, 3), (0, 1)]
    wins = np.array([[12, 5, 3, 0], [9, 0, 6, 1], [0, 7, 8, 2], [4, 4, 0, 0]], np.float64)
    seats = np.array([[float(bot in lineup) for bot in range(4)] for lineup in line_ups_of])
    data = [
        (winner, [bot for bot in lineup if bot != winner])
        for lineup, won in zip(line_ups_of, wins, strict=True)
        for winner in lineup
        for _ in range(int(2 * won[winner]))
    ] + [
        pair
        for one, other in itertools.permutations(range(4), 2)
        for pair in [(one, [other])] * int(4 * PRIOR_WINS / 2)
    ]
    assert fit_plackett_luce(seats, wins) == pytest.approx(choix.ilsr_top1(4, data), abs=1e-6)


def test_a_bot_that_never_wins_is_rated():
    found = ladder_results(HEADER, {(("a", "b"), 0): played([[2, 0]] * 4), (("a", "c"), 0): played([[2, 0]] * 4)})
    for standing in found.rankings[0].ratings:
        assert all(map(math.isfinite, (standing.rating, standing.low, standing.high)))
    assert found.rankings[0].ratings[0].bot == "a"


@pytest.mark.parametrize("winner", [0, 1])
def test_the_rating_of_a_bot_that_wins_every_game_has_a_finite_interval(winner):
    """Compute by hand: Jeffreys' interval of 0 of 50 deals ends at 4.87%, and 100 games are divided 95.13 to 4.87."""
    won = np.eye(2)[[winner] * 50] * 2
    (ranking,) = ladder_results({**HEADER, "bots": HEADER["bots"][:2]}, {(("a", "b"), 0): played(won)}).rankings
    other = next(standing for standing in ranking.ratings if standing.bot == "b")
    far, near = (ELO * math.log((100 - lost + PRIOR_WINS) / (lost + PRIOR_WINS)) for lost in (0, 4.87))
    ends = sorted((abs(other.low), abs(other.high)))
    assert ends == pytest.approx([near, far], rel=0.05)
    assert other.rating == pytest.approx(far if winner else -far)
    assert other.low <= other.high


def test_against_a_bot_that_won_everything_others_are_rated_by_their_seats():
    (ranking,) = ladder_results(HEADER, {(("a", "b", "c", "c"), 0): played([[4, 0, 0, 0]] * 10)}).rankings
    of = {standing.bot: standing for standing in ranking.ratings}
    assert of["b"].high - of["b"].low > 100
    assert of["b"].high == pytest.approx(of["c"].high, abs=60)


def test_games_of_one_bot_against_itself_change_no_rating():
    blocks = {(("a", "b"), 0): played([[2, 0], [1, 1], [0, 2], [1, 0]])}
    alone = {(("a", "a"), 0): played([[1, 1]] * 4)}
    one, other = (ladder_results(HEADER, found).rankings[0].ratings for found in (blocks, blocks | alone))
    assert [standing.rating for standing in other] == [standing.rating for standing in one]
    assert [standing.low for standing in other] == pytest.approx([standing.low for standing in one], abs=60)


def test_games_without_winners_have_no_interval_and_change_no_other():
    blocks = {(("a", "b"), 0): played([[2, 0], [1, 1], [0, 2], [1, 0]])}
    undecided = {(("a", "c"), 0): played([[0, 0]] * 4)}
    of = {standing.bot: standing for standing in ladder_results(HEADER, blocks | undecided).rankings[0].ratings}
    assert (of["c"].low, of["c"].high, of["c"].games, of["c"].won) == (None, None, 8, 0)
    assert of["b"].low < of["b"].rating < of["b"].high


def test_ratings_come_from_the_blocks_and_not_from_their_order():
    rng = np.random.default_rng(1)
    blocks = {
        (lineup, number): played(rng.multinomial(len(lineup), [1 / len(lineup)] * len(lineup), size=4))
        for players in (2, 3)
        for lineup in lineups(BOTS, players, 1)
        for number in range(3)
    }
    backwards = dict(reversed(blocks.items()))
    assert ladder_results(HEADER, blocks).as_json() == ladder_results(HEADER, backwards).as_json()
    assert [ranking.players for ranking in ladder_results(HEADER, blocks).rankings] == [2, 3, None]


def test_shares_games_and_pay_offs_are_counted():
    blocks = {(("a", "b"), 0): played([[2, 0], [1, 1], [2, 0], [1, 0]]), (("b", "c"), 0): played([[0, 2]] * 4)}
    found = ladder_results(HEADER, blocks)
    (ranking,) = found.rankings
    of = {standing.bot: standing for standing in ranking.ratings}
    assert (ranking.games, [of[bot].games for bot in BOTS]) == (16, [8, 16, 8])
    assert [of[bot].win_rate for bot in BOTS] == [6 / 7, 1 / 15, 1]
    assert found.payoffs == ((None, 6 / 7, None), (1 / 7, None, 0.0), (None, 1.0, None))
    assert of["a"].rating == of["a"].low == of["a"].high == 0


def test_seats_of_one_bot_are_counted_together():
    (ranking,) = ladder_results(HEADER, {(("a", "b", "b"), 0): played([[1, 1, 1], [0, 2, 1]])}).rankings
    of = {standing.bot: standing for standing in ranking.ratings}
    assert (of["a"].win_rate, of["b"].win_rate, of["c"].win_rate) == (1 / 6, 5 / 12, 0)
    assert (of["a"].games, of["b"].games, of["c"].games) == (6, 6, 0)


def test_shares_alone_are_those_of_the_games_against_the_anchor():
    rng = np.random.default_rng(3)
    blocks = {
        (lineup, number): played(rng.multinomial(len(lineup), [1 / len(lineup)] * len(lineup), size=4))
        for players in (2, 4)
        for lineup in lineups(("b", "a", "c"), players, 1)
        for number in range(9)
    }
    found = ladder_results(HEADER, blocks).one_vs_rest
    assert [(share.bot, share.opponent, share.players, share.games) for share in found] == [
        (bot, "a", players, 9 * 4 * players) for bot in ("b", "c") for players in (2, 4)
    ]
    for share in found:
        won = [
            block.won[:, lineup.index(share.bot)].sum()
            for (lineup, _), block in blocks.items()
            if sorted(lineup) == sorted((share.bot, *"a" * (share.players - 1)))
        ]
        assert share.win_rate == pytest.approx(sum(won) / share.games)
        assert share.low < share.win_rate < share.high < share.low + 0.4


def test_a_single_deal_has_no_interval():
    assert ladder_results(HEADER, {(("a", "b"), 0): played([[1, 1]])}).one_vs_rest == ()


def test_failures_are_added_up_and_named():
    failures = [Failure(1, 2, "first"), Failure(2, 1, "later")]
    blocks = {(("a", "b", "b"), 0): played([[1, 1, 1]], failures), (("a", "b", "b"), 1): played([[1, 1, 1]])}
    found = ladder_results(HEADER, blocks).rankings[0].ratings
    assert {standing.bot: (standing.failures, standing.reason) for standing in found} == {
        "a": (0, ""),
        "b": (3, "first"),
        "c": (0, ""),
    }


def test_an_interval_covers_the_truth_about_as_often_as_it_says():
    """Simulate sixty ladders of two bots, 100 Elo apart, with 128 deals each.

    A coverage of 49 of 60 would be four standard deviations off.
    """
    odds, covered = 1 / (1 + 10 ** (-100 / 400)), 0
    for seed in range(60):
        rng = np.random.default_rng(seed)
        wins = rng.binomial(2, odds, size=128)
        won = np.stack([2 - wins, wins], axis=1)
        (ranking,) = ladder_results({**HEADER, "bots": HEADER["bots"][:2]}, {(("a", "b"), 0): played(won)}).rankings
        best = next(standing for standing in ranking.ratings if standing.bot == "b")
        covered += best.low <= 100 <= best.high
    assert covered > 49


def test_the_baseline_has_rating_0_if_it_plays():
    assert find_anchor(("random", "scripted_v1")) == "scripted_v1"
    assert find_anchor(("random", "scripted")) == "random"
    assert pytest.approx(400 / math.log(10)) == ELO


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("count", [2, 3, 6])
def test_line_ups_let_every_bot_meet_every_other(players, count):
    bots = tuple("abcdef"[:count])
    found = lineups(bots, players, 1)
    assert len(found) == len(set(found))
    assert {len(lineup) for lineup in found} == {players}
    met = {frozenset(pair) for lineup in found for pair in itertools.combinations(set(lineup), 2)}
    assert met >= {frozenset(pair) for pair in itertools.combinations(bots, 2)}
    assert found == lineups(bots, players, 1)
    if players > 2:
        assert {(one, *[other] * (players - 1)) for one, other in itertools.permutations(bots, 2)} <= set(found)
        assert (len(found) > count * (count - 1)) == (count > 2)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_with_one_vs_rest_every_bot_meets_only_the_anchor(players):
    found = lineups(("a", "scripted_v1", "b"), players, 1, one_vs_rest=True)
    assert found == [(bot, *["scripted_v1"] * (players - 1)) for bot in ("a", "b")]
    assert lineups(("a", "b", "c"), players, 1, one_vs_rest=True) == [
        (bot, *["a"] * (players - 1)) for bot in ("b", "c")
    ]
