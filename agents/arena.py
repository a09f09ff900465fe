"""Matches between bots: the same deals from every seat, win shares with intervals.

A match is a list of blocks (`agents/blocks.py`), which any spread may play, in any order and company.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from wd_env.agents.base import Agent
from wd_env.agents.blocks import (
    DEALS,
    Block,
    BlockGames,
    Failure,
    Floats,
    Played,
    blocks_of,
    check_games,
    check_players,
)
from wd_env.agents.forfeits import check_bots, play_block
from wd_env.agents.spread.engines import Spread, in_this_process
from wd_env.agents.spread.header import header_of
from wd_env.agents.spread.keeping import Kept, play_missing
from wd_env.agents.spread.matches import MATCH
from wd_env.agents.spread.terms import Terms, digest_of
from wd_env.core.errors import ConfigError
from wd_env.core.seeds import check_seed
from wd_env.core.spec import GameSpec
from wd_env.core.stats import bootstrap_mean
from wd_env.games import Game

FEWEST_DEALS = 2  # of a match: an interval needs two


@dataclass(frozen=True)
class Share:
    """How often one entry of the line-up won, as a share of all games; the interval is 95 %, over deals.

    A game with several winners counts for each of them as its part of one win, so shares add up to 1 at most.
    """

    name: str
    wins: float
    games: int
    share: float
    low: float
    high: float


@dataclass(frozen=True)
class MatchResult:
    """A match: each deal was played once for every rotation of the seats."""

    shares: tuple[Share, ...]
    games: int
    truncated: int
    decisions: int
    options: dict[str, Any]
    block: int  # deals of a block
    failures: tuple[Failure, ...] = ()  # of each place in the line-up that failed, all its games, the first reason


def play_match(
    game: GameSpec,
    names: Sequence[str],
    games: int,
    seed: int,
    options: dict[str, Any] | None = None,
    *,
    block: int = DEALS,
    spread: Spread = in_this_process,
    kept: Kept[Played] | None = None,
) -> MatchResult:
    """Let the bots of these names (roster or paths) play at least `games` games, one seat each, seats rotated.

    `options` are the game's own, `block` the deals of a block. The result is the same wherever `spread` plays it; of
    `kept`, blocks that are there are not played again, and others are added. A bot that fails loses that game
    (`agents/forfeits.py`). ConfigError for an unknown bot, too many players, fewer than one game or deal of a block.
    """
    blocks = _blocks(game, names, games, seed, options, block)
    check_bots(game, names)
    play = partial(play_block, Terms.of(game, names), game, dict(options or {}))
    return _result(play_missing(play, blocks, spread, kept), options, block)


def match_header(
    row: Game, names: Sequence[str], games: int, seed: int, options: Mapping[str, Any], block: int
) -> dict[str, Any]:
    """Make the first line of the file in which the blocks of a match are kept; ConfigError as `play_match`."""
    blocks = _blocks(row.spec_for(**options), names, games, seed, options, block)
    header = header_of(MATCH.format, row, options, len(names), [digest_of(name) for name in names], seed, block)
    return header | {"deals": sum(each.deals for each in blocks), "line_up": list(names)}


def match(
    game: GameSpec,
    names: Sequence[str],
    bots: Sequence[Agent],
    games: int,
    seed: int,
    options: dict[str, Any] | None = None,
    block: int = DEALS,
) -> MatchResult:
    """Play a match as `play_match` does with bots that exist already; `names` is what the result calls them.

    Their generators run on from block to block. Whatever goes wrong in a bot is an error with its name: IllegalAction
    for an answer that is not offered.
    """
    if len(bots) != len(names):
        raise ConfigError(f"{len(bots)} bots and {len(names)} names; allowed is a name for each")
    blocks = _blocks(game, names, games, seed, options, block)
    played = ((each, BlockGames(game, each, bots, options).play()) for each in blocks)
    return _result(played, options, block)


def _blocks(
    game: GameSpec, names: Sequence[str], games: int, seed: int, options: Mapping[str, Any] | None, block: int
) -> list[Block]:
    seed = check_seed(seed)
    check_games("a match", games, 1, options)
    check_players(game, len(names))
    return blocks_of(names, max(-(-games // len(names)), FEWEST_DEALS), seed, block)


def _result(found: Iterable[tuple[Block, Played]], options: dict[str, Any] | None, block: int) -> MatchResult:
    ordered = sorted(found, key=lambda pair: pair[0].number)
    first, played = ordered[0][0], [one for _, one in ordered]
    won = np.concatenate([one.won for one in played])
    return MatchResult(
        tuple(_share(name, won[:, place], len(first.names), first.seed) for place, name in enumerate(first.names)),
        won.size,
        sum(one.truncated for one in played),
        sum(one.decisions for one in played),
        dict(options or {}),
        block,
        _together([failure for one in played for failure in one.failures]),
    )


def _together(failures: Sequence[Failure]) -> tuple[Failure, ...]:
    entries = sorted({failure.entry for failure in failures})
    of = [[failure for failure in failures if failure.entry == entry] for entry in entries]
    return tuple(Failure(each[0].entry, sum(one.games for one in each), each[0].reason) for each in of)


def _share(name: str, won: Floats, players: int, seed: int) -> Share:
    mean, low, high = bootstrap_mean(won / players, np.random.default_rng(seed))
    total = float(won.sum())
    return Share(name, int(total) if total.is_integer() else total, len(won) * players, mean, low, high)
