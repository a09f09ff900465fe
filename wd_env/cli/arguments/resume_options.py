"""Finished blocks in a file next to the result of a command, so that a stopped run can be resumed."""

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

BLOCKS_SUFFIX = ".blocks"  # appended to the name of the result

Result = TypeVar("Result")


@contextmanager
def finished_blocks(
    options: MatchOptions, form: "BlockFormat[Result]", header: Mapping[str, Any]
) -> Iterator["BlockFile[Result] | None"]:
    """Open the file of finished blocks if a result will be written, and remove it when the result is written.

    Raises:
        ConfigError: If the blocks belong to another run, or exist and neither `resume` nor `restart` is set.
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
    """Check the options `resume` and `restart`.

    Raises:
        UsageError: If both are set, or the result is not written to a regular file.
    """
    if options.resume and options.restart:
        raise UsageError("expected --resume or --restart, got both")
    for name in ("resume", "restart"):
        if getattr(options, name) and options.out is None:
            raise UsageError(f"--{name}: expected --out FILE, next to which finished blocks are saved, got none")
        if getattr(options, name) and options.out is not None and not is_regular_or_new(options.out):
            raise UsageError(f"--{name}: expected a regular file as --out, got {options.out}")


def _check_existing(path: Path, options: MatchOptions) -> None:
    """Remove a file that has no blocks or is to be discarded; raise ConfigError if it has blocks of another run."""
    if options.resume or not path.exists():
        return
    if options.restart or read_bytes(path, sys.maxsize, ConfigError).count(b"\n") <= 1:
        path.unlink()
        return
    raise ConfigError(f"{path} has blocks of a stopped run; --resume continues it, --restart discards them")


def print_differences(file: "BlockFile[Any]", header: Mapping[str, Any]) -> None:
    """Print on stderr how many bytes a resumed file has lost, and if it was started in another environment."""
    from wd_env.evaluation.matches.run_header import ENVIRONMENT_KEYS

    if file.torn_bytes:
        print_status(
            f"{file.path}: the last line is incomplete; its {file.torn_bytes} bytes are discarded, and its "
            "block is played again"
        )
    for name in ENVIRONMENT_KEYS:
        if file.header.get(name) != header[name]:
            versions = f"{name} {file.header.get(name)} and continues with {header[name]}"
            print_status(
                f"{file.path} was started with {versions}; outputs of trained bots may differ in the last digits"
            )


def print_cost(clock: "CpuClock", options: MatchOptions) -> None:
    """Print on stderr which fraction of the processor time was spent on games, if other processes played."""
    if options.processes > 1 or options.ray is not None:
        print_status(clock.summary())


def print_status(text: str) -> None:
    """Print one line on stderr."""
    print(f"wd: {visible(text)}", file=sys.stderr)
