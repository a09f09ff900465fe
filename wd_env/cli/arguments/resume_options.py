"""Finished blocks beside the result of a command, so that a run which is stopped can go on."""

import sys
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from wd_env.cli.arguments.match_arguments import Matches
from wd_env.cli.usage_error import UsageError
from wd_env.errors import ConfigError, visible
from wd_env.storage.atomic_files import is_regular_or_new, read_bytes

if TYPE_CHECKING:
    from wd_env.evaluation.matches.block_file import BlockFile, Form
    from wd_env.parallel.cpu_clock import Clock

SUFFIX = ".blocks"  # of the file of blocks, behind the name of the result

Found = TypeVar("Found")


@contextmanager
def finished_blocks(
    options: Matches, form: "Form[Found]", header: Mapping[str, Any]
) -> Iterator["BlockFile[Found] | None"]:
    """Open the file of finished blocks where a result is to be written; it is gone once the result is there.

    UsageError and ConfigError for what a run cannot go on with, and for blocks that nobody has said what to do with.
    """
    from wd_env.evaluation.matches.block_file import BlockFile

    if options.json is None or not is_regular_or_new(options.json):
        yield None
        return
    path = Path(f"{options.json}{SUFFIX}")
    _check_left(path, options)
    with closing(BlockFile(path, header, form)) as file:
        say_what_is_other(file, header)
        try:
            yield file
        except BaseException:
            if file.finished == 0:
                path.unlink()
            raise
        path.unlink()


def check_going_on(options: Matches) -> None:
    """Refuse, by UsageError, to go on or begin anew with blocks that can lie nowhere, and both of these at once."""
    if options.resume and options.anew:
        raise UsageError("--resume and --anew; allowed is one of them")
    for name in ("resume", "anew"):
        if getattr(options, name) and options.json is None:
            raise UsageError(f"--{name} without --json; finished blocks lie beside that file")
        if getattr(options, name) and options.json is not None and not is_regular_or_new(options.json):
            raise UsageError(f"--{name} with --json {options.json}; finished blocks lie beside a regular file alone")


def _check_left(path: Path, options: Matches) -> None:
    """Drop a file without blocks, or with blocks that are to be played anew; refuse one that may be worth hours."""
    if options.resume or not path.exists():
        return
    if options.anew or read_bytes(path, sys.maxsize, ConfigError).count(b"\n") <= 1:
        path.unlink()
        return
    raise ConfigError(f"{path} has blocks of a run that was stopped; --resume goes on with them, --anew drops them")


def say_what_is_other(file: "BlockFile[Any]", header: Mapping[str, Any]) -> None:
    """Tell on stderr what a file that goes on has lost, and with what else it was begun."""
    from wd_env.evaluation.matches.run_header import NOTED

    if file.torn:
        say(f"{file.path}: the last line was torn; its {file.torn} bytes are dropped, and its block is played anew")
    for name in NOTED:
        if file.header.get(name) != header[name]:
            told = f"{name} {file.header.get(name)}, and goes on with {header[name]}"
            say(f"{file.path} was begun with {told}: trained bots may answer otherwise in the last digits")


def say_what_it_cost(clock: "Clock", options: Matches) -> None:
    """Tell on stderr what share of the processor time went into games, where others than this process played."""
    if options.spread != Matches.spread:
        say(clock.told())


def say(text: str) -> None:
    """Tell something in one line on stderr."""
    print(f"wd: {visible(text)}", file=sys.stderr)
