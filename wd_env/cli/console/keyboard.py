"""Input from the keyboard."""

import shlex
import sys
from collections.abc import Callable, Sequence
from getpass import getpass
from importlib.util import find_spec
from pathlib import Path


class UserQuit(Exception):  # an answer, not an error
    """The user quits, by a command or by the end of the input."""


def read_line(prompt: str, hidden: bool = False) -> str:
    """Return one line without surrounding blanks; it is not shown on the screen if `hidden` is set.

    Raises:
        UserQuit: At the end of the input.
    """
    is_piped = not sys.stdin.isatty()
    try:
        text = (getpass(prompt) if hidden and not is_piped else input(prompt)).strip()
    except EOFError:
        print()
        raise UserQuit from None
    except KeyboardInterrupt:
        print()  # end the line of the prompt
        raise
    if is_piped:  # input from a file or pipe is not on the screen
        print("*" * len(text) if hidden else text)
    return text


def clear_screen() -> None:
    """Clear the screen and the scrollback."""
    if sys.stdout.isatty():
        print("\x1b[2J\x1b[3J\x1b[H", end="")


def set_completions(completions: Callable[[], Sequence[str]]) -> None:
    """Let Tab complete entries from a list of texts, if the system has readline."""
    if not sys.stdin.isatty() or find_spec("readline") is None:
        return
    import readline

    def completion(typed: str, state: int) -> str | None:
        matches = [name for name in completions() if name.casefold().startswith(typed.casefold())]
        return matches[state] if state < len(matches) else None

    readline.set_completer(completion)
    readline.set_completer_delims(",")
    readline.parse_and_bind("tab: complete")


def shell_quoted(path: Path) -> str:
    """Return a path as it is typed in a shell."""
    return shlex.quote(str(path))
