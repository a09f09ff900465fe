"""The file of a survey that is not finished: what its blocks have counted."""

from typing import Any

import numpy as np

from wd_env.evaluation.matches.block_file import Form, Header, deals_of
from wd_env.evaluation.matches.block_store import Place
from wd_env.evaluation.matches.match_blocks import Block
from wd_env.evaluation.matches.match_file import FIXED
from wd_env.statistics.estimates import Counted

KEYS = ("line_up", "block", "games", "sums", "lengths")
PAIR = 2  # a length, and how often it came


def _as_data(block: Block, counted: Counted) -> dict[str, Any]:
    lengths = {name: [list(pair) for pair in often.items()] for name, often in counted.lengths.items()}
    values = (block.names, block.number, counted.games, counted.sums.tolist(), lengths)
    return dict(zip(KEYS, values, strict=True))


def _from_data(header: Header, data: dict[str, Any]) -> tuple[Place, Counted]:
    """Read a block; ValueError or TypeError for what none can have counted."""
    names, number, games, sums, lengths = (data[key] for key in KEYS)
    counted = Counted(games, np.array(sums, np.float64), {name: _often(pairs) for name, pairs in lengths.items()})
    is_whole = all(sum(often.values()) == games for often in counted.lengths.values())
    if names != header["line_up"] or games != deals_of(header, number) or not is_whole:
        raise ValueError
    if counted.sums.shape != (header["columns"],):
        raise ValueError
    return (tuple(names), number), counted


def _often(pairs: list[Any]) -> dict[int, int]:
    if any(len(pair) != PAIR or any(type(part) is not int or part < 0 for part in pair) for pair in pairs):
        raise ValueError
    return dict(pairs)


SURVEY = Form("survey", "wd_env survey 1", (*FIXED, "columns"), KEYS, _as_data, _from_data, remembers=False)
