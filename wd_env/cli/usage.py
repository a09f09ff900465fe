"""What all commands share about options: reading them with tyro, and complaining in one line."""

import contextlib
import io
import re
from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

import tyro

from wd_env.cli.errors import UsageError

Options = TypeVar("Options")


def parse(kind: type[Options], arguments: Sequence[str], command: str, default: Options | None = None) -> Options:
    """The options of a command from its words, over `default`; `--help` prints and leaves by SystemExit(0).

    UsageError for an unknown option or a value that it does not take.
    """
    given: dict[str, Any] = {} if default is None else {"default": default}
    with _one_line(command):
        found: Options = tyro.cli(kind, prog=f"wd {command}", args=list(arguments), **given)
        return found


def peek(kind: type[Options], arguments: Sequence[str], command: str) -> Options:
    """These options alone, whatever else the words say; for options that decide about others. UsageError likewise."""
    with _one_line(command):
        found, _ = tyro.cli(kind, prog=f"wd {command}", args=list(arguments), add_help=False, return_unknown_args=True)
        return found


@contextlib.contextmanager
def _one_line(command: str) -> Iterator[None]:
    """Whatever tyro would complain about in a box becomes a UsageError."""
    complaint = io.StringIO()
    try:
        with contextlib.redirect_stderr(complaint):
            yield
    except SystemExit as left:
        if not left.code:
            raise
        raise UsageError(f"{_first_words(complaint.getvalue())} (see wd {command} --help)") from None


def _first_words(box: str) -> str:
    """What tyro says above the first rule of its box, without the frame and the title."""
    lines = [line.strip("│ ") for line in re.sub(r"\x1b\[[0-9;]*m", "", box).splitlines()]
    said = []
    for line in lines[1:]:
        if not line.strip("─╰╯"):
            break
        said.append(line)
    return " ".join(" ".join(said).split()).rstrip(".")
