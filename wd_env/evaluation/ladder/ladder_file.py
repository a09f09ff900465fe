"""The file of a ladder: its bots play in many line-ups, whose blocks lie in one file."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from wd_env.evaluation.matches.block_file import BlockFile, Header
from wd_env.evaluation.matches.block_store import Place
from wd_env.evaluation.matches.match_blocks import Played
from wd_env.evaluation.matches.match_file import KEYS, MATCH, as_data, from_data

FORMAT = "wd_env ladder 1"
FIXED = ("format", "game", "version", "rules_hash", "options", "seed", "block", "bots")


def _from_data(header: Header, data: dict[str, Any]) -> tuple[Place, Played]:
    """Read a block; ValueError for one that is not whole or of other bots: a ladder has whole blocks alone."""
    known = {bot["name"] for bot in header["bots"]}
    (line_up, number), played = from_data(header, data)
    if not known.issuperset(line_up) or len(played.won) != header["block"]:
        raise ValueError
    return (line_up, number), played


LADDER = replace(MATCH, what="ladder", format=FORMAT, fixed=FIXED, keys=KEYS, as_data=as_data, from_data=_from_data)


class Book(BlockFile[Played]):
    """A ladder's file that is open for more blocks."""

    def __init__(self, path: Path, header: Mapping[str, Any]) -> None:
        super().__init__(path, header, LADDER)
