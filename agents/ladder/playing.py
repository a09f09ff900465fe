"""The blocks of a ladder: which there are, who plays them, and their way into the file."""

import platform
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from importlib import metadata
from typing import Any

from wd_env.agents.arena import DEALS, Block, check_games, check_players
from wd_env.agents.ladder.apart import PATIENCE
from wd_env.agents.ladder.book import FORMAT, Book
from wd_env.agents.ladder.forfeits import play_block
from wd_env.agents.ladder.line_ups import line_ups
from wd_env.agents.ladder.spread import spread
from wd_env.core.arguments import is_whole
from wd_env.core.errors import ConfigError, quoted
from wd_env.core.own_files import packed
from wd_env.core.seeds import check_seed
from wd_env.games import Game

FEWEST_BOTS = 2
MOST_DEALS = 4096  # of a block: they are played side by side
MOST_PATIENCE = 86_400.0  # seconds
USED = ("numpy", "numba")  # whose versions a ladder notes


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

    def __post_init__(self) -> None:
        """ConfigError for a plan that cannot be."""
        check_seed(self.seed)
        check_games("a ladder", self.games, 1, self.options)
        check_bots_named(self.bots)
        if not self.players:
            raise ConfigError("no number of players; a ladder has at least one")
        for players in self.players:
            check_players(self.row.spec_for(**self.options), players)
        if not is_whole(self.block) or not 1 <= self.block <= MOST_DEALS:
            raise ConfigError(f"{self.block!r} deals a block; allowed are 1..{MOST_DEALS}")

    def blocks(self) -> list[Block]:
        """List all blocks: the first of every line-up, then the second, so that line-ups grow alike."""
        found = [
            (number, players, Block(line_up, self.seed, number, self.block))
            for players in sorted(set(self.players))
            for line_up in line_ups(self.bots, players, self.seed)
            for number in range(-(-self.games // (self.block * players)))
        ]
        return [block for *_, block in sorted(found, key=lambda part: part[:2])]

    def header(self, package: str, digests: Sequence[Mapping[str, str | None]]) -> dict[str, Any]:
        """Make the first line of the file; `package` is ours and its version, `digests` name and sha256 of each bot."""
        spec = self.row.spec_for(**self.options)
        rules = packed(self.row.config(num_players=self.players[0], **self.options))
        return {
            "format": FORMAT,
            "package": package,
            **{library: _version(library) for library in USED},
            "machine": platform.machine(),
            "game": spec.name,
            "version": spec.version,
            "rules_hash": spec.rules_hash,
            "options": {name: rules[name] for name in self.options},
            "seed": self.seed,
            "block": self.block,
            "bots": [dict(digest) for digest in digests],
        }


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
    left = [block for block in blocks if (block.names, block.number) not in book.blocks]
    done = len(blocks) - len(left)
    play = partial(play_block, plan.row, dict(plan.options), patience=patience)
    for block, played in spread(play, left, processes):
        book.add(block, played)
        done += 1
        yield done, len(blocks)


def _version(library: str) -> str | None:
    try:
        return metadata.version(library)
    except metadata.PackageNotFoundError:
        return None
