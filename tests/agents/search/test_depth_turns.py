"""A search with a depth in turns evaluates each sample at the end of a turn."""

import numpy as np
import pytest

pytest.importorskip("numba")

from tests.agents.test_value import network
from tests.toy_game import PLEDGE
from wd_env import registry
from wd_env.agents.agent import heuristics_of
from wd_env.agents.agent_registry import make_bot
from wd_env.agents.files.bot_file_header import current_provenance
from wd_env.agents.networks.value_network import ValueNetwork, save_value
from wd_env.agents.search.search_agent import rollout_config
from wd_env.agents.search.search_engine import RolloutConfig, SearchEngine, SearchStats, draw_keys
from wd_env.batch.batch import Batch
from wd_env.errors import ConfigError

MAX_DEPTH = 160
PLAYERS = {"superpowers": 4}  # each of whom has one power
TURN_FEATURE = {"world_dominance": "on_turn"}
EVERYTHING, TURN = 1.0, 0.0


def network_of(game, others):
    """Return a network whose value depends on whose turn it is, and on everything else by a factor."""
    net = network(first=3, second=2, seed=4, size=game.layout.size)
    where = game.layout.slice(TURN_FEATURE.get(game.name, "turn"))
    first = net.weights["first.weight"] * others * 0.02
    first[:, where] = np.arange(1, where.stop - where.start + 1) * 0.1
    fixed = {"first.bias": np.zeros(3), "second.weight": np.ones((2, 3)), "second.bias": np.zeros(2)}
    fixed |= {"last.weight": np.ones((1, 2)), "last.bias": np.zeros(1)}
    weights = {**net.weights, "first.weight": first, **fixed}
    return ValueNetwork({name: array.astype(np.float32) for name, array in weights.items()})


def values_by_depth(game, others, state, action, rollouts):
    """Return the value of one sample of the action, for each of these depths."""
    engine, keys = SearchEngine(game, network_of(game, others)), draw_keys(np.random.default_rng(5), 1)
    values = []
    for rollout in rollouts:
        stats = SearchStats.empty(game, 1)
        engine.search(state, np.array([action]), keys, stats, 1, rollout, 0.0)
        values.append(float(stats.totals[0, action, 1]))
    return np.array(values)


@pytest.mark.parametrize("name", list(registry.GAMES))
def test_a_sample_ends_when_so_many_turns_have_ended(name):
    entry = registry.get_game(name)
    game, players = entry.game, PLAYERS.get(name, 3)
    batch = Batch(game, 1, 3, [players], dict(entry.env_options))
    batch.play(60, make_bot(entry.baseline, game, 1))
    while batch.masks[0].sum() < 2:
        batch.play(1, make_bot(entry.baseline, game, 1))
    state, action, player = batch.resampled_states(np.arange(1)), int(batch.masks[0].argmax()), batch.player[:1]
    depths = [RolloutConfig(depth) for depth in range(MAX_DEPTH)]
    now = network_of(game, TURN).values(batch.observe_players(np.arange(1), player))
    whose_turn = np.concatenate([now, values_by_depth(game, TURN, state, action, depths)]).round(5)
    ends = np.flatnonzero(np.diff(whose_turn))[:3]  # depths at which the next turn has just begun
    assert len(ends) == 3
    values = values_by_depth(game, EVERYTHING, state, action, depths)
    by_turns = [RolloutConfig(0, depth_turns=turns) for turns in (1, 2, 3)]
    assert values_by_depth(game, EVERYTHING, state, action, by_turns).tolist() == values[ends].tolist()
    assert (values[ends] != values[ends + 1]).all()


def test_a_depth_in_turns_looks_ahead_from_the_second_ply_too():
    game, bot = registry.get_game("world_dominance").game, make_bot("scripted", seed=1)
    batch = Batch(game, 40, 3, [3])
    batch.play(60, bot)
    rows = np.flatnonzero(~batch.done & (batch.masks.sum(axis=1) > 1))
    states, prior = batch.resampled_states(rows), batch.select_actions(bot, rows)
    means = [
        make_bot(f"search:samples=4,second_ply=2,{depth}", game, 1).evaluate_actions(game, states, prior).means
        for depth in ("depth_turns=1", "depth_turns=2", "rollout=10000")
    ]
    assert not np.array_equal(means[0], means[1], equal_nan=True)
    assert not np.array_equal(means[0], means[2], equal_nan=True)


@pytest.mark.parametrize(
    ("game", "options", "message"),
    [
        ("world_dominance", "depth_turns=-1", "depth_turns: expected an integer from 0 to 1000, got -1"),
        ("world_dominance", "depth_turns=1001", "depth_turns: expected an integer from 0 to 1000, got 1001"),
        ("world_dominance", "depth_turns=half", "depth_turns: expected an integer from 0 to 1000, got 'half'"),
        (
            "world_dominance",
            "depth_turns=2,value_net=none",
            "depth_turns: expected 0 without a value network of world_dominance, got 2",
        ),
        (
            "domination",
            "depth_turns=2",
            "depth_turns: expected 0 without a value network of domination, got 2",
        ),
    ],
)
def test_a_depth_that_cannot_be_is_refused_by_one_line(game, options, message):
    with pytest.raises(ConfigError) as error:
        make_bot(f"search:{options}", game)
    assert str(error.value) == message


def test_a_game_without_turns_has_no_depth_in_turns(tmp_path):
    path = save_value(
        tmp_path / "net.wdvalue", network(size=PLEDGE.layout.size), PLEDGE, current_provenance({}, {}, {}, 1, 0)
    )
    make_bot(f"search:value_net={path}", PLEDGE)
    with pytest.raises(ConfigError, match="depth_turns: expected 0, because pledge counts no turns, got 1"):
        make_bot(f"search:depth_turns=1,value_net={path}", PLEDGE)


@pytest.mark.parametrize("name", list(registry.GAMES))
def test_rules_and_rollouts_of_a_game_have_no_name_in_common(name):
    """Construct the engine: a name that two modules define raises an error before anything is compiled."""
    SearchEngine(registry.get_game(name).game, None)


def test_the_first_hand_written_bot_is_prior_and_plays_in_rollouts():
    game = registry.get_game("superpowers").game
    heuristics = heuristics_of(game)
    assert list(heuristics.styles) == ["hard", "medium", "easy"]
    assert heuristics.work_size > 0
    bot = make_bot("search:policy=medium,opponents=easy", game, 1)
    rollout = rollout_config(bot.options, game)
    assert (rollout.style, rollout.opponent_style) == (heuristics.styles["medium"], heuristics.styles["easy"])
    with pytest.raises(ConfigError, match="opponents: expected hard, medium, easy with policy 'hard', got 'nobody'"):
        make_bot("search:opponents=nobody", game)
