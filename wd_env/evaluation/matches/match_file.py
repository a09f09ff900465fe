"""The file of an unfinished match: the blocks of one line-up."""

from typing import Any

import numpy as np

from wd_env.evaluation.matches.block_file import BlockFormat, Header, deals_in_block
from wd_env.evaluation.matches.block_store import BlockKey
from wd_env.evaluation.matches.match_blocks import Block, BlockResult, Failure, Floats

LINE_KEYS = ("lineup", "block", "won", "decisions", "truncated", "failures", "winners")
FIXED_KEYS = (
    "format",
    "package",
    "game",
    "version",
    "rules_hash",
    "options",
    "seed",
    "block_size",
    "deals",
    "lineup",
    "bots",
)
ROUNDING = 1e-6  # tolerance of sums of fractional wins


def as_data(block: Block, result: BlockResult) -> dict[str, Any]:
    """Return a finished block as JSON data."""
    won = [[int(item) if item.is_integer() else item for item in deal] for deal in result.won.tolist()]
    failures = [[failure.lineup_index, failure.games, failure.reason] for failure in result.failures]
    winners = [[list(indices), games] for indices, games in result.winners.items()]
    values = (block.lineup, block.index, won, result.decisions, result.truncated, failures, winners)
    return dict(zip(LINE_KEYS, values, strict=True))


def from_data(header: Header, data: dict[str, Any]) -> tuple[BlockKey, BlockResult]:
    """Read the data of `as_data`; ValueError or TypeError if no block can have this result."""
    names, block, rows, decisions, truncated, text, winners = (data[key] for key in LINE_KEYS)
    won = np.array(rows, np.float64)
    failures = tuple(Failure(int(entry), int(games), str(reason)) for entry, games, reason in text)
    block_index, *counts = (int(count) for count in (block, decisions, truncated))
    lineup = tuple(names)
    is_valid = won.ndim == 2 and 1 <= len(won) <= header["block_size"] and won.shape[1] == len(lineup)  # noqa: PLR2004
    if (
        not is_valid
        or (won < 0).any()
        or won.sum(axis=1).max() > len(lineup) + ROUNDING
        or min(block_index, *counts) < 0
    ):
        raise ValueError
    return (lineup, block_index), BlockResult(won, counts[1], counts[0], failures, _read_winners(winners, won))


def _read_winners(data: list[Any], won: Floats) -> dict[tuple[int, ...], int]:
    """Read how many games each set of line-up entries won; ValueError if that does not fit the fractional wins."""
    entries = won.shape[1]
    winners = {tuple(int(index) for index in indices): int(games) for indices, games in data}
    items = np.zeros(entries)
    for indices, games in winners.items():
        if games < 1 or not indices or len(set(indices)) < len(indices) or not set(indices) <= set(range(entries)):
            raise ValueError
        items[list(indices)] += games / len(indices)
    if not np.allclose(items, won.sum(axis=0), atol=ROUNDING * won.size):
        raise ValueError
    return winners


def _decode_match_block(header: Header, data: dict[str, Any]) -> tuple[BlockKey, BlockResult]:
    (lineup, block_index), played = from_data(header, data)
    if list(lineup) != header["lineup"] or len(played.won) != deals_in_block(header, block_index):
        raise ValueError
    return (lineup, block_index), played


MATCH_FORMAT = BlockFormat("match", "wd_env match 2", FIXED_KEYS, LINE_KEYS, as_data, _decode_match_block)
