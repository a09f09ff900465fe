"""Reading what people type."""

import sys
from collections.abc import Callable, Sequence
from getpass import getpass
from importlib.util import find_spec


class UserQuit(Exception):  # an answer, not an error
    """Whoever sits at the keyboard has left: by a word for it, or because there is no more input."""


def read_line(prompt: str, hidden: bool = False) -> str:
    """One typed line without the blanks around it, `unseen` not shown on the screen; UserQuit at the end of input."""
    is_piped = not sys.stdin.isatty()
    try:
        words = (getpass(prompt) if hidden and not is_piped else input(prompt)).strip()
    except EOFError:
        print()
        raise UserQuit from None
    except KeyboardInterrupt:
        print()  # off the line of the prompt
        raise
    if is_piped:  # what a file or a pipe types is not on the screen
        print("*" * len(words) if hidden else words)
    return words


def clear_screen() -> None:
    """Take what the last person saw off the screen, and out of what can be scrolled back to."""
    if sys.stdout.isatty():
        print("\x1b[2J\x1b[3J\x1b[H", end="")


def set_completions(completions: Callable[[], Sequence[str]]) -> None:
    """Have Tab complete whole entries from these words, where the system can."""
    if not sys.stdin.isatty() or find_spec("readline") is None:
        return
    import readline

    def completion(typed: str, number: int) -> str | None:
        found = [word for word in completions() if word.casefold().startswith(typed.casefold())]
        return found[number] if number < len(found) else None

    readline.set_completer(completion)
    readline.set_completer_delims(",")
    readline.parse_and_bind("tab: complete")
