"""What all commands share about options: reading them with tyro, and complaining in one line."""

import contextlib
import io
import re
from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

import tyro

from wd_env.cli.errors import UsageError

Options = TypeVar("Options")

# What tyro says, and how it is said here: the option, the value, what is allowed. The game's refusals say so already.
_REWORDED = (
    (r"^Error parsing [^-]\S*: ", ""),
    (r"^Error parsing (\S+): no type matching \{None\}\|INT could be instantiated from \[(.*?)\]\..*",
     r"\1 is \2; allowed are whole numbers and None"),
    (r"^Error parsing (\S+): no type matching \{None\}\|FLOAT could be instantiated from \[(.*?)\]\..*",
     r"\1 is \2; allowed are numbers and None"),
    (r"^Error parsing (\S+): invalid literal for int\(\) with base 10: (.*)", r"\1 is \2; allowed are whole numbers"),
    (r"^Error parsing (\S+): could not convert string to float: (.*)", r"\1 is \2; allowed are numbers"),
    (r"^Missing value for argument '(\S+)'.*", r"\1 needs a value"),
    (r"^Missing from wd \w+: (\S+) (.*) \(required\)", r"\1 is missing: \2"),
)  # fmt: skip


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
        raise UsageError(f"{_in_our_words(complaint.getvalue())} (see wd {command} --help)") from None


def _in_our_words(box: str) -> str:
    """What tyro says first under the title of its box, and for an unknown option the known ones it finds near.

    Parts of a box are divided by rules, which are hyphens where the terminal has no lines to draw.
    """
    _, *lines = [line.strip("│ ") for line in re.sub(r"\x1b\[[0-9;]*m", "", box).splitlines()]
    first, *others = [part for part in re.split(r"(?m)^[─╰╯-]+$", "\n".join(lines)) if part.strip()]
    said = " ".join(first.split()).rstrip(".")
    for pattern, words in _REWORDED:
        said = re.sub(pattern, words, said)
    if choice := re.fullmatch(r"invalid choice (.+) for argument '(.+)'\. Expected one of \((.+)\)", said):
        allowed = ", ".join(sorted(re.findall(r"'([^']*)'", choice[3])))
        return f"{choice[2]} is {choice[1]}; allowed are {allowed}"
    near = sorted(set(re.findall(r"(?m)^--[\w.-]+", "\n".join(others))))
    return f"{said}; near it: {', '.join(near)}" if near and said.startswith("Unrecognized") else said
