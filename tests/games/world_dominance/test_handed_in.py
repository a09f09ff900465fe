"""Custom files in saved games: a saved game has their digests, opens no file itself, and takes the files handed in."""

import hashlib
import json
import os
import threading
from dataclasses import replace
from pathlib import Path

import pytest

from tests.games.world_dominance.data_files import BOARD, DECK, PACK, PURGADIES, THEMES, shipped, write
from wd_env.errors import DataError, StateError
from wd_env.games.world_dominance.config import Config
from wd_env.games.world_dominance.game import GAME
from wd_env.games.world_dominance.table import WorldDominance
from wd_env.games.world_dominance.text.titles import titles_of
from wd_env.table.chance_modes import EXPLICIT
from wd_env.table.game_record import GameRecord
from wd_env.table.saved_table import at_line, replay_record, table_from_json

FILES = {
    "board": BOARD,
    "continent_cards": PACK,
    "manoeuvre_deck": DECK,
    "purgadies": PURGADIES,
    "themes": THEMES,
}


def played(**options):
    """Return a table in the middle of a game."""
    table = WorldDominance(Config(num_players=2, **options), seed=5)
    for _ in range(20):
        table.play(table.legal_texts()[0])
    return table


def own(folder, option="themes", mark=""):
    """Write a custom file, equal to the bundled one except for a comment, and return its path."""
    return write(folder, f"my_{option}.toml", f"{shipped(FILES[option])}# {mark}\n")


def forms(table):
    """Yield both forms of a saved game, each with the function that loads it."""
    state, text = json.dumps(table.to_json()), table.record().dumps()
    yield state, lambda **files: table_from_json(json.loads(state), GAME, chance=EXPLICIT, **files)
    yield text, lambda **files: replay_record(GameRecord.loads(text), GAME, **files)


@pytest.mark.parametrize("option", FILES)
def test_a_saved_game_has_the_digest_of_a_file_and_no_path(option, tmp_path):
    path = own(tmp_path, option)
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    table = played(**{option: str(path)})
    for text, _ in forms(table):
        assert str(tmp_path) not in text
    assert table.to_json()["config"][option] == {"name": path.name, "sha256": digest}
    assert table.record().config == table.to_json()["config"] == table.copy().record().config
    assert table.record().for_seat(0).config == table.record().config
    assert table.custom_files == (str(path),)


@pytest.mark.parametrize("option", FILES)
def test_a_saved_game_loads_with_the_file_at_another_path(option, tmp_path):
    path = own(tmp_path, option)
    table = played(**{option: str(path)})
    elsewhere = path.rename(tmp_path / "elsewhere.toml")
    other = own(tmp_path, option, "other")
    for _, read in forms(table):
        for handed in ([elsewhere], elsewhere, str(elsewhere), [other, elsewhere]):
            again = read(files=handed)
            assert again.state == table.state
            assert getattr(again.config, option) == str(elsewhere)


@pytest.mark.parametrize("option", FILES)
def test_without_the_file_the_error_names_it_and_how_to_hand_it_in(option, tmp_path):
    path = own(tmp_path, option)
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    other = write(tmp_path, "other.toml", f"{path.read_text()}# other\n")
    handed_in = {(): "none", (other,): f"other.toml of {hashlib.sha256(other.read_bytes()).hexdigest()[:12]}"}
    for _, read in forms(played(**{option: str(path)})):
        for handed, text in handed_in.items():
            with pytest.raises(StateError) as refused:
                read(files=handed)
            message = str(refused.value)
            assert f"the saved {option} is a custom file, 'my_{option}.toml', of sha256 {digest}" in message
            assert f"hand it in by --{option.replace('_', '-')} FILE, or in Python by files=[path]" in message
            assert message.endswith(f"handed in: {text}")


@pytest.mark.parametrize("option", FILES)
def test_a_path_in_what_is_saved_is_refused_though_the_file_is_there(option, tmp_path):
    path = own(tmp_path, option)
    table = played()
    state = table.to_json()
    state["config"][option] = str(path)
    record = replace(table.record(), config={**table.record().config, option: str(path)})
    for read in (lambda: table_from_json(state, files=[path]), lambda: replay_record(record, files=[path])):
        with pytest.raises(StateError, match=f"saved {option}: expected .*, never a path, got '"):
            read()


