"""Untrusted files on the command line: they run nothing, give one-line errors, and send no control characters."""

import json
import os

import numpy as np
import pytest

from tests.cli.table_games import START
from tests.games.world_dominance.data_files import BOARD, THEMES, shipped, write
from wd_env.agents.agent_registry import bots_for
from wd_env.games.world_dominance.config import Config
from wd_env.games.world_dominance.game import GAME
from wd_env.games.world_dominance.position import position
from wd_env.games.world_dominance.table import WorldDominance
from wd_env.table.chance_modes import EXPLICIT
from wd_env.table.game_record import GameRecord

ESCAPES = "\x1b]0;owned\x07\x1b[31m\u202e"
SUBJECT = "painters of my own town"


@pytest.fixture
def own(tmp_path):
    """Write custom themes to their own folder."""
    (tmp_path / "mine").mkdir()
    write(tmp_path / "mine", "themes.toml", shipped(THEMES).replace("famous painters", SUBJECT))
    write(tmp_path / "mine", "other.toml", shipped(THEMES).replace("famous painters", "another"))
    write(tmp_path / "mine", "board.toml", shipped(BOARD))
    return tmp_path


HAND_IN = "hand it in by --themes FILE"
NO_PART = "expected a file with which the game was played"


def test_a_game_with_a_custom_file_is_read_if_the_file_is_given(wd, own):
    wd("play", "--seats", "scripted,scripted", "--seed", 1, "--themes", "mine/themes.toml", "--record", "game.txt")
    assert "mine/" not in (own / "game.txt").read_text()
    assert HAND_IN in wd("replay", "game.txt").error_line
    assert HAND_IN in wd("replay", "game.txt", "--themes", "mine/other.toml").error_line
    (own / "mine/themes.toml").rename(own / "elsewhere.toml")
    result = wd("replay", "game.txt", "--themes", "elsewhere.toml")
    assert (result.code, result.err) == (0, "")
    for more in (("--line", 3), ("--step",), ("--seat", 1)):
        assert wd("replay", "game.txt", "--themes", "elsewhere.toml", *more, typed="9\nq\n").code == 0
    refused = wd("replay", "game.txt", "--themes", "elsewhere.toml", "--board", "mine/board.toml").error_line
    assert refused == f"mine/board.toml: {NO_PART}"


def test_a_game_of_wd_table_resumes_with_its_custom_file(wd, own):
    wd(*START, "game.txt", "--themes", "mine/themes.toml", typed="5\n4\n")
    assert HAND_IN in wd("table", "game.txt").error_line
    ended = wd("table", "game.txt", "--themes", "mine/themes.toml", typed="buddha\nundo\nbuddha\n")
    assert (ended.code, ended.err) == (0, "")
    head = json.loads((own / "game.txt").read_text().split("\n")[0])
    assert head["config"]["themes"]["name"] == "themes.toml"
    assert head["lines"] == 3
    assert NO_PART in wd("table", "game.txt", "--themes", "mine/themes.toml", "--board", "mine/board.toml").error_line
    assert "rules of its" in wd("table", "game.txt", "--themes", "mine/themes.toml", "--max-turns", 9).error_line
    loaded = wd("table", "--themes", "mine/themes.toml", typed="load game.txt\n")
    assert "cleo" in loaded.out.lower()
    assert HAND_IN in " ".join(wd("table", typed="load game.txt\n").out.split())


def test_a_position_with_a_custom_file_is_read_if_the_file_is_given(wd, own):
    table = WorldDominance(Config(num_players=2, themes=str(own / "mine/themes.toml")), chance=EXPLICIT)
    (own / "state.json").write_text(json.dumps(table.to_json()))
    assert HAND_IN in wd("table", "--position", "state.json").error_line
    assert wd("table", "--position", "state.json", "--themes", "mine/themes.toml").code == 0
    assert "rules of its" in wd("table", "--position", "state.json", "--board", "ring30").error_line


