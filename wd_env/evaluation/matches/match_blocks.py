"""Blocks of a match: a number of deals, each played from every rotation of the seats.

The result of a block depends only on its description: seeds of deals and bots follow from seed and index, not from
earlier blocks, processes or machines.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wd_env.agents.agent import Agent
from wd_env.agents.agent_registry import make_bot
from wd_env.batch.batch import Batch
from wd_env.batch.batch_arguments import is_int
from wd_env.errors import ConfigError, attribute_errors_to, range_text
from wd_env.spec.game_spec import GameSpec

DEALS = 64  # default number of deals per block
MAX_DEALS = 4096  # of a block, whose games are played in parallel
NO_BOT = -1

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Block:
    """Deals that one line-up of bots plays from every rotation of the seats; picklable.

    Attributes:
        lineup: One bot per seat.
        seed: Seed of the match.
        index: Index of the block in the match.
        deals: Number of deals.
    """

    lineup: tuple[str, ...]
    seed: int
    index: int
    deals: int = DEALS

    def deal_seeds(self) -> list[int]:
        """Return the seeds of the deals."""
        words = np.random.SeedSequence((self.seed, self.index)).generate_state(self.deals, np.uint64)
        return [int(word) for word in words]

    def bot_seed(self, lineup_index: int) -> tuple[int, int, int]:
        """Return the seed of the generator of a bot of the line-up."""
        return self.seed, lineup_index, self.index

    def bots(self, game: GameSpec) -> list[Agent]:
        """Make the bots; raises the same errors as `make_bot`."""
        return [make_bot(name, game, np.random.default_rng(self.bot_seed(s))) for s, name in enumerate(self.lineup)]


@dataclass(frozen=True)
class Failure:
    """Games that a bot of a line-up forfeited, and the first reason.

    Attributes:
        lineup_index: Entry of the line-up.
        games: Number of forfeited games.
        reason: Message of the first error.
    """

    lineup_index: int
    games: int
    reason: str


@dataclass(frozen=True)
class BlockResult:
    """The result of a block.

    Attributes:
        won: float64[deals, entries of the line-up], fractional wins summed over the rotations.
        truncated: Number of truncated games.
        decisions: Number of decisions.
        failures: Failures of bots.
        winners: Number of games that exactly these entries of the line-up won.
    """

    won: Floats
    truncated: int
    decisions: int
    failures: tuple[Failure, ...] = ()
    winners: Mapping[tuple[int, ...], int] = field(default_factory=dict)


class BlockRunner:
    """The games of a block, played in parallel: game g is deal g % deals, with seats rotated by g // deals."""

    def __init__(
        self, game: GameSpec, block: Block, bots: Sequence[Agent], options: Mapping[str, Any] | None = None
    ) -> None:
        players = len(block.lineup)
        self.block, self.bots = block, bots
        self.batch = Batch(game, block.deals * players, block.deal_seeds() * players, [players], options)
        self.rotation = np.repeat(np.arange(players), block.deals)
        self.lost_by = np.full(self.batch.n, NO_BOT)  # line-up index of the bot that forfeited the game

    def play(self) -> BlockResult:
        """Play every game to its end."""
        players, decisions = len(self.bots), 0
        while len(rows := self.running_games()):
            to_move = (self.batch.player[rows] - self.rotation[rows]) % players
            for entry in range(players):
                bot_rows = rows[to_move == entry]
                if len(bot_rows):
                    self.play_bot(entry, bot_rows)
            decisions += len(rows)
        items = self.win_fractions()
        return BlockResult(
            self._sum_by_deal(items), int(self.batch.truncated.sum()), decisions, winners=_count_winners(items)
        )

    def running_games(self) -> Ints:
        """Return the indices of games that are not over."""
        return np.flatnonzero(~self.batch.done & (self.lost_by == NO_BOT))

    def play_bot(self, lineup_index: int, rows: Ints) -> None:
        """Let a bot act in these games; its errors carry its name."""
        play_bot_actions(self.batch, rows, self.block.lineup[lineup_index], self.bots[lineup_index])

    def win_fractions(self) -> Floats:
        """Return each bot's fractional win in every game, float64[games, bots]."""
        seats = (np.arange(len(self.bots)) + self.rotation[:, None]) % len(self.bots)  # bot -> seat
        return np.take_along_axis(win_fractions(self.batch), seats, axis=1)

    def _sum_by_deal(self, fractions: Floats) -> Floats:
        summed: Floats = fractions.reshape(len(self.bots), self.block.deals, len(self.bots)).sum(axis=0)
        return summed


def _count_winners(fractions: Floats) -> dict[tuple[int, ...], int]:
    """Count the games that each set of line-up entries won, from fractional wins float64[games, bots]."""
    counts = Counter(tuple(np.flatnonzero(game).tolist()) for game in fractions > 0)
    return {indices: counts[indices] for indices in sorted(counts) if indices}


def win_fractions(batch: Batch) -> Floats:
    """Return each player's fractional win in every game, float64[n, seats]: 1/k for each of k winners."""
    won = batch.won.astype(np.float64)
    items: Floats = won / np.maximum(won.sum(axis=1, keepdims=True), 1)
    return items


def check_block_size(deals: int) -> None:
    """Raise ConfigError if the block size is out of range."""
    if not is_int(deals) or not 1 <= deals <= MAX_DEALS:
        raise ConfigError(f"block_size: expected 1 to {MAX_DEALS}, got {deals!r}")


def make_blocks(lineup: Sequence[str], deals: int, seed: int, block_size: int = DEALS) -> list[Block]:
    """Return blocks of `block_size` deals, the last one with the rest; ConfigError if the size is out of range."""
    check_block_size(block_size)
    first_deals = range(0, deals, block_size)
    return [
        Block(tuple(lineup), seed, index, min(block_size, deals - start)) for index, start in enumerate(first_deals)
    ]


def check_players(game: GameSpec, players: int) -> None:
    """Raise ConfigError if this number of bots cannot play a game."""
    if not game.min_players <= players <= game.max_players:
        raise ConfigError(f"bots: expected {range_text(game.min_players, game.max_players)}, got {players}")


def check_games(subject: str, games: int, minimum: int, options: Mapping[str, Any] | None) -> None:
    """Raise ConfigError if there are too few games, or options are not a mapping from names."""
    if not is_int(games) or games < minimum:
        raise ConfigError(f"games: expected at least {minimum} for {subject}, got {games!r}")
    if options is not None and not isinstance(options, Mapping):
        raise ConfigError(f"options: expected a dict of options by name, got {options!r}")


def play_bot_actions(batch: Batch, rows: Ints, name: str, bot: Agent) -> None:
    """Let a bot act in these rows; its errors, also for an illegal action, carry its name."""
    with attribute_errors_to(bot, name):
        batch.step(batch.select_actions(bot, rows), rows)
