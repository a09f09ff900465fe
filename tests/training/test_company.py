"""Processes that train together take the same steps, and a single one takes those without a group."""

import json
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
import torch

pytest.importorskip("numba")

from tests.training.tiny import tiny
from tests.training.together import SETTINGS, UPDATES
from wd_env.envs.vector.episode_stats import EpisodeStats
from wd_env.errors import ConfigError
from wd_env.games.world_dominance.game import GAME
from wd_env.training import training_callback, training_run
from wd_env.training.distributed.process_group import (
    SINGLE_PROCESS,
    ProcessGroup,
    check_process_count,
    divide_settings,
    max_useful_processes,
)
from wd_env.training.learner import make_network
from wd_env.training.opponent_pool import OpponentPool
from wd_env.training.run_folder import read_run_info
from wd_env.training.settings.training_settings import settings_from_dict

ROOT = Path(__file__).parents[2]
TORCHRUN = (sys.executable, "-m", "torch.distributed.run", "--standalone", "--nproc-per-node", "2")


@pytest.fixture(scope="module")
def both(tmp_path_factory):
    """Return the results of two processes."""
    folder = tmp_path_factory.mktemp("together")
    words = [*TORCHRUN, "-m", "tests.training.together", str(folder)]
    environment = {**os.environ, "PYTHONFAULTHANDLER": "1"}
    done = subprocess.run(words, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr  # complete, because torchrun's own lines come last
    return [json.loads((folder / f"{rank}.json").read_text()) for rank in (0, 1)]


def test_weights_are_equal_bit_for_bit_after_every_update(both):
    one, other = (found["learned"] for found in both)
    assert one["begun"] == other["begun"]
    assert len(one["after"]) == UPDATES
    assert one["after"] == other["after"]
    assert len({digest for _, digest in one["after"]}) == UPDATES


def test_each_process_plays_games_of_its_own_and_decisions_are_those_of_both(both):
    one, other = (found["learned"] for found in both)
    assert one["first"] != other["first"]
    assert one["own"] != other["own"]
    assert one["after"][-1][0] == sum(one["own"]) + sum(other["own"])


def test_a_head_that_only_one_process_uses_has_half_its_gradient_everywhere(both):
    assert both[0]["heads"] == both[1]["heads"] == [0.5, 0.5]


def test_the_norm_of_what_all_have_found_is_clipped(both):
    assert both[0]["clipped"] == both[1]["clipped"]
    assert torch.tensor(both[0]["clipped"]).norm().item() == pytest.approx(0.1, rel=1e-4)


def test_epochs_that_target_kl_ends_are_ended_together(both):
    one, other = (found["with_kl"] for found in both)
    assert one["steps"] == other["steps"]
    assert one["after"] == other["after"]
    assert one["steps"][-1] < both[0]["learned"]["steps"][2]


def test_a_process_that_is_alone_clips_its_own_gradients_and_asks_nobody():
    layer = torch.nn.Linear(2, 1, bias=False)
    layer(torch.tensor([3.0, 4.0])).backward()
    SINGLE_PROCESS.clip_gradients(list(layer.parameters()), 10.0)
    assert layer.weight.grad.tolist() == [[3.0, 4.0]]
    SINGLE_PROCESS.clip_gradients(list(layer.parameters()), 1.0)
    assert layer.weight.grad.norm().item() == pytest.approx(1.0, rel=1e-4)
    assert (
        SINGLE_PROCESS.stream(3, 1),
        SINGLE_PROCESS.seed(7),
        SINGLE_PROCESS.sum(4),
        SINGLE_PROCESS.min(4),
        SINGLE_PROCESS.broadcast_object("x"),
    ) == ((3, 1), 7, 4, 4, "x")


def test_a_process_has_its_part_of_games_minibatches_and_threads():
    settings = settings_from_dict({**SETTINGS, "run": {"torch_threads": 2}})
    part = divide_settings(settings, 2)
    assert (part.ppo.n_envs, part.ppo.batch_size, part.run.torch_threads) == (8, 24, 1)
    assert divide_settings(settings, 1) is settings


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"learner": "maskable"}, "learner: expected fast with 3 processes, got maskable"),
        ({}, "ppo.n_envs: expected a multiple of 3, the number of processes, got 16"),
        (
            {"ppo": {"n_envs": 12, "n_steps": 8, "batch_size": 32}},
            "ppo.batch_size: expected a multiple of 3, the number of processes, got 32",
        ),
        (
            {"ppo": {"n_envs": 12, "n_steps": 8, "batch_size": 3}},
            "ppo.batch_size: expected a multiple of 3, the number of processes, got 3",
        ),
    ],
)
def test_settings_that_cannot_be_divided_among_processes_are_rejected(changed, message):
    with pytest.raises(ConfigError, match=message):
        check_process_count(settings_from_dict({**SETTINGS, **changed}), 3)