def record_file(folder, **changes):
    """Write the record of a new game, with changes of its header."""
    table = WorldDominance(Config(num_players=2), seed=1)
    first, rest = table.record().dumps().split("\n", 1)
    (folder / "game.txt").write_text(json.dumps(json.loads(first) | changes) + "\n" + rest)
    return table


def test_a_record_opens_no_path_of_its_configuration(wd, tmp_path):
    os.mkfifo(tmp_path / "pipe")
    for path in ("/dev/zero", str(tmp_path / "pipe"), ESCAPES):
        record_file(tmp_path, config=Config(num_players=2).as_dict() | {"themes": path})
        for command in ("replay", "table"):
            refusal = wd(command, "game.txt").error_line
            assert "saved themes: expected" in refusal
            assert "never a path" in refusal
            assert refusal.isprintable()


@pytest.mark.parametrize("bot", ["/dev/zero", "greedy:pipe", ESCAPES, "mine.wdbot"])
def test_a_record_seats_no_bot_from_a_path(wd, tmp_path, bot):
    os.mkfifo(tmp_path / "pipe")
    notes = {"seats": ["human", bot], "names": [], "chance": "explicit", "seed": 1}
    record_file(tmp_path, notes=notes)
    refusal = wd("table", "game.txt").error_line
    bots = ", ".join(bots_for(GAME))
    assert f"seats of the record: expected human, {bots} or a file that --seats names" in refusal
    assert refusal.isprintable()
    assert wd("table", "game.txt", "--seats", "human,scripted").code == 0
    record_file(tmp_path, notes=notes)
    looked = wd("table", "--seats", "human,random", typed="load game.txt\n").out
    assert "file that --seats names" in " ".join(looked.split())
    assert "\x1b" not in looked


@pytest.mark.parametrize("name", ["seats", "names", "chance", "seed"])
@pytest.mark.parametrize("value", [ESCAPES, [ESCAPES], {ESCAPES: 1}, [[]], 2.0, True, None, [1], 10**19])
def test_notes_that_wd_table_never_wrote_are_refused_in_one_line(wd, tmp_path, name, value):
    notes = {"seats": ["human", "human"], "names": ["Anna", "Ben"], "chance": "explicit", "seed": 1}
    record_file(tmp_path, notes=notes | {name: value})
    ended = wd("table", "game.txt")
    if ended.code == 0:
        assert (name, value) == ("seed", 10**19)
    else:
        assert ended.error_line.isprintable()
    assert "\x1b" not in ended.out


@pytest.mark.parametrize("hostile", ["[" * 100_000, "9" * 5_000, '{"a": 1, "a": 2}', "NaN", '"' + ESCAPES + '"'])
def test_untrusted_json_is_rejected_in_one_line(wd, tmp_path, hostile):
    first, rest = record_text(tmp_path).split("\n", 1)
    (tmp_path / "state.json").write_text(hostile)
    (tmp_path / "game.txt").write_text(first.replace('"lines"', f'"notes": {hostile}, "lines"') + "\n" + rest)
    for arguments in (("replay", "game.txt"), ("table", "game.txt"), ("table", "--position", "state.json")):
        ended = wd(*arguments)
        assert ended.code == 2
        assert ended.error_line.isprintable()


def record_text(folder):
    record_file(folder)
    return (folder / "game.txt").read_text()


def test_the_size_of_a_state_file_is_limited(wd, tmp_path):
    (tmp_path / "state.json").write_text("[" + "[]," * 400_000 + "0]")
    assert wd("table", "--position", "state.json").error_line.startswith(
        "state.json: expected at most 1048576 bytes, got 1200003"
    )


