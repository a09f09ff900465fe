"""Finished blocks beside the result of a command, so that a run which is stopped can go on."""

import sys
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from wd_env.cli.arguments.match_arguments import MatchOptions
from wd_env.cli.usage_error import UsageError
from wd_env.errors import ConfigError, visible
from wd_env.storage.atomic_files import is_regular_or_new, read_bytes

if TYPE_CHECKING:
    from wd_env.evaluation.matches.block_file import BlockFile, BlockFormat
    from wd_env.parallel.cpu_clock import CpuClock

BLOCKS_SUFFIX = ".blocks"  # of the file of blocks, behind the name of the result

Result = TypeVar("Result")


@contextmanager
def finished_blocks(
    options: MatchOptions, form: "BlockFormat[Result]", header: Mapping[str, Any]
) -> Iterator["BlockFile[Result] | None"]:
    """Open the file of finished blocks where a result is to be written; it is gone once the result is there.

    UsageError and ConfigError for what a run cannot go on with, and for blocks that nobody has said what to do with.
    """
    from wd_env.evaluation.matches.block_file import BlockFile

    if options.out is None or not is_regular_or_new(options.out):
        yield None
        return
    path = Path(f"{options.out}{BLOCKS_SUFFIX}")
    _check_existing(path, options)
    with closing(BlockFile(path, header, form)) as file:
        print_differences(file, header)
        try:
            yield file
        except BaseException:
            if file.num_finished == 0:
                path.unlink()
            raise
        path.unlink()


def check_resume(options: MatchOptions) -> None:
    """Refuse, by UsageError, to go on or begin anew with blocks that can lie nowhere, and both of these at once."""
    if options.resume and options.restart:
        raise UsageError("--resume and --restart; allowed is one of them")
    for name in ("resume", "restart"):
        if getattr(options, name) and options.out is None:
            raise UsageError(f"--{name} without --out; finished blocks lie beside that file")
        if getattr(options, name) and options.out is not None and not is_regular_or_new(options.out):
            raise UsageError(f"--{name} with --out {options.out}; finished blocks lie beside a regular file alone")


def _check_existing(path: Path, options: MatchOptions) -> None:
    """Drop a file without blocks, or with blocks that are to be played anew; refuse one that may be worth hours."""
    if options.resume or not path.exists():
        return
    if options.restart or read_bytes(path, sys.maxsize, ConfigError).count(b"\n") <= 1:
        path.unlink()
        return
    raise ConfigError(f"{path} has blocks of a run that was stopped; --resume goes on with them, --restart drops them")


def print_differences(file: "BlockFile[Any]", header: Mapping[str, Any]) -> None:
    """Tell on stderr what a file that goes on has lost, and with what else it was begun."""
    from wd_env.evaluation.matches.run_header import ENVIRONMENT_KEYS

    if file.torn_bytes:
        print_status(
            f"{file.path}: the last line was torn; its {file.torn_bytes} bytes are dropped, and its "
            f"block is played anew"
        )
    for name in ENVIRONMENT_KEYS:
        if file.header.get(name) != header[name]:
            told = f"{name} {file.header.get(name)}, and goes on with {header[name]}"
            print_status(f"{file.path} was begun with {told}: trained bots may answer otherwise in the last digits")


def print_cost(clock: "CpuClock", options: MatchOptions) -> None:
    """Tell on stderr what share of the processor time went into games, where others than this process played."""
    if options.processes > 1 or options.ray is not None:
        print_status(clock.summary())


def print_status(text: str) -> None:
    """Tell something in one line on stderr."""
    print(f"wd: {visible(text)}", file=sys.stderr)
