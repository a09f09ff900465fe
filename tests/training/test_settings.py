"""Settings are overridden by name, and an unknown one is rejected with its full name in one line."""

import dataclasses
import json

import pytest

from wd_env.agents.networks.architecture import Architecture
from wd_env.cli.arguments.argument_parser import parse
from wd_env.cli.commands.training.train import TrainCommand
from wd_env.errors import ConfigError
from wd_env.spec.observation_layout import Feature, ObservationLayout
from wd_env.training.settings.net_settings import NetSettings
from wd_env.training.settings.ppo_settings import PpoSettings
from wd_env.training.settings.training_settings import TrainSettings, as_dict, load_settings, settings_from_dict


def written(tmp_path, text):
    path = tmp_path / "run.yaml"
    path.write_text(text, "utf-8")
    return path


def refusal(tmp_path, text):
    with pytest.raises(ConfigError) as caught:
        load_settings(written(tmp_path, text))
    message = str(caught.value)
    assert "\n" not in message
    assert "run.yaml" in message
    assert message.isprintable()
    return message


@pytest.mark.parametrize("text", ["", "# nothing\n", "{}"])
def test_an_empty_file_overrides_nothing(tmp_path, text):
    assert load_settings(written(tmp_path, text)) == TrainSettings()


def test_a_file_only_overrides(tmp_path):
    text = """
game: {players: [4], options: {last_player: survivor_wins, max_turns: 300, airspace: true}}
ppo: {learning_rate: 1e-3, target_kl: 0.02, gamma: 1}
opponents: {weights: {past: 1}}
run: {time_limit_minutes: 5}
"""
    found = load_settings(written(tmp_path, text))
    assert found.game.players == (4,)
    assert found.game.options == {"last_player": "survivor_wins", "max_turns": 300, "airspace": True}
    assert (found.ppo.learning_rate, found.ppo.target_kl, found.ppo.gamma) == (0.001, 0.02, 1.0)
    assert found.opponents.weights == {"past": 1.0}
    assert found.run.time_limit_minutes == 5.0
    assert found.net == TrainSettings().net
    assert found.ppo.n_steps == TrainSettings().ppo.n_steps


@pytest.mark.parametrize("text", ["3e-4", "3E-4", "0.0003", "3.e-4", ".0003"])
def test_small_numbers_are_floats_however_yaml_sees_them(tmp_path, text):
    assert load_settings(written(tmp_path, f"ppo: {{learning_rate: {text}}}")).ppo.learning_rate == 3e-4


