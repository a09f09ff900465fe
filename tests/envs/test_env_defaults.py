"""By default every environment plays a game that random play finishes with a reward."""

import gymnasium
import numpy as np
import pettingzoo
import pytest

import wd_env  # noqa: F401  registers the names
from wd_env import domination_v0
from wd_env.batch.batch import Batch
from wd_env.envs.openspiel.openspiel_parameters import options_from
from wd_env.games.domination.config import Config
from wd_env.games.domination.table import Domination
from wd_env.registry import GAMES, get_game

GAMES_EACH, PAID_AT_LEAST, MOST_DECISIONS = 100, 90, 5_000
ROWS = [row for row in GAMES.values() if row.gymnasium_id]
CASES = [
    pytest.param(row, players, id=f"{row.name}-{players}")
    for row in ROWS
    for players in range(row.game.min_players, row.game.max_players + 1)
]


@pytest.mark.thinned(3)
@pytest.mark.parametrize(("row", "players"), CASES)
def test_random_play_ends_nine_of_ten_games_with_a_reward(row, players):
    options = dict(row.env_options)
    batch = Batch(row.spec_for(**options), GAMES_EACH, 1, [players], options, observations=False)
    answers = np.zeros(GAMES_EACH, np.int64)
    while not batch.done.all() and answers.max() < 20 * MOST_DECISIONS:
        answers += ~batch.done
        rows = np.flatnonzero(~batch.done)
        batch.step(batch.random_actions(rows), rows)
    assert (batch.won[:, :players].sum(axis=1) > 0).sum() >= PAID_AT_LEAST
    assert np.median(answers) <= MOST_DECISIONS


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_every_way_to_make_an_environment_has_the_same_defaults(row):
    usual = row.config(**row.env_options)
    assert gymnasium.make(row.gymnasium_id).unwrapped.table.config == usual
    assert pettingzoo.make("aec", row.aec_id).unwrapped.table.config == usual


def test_batches_of_environments_have_the_same_defaults():
    usual = Domination(Config(**GAMES["domination"].env_options)).state
    games = gymnasium.make_vec("Domination-v0", num_envs=2)
    for batch in (games.unwrapped.batch, domination_v0.batch_env(2).batch):
        for name in GAMES["domination"].env_options:
            assert batch.field(name).tolist() == [getattr(usual, name)] * 2


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_games_of_openspiel_have_the_same_defaults_except_those_without_an_end(row):
    expected = row.env_options or row.match_options
    assert expected
    assert row.config(**options_from(row, {})) == row.config(**expected)


def test_an_option_that_is_given_is_taken_and_the_others_stay():
    table = domination_v0.raw_env(max_rounds=4, game_type="mission").table
    assert (table.config.max_rounds, table.config.game_type) == (4, "mission")
    assert (table.config.auto_place, table.config.at_limit) == ("all", "most_countries")
    full = domination_v0.raw_env(auto_place="none", max_rounds=300, at_limit="cut").table
    assert full.config == get_game("domination").config()


def test_a_game_of_the_gymnasium_name_ends_and_is_paid():
    env = gymnasium.make("Domination-v0")
    for seed in range(3):
        env.reset(seed=seed)
        rng, over = np.random.default_rng(seed), False
        while not over:
            mask = env.unwrapped.action_masks()
            _, reward, terminated, truncated, _ = env.step(int(rng.choice(np.flatnonzero(mask))))
            over = terminated or truncated
        assert (terminated, truncated, abs(reward)) == (True, False, 1.0)
