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
from wd_env.evaluation.matches.block_store import Kept, play_missing
from wd_env.evaluation.matches.forfeits import check_bots, play_block
from wd_env.evaluation.matches.match_blocks import (
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
from wd_env.evaluation.matches.match_file import MATCH
from wd_env.evaluation.matches.run_fingerprint import Terms, digest_of
from wd_env.evaluation.matches.run_header import header_of
from wd_env.parallel.executors import Spread, in_this_process
from wd_env.registry import Game
from wd_env.seeding import check_seed
from wd_env.spec.game_spec import GameSpec
from wd_env.statistics.intervals import bootstrap_ratio

FEWEST_DEALS = 2  # of a match: an interval needs two
DIGITS = 6  # behind the point, of parts of wins


@dataclass(frozen=True)
class Share:
    """How often one entry of the line-up won, as a share of the games that somebody won.

    A game with several winners counts for each of them as its part of one win, so shares add up to 1, and equal bots
    have equal shares however many games nobody wins. The interval is 95 %, over deals; it is 0 to 1 where nobody won a
    game.
    """

    name: str
    wins: float  # parts of wins
    won: int  # games that it won, alone or with others
    alone: int  # games that it won alone
    games: int  # games played
    decided: int  # of these, games that somebody won
    share: float  # wins / decided
    low: float
    high: float


@dataclass(frozen=True)
class Together:
    """Games that several entries of the line-up, and nobody else, won together."""

    names: tuple[str, ...]
    games: int
    share: float  # of the games that somebody won


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
    together: tuple[Together, ...] = ()  # every set of entries that won games together, the most frequent one first

    @property
    def decided(self) -> int:
        """Games that somebody won."""
        return self.shares[0].decided

    @property
    def equal_share(self) -> float:
        """The share that each of equally strong bots is expected to have."""
        return 1 / len(self.shares)


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
    (`wd_env/evaluation/matches/forfeits.py`). ConfigError for an unknown bot, too many players, fewer than one game or
    deal of a block.
    """
    blocks = match_blocks(game, names, games, seed, options, block)
    check_bots(game, names)
    play = partial(play_block, Terms.of(game, names), game, dict(options or {}))
    return result_of(play_missing(play, blocks, spread, kept), options, block)


def match_header(
    row: Game, names: Sequence[str], games: int, seed: int, options: Mapping[str, Any], block: int
) -> dict[str, Any]:
    """Make the first line of the file in which the blocks of a match are kept; ConfigError as `play_match`."""
    blocks = match_blocks(row.spec_for(**options), names, games, seed, options, block)
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
    blocks = match_blocks(game, names, games, seed, options, block)
    played = ((each, BlockGames(game, each, bots, options).play()) for each in blocks)
    return result_of(played, options, block)


def match_blocks(
    game: GameSpec, names: Sequence[str], games: int, seed: int, options: Mapping[str, Any] | None, block: int
) -> list[Block]:
    """List the blocks of a match; ConfigError as `play_match`."""
    seed = check_seed(seed)
    check_games("a match", games, 1, options)
    check_players(game, len(names))
    return blocks_of(names, max(-(-games // len(names)), FEWEST_DEALS), seed, block)


def result_of(found: Iterable[tuple[Block, Played]], options: dict[str, Any] | None, block: int) -> MatchResult:
    """Add up finished blocks of one match, which may be some of it; ConfigError for fewer than two deals."""
    ordered = sorted(found, key=lambda pair: pair[0].number)
    first, played = ordered[0][0], [one for _, one in ordered]
    won = np.concatenate([one.won for one in played])
    winners = sum((Counter(one.winners) for one in played), Counter[tuple[int, ...]]())
    return MatchResult(
        tuple(_share(name, place, won, winners, first.seed) for place, name in enumerate(first.names)),
        won.size,
        sum(one.truncated for one in played),
        sum(one.decisions for one in played),
        dict(options or {}),
        block,
        _added([failure for one in played for failure in one.failures]),
        _together(first.names, winners),
    )


def _together(names: Sequence[str], winners: Counter[tuple[int, ...]]) -> tuple[Together, ...]:
    shared = sorted((-games, places) for places, games in winners.items() if len(places) > 1)
    decided = winners.total()
    return tuple(Together(tuple(names[place] for place in places), -less, -less / decided) for less, places in shared)


def _added(failures: Sequence[Failure]) -> tuple[Failure, ...]:
    entries = sorted({failure.entry for failure in failures})
    of = [[failure for failure in failures if failure.entry == entry] for entry in entries]
    return tuple(Failure(each[0].entry, sum(one.games for one in each), each[0].reason) for each in of)


def _share(name: str, place: int, won: Floats, winners: Counter[tuple[int, ...]], seed: int) -> Share:
    """The share of one place from parts of wins float64[deals, places], and from how often each set of places won."""
    figures = bootstrap_ratio(won[:, place], won.sum(axis=1), np.random.default_rng(seed))
    total = round(float(won[:, place].sum()), DIGITS)  # thirds add up with a hair more
    among = sum(games for places, games in winners.items() if place in places)
    counts = among, winners[place,], won.size, winners.total()
    return Share(name, int(total) if total.is_integer() else total, *counts, *figures)
