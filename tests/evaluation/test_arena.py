"""Matches are fair and add up: the same deals from every seat, win rates of all games, valid intervals."""

import numpy as np
import pytest

pytest.importorskip("numba")

from wd_env.agents.agent import Agent
from wd_env.agents.random_agent import RandomAgent
from wd_env.errors import ConfigError, IllegalAction
from wd_env.evaluation.matches.match import MatchResult, play_match, play_match_with_bots
from wd_env.evaluation.matches.match_blocks import Block, BlockRunner
from wd_env.games.world_dominance.config import Config
from wd_env.games.world_dominance.game import GAME
from wd_env.games.world_dominance.table import WorldDominance
from wd_env.table.play_out import play_out

SHORT = {"max_turns": 300}


def random_bots(count):
    return [RandomAgent(np.random.default_rng(seat)) for seat in range(count)]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_win_rates_sum_to_the_decided_games(players):
    result = play_match(GAME, ["random"] * players, 40, 1, {"max_turns": 50})
    assert result.games == -(-40 // players) * players
    assert sum(share.wins for share in result.win_rates) == result.games - result.truncated
    for share in result.win_rates:
        assert share.games == result.games
        assert share.decided == result.decided == result.games - result.truncated
        assert share.win_rate == pytest.approx(share.wins / max(share.decided, 1))
        assert 0 <= share.low <= share.win_rate <= share.high <= 1
    assert result.options == {"max_turns": 50}
    assert result.truncated > 0


def test_stalemates_count_for_no_bot():
    result = play_match(GAME, ["scripted", "scripted"], 200, 1, {"last_player": "stalemate"})
    assert result.truncated == 0
    assert 0 < sum(share.wins for share in result.win_rates) < 200


@pytest.mark.parametrize(("name", "players"), [("random", 2), ("random", 4), ("scripted", 3), ("scripted", 5)])
def test_a_bot_against_itself_wins_its_equal_share(name, players):
    result = play_match(GAME, [name] * players, 400, 3)
    assert result.truncated == 0
    for share in result.win_rates:
        assert share.low - 0.01 < 1 / players < share.high + 0.01


def test_the_same_seed_gives_the_same_result_and_another_seed_another():
    lineup = ["scripted", "random", "random"]
    one, same, other = (play_match(GAME, lineup, 60, seed, SHORT) for seed in (1, 1, 2))
    assert one == same
    assert one != other
    assert isinstance(one, MatchResult)


def test_the_order_of_the_line_up_favours_no_bot():
    first = play_match(GAME, ["scripted", "random", "random"], 900, 1).win_rates[0]
    last = play_match(GAME, ["random", "random", "scripted"], 900, 1).win_rates[2]
    assert first.low < last.high, "expected intervals that do not overlap"
    assert last.low < first.high


class Pick(Agent):
    """A bot without random numbers that chooses by its observation."""

    def __init__(self, salt):
        super().__init__(np.random.default_rng(salt))
        self.salt = salt

    def choose(self, view):
        return view.legal_actions[(self.salt * sum(view.obs)) % len(view.legal_actions)].index


def wins_at_plain_tables(bots, blocks, options):
    """Play each deal from every rotation of the seats, one table after another, and return the wins by bot."""
    players = len(bots)
    wins = [0] * players
    for rotation in range(players):
        seated = [bots[(seat - rotation) % players] for seat in range(players)]
        for seed in [seed for block in blocks for seed in block.deal_seeds()]:
            table = WorldDominance(Config(num_players=players, **options), seed=seed)
            play_out(table, seated)
            if table.winner is not None:
                wins[bots.index(seated[table.winner])] += 1
    return wins


@pytest.mark.parametrize("players", [2, pytest.param(4, marks=pytest.mark.long)])
def test_a_match_has_the_wins_of_single_tables(players):
    """Play eight deals in two blocks, the second of which is smaller."""
    bots = [Pick(salt) for salt in (3, 11, 7, 13)[:players]]
    names = [f"bot {number}" for number in range(players)]
    result = play_match_with_bots(GAME, names, bots, 8 * players, 5, SHORT, block_size=5)
    blocks = [Block(tuple(names), 5, 0, 5), Block(tuple(names), 5, 1, 3)]
    assert [share.wins for share in result.win_rates] == wins_at_plain_tables(bots, blocks, SHORT)
    assert (result.games, result.block_size) == (8 * players, 5)
    assert [share.name for share in result.win_rates] == names
    assert len({share.wins for share in result.win_rates}) > 1


# Blocks

LINE_UP = ("scripted", "random", "random")


def played(number, seed=1, deals=6):
    block = Block(LINE_UP, seed, number, deals)
    found = BlockRunner(GAME, block, block.bots(GAME), SHORT).play()
    return found.won.tolist(), found.truncated, found.decisions


def test_a_block_is_the_same_in_any_order_and_company():
    forwards = [played(number) for number in range(3)]
    assert [played(number) for number in (2, 1, 0)] == forwards[::-1]
    assert len({decisions for *_, decisions in forwards}) == 3


def test_every_deal_of_a_block_is_played_from_each_rotation():
    won, _, _ = played(0, deals=20)
    assert np.shape(won) == (20, 3)
    assert np.sum(won, axis=1).max() <= 3
    assert np.sum(won, axis=1).max() > 1


def test_every_block_and_seed_has_its_own_deals():
    deals = [seed for block in (Block(LINE_UP, 1, 0), Block(LINE_UP, 1, 1), Block(LINE_UP, 2, 0)) for seed in
             block.deal_seeds()]  # fmt: skip
    assert len(set(deals)) == 3 * 64
    assert (
        len({Block(LINE_UP, seed, number).bot_seed(seat) for seed in (1, 2) for number in (0, 1) for seat in (0, 1)})
        == 8
    )


def test_a_match_is_the_sum_of_its_blocks():
    result = play_match(GAME, LINE_UP, 3 * 12, 1, SHORT, block_size=6)
    one, other = played(0), played(1)
    assert [share.wins for share in result.win_rates] == np.sum(one[0] + other[0], axis=0).tolist()
    assert (result.truncated, result.decisions) == (one[1] + other[1], one[2] + other[2])


def test_every_bot_has_a_name():
    with pytest.raises(ConfigError, match="names: expected one for each of 2 bots, got 3"):
        play_match_with_bots(GAME, ["a", "b", "c"], random_bots(2), 4, 1)


def test_an_interval_covers_the_truth_about_as_often_as_it_says():
    """Play fifty matches of a bot against itself: 95% of the intervals contain one half.

    Fewer than 41 would be 5 standard deviations off.
    """
    covered = 0
    for seed in range(50):
        first = play_match(GAME, ["random", "random"], 60, seed).win_rates[0]
        covered += first.low <= 0.5 <= first.high
    assert covered >= 41


# Invalid arguments


class Stubborn(Agent):
    """A bot that returns an illegal action in the middle of a game."""

    def choose(self, view):
        if view.decision == "start_menu":
            return next(number for number, legal in enumerate(view.mask) if not legal)
        return view.legal_actions[0].index


def test_a_bot_that_returns_an_illegal_action_is_named():
    bots = [*random_bots(2), Stubborn(np.random.default_rng(1))]
    with pytest.raises(IllegalAction, match=r"bot 'stubborn': action \d+ in row \d+ is illegal") as refusal:
        play_match_with_bots(GAME, ["one", "two", "stubborn"], bots, 6, 1)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize("answers", [[0.5], [], [0, 0], "roll", [None]])
def test_a_bot_that_returns_something_else_is_named(answers):
    class Odd(RandomAgent):
        def choose_batch(self, game, obs, masks):
            return np.array(answers)

    with pytest.raises(IllegalAction, match="bot 'odd'"):
        play_match_with_bots(GAME, ["odd", "two"], [Odd(np.random.default_rng(1)), *random_bots(1)], 4, 1)


@pytest.mark.parametrize("count", [0, 1, 6])
def test_two_to_five_bots_play(count):
    with pytest.raises(ConfigError, match="bots: expected 2 to 5"):
        play_match(GAME, ["random"] * count, 10, 1)


@pytest.mark.parametrize("games", [0, -3, 2.5, "4", True, None])
def test_a_match_without_games_is_rejected(games):
    with pytest.raises(ConfigError, match=f"games: expected at least 1 for a match, got {games!r}"):
        play_match(GAME, ["random", "random"], games, 1)


@pytest.mark.parametrize("seed", [-1, 2**64, 1.5, "7"])
def test_a_seed_that_is_none_is_refused(seed):
    with pytest.raises(ConfigError, match="seed"):
        play_match(GAME, ["random", "random"], 4, seed)
    with pytest.raises(ConfigError, match="seed"):
        play_match_with_bots(GAME, ["a", "b"], random_bots(2), 4, seed)


def test_unknown_bots_and_options_are_refused():
    with pytest.raises(ConfigError, match="'nobody'"):
        play_match(GAME, ["random", "nobody"], 4, 1)
    with pytest.raises(ConfigError, match="'mystery'"):
        play_match(GAME, ["random", "random"], 4, 1, {"mystery": 1})
    with pytest.raises(ConfigError, match="options: expected a dict of options by name, got 5"):
        play_match(GAME, ["random", "random"], 4, 1, 5)


def test_a_request_of_one_game_is_rounded_up_to_whole_deals():
    """Check the minimum of two deals, because one shows no variation between deals."""
    result = play_match(GAME, ["random", "random", "random"], 1, 1, SHORT)
    assert result.games == 6


def test_the_largest_seed_is_accepted():
    assert play_match(GAME, ["random", "random"], 4, 2**64 - 1, SHORT).games == 4
