"""Blocks of a match: some deals, each played from every rotation of the seats.

What a block finds depends on its description alone: its deals and the generators of its bots follow from seed and
number, and never from the block before, the process or the machine.
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
from wd_env.errors import ConfigError, attribute_errors_to
from wd_env.spec.game_spec import GameSpec

DEALS = 64  # of a block, unless told
MAX_DEALS = 4096  # of a block: they are played side by side
NO_BOT = -1

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Block:
    """Some deals, each played from every rotation of the seats by one line-up of bots; plain data that travels."""

    lineup: tuple[str, ...]  # one bot a seat
    seed: int
    index: int
    deals: int = DEALS

    def deal_seeds(self) -> list[int]:
        """Return the seeds of its deals."""
        words = np.random.SeedSequence((self.seed, self.index)).generate_state(self.deals, np.uint64)
        return [int(word) for word in words]

    def bot_seed(self, lineup_index: int) -> tuple[int, int, int]:
        """Return the seed of the generator of the bot in this place of the line-up."""
        return self.seed, lineup_index, self.index

    def bots(self, game: GameSpec) -> list[Agent]:
        """Make its bots; raises what `make_bot` raises."""
        return [make_bot(name, game, np.random.default_rng(self.bot_seed(s))) for s, name in enumerate(self.lineup)]


@dataclass(frozen=True)
class Failure:
    """Games that were lost for one bot of a line-up because it failed, and why."""

    lineup_index: int
    games: int
    reason: str


@dataclass(frozen=True)
class BlockResult:
    """What a block has found.

    `won` float64[deals, bots of the line-up] are parts of wins, summed over the rotations: in a deal they add up to its
    games that somebody won. `winners` tells how many games were won by exactly these places of the line-up.
    """

    won: Floats
    truncated: int
    decisions: int
    failures: tuple[Failure, ...] = ()
    winners: Mapping[tuple[int, ...], int] = field(default_factory=dict)


class BlockRunner:
    """The games of a block, side by side: game g is deal g % deals, its seats rotated by g // deals."""

    def __init__(
        self, game: GameSpec, block: Block, bots: Sequence[Agent], options: Mapping[str, Any] | None = None
    ) -> None:
        players = len(block.lineup)
        self.block, self.bots = block, bots
        self.batch = Batch(game, block.deals * players, block.deal_seeds() * players, [players], options)
        self.rotation = np.repeat(np.arange(players), block.deals)
        self.lost_by = np.full(self.batch.n, NO_BOT)  # the bot for which a game was lost because it failed

    def play(self) -> BlockResult:
        """Play every game to its end."""
        players, decisions = len(self.bots), 0
        while len(rows := self.running_games()):
            asked = (self.batch.player[rows] - self.rotation[rows]) % players
            for entry in range(players):
                theirs = rows[asked == entry]
                if len(theirs):
                    self.play_bot(entry, theirs)
            decisions += len(rows)
        parts = self.win_fractions()
        return BlockResult(
            self._sum_by_deal(parts), int(self.batch.truncated.sum()), decisions, winners=_count_winners(parts)
        )

    def running_games(self) -> Ints:
        """Return the games that go on."""
        return np.flatnonzero(~self.batch.done & (self.lost_by == NO_BOT))

    def play_bot(self, lineup_index: int, rows: Ints) -> None:
        """Let one bot act in these games; an error of its own carries its name."""
        play_bot_actions(self.batch, rows, self.block.lineup[lineup_index], self.bots[lineup_index])

    def win_fractions(self) -> Floats:
        """Return each bot's part of the win in every game, float64[games, bots]."""
        seats = (np.arange(len(self.bots)) + self.rotation[:, None]) % len(self.bots)  # bot -> seat
        return np.take_along_axis(win_fractions(self.batch), seats, axis=1)

    def _sum_by_deal(self, fractions: Floats) -> Floats:
        summed: Floats = fractions.reshape(len(self.bots), self.block.deals, len(self.bots)).sum(axis=0)
        return summed


def _count_winners(fractions: Floats) -> dict[tuple[int, ...], int]:
    """How many games each set of places of the line-up has won, from parts of wins float64[games, bots]."""
    counts = Counter(tuple(np.flatnonzero(game).tolist()) for game in fractions > 0)
    return {places: counts[places] for places in sorted(counts) if places}


def win_fractions(batch: Batch) -> Floats:
    """Return each player's part of the win in every game of a batch, float64[n, seats]: 1/k for each of k winners."""
    won = batch.won.astype(np.float64)
    parts: Floats = won / np.maximum(won.sum(axis=1, keepdims=True), 1)
    return parts


def check_block_size(deals: int) -> None:
    """Refuse a size of blocks that cannot be by ConfigError."""
    if not is_int(deals) or not 1 <= deals <= MAX_DEALS:
        raise ConfigError(f"{deals!r} deals a block; allowed are 1..{MAX_DEALS}")


def make_blocks(lineup: Sequence[str], deals: int, seed: int, block_size: int = DEALS) -> list[Block]:
    """List the blocks of so many deals, all of them of `size` deals but the last; ConfigError for such a size."""
    check_block_size(block_size)
    starts = range(0, deals, block_size)
    return [Block(tuple(lineup), seed, number, min(block_size, deals - start)) for number, start in enumerate(starts)]


def check_players(game: GameSpec, players: int) -> None:
    """Refuse a number of bots that cannot play one game together by ConfigError."""
    if not game.min_players <= players <= game.max_players:
        raise ConfigError(f"{players} bots; allowed are {game.min_players}..{game.max_players}")


def check_games(subject: str, games: int, minimum: int, options: Mapping[str, Any] | None) -> None:
    """Refuse fewer than `fewest` games and options without a name by ConfigError."""
    if not is_int(games) or games < minimum:
        raise ConfigError(f"{games!r} games; {subject} has at least {minimum}")
    if options is not None and not isinstance(options, Mapping):
        raise ConfigError(f"options {options!r}; allowed are options by name")


def play_bot_actions(batch: Batch, rows: Ints, name: str, bot: Agent) -> None:
    """Let a bot act in these rows; an error of its own, or an illegal action, carries its name."""
    with attribute_errors_to(bot, name):
        batch.step(batch.select_actions(bot, rows), rows)
