"""`wd table` in a terminal: a complete game of the physical board is typed."""

import os
import re
import select
import subprocess
import sys

import pytest

from tests.cli.table_games import (
    NAMES,
    ROOT,
    load_table,
    new_referee,
    possible_inputs,
    random_actions,
    referee_at_theme,
    save_game,
    typed_game,
)

pty = pytest.importorskip("pty")

SEATS = ("human", "scripted", "human")
COMMAND = ("table", "game.txt", "--seats", ",".join(SEATS), "--names", ",".join(NAMES[:3]), "--seed", "3")
# The process opens its terminal once more, so that it has a controlling terminal, from which unseen entries are read.
RUN = """
import os
from wd_env.cli.main import main
os.close(os.open(os.ttyname(0), os.O_RDWR))
raise SystemExit(main())
"""
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
ASKS = re.compile(r"\[[^\n]*\? for help[^\n]*\]: $")
SECONDS = 600  # without output before a process counts as hung, far longer than a busy machine needs


class Terminal:
    """A process at a pseudo-terminal: its output up to each prompt, and its input."""

    def __init__(self, folder, *words):
        self._end, inside = pty.openpty()
        self._process = subprocess.Popen(
            [sys.executable, "-c", RUN, *words],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(ROOT), "TERM": "xterm"},
            stdin=inside,
            stdout=inside,
            stderr=inside,
            start_new_session=True,
        )
        os.close(inside)
        self.shown = self._read()

    def type(self, words):
        """Type a line, and return the output from then on up to the next prompt, or to the end."""
        os.write(self._end, f"{words}\n".encode())
        now = self._read()
        self.shown += now
        return now

    def _read(self):
        text = ""
        while not ASKS.search(text):
            if not select.select([self._end], [], [], SECONDS)[0]:
                raise AssertionError(f"timeout: no output for {SECONDS} s after {text[-500:]!r}")
            try:
                more = os.read(self._end, 65536)
            except OSError:  # the process has closed the terminal
                return text
            if not more:
                return text
            text = ESCAPES.sub("", text + more.decode()).replace("\r\n", "\n")
        return text

    def leave(self):
        """Leave the game, and return the exit code of the process."""
        self.type("q")
        code = self._process.wait(SECONDS)
        os.close(self._end)
        return code


def test_a_whole_game_is_typed_at_a_terminal_to_its_end(tmp_path):
    referee = new_referee(*SEATS)
    typed = typed_game(referee)
    half = len(typed) // 2
    terminal = Terminal(tmp_path, *COMMAND)
    for words in typed[:half]:
        terminal.type(words)
    assert terminal.leave() == 0
    again = Terminal(tmp_path, "table", "game.txt")
    for words in typed[half:]:
        again.type(words)
    assert again.leave() == 0
    assert load_table(tmp_path / "game.txt").lines == referee.table.lines
    assert "The game is over" in again.shown
    assert "Traceback" not in terminal.shown + again.shown


@pytest.mark.long
def test_commands_slips_and_undo_on_the_way_leave_the_same_game(tmp_path):
    referee = new_referee(*SEATS)
    terminal = Terminal(tmp_path, *COMMAND)
    for number, (option, _) in enumerate(random_actions(referee, seed=2)):
        seen_by_all = not referee.is_secret
        assert "is not a legal action here" in terminal.type("atlantis") or not seen_by_all
        assert "undo: expected" in terminal.type("undo 9999")
        assert "who is to move, got" in terminal.type(f"{1 if referee.table.seat != 1 else 0}: {option}")
        assert "World Dominance, five_card" in terminal.type("table")
        ways = possible_inputs(referee.table, option)
        terminal.type(ways[number % len(ways)])
        if number % 5 == 0:
            assert "Undone:" in terminal.type("undo")
            terminal.type(option)
    assert terminal.leave() == 0
    assert load_table(tmp_path / "game.txt").lines == referee.table.lines


def test_what_is_typed_unseen_is_not_on_the_screen(tmp_path):
    save_game(referee_at_theme("human", "human", "human"), tmp_path / "game.txt")
    terminal = Terminal(tmp_path, "table", "game.txt")
    assert "not shown" in terminal.shown
    assert "T05" not in terminal.type("T05")
    assert terminal.leave() == 0
    assert load_table(tmp_path / "game.txt").lines[-1].text == "theme T05"
