"""Matches between bots: the same deals from every seat, win shares with intervals.

A match is a list of blocks (`wd_env/evaluation/matches/match_blocks.py`), which any spread may play, in any order and
company.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from wd_env.agents.agent import Agent
from wd_env.errors import ConfigError
from wd_env.evaluation.matches.block_store import BlockStore, play_missing_blocks
from wd_env.evaluation.matches.forfeits import check_bots, play_block
from wd_env.evaluation.matches.match_blocks import (
    DEALS,
    Block,
    BlockResult,
    BlockRunner,
    Failure,
    Floats,
    check_games,
    check_players,
    make_blocks,
)
from wd_env.evaluation.matches.match_file import MATCH_FORMAT
from wd_env.evaluation.matches.run_fingerprint import RunFingerprint, bot_digest
from wd_env.evaluation.matches.run_header import make_header
from wd_env.parallel.executors import Executor, run_local
from wd_env.registry import GameEntry
from wd_env.seeding import check_seed
from wd_env.spec.game_spec import GameSpec
from wd_env.statistics.intervals import bootstrap_ratio

MIN_DEALS = 2  # of a match: an interval needs two
DIGITS = 6  # behind the point, of parts of wins


@dataclass(frozen=True)
class WinRate:
    """How often one entry of the line-up won, as a share of the games that somebody won.

    A game with several winners counts for each of them as its part of one win, so shares add up to 1, and equal bots
    have equal shares however many games nobody wins. The interval is 95 %, over deals; it is 0 to 1 where nobody won a
    game.
    """

    name: str
    wins: float  # parts of wins
    won: int  # games that it won, alone or with others
    won_alone: int  # games that it won alone
    games: int  # games played
    decided: int  # of these, games that somebody won
    win_rate: float  # wins / decided
    low: float
    high: float


@dataclass(frozen=True)
class JointWin:
    """Games that several entries of the line-up, and nobody else, won together."""

    bots: tuple[str, ...]
    games: int
    fraction: float  # of the games that somebody won


@dataclass(frozen=True)
class MatchResult:
    """A match: each deal was played once for every rotation of the seats."""

    win_rates: tuple[WinRate, ...]
    games: int
    truncated: int
    decisions: int
    options: dict[str, Any]
    block_size: int  # deals of a block
    failures: tuple[Failure, ...] = ()  # of each place in the line-up that failed, all its games, the first reason
    joint_wins: tuple[JointWin, ...] = ()  # every set of entries that won games together, the most frequent one first

    @property
    def decided(self) -> int:
        """Games that somebody won."""
        return self.win_rates[0].decided

    @property
    def even_share(self) -> float:
        """The share that each of equally strong bots is expected to have."""
        return 1 / len(self.win_rates)


def play_match(
    game: GameSpec,
    lineup: Sequence[str],
    games: int,
    seed: int,
    options: dict[str, Any] | None = None,
    *,
    block_size: int = DEALS,
    executor: Executor = run_local,
    store: BlockStore[BlockResult] | None = None,
) -> MatchResult:
    """Let the bots of these names (roster or paths) play at least `games` games, one seat each, seats rotated.

    `options` are the game's own, `block` the deals of a block. The result is the same wherever `spread` plays it; of
    `kept`, blocks that are there are not played again, and others are added. A bot that fails loses that game
    (`wd_env/evaluation/matches/forfeits.py`). ConfigError for an unknown bot, too many players, fewer than one game or
    deal of a block.
    """
    blocks = make_match_blocks(game, lineup, games, seed, options, block_size)
    check_bots(game, lineup)
    play = partial(play_block, RunFingerprint.of(game, lineup), game, dict(options or {}))
    return match_result(play_missing_blocks(play, blocks, executor, store), options, block_size)


def match_header(
    entry: GameEntry, lineup: Sequence[str], games: int, seed: int, options: Mapping[str, Any], block_size: int
) -> dict[str, Any]:
    """Make the first line of the file in which the blocks of a match are kept; ConfigError as `play_match`."""
    blocks = make_match_blocks(entry.spec_for(**options), lineup, games, seed, options, block_size)
    header = make_header(
        MATCH_FORMAT.format, entry, options, len(lineup), [bot_digest(name) for name in lineup], seed, block_size
    )
    return header | {"deals": sum(each.deals for each in blocks), "lineup": list(lineup)}


def play_match_with_bots(
    game: GameSpec,
    names: Sequence[str],
    bots: Sequence[Agent],
    games: int,
    seed: int,
    options: dict[str, Any] | None = None,
    block_size: int = DEALS,
) -> MatchResult:
    """Play a match as `play_match` does with bots that exist already; `names` is what the result calls them.

    Their generators run on from block to block. Whatever goes wrong in a bot is an error with its name: IllegalAction
    for an answer that is not offered.
    """
    if len(bots) != len(names):
        raise ConfigError(f"{len(bots)} bots and {len(names)} names; allowed is a name for each")
    blocks = make_match_blocks(game, names, games, seed, options, block_size)
    played = ((each, BlockRunner(game, each, bots, options).play()) for each in blocks)
    return match_result(played, options, block_size)


def make_match_blocks(
    game: GameSpec, lineup: Sequence[str], games: int, seed: int, options: Mapping[str, Any] | None, block_size: int
) -> list[Block]:
    """List the blocks of a match; ConfigError as `play_match`."""
    seed = check_seed(seed)
    check_games("a match", games, 1, options)
    check_players(game, len(lineup))
    return make_blocks(lineup, max(-(-games // len(lineup)), MIN_DEALS), seed, block_size)


def match_result(
    results: Iterable[tuple[Block, BlockResult]], options: dict[str, Any] | None, block_size: int
) -> MatchResult:
    """Add up finished blocks of one match, which may be some of it; ConfigError for fewer than two deals."""
    ordered = sorted(results, key=lambda pair: pair[0].index)
    first, played = ordered[0][0], [one for _, one in ordered]
    won = np.concatenate([one.won for one in played])
    winners = sum((Counter(one.winners) for one in played), Counter[tuple[int, ...]]())
    return MatchResult(
        tuple(_win_rate(name, place, won, winners, first.seed) for place, name in enumerate(first.lineup)),
        won.size,
        sum(one.truncated for one in played),
        sum(one.decisions for one in played),
        dict(options or {}),
        block_size,
        _merge_failures([failure for one in played for failure in one.failures]),
        _joint_wins(first.lineup, winners),
    )


def _joint_wins(names: Sequence[str], winners: Counter[tuple[int, ...]]) -> tuple[JointWin, ...]:
    shared = sorted((-games, places) for places, games in winners.items() if len(places) > 1)
    decided = winners.total()
    return tuple(JointWin(tuple(names[place] for place in places), -less, -less / decided) for less, places in shared)


def _merge_failures(failures: Sequence[Failure]) -> tuple[Failure, ...]:
    entries = sorted({failure.lineup_index for failure in failures})
    of = [[failure for failure in failures if failure.lineup_index == entry] for entry in entries]
    return tuple(Failure(each[0].lineup_index, sum(one.games for one in each), each[0].reason) for each in of)


def _win_rate(name: str, lineup_index: int, won: Floats, winners: Counter[tuple[int, ...]], seed: int) -> WinRate:
    """The share of one place from parts of wins float64[deals, places], and from how often each set of places won."""
    figures = bootstrap_ratio(won[:, lineup_index], won.sum(axis=1), np.random.default_rng(seed))
    total = round(float(won[:, lineup_index].sum()), DIGITS)  # thirds add up with a hair more
    among = sum(games for places, games in winners.items() if lineup_index in places)
    counts = among, winners[lineup_index,], won.size, winners.total()
    return WinRate(name, int(total) if total.is_integer() else total, *counts, *figures)
