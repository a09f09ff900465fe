"""The file of a match that is not finished: the blocks of one line-up."""

from dataclasses import replace
from typing import Any

import numpy as np

from wd_env.evaluation.matches.block_file import Form, Header, deals_of
from wd_env.evaluation.matches.block_store import Place
from wd_env.evaluation.matches.match_blocks import Block, Failure, Played

KEYS = ("line_up", "block", "won", "decisions", "truncated", "failures")
WINNERS = "winners"  # of a match besides: how many games each set of places of the line-up has won
FIXED = ("format", "package", "game", "version", "rules_hash", "options", "seed", "block", "deals", "line_up", "bots")
ROUNDING = 1e-6  # parts of a win are fractions


def as_data(block: Block, played: Played) -> dict[str, Any]:
    """Return a finished block as JSON data."""
    won = [[int(part) if part.is_integer() else part for part in deal] for deal in played.won.tolist()]
    failures = [[failure.entry, failure.games, failure.reason] for failure in played.failures]
    values = (block.names, block.number, won, played.decisions, played.truncated, failures)
    return dict(zip(KEYS, values, strict=True))


def from_data(header: Header, data: dict[str, Any]) -> tuple[Place, Played]:
    """Read what `as_data` gave; ValueError or TypeError for what no block can have found."""
    names, block, rows, decisions, truncated, told = (data[key] for key in KEYS)
    won = np.array(rows, np.float64)
    failures = tuple(Failure(int(entry), int(games), str(reason)) for entry, games, reason in told)
    number, *counts = (int(count) for count in (block, decisions, truncated))
    line_up = tuple(names)
    is_sound = won.ndim == 2 and 1 <= len(won) <= header["block"] and won.shape[1] == len(line_up)  # noqa: PLR2004
    if not is_sound or (won < 0).any() or won.sum(axis=1).max() > len(line_up) + ROUNDING or min(number, *counts) < 0:
        raise ValueError
    return (line_up, number), Played(won, counts[1], counts[0], failures)


def _with_winners(block: Block, played: Played) -> dict[str, Any]:
    return as_data(block, played) | {WINNERS: [[list(places), games] for places, games in played.winners.items()]}


def _of_this_line_up(header: Header, data: dict[str, Any]) -> tuple[Place, Played]:
    (line_up, number), played = from_data(header, data)
    if list(line_up) != header["line_up"] or len(played.won) != deals_of(header, number):
        raise ValueError
    winners = {tuple(int(place) for place in places): int(games) for places, games in data[WINNERS]}
    parts = np.zeros(len(line_up))
    for places, games in winners.items():
        if games < 1 or not places or len(set(places)) < len(places) or not set(places) <= set(range(len(line_up))):
            raise ValueError
        parts[list(places)] += games / len(places)
    if not np.allclose(parts, played.won.sum(axis=0), atol=ROUNDING * played.won.size):
        raise ValueError
    return (line_up, number), replace(played, winners=winners)


MATCH = Form("match", "wd_env match 2", FIXED, (*KEYS, WINNERS), _with_winners, _of_this_line_up)
