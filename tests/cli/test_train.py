"""`wd train`: configuration, overrides on the command line, and errors."""

import sys
from dataclasses import fields, replace
from pathlib import Path
from types import ModuleType

import pytest
import yaml

from wd_env import registry
from wd_env.cli.commands.training.train import config_file
from wd_env.training.run_folder import new_folder
from wd_env.training.settings.ppo_settings import PpoSettings
from wd_env.training.settings.training_settings import as_dict, load_settings, settings_from_dict

CONFIGS = Path(__file__).parents[2] / "configs" / "world_dominance"


@pytest.fixture(autouse=True)
def with_a_toy_game(monkeypatch):
    monkeypatch.setitem(registry.GAMES, "pledge", registry.GameEntry("pledge", "Pledge", "tests.toy_game:PLEDGE"))


@pytest.fixture
def trained(monkeypatch):
    """Replace the `train` function by one that records its arguments."""
    given = []

    def train(settings, resume, track):
        given.append((settings, resume))
        return Path("runs/x/bot.wdbot")

    module = ModuleType("wd_env.training.training_run")
    module.train = train
    monkeypatch.setitem(sys.modules, "wd_env.training.training_run", module)
    return given


@pytest.fixture
def config(tmp_path):
    """Write a custom configuration file, and return its path."""
    path = tmp_path / "own.yaml"
    path.write_text("ppo: {n_envs: 64, n_steps: 64}\ngame: {options: {max_turns: 300}}\nrun: {seed: 5}\n")
    return path


def test_the_settings_are_those_of_the_file(wd, trained, config):
    ended = wd("train", "--config", config)
    assert ended.code == 0
    assert trained == [(load_settings(config), False)]
    assert "wd play --seats human runs/x/bot.wdbot\n" in ended.out


def test_the_command_line_overrides_the_file(wd, trained, config):
    wd("train", "--ppo.n-envs", 256, "--config", config, "--run.seed", 3, "--net.hidden", 64, 32)
    ((settings, _),) = trained
    assert (settings.ppo.n_envs, settings.ppo.n_steps, settings.run.seed) == (256, 64, 3)
    assert settings.net.hidden == (64, 32)


def test_the_learner_is_an_argument_of_the_command(wd, trained, config):
    wd("train", "--config", config, "--learner", "fast")
    assert trained[0][0].learner == "fast"


def test_house_rules_of_the_file_can_be_overridden(wd, trained, config):
    wd("train", "--config", config, "--game.options.max-turns", 200)
    ((settings, _),) = trained
    assert settings.game.options == {"max_turns": 200}


def test_another_game_needs_only_its_name(wd, trained, config):
    config.write_text("run: {seed: 5}\n")
    ended = wd("train", "--game", "pledge")
    wd("train", "--game", "pledge", "--config", config)
    (usual, _), (own, _) = trained
    assert (usual.game.name, usual.game.players, usual.evaluation.players) == ("pledge", (2, 3), 3)
    assert (usual.run.folder, own.run.seed, own.game.name) == ("", 5, "pledge")
    assert "wd play --game pledge --seats human runs/x/bot.wdbot\n" in ended.out


def test_resume_needs_the_folder_of_a_run_and_nothing_else(wd, trained, moved):
    assert wd("train", "--resume", "moved").code == 0
    assert trained[0][1] is True


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--resume"], "--resume"),
        (["--resume", "none"], "none: expected the folder of a run, got none with settings.yaml"),
        (["--resume", "moved", "--run.folder", "x"], "--run.folder is x; expected the resumed folder moved"),
        (["--track", "tensorbord"], "unknown tracker 'tensorbord'; expected one of wandb, mlflow"),
        (["--track", "wandb"], "wandb is not installed; it comes with the extra `wandb`"),
    ],
)
def test_a_folder_without_a_run_and_a_missing_tracker_are_refused(wd, trained, moved, monkeypatch, arguments, words):
    monkeypatch.setattr("wd_env.training.trackers.is_installed", lambda name: False)
    ended = wd("train", *arguments)
    assert ended.code == 2
    assert words in ended.error_line
    assert not trained
    assert sorted(moved.parent.iterdir()) == [moved]


