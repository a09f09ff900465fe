"""Keywords of constructors that mean nothing."""

from collections.abc import Iterator
from contextlib import contextmanager

from wd_env.errors import UnknownOption

UNKNOWN_OPTION = "unknown option"  # how the error of a configuration begins


@contextmanager
def check_keywords() -> Iterator[None]:
    """Name an unknown option as Python names an unexpected keyword argument of a constructor.

    Libraries that try keywords (TorchRL does) look for these words.
    """
    try:
        yield
    except UnknownOption as problem:
        told = str(problem)
        if told.startswith(UNKNOWN_OPTION):
            told = f"unexpected keyword argument{told.removeprefix(UNKNOWN_OPTION)}"
        raise UnknownOption(told) from None
