"""The command itself: help, version, one line for every refusal, exit codes."""

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from wd_env import __version__
from wd_env.cli import info, main
from wd_env.core.extras import EXTRA_OF

ROOT = Path(__file__).parents[2]
HEAVY = {"torch", "numba", "stable_baselines3", "sb3_contrib", "pygame", "matplotlib", "safetensors"}
PACKAGE_OF = {"yaml": "pyyaml", "pygame": "pygame-ce", "stable_baselines3": "stable-baselines3"}


def run_wd(*arguments, **how):
    code = (
        "import sys; from wd_env.cli.main import main; code = main(); print(*sys.modules, file=sys.stderr); exit(code)"
    )
    return subprocess.Popen(
        [sys.executable, "-c", code, *arguments], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **how
    )


@pytest.mark.parametrize(
    "arguments",
    [
        ["--help"],
        ["play", "--help"],
        ["table", "--help"],
        ["evaluate", "--help"],
        ["train", "--help"],
        ["bench", "--help"],
    ],
)
def test_help_loads_nothing_heavy(arguments):
    process = run_wd(*arguments, text=True)
    out, modules = process.communicate()
    loaded = {name.split(".")[0] for name in modules.split()}
    assert process.returncode == 0
    assert "usage: wd" in out
    assert "wd_env" in loaded
    assert not loaded & HEAVY


def test_help_names_every_command_and_each_has_help_of_its_own(wd):
    ended = wd("--help")
    assert ended.code == 0
    for command in main.COMMANDS:
        assert f"wd {command}" in ended.out
        assert f"usage: wd {command}" in wd(command, "--help").out


def test_every_command_is_a_module_that_runs():
    found = {path.stem for path in (ROOT / "wd_env" / "cli").glob("*.py") if "\ndef run(" in path.read_text("utf-8")}
    assert found == set(main.COMMANDS)


def test_without_a_command_the_help_is_shown_as_wrong_usage(wd):
    assert (wd().code, wd().out) == (2, wd("--help").out)


def test_the_version_is_the_package_s(wd):
    assert wd("--version").out == f"wd {__version__}\n"


def test_an_unknown_command_is_refused_with_the_known_ones(wd):
    ended = wd("paly")
    assert ended.code == 2
    assert ended.refusal.startswith(
        "'paly' is no command; allowed are play, table, evaluate, stats, replay, info, train"
    )


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["play", "--nosuch", "1"], "--nosuch"),
        (["play", "--seat", "me"], "--seat, me; near it: --hot-seat, --seats"),
        (["play", "--seed", "many"], "--seed is 'many'; allowed are whole numbers and None"),
        (["play", "--seed"], "--seed needs a value"),
        (["play", "--stacking", "often"], "--stacking is 'often'; allowed are False, None, True"),
        (["bench", "--seconds", "few"], "--seconds is 'few'; allowed are numbers"),
        (["play", "--percent-known", "300"], "percent_known is 300; allowed are whole numbers 0..100"),
        (["play", "--last-player", "wins"], "last_player is 'wins'; allowed are stalemate, last_survivor_wins"),
        (["evaluate", "random", "random", "--games", "lots"], "--games is 'lots'; allowed are whole numbers"),
        (["evaluate"], "no bots"),
        (["info", "nosuch"], "section is 'nosuch'; allowed are actions, bots, games, observation"),
        (["replay"], "file is missing: the record, as"),
    ],
)
def test_wrong_usage_is_one_line_and_code_2(wd, tmp_path, arguments, words):
    ended = wd(*arguments)
    assert ended.code == 2
    assert words.lower() in ended.refusal.lower()
    assert f"(see wd {arguments[0]} --help)" in ended.refusal
    assert not list(tmp_path.iterdir())


def test_an_interrupt_is_code_130(wd, monkeypatch):
    def interrupted(_):
        raise KeyboardInterrupt

    monkeypatch.setattr(info, "run", interrupted)
    assert wd("info").code == 130


def test_a_file_that_the_system_refuses_is_one_line(wd, monkeypatch):
    def refused(_):
        raise PermissionError(13, "Permission denied", "out.json")

    monkeypatch.setattr(info, "run", refused)
    ended = wd("info")
    assert (ended.code, ended.refusal) == (1, "out.json: Permission denied")


def test_a_missing_library_is_named_with_its_extra():
    code = "import sys; sys.modules['numba'] = None; from wd_env.cli.main import main; exit(main())"
    command = [sys.executable, "-c", code, "evaluate", "random", "random"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    said = "wd: numba is not installed; it comes with the extra `fast`: pip install 'wd-env[fast]'\n"
    assert (done.returncode, done.stdout, done.stderr) == (1, "", said)


def test_a_missing_module_that_no_extra_brings_is_no_refusal(wd, monkeypatch):
    monkeypatch.setitem(sys.modules, "wd_env.cli.info", None)
    with pytest.raises(ModuleNotFoundError):
        wd("info")


def own_extras(line):
    """The extras of ours that a requirement asks for."""
    requirement = Requirement(line)
    return requirement.extras if requirement.name == "wd-env" else ()


@pytest.mark.parametrize(("library", "extra"), EXTRA_OF.items())
def test_every_extra_really_brings_its_library(library, extra):
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    names = {Requirement(line).name for line in extras[extra]}
    nested = {name for line in extras[extra] for inner in own_extras(line) for name in extras[inner]}
    names |= {Requirement(line).name for line in nested}
    assert PACKAGE_OF.get(library, library.replace("_", "-")) in names


@pytest.mark.skipif(os.name != "posix", reason="pipes of this kind are POSIX's")
@pytest.mark.parametrize("words", ["info actions", "stats random random --games 2"])
def test_a_reader_that_has_enough_is_no_error(words):
    process = run_wd(*words.split())
    assert process.stdout is not None
    process.stdout.close()
    assert process.wait() == 141
    assert process.stderr is not None
    assert b"Traceback" not in process.stderr.read()


def test_help_names_what_may_be_chosen(wd):
    assert "--six-rule no_extra|extra_turn|skip_next" in wd("evaluate", "--help").out
