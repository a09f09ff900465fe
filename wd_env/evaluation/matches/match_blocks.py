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
from wd_env.batch.batch_arguments import is_whole
from wd_env.errors import ConfigError, blaming
from wd_env.spec.game_spec import GameSpec

DEALS = 64  # of a block, unless told
MOST_DEALS = 4096  # of a block: they are played side by side
NOBODY = -1

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Block:
    """Some deals, each played from every rotation of the seats by one line-up of bots; plain data that travels."""

    names: tuple[str, ...]  # one bot a seat
    seed: int
    number: int
    deals: int = DEALS

    def deal_seeds(self) -> list[int]:
        """Return the seeds of its deals."""
        words = np.random.SeedSequence((self.seed, self.number)).generate_state(self.deals, np.uint64)
        return [int(word) for word in words]

    def stream(self, seat: int) -> tuple[int, int, int]:
        """Return the seed of the generator of the bot in this place of the line-up."""
        return self.seed, seat, self.number

    def bots(self, game: GameSpec) -> list[Agent]:
        """Make its bots; raises what `make_bot` raises."""
        return [make_bot(name, game, np.random.default_rng(self.stream(s))) for s, name in enumerate(self.names)]


@dataclass(frozen=True)
class Failure:
    """Games that were lost for one bot of a line-up because it failed, and why."""

    entry: int
    games: int
    reason: str


@dataclass(frozen=True)
class Played:
    """What a block has found.

    `won` float64[deals, bots of the line-up] are parts of wins, summed over the rotations: in a deal they add up to its
    games that somebody won. `winners` tells how many games were won by exactly these places of the line-up.
    """

    won: Floats
    truncated: int
    decisions: int
    failures: tuple[Failure, ...] = ()
    winners: Mapping[tuple[int, ...], int] = field(default_factory=dict)


class BlockGames:
    """The games of a block, side by side: game g is deal g % deals, its seats rotated by g // deals."""

    def __init__(
        self, game: GameSpec, block: Block, bots: Sequence[Agent], options: Mapping[str, Any] | None = None
    ) -> None:
        players = len(block.names)
        self.block, self.bots = block, bots
        self.batch = Batch(game, block.deals * players, block.deal_seeds() * players, [players], options)
        self.rotation = np.repeat(np.arange(players), block.deals)
        self.lost_by = np.full(self.batch.n, NOBODY)  # the bot for which a game was lost because it failed

    def play(self) -> Played:
        """Play every game to its end."""
        players, decisions = len(self.bots), 0
        while len(rows := self.running()):
            asked = (self.batch.player[rows] - self.rotation[rows]) % players
            for entry in range(players):
                theirs = rows[asked == entry]
                if len(theirs):
                    self.ask(entry, theirs)
            decisions += len(rows)
        parts = self.parts()
        return Played(self._by_deal(parts), int(self.batch.truncated.sum()), decisions, winners=_counted_winners(parts))

    def running(self) -> Ints:
        """Return the games that go on."""
        return np.flatnonzero(~self.batch.done & (self.lost_by == NOBODY))

    def ask(self, entry: int, rows: Ints) -> None:
        """Let one bot act in these games; an error of its own carries its name."""
        answer(self.batch, rows, self.block.names[entry], self.bots[entry])

    def parts(self) -> Floats:
        """Return each bot's part of the win in every game, float64[games, bots]."""
        seats = (np.arange(len(self.bots)) + self.rotation[:, None]) % len(self.bots)  # bot -> seat
        return np.take_along_axis(shared_wins(self.batch), seats, axis=1)

    def _by_deal(self, parts: Floats) -> Floats:
        summed: Floats = parts.reshape(len(self.bots), self.block.deals, len(self.bots)).sum(axis=0)
        return summed


def _counted_winners(parts: Floats) -> dict[tuple[int, ...], int]:
    """How many games each set of places of the line-up has won, from parts of wins float64[games, bots]."""
    counts = Counter(tuple(np.flatnonzero(game).tolist()) for game in parts > 0)
    return {places: counts[places] for places in sorted(counts) if places}


def shared_wins(batch: Batch) -> Floats:
    """Return each player's part of the win in every game of a batch, float64[n, seats]: 1/k for each of k winners."""
    won = batch.won.astype(np.float64)
    parts: Floats = won / np.maximum(won.sum(axis=1, keepdims=True), 1)
    return parts


def check_block(deals: int) -> None:
    """Refuse a size of blocks that cannot be by ConfigError."""
    if not is_whole(deals) or not 1 <= deals <= MOST_DEALS:
        raise ConfigError(f"{deals!r} deals a block; allowed are 1..{MOST_DEALS}")


def blocks_of(names: Sequence[str], deals: int, seed: int, size: int = DEALS) -> list[Block]:
    """List the blocks of so many deals, all of them of `size` deals but the last; ConfigError for such a size."""
    check_block(size)
    starts = range(0, deals, size)
    return [Block(tuple(names), seed, number, min(size, deals - start)) for number, start in enumerate(starts)]


def check_players(game: GameSpec, players: int) -> None:
    """Refuse a number of bots that cannot play one game together by ConfigError."""
    if not game.min_players <= players <= game.max_players:
        raise ConfigError(f"{players} bots; allowed are {game.min_players}..{game.max_players}")


def check_games(what: str, games: int, fewest: int, options: Mapping[str, Any] | None) -> None:
    """Refuse fewer than `fewest` games and options without a name by ConfigError."""
    if not is_whole(games) or games < fewest:
        raise ConfigError(f"{games!r} games; {what} has at least {fewest}")
    if options is not None and not isinstance(options, Mapping):
        raise ConfigError(f"options {options!r}; allowed are options by name")


def answer(batch: Batch, rows: Ints, name: str, bot: Agent) -> None:
    """Let a bot act in these rows; an error of its own, or an illegal action, carries its name."""
    with blaming(bot, name):
        batch.step(batch.ask(bot, rows), rows)
