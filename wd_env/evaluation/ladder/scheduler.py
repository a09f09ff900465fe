"""The blocks of a ladder: the plan, and play that adds them to the file."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from wd_env.errors import ConfigError, quoted
from wd_env.evaluation.ladder.ladder_file import FORMAT, LadderFile
from wd_env.evaluation.ladder.lineups import lineups
from wd_env.evaluation.matches.block_store import block_key, play_missing_blocks
from wd_env.evaluation.matches.match_blocks import DEALS, Block, check_block_size, check_games, check_players
from wd_env.evaluation.matches.run_fingerprint import bot_digest
from wd_env.evaluation.matches.run_header import make_header
from wd_env.evaluation.matches.sandboxed_blocks import play_block
from wd_env.parallel.executors import executor_for_processes
from wd_env.registry import GameEntry
from wd_env.sandbox.sandboxed_agent import CALL_TIMEOUT
from wd_env.seeding import check_seed

MIN_BOTS = 2
MAX_TIMEOUT = 86_400.0  # seconds


@dataclass(frozen=True)
class LadderPlan:
    """The plan of a ladder: blocks for at least `games` games of each line-up.

    Args:
        entry: The game.
        options: Rule options of the games.
        bots: Names of the bots.
        players: Numbers of players to play with.
        games: Minimum number of games per line-up.
        seed: Seed of all chance.
        block_size: Deals per block.
        one_vs_rest: Whether to play only line-ups of one bot against the anchor in all other seats.

    Raises:
        ConfigError: If a field is invalid.
    """

    entry: GameEntry
    options: Mapping[str, Any]
    bots: tuple[str, ...]
    players: tuple[int, ...]
    games: int
    seed: int = 1
    block_size: int = DEALS
    one_vs_rest: bool = False

    def __post_init__(self) -> None:
        """Raise ConfigError if a field is invalid."""
        check_seed(self.seed)
        check_games("a ladder", self.games, 1, self.options)
        check_distinct_bots(self.bots)
        if not self.players:
            raise ConfigError("players: expected at least one number of players, got none")
        for players in self.players:
            check_players(self.entry.spec_for(**self.options), players)
        check_block_size(self.block_size)

    def blocks(self) -> list[Block]:
        """Return all blocks: the first of every line-up, then the second, so that line-ups grow evenly."""
        results = [
            (block_index, players, Block(lineup, self.seed, block_index, self.block_size))
            for players in sorted(set(self.players))
            for lineup in lineups(self.bots, players, self.seed, self.one_vs_rest)
            for block_index in range(-(-self.games // (self.block_size * players)))
        ]
        return [block for *_, block in sorted(results, key=lambda item: item[:2])]

    def header(self) -> dict[str, Any]:
        """Return the header of the file."""
        digests = [bot_digest(name, self.entry.name) for name in self.bots]
        return make_header(FORMAT, self.entry, self.options, self.players[0], digests, self.seed, self.block_size)


def check_distinct_bots(bots: Sequence[str]) -> None:
    """Raise ConfigError if there are fewer than two bots, or a bot occurs twice."""
    if len(bots) < MIN_BOTS:
        raise ConfigError(f"bots: expected at least {MIN_BOTS}, got {len(bots)}")
    for bot in bots:
        if bots.count(bot) > 1:
            raise ConfigError(f"duplicate bot {quoted(bot)}; expected each bot once")


def check_timeout(timeout: float) -> None:
    """Raise ConfigError if the timeout is out of range."""
    if not 0 < timeout <= MAX_TIMEOUT:
        raise ConfigError(f"bot timeout: expected more than 0 seconds, up to {MAX_TIMEOUT:g}, got {timeout!r}")


def play_ladder(
    plan: LadderPlan, ladder_file: LadderFile, processes: int = 1, timeout: float = CALL_TIMEOUT
) -> Iterator[tuple[int, int]]:
    """Play the blocks that the file lacks, and add each when it is finished.

    Args:
        plan: The blocks.
        ladder_file: File to which finished blocks are added.
        processes: Number of worker processes.
        timeout: Seconds per call of an untrusted bot.

    Yields:
        The number of finished blocks, and the number of all blocks.
    """
    check_timeout(timeout)
    blocks = plan.blocks()
    play = partial(play_block, plan.entry, dict(plan.options), timeout=timeout)
    done = sum(block_key(block) in ladder_file.blocks for block in blocks)
    for remaining, _ in enumerate(
        play_missing_blocks(play, blocks, executor_for_processes(processes), ladder_file), 1 - done
    ):
        if remaining > 0:
            yield done + remaining, len(blocks)
