"""`wd replay`: a recorded game as text, at one line, step by step, and as an image."""

import re

import pytest

from tests.games.world_dominance.golden_games import FOLDER, golden
from wd_env.games.world_dominance.game import GAME
from wd_env.games.world_dominance.text.table_text import describe
from wd_env.table.saved_table import replay_record

NAME = "three_players_antarctica"
FILE = FOLDER / f"{NAME}.txt"
RECORD = golden(NAME)
END = len(RECORD.lines)


def table_at(line):
    return replay_record(RECORD, GAME, stop=line)


def numbers(text):
    """Return the numbers of the lines shown."""
    return [int(number) for number in re.findall(r"^ {,5}(\d+)  \S", text, re.MULTILINE)]


def test_every_line_and_the_last_table_are_shown(wd):
    ended = wd("replay", FILE)
    assert (ended.code, ended.err) == (0, "")
    assert numbers(ended.out.split("\nWorld Dominance,")[0]) == list(range(1, END + 1))
    assert ended.out.endswith(f"\n{describe(table_at(None))}\n")


def test_secrets_are_marked_for_the_reader_of_everything(wd):
    message = " ".join(wd("replay", FILE).out.split())
    assert message.count("[only seat") == sum(line.visible_to is not None for line in RECORD.lines)


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_seat_is_shown_what_it_saw(wd, seat):
    ended = wd("replay", FILE, "--seat", seat)
    seen = [number for number, line in enumerate(RECORD.lines, 1) if line.visible_to in (None, seat)]
    assert len(seen) < END
    assert numbers(ended.out.split("\nWorld Dominance,")[0]) == seen
    assert ended.out.endswith(f"\n{describe(table_at(None), seat)}\n")


@pytest.mark.parametrize("line", [0, 1, 60, END])
def test_one_line_is_shown_with_its_table(wd, line):
    ended = wd("replay", FILE, "--line", line)
    assert ended.out.startswith(f"{describe(table_at(line))}\n")
    assert f"\nLine {line} of {END}\n" in ended.out
    assert numbers(ended.out.split(f"Line {line} of")[1]) == ([line] if line else [])


def test_a_line_visible_to_another_seat_is_not_shown(wd):
    line, seat = next((i, line.visible_to) for i, line in enumerate(RECORD.lines, 1) if line.visible_to is not None)
    assert numbers(wd("replay", FILE, "--line", line, "--seat", seat).out.split(f"Line {line} of")[1]) == [line]
    assert numbers(wd("replay", FILE, "--line", line, "--seat", (seat + 1) % 3).out.split(f"Line {line} of")[1]) == []


def lines_shown(ended):
    return [int(number) for number in re.findall(rf"^Line (\d+) of {END}$", ended.out, re.MULTILINE)]


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("\nn\np\nq\n", [0, 1, 2, 1]),
        ("p\n50\n\nq\n", [0, 0, 50, 51]),
        (f"{END}\nn\nq\n", [0, END, END]),
        (f"{END + 1}\nx\n-1\n", [0, 0, 0, 0]),
        ("", [0]),
    ],
)
def test_stepping_follows_its_commands(wd, typed, shown):
    ended = wd("replay", FILE, "--step", typed=typed)
    assert ended.code == 0
    assert lines_shown(ended) == shown


def test_stepping_reports_unknown_commands(wd):
    assert f"line: expected 0 to {END}, got '{END + 1}'" in wd("replay", FILE, "--step", typed=f"{END + 1}\n").out


def test_stepping_starts_at_a_line(wd):
    assert lines_shown(wd("replay", FILE, "--step", "--line", 40, typed="\n")) == [40, 41]


@pytest.mark.parametrize("where", [["--line", "60"], []])
def test_the_board_is_drawn(wd, tmp_path, where):
    pytest.importorskip("pygame")
    ended = wd("replay", FILE, "--image", "board.png", *where)
    assert ended.code == 0
    assert "Wrote the image to board.png." in ended.out
    assert (tmp_path / "board.png").read_bytes().startswith(b"\x89PNG\r\n")


def test_images_of_two_lines_differ(wd, tmp_path):
    pytest.importorskip("pygame")
    for line in (0, 60):
        wd("replay", FILE, "--line", line, "--image", f"{line}.png")
    assert (tmp_path / "0.png").read_bytes() != (tmp_path / "60.png").read_bytes()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--line", END + 1], f"--line: expected 0 to {END}, got {END + 1}"),
        (["--line", "-1"], "--line: expected 0 to 308, got -1"),
        (["--seat", "3"], "seat: expected 0 to 2, got 3"),
        (["--image", "board.gif"], "ends in .png"),
        (["--image", "nosuch/board.png"], "nosuch/board.png cannot be written"),
    ],
)
def test_invalid_arguments_are_rejected(wd, tmp_path, arguments, words):
    ended = wd("replay", FILE, *arguments)
    assert ended.code == 2
    assert words in ended.error_line
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (lambda text: "", "first line"),
        (lambda text: text.rsplit("\n", 2)[0] + "\n", "lines by its header"),
        (lambda text: text.replace("wd_env record 1", "wd_env record 9"), "format"),
        (lambda text: text.replace('"version": 0', '"version": 9'), "expected ('world_dominance', 0)"),
        (lambda text: text.replace("piece ", "peace ", 1), "peace"),
    ],
)
def test_a_corrupt_record_is_rejected_before_output(wd, tmp_path, damage, words):
    (tmp_path / "game.txt").write_text(damage(FILE.read_text()))
    ended = wd("replay", "game.txt")
    assert ended.code == 2
    assert words in ended.error_line


def test_a_file_that_is_not_a_record_is_rejected(wd, tmp_path):
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\x00")
    assert wd("replay", "bytes").error_line == "bytes: expected text in UTF-8, got invalid start byte at byte 0"
    assert wd("replay", "nosuch").error_line == "nosuch: cannot be read: No such file or directory"
    assert wd("replay", ".").error_line == ".: cannot be read: Is a directory"
