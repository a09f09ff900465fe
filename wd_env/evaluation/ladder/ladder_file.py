"""The file of a ladder, with the blocks of many line-ups of its bots."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from wd_env.evaluation.matches.block_file import BlockFile, Header
from wd_env.evaluation.matches.block_store import BlockKey
from wd_env.evaluation.matches.match_blocks import BlockResult
from wd_env.evaluation.matches.match_file import MATCH_FORMAT, from_data

FORMAT = "wd_env ladder 2"
FIXED_KEYS = ("format", "game", "version", "rules_hash", "options", "seed", "block_size", "bots")


def _from_data(header: Header, data: dict[str, Any]) -> tuple[BlockKey, BlockResult]:
    """Read a block; ValueError if it is not complete or has other bots."""
    known = {bot["name"] for bot in header["bots"]}
    (lineup, index), played = from_data(header, data)
    if not known.issuperset(lineup) or len(played.won) != header["block_size"]:
        raise ValueError
    return (lineup, index), played


LADDER_FORMAT = replace(
    MATCH_FORMAT,
    name="ladder",
    format=FORMAT,
    fixed_keys=FIXED_KEYS,
    from_data=_from_data,
)


class LadderFile(BlockFile[BlockResult]):
    """A ladder file that is open for more blocks.

    Args:
        path: The file.
        header: Header of the file; that of an existing file must be equal.
    """

    def __init__(self, path: Path, header: Mapping[str, Any]) -> None:
        super().__init__(path, header, LADDER_FORMAT)
