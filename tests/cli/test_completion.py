"""A script that completes commands, options and choices in a shell, and colour only on terminals."""

import io
import subprocess

import pytest

from wd_env.cli import main
from wd_env.cli.colour import RED, coloured

PRESS_TAB = """
source {script}
COMP_WORDS=({words}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1))
_wd wd "${{COMP_WORDS[$COMP_CWORD]}}" "${{COMP_WORDS[$COMP_CWORD - 1]}}"
echo "${{COMPREPLY[@]}}"
"""


def test_bash_completes_commands_options_of_a_game_and_choices(wd, tmp_path):
    (tmp_path / "wd.sh").write_text(wd("completion", "bash").out)
    for words, completed in (
        ("wd ev", "evaluate"),
        ("wd train --ppo.cl", "--ppo.clip-range"),
        ("wd evaluate --six-rule ''", "no_extra extra_turn skip_next"),
    ):
        program = PRESS_TAB.format(script=tmp_path / "wd.sh", words=words)
        shell = subprocess.run(["bash", "-c", program], capture_output=True, text=True, check=True)
        assert shell.stdout.strip() == completed


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_each_command_is_in_the_script_of_every_shell(wd, shell):
    script = wd("completion", shell).out
    assert [name for name in main.COMMAND_FOLDERS if name not in script] == []


def test_an_unknown_shell_is_refused_with_the_known_ones(wd):
    assert wd("completion", "bsh").error_line == "shell: expected bash, zsh, fish, got 'bsh'; did you mean bash?"
    assert wd("completion").code == 2
    assert "usage: wd completion SHELL" in wd("help", "completion").out


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_colour_is_for_terminals_alone_and_no_color_turns_it_off(monkeypatch):
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert coloured("wd:", RED, Terminal()) == "\x1b[1;31mwd:\x1b[0m"
    assert coloured("wd:", RED, io.StringIO()) == "wd:"
    monkeypatch.setenv("NO_COLOR", "1")
    assert coloured("wd:", RED, Terminal()) == "wd:"


@pytest.mark.parametrize("terminal", ["dumb", "", None])
def test_a_terminal_without_colour_or_of_unknown_kind_gets_none(monkeypatch, terminal):
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.delenv("TERM", raising=False)
    if terminal is not None:
        monkeypatch.setenv("TERM", terminal)
    assert coloured("wd:", RED, Terminal()) == "wd:"
