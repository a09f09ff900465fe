"""Names of bots for options that take bot files, and paths with blanks and commas for all bots."""

import shutil
from pathlib import Path

import pytest

pytest.importorskip("rich")
pytest.importorskip("safetensors")

from tests.agents.recurrent_bots import save
from wd_env.agents.agent_registry import bot_files
from wd_env.cli.arguments.file_arguments import read_record

SMALL = Path(__file__).parents[2] / "tests" / "data" / "bots" / "small.wdbot"


@pytest.fixture
def folder(tmp_path):
    """Return the name of a run folder with a blank and a comma."""
    run = tmp_path / "my run, the second"
    run.mkdir()
    shutil.copy(SMALL, run / "bot.wdbot")
    return run.name


@pytest.mark.parametrize("prefix", ["", "greedy:"])
def test_a_bot_is_exported_by_its_name_its_file_or_its_folder(wd, tmp_path, folder, prefix):
    pytest.importorskip("onnx")
    first = bot_files("policy")[0]
    named = wd("export", "policy", "named.onnx")
    assert (named.code, str(bot_files("policy")[1]) in named.err) == (0, True)
    assert wd("export", f"{prefix}{first}", "by file.onnx").code == 0
    assert (tmp_path / "named.onnx").read_bytes() == (tmp_path / "by file.onnx").read_bytes()
    assert wd("export", f"{prefix}{folder}", "small.onnx").code == 0
    assert 0 < (tmp_path / "small.onnx").stat().st_size < (tmp_path / "named.onnx").stat().st_size


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("scripted", "bot: expected a trained bot, such as policy, got 'scripted', which has no network"),
        ("polcy", "unknown bot 'polcy'"),
        ("nowhere.wdbot", "nowhere.wdbot: cannot be read: No such file"),
    ],
)
def test_a_bot_without_a_network_cannot_be_exported(wd, tmp_path, name, message):
    ended = wd("export", name, "out.json")
    assert (ended.code, message in ended.error_line) == (2, True)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("out", ["bot.onnx", "layout.json"])
def test_a_recurrent_bot_cannot_be_exported_for_stateless_use(wd, tmp_path, out):
    pytest.importorskip("onnx")
    save(tmp_path / "memory.wdbot")
    ended = wd("export", "memory.wdbot", out)
    assert (ended.code, "expected a bot with a feed-forward network, got a recurrent one" in ended.error_line) == (
        2,
        True,
    )
    assert [path.name for path in tmp_path.iterdir()] == ["memory.wdbot"]


def test_paths_with_commas_name_bots_of_seats_and_of_searches(wd, tmp_path, folder):
    search = f'search:samples=1,prior="greedy:{folder}"'
    doubled = search.replace('"', '""')
    seats = f'me,"{folder}","{doubled}"'
    assert wd("play", "--seats", seats, "--seed", 1, "--record", "game.txt", typed="1\nq\n").code == 0
    assert read_record(tmp_path / "game.txt").notes["seats"] == ["human", folder, search]
    ended = wd("play", "--record", "game.txt", "--resume", "--seats", seats, typed="q\n")
    assert (ended.code, ended.err) == (0, "")


def test_a_path_is_a_key_of_a_mapping_exactly_as_typed():
    from wd_env.cli.arguments.argument_parser import parse
    from wd_env.cli.commands.training.train import TrainCommand

    options = parse(TrainCommand, ["--opponents.weights.runs/my_run-2/bot.wdbot=0.5"], "train", TrainCommand())
    assert options.settings.opponents.weights["runs/my_run-2/bot.wdbot"] == 0.5
