"""Progress: one line per minute without a terminal, a bar on a terminal, and never more than 100%."""

import io
import re
import sys

import pytest

pytest.importorskip("rich")

from wd_env.progress import Progress, duration


class Clock:
    """A clock whose seconds a test sets."""

    now = 0.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


def test_a_file_gets_one_line_a_minute_with_the_time_that_is_left(capsys, clock):
    with Progress("playing", 1000, "games", clock=clock) as bar:
        for second in range(1, 301):
            clock.now = float(second)
            bar.advance()
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 5
    assert lines[0] == "wd: playing: 60 of 1,000 games (6%) after 60 s, about 16 min left"


def test_work_before_the_start_does_not_count_for_the_speed(capsys, clock):
    with Progress("playing", 100, "games", done=80, clock=clock) as bar:
        clock.now = 60.0
        bar.advance(10, "ahead")
    assert capsys.readouterr().err == "wd: playing: 90 of 100 games (90%) after 60 s, about 60 s left; ahead\n"


def test_it_never_exceeds_the_whole(clock):
    with Progress("playing", 10, "games", clock=clock) as bar:
        bar.advance(8)
        bar.advance(8)
        assert bar.done == 10
        assert "10 of 10 games (100%)" in bar.line()
    assert Progress("playing", 10, "games", done=12).done == 10
    with Progress("playing", 0, "games", clock=clock) as bar:
        assert "(0%)" in bar.line()


def test_a_terminal_gets_one_bar_that_is_gone_in_the_end(monkeypatch, clock):
    class Terminal(io.StringIO):
        def isatty(self):
            return True

    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "120")
    with Progress("playing [red]", 4, "games [red]", clock=clock) as bar:
        for number in range(8):
            clock.now = 60.0 * number
            bar.advance(1, f"note [red] {number}")
    output = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", screen.getvalue())
    assert re.search(r"playing \[red\] \S+ 100% 4 of 4 games \[red\] [\d:]+ left [\d:]+ note \[red\] 7", output), output
    assert "wd: playing" not in output, "expected no lines in addition to a bar"
    assert not [share for share in ("125%", "200%") if share in output]


@pytest.mark.parametrize(
    ("seconds", "message"),
    [(0.01, "1 s"), (59.6, "60 s"), (119, "119 s"), (120, "2 min"), (7199, "120 min"), (7200, "2.0 h")],
)
def test_a_duration_is_told_in_a_unit_that_fits(seconds, message):
    assert duration(seconds) == message
