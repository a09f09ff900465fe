"""The bots of Superpowers: complete games of every size, equal interpreted and compiled, levels in order."""

from functools import cache

import numpy as np
import pytest

pytest.importorskip("numba")

from wd_env.agents.agent_registry import bots_for, make_bot
from wd_env.agents.heuristic_agent import interpreted_policy
from wd_env.agents.superpowers import scripted_agents
from wd_env.agents.superpowers.work_array import WORK_ARRAY_SIZE
from wd_env.batch.batch import Batch
from wd_env.errors import ConfigError
from wd_env.evaluation.matches.match import play_match
from wd_env.registry import GAMES
from wd_env.spec.view import View
from wd_env.statistics.counting_spec import instrumented

ENTRY = GAMES["superpowers"]
GAME = ENTRY.game
LEVELS = ("hard", "medium", "easy")
PLAYERS = [2, 3, 4, 5, 6, 7, 8]
BY_HAND = {"encircle": "ask", "max_rounds": 8}
FOLDED = dict(ENTRY.env_options)
ADVANCED = FOLDED | {"ruleset": "advanced"}
ALL_RULES = BY_HAND | {"ruleset": "advanced", "ad_mode": "targeted", "canal_permission": "ask"}
TEAMS = {"teams": "two", "canal_permission": "nobody", "allow_surrender": True, "max_rounds": 8}


def bot_of(name, seed=1):
    return make_bot(name, GAME, np.random.default_rng(seed))


def on_their_way(options, decisions, players=PLAYERS, name="hard"):
    """Return a game for each number of players, after some decisions, alternately of a level and of `random`."""
    batch = Batch(GAME, len(players), 3, players, options)
    bots = (bot_of(name), bot_of("random"))
    for number in range(decisions):
        rows = np.flatnonzero(~batch.done)
        if len(rows):
            batch.step(batch.select_actions(bots[number // 200 % 2], rows), rows)
    return batch


@cache
def well_on(name):
    """Return games of every size after hundreds of decisions, which tests must not change."""
    options, decisions = {"by_hand": (BY_HAND, 900), "folded": (FOLDED, 900), "advanced": (ADVANCED, 900)}[name]
    return on_their_way(options, decisions)


@pytest.mark.parametrize("level", range(len(LEVELS)))
@pytest.mark.parametrize("name", ["by_hand", "folded", "advanced"])
def test_it_chooses_the_same_interpreted_and_compiled(name, level):
    batch = well_on(name)
    rows = np.flatnonzero(~batch.done)
    obs, masks = np.ascontiguousarray(batch.obs[rows]), np.ascontiguousarray(batch.masks[rows])
    starts, draws = np.arange(len(rows)) * 37, np.arange(len(rows)) * 31 % 100
    compiled, interpreted = np.zeros((2, len(rows)), np.int64)
    room = np.zeros(WORK_ARRAY_SIZE, np.int64)
    scripted_agents._batch_policy()(room, obs, masks, starts, draws, level, compiled)
    interpreted_policy(scripted_agents.MODULES[-1].best_action, 1)(room, obs, masks, starts, draws, level, interpreted)
    assert len(rows) >= 3
    assert np.array_equal(compiled, interpreted)
    assert masks[np.arange(len(rows)), compiled].all()


@pytest.mark.parametrize("name", LEVELS)
@pytest.mark.parametrize("options", [BY_HAND, FOLDED, TEAMS, ALL_RULES], ids=["by_hand", "folded", "teams", "all"])
def test_it_plays_whole_games_of_every_size(name, options):
    players = [count for count in PLAYERS if count != 3 or "teams" not in options]
    batch = Batch(GAME, len(players), 5, players, options)
    bot = bot_of(name)
    for _ in range(20_000):
        rows = np.flatnonzero(~batch.done)
        if not len(rows):
            break
        actions = batch.select_actions(bot, rows)
        assert batch.masks[rows, actions].all()
        batch.step(actions, rows)
    assert batch.done.all(), "expected each turn of a level to end"


@pytest.mark.parametrize("name", LEVELS)
def test_no_level_surrenders(name):
    batch = Batch(GAME, 8, 7, [4], ADVANCED | {"allow_surrender": True, "max_rounds": 3})
    surrender, bot = GAME.actions.index("surrender"), bot_of(name)
    for _ in range(2000):
        rows = np.flatnonzero(~batch.done)
        if not len(rows):
            break
        actions = batch.select_actions(bot, rows)
        assert surrender not in actions
        batch.step(actions, rows)
    assert batch.done.all()


def test_a_batch_and_single_views_have_the_same_choices():
    batch = on_their_way(FOLDED, 300, [4])
    bot, other = bot_of("hard"), bot_of("hard")
    for _ in range(20):
        view = View(GAME, batch.obs[0].tolist(), batch.masks[0].tolist())
        action = bot.choose_batch(GAME, batch.obs, batch.masks)
        assert other.choose(view) == action[0]
        batch.step(action, np.array([0]))


def test_levels_are_in_order():
    below = {"hard": "medium", "medium": "easy", "easy": "random"}
    for name, worse in below.items():
        match = play_match(GAME, [name, worse, worse, worse], 80, 1, FOLDED)
        assert match.win_rates[0].low > 0.25, f"{name} against {worse}"  # the lower bound is above an even share


def test_the_strongest_level_beats_random_players():
    match = play_match(GAME, ["hard", "random", "random", "random"], 12, 2, FOLDED)
    assert match.win_rates[0].won >= 0.9 * match.decided
    assert match.decided > 0


def test_its_bots_are_listed_with_the_weakest_first():
    assert bots_for(GAME)[:3] == ["easy", "medium", "hard"]


def test_it_plays_the_game_of_the_statistics():
    game = instrumented(GAME)
    bot_of("hard").check_game(game)
    batch = Batch(game, 1, 1, [4], FOLDED)
    assert batch.masks[0, bot_of("hard").choose(View(game, batch.obs[0].tolist(), batch.masks[0].tolist()))]


def test_another_game_is_refused():
    other = GAMES["domination"].game
    with pytest.raises(ConfigError, match="this bot plays superpowers, got domination"):
        make_bot("wd_env.agents.superpowers.scripted_agents:EasyAgent", other, np.random.default_rng(1))
    with pytest.raises(ConfigError, match="this bot plays superpowers, got domination"):
        bot_of("hard").choose(View(other, [], []))


def test_views_and_masks_must_fit():
    batch = Batch(GAME, 2, 1, [4], FOLDED)
    with pytest.raises(ConfigError, match="views"):
        bot_of("hard").choose_batch(GAME, batch.obs[:, 1:], batch.masks)
    with pytest.raises(ConfigError, match="got 1 and 2"):
        bot_of("hard").choose_batch(GAME, batch.obs, batch.masks[:1])
