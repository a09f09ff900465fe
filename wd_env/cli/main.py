"""The program `wd`: it runs a command and prints every error as one line with an exit code.

The exit code is 2 if the request is invalid: an unknown option or name, a value that is not allowed, or a file that is
missing, damaged or of another game. It is 1 if a valid request fails: a full disk, a bot that crashes in a game, a
training run that diverges, or a library that is not installed.
"""

import contextlib
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from types import FrameType
from typing import NamedTuple

from wd_env import __version__
from wd_env.cli.colour import BOLD, RED, coloured
from wd_env.cli.usage_error import UsageError
from wd_env.dependencies import missing_extra_error
from wd_env.errors import (
    CheckpointError,
    ConfigError,
    DataError,
    MissingExtra,
    StateError,
    WdError,
    WriteError,
    WrongSeat,
    did_you_mean,
    error_text,
    quoted,
    visible,
)
from wd_env.parallel.thread_limits import one_thread_each

EXIT_OK, EXIT_FAILURE, EXIT_USAGE, EXIT_PIPE_CLOSED, EXIT_INTERRUPTED = 0, 1, 2, 141, 130
USAGE_ERRORS = (UsageError, ConfigError, DataError, StateError, CheckpointError, WrongSeat)
TERMINAL_COMMANDS = ("play", "table", "replay")  # they narrate a game in the width of the terminal
TRAINING_FOLDER = "training"  # its commands have a setting for the number of threads
SIGNAL_EXIT_BASE = 128  # and the number of the signal
TERMINATION_SIGNALS = ("SIGTERM", "SIGHUP")


class CommandGroup(NamedTuple):
    """Commands under one heading of the overview.

    Attributes:
        heading: Heading of the group in the overview.
        folder: Folder of `wd_env/cli/commands` with a module `NAME.py` for each command. Its function `run` takes the
            arguments and returns the exit code. The module is imported when the command runs.
        commands: What each command does, by its name.
    """

    heading: str
    folder: str
    commands: dict[str, str]


COMMAND_GROUPS = (
    CommandGroup(
        "Play",
        "play",
        {
            "play": "play at the terminal against bots or people",
            "table": "referee a game on the physical board, with bots in any seat",
            "serve": "serve the browser page and answer other programs",
            "replay": "read a recorded game, step through it, or draw it",
        },
    ),
    CommandGroup(
        "Look up",
        "lookup",
        {
            "info": "list actions, observations, decisions, rules, games and bots",
            "map": "show what a map file contains",
            "odds": "compute the exact odds of a battle",
        },
    ),
    CommandGroup(
        "Match",
        "match",
        {
            "evaluate": "play a match between bots and report win rates",
            "ladder": "rate bots by matches that are saved in a file",
            "sprt": "test whether one bot is stronger than another, with few games",
            "stats": "play games between bots and report statistics",
        },
    ),
    CommandGroup(
        "Train",
        TRAINING_FOLDER,
        {
            "train": "train a bot",
            "value": "fit the value network of search bots",
            "export": "convert a trained bot for programs in other languages",
        },
    ),
    CommandGroup(
        "Measure",
        "measure",
        {
            "skill": "measure how much of a game is skill",
            "bench": "measure the speed of games and of training on this machine",
        },
    ),
)
COMMAND_FOLDERS = {name: group.folder for group in COMMAND_GROUPS for name in group.commands}
OVERVIEW_END = "`wd COMMAND --help` shows the options; `wd completion SHELL` prints a script."
HELP_FLAGS, VERSION_FLAGS = ("-h", "--help"), ("-V", "--version")


class Terminated(KeyboardInterrupt):
    """A signal that ends the process; it is a KeyboardInterrupt so that code cleans up as after Ctrl-C."""

    def __init__(self, signal_number: int) -> None:
        super().__init__()
        self.code = SIGNAL_EXIT_BASE + signal_number


def main(args: Sequence[str] | None = None) -> int:
    """Run one command and print an error, if there is one, as one line on stderr.

    Args:
        args: Name of the command and its arguments; by default those of the process.

    Returns:
        The exit code: 0 done, 1 failed, 2 invalid request, 130 interrupted, 141 closed output pipe, or 128 plus the
        number of the signal that ended the process. Results are saved before a signal ends it.
    """
    arguments = list(sys.argv[1:] if args is None else args)
    try:
        with _raising_on_termination():
            return _run_reporting_errors(arguments)
    except SystemExit as exc:  # help was printed
        return EXIT_OK if exc.code is None else int(exc.code)
    except Terminated as exc:
        return exc.code
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return EXIT_INTERRUPTED
    except BrokenPipeError:  # `wd info actions | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return EXIT_PIPE_CLOSED


