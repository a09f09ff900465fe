"""`wd value`: a value network from games of bots, with metrics on held-out games."""

import numpy as np
import pytest
import yaml

pytest.importorskip("torch")

from wd_env.agents.networks.value_network import load_value
from wd_env.cli.main import EXIT_OK, EXIT_USAGE, main
from wd_env.games.world_dominance.game import GAME
from wd_env.training.supervised import value_dataset
from wd_env.training.supervised.positions import Positions, SparseMatrix
from wd_env.training.supervised.value_fitting import score_values


def test_a_dry_run_prints_the_settings_and_writes_nothing(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["value", "net", "--dry-run", "--stride", "4"]) == EXIT_OK
    settings = yaml.safe_load(capsys.readouterr().out)
    del settings["output"]
    assert settings == {
        "out": ["net"],
        "game": "",
        "config": "quick",
        "extra_features": [],
        "bots": ["scripted"],
        "games": [20_000],
        "random_rate": 0.1,
        "stride": 4.0,
        "turns": False,
        "hidden": [64, 32],
        "epochs": 3,
        "seed": 1,
        "teacher": None,
        "teacher_samples": 8,
        "teacher_rollout": 16,
    }
    assert list(tmp_path.iterdir()) == []


def test_a_small_network_has_metrics_of_each_number_of_players(tmp_path, monkeypatch, capsys):
    def collect_positions(spec, play, players, count, seed, read, advance):
        games = np.arange(count)
        won = (games % players == 0).astype(np.float32)
        observations = np.zeros((count, len(read)), np.int8)
        return Positions(
            SparseMatrix.from_dense(observations), won, won, games, np.full(count, players), np.zeros(count, np.int64)
        )

    monkeypatch.setattr(value_dataset, "collect_positions", collect_positions)
    path = tmp_path / "net.wdvalue"
    assert main(["value", str(path), "--games", "50", "--hidden", "2", "1", "--epochs", "1"]) == EXIT_OK
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()[2:6]] == ["2", "3", "4", "5"]
    network, _ = load_value(path, GAME)
    assert (network.first, network.second) == (2, 1)


def test_it_fits_a_network_that_a_search_can_use(tmp_path, capsys):
    path = tmp_path / "net.wdvalue"
    command = ["value", str(path), "--games", "300", "--bots", "scripted", "random", "--stride", "4"]
    plots = tmp_path / "plots"
    assert main([*command, "--hidden", "8", "4", "--extra-features", "place", "--plots", str(plots)]) == EXIT_OK
    output = capsys.readouterr().out
    assert sorted(plot.name for plot in plots.iterdir()) == ["course.png", "reliability.png"]
    network, meta = load_value(path, GAME)
    assert (network.first, network.second) == (8, 4)
    assert meta.provenance.decisions > 2000
    figures = meta.provenance.results
    assert list(figures) == ["2", "3", "4", "5"]
    assert all(found["auc"] > 0.52 for found in figures.values()), "expected networks that are better than random"
    assert all(f"{found['auc']:.3f}" in output for found in figures.values())
    reads = np.flatnonzero(network.weights["first.weight"].any(axis=0))
    assert set(range(GAME.layout.size)[GAME.layout.slice("place")]) <= set(reads.tolist())
    assert len(reads) < GAME.layout.size
    assert main(["evaluate", f"search:samples=1,rollout=1,value_net={path}", "random", "--games", "4"]) == EXIT_OK


def test_a_network_learns_from_an_earlier_one_that_plays_on(tmp_path, capsys):
    teacher, path = tmp_path / "teacher.wdvalue", tmp_path / "net.wdvalue"
    command = ["--games", "60", "--bots", "random", "--hidden", "8", "4"]
    assert main(["value", str(teacher), *command, "--seed", "2"]) == EXIT_OK
    learnt = ["--teacher", str(teacher), "--teacher-samples", "2", "--teacher-rollout", "3"]
    assert main(["value", str(path), *command, *learnt]) == EXIT_OK
    capsys.readouterr()
    network, meta = load_value(path, GAME)
    assert meta.provenance.config["teacher"] == str(teacher)
    earlier, _ = load_value(teacher, GAME)
    views = np.zeros((1, GAME.layout.size), np.int8)
    assert network.values(views) != earlier.values(views)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "expected one file to write, got 0"),
        (["a", "b"], "expected one file to write, got 2"),
        (["net", "--games", "3"], "games: expected at least 20 for a value network, got 3"),
        (["net", "--bots", "nobody"], "unknown bot 'nobody'"),
        (["net", "--random-rate", "2"], "random_rate 2.0"),
        (["net", "--extra-features", "nothing"], "'nothing'"),
        (["nowhere/net"], "nowhere"),
        (["net", "--hidden", "8"], "expected 2 numbers from 1 to 1024"),
        (["net", "--hidden", "0", "4"], "expected 2 numbers from 1 to 1024"),
        (["net", "--config", "none"], "unknown configuration 'none'"),
        (["net", "--teacher", "nothing"], "nothing"),
        (["net", "--teacher-samples", "0"], "expected an integer from 1 to 10000"),
        (["net", "--teacher-rollout", "0"], "expected an integer from 1 to 10000"),
    ],
)
def test_invalid_arguments_are_rejected_with_one_line(arguments, message, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["value", *arguments]) == EXIT_USAGE
    error = capsys.readouterr().err
    assert message in error
    assert list(tmp_path.iterdir()) == []


def test_metrics_equal_those_computed_by_hand():
    """Compute two games: a winner valued 0.8, losers valued 0.4 and 0.2, and a loser valued 0.8."""
    values = np.array([0.8, 0.4, 0.2, 0.8], np.float32)
    won = np.array([1, 0, 0, 0], np.float32)
    rows = np.arange(4)
    positions = Positions(
        SparseMatrix.from_dense(np.zeros((4, 1), np.int8)), won, won, rows, rows, np.array([0, 0, 9, 9])
    )
    figures = score_values(values, positions)
    squares = (0.2**2 + 0.4**2 + 0.2**2 + 0.8**2) / 4
    assert figures.explained_variance == pytest.approx(1 - squares / (0.25 * 0.75), abs=1e-6)
    assert figures.log_loss == pytest.approx(-np.log([0.8, 0.6, 0.8, 0.2]).mean(), abs=1e-6)
    assert figures.auc == pytest.approx(2.5 / 3), "expected two losers valued lower, and one the same"
    assert [count for _, _, count in figures.reliability] == [1, 1, 2]
