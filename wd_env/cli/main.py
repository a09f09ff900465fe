"""The command `wd`: finds the command that is meant and turns every refusal into one line and an exit code.

One rule for the codes: 2 when what was asked for is wrong, 1 when it was right and failed. An unknown option or name, a
value that is not allowed and a file that is missing, damaged or of another game are wrong. A full disk, a bot that
breaks down in a game, a training run that diverges and a library that is not installed are failures.
"""

import contextlib
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from types import FrameType

from wd_env import __version__
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
    visible,
)

EXIT_OK, EXIT_FAILURE, EXIT_USAGE, EXIT_PIPE_CLOSED, EXIT_INTERRUPTED = 0, 1, 2, 141, 130
USAGE_ERRORS = (UsageError, ConfigError, DataError, StateError, CheckpointError, WrongSeat)
TERMINAL_COMMANDS = ("play", "table", "replay")  # commands that tell a game at the terminal
SIGNAL_EXIT_BASE = 128  # and the number of the signal
TERMINATION_SIGNALS = ("SIGTERM", "SIGHUP")

# Each is a module of this folder with `run(arguments) -> exit code`, imported when it is wanted.
COMMANDS = {
    "play": "play at the terminal against bots, or with people at one keyboard",
    "table": "referee a game on the printed board, with bots in any seat",
    "evaluate": "let bots play many games and count who wins",
    "stats": "let bots play many games and tell how the game goes",
    "replay": "read a recorded game, step through it, or draw it",
    "info": "look up actions, observation, questions, rules and bots",
    "map": "look at a map file of a game that is played on maps",
    "odds": "tell the exact odds of a battle",
    "train": "train a bot by self-play",
    "serve": "answer other programs, and play in the browser",
    "value": "fit the value network by which search bots judge positions",
    "export": "write a trained bot for programs in other languages",
    "ladder": "rate bots by matches that are kept in a file",
    "skill": "measure how much of a game is skill: decisions, options, thinking",
    "sprt": "test with few games whether one bot is stronger than another",
    "bench": "measure the speed of games and of training on this machine",
}

COMMAND_GROUPS = {  # folder of commands -> names of its modules, each of which is one command
    "play": ("play", "table", "serve", "replay"),
    "lookup": ("info", "map", "odds"),
    "match": ("evaluate", "ladder", "sprt", "stats"),
    "training": ("train", "value", "export"),
    "measure": ("skill", "bench"),
}
COMMAND_FOLDERS = {name: folder for folder, names in COMMAND_GROUPS.items() for name in names}


class Terminated(KeyboardInterrupt):
    """The system has asked the process to end; whoever cleans up after Ctrl-C does so now, too."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.code = SIGNAL_EXIT_BASE + number


def main(args: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code; every refusal is one line on stderr.

    0 done, 1 failed, 2 wrong (see above), 130 interrupted, 141 the reader of what it prints is gone. Where the system
    asks it to end, 128 and the number of the signal, after what is kept at the end has been kept.
    """
    words = list(sys.argv[1:] if args is None else args)
    try:
        with _raising_on_termination():
            return _run_reporting_errors(words)
    except SystemExit as left:  # help was printed
        return EXIT_OK if left.code is None else int(left.code)
    except Terminated as ended:
        return ended.code
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return EXIT_INTERRUPTED
    except BrokenPipeError:  # `wd info actions | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return EXIT_PIPE_CLOSED


@contextlib.contextmanager
def _raising_on_termination() -> Iterator[None]:
    """Have the signals that would end the process at once raise `Ended` instead, where nobody has taken them."""

    def end(number: int, _: FrameType | None) -> None:
        raise Terminated(number)

    names = TERMINATION_SIGNALS if threading.current_thread() is threading.main_thread() else ()
    known = [getattr(signal, name) for name in names if hasattr(signal, name)]
    taken = [number for number in known if signal.getsignal(number) is signal.SIG_DFL]
    for number in taken:
        signal.signal(number, end)
    try:
        yield
    finally:
        for number in taken:
            signal.signal(number, signal.SIG_DFL)


def _run_reporting_errors(words: list[str]) -> int:
    try:
        code = _dispatch(words)
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except (WdError, OSError) as problem:
        return _print_error(error_text(problem), _code_of(problem))
    except ModuleNotFoundError as problem:
        refused = missing_extra_error(problem)
        if isinstance(refused, MissingExtra):
            return _print_error(error_text(refused), _code_of(refused))
        raise
    return code


def _code_of(problem: WdError | OSError) -> int:
    """WRONG for an error about what was asked for, FAILED for one of a bot at play, of the machine or of the run."""
    is_failure = isinstance(problem, MissingExtra | WriteError) or getattr(problem, "bot", None) is not None
    return EXIT_USAGE if isinstance(problem, USAGE_ERRORS) and not is_failure else EXIT_FAILURE


def _dispatch(words: list[str]) -> int:
    first = words[0] if words else "--help"
    if first in ("-h", "--help"):
        print(_overview())
    elif first == "--version":
        print(f"wd {__version__}")
    elif first in COMMANDS:
        run: Callable[[Sequence[str]], int] = import_module(f"wd_env.cli.commands.{COMMAND_FOLDERS[first]}.{first}").run
        with _terminal_width() if first in TERMINAL_COMMANDS else contextlib.nullcontext():
            return run(words[1:])
    else:
        allowed = f"{', '.join(COMMANDS)}{did_you_mean(first, COMMANDS)}"
        raise UsageError(f"{first!r} is no command; allowed are {allowed} (see wd --help)")
    return EXIT_OK if words else EXIT_USAGE


@contextlib.contextmanager
def _terminal_width() -> Iterator[None]:
    """Have a game told in the columns of the terminal."""
    from wd_env.cli.text_tables import output_width
    from wd_env.text.game_text import TERMINAL_WIDTH

    before = TERMINAL_WIDTH.set(output_width)
    try:
        yield
    finally:
        TERMINAL_WIDTH.reset(before)


def _overview() -> str:
    return "\n".join(
        [
            "usage: wd COMMAND [OPTIONS]",
            "",
            "The board game World Dominance for people, bots and reinforcement learning.",
            "",
            *(f"  wd {name:<10}{about}" for name, about in COMMANDS.items()),
            "",
            "wd COMMAND --help says more about each. wd --version tells the version.",
        ]
    )


def _print_error(text: str, code: int) -> int:
    print(f"wd: {visible(text)}", file=sys.stderr)
    return code


if __name__ == "__main__":
    sys.exit(main())
