"""The blocks of a ladder: which there are, who plays them, and their way into the file."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from wd_env.errors import ConfigError, quoted
from wd_env.evaluation.ladder.ladder_file import FORMAT, Book
from wd_env.evaluation.ladder.lineups import line_ups
from wd_env.evaluation.matches.block_store import place_of, play_missing
from wd_env.evaluation.matches.match_blocks import DEALS, Block, check_block, check_games, check_players
from wd_env.evaluation.matches.run_fingerprint import digest_of
from wd_env.evaluation.matches.run_header import header_of
from wd_env.evaluation.matches.sandboxed_blocks import play_block
from wd_env.parallel.executors import processes_of
from wd_env.registry import Game
from wd_env.sandbox.sandboxed_agent import PATIENCE
from wd_env.seeding import check_seed

FEWEST_BOTS = 2
MOST_PATIENCE = 86_400.0  # seconds


@dataclass(frozen=True)
class Plan:
    """What a ladder is to hold: blocks enough for at least `games` games of each line-up."""

    row: Game
    options: Mapping[str, Any]
    bots: tuple[str, ...]
    players: tuple[int, ...]
    games: int
    seed: int = 1
    block: int = DEALS
    alone: bool = False  # every bot against the anchor alone, instead of all against all

    def __post_init__(self) -> None:
        """ConfigError for a plan that cannot be."""
        check_seed(self.seed)
        check_games("a ladder", self.games, 1, self.options)
        check_bots_named(self.bots)
        if not self.players:
            raise ConfigError("no number of players; a ladder has at least one")
        for players in self.players:
            check_players(self.row.spec_for(**self.options), players)
        check_block(self.block)

    def blocks(self) -> list[Block]:
        """List all blocks: the first of every line-up, then the second, so that line-ups grow alike."""
        found = [
            (number, players, Block(line_up, self.seed, number, self.block))
            for players in sorted(set(self.players))
            for line_up in line_ups(self.bots, players, self.seed, self.alone)
            for number in range(-(-self.games // (self.block * players)))
        ]
        return [block for *_, block in sorted(found, key=lambda part: part[:2])]

    def header(self) -> dict[str, Any]:
        """Make the first line of the file."""
        digests = [digest_of(name) for name in self.bots]
        return header_of(FORMAT, self.row, self.options, self.players[0], digests, self.seed, self.block)


def check_bots_named(bots: Sequence[str]) -> None:
    """Refuse fewer than two bots, and a bot that is named twice, by ConfigError."""
    if len(bots) < FEWEST_BOTS:
        raise ConfigError(f"{len(bots)} bots; a ladder has at least {FEWEST_BOTS}")
    for bot in bots:
        if bots.count(bot) > 1:
            raise ConfigError(f"bot {quoted(bot)} is named twice; allowed is each bot once")


def check_patience(patience: float) -> None:
    """Refuse seconds that cannot be waited by ConfigError."""
    if not 0 < patience <= MOST_PATIENCE:
        raise ConfigError(f"{patience!r} seconds of patience; allowed are more than 0, up to {MOST_PATIENCE:g}")


def play_on(plan: Plan, book: Book, processes: int = 1, patience: float = PATIENCE) -> Iterator[tuple[int, int]]:
    """Play the blocks that the file lacks and keep each as soon as it is done; how many are done, and of how many."""
    check_patience(patience)
    blocks = plan.blocks()
    play = partial(play_block, plan.row, dict(plan.options), patience=patience)
    done = sum(place_of(block) in book.blocks for block in blocks)
    for left, _ in enumerate(play_missing(play, blocks, processes_of(processes), book), 1 - done):
        if left > 0:
            yield done + left, len(blocks)
