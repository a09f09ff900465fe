"""`wd play`: names, undo, hints, resuming after a kill, and colour."""

import re

import pytest

from tests.cli.table_games import replayed
from wd_env.cli.console import play_console
from wd_env.cli.console.play_console import PlayScreen


def lines_of(path):
    return [str(line) for line in replayed(path).lines]


def test_players_are_called_by_their_names_in_every_sentence(wd):
    ended = wd("play", "--seats", "human,scripted", "--names", "Anna,Rob", "--seed", 3, typed="1\n1\n1\nhelp\nq\nq\n")
    output = ended.out.split("goes on")[0].split("? lists all", 1)[1]
    assert not re.search(r"\bseats? \d", output, re.IGNORECASE)
    assert re.search(r"^\* Rob ", output, re.MULTILINE)
    assert "Anna [1 to" in output


def test_undo_returns_to_the_players_last_action_and_the_game_continues_equally(wd, tmp_path):
    start = ("play", "--seats", "human,scripted", "--seed", 3, "--record")
    wd(*start, "plain", typed="1\n1\n1\nq\n")
    ended = wd(*start, "undone", typed="1\n1\nundo\n1\n1\nundo 2\n1\n1\nq\n")
    assert ended.out.count("Undone:") == 2
    assert (tmp_path / "undone").read_text() == (tmp_path / "plain").read_text()
    assert "undo: expected 1 entry, got 9" in wd(*start, "more", typed="1\nundo 9\n").out


def test_a_hint_is_the_action_of_the_bot_and_changes_nothing(wd, tmp_path):
    start = ("play", "--seats", "human,random", "--seed", 3, "--record")
    wd(*start, "plain", typed="1\n1\nq\n")
    ended = wd(*start, "hinted", typed="hint\n1\nhint scripted\nhint random\nhint nobody\n1\nq\n")
    hints = re.findall(r"^(\w+) would choose:\n  (.+?):", ended.out, re.MULTILINE)
    assert [name for name, _ in hints] == ["scripted", "scripted", "random"]
    assert hints[1][1] in ("roll", "reinforce")
    assert "unknown bot 'nobody'" in ended.out
    assert (tmp_path / "hinted").read_text() == (tmp_path / "plain").read_text()


def test_with_a_physical_board_there_is_a_hint_only_for_decisions(wd):
    ended = wd("table", "--seats", "human,human", "--seed", 3, typed="hint\n5\n4\nhint\n")
    assert "hint: expected a decision, got setup_throw" in ended.out
    assert "scripted would choose:\n  piece " in ended.out


def test_a_game_resumes_unchanged_after_a_kill(wd, tmp_path):
    start = ("play", "--seats", "human,scripted", "--seed", 3, "--record")
    wd(*start, "whole", typed="1\n" * 6)
    wd(*start, "half", typed="1\n" * 3)
    (tmp_path / ".half.77.tmp").write_text("half of a game")
    ended = wd("play", "--record", "half", "--resume", typed="1\n" * 3)
    assert (ended.code, ended.err) == (0, "")
    assert (tmp_path / "half").read_text() == (tmp_path / "whole").read_text()
    assert not (tmp_path / ".half.77.tmp").exists()
    wd("play", "--record", "half", "--resume", typed="undo 9\nundo 6\n")
    assert len([line for line in lines_of(tmp_path / "half") if line.startswith("0 ")]) == 0


def test_a_resumed_game_keeps_names_and_replaced_players(wd):
    start = ("play", "--seats", "human,scripted", "--names", "Anna,Rob", "--seed", 3, "--record", "game")
    wd(*start, typed="1\n")
    ended = wd("play", "--record", "game", "--resume", "--seats", "human,random", typed="1\n")
    assert "Rob: seat 1, random" in ended.out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--resume"], "--record: expected the file of a game to continue, got None"),
        (["--resume", "--record", "nosuch"], "--record: expected the file of a game to continue, got nosuch"),
        (["--resume", "--record", "game", "--seed", 4], "game contains seed of its game"),
        (["--resume", "--record", "game", "--names", "A,B"], "game contains names of its game"),
        (["--resume", "--record", "game", "--max-turns", 4], "game contains rules of its game"),
        (
            ["--resume", "--record", "game", "--seats", "human,human,human"],
            "expected 2, one for each player, got 3",
        ),
        (["--resume", "--record", "over"], "the game in over is over; `wd replay over` prints it"),
        (["--resume", "--record", "asked"], "the game in asked has explicit chance"),
        (["--resume", "--record", "broken"], "broken: first line of the record: expected JSON"),
        (["--seats", "human,random", "--names", "A"], "names: expected 2, one for each player, got 1"),
    ],
)
def test_a_game_that_cannot_be_resumed_is_rejected_in_one_line(wd, tmp_path, arguments, words):
    wd("play", "--seats", "human,scripted", "--seed", 3, "--record", "game", typed="1\n")
    wd("play", "--seats", "random,random", "--seed", 3, "--max-turns", 2, "--record", "over")
    wd("table", "asked", "--seats", "human,human", typed="1\n")
    (tmp_path / "broken").write_text("nothing of a game\n")
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    ended = wd("play", *arguments)
    assert ended.code == 2
    assert words in ended.error_line
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_each_action_of_a_bot_is_shown_immediately(wd, monkeypatch):
    """Check that events are shown before the next bot acts, and not only after all have moved."""
    entries = []
    monkeypatch.setattr(PlayScreen, "show_events", lambda screen: entries.append(len(screen._referee.table.lines)))
    wd("play", "--seats", "random,random", "--seed", 3, "--max-turns", 4)
    assert entries[:-1] == list(range(1, entries[-1] + 1))


def test_colours_are_for_a_terminal_that_wants_them(wd, monkeypatch):
    assert "\x1b" not in wd("play", "--seats", "random,random", "--seed", 3, "--max-turns", 2).out
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b[" in wd("play", "--seats", "random,random", "--seed", 3, "--max-turns", 2).out
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[36m" not in wd("play", "--seats", "random,random", "--seed", 3, "--max-turns", 2).out


def test_a_long_automatic_set_up_is_one_line_and_listed_on_request(wd, monkeypatch):
    start = ("play", "--game", "domination", "--auto-place", "countries", "--seats", "human,easy,easy", "--seed", 1)
    before, after, lately = wd(*start, typed="h 44\nh\nq\n").out.split("[1 to")[:3]
    opening = before.split("\n\n")[0]
    assert "Set-up: lines 1 to 44 are automatic. `h 44` lists them." in opening
    assert len(opening.splitlines()) == 6
    assert len(re.findall(r"^ +\d+  ", after, re.MULTILINE)) == 44
    assert re.findall(r"^ +(\d+)  ", lately, re.MULTILINE) == [str(number) for number in range(33, 45)]
    monkeypatch.setattr(play_console, "MAX_SETUP_LINES", 43)
    assert "Set-up: lines 1 to 44 are automatic." in wd(*start, typed="q\n").out
    monkeypatch.setattr(play_console, "MAX_SETUP_LINES", 44)
    assert "Set-up:" not in wd(*start, typed="q\n").out
    short = wd("play", "--game", "superpowers", "--setup", "deal", "--seats", "human,random", "--seed", 1, typed="q\n")
    assert "player 1 is first to get a nation" in short.out
    assert "Set-up:" not in short.out