def test_game_options_keep_the_type_they_are_written_in(tmp_path):
    options = load_settings(written(tmp_path, "game: {options: {a: 1, b: 1.0, c: true, d: one}}")).game.options
    assert [type(value) for value in options.values()] == [int, float, bool, str]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("learner: 3", ["learner: expected", "maskable, fast"]),
        (
            "pppo: {}",
            [
                "unknown option 'pppo'",
                "learner, game, shaping, imitation, expert, ppo, net, opponents, evaluation, run",
            ],
        ),
        ("ppo: {learning_rat: 1}", ["unknown option 'ppo.learning_rat'", "did you mean ppo.learning_rate?"]),
        ("3: {}", ["key 3: expected text"]),
        ("ppo: {n_envs: 3.0}", ["ppo.n_envs: expected an integer", "got 3.0"]),
        ("ppo: {n_envs: true}", ["ppo.n_envs: expected an integer", "got True"]),
        ("ppo: {n_envs: '8'}", ["ppo.n_envs: expected an integer", "got '8'"]),
        ("ppo: {gamma: true}", ["ppo.gamma: expected a number", "got True"]),
        ("ppo: {gamma: high}", ["ppo.gamma: expected a number from 0 to 1, got 'high'"]),
        ("ppo: {gamma: .nan}", ["ppo.gamma: expected a number from 0 to 1, got nan"]),
        ("ppo: {learning_rate: 1e999}", ["ppo.learning_rate: expected a number above 0", "got inf"]),
        ("ppo: {target_kl: never}", ["ppo.target_kl: expected a number above 0 or None, got 'never'"]),
        ("ppo: 3", ["ppo: expected a mapping", "got 3"]),
        ("ppo: null", ["ppo: expected a mapping", "got None"]),
        ("[1, 2]", ["the value: expected a mapping", "got [1, 2]"]),
        ("game: {players: 4}", ["game.players: expected a list, each item an integer from 1", "got 4"]),
        ("game: {players: [4, four]}", ["game.players[1]: expected an integer", "got 'four'"]),
        ("game: {options: {x: [1]}}", ["game.options.x: expected a number, text, true or false, got [1]"]),
        ("game: {options: {1: 1}}", ["key game.options.1: expected text"]),
        ("shaping: {soldiers: much}", ["shaping.soldiers: expected a number", "got 'much'"]),
        ("game: {options: &x {y: *x}}", ["in line 1: expected no anchors and aliases, got 'x'"]),
        ("run: {folder: 3}", ["run.folder: expected text", "got 3"]),
        ("run: {seed: 1, seed: 2}", ["run.seed is duplicated"]),
        ("run: {seed: 1}\nrun: {seed: 2}", ["key run is duplicated"]),
        ("run: {seed: !!python/object/apply:os.getpid []}", ["could not determine a constructor"]),
        ("{[1]: 2}", ["unhashable key"]),
        ("run: {seed: 2024-13-45}", ["month must be in 1..12"]),
        ("run: [", ["expected the node content"]),
        ("a: 1\n---\nb: 2", ["expected a single document"]),
        ("a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]", ["in line 1: expected no anchors and aliases, got 'a'"]),
        ("run: {seed: &x 1}", ["expected no anchors and aliases, got 'x'"]),
        ("run: {<<: {seed: 1}}", ["key run.<< is a merge key"]),
        ("game: {players: [{a: 1, a: 2}]}", ["key game.players[0].a is duplicated"]),
        ("[" * 5_000, ["in line 1: expected at most 16 nested lists and mappings"]),
        ("- " * 5_000, ["in line 1: expected at most 16 nested lists and mappings"]),
        ("run: {seed: " + "1" * 5_000 + "}", ["in line 1: expected at most 1000 characters, got 5000"]),
        ("run: {seed: " + "1:" * 800 + "1}", ["in line 1: expected at most 1000 characters, got 1601"]),
        ("# x\n" * 20_000, ["expected at most 32768 bytes, got 80000"]),
        (
            'run: {folder: "\\x1b[31mred"}',
            ["in line 1: expected text without control characters, got '\\x1b[31mred'"],
        ),
        ('"\\x1b[31mred": 1', ["in line 1: expected text without control characters, got '\\x1b[31mred'"]),
        ('ppo: {"\\u202e": 1}', ["in line 1: expected text without control characters, got '\\u202e'"]),
    ],
)
def test_unknown_settings_are_rejected_by_name(tmp_path, text, words):
    message = refusal(tmp_path, text)
    assert [word for word in words if word not in message] == []


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("learner: slow", "learner: expected maskable, fast, got 'slow'"),
        ("game: {players: [0]}", "game.players"),
        ("game: {name: chess}", "unknown game 'chess'; expected one of world_dominance"),
        ("game: {players: [2, 3], weights: [1]}", "game.weights"),
        ("game: {players: [2], weights: [0]}", "game.weights"),
        ("ppo: {n_steps: 0}", "ppo.n_steps"),
        ("ppo: {batch_size: 1}", "ppo.batch_size"),
        ("ppo: {n_envs: 3, n_steps: 5, batch_size: 4}", "a divisor of 15"),
        ("ppo: {gamma: 1.1}", "ppo.gamma"),
        ("ppo: {clip_range: 0}", "ppo.clip_range"),
        ("ppo: {ent_coef: -1}", "ppo.ent_coef"),
        ("ppo: {ent_coef_end: -1}", "ppo.ent_coef_end"),
        ("imitation: {label_smoothing: 1}", "imitation.label_smoothing"),
        ("ppo: {target_kl: 0}", "ppo.target_kl"),
        ("{learner: fast, ppo: {anchor_kl_coef: -1}}", "ppo.anchor_kl_coef"),
        ("ppo: {anchor_kl_coef: 1}", "ppo.anchor_kl_coef: expected 0 unless learner is fast, got 1.0"),
        ("net: {activation: gelu}", "net.activation: expected tanh, relu, got 'gelu'"),
        ("net: {hidden: [0]}", "net: hidden"),
        ("net: {hidden: [8], shared: 2}", "net: shared: expected 0 to 1 hidden layers, got 2"),
        (
            "opponents: {self_play_fraction: 1.01}",
            "opponents.self_play_fraction: expected a number from 0 to 1, got 1.01",
        ),
        (
            "opponents: {self_play_fraction: -0.01}",
            "opponents.self_play_fraction: expected a number from 0 to 1, got -0.01",
        ),
        ("opponents: {weights: {past: -1}}", "opponents.weights"),
        ("opponents: {weights: {past: 0}}", "opponents.weights"),
        ("opponents: {pool_size: 0}", "opponents.pool_size"),
        ("evaluation: {games: 0}", "evaluation.games"),
        ("run: {seed: -1}", "run.seed"),
        ("run: {total_decisions: 0}", "run.total_decisions"),
        ("run: {time_limit_minutes: 0}", "run.time_limit_minutes"),
    ],
)
def test_a_value_out_of_range_is_refused_by_name(tmp_path, text, word):
    assert word in refusal(tmp_path, text)


