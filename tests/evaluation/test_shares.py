"""Win rates of a match, counted by hand: each deal at single tables, in every game."""

import json
from collections import Counter

import numpy as np
import pytest

pytest.importorskip("numba")

from tests.games.pledge.samples import ROW as PLEDGE
from wd_env.agents.agent import Agent
from wd_env.evaluation.ladder.ratings import ladder_results
from wd_env.evaluation.matches.match import match_result, play_match, play_match_with_bots
from wd_env.evaluation.matches.match_blocks import Block, BlockResult, make_blocks
from wd_env.evaluation.matches.match_file import MATCH_FORMAT
from wd_env.registry import GAMES
from wd_env.table.play_out import play_out

MATCHES = (  # game, players, options: in each, some games have no winner or several
    (GAMES["world_dominance"], 3, 4, {"max_turns": 90}),
    (GAMES["world_dominance"], 2, 4, {"variant": "ally", "max_turns": 40}),
    (GAMES["domination"], 3, 4, {"auto_place": "all", "max_rounds": 12, "game_type": "mission"}),
    (PLEDGE, 3, 20, {"limit": 6, "max_throws": 4}),
)
IDS = [f"{row.name}-{options}" for row, *_, options in MATCHES]


class Pick(Agent):
    """A bot without random numbers that chooses by its observation."""

    def __init__(self, salt):
        super().__init__(np.random.default_rng(salt))
        self.salt = salt

    def choose(self, view):
        return view.legal_actions[(self.salt * sum(view.obs)) % len(view.legal_actions)].index


def winners_at_plain_tables(row, bots, blocks, options):
    """Count how often each set of bots has won, with each deal played once from every rotation of the seats."""
    players, found = len(bots), Counter()
    for rotation in range(players):
        seated = [bots[(seat - rotation) % players] for seat in range(players)]
        for seed in [seed for block in blocks for seed in block.deal_seeds()]:
            table = row.new_table(row.config(num_players=players, **options), seed=seed)
            play_out(table, seated)
            won = [bots.index(seated[player]) for player in range(players) if table.state.won[player]]
            found[tuple(sorted(won))] += 1
    return found


@pytest.mark.parametrize(("row", "players", "deals", "options"), MATCHES, ids=IDS)
def test_win_rates_are_those_of_games_with_a_winner(row, players, deals, options, monkeypatch):
    monkeypatch.setitem(GAMES, row.name, row)
    bots, names = [Pick(salt) for salt in (3, 7, 11)[:players]], ["a", "b", "c"][:players]
    result = play_match_with_bots(row.spec_for(**options), names, bots, deals * players, 5, options, block_size=3)
    by_hand = winners_at_plain_tables(row, bots, make_blocks(names, deals, 5, 3), options)
    decided = sum(games for won, games in by_hand.items() if won)
    assert (result.games, result.decided) == (deals * players, decided)
    assert decided > 0
    assert decided < result.games or any(len(won) > 1 for won in by_hand)
    for place, share in enumerate(result.win_rates):
        parts = sum(games / len(won) for won, games in by_hand.items() if place in won)
        among = sum(games for won, games in by_hand.items() if place in won)
        assert share.wins == pytest.approx(parts, abs=1e-6)
        assert (share.won, share.won_alone, share.games, share.decided) == (
            among,
            by_hand[place,],
            result.games,
            decided,
        )
        assert share.win_rate == pytest.approx(parts / decided)
    together = {one.bots: (one.games, one.fraction) for one in result.joint_wins}
    assert together == {
        tuple(names[place] for place in won): (games, pytest.approx(games / decided))
        for won, games in by_hand.items()
        if len(won) > 1
    }


def test_equal_bots_cannot_be_told_apart_where_half_of_the_games_have_no_winner():
    result = play_match(GAMES["world_dominance"].game, ["random"] * 4, 1200, 3, {"max_turns": 120})
    assert 0.2 < result.decided / result.games < 0.8
    assert sum(share.win_rate for share in result.win_rates) == pytest.approx(1)
    for share in result.win_rates:
        assert share.low - 0.02 < 1 / 4 < share.high + 0.02


def test_two_allies_who_win_everything_are_reported_as_joint_winners():
    """Compute four games with three rotations, all won by a and b together."""
    block = Block(("a", "b", "c"), 1, 0, 4)
    played = BlockResult(np.tile([1.5, 1.5, 0.0], (4, 1)), 0, 99, winners={(0, 1): 12})
    result = match_result([(block, played)], None, 64)
    assert [(one.won, one.won_alone, one.win_rate) for one in result.win_rates] == [
        (12, 0, 0.5),
        (12, 0, 0.5),
        (0, 0, 0.0),
    ]
    assert [(one.bots, one.games, one.fraction) for one in result.joint_wins] == [(("a", "b"), 12, 1.0)]


def test_thirds_of_wins_add_up_to_whole_numbers():
    block = Block(("a", "b", "c"), 1, 0, 2)
    played = BlockResult(np.full((2, 3), 1 / 3 + 1 / 3 + 1 / 3), 0, 9, winners={(0, 1, 2): 6})
    assert [share.wins for share in match_result([(block, played)], None, 64).win_rates] == [2, 2, 2]


def test_without_winners_the_interval_is_the_whole_range():
    result = match_result([(Block(("a", "b"), 1, 0, 2), BlockResult(np.zeros((2, 2)), 4, 9))], None, 64)
    assert [(one.won, one.win_rate, one.low, one.high) for one in result.win_rates] == [(0, 0.0, 0.0, 1.0)] * 2


@pytest.mark.parametrize("winners", [[[[0], 2]], [[[0], 1], [[1], 2]], [[[0, 2], 3]], [[[0, 0], 3]], [[[], 3]]])
def test_a_saved_block_whose_winners_contradict_its_wins_is_corrupt(winners):
    block = Block(("a", "b"), 1, 0, 2)
    played = BlockResult(np.array([[1.0, 0.0], [1.0, 1.0]]), 1, 9, winners={(0,): 2, (1,): 1})
    header = {"lineup": ["a", "b"], "block_size": 64, "deals": 2}
    data = json.loads(json.dumps(MATCH_FORMAT.as_data(block, played)))
    (_, found) = MATCH_FORMAT.from_data(header, data)
    assert (found.winners, found.won.tolist()) == (played.winners, played.won.tolist())
    with pytest.raises((ValueError, TypeError)):
        MATCH_FORMAT.from_data(header, data | {"winners": winners})


def test_a_ladder_measures_win_rates_over_games_with_a_winner():
    """Compute 16 games: a won 6, b won 2 and the others have no winner, so a has three quarters of the wins."""
    header = {"bots": [{"name": "a"}, {"name": "b"}], "seed": 1, "block_size": 8}
    found = ladder_results(
        header, {(("a", "b"), 0): BlockResult(np.array([[1, 0], [1, 1], [0, 0], [1, 0]] * 2, float), 8, 9)}
    )
    assert {row.bot: (row.won, row.win_rate) for row in found.rankings[0].ratings} == {"a": (6, 0.75), "b": (2, 0.25)}
    assert found.payoffs == ((None, 0.75), (0.25, None))
    assert found.one_vs_rest[0].win_rate in (0.25, 0.75)
