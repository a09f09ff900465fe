"""Training games of several sets of options: rows cycle through them, with allowed numbers of players."""

import numpy as np
import pytest

from tests.training.tiny import TINY, assert_resumed_alike, tiny
from wd_env.errors import ConfigError
from wd_env.games.world_dominance.game import GAME
from wd_env.training.learner import make_batch
from wd_env.training.opponent_pool import OpponentPool
from wd_env.training.settings.training_settings import as_dict, settings_from_dict
from wd_env.training.supervised.value_dataset import CollectConfig, collect_positions
from wd_env.training.training_run import train

MIXED = ["variant=five_card", "variant=three_set", "variant=multi_five,sets_to_win=3"]
ALLOWED = [(2, 3, 4, 5), (3,), (2, 3, 4)]


def settings_of(mixed=MIXED, **game):
    return settings_from_dict({**TINY, "game": {"options": {"max_turns": 60}, "option_sets": mixed, **game}})


def sets_of(batch):
    """Return for each row how many sets win, and how many cards a set has."""
    return list(zip(batch.field("sets_to_win").tolist(), batch.field("set_cards").tolist(), strict=True))


def test_rows_cycle_through_the_option_sets_and_their_numbers_of_players():
    settings = settings_of()
    batch = make_batch(settings, 24, 1)
    assert sets_of(batch) == [(1, 5), (3, 10), (3, 5)] * 8
    for turn, allowed in enumerate(ALLOWED):
        assert set(batch.num_players[turn::3]) == set(allowed)


def test_new_games_have_numbers_of_players_that_their_row_allows_by_the_weights():
    settings = settings_of(weights=[1.0, 1.0, 1.0, 5.0])
    pool = OpponentPool(GAME, settings)
    rows = np.arange(30_000)
    dealt = pool.sample_num_players(rows)
    for turn, allowed in enumerate(ALLOWED):
        assert set(dealt[turn::3]) == set(allowed)
    assert np.mean(dealt[0::3] == 5) == pytest.approx(5 / 8, abs=0.02)
    assert np.mean(dealt[2::3] == 4) == pytest.approx(1 / 3, abs=0.02)


def test_a_single_option_set_plays_the_games_of_settings_without_any():
    mixed, plain = OpponentPool(GAME, settings_of(["max_turns=60"])), OpponentPool(GAME, settings_of([]))
    rows = np.arange(100)
    np.testing.assert_array_equal(mixed.sample_num_players(rows), plain.sample_num_players(rows))


def test_a_run_of_mixed_games_keeps_each_row_in_its_variant_and_resumes(tmp_path):
    parts = {
        "game": {"options": {"max_turns": 40}, "option_sets": MIXED},
        "expert": {"bot": "scripted", "decisions": 64},
    }
    parts["expert"] |= {"n_envs": 6, "iterations": 2}
    assert_resumed_alike(tmp_path, parts)
    train(
        tiny(tmp_path / "sb3", "maskable", {**parts, "imitation": {"bot": "scripted", "decisions": 800, "n_envs": 4}})
    )


def test_settings_are_written_down_and_read_back():
    settings = settings_of()
    assert settings_from_dict(as_dict(settings)) == settings
    assert settings.game.options_by_set[2] == {"max_turns": 60, "variant": "multi_five", "sets_to_win": 3}
    assert settings.game.num_players_by_set == tuple(ALLOWED)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("three_set", "expected options as name=value, each name once, got 'three_set'"),
        ("variant=ally,variant=ally", "expected options as name=value, each name once"),
        ("variant=[1]", "variant: expected five_card"),
        ("variant={", "variant: expected five_card"),
        ("variant=nothing", "game.option_sets: 'variant=nothing'"),
        ("varant=ally", "unknown option 'varant'"),
        ("", "expected options as name=value"),
    ],
)
def test_an_invalid_option_set_is_rejected_by_name(words, message):
    with pytest.raises(ConfigError) as refused:
        settings_of(["variant=five_card", words])
    assert message in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_set_for_none_of_the_numbers_of_players_is_refused():
    with pytest.raises(ConfigError, match=r"game\.option_sets: 'variant=three_set'"):
        settings_of(["variant=three_set"], players=[4, 5])


def test_positions_for_values_come_from_the_sets_that_so_many_players_allow():
    bots = [settings_bot("random")]
    sets = settings_of().game.options_by_set
    columns = np.arange(GAME.layout.size)[GAME.layout.slice("sets_to_win")]
    found = {players: collect_positions(GAME, CollectConfig(bots, sets), players, 40, 1, columns) for players in (3, 5)}
    wanted = {players: set(np.flatnonzero(of.observations.dense().any(axis=0)) + 1) for players, of in found.items()}
    assert wanted == {3: {1, 3}, 5: {1}}, "expected the sets for three and five players"
    with pytest.raises(ConfigError, match="no options of games of 4"):
        collect_positions(GAME, CollectConfig(bots, sets[1:2]), 4, 40, 1, columns)


def settings_bot(name):
    from wd_env.agents.agent_registry import make_bot

    return make_bot(name, GAME, np.random.default_rng(1))
