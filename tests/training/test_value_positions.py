"""Positions for value networks: rows stored without zeros, and starts of turns in games of hand-written bots."""

from itertools import product

import numpy as np
import pytest

pytest.importorskip("torch")

from tests.toy_game import PLEDGE
from wd_env.agents.agent import heuristics_of
from wd_env.agents.agent_registry import make_bot
from wd_env.agents.networks.value_network import load_value
from wd_env.batch.batch import Batch
from wd_env.cli.main import EXIT_OK, EXIT_USAGE, main
from wd_env.errors import ConfigError
from wd_env.registry import GAMES, get_game
from wd_env.training.supervised.positions import Positions, SparseMatrix
from wd_env.training.supervised.turn_games import TurnGames
from wd_env.training.supervised.value_dataset import CollectConfig, collect_positions
from wd_env.training.supervised.value_fitting import FitSettings, fit_value_network

KEY = np.array([3, 4])
SLOW = {"superpowers": pytest.mark.long}  # compiling its rules takes a minute
WITH_TURNS = [
    pytest.param(name, marks=SLOW.get(name, ()))
    for name in GAMES
    if get_game(name).game.has_turns and heuristics_of(get_game(name).game).styles
]


def test_rows_are_stored_without_zeros_and_restored():
    dense = np.array([[0, -3, 0, 7], [0, 0, 0, 0], [127, 0, 0, 1], [0, 5, 0, 0]], np.int8)
    rows = SparseMatrix.from_dense(dense)
    assert (rows.counts.tolist(), rows.values.tolist()) == ([2, 0, 2, 1], [-3, 7, 127, 1, 5])
    assert (rows.dense() == dense).all()
    assert (rows.select(np.array([3, 1, 0, 3])).dense() == dense[[3, 1, 0, 3]]).all()
    assert (rows.select(np.array([False, True, True, False])).dense() == dense[1:3]).all()
    both = SparseMatrix.concatenate([rows, rows.select(np.array([2]))])
    assert (both.dense() == np.vstack([dense, dense[2:3]])).all()


def test_games_without_turns_and_bots_that_are_not_hand_written_are_refused():
    with pytest.raises(ConfigError, match="pledge counts no turns"):
        TurnGames(PLEDGE, [])
    with pytest.raises(ConfigError, match="turns: domination has no hand-written bots with compiled rules"):
        TurnGames(get_game("domination").game, [])
    game = get_game("world_dominance").game
    bots = [make_bot(name, game, np.random.default_rng(1)) for name in ("scripted", "random")]
    with pytest.raises(ConfigError, match=r"turns: expected hand-written bots \(.*scripted.*\), got 'random'"):
        TurnGames(game, bots)
    with pytest.raises(ConfigError, match="turns: expected no teacher"):
        CollectConfig([object()], [{}], teacher=object(), turns=True)


