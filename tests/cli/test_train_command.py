"""The command that `wd train` prints plays against the bot; another bot is rejected with the difference."""

import re
import shlex
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from wd_env.agents.files.bot_file import load_bot, save_bot
from wd_env.agents.files.bot_file_header import BotFileHeader, current_provenance
from wd_env.agents.networks.architecture import Architecture
from wd_env.errors import CheckpointError
from wd_env.registry import get_game
from wd_env.spec.custom_files import encode_options

MAP = Path(__file__).parents[1] / "games" / "domination" / "maps" / "6.map"
SMALL = Architecture((2,), 1, "relu")


def saved(path, name, options):
    """Write a bot with random weights, as a run with these options does."""
    row = get_game(name)
    spec = row.spec_for(**options)
    rng = np.random.default_rng(1)
    shapes = SMALL.shapes(spec.layout.size, len(spec.actions))
    weights = {tensor: rng.normal(size=shape).astype(np.float32) for tensor, shape in shapes.items()}
    meta = BotFileHeader.for_game(spec, SMALL, current_provenance({}, encode_options(row.config(**options)), {}, 1, 0))
    return save_bot(path, weights, meta)


@pytest.fixture
def trained(monkeypatch):
    """Replace the `train` function by one that saves a bot immediately."""

    def train(settings, resume, track):
        folder = Path("my runs")
        folder.mkdir(exist_ok=True)
        return saved(folder / "bot.wdbot", settings.game.name, settings.game.options)

    module = ModuleType("wd_env.training.training_run")
    module.train = train
    monkeypatch.setitem(sys.modules, "wd_env.training.training_run", module)


@pytest.mark.parametrize(
    ("name", "options", "needed"),
    [
        ("domination", [], []),
        ("domination", ["--game.options.map", "own world.map"], ["--map", "own world.map"]),
        ("domination", ["--game.options.capacity", "64", "--game.options.game-type", "mission"], ["--capacity", "64"]),
        ("domination", ["--game.options.encoding", "edge", "--game.options.borders", "modern83"],
         ["--encoding", "edge", "--borders", "modern83"]),
        ("world_dominance", ["--game.options.variant", "ten_card"], []),
    ],
)  # fmt: skip
def test_the_command_that_training_ends_with_plays_against_the_bot(wd, trained, tmp_path, name, options, needed):
    (tmp_path / "own world.map").write_bytes((MAP.parent / "75.map").read_bytes())
    ended = wd("train", "--game", name, *options)
    (command,) = re.findall(r"wd play .*", ended.out)
    program, *words = shlex.split(command)
    assert program == "wd"
    asked = words[1 : words.index("--seats")]
    assert sorted(asked) == sorted((["--game", name] if name == "domination" else []) + needed)
    played = wd(*words, "--seed", 1, typed="1\nq\n")
    assert (played.code, "You left the game" in played.out) == (0, True), played.err


@pytest.mark.parametrize(
    ("bot", "table", "message"),
    [
        ({"map": str(MAP)}, {}, r"map '6\.map', 33 actions, \d+ numbers in an observation; "
                                r"this game has map 'classic', 69 actions, \d+ numbers in an observation"),
        ({}, {"capacity": 64}, r"capacity None, 69 actions, \d+ numbers in an observation; "
                           r"this game has capacity 64, 91 actions, \d+ numbers in an observation"),
        ({"encoding": "edge"}, {}, r"for 233 actions; this game has 69 actions"),
        ({"borders": "modern83"}, {}, r"for borders 'modern83', observations of other pieces; "
                                      r"this game has borders 'domination82'"),
    ],
)  # fmt: skip
def test_a_bot_that_does_not_fit_is_refused_by_what_differs(tmp_path, bot, table, message):
    path = saved(tmp_path / "bot.wdbot", "domination", bot)
    with pytest.raises(CheckpointError) as refused:
        load_bot(path, get_game("domination").new_table(get_game("domination").config(**table)).game)
    purpose = message if message.startswith("for") else f"for {message}"
    assert re.fullmatch(rf"{re.escape(str(path))}: was made {purpose}.*", str(refused.value))


def test_a_bot_of_another_game_is_refused_by_the_game_alone(tmp_path):
    path = saved(tmp_path / "bot.wdbot", "domination", {})
    with pytest.raises(CheckpointError, match=r"was made for game 'domination'; this game has game 'world_dominance'$"):
        load_bot(path, get_game("world_dominance").game)


def test_two_maps_of_the_same_name_are_distinguished_by_their_digests(tmp_path):
    other = (MAP.parent / "75.map").read_bytes()
    (tmp_path / "6.map").write_bytes(other)
    path = saved(tmp_path / "bot.wdbot", "domination", {"map": str(MAP)})
    with pytest.raises(CheckpointError, match=r"map '6\.map' \('[0-9a-f]{12}'\), 33 actions"):
        load_bot(path, get_game("domination").spec_for(map=str(tmp_path / "6.map")))
