"""Complete training runs: one beats random play, one is killed and resumed, invalid ones are rejected."""

import dataclasses
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.games.world_dominance.data_files import BOARD, shipped
from tests.training.tiny import ROLLOUT, TINY, each_learner, tiny, weights_of
from wd_env.agents.agent_registry import make_bot
from wd_env.agents.files.bot_file import load_bot
from wd_env.agents.networks.compiled_policy_agent import make_policy
from wd_env.agents.networks.policy_agent import PolicyAgent
from wd_env.errors import CheckpointError, ConfigError
from wd_env.games.world_dominance.game import GAME
from wd_env.training import run_evaluation, run_log
from wd_env.training.learner import LEARNERS, make_learner, make_network
from wd_env.training.opponent_pool import OpponentPool
from wd_env.training.ppo.network_weights import export_weights
from wd_env.training.run_folder import read_run_info
from wd_env.training.settings.training_settings import settings_from_dict
from wd_env.training.snapshots.snapshot import load_latest_snapshot
from wd_env.training.training_callback import SNAPSHOTS, save_run_snapshot
from wd_env.training.training_run import restore_run, train


@pytest.fixture(scope="module")
def ran(tmp_path_factory):
    """Return the folder of a finished run of each learner, which tests must not change."""
    return {learner: train(tiny(tmp_path_factory.mktemp(learner) / "run", learner)) for learner in LEARNERS}


@each_learner
def test_a_run_leaves_bot_curves_table_settings_and_snapshots(ran, learner):
    folder = ran[learner]
    names = {path.name for path in folder.iterdir()}
    files = {"best.wdbot", "run.json", "bot.wdbot", "curves.jsonl", "curves.png", "results.json", "settings.yaml"}
    assert names >= files | {"snapshots", "tensorboard"}
    results = json.loads((folder / "results.json").read_text())
    assert [row["opponents"] for row in results["matches"]] == ["1 random", "2 random", "1 scripted", "2 scripted"]
    assert all(0 <= row["low"] <= row["win_rate"] <= row["high"] <= 1 for row in results["matches"])
    assert results["rules"]["max_turns"] == 30
    assert results["action_selection"] == "sampled"
    last = run_log.read_scalars(folder)[-1]
    assert last["decisions"] == results["decisions"]
    if learner == "maskable":
        assert results["decisions"] == 1024
    else:
        assert 1024 <= results["decisions"] < 1024 + ROLLOUT + 8
    assert {
        "rollout/ep_len_mean",
        "rollout/ep_rew_mean",
        "train/entropy_loss",
        "eval/win_share_scripted",
        "rollout/win_share_scripted",
    } <= set().union(*(set(line) for line in run_log.read_scalars(folder)))
    assert list((folder / "tensorboard").glob("events.out.tfevents.*"))


def test_both_learners_report_the_same_metrics(ran):
    entries = [{name for line in run_log.read_scalars(ran[learner]) for name in line} for learner in LEARNERS]
    names = "entropy_loss policy_gradient_loss value_loss loss approx_kl clip_fraction clip_range explained_variance"
    assert {f"train/{name}" for name in names.split()} <= entries[0]
    assert {"time/fps", "rollout/ep_rew_mean", "rollout/ep_len_mean", "eval/win_share_random"} <= entries[0]
    assert not any(name.startswith("used/") for name in entries[0])
    assert entries[0] == entries[1]


def test_both_learners_start_with_the_same_network():
    settings = tiny(Path("nowhere"))
    found = [
        make_learner(dataclasses.replace(settings, learner=learner), OpponentPool(GAME, settings)).network
        for learner in LEARNERS
    ]
    weights = [export_weights(network) for network in found]
    assert weights[0].keys() == weights[1].keys()
    assert all((array == weights[1][name]).all() for name, array in weights[0].items())


@each_learner
def test_the_checkpoint_is_a_bot_and_has_its_metadata(ran, learner):
    folder = ran[learner]
    bot = make_bot(str(folder), GAME, np.random.default_rng(1))
    assert type(bot).__name__ == "PolicyAgent"
    _, meta = load_bot(folder, GAME)
    assert 1024 <= meta.provenance.decisions < 1024 + ROLLOUT + 8
    assert meta.provenance.config["learner"] == learner
    assert meta.provenance.rules["last_player"] == "last_survivor_wins"
    assert meta.provenance.results["matches"]


@each_learner
def test_a_run_cut_in_two_and_resumed_ends_with_the_same_weights(ran, tmp_path, learner):
    whole = ran[learner]
    half = tmp_path / "half"
    train(tiny(half, learner, time_limit_minutes=1e-9))  # stops after the first update was written
    cut = json.loads((half / "results.json").read_text())["decisions"]
    assert cut < 1024
    spent = [{**line, run_log.ELAPSED: line[run_log.ELAPSED] + 1000} for line in run_log.read_scalars(half)]
    (half / run_log.CURVES).write_text("".join(json.dumps(line) + "\n" for line in spent), "utf-8")
    train(tiny(half, learner), resume=True)
    elapsed = [line[run_log.ELAPSED] for line in run_log.read_scalars(half)]
    assert elapsed == sorted(elapsed)
    assert elapsed[0] >= 1000
    for name, array in weights_of(whole).items():
        np.testing.assert_array_equal(array, weights_of(half)[name], err_msg=name)
    assert [line["decisions"] for line in run_log.read_scalars(half)] == [
        line["decisions"] for line in run_log.read_scalars(whole)
    ]