def test_lines_of_a_record_are_escaped_on_a_terminal(wd, tmp_path):
    table = record_file(tmp_path)
    lines = [str(line) for line in table.lines]
    for place, line in ((len(lines), f"0 {ESCAPES}"), (0, ESCAPES), (len(lines), f"* {ESCAPES}")):
        text = table.record().dumps().split("\n")[0].replace(f'"lines": {len(lines)}', f'"lines": {len(lines) + 1}')
        (tmp_path / "game.txt").write_text("\n".join([text, *lines[:place], line, *lines[place:]]) + "\n")
        refusal = wd("replay", "game.txt").error_line
        assert refusal.isprintable()
        assert "owned" in refusal


def test_the_name_of_a_file_is_escaped_on_a_terminal(wd, tmp_path):
    name = "\x1b[31mred"
    (tmp_path / name).write_text("{}")
    commands = [
        ("replay", name), ("table", name), ("table", "--position", name), ("play", "--themes", name),
        ("play", "--seats", f"human,{name}"), ("evaluate", name, "random"), ("train", "--config", f"./{name}.yaml"),
        ("evaluate", "random", "random", "--out", f"{name}/x"), ("bench", "--page", name + "s"),
    ]  # fmt: skip
    for command in commands:
        ended = wd(*command)
        assert ended.code == 2
        assert ended.error_line.isprintable(), command


def bot_file(path):
    from wd_env.agents.files.bot_file import save_bot
    from wd_env.agents.files.bot_file_header import BotFileHeader, Provenance
    from wd_env.agents.networks.architecture import Architecture

    meta = BotFileHeader.for_game(GAME, Architecture((2,), 1), Provenance())
    return save_bot(path, {name: np.zeros(shape, np.float32) for name, shape in meta.shapes.items()}, meta)


def test_the_name_of_a_bot_is_escaped_on_a_terminal(wd, tmp_path):
    pytest.importorskip("numba")
    pytest.importorskip("safetensors")
    name = "\x1b[31mred.wdbot"
    bot_file(tmp_path / name)
    for command in (
        ("play", "--seats", f"{name},random", "--max-turns", 2, "--seed", 1),
        ("evaluate", name, "random", "--games", 4, "--max-turns", 4),
        ("stats", name, "random", "--games", 2, "--max-turns", 4),
        ("table", "--seats", f"human,{name}"),
    ):
        ended = wd(*command, typed="q\n")
        assert ended.code == 0
        assert "\x1b" not in ended.out.replace("\x1b[2J\x1b[3J\x1b[H", "")
        assert "\\x1b[31mred.wdbot" in ended.out


def test_a_table_with_a_trained_bot_resumes_if_the_bot_is_named_again(wd, tmp_path):
    pytest.importorskip("safetensors")
    bot_file(tmp_path / "mine.wdbot")
    wd("table", "game.txt", "--seats", "human,mine.wdbot", typed="1\n")
    assert "file that --seats names" in wd("table", "game.txt").error_line
    assert wd("table", "game.txt", "--seats", "human,mine.wdbot").code == 0
    assert "seat 1: mine.wdbot" in wd("table", "--seats", "human,mine.wdbot", typed="load game.txt\n").out


def test_custom_titles_with_control_characters_are_rejected(wd, tmp_path):
    write(tmp_path, "own.toml", shipped(BOARD).replace('"Paradies"', '"Para\\u001b[31mdies"'))
    refusal = wd("play", "--board", "own.toml").error_line
    assert "field title: found 'Para\\x1b[31mdies', allowed: a text of one line" in refusal


def test_titles_of_a_state_in_a_record_are_checked_too(wd, tmp_path):
    record = position(players=2, soldiers=[5, 5]).record()
    start = {**record.start, "fields": {**record.start["fields"], "garrison": True}}
    (tmp_path / "game.txt").write_text(GameRecord(**{**vars(record), "start": start}).dumps())
    assert "field 'garrison': expected an integer from 0 to 32767, got True" in wd("replay", "game.txt").error_line
    assert not kept_anything(tmp_path)


def kept_anything(folder):
    return [path.name for path in folder.iterdir() if path.name not in ("game.txt",)]