@pytest.mark.parametrize("name", ["quick", "scratch", "selfplay", "strong", "long"])
def test_a_bare_name_is_a_configuration_of_the_package(name):
    assert config_file(name).read_text("utf-8") == (CONFIGS / f"{name}.yaml").read_text("utf-8")


def test_quick_is_the_default_configuration(wd, trained):
    wd("train")
    assert trained == [(load_settings(CONFIGS / "quick.yaml"), False)]


def test_help_shows_the_defaults_of_the_configuration(wd, config):
    help_text = " ".join(wd("train", "--config", config, "--help-settings").out.split())
    assert "--ppo.n-envs N Number of parallel games. (default: 64)" in help_text


def test_help_of_one_part_shows_that_part_alone(wd):
    output = wd("train", "--help-settings", "ppo").out
    assert output.startswith("ppo:\n")
    ours = output.count("\n  --ppo.") + output.count("\n  --[no-]ppo.")
    assert output.count("\n  --") == ours == len(fields(PpoSettings))
    assert output.removesuffix("\n") in wd("train", "--help-settings").out


def test_a_key_of_a_mapping_need_not_be_in_the_file(wd, trained, config):
    wd("train", "--config", config, "--game.options.variant", "ten_card", "--opponents.weights.scripted=0.5")
    ((settings, _),) = trained
    assert settings.game.options == {"max_turns": 300, "variant": "ten_card"}
    assert settings.opponents.weights == {"past": 0.6, "random": 0.4, "scripted": 0.5}


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["--config", "nosuch"], 2, "unknown configuration 'nosuch'; expected"),
        (["--config", "quik"], 2, "did you mean quick?"),
        (["--config", "nosuch.yaml"], 2, "nosuch.yaml: cannot be read: No such file"),
        (["--config", "folder/nosuch"], 2, "folder/nosuch: cannot be read: No such file"),
        (["--config", "bad.yaml"], 2, "unknown option 'ppo.n_environments'"),
        (["--config", "bad.yaml"], 2, "did you mean ppo.n_envs?"),
        (["--config", "own.yaml", "--ppo.nosuch", "3"], 2, "unknown option --ppo.nosuch"),
        (["--opponents.weights", "3"], 2, "unknown option --opponents.weights; did you mean --opponents.weights.NAME?"),
        (["--config", "own.yaml", "--ppo.n-env", "3"], 2, "did you mean --ppo.n-envs?"),
        (["--config", "own.yaml", "--help-settings", "pppo"], 2, "expected game, imitation, expert, ppo, net"),
        (["--config", "own.yaml", "--ppo.n-envs", "many"], 2, "'many'"),
        (["--config", "own.yaml", "--ppo.n-envs", "0"], 2, "--ppo.n-envs: expected an integer from 1, got 0"),
        (["--config", "own.yaml", "--learner", "slow"], 2, "--learner: expected maskable, fast, got 'slow'"),
        (["--config"], 2, "--config"),
        (["--config", "own.yaml", "--run.folder", "own.yaml/run"], 2, "own.yaml/run cannot be written; "),
        (
            ["--game", "pledg"],
            2,
            "unknown game 'pledg'; expected one of world_dominance, domination, superpowers, pledge; "
            "did you mean pledge?",
        ),
        (
            ["--game", "pledge", "--config", "other.yaml"],
            2,
            "--config other.yaml is for world_dominance; --game is pledge",
        ),
        (["--game", "pledge", "--config", "quick"], 2, "unknown configuration 'quick'; expected a YAML file"),
    ],
)
def test_invalid_arguments_are_rejected_before_training(wd, trained, config, arguments, code, words):
    config.with_name("bad.yaml").write_text("ppo: {n_environments: 64}\n")
    config.with_name("other.yaml").write_text("game: {name: world_dominance}\n")
    ended = wd("train", *arguments)
    assert ended.code == code
    assert words in ended.error_line
    assert not trained


# Resuming a run


@pytest.fixture
def moved(tmp_path):
    """Return the folder of a run that was started elsewhere, with settings of no bundled configuration."""
    folder = tmp_path / "moved"
    folder.mkdir()
    settings = settings_from_dict(
        {"ppo": {"gamma": 0.5}, "net": {"hidden": [32]}, "run": {"folder": "runs/old", "seed": 9}}
    )
    (folder / "settings.yaml").write_text(yaml.safe_dump(as_dict(settings)))
    return folder