def test_a_folder_with_a_run_is_not_overwritten(ran):
    folder = ran["maskable"]
    before = (folder / "bot.wdbot").read_bytes()
    with pytest.raises(ConfigError, match="which holds a run"):
        train(tiny(folder))
    assert (folder / "bot.wdbot").read_bytes() == before


def test_resuming_without_a_run_or_with_other_settings_is_rejected(ran, tmp_path):
    with pytest.raises(CheckpointError, match="expected a valid snapshot"):
        train(tiny(tmp_path / "none"), resume=True)
    folder = ran["maskable"]
    other = settings_from_dict({**TINY, "net": {"hidden": [8]}, "run": {**TINY["run"], "folder": str(folder)}})
    with pytest.raises(CheckpointError, match=r"net\.hidden: expected \[16\], as in the run, got \[8\]"):
        train(other, resume=True)
    with pytest.raises(CheckpointError, match=r"learner: expected maskable, as in the run, got fast"):
        train(tiny(folder, "fast"), resume=True)


def test_a_run_whose_board_file_has_changed_is_not_resumed(tmp_path):
    board = tmp_path / "mine.toml"
    board.write_text(shipped(BOARD), "utf-8")
    options = {**TINY["game"]["options"], "board": str(board)}
    stopped = tiny(tmp_path / "run", "fast", {"game": {**TINY["game"], "options": options}}, time_limit_minutes=1e-9)
    folder = train(stopped)
    train(stopped, resume=True)
    board.write_text(board.read_text("utf-8") + "# changed\n", "utf-8")
    with pytest.raises(CheckpointError, match=r"custom files of this run, got board 'mine\.toml' with other content"):
        train(stopped, resume=True)
    assert read_run_info(folder)["custom_files"][0]["name"] == "mine.toml"


@pytest.mark.parametrize(("greedy", "answers"), [(False, "sampled"), (True, "the likeliest")])
def test_evaluations_name_and_use_the_sampling_of_the_learner(tmp_path, monkeypatch, greedy, answers):
    seated = []

    def watched(*args: Any) -> PolicyAgent:
        policy = make_policy(*args)
        seated.append(policy)
        return policy

    monkeypatch.setattr(run_evaluation, "make_policy", watched)
    run = {**TINY["run"], "folder": str(tmp_path / "run"), "total_decisions": 128}
    settings = settings_from_dict({**TINY, "evaluation": {**TINY["evaluation"], "greedy": greedy}, "run": run})
    results = json.loads((train(settings) / "results.json").read_text())
    assert results["action_selection"] == answers
    assert {bot.greedy for bot in seated} == {greedy}


def test_each_seat_of_an_evaluation_has_its_own_random_numbers(monkeypatch):
    settings, seated = tiny(Path("nowhere")), []
    monkeypatch.setattr(
        run_evaluation, "play_match_with_bots", lambda game, names, bots, *args: seated.append((names, bots, args))
    )
    run_evaluation.play_against(settings, make_network(settings), "random", 3, 8, 5)
    [(names, bots, args)] = seated
    assert names == ["learner", "random", "random"]
    assert len({bot.generator.random() for bot in bots}) == 3
    assert args == (8, 5, settings.game.options)


def test_a_snapshot_of_games_that_are_over_is_not_resumed(tmp_path):
    settings = tiny(tmp_path, "fast")
    pool = OpponentPool(GAME, settings)
    learner = make_learner(settings, pool)
    batch = learner.games.batch
    save_run_snapshot(settings, tmp_path, learner, pool)
    restore_run(load_latest_snapshot(tmp_path / SNAPSHOTS), learner, pool)
    while not batch.done.any():
        batch.play(20)
    save_run_snapshot(settings, tmp_path, learner, pool)
    with pytest.raises(CheckpointError, match="saved games: expected games in progress, got some that are over"):
        restore_run(load_latest_snapshot(tmp_path / SNAPSHOTS), learner, pool)


def test_unknown_bots_and_player_counts_are_refused_before_anything_is_written(tmp_path):
    wrong = (
        {"opponents": {"weights": {"nobody": 1.0}}},
        {"game": {"players": [6]}},
        {"game": {"options": {"x": 1}}},
        {"shaping": {"xyz": 0.1}},
        {"net": {"input_features": ["army", "xyz"]}},
    )
    for part in wrong:
        settings = settings_from_dict({**TINY, **part, "run": {**TINY["run"], "folder": str(tmp_path / "run")}})
        with pytest.raises(ConfigError, match=r"nobody|6|x"):
            train(settings)
        assert not (tmp_path / "run").exists()


@pytest.mark.long  # `make test` has a recipe that learns in test_recipes.py
@each_learner
def test_a_short_run_wins_more_than_random_play_could(tmp_path, learner):
    """Play two-player games against random actions: equal play wins half, and the interval must lie above 0.6."""
    settings = settings_from_dict(
        {
            "learner": learner,
            "game": {"players": [2], "options": {"max_turns": 200}},
            "shaping": {"soldiers": 0.03, "set_progress": 0.1},
            "ppo": {"n_envs": 64, "n_steps": 32, "batch_size": 256, "learning_rate": 1e-3, "gae_lambda": 0.8},
            "net": {"hidden": [64], "shared": 1, "activation": "relu"},
            "opponents": {"self_play_fraction": 0.5, "weights": {"random": 1.0}},
            "evaluation": {"freq": 10**9, "players": 2, "opponents": ["random"], "final_games": 800},
            "run": {"folder": str(tmp_path / "run"), "total_decisions": 40_000, "snapshot_freq": 10**9},
        }
    )
    row = json.loads((train(settings) / "results.json").read_text())["matches"][0]
    assert row["low"] > 0.6, row
