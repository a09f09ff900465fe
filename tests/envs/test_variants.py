"""Every variant runs in every environment with the same spaces, so that policies can be transferred."""

import warnings

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from tests.envs.referee import any_legal, check_game
from wd_env import world_dominance_v0
from wd_env.envs.games.world_dominance_env import raw_env
from wd_env.envs.gymnasium_env import SingleAgentEnv
from wd_env.envs.spaces import action_discrete, masked_observation
from wd_env.errors import IllegalAction
from wd_env.games.world_dominance.definitions.names import ILLEGAL_ACTION_NAMES
from wd_env.games.world_dominance.game import GAME
from wd_env.games.world_dominance.variants import VARIANT_ROWS, all_tables

TABLES = pytest.mark.parametrize(
    "options",
    [row.options(players) for row, players in all_tables()],
    ids=lambda options: " ".join(map(str, options.values())),
)
VARIANTS = pytest.mark.parametrize(
    "options", [row.options(row.max_players) for row in VARIANT_ROWS], ids=[row.title for row in VARIANT_ROWS]
)


@pytest.mark.thinned(4)
@TABLES
def test_pettingzoo_finds_nothing_amiss(options):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        env = world_dominance_v0.env(**options, max_turns=40)
        env.action_space("player_0").seed(1)
        api_test(env, num_cycles=150)
        seed_test(lambda: world_dominance_v0.env(**options, max_turns=40), num_cycles=100)


@TABLES
def test_actions_and_observations_of_all_have_one_shape(options):
    env = world_dominance_v0.env(**options)
    for agent in env.possible_agents:
        assert env.action_space(agent) == action_discrete(GAME)
        assert env.observation_space(agent) == masked_observation(GAME)


@pytest.mark.thinned(3)
@pytest.mark.parametrize("row", [row for row in VARIANT_ROWS if not row.allies], ids=lambda row: row.title)
def test_a_whole_game_shows_and_pays_what_the_table_says(row):
    """Check all variants except the Ally game, in which a player has two seats: it has its own tests."""
    env = raw_env(**row.options(row.max_players), max_turns=150)
    check_game(env, 3, np.random.default_rng(3))


@VARIANTS
def test_one_agent_plays_a_whole_game_among_others(options):
    env = SingleAgentEnv(**options, max_turns=60)
    rng = np.random.default_rng(1)
    env.reset(seed=1)
    terminated = truncated = False
    while not (terminated or truncated):
        seen, _, terminated, truncated, _ = env.step(any_legal(env.action_masks(), rng))
        assert env.observation_space.contains(seen)
    assert env.table.is_terminal


@VARIANTS
def test_games_side_by_side_are_those_of_the_single_environment(options):
    batches = pytest.importorskip("wd_env.batch.batch")
    others = {name: value for name, value in options.items() if name != "num_players"} | {"max_turns": 60}
    batch = batches.Batch(GAME, 1, 7, [options["num_players"]], others)
    env = raw_env(**options, max_turns=60)
    env.reset(seed=7)
    rng = np.random.default_rng(7)
    while not batch.done[0]:
        seen = env.observe(env.agent_selection)
        assert np.array_equal(seen["observation"], batch.obs[0])
        assert np.array_equal(seen["action_mask"], batch.masks[0])
        action = any_legal(seen["action_mask"], rng)
        env.step(action)
        batch.step(np.array([action]), np.array([0]))
    assert env.table.is_terminal


@pytest.mark.parametrize("illegal_action", ILLEGAL_ACTION_NAMES)
@VARIANTS
def test_an_illegal_action_is_an_error_or_has_its_price(options, illegal_action):
    env = raw_env(**options, illegal_action=illegal_action)
    env.reset(seed=2)
    rng = np.random.default_rng(2)
    while env.table.state.turn_number == 0:
        env.step(any_legal(env.table.mask(), rng))
    seat = env.table.seat
    action = int(np.flatnonzero(np.array(env.table.mask()) == 0)[-1])
    if illegal_action == "error":
        with pytest.raises(IllegalAction):
            env.step(action)
    else:
        env.step(action)
    assert any(line.is_illegal for line in env.table.lines) == (illegal_action != "error")
    in_play = env.infos[f"player_{env.table.state.owner[seat]}"]["in_play"]
    assert in_play == (illegal_action != "eject")
