"""A search of the toy game, without heuristics and network: its values equal those computed separately."""

from fractions import Fraction

import numpy as np
import pytest

pytest.importorskip("numba")

from tests.toy_game import CARD_VALUE, CARDS, EVEN, FACES, HOLD, ODD, PLEDGE, RIGHT_PLEDGE, ROLL_CHOICE, THROW
from wd_env.agents.search.rollouts import start_sample
from wd_env.agents.search.search_agent import SearchAgent
from wd_env.agents.search.search_options import SearchOptions
from wd_env.agents.search.second_ply import start_second_ply
from wd_env.errors import StateError
from wd_env.kernels.default_rules import resample as nothing_hidden
from wd_env.table.game_table import Table

SAMPLES = 6000
LIMIT = 12  # points above which a player loses all


def last_to_act(points, thrown, card, pledge):
    """Return a table of two at which the second player, the last to act, has these points, and the first has ten."""
    table = Table(PLEDGE, PLEDGE.config_class(num_players=2), seed=1)
    state = table.state
    state.node, state.seat = ROLL_CHOICE, 1
    state.points[0], state.points[1], state.thrown, state.throws = 10, points, thrown, 4
    state.card[0], state.card[1] = card % CARDS + 1, card
    state.pledge[0], state.pledge[1] = ODD, pledge
    return table


def worth_of_holding(points, thrown, card, pledge):
    """Return the second player's expected win for holding.

    It is the mean over each other card and both pledges of the first player, who has ten points.
    """
    mine = score(points, thrown, card, pledge)
    parts = [
        Fraction(1 if mine > theirs else 0) + (Fraction(1, 2) if mine == theirs else 0)
        for other in range(1, CARDS + 1)
        if other != card
        for theirs in (score(10, thrown, other, choice) for choice in (ODD, EVEN))
    ]
    return sum(parts) / len(parts)


def score(points, thrown, card, pledge):
    return points + CARD_VALUE * card + (RIGHT_PLEDGE if (pledge == EVEN) == (thrown % 2 == 0) else 0)


def worth_of_throwing(points, thrown, card, pledge, limit=LIMIT):
    """Return the expected win for throwing once more and then throwing or holding at random, repeatedly."""
    total = Fraction(0)
    for face in range(1, FACES + 1):
        now = points + face
        if now <= limit:
            hold = worth_of_holding(now, thrown + face, card, pledge)
            total += (hold + worth_of_throwing(now, thrown + face, card, pledge, limit)) / 2
    return total / FACES


POSITIONS = [(3, 4, ODD), (7, 2, EVEN), (9, 3, ODD), (10, 1, EVEN), (11, 4, ODD)]


@pytest.mark.parametrize(("points", "card", "pledge"), POSITIONS)
def test_mean_values_equal_those_computed_separately(points, card, pledge):
    thrown = 10 + points
    options = SearchOptions(samples=SAMPLES, margin=0.0, stderrs=1000.0)
    opinion = SearchAgent(np.random.default_rng(1), options).analyse_view(
        last_to_act(points, thrown, card, pledge).view(1)
    )
    found = {
        action: (mean, error)
        for action, mean, error in zip(opinion.actions.tolist(), opinion.means, opinion.half_widths, strict=True)
    }
    wanted = {
        HOLD: worth_of_holding(points, thrown, card, pledge),
        THROW: worth_of_throwing(points, thrown, card, pledge),
    }
    for action, worth in wanted.items():
        mean, error = found[action]
        assert abs(mean - float(worth)) <= 2 * error + 1e-9, (action, mean, float(worth))
    assert opinion.action == max(wanted, key=lambda action: wanted[action])


def worth_of_throwing_ahead(points, thrown, card, pledge):
    """Return the expected win for the better of both after the next throw, and random choices after that."""
    total = Fraction(0)
    for face in range(1, FACES + 1):
        after = points + face, thrown + face, card, pledge
        if points + face <= LIMIT:
            total += max(worth_of_holding(*after), worth_of_throwing(*after))
    return total / FACES


@pytest.mark.parametrize(("points", "card", "pledge"), POSITIONS)
def test_a_second_ply_finds_the_value_of_the_seats_next_decision(points, card, pledge):
    thrown = 10 + points
    options = SearchOptions(samples=SAMPLES // 2, second_ply=300, margin=0.0, stderrs=1000.0)
    opinion = SearchAgent(np.random.default_rng(1), options).analyse_view(
        last_to_act(points, thrown, card, pledge).view(1)
    )
    place = opinion.actions.tolist().index(THROW)
    wanted = worth_of_throwing_ahead(points, thrown, card, pledge)
    assert abs(opinion.means[place] - float(wanted)) <= 2 * opinion.half_widths[place] + 1e-9
    assert wanted >= worth_of_throwing(points, thrown, card, pledge)


def test_somewhere_a_second_ply_is_worth_more_than_one():
    worth = [(worth_of_throwing_ahead(p, 10 + p, c, t), worth_of_throwing(p, 10 + p, c, t)) for p, c, t in POSITIONS]
    assert max(ahead - at_once for ahead, at_once in worth) > Fraction(1, 10)


def test_a_second_ply_changes_nothing_for_a_player_who_holds():
    """Check that a second ply does not change the value for a player who holds and will not be to move again."""
    table = last_to_act(0, 8, 3, EVEN)
    table.state.seat = 0
    table.state.points[0] = 8
    found = []
    for again in (0, 50):
        options = SearchOptions(samples=200, second_ply=again, margin=0.0, stderrs=1000.0)
        opinion = SearchAgent(np.random.default_rng(1), options).analyse_view(table.view(0))
        found.append(dict(zip(opinion.actions.tolist(), opinion.means.tolist(), strict=True)))
    assert found[0][HOLD] == found[1][HOLD]
    assert found[0][THROW] < found[1][THROW]


def test_each_sample_of_a_second_ply_has_its_own_random_numbers():
    keys = set()
    for sample in range(50):
        streams, inner = np.zeros((2, 3), object), np.zeros((3, 3), object)  # Python integers without a limit
        start_sample(streams, (1, 2), sample)
        start_second_ply(inner, streams)
        keys.add(tuple(inner[2].tolist()))
    assert len(keys) == 50


def test_a_game_that_hides_something_needs_a_rule_to_deal_it_anew():
    from dataclasses import replace

    silent = replace(PLEDGE, name="silent", resample=nothing_hidden)
    with pytest.raises(StateError, match="silent hides card, pledge; expected a rule `resample`"):
        SearchAgent(np.random.default_rng(1)).check_game(silent)
    table = Table(silent, silent.config_class(), seed=1)
    with pytest.raises(StateError, match="silent hides card, pledge"):
        table.view(table.seat).resample(np.random.default_rng(1))


@pytest.mark.parametrize("players", [2, 3])
def test_it_plays_whole_games(players):
    for seed in range(5):
        table = Table(PLEDGE, PLEDGE.config_class(num_players=players, max_throws=30), seed=seed)
        bot = SearchAgent(np.random.default_rng(seed), SearchOptions(samples=20))
        while not table.is_terminal:
            table.play(bot.choose(table.view(table.seat)), seat=table.seat)
        assert table.is_terminal