@contextlib.contextmanager
def _raising_on_termination() -> Iterator[None]:
    """Raise `Terminated` for signals that would end the process at once, unless they have a handler already."""

    def end(signal_number: int, _: FrameType | None) -> None:
        raise Terminated(signal_number)

    names = TERMINATION_SIGNALS if threading.current_thread() is threading.main_thread() else ()
    known = [getattr(signal, name) for name in names if hasattr(signal, name)]
    taken = [signal_number for signal_number in known if signal.getsignal(signal_number) is signal.SIG_DFL]
    for signal_number in taken:
        signal.signal(signal_number, end)
    try:
        yield
    finally:
        for signal_number in taken:
            signal.signal(signal_number, signal.SIG_DFL)


def _run_reporting_errors(arguments: list[str]) -> int:
    try:
        code = _dispatch(arguments)
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except (WdError, OSError) as exc:
        return _print_error(error_text(exc), _code_of(exc))
    except ModuleNotFoundError as exc:
        extra_error = missing_extra_error(exc)
        if isinstance(extra_error, MissingExtra):
            return _print_error(error_text(extra_error), _code_of(extra_error))
        raise
    return code


def _code_of(exc: WdError | OSError) -> int:
    """Return EXIT_USAGE for an invalid request, EXIT_FAILURE for an error of a bot, the machine or the run."""
    is_failure = isinstance(exc, MissingExtra | WriteError) or getattr(exc, "bot", None) is not None
    return EXIT_USAGE if isinstance(exc, USAGE_ERRORS) and not is_failure else EXIT_FAILURE


def _dispatch(arguments: list[str]) -> int:
    first, *rest = arguments or ["help"]
    if first == "help" and rest:  # `wd help train` is `wd train --help`
        first, rest = rest[0], ["--help"]
    if first == "help" or first in HELP_FLAGS:
        print(_overview())
    elif first in VERSION_FLAGS:
        print(f"wd {__version__}")
    elif first == "completion":
        from wd_env.cli.completion import HELP, completion_script

        print(HELP if set(HELP_FLAGS) & set(rest) else completion_script(rest, COMMAND_FOLDERS))
    else:
        return _run_command(first, rest)
    return EXIT_OK if arguments else EXIT_USAGE


def _run_command(name: str, arguments: Sequence[str]) -> int:
    if name not in COMMAND_FOLDERS:
        allowed = f"{', '.join(COMMAND_FOLDERS)}{did_you_mean(name, COMMAND_FOLDERS)}"
        raise UsageError(f"unknown command {quoted(name)}; expected {allowed} (see wd --help)")
    folder = COMMAND_FOLDERS[name]
    with contextlib.ExitStack() as context:
        if folder != TRAINING_FOLDER:  # bots ask small networks, which more threads make slower
            context.enter_context(one_thread_each())  # before NumPy is imported
        run: Callable[[Sequence[str]], int] = import_module(f"wd_env.cli.commands.{folder}.{name}").run
        if name in TERMINAL_COMMANDS:
            context.enter_context(_terminal_width())
        return run(arguments)


@contextlib.contextmanager
def _terminal_width() -> Iterator[None]:
    """Set the width of narrated games to that of the terminal."""
    from wd_env.cli.text_tables import output_width
    from wd_env.text.line_width import TERMINAL_WIDTH

    before = TERMINAL_WIDTH.set(output_width)
    try:
        yield
    finally:
        TERMINAL_WIDTH.reset(before)


def _overview() -> str:
    """Return the list of commands, in the 24 lines of a small terminal."""
    lines = ["usage: wd COMMAND [OPTIONS]", ""]
    for group in COMMAND_GROUPS:
        lines += [
            coloured(f"{group.heading}:", BOLD, sys.stdout),
            *(f"  {name:<10}{description}" for name, description in group.commands.items()),
        ]
    return "\n".join([*lines, OVERVIEW_END])


def _print_error(text: str, code: int) -> int:
    print(f"{coloured('wd:', RED, sys.stderr)} {visible(text)}", file=sys.stderr)
    return code


if __name__ == "__main__":
    sys.exit(main())
