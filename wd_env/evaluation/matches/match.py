"""Matches between bots: the same deals from every seat, and win rates with confidence intervals.

A match is a list of blocks (`match_blocks`), which any executor may play in any order.
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
from wd_env.spec.game_names import game_spec_of
from wd_env.spec.game_spec import GameSpec
from wd_env.statistics.intervals import bootstrap_ratio

DEFAULT_GAMES = 1000  # of a match
MIN_DEALS = 2  # of a match: an interval needs two
DIGITS = 6  # decimals of fractional wins


@dataclass(frozen=True)
class WinRate:
    """The win rate of one entry of the line-up, over games with a winner.

    In a game with k winners each has a win of 1/k, so win rates add up to 1, and equal bots have equal win rates even
    if many games have no winner. The 95% interval is computed over deals; it is 0 to 1 if no game had a winner.

    Attributes:
        name: Name of the bot.
        wins: Fractional wins.
        won: Games won, alone or with others.
        won_alone: Games won alone.
        games: Games played.
        decided: Games with a winner.
        win_rate: Wins / decided.
        low: Lower end of the 95% interval.
        high: Upper end of the 95% interval.
    """

    name: str
    wins: float
    won: int
    won_alone: int
    games: int
    decided: int
    win_rate: float
    low: float
    high: float


@dataclass(frozen=True)
class JointWin:
    """Games that exactly these entries of the line-up won together.

    Attributes:
        bots: The bots of the entries.
        lineup_indices: Indices of the entries in the line-up; they distinguish entries with the same bot.
        games: Number of games.
        fraction: Of the games with a winner.
    """

    bots: tuple[str, ...]
    lineup_indices: tuple[int, ...]
    games: int
    fraction: float


@dataclass(frozen=True)
class MatchResult:
    """The result of a match, in which each deal was played once per rotation of the seats.

    Attributes:
        win_rates: One per line-up entry.
        games: Number of games.
        truncated: Number of truncated games.
        decisions: Number of decisions.
        options: Rule options of the games.
        block_size: Deals per block.
        failures: Of each line-up entry that failed: number of games, and the first reason.
        joint_wins: Of every set of entries that won together, the most frequent first.
    """

    win_rates: tuple[WinRate, ...]
    games: int
    truncated: int
    decisions: int
    options: dict[str, Any]
    block_size: int
    failures: tuple[Failure, ...] = ()
    joint_wins: tuple[JointWin, ...] = ()

    @property
    def decided(self) -> int:
        """Number of games with a winner."""
        return self.win_rates[0].decided

    @property
    def even_share(self) -> float:
        """Expected win rate of each of n equally strong bots, 1/n."""
        return 1 / len(self.win_rates)


def play_match(
    game: GameSpec | str,
    lineup: Sequence[str],
    num_games: int = DEFAULT_GAMES,
    seed: int = 1,
    options: dict[str, Any] | None = None,
    *,
    block_size: int = DEALS,
    executor: Executor = run_local,
    store: BlockStore[BlockResult] | None = None,
) -> MatchResult:
    """Play a match and estimate each bot's win rate.

    Every deal is played once per rotation of the seats. A bot that fails forfeits that game.

    Args:
        game: Game to play, a `GameSpec` or a name.
        lineup: One bot per seat: bot names, bot files or run folders.
        num_games: Minimum number of games; rounded up to whole deals.
        seed: Seed of all chance.
        options: Rule options other than `num_players`.
        block_size: Deals per block, the unit of work.
        executor: Where blocks run. It does not affect the result.
        store: Saved blocks; they are not played again, and new ones are added.

    Returns:
        Win rates with 95% confidence intervals, and counts of games, decisions and failures.

    Raises:
        ConfigError: If a bot is unknown, the number of players is not allowed, `num_games` or `block_size` is
            below 1.
    """
    game = game_spec_of(game, **(options if isinstance(options, Mapping) else {}))
    blocks = make_match_blocks(game, lineup, num_games, seed, options, block_size)
    check_bots(game, lineup)
    play = partial(play_block, RunFingerprint.of(game, lineup), game, dict(options or {}))
    return match_result(play_missing_blocks(play, blocks, executor, store), options, block_size)


def match_header(
    entry: GameEntry, lineup: Sequence[str], games: int, seed: int, options: Mapping[str, Any], block_size: int
) -> dict[str, Any]:
    """Return the header of a file of blocks; raises the same errors as `play_match`."""
    blocks = make_match_blocks(entry.spec_for(**options), lineup, games, seed, options, block_size)
    header = make_header(
        MATCH_FORMAT.format,
        entry,
        options,
        len(lineup),
        [bot_digest(name, entry.name) for name in lineup],
        seed,
        block_size,
    )
    return header | {"deals": sum(each.deals for each in blocks), "lineup": list(lineup)}


def play_match_with_bots(
    game: GameSpec,
    names: Sequence[str],
    bots: Sequence[Agent],
    num_games: int,
    seed: int,
    options: dict[str, Any] | None = None,
    block_size: int = DEALS,
) -> MatchResult:
    """Play a match between bots that exist already, and estimate each bot's win rate.

    The generators of the bots continue from block to block.

    Args:
        game: Game to play.
        names: Name of each bot in the result.
        bots: One bot per seat.
        num_games: Minimum number of games; rounded up to whole deals.
        seed: Seed of all chance.
        options: Rule options other than `num_players`.
        block_size: Deals per block.

    Returns:
        Win rates with 95% confidence intervals, and counts of games and decisions.

    Raises:
        ConfigError: If the numbers of bots and names differ, or an argument is invalid for `play_match`.
        WdError: If a bot fails; the message names it. An illegal action is an IllegalAction.
    """
    if len(bots) != len(names):
        raise ConfigError(f"names: expected one for each of {len(bots)} bots, got {len(names)}")
    blocks = make_match_blocks(game, names, num_games, seed, options, block_size)
    played = ((each, BlockRunner(game, each, bots, options).play()) for each in blocks)
    return match_result(played, options, block_size)


def make_match_blocks(
    game: GameSpec, lineup: Sequence[str], games: int, seed: int, options: Mapping[str, Any] | None, block_size: int
) -> list[Block]:
    """Return the blocks of a match; raises the same errors as `play_match`."""
    seed = check_seed(seed)
    check_games("a match", games, 1, options)
    check_players(game, len(lineup))
    return make_blocks(lineup, max(-(-games // len(lineup)), MIN_DEALS), seed, block_size)


def match_result(
    results: Iterable[tuple[Block, BlockResult]], options: dict[str, Any] | None, block_size: int
) -> MatchResult:
    """Compute the result from finished blocks of a match; ConfigError if there are fewer than two deals."""
    ordered = sorted(results, key=lambda pair: pair[0].index)
    first, played = ordered[0][0], [one for _, one in ordered]
    won = np.concatenate([one.won for one in played])
    winners = sum((Counter(one.winners) for one in played), Counter[tuple[int, ...]]())
    return MatchResult(
        tuple(_win_rate(name, index, won, winners, first.seed) for index, name in enumerate(first.lineup)),
        won.size,
        sum(one.truncated for one in played),
        sum(one.decisions for one in played),
        dict(options or {}),
        block_size,
        _merge_failures([failure for one in played for failure in one.failures]),
        joint_wins(first.lineup, winners),
    )


def joint_wins(names: Sequence[str], winners: Mapping[tuple[int, ...], int]) -> tuple[JointWin, ...]:
    """Return the games that several entries won together, the most frequent first.

    Args:
        names: The bots of the line-up.
        winners: Number of games that exactly these entries won.
    """
    shared = sorted((-games, indices) for indices, games in winners.items() if len(indices) > 1)
    decided = sum(winners.values())
    return tuple(
        JointWin(tuple(names[index] for index in indices), indices, -less, -less / decided) for less, indices in shared
    )


def _merge_failures(failures: Sequence[Failure]) -> tuple[Failure, ...]:
    entries = sorted({failure.lineup_index for failure in failures})
    of = [[failure for failure in failures if failure.lineup_index == entry] for entry in entries]
    return tuple(Failure(each[0].lineup_index, sum(one.games for one in each), each[0].reason) for each in of)


def _win_rate(name: str, lineup_index: int, won: Floats, winners: Counter[tuple[int, ...]], seed: int) -> WinRate:
    """Return the win rate of a line-up entry.

    `won` float64[deals, entries] are fractional wins, `winners` counts how often each set of entries won.
    """
    estimates = bootstrap_ratio(won[:, lineup_index], won.sum(axis=1), np.random.default_rng(seed))
    total = round(float(won[:, lineup_index].sum()), DIGITS)  # thirds do not add up exactly
    among = sum(games for indices, games in winners.items() if lineup_index in indices)
    counts = among, winners[lineup_index,], won.size, winners.total()
    return WinRate(name, int(total) if total.is_integer() else total, *counts, *estimates)
