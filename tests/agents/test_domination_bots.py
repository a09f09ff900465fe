"""The bots of Domination: any map, the same actions interpreted and compiled, other games rejected."""

from dataclasses import replace

import numpy as np
import pytest

pytest.importorskip("numba")

from tests.games.domination.map_texts import TWELVE, generated, write
from tests.games.domination.tables import play, table_at
from wd_env.agents.agent_registry import bots_for, builtin_bots, make_bot
from wd_env.agents.domination.action_scores import best_action
from wd_env.agents.domination.map_array import (
    COUNTRIES,
    DISTANCES,
    HEADER_SIZE,
    UNREACHED,
    distances,
    map_array,
    pack_map,
)
from wd_env.agents.domination.work_array import work_array_size
from wd_env.agents.heuristic_agent import interpreted_policy
from wd_env.batch.batch import Batch
from wd_env.errors import ConfigError
from wd_env.evaluation.game_stats import collect_game_stats
from wd_env.evaluation.matches.match import play_match
from wd_env.games.domination.config import Config
from wd_env.games.domination.game import game_of
from wd_env.games.domination.maps.border_sets import BORDER_SETS
from wd_env.registry import GAMES
from wd_env.spec.view import View

ROW = GAMES["domination"]
GAME = ROW.game
LEVELS = ("hard", "average", "easy", "passive")
OPTIONS = {"auto_place": "all", "max_rounds": 30}


def bot_of(name, game=GAME, seed=1):
    return make_bot(name, game, np.random.default_rng(seed))


def on_their_way(tables, **options):
    """Return games of two to six seats after some hundred decisions of `easy`."""
    spec = ROW.spec_for(**options)
    batch = Batch(spec, tables, 3, [2, 3, 4, 5, 6], OPTIONS | options)
    bot = bot_of("easy", spec)
    for _ in range(150):
        rows = np.flatnonzero(~batch.done)
        batch.step(batch.select_actions(bot, rows), rows)
    return batch


def test_each_game_has_bots_of_its_own_under_one_name():
    assert bots_for(GAME) == ["easy", "average", "hard", "passive", "search", "noisy", "random"]
    assert builtin_bots("domination")["hard"] is not builtin_bots("world_dominance")["hard"]
    assert "passive" not in bots_for(GAMES["world_dominance"].game)


@pytest.mark.parametrize("name", LEVELS)
def test_it_answers_the_same_interpreted_and_compiled(name):
    batch = on_their_way(60)
    rows = np.flatnonzero(~batch.done)
    obs, masks = batch.obs[rows], batch.masks[rows]
    compiled = bot_of(name).choose_batch(GAME, obs, masks)
    one_by_one = bot_of(name)
    table, out = np.array(map_array(GAME)), np.zeros(len(rows), np.int64)
    room = np.zeros(work_array_size(table), np.int64)
    interpreted_policy(best_action, 2)(
        table, room, obs, masks, *one_by_one.sample_tie_breakers(GAME, len(rows)), one_by_one.style, out
    )
    assert np.array_equal(compiled, out)
    assert masks[np.arange(len(rows)), compiled].all()


@pytest.mark.parametrize("name", LEVELS)
@pytest.mark.parametrize("kind", ["domination", "capital", "mission"])
def test_it_plays_whole_games_at_a_table(name, kind):
    table = ROW.new_table(ROW.config(game_type=kind, card_values="fixed", max_rounds=3), seed=5)
    bot = bot_of(name)
    while not table.is_terminal:
        table.play(bot.choose(table.view(table.seat)))
    assert table.is_truncated or table.winners


@pytest.mark.long
@pytest.mark.parametrize("name", LEVELS)
def test_it_plays_a_custom_map(name, tmp_path):
    path = write(tmp_path, generated(*TWELVE), None)
    options = OPTIONS | {"map": str(path)}
    spec = ROW.spec_for(**options)
    assert play_match(spec, [name, "random"], 8, 1, options).games == 8


def test_the_table_of_a_map_says_how_far_countries_are():
    board = map_array(GAME)
    count = board[COUNTRIES]
    far = [board[board[DISTANCES] + i * count : board[DISTANCES] + (i + 1) * count] for i in range(count)]
    assert (count, board[HEADER_SIZE]) == (42, 0)
    assert max(map(max, far)) == 10, "expected the diameter of the classic map"
    assert all(far[i][j] == far[j][i] for i in range(count) for j in range(count))
    assert distances([[1], []], 1) == [UNREACHED, 0], "expected a one-way border"


@pytest.mark.parametrize("borders", BORDER_SETS)
def test_the_table_of_a_map_has_the_chosen_borders(borders):
    config = Config(borders=borders)
    assert map_array(game_of(config)) == pack_map(config.load())


def test_hard_beats_random_and_passive_never_wins():
    match = play_match(GAME, ["hard", "random", "passive"], 60, 1, dict(ROW.match_options))
    shares = {share.name: share.win_rate for share in match.win_rates}
    assert shares["hard"] > 0.9
    assert shares["passive"] == 0


def test_it_breaks_off_a_battle_that_went_wrong():
    table = table_at({0: range(1, 42)}, {40: 6, 42: 4}, at="attack", turn=0, num_players=2)
    play(table, "country 40", "country 42", "dice 3", "throw 1 1 1", "throw 6 6")
    assert bot_of("average").choose(table.view(0)) == GAME.actions.index("blitz")
    assert bot_of("hard").choose(table.view(0)) == GAME.actions.index("pass")


def test_it_plays_an_instrumented_game():
    assert collect_game_stats(ROW, ["passive", "passive"], 2, 1, {"auto_place": "all", "max_rounds": 2}).games == 2


@pytest.mark.parametrize("name", LEVELS)
def test_another_game_is_refused_before_it_answers(name):
    other = GAMES["world_dominance"].game
    with pytest.raises(ConfigError, match="game: expected a map of domination, got world_dominance"):
        make_bot(f"wd_env.agents.domination.scripted_agents:{name.title()}Agent", other, np.random.default_rng(1))
    with pytest.raises(ConfigError, match="expected a map of domination, got domination"):
        bot_of(name).choose(View(replace(GAME, factory=None), [], []))


@pytest.mark.long
def test_views_of_a_map_of_another_size_are_refused(tmp_path):
    path = write(tmp_path, generated(*TWELVE), None)
    batch = on_their_way(4, map=str(path))
    with pytest.raises(ConfigError, match="views"):
        bot_of("hard").choose_batch(GAME, batch.obs, batch.masks)
    with pytest.raises(ConfigError, match="got 3 and 4"):
        bot_of("hard").choose_batch(batch.game, batch.obs, batch.masks[:3])
