"""Trackers in addition to TensorBoard: what a run sends to them, offline, and TensorBoard output except scalars."""

import json
import os
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.training.tiny import TINY, tiny
from wd_env.agents.files.bot_file import load_bot
from wd_env.errors import ConfigError
from wd_env.games.world_dominance.game import GAME
from wd_env.training import run_log, trackers, training_callback
from wd_env.training.training_run import train


class Recorder:
    """Stands in for the library of a tracker, and records every call of the functions that a run uses."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, Any]] = []
        self.summary = SimpleNamespace(update=lambda results: self.calls.append(("summary", results)))

    def init(self, *, project: str, name: str, dir: str, config: dict[str, object]) -> "Recorder":
        self.calls.append(("start", {"project": project, "name": name, "folder": dir, "settings": config}))
        return self

    def log(self, data: dict[str, float], *, step: int) -> None:
        self.calls.append(("scalars", {"step": step, **data}))

    def finish(self) -> None:
        self.calls.append(("close", {}))

    def set_experiment(self, name: str) -> None:
        self.calls.append(("experiment", {"name": name}))

    def start_run(self, *, run_name: str) -> None:
        self.calls.append(("start", {"name": run_name}))

    def log_params(self, params: dict[str, object]) -> None:
        self.calls.append(("settings", params))

    def log_metrics(self, metrics: dict[str, float], *, step: int | None = None) -> None:
        self.calls.append(("summary", metrics) if step is None else ("scalars", {"step": step, **metrics}))

    def end_run(self) -> None:
        self.calls.append(("close", {}))


@pytest.mark.parametrize("name", trackers.TRACKERS)
def test_a_tracker_gets_settings_scalars_and_results_and_is_closed(tmp_path, monkeypatch, name):
    library = Recorder()
    monkeypatch.setattr(trackers, "import_module", {name: library}.__getitem__)
    monkeypatch.setattr(trackers, "is_installed", lambda _: True)
    folder = train(tiny(tmp_path / "run", "fast", total_decisions=256), track=(name,))
    kinds = [kind for kind, _ in library.calls]
    assert kinds[-1] == "close"
    assert kinds.count("close") == 1
    start = dict(library.calls)["start"]
    assert start["name"] == "run"
    settings = dict(library.calls).get("settings", start.get("settings"))
    assert settings["learner"] == "fast"
    lines = [json.loads(line) for line in (folder / "curves.jsonl").read_text().splitlines()]
    logged = [data for kind, data in library.calls if kind == "scalars"]
    assert [data["step"] for data in logged] == [line["decisions"] for line in lines]
    assert logged[-1]["train/approx_kl"] == lines[-1]["train/approx_kl"]
    results = json.loads((folder / "results.json").read_text())["matches"]
    assert dict(library.calls)["summary"]["final/win_share_random_2_players"] == results[0]["win_rate"]


def test_a_run_that_fails_is_closed_in_every_tracker():
    closed = []

    class Failing:
        def close(self) -> None:
            closed.append(self)
            raise OSError("no network")

    with pytest.raises(OSError, match="no network"), trackers.Trackers([Failing(), Failing()]):
        pass
    assert len(closed) == 2


def test_unknown_trackers_and_those_that_are_not_installed_are_refused_before_anything_is_written(
    tmp_path, monkeypatch
):
    monkeypatch.setattr(trackers, "is_installed", lambda name: False)
    for name, words in (("wandbb", "unknown tracker 'wandbb'"), ("mlflow", "mlflow is not installed")):
        with pytest.raises(ConfigError, match=words):
            train(tiny(tmp_path / "run", "fast"), track=(name,))
        assert not (tmp_path / "run").exists()


def test_nested_settings_become_dotted_names():
    assert trackers.flatten({"a": {"b": [1, 2], "c": {"d": None}}, "e": True}) == {
        "a.b": "1, 2",
        "a.c.d": None,
        "e": True,
    }


def test_tensorboard_shows_the_head_of_the_run_and_its_settings_with_the_results(tmp_path):
    from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

    folder = train(tiny(tmp_path / "run", "fast", total_decisions=128))
    events = EventAccumulator(str(folder / "tensorboard"), size_guidance={"tensors": 0})
    events.Reload()
    (text,) = (event.tensor_proto.string_val[0].decode() for event in events.Tensors("run/text_summary"))
    assert "hidden layers 16" in text
    plugins = events.PluginTagToContent("hparams")
    assert {"_hparams_/experiment", "_hparams_/session_start_info"} <= set(plugins)
    assert b"ppo.learning_rate" in plugins["_hparams_/session_start_info"]


def test_the_run_file_tells_command_machine_and_the_seconds_of_each_stage_that_ran(tmp_path):
    folder = train(tiny(tmp_path / "run", "fast", total_decisions=128))
    found = json.loads((folder / "run.json").read_text())
    assert set(found["seconds"]) == set(found["processor_seconds"]) == {"ppo", "final_matches"}
    assert (found["seed"], found["learner"], found["processes"]) == (1, "fast", 1)
    assert found["machine"]["cores"] == str(os.cpu_count())
    assert {"command", "started", "commit", "rules_hash"} <= set(found)
    settings = (folder / "settings.yaml").read_text()
    assert "imitation" not in settings
    assert "expert" not in settings
    found["seconds"]["ppo"] = 1000.0
    (folder / "run.json").write_text(json.dumps(found))
    train(tiny(folder, "fast", total_decisions=256), resume=True)
    resumed = json.loads((folder / "run.json").read_text())
    assert resumed["started"] == found["started"]
    assert len(resumed["resumed"]) == 1
    assert resumed["seconds"]["ppo"] >= 1000


def test_the_best_bot_is_the_one_of_the_best_evaluation(tmp_path, monkeypatch):
    rates = (0.1, 0.5, 0.3)  # of the evaluations in order; the last one is repeated
    calls = []

    def play(*_: object) -> SimpleNamespace:
        rate = rates[min(len(calls) // len(TINY["evaluation"]["opponents"]), len(rates) - 1)]
        calls.append(rate)
        return SimpleNamespace(win_rates=[SimpleNamespace(win_rate=rate, low=rate, high=rate)])

    monkeypatch.setattr(training_callback, "play_against", play)
    folder = train(tiny(tmp_path / "run", "fast", {"evaluation": {**TINY["evaluation"], "freq": 128}}))
    lines = [json.loads(line) for line in (folder / "curves.jsonl").read_text().splitlines()]
    means = {line["decisions"]: mean for line in lines if (mean := run_log.mean_win_rate(line)) is not None}
    _, header = load_bot(folder / "best.wdbot", GAME)
    assert list(means.values())[:3] == list(rates)
    assert means[header.provenance.decisions] == 0.5


def test_runs_are_listed_with_their_shares_and_damaged_ones_with_their_error(tmp_path, monkeypatch):
    from wd_env.training.run_list import find_runs, list_runs

    train(tiny(tmp_path / "good", "fast", total_decisions=128))
    Path(tmp_path / "bad").mkdir()
    (tmp_path / "bad" / "run.json").write_text("[1]")
    (tmp_path / "other").mkdir()
    bad, good = list_runs(find_runs(tmp_path)).rows
    assert "expected a JSON object" in bad[4] or "run.json" in bad[4]
    assert good[0] == str(tmp_path / "good")
    assert good[1:3] == ("world_dominance", json.loads((tmp_path / "good" / "results.json").read_text())["decisions"])
    assert good[4].startswith("random ")
    assert ", scripted " in good[4]