def test_a_resumed_run_goes_by_its_own_settings_where_its_folder_is_now(wd, trained, config, moved):
    for words in ((), ("--config", config), ("--config", "long")):
        trained.clear()
        assert wd("train", "--resume", "moved", *words).code == 0
        ((settings, resume),) = trained
        assert (settings.ppo.gamma, settings.net.hidden, settings.run.seed) == (0.5, (32,), 9)
        assert (settings.run.folder, resume) == ("moved", True)


def test_other_options_apply_together_with_resume(wd, trained, moved):
    wd("train", "--resume", "moved", "--run.total-decisions", 77)
    assert (trained[0][0].run.total_decisions, trained[0][0].ppo.gamma) == (77, 0.5)


def test_a_resumed_run_has_as_many_processes_as_before(wd, trained, moved, monkeypatch):
    launched = []
    monkeypatch.setattr(
        "wd_env.cli.commands.training.train._launch", lambda settings, size, words: launched.append(size) or 0
    )
    wd("train", "--resume", "moved")
    assert launched == []
    for rank in (1, 2):
        (moved / "snapshots" / f"process-{rank}").mkdir(parents=True)
    for more in ((), ("--processes", 0), ("--processes", 2)):
        wd("train", "--resume", "moved", *more)
    assert launched == [3, 3, 2]


def test_zero_processes_are_as_many_as_make_the_run_faster(wd, trained, config, monkeypatch):
    launched = []
    monkeypatch.setattr(
        "wd_env.cli.commands.training.train._launch", lambda settings, size, words: launched.append(size) or 0
    )
    monkeypatch.setattr("wd_env.cli.commands.training.train._processes_for_cores", lambda settings: 4)
    wd("train", "--config", config, "--processes", 0)
    assert launched == [4]


def test_a_process_of_torchrun_trains_with_the_arguments_of_the_command(wd, trained, config, monkeypatch):
    monkeypatch.setenv("WORLD_SIZE", "2")
    for more in ((), ("--processes", 0), ("--processes", 2)):
        assert wd("train", "--config", config, *more).code == 0
    assert len(trained) == 3
    refused = wd("train", "--config", config, "--processes", 3)
    assert (refused.code, len(trained)) == (2, 3)
    assert refused.err == "wd: --processes: expected 2, the number of torchrun's processes, got 3\n"


def test_a_dry_run_prints_settings_that_are_a_configuration(wd, trained, config, tmp_path):
    ended = wd("train", "--config", config, "--ppo.gamma", 0.75, "--dry-run")
    (tmp_path / "again.yaml").write_text(ended.out)
    assert (ended.code, ended.err, trained) == (0, "", [])
    assert load_settings(tmp_path / "again.yaml") == replace(
        load_settings(config), ppo=replace(load_settings(config).ppo, gamma=0.75)
    )


def test_the_header_of_a_run_has_six_lines_and_names_the_active_stages():
    torch = pytest.importorskip("torch")
    from wd_env.training.run_description import describe_run

    settings, network = load_settings(CONFIGS / "strong.yaml"), torch.nn.Linear(99, 10)
    new, resumed = describe_run(settings, network, None, 2), describe_run(settings, network, 1000, 1)
    assert [line.split()[0] for line in new] == ["game", "stages", "ppo", "network", "opponents", "run"]
    assert f"imitation of scripted ({settings.imitation.decisions:,} decisions), then labels" in new[1]
    assert f"then PPO ({settings.run.total_decisions:,} decisions), then 8 final matches of 8,000 games" in new[1]
    assert "1,000 parameters, random initial weights" in new[3]
    assert "scripted 50%, scripted_v1 50%" in new[4]
    assert "seed 1, 2 processes" in new[5]
    assert "imitation" not in resumed[1]
    assert "of which 1,000 are done" in resumed[1]


def test_the_folders_of_runs_carry_the_seed_and_are_counted(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    settings = settings_from_dict({"run": {"name": "mine", "seed": 7}})
    found = []
    for _ in range(3):
        found.append(new_folder(settings))
        found[-1].mkdir(parents=True)
    assert [str(folder) for folder in found] == ["runs/mine_seed7", "runs/mine_seed7_2", "runs/mine_seed7_3"]
    assert new_folder(settings_from_dict({"run": {"folder": "other"}})) == Path("other")
