"""The command itself: help, version, one line per error, exit codes."""

import os
import subprocess
import sys
import tomllib
from dataclasses import fields
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from wd_env import __version__
from wd_env.cli import main
from wd_env.cli.commands.lookup import info
from wd_env.dependencies import EXTRA_OF
from wd_env.games.world_dominance.config import Config
from wd_env.parallel.thread_limits import ONE_THREAD

ROOT = Path(__file__).parents[2]
HEAVY = {
    "torch",
    "numba",
    "stable_baselines3",
    "sb3_contrib",
    "pygame",
    "matplotlib",
    "safetensors",
    "choix",
    "pydantic",
}
PACKAGE_OF = {
    "mlflow": "mlflow-skinny",
    "yaml": "pyyaml",
    "pygame": "pygame-ce",
    "stable_baselines3": "stable-baselines3",
}


def run_wd(*arguments, **how):
    code = (
        "import sys; from wd_env.cli.main import main; code = main(); print(*sys.modules, file=sys.stderr); exit(code)"
    )
    return subprocess.Popen(
        [sys.executable, "-c", code, *arguments], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **how
    )


def test_help_loads_nothing_heavy():
    """Print one page after another in one process."""
    commands = ("", "play", "table", "evaluate", "ladder", "sprt", "train", "bench")
    code = (
        "import sys; from wd_env.cli.main import main; "
        "ended = [main([*name.split(), '--help']) for name in sys.argv[1:]]; print(*sys.modules, file=sys.stderr); "
        "exit(any(ended))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *commands], cwd=ROOT, capture_output=True, text=True, check=False
    )
    loaded = {name.split(".")[0] for name in done.stderr.split()}
    assert done.returncode == 0
    assert done.stdout.count("usage: wd") == len(commands)
    assert "wd_env" in loaded
    assert not loaded & HEAVY


def test_help_names_every_command_and_each_has_its_own_help(wd):
    ended = wd("--help")
    assert ended.code == 0
    for command in main.COMMAND_FOLDERS:
        assert f"\n  {command} " in ended.out
        assert f"usage: wd {command}" in wd(command, "--help").out
        assert wd("help", command).out == wd(command, "--help").out
    assert ended.out == wd("help").out


@pytest.mark.parametrize("command", main.COMMAND_FOLDERS)
def test_the_help_of_a_command_ends_with_a_call_of_it(wd, command):
    *_, example = wd(command, "--help").out.splitlines()
    assert example.startswith(f"Example: wd {command}")
    assert "unknown option" not in wd(*example.split()[2:], "--nosuch").err.replace("option --nosuch", "")


def test_every_command_is_a_module_that_runs():
    found = {path.stem for path in (ROOT / "wd_env" / "cli" / "commands").glob("*/*.py")} - {"__init__"}
    assert found == set(main.COMMAND_FOLDERS)


def test_without_a_command_the_help_is_shown_as_wrong_usage(wd):
    assert (wd().code, wd().out) == (2, wd("--help").out)


def test_the_version_is_the_package_s(wd):
    assert wd("--version").out == wd("-V").out == f"wd {__version__}\n"


def test_an_unknown_command_is_refused_with_the_known_ones(wd):
    ended = wd("paly")
    assert ended.code == 2
    allowed = ", ".join(main.COMMAND_FOLDERS)
    assert ended.error_line.startswith(f"unknown command 'paly'; expected {allowed}; did you mean play?")
    assert "; did you mean play? (see wd --help)" in ended.error_line


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["play", "--nosuch", "1"], "--nosuch"),
        (["play", "--seat", "human"], "unknown option --seat; did you mean --seats?"),
        (["play", "--seed", "many"], "--seed: expected an integer or None, got 'many'"),
        (["play", "--seed"], "--seed: expected a value"),
        (["play", "--stacking", "often"], "--stacking: expected True, False or None, got 'often'"),
        (["bench", "--seconds", "few"], "--seconds: expected a number, got 'few'"),
        (["play", "--percent-known", "300"], "--percent-known: expected an integer from 0 to 100, got 300"),
        (["play", "--last-player", "wins"], "--last-player: expected stalemate, last_survivor_wins"),
        (["play", "--variant", "ten_cards"], "four_set, ally, got 'ten_cards'; did you mean ten_card?"),
        (["play", "--max-turn", "9"], "unknown option --max-turn; did you mean --max-turns?"),
        (["play", "--hot-seat=yes"], "--hot-seat: expected no value"),
        (["bench", "--seconds", "nan"], "--seconds: expected a number, got 'nan'"),
        (["info", "rules", "bots"], "unexpected argument 'bots'"),
        (["evaluate", "random", "random", "--games", "lots"], "--games: expected an integer, got 'lots'"),
        (["evaluate"], "bots: expected"),
        (["info", "nosuch"], "section: expected spaces, actions, observation"),
        (["replay"], "file is missing: the record, as"),
    ],
)
def test_wrong_usage_is_one_line_and_code_2(wd, tmp_path, arguments, words):
    ended = wd(*arguments)
    assert ended.code == 2
    assert words.lower() in ended.error_line.lower()
    assert f"(see wd {arguments[0]} --help" in ended.error_line
    assert not list(tmp_path.iterdir())


