"""Output of games fits the columns of the terminal: `wd play` and `wd replay` of any game in a real terminal."""

import os
import struct
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("rich")
fcntl, pty, termios = (pytest.importorskip(name) for name in ("fcntl", "pty", "termios"))

ROOT = Path(__file__).parents[2]
WITH_PLEDGE = (
    f"import sys; sys.path.insert(0, {str(ROOT)!r}); from tests.games.pledge.samples import ROW; "
    "from wd_env.registry import GAMES; GAMES[ROW.name] = ROW; from wd_env.cli.main import main; sys.exit(main())"
)


def lines_on(columns, folder, *words, typed):
    """Return the output of a command on a terminal with this number of columns."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    surroundings = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}
    command = [sys.executable, "-c", WITH_PLEDGE, *map(str, words)]
    process = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, cwd=folder, env=surroundings)
    os.close(theirs)
    os.write(ours, typed.encode())
    result = b""
    while True:
        try:
            part = os.read(ours, 65536)
        except OSError:  # the terminal is closed
            break
        if not part:
            break
        result += part
    assert process.wait() == 0
    os.close(ours)
    return result.decode().replace("\r", "").split("\n")


@pytest.mark.thinned(5)
@pytest.mark.parametrize("game", ["world_dominance", "domination", "superpowers", "pledge"])
@pytest.mark.parametrize("columns", [60, 80, 140])
def test_no_line_is_longer_than_the_terminal_is_wide(tmp_path, game, columns):
    typed = "?\nt\n1\n1\nh\nq\n"
    lines = lines_on(columns, tmp_path, "play", "--game", game, "--seed", 3, "--record", "game.txt", typed=typed)
    longest = max(len(line) for line in lines if "[" not in line)  # a prompt is on the line of what is typed
    assert longest <= columns
    assert longest > columns - 20 or columns == 140, "expected lines that use the width"
    lines = lines_on(columns, tmp_path, "replay", "game.txt", "--line", 2, typed="")
    assert max(map(len, lines)) <= columns
