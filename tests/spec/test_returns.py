"""Returns of players at the end of a game, by winners and players; a game may have its own."""

from itertools import product

import numpy as np
import pytest

from wd_env.games.world_dominance.config import Config
from wd_env.games.world_dominance.game import GAME, new_state
from wd_env.kernels import game_loop
from wd_env.spec.rewards import is_zero_sum, returns_table, shared_returns


def paid(won, players, over=1, table=GAME.returns_table):
    state = new_state(Config(num_players=players))
    state.won = [int(player in won) for player in range(5)]
    rewards = [9.0] * 5
    game_loop.write_rewards(state, over, table, rewards)
    return rewards


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_single_winner_gets_one_and_each_other_player_pays_the_same_share(players):
    for winner in range(players):
        rewards = paid([winner], players)
        others = [rewards[player] for player in range(players) if player != winner]
        assert rewards[winner] == 1.0
        assert others == pytest.approx([-1 / (players - 1)] * (players - 1), abs=1e-7)
        assert len(set(others[:-1])) <= 1, "expected equal shares, except for the rounding error of the last"
        assert rewards[players:] == [0.0] * (5 - players)


@pytest.mark.parametrize(("winners", "players"), [(w, n) for n in range(2, 6) for w in range(1, n + 1)])
def test_returns_sum_to_nothing_however_many_win_and_winners_share(winners, players):
    rewards = paid(range(winners), players)
    assert sum(rewards) == sum(reversed(rewards)) == 0
    assert [float(np.float32(reward)) for reward in rewards] == rewards
    assert len(set(rewards[:winners])) == 1
    assert rewards[0] == pytest.approx(shared_returns(winners, players)[0], abs=2**-25), "expected the nearest float32"
    assert rewards[0] > rewards[players - 1] or winners == players


def test_rewards_are_zero_before_the_end_and_without_a_winner():
    assert paid([0], 4, over=0) == paid([], 4) == [0.0] * 5


def test_a_game_may_pay_by_returns_of_its_own():
    table = returns_table(lambda winners, players: (players, -winners), 5)
    assert paid([1, 3], 4, table=table) == [-2, 4, -2, 4, 0]
    assert shared_returns(2, 5) == pytest.approx((3 / 8, -1 / 4))


def test_a_game_is_zero_sum_if_the_returns_of_every_possible_end_are():
    def returns_except_at(end):
        return lambda winners, players: (1, 1) if (winners, players) == end else (players - winners, -winners)

    counted = {end for end in product(range(7), repeat=2) if not is_zero_sum(returns_except_at(end), 4)}
    assert counted == {(winners, players) for players in (2, 3, 4) for winners in range(1, players + 1)}


@pytest.mark.parametrize("most", [2, 3, 5])
def test_the_table_has_three_numbers_for_each_number_of_winners_and_players(most):
    assert len(returns_table(shared_returns, most)) == 3 * (most + 1) ** 2
