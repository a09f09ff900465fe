"""Run `wd` inside a test; the result has its output and exit code."""

import io
from dataclasses import dataclass
from typing import Any

from wd_env.cli.main import main


@dataclass(frozen=True)
class CommandResult:
    """The result of a command."""

    code: int
    out: str
    err: str

    @property
    def error_line(self) -> str:
        """Return the one line on stderr of a command that printed nothing else."""
        assert self.out == ""
        assert self.err.startswith("wd: ")
        assert self.err.count("\n") == 1
        return self.err.removeprefix("wd: ").rstrip("\n")


class Wd:
    """A function that runs the command: `wd("play", "--seed", 3, typed="1\\nq\\n")`."""

    def __init__(self, capsys: Any, monkeypatch: Any) -> None:
        self._capsys = capsys
        self._monkeypatch = monkeypatch

    def __call__(self, *arguments: object, typed: str = "") -> CommandResult:
        self._monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        self._capsys.readouterr()
        code = main([str(argument) for argument in arguments])
        return CommandResult(code, *self._capsys.readouterr())
