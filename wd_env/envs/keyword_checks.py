"""Unknown keyword arguments of constructors."""

from collections.abc import Iterator
from contextlib import contextmanager

from wd_env.errors import UnknownOption

UNKNOWN_OPTION = "unknown option"  # start of the error of a configuration


@contextmanager
def check_keywords() -> Iterator[None]:
    """Report an unknown option as Python reports an unexpected keyword argument.

    Libraries that try out keyword arguments (TorchRL does) search the message for this text.
    """
    try:
        yield
    except UnknownOption as exc:
        text = str(exc)
        if text.startswith(UNKNOWN_OPTION):
            text = f"unexpected keyword argument{text.removeprefix(UNKNOWN_OPTION)}"
        raise UnknownOption(text) from None