def test_no_file_is_opened_because_a_record_names_it(tmp_path, monkeypatch):
    """Load a record whose file names do not match: neither they nor the files handed in may be opened."""
    table, path = played(), own(tmp_path)
    record = replace(table.record(), config={**table.record().config, "themes": str(path)})

    def no_file(name, *_, **__):
        raise AssertionError(f"{name} was opened")

    with monkeypatch.context() as patch:
        patch.setattr(os, "open", no_file)
        patch.setattr(Path, "open", no_file)
        patch.setattr(Path, "read_bytes", no_file)
        with pytest.raises(StateError, match="never a path"):
            replay_record(record, GAME, files=[path])


def test_a_pipe_that_a_record_names_does_not_block(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    table = played()
    record = replace(table.record(), config={**table.record().config, "themes": str(tmp_path / "pipe")})
    refused = []

    def read():
        with pytest.raises(StateError):
            replay_record(record, GAME)
        refused.append(True)

    thread = threading.Thread(target=read, daemon=True)
    thread.start()
    thread.join(60)
    assert refused == [True]


@pytest.mark.parametrize(
    "message",
    [
        True, 0, "", ["a"], {}, {"sha256": "0" * 64}, {"name": "a", "sha256": "0" * 63},
        {"name": 1, "sha256": "0" * 64},
        {"name": "a", "sha256": "0" * 64, "path": "/dev/zero"}, {"name": "a" * 256, "sha256": "0" * 64},
        {"name": "a", "sha256": "G" * 64}, {"name": "a", "sha256": "0" * 64 + "\n"},
    ],
)  # fmt: skip
def test_an_invalid_digest_is_rejected(message):
    state = played().to_json()
    state["config"]["themes"] = message
    with pytest.raises(StateError, match="saved themes: expected"):
        table_from_json(state, GAME)


def test_the_digest_is_that_of_the_file_as_it_was_when_the_table_was_made(tmp_path):
    path = own(tmp_path)
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    table = played(themes=str(path))
    own(tmp_path, mark="changed")
    assert table.record().config["themes"]["sha256"] == table.to_json()["config"]["themes"]["sha256"] == digest


def test_a_table_goes_back_to_any_line_with_the_files_it_has(tmp_path):
    table = played(themes=str(own(tmp_path)), board=str(own(tmp_path, "board")))
    for stop in (0, 7, len(table.lines)):
        assert at_line(table, stop).lines == table.lines[:stop]
    assert at_line(table, len(table.lines)).state == table.state
    assert titles_of(at_line(table, 0).config) is titles_of(table.config)


def test_titles_are_those_that_a_file_has_now_and_stay_when_it_is_gone(tmp_path):
    path = own(tmp_path)
    config, text = Config(themes=str(path)), path.read_text()
    first = titles_of(config).themes[0].title
    path.write_text(text.replace(f'"{first}"', '"Another theme"', 1))
    assert titles_of(config).themes[0].title == "Another theme"
    path.unlink()
    assert titles_of(config).themes[0].title == "Another theme"


@pytest.mark.parametrize("option", FILES)
def test_a_device_or_a_pipe_as_a_file_is_one_error(option, tmp_path):
    os.mkfifo(tmp_path / "pipe")
    for path in (os.devnull, tmp_path / "pipe", tmp_path / "none", tmp_path, "a\0b"):
        with pytest.raises(DataError, match=r"not a regular file|cannot be read"):
            WorldDominance(Config(**{option: str(path)}))


def test_a_long_file_or_line_is_refused_before_it_is_read(tmp_path):
    path = write(tmp_path, "own.toml", "#" * 400 + "\n" + shipped(THEMES) + "a" + ".a" * 3_000 + " = 1\n")
    with pytest.raises(DataError, match="letters, allowed: at most 500"):
        WorldDominance(Config(themes=str(path)))
    path = write(tmp_path, "own.toml", shipped(THEMES) + "# x\n" * 2**15)
    with pytest.raises(DataError, match="at most 131072 bytes"):
        WorldDominance(Config(themes=str(path)))