@pytest.mark.parametrize("fraction", [0.0, 1.0])
def test_a_fraction_may_be_none_or_all(tmp_path, fraction):
    text = f"opponents: {{self_play_fraction: {fraction}}}"
    assert load_settings(written(tmp_path, text)).opponents.self_play_fraction == fraction


def test_no_opponents_are_needed_where_every_seat_learns(tmp_path):
    text = "opponents: {self_play_fraction: 1, weights: {}}"
    assert load_settings(written(tmp_path, text)).opponents.weights == {}


def test_a_missing_file_and_a_folder_are_refused(tmp_path):
    for path in (tmp_path / "none.yaml", tmp_path):
        with pytest.raises(ConfigError, match=r"No such file|Is a directory"):
            load_settings(path)


def test_settings_that_are_not_text_are_rejected(tmp_path):
    path = tmp_path / "run.yaml"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ConfigError, match=r"run\.yaml"):
        load_settings(path)


def test_resolved_settings_go_through_json_and_back(tmp_path):
    settings = load_settings(written(tmp_path, "{game: {players: [3, 2]}, net: {hidden: [64]}}"))
    assert settings_from_dict(json.loads(json.dumps(as_dict(settings)))) == settings


def test_the_command_line_knows_every_field_with_a_sentence(capsys):
    with pytest.raises(SystemExit):
        parse(TrainCommand, ["--help-settings"], "train")
    shown = " ".join(capsys.readouterr().out.split())
    for part in dataclasses.fields(TrainSettings):
        inner = getattr(TrainSettings(), part.name)
        names = [f".{entry.name}" for entry in dataclasses.fields(inner)] if dataclasses.is_dataclass(inner) else [""]
        for name in names:
            assert f"--{part.name}{name}".replace("_", "-") in shown
    assert "Opponents in evaluations and final matches, bots by name" in shown


def test_the_command_line_overrides_a_file(tmp_path):
    base = load_settings(written(tmp_path, "ppo: {clip_range: 0.3}"))
    args = ["--net.activation", "relu", "--game.players", "2", "5", "--game.options.max-turns", "9"]
    found = parse(TrainCommand, args, "train", TrainCommand(settings=base)).settings
    assert (found.ppo.clip_range, found.net.activation, found.game.players) == (0.3, "relu", (2, 5))
    assert found.game.options == {"max_turns": 9}
    assert found.net.architecture() == Architecture((128, 128), 1, "relu")