def test_positions_at_random_times_have_the_tenth_of_their_game():
    game = get_game("world_dominance").game
    config = CollectConfig([make_bot("random", game, np.random.default_rng(1))], [{"max_turns": 5}], stride=1.0)
    positions = collect_positions(game, config, 2, 20, 3, np.arange(game.layout.size))
    for number in set(positions.games.tolist()):
        deciles = positions.deciles[positions.games == number]
        assert deciles.tolist() == [at * 10 // len(deciles) for at in range(len(deciles))]
    assert len(set(positions.games.tolist())) == 20


def test_fitting_reports_each_epoch_and_learns_what_a_value_means():
    game = get_game("world_dominance").game
    won = np.tile(np.array([0, 1], np.float32), 200)
    observations = SparseMatrix.from_dense(np.stack([won, 1 - won], axis=1).astype(np.int8))
    ids = np.arange(len(won))
    positions = Positions(observations, won, won, ids, np.full(len(won), 2), np.zeros(len(won), np.int64))
    epochs = []
    settings = FitSettings(first=4, second=2, epochs=30, batch_size=40, learning_rate=0.02)
    network = fit_value_network(game, np.array([3, 5]), positions, settings, lambda: epochs.append(1))
    assert len(epochs) == 30
    views = np.zeros((2, game.layout.size), np.int8)
    views[0, 3] = views[1, 5] = 1
    winner, loser = network.values(views).tolist()
    assert winner > 0.8
    assert loser < 0.2


def decisions_that_begin_turns(name, bot):
    """Return the decisions of table games, random and of a bot, at which the number of the turn has just changed."""
    entry = get_game(name)
    begins = set()
    for seed, is_random in product(range(6), (True, False)):
        table = entry.new_table(entry.config(num_players=3, **entry.match_options), seed=seed)
        rng, turn = np.random.default_rng(seed), None
        for _ in range(1500):
            if table.is_terminal:
                break
            now = entry.game.engine.turn_index(table.state)
            if now != turn:
                begins.add(table.node.name)
            turn = now
            table.play(int(rng.choice(table.legal_actions()) if is_random else bot.choose(table.view(table.seat))))
    return begins


@pytest.mark.parametrize("name", WITH_TURNS)
def test_each_position_is_the_beginning_of_a_turn_and_has_the_result_of_its_player(name):
    entry, game = get_game(name), get_game(name).game
    bots = [make_bot(bot, game, np.random.default_rng(1)) for bot in list(heuristics_of(game).styles)[:2]]
    games, lineup = TurnGames(game, bots), np.array([0, 1, 0])
    batch = Batch(game, 8, 5, [3], [dict(entry.match_options)])

    def play(row, key):
        played = games.play(batch.full_states(np.array([row])), lineup, key, 0.0)
        return [array.copy() for array in played]

    begins = decisions_that_begin_turns(name, bots[0])
    nodes = [node.name for node in game.nodes]
    for row in range(8):
        observations, players, won = play(row, KEY)
        assert len(won) >= 3
        found = {nodes[i] for i in observations[:, game.layout.slice("decision")].argmax(axis=1)}
        assert found <= begins, found - begins
        results = {player: set(won[players == player]) for player in players.tolist()}
        assert all(len(result) == 1 for result in results.values()), "expected one result for each player"
        if len(results) == 3:
            assert sum(min(result) for result in results.values()) in (0, 1)
    assert len({len(play(0, KEY + change)[2]) for change in range(5)}) > 1, "expected other games with other keys"
    assert all((one == two).all() for one, two in zip(play(0, KEY), play(0, KEY), strict=True))


def test_the_stored_positions_are_those_of_the_games():
    game = get_game("world_dominance").game
    bots = [make_bot(bot, game, np.random.default_rng(1)) for bot in list(heuristics_of(game).styles)[:2]]
    rules = [dict(get_game("world_dominance").match_options)]
    columns = np.arange(game.layout.size)

    def collect(stride, seed=3):
        config = CollectConfig(bots, rules, random_rate=0.01, stride=stride, turns=True)
        return collect_positions(game, config, 2, 20, seed, columns)

    every, some = collect(1), collect(4)
    assert len(set(every.games.tolist())) == 20
    assert 0.15 < len(some) / len(every) < 0.35
    assert set(every.won.tolist()) <= {0, 0.5, 1}
    assert set(every.deciles.tolist()) == set(range(10))
    assert every.players.tolist() == [2] * len(every)
    assert (np.diff(every.deciles)[np.diff(every.games) == 0] >= 0).all()
    assert len(collect(1, seed=4)) != len(every)


def test_a_network_is_fitted_to_the_beginnings_of_turns(tmp_path, capsys):
    path = tmp_path / "net.wdvalue"
    command = ["value", str(path), "--turns", "--stride", "4", "--hidden", "8", "4"]
    assert main([*command, "--games", "300", "--bots", "scripted", "scripted_v1"]) == EXIT_OK
    _, header = load_value(path, get_game("world_dominance").game)
    assert np.mean([found["auc"] for found in header.provenance.results.values()]) > 0.55


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--turns", "--bots", "random"], "turns: expected hand-written bots (hard"),
        (["--games", "30", "40", "--dry-run"], "--games: expected one number, or one each for"),
        (["--games", *["30"] * 6, "3", "--dry-run"], "games: expected at least 20 for a value network, got 3"),
    ],
)
def test_invalid_arguments_of_turn_games_are_rejected(arguments, message, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["value", "net", "--game", "superpowers", *arguments]) == EXIT_USAGE
    assert message in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