@pytest.mark.parametrize(
    ("n_envs", "batch_size", "cores", "most"),
    [(16, 1024, 2, 2), (16, 1024, 3, 2), (16, 1024, 64, 4), (15, 1024, 2, 1), (16, 512, 4, 2), (16, 256, 2, 1)],
)
def test_the_number_of_processes_is_that_of_cores_or_of_useful_ones(n_envs, batch_size, cores, most):
    ppo = {"n_envs": n_envs, "n_steps": 1024, "batch_size": batch_size}
    settings = settings_from_dict({**SETTINGS, "ppo": ppo})
    assert max_useful_processes(settings_from_dict({**SETTINGS, "ppo": ppo, "learner": "maskable"}), cores) == 1
    assert max_useful_processes(settings, cores) == most
    check_process_count(settings, most)


@pytest.mark.long
def test_the_command_reports_errors_in_one_line(tmp_path):
    maskable = ["--learner", "maskable", "--ppo.counterfactual_bot", "", "--no-ppo.average_weights"]
    words = [*TORCHRUN, "-m", "wd_env.cli.main", "train", *maskable, "--run.folder", str(tmp_path / "run")]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert done.stderr.count("wd: learner: expected fast with 2 processes, got maskable") == 1
    assert not (tmp_path / "run").exists()


class Second(ProcessGroup):
    """The second of two processes, without the first."""

    rank, size = 1, 2


@pytest.mark.parametrize(("decisions", "learns"), [(1023, True), (1024, False)])
def test_a_process_that_is_not_the_first_learns_its_part_until_the_end_of_the_run(
    tmp_path, monkeypatch, decisions, learns
):
    parts, callbacks = [], []
    monkeypatch.setattr(training_run, "get_process_group", Second)
    monkeypatch.setattr(
        training_run, "make_learner", lambda part, *_: parts.append(part) or SimpleNamespace(decisions=decisions)
    )
    monkeypatch.setattr(training_run, "_learn_for_first", lambda learner, callback, *_: callbacks.append(callback))
    folder = training_run.train(tiny(tmp_path / "run", "fast", total_decisions=1024))
    assert [part.ppo.n_envs for part in parts] == [4]
    assert [callback.settings.ppo.n_envs for callback in callbacks] == [8] * learns
    assert not folder.exists(), "expected the first process to write"


def test_a_process_that_is_not_the_first_records_games_of_opponents_and_adds_checkpoints(tmp_path, monkeypatch):
    settings = tiny(tmp_path / "run", "fast", total_decisions=1024)
    pool = OpponentPool(GAME, settings, Second())
    stats = EpisodeStats(games=3, learner_games={0: 2, 1: 1}, learner_wins={0: 1})
    learner = SimpleNamespace(
        decisions=0, network=make_network(settings), games=SimpleNamespace(pop_stats=lambda: stats)
    )
    snapshots = []
    monkeypatch.setattr(training_callback, "save_run_snapshot", lambda *args: snapshots.append(args[-1]))
    callback = training_callback.RunCallback(settings, tmp_path, learner, pool, Second())
    for decisions, continues, checkpoints, saved in ((255, True, 0, 0), (256, True, 1, 1), (1024, False, 2, 2)):
        learner.decisions = decisions
        assert callback.on_update({}) is continues
        assert (len(pool.past), len(snapshots)) == (checkpoints, saved)
    assert pool.records[:2] == [(6, 3), (3, 0)]
    assert set(snapshots) == {1}


def test_pretraining_with_several_processes_uses_all_threads(tmp_path, monkeypatch):
    class WithAnother(ProcessGroup):
        size = 2

    seen = []
    monkeypatch.setattr(training_run, "get_process_group", WithAnother)
    monkeypatch.setattr(training_run, "pretrain", lambda *_: seen.append(torch.get_num_threads()) or {})
    monkeypatch.setattr(training_run, "finish_run", lambda *_: seen.append(torch.get_num_threads()) or {})
    before = torch.get_num_threads()
    try:
        training_run.train(tiny(tmp_path / "run", "fast", torch_threads=4, total_decisions=64))
    finally:
        torch.set_num_threads(before)
    assert seen == [4, 2]


def test_the_processor_time_of_ppo_is_that_of_all_processes(tmp_path, monkeypatch):
    class WithAnother(ProcessGroup):
        size = 2

        def sum(self, value):
            return value + 5000 if value == 0 else value  # milliseconds of the other process

    monkeypatch.setattr(training_run, "get_process_group", WithAnother)
    monkeypatch.setattr("time.process_time", lambda: 7.0)  # the process itself uses none
    training_run.train(tiny(tmp_path / "run", "fast", total_decisions=64))
    assert read_run_info(tmp_path / "run")["processor_seconds"]["ppo"] == 5
