"""The file of unfinished statistics: the counts of finished blocks."""

from typing import Any

import numpy as np

from wd_env.evaluation.matches.block_file import BlockFormat, Header, deals_in_block
from wd_env.evaluation.matches.block_store import BlockKey
from wd_env.evaluation.matches.match_blocks import Block
from wd_env.evaluation.matches.match_file import FIXED_KEYS
from wd_env.statistics.estimates import BlockCounts

LINE_KEYS = ("lineup", "block", "games", "sums", "lengths")


def _as_data(block: Block, block_counts: BlockCounts) -> dict[str, Any]:
    lengths = {name: [list(pair) for pair in histogram.items()] for name, histogram in block_counts.histograms.items()}
    values = (block.lineup, block.index, block_counts.games, block_counts.sums.tolist(), lengths)
    return dict(zip(LINE_KEYS, values, strict=True))


def _from_data(header: Header, data: dict[str, Any]) -> tuple[BlockKey, BlockCounts]:
    """Read a block; ValueError or TypeError if the counts are impossible."""
    names, block_index, games, sums, lengths = (data[key] for key in LINE_KEYS)
    block_counts = BlockCounts(
        games, np.array(sums, np.float64), {name: _parse_histogram(pairs) for name, pairs in lengths.items()}
    )
    is_complete = all(sum(histogram.values()) == games for histogram in block_counts.histograms.values())
    if names != header["lineup"] or games != deals_in_block(header, block_index) or not is_complete:
        raise ValueError
    if block_counts.sums.shape != (header["columns"],):
        raise ValueError
    return (tuple(names), block_index), block_counts


def _parse_histogram(pairs: list[Any]) -> dict[int, int]:
    if any(type(item) is not int or item < 0 for pair in pairs for item in pair):
        raise ValueError
    return dict(map(tuple, pairs))  # ValueError if the length of a pair is not 2


STATS_FILE = BlockFormat(
    "stats", "wd_env stats 1", (*FIXED_KEYS, "columns"), LINE_KEYS, _as_data, _from_data, keeps_in_memory=False
)