def test_the_input_features_of_a_network_are_columns_of_the_observation_in_order():
    layout = ObservationLayout(
        (Feature("a", (2,), 0, 1, ""), Feature("b", (), 0, 1, ""), Feature("c", (2, 2), 0, 1, ""))
    )
    assert NetSettings(input_features=("c", "a")).feature_columns(layout) == (3, 4, 5, 6, 0, 1)
    assert NetSettings().feature_columns(layout) == ()
    with pytest.raises(ConfigError, match=r"net.input_features: expected a, b, c, got 'd'"):
        NetSettings(input_features=("d",)).feature_columns(layout)


def test_without_numbers_of_players_a_run_has_all_that_its_game_allows():
    assert TrainSettings().game.players == (2, 3, 4, 5)
    assert as_dict(TrainSettings())["game"]["players"] == [2, 3, 4, 5]


def test_a_file_overrides_its_base_mapping_by_mapping_and_lists_and_weights_as_wholes(tmp_path):
    (tmp_path / "base.yaml").write_text(
        "ppo: {n_epochs: 3, gamma: 0.5}\nopponents: {weights: {random: 1.0}}\nnet: {hidden: [8, 8]}\n"
    )
    found = load_settings(
        written(
            tmp_path, "base: base.yaml\nppo: {gamma: 0.25}\nopponents: {weights: {past: 2.0}}\nnet: {hidden: [4]}\n"
        )
    )
    assert (found.ppo.n_epochs, found.ppo.gamma) == (3, 0.25)
    assert (found.opponents.weights, found.net.hidden) == ({"past": 2.0}, (4,))


@pytest.mark.parametrize("base", ["../base.yaml", "/etc/passwd", "7", "[base.yaml]", "none.yaml"])
def test_a_base_is_the_name_of_a_file_in_the_same_folder(tmp_path, base):
    with pytest.raises(ConfigError, match=r"base: expected the name of a file in the same folder|cannot be read"):
        load_settings(written(tmp_path, f"base: {base}\n"))


def test_a_base_may_have_a_base_and_the_nearest_file_counts(tmp_path):
    (tmp_path / "root.yaml").write_text("ppo: {gamma: 0.25, n_epochs: 7}\nnet: {hidden: [4]}\n")
    (tmp_path / "base.yaml").write_text("base: root.yaml\nppo: {gamma: 0.5}\nnet: {hidden: [6]}\n")
    found = load_settings(written(tmp_path, "base: base.yaml\nnet: {hidden: [8]}\n"))
    assert (found.ppo.gamma, found.ppo.n_epochs, found.net.hidden) == (0.5, 7, (8,))


@pytest.mark.parametrize("bases", [4, 5])
def test_a_file_has_up_to_four_bases_below_each_other(tmp_path, bases):
    (tmp_path / "base0.yaml").write_text("ppo: {gamma: 0.25}\n")
    for number in range(1, bases):
        (tmp_path / f"base{number}.yaml").write_text(f"base: base{number - 1}.yaml\n")
    text = f"base: base{bases - 1}.yaml\n"
    if bases == 4:
        assert load_settings(written(tmp_path, text)).ppo.gamma == 0.25
    else:
        assert "expected at most 4 files below each other by base, got more" in refusal(tmp_path, text)


def test_bases_in_a_cycle_are_refused(tmp_path):
    (tmp_path / "base.yaml").write_text("base: base.yaml\n")
    with pytest.raises(ConfigError, match="expected at most 4 files below each other by base, got more"):
        load_settings(written(tmp_path, "base: base.yaml\n"))


def test_learning_rate_and_entropy_bonus_fall_on_a_straight_line_to_their_ends():
    ppo = PpoSettings(learning_rate=0.5, learning_rate_end=0.1, ent_coef=0.4, ent_coef_end=0.2)
    assert [ppo.learning_rate_at(left) for left in (1.0, 0.5, 0.0)] == pytest.approx([0.5, 0.3, 0.1])
    assert [ppo.ent_coef_at(left) for left in (1.0, 0.5, 0.0)] == pytest.approx([0.4, 0.3, 0.2])


def test_a_stage_that_is_off_is_absent():
    written_down = as_dict(TrainSettings())
    assert not {"imitation", "expert"} & set(written_down)
    on = settings_from_dict({"expert": {"bot": "scripted"}})
    assert as_dict(on)["expert"]["bot"] == "scripted"