SCREEN = 24  # lines


@pytest.mark.parametrize("columns", ["80", "100"])
@pytest.mark.parametrize("command", ["", *main.COMMAND_FOLDERS])
def test_the_help_of_a_command_fits_a_screen(wd, monkeypatch, command, columns):
    monkeypatch.setenv("COLUMNS", columns)
    lines = wd(*command.split(), "--help").out.splitlines()
    assert len(lines) <= SCREEN
    assert max(map(len, lines)) <= int(columns)


@pytest.mark.parametrize("command", ["play", "table", "evaluate", "stats", "ladder", "skill", "sprt"])
def test_game_options_have_their_own_help_page(wd, monkeypatch, command):
    monkeypatch.setenv("COLUMNS", "80")
    result = wd(command, "--help-rules")
    assert "--help-rules" in wd(command, "--help").out
    assert "--max-turns" not in wd(command, "--help").out
    for option in fields(Config):
        typed = option.name.replace("_", "-")
        assert (f"--{typed}" in result.out or f"--[no-]{typed}" in result.out) == (option.name != "num_players")
    assert max(map(len, result.out.splitlines())) <= 80


def test_an_option_may_have_underscores_and_an_equals_sign(wd):
    assert wd("play", "--max_turns=x").error_line.startswith("--max-turns: expected an integer")


def test_a_switch_can_be_turned_off_later_in_the_line(wd):
    assert wd("info", "bots", "--json", "--no-json").out == wd("info", "bots").out


def test_a_valid_command_that_fails_has_exit_code_1(wd, monkeypatch, tmp_path):
    """Check a bot that raises an error in a game: it is not a usage error of the person who typed its name."""
    (tmp_path / "fragile.py").write_text(
        "from wd_env.agents.agent import Agent\nfrom wd_env.errors import ConfigError\n\n\n"
        "class Fragile(Agent):\n    def choose(self, view):\n        raise ConfigError('too much')\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    ended = wd("play", "--seats", "fragile:Fragile,random", "--seed", 3)
    assert (ended.code, ended.err) == (1, "wd: bot 'fragile:Fragile': too much\n")


def test_an_interrupt_is_code_130(wd, monkeypatch):
    def interrupted(_):
        raise KeyboardInterrupt

    monkeypatch.setattr(info, "run", interrupted)
    assert wd("info").code == 130


def test_commands_calculate_with_one_thread_unless_the_environment_sets_a_number(wd, monkeypatch):
    first, *others = ONE_THREAD
    found = {}
    for name in ONE_THREAD:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv(first, "3")
    monkeypatch.setattr(info, "run", lambda _: found.update({name: os.environ.get(name) for name in ONE_THREAD}) or 0)
    assert wd("info").code == 0
    assert found == {**ONE_THREAD, first: "3"}
    assert not set(others) & set(os.environ)


def test_an_error_of_the_system_about_a_file_is_one_line(wd, monkeypatch):
    def refused(_):
        raise PermissionError(13, "Permission denied", "out.json")

    monkeypatch.setattr(info, "run", refused)
    ended = wd("info")
    assert (ended.code, ended.error_line) == (1, "out.json: Permission denied")


def test_a_missing_library_is_named_with_its_extra():
    code = "import sys; sys.modules['numba'] = None; from wd_env.cli.main import main; exit(main())"
    command = [sys.executable, "-c", code, "evaluate", "random", "random"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    said = "wd: numba is not installed; it comes with the extra `fast`: pip install 'wd-env[fast]'\n"
    assert (done.returncode, done.stdout, done.stderr) == (1, "", said)


def test_a_missing_module_outside_the_extras_is_not_reported_as_one(wd, monkeypatch):
    monkeypatch.setitem(sys.modules, "wd_env.cli.commands.lookup.info", None)
    with pytest.raises(ModuleNotFoundError):
        wd("info")


def own_extras(line):
    """Return the package's own extras that a requirement lists."""
    requirement = Requirement(line)
    return requirement.extras if requirement.name == "wd-env" else ()


@pytest.mark.parametrize(("library", "extra"), EXTRA_OF.items())
def test_every_extra_installs_its_library(library, extra):
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    names = {Requirement(line).name for line in extras[extra]}
    nested = {name for line in extras[extra] for inner in own_extras(line) for name in extras[inner]}
    names |= {Requirement(line).name for line in nested}
    assert PACKAGE_OF.get(library, library.replace("_", "-")) in names


@pytest.mark.skipif(os.name != "posix", reason="pipes of this kind are POSIX's")
@pytest.mark.parametrize("words", ["info actions", "stats random random --games 2"])
def test_a_closed_pipe_is_not_an_error(words):
    process = run_wd(*words.split())
    assert process.stdout is not None
    process.stdout.close()
    assert process.wait() == 141
    assert process.stderr is not None
    assert b"Traceback" not in process.stderr.read()


def test_help_names_the_choices(wd):
    assert "--six-rule no_extra|extra_turn|skip_next" in wd("evaluate", "--help-rules").out
    assert "One of spaces, actions, observation" in wd("info", "--help").out
