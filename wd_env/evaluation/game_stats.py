"""Statistics of a game as played by given bots: length, turn order, endings, decisions, and counts of the game.

Every game starts from its own seed, and the bots rotate seats from game to game. Games are played in blocks, of which
only sums are stored. Fractions come with Wilson intervals, means and ratios with intervals from resampled blocks; all
are 95% confidence intervals.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wd_env.agents.agent import Agent
from wd_env.agents.agent_registry import make_bot
from wd_env.batch.batch import Batch
from wd_env.errors import ConfigError
from wd_env.evaluation.matches.block_store import BlockStore, play_missing_blocks
from wd_env.evaluation.matches.forfeits import check_bots
from wd_env.evaluation.matches.match_blocks import (
    DEALS,
    Block,
    check_games,
    make_blocks,
    play_bot_actions,
    win_fractions,
)
from wd_env.evaluation.matches.run_fingerprint import RunFingerprint, bot_digest
from wd_env.evaluation.matches.run_header import make_header
from wd_env.evaluation.stats_file import STATS_FILE
from wd_env.parallel.executors import Executor, run_local
from wd_env.registry import GameEntry, get_game
from wd_env.seeding import check_seed
from wd_env.spec.game_spec import CHANCE, PLAYER, GameSpec
from wd_env.statistics.collector import Ints, StatsCollector, StatTable, TimeSeries
from wd_env.statistics.estimates import (
    BlockCounts,
    BlockSample,
    Estimate,
    LengthEstimate,
    count_block,
    to_json,
    widths_of,
)

MIN_COUNT = 2  # minimum number of games, and of blocks, for an interval
DEFAULT_BLOCKS = 32  # minimum number of blocks with the default block size, so that resampling blocks is meaningful
DEFAULT_GAMES = 1000
DECISIONS = "decisions"


@dataclass(frozen=True)
class GameStats:
    """Statistics of `games` games of these bots; groups, decisions and chance are counts per game.

    Attributes:
        game: The game.
        bots: One bot per seat.
        options: Rule options of the games.
        games: Number of games.
        block_size: Games per block.
        seed: Seed of all chance.
        lengths: Length of games in decisions, and in other units of the game.
        wins_by_turn_order: Fraction of games with a winner, from the player of the first turn on.
        endings: Fraction of all games.
        branching: Number of options of a decision with at least two.
        forced: Fraction of decisions with a single option.
        groups: Counts that belong together, as tables by name.
        decisions_by_node: Number of decisions by node.
        chance_by_node: Number of chance events by node.
        time_series: Quantities over the course of a game, by name.
    """

    game: GameSpec
    bots: tuple[str, ...]
    options: dict[str, Any]
    games: int
    block_size: int
    seed: int
    lengths: dict[str, LengthEstimate]
    wins_by_turn_order: tuple[Estimate, ...]
    endings: dict[str, Estimate]
    branching: Estimate
    forced: Estimate
    groups: dict[str, StatTable]
    decisions_by_node: dict[str, Estimate]
    chance_by_node: dict[str, Estimate]
    time_series: dict[str, TimeSeries]

    def as_json(self) -> dict[str, Any]:
        """Return all statistics as JSON data, with the version and the rules of the game."""
        same = ("bots", "options", "games", "block_size", "seed")
        return {
            "game": self.game.name,
            "version": self.game.version,
            "rules_hash": self.game.rules_hash,
            **{name: getattr(self, name) for name in same},
            **{name: asdict(length) for name, length in self.lengths.items()},
            "wins_by_turn_order": [asdict(estimate) for estimate in self.wins_by_turn_order],
            "endings": to_json(self.endings),
            "branching": asdict(self.branching),
            "forced": asdict(self.forced),
            **{name: to_json(group.estimates) for name, group in self.groups.items()},
            "decisions_by_node": to_json(self.decisions_by_node),
            "chance_by_node": to_json(self.chance_by_node),
            **{name: series.to_json() for name, series in self.time_series.items()},
        }


def collect_game_stats(
    game: GameEntry | str,
    lineup: Sequence[str],
    num_games: int = DEFAULT_GAMES,
    seed: int = 1,
    options: dict[str, Any] | None = None,
    *,
    block_size: int | None = None,
    executor: Executor = run_local,
    store: BlockStore[BlockCounts] | None = None,
) -> GameStats:
    """Play games between bots, one per seat, and collect statistics.

    Args:
        game: Game to play, a registry entry or a name.
        lineup: One bot per seat: bot names, bot files or run folders.
        num_games: Number of games.
        seed: Seed of all chance.
        options: Rule options other than `num_players`.
        block_size: Games per block; by default `default_block_size(num_games)`.
        executor: Where blocks run. It does not affect the result.
        store: Saved blocks; they are not played again, and new ones are added.

    Returns:
        Estimates with 95% confidence intervals.

    Raises:
        ConfigError: If a bot is unknown, an option is invalid, or there are fewer than two games or two blocks.
        WdError: If a bot fails; the message names it. An unfinished game would bias the statistics.
    """
    game = get_game(game) if isinstance(game, str) else game
    blocks, size = _make_stats_blocks(lineup, num_games, seed, options, block_size)
    config = game.config(**{**(options or {}), "num_players": len(lineup)})
    spec = game.spec_for(**config.as_dict())
    check_bots(spec, lineup)
    collector = make_collector(game, spec, 0)
    sample = BlockSample(widths_of(_Counts(collector, lineup).columns()), len(blocks), seed)
    play = partial(play_block, RunFingerprint.of(spec, lineup), game, dict(options or {}))
    for each, block_counts in play_missing_blocks(play, blocks, executor, store):
        sample.add(each.index, block_counts)
    sample.bootstrap()
    return _make_game_stats(spec, collector, sample, tuple(lineup), size, config, seed, dict(options or {}))


def default_block_size(games: int) -> int:
    """Return the default number of games per block: that of a match, or fewer if there would be too few blocks."""
    return max(1, min(DEALS, games // DEFAULT_BLOCKS))


def make_collector(game: GameEntry, spec: GameSpec, num_games: int) -> StatsCollector:
    """Make the collector of a block of games."""
    kind: type[StatsCollector] = game.load("stats_collector") if game.stats_collector else StatsCollector
    return kind(spec, num_games)


def stats_header(
    entry: GameEntry, lineup: Sequence[str], games: int, seed: int, options: Mapping[str, Any], block_size: int | None
) -> dict[str, Any]:
    """Return the header of a file of blocks; raises the same errors as `collect_game_stats`."""
    _, size = _make_stats_blocks(lineup, games, seed, options, block_size)
    spec = entry.spec_for(**{**options, "num_players": len(lineup)})
    widths = widths_of(_Counts(make_collector(entry, spec, 0), lineup).columns())
    header = make_header(
        STATS_FILE.format, entry, options, len(lineup), [bot_digest(name, entry.name) for name in lineup], seed, size
    )
    more = {"deals": games, "lineup": list(lineup), "columns": sum(widths.values())}
    return header | more


def stats_blocks(
    lineup: Sequence[str], games: int, seed: int, options: Mapping[str, Any] | None, block_size: int | None
) -> list[Block]:
    """Return the blocks of the statistics; raises the same errors as `collect_game_stats`."""
    return _make_stats_blocks(lineup, games, seed, options, block_size)[0]


def _make_stats_blocks(
    names: Sequence[str], games: int, seed: int, options: Mapping[str, Any] | None, block: int | None
) -> tuple[list[Block], int]:
    """Return the blocks and their size."""
    check_games("a survey", games, MIN_COUNT, options)
    size = default_block_size(games) if block is None else block
    blocks = make_blocks(names, games, check_seed(seed), size)
    if len(blocks) < MIN_COUNT:
        raise ConfigError(f"block_size: expected at most half of {games} games, got {size}")
    return blocks, size


def play_block(fingerprint: RunFingerprint, game: GameEntry, options: dict[str, Any], block: Block) -> BlockCounts:
    """Play the games of a block and count; ConfigError if this process does not match the fingerprint.

    Each deal is one game; in the next one the bots rotate by one seat.
    """
    spec = game.spec_for(**{**options, "num_players": len(block.lineup)})
    fingerprint.check(spec)
    bots = {
        name: make_bot(name, spec, np.random.default_rng(block.bot_seed(index)))
        for index, name in enumerate(dict.fromkeys(block.lineup))
    }
    counts = _Counts(make_collector(game, spec, block.deals), block.lineup)
    batch = Batch(counts.collector.game, block.deals, block.deal_seeds(), [len(block.lineup)], options)
    to_move = batch.player.copy()
    _play_batch(batch, block, bots, counts)
    counts.finish(batch, to_move)
    return count_block(counts.columns(), (DECISIONS, *counts.collector.length_columns))


def _play_batch(batch: Batch, block: Block, bots: dict[str, Agent], counts: "_Counts") -> None:
    """Play every game of the batch to its end."""
    indices = {name: index for index, name in enumerate(bots)}
    sits = np.array([indices[name] for name in block.lineup])
    while not batch.done.all():
        rows = np.flatnonzero(~batch.done)
        counts.collect(batch, rows)
        to_move = sits[(batch.player[rows] - block.index - rows) % len(sits)]
        for index, (name, bot) in enumerate(bots.items()):
            bot_rows = rows[to_move == index]
            if len(bot_rows):
                play_bot_actions(batch, bot_rows, name, bot)


class _Counts:
    """Counts of each game of a block; `own` is the collector of the game's own counts."""

    def __init__(self, collector: StatsCollector, names: Sequence[str]) -> None:
        self.collector, games = collector, collector.games
        self.legal_actions, self.unforced = (
            np.zeros(games, np.int64),
            np.zeros(games, np.int64),
        )  # of decisions with at least two options
        self.node_counts = np.zeros((games, len(collector.game.nodes)), np.int64)
        self.endings = np.zeros((games, len(collector.endings)), np.int64)  # 1 for the way in which the game ended
        self.wins = np.zeros((games, len(names)))  # fractional wins, by turn order

    def collect(self, batch: Batch, rows: Ints) -> None:
        """Count the nodes of these rows of the batch."""
        options = batch.masks[rows].sum(axis=1, dtype=np.int64)
        self.legal_actions[rows] += np.where(options > 1, options, 0)
        self.unforced[rows] += options > 1
        self.collector.collect(batch, rows, rows)

    def finish(self, batch: Batch, first_to_move: Ints) -> None:
        """Count the final states; `first_to_move` is the player of the first turn in each game."""
        players = self.wins.shape[1]
        order = np.arange(players) + self.collector.first_players(batch, first_to_move)[:, None]
        self.wins = np.take_along_axis(win_fractions(batch), order % players, axis=1)
        self.endings[np.arange(batch.n), self.collector.ended_by(batch)] = 1
        self.node_counts[:] = batch.field("node_counts")
        self.collector.finish(batch, slice(0, batch.n))

    def columns(self) -> dict[str, NDArray[Any]]:
        """Return all counts by name, one row per game."""
        node_kinds = np.array([node.kind for node in self.collector.game.nodes])
        decisions = self.node_counts[:, node_kinds == PLAYER].sum(axis=1)
        common = {"unforced": self.unforced, "legal_actions": self.legal_actions, "node_counts": self.node_counts}
        return {DECISIONS: decisions, **common, "wins": self.wins, "endings": self.endings, **self.collector.columns()}


def _make_game_stats(
    spec: GameSpec,
    collector: StatsCollector,
    sample: BlockSample,
    bots: tuple[str, ...],
    block_size: int,
    config: Any,
    seed: int,
    options: dict[str, Any],
) -> GameStats:
    nodes = list(enumerate(collector.game.nodes))
    unforced = sample.ratio("unforced", DECISIONS)
    return GameStats(
        game=spec,
        bots=bots,
        options=options,
        games=sample.games,
        block_size=block_size,
        seed=seed,
        lengths=collector.lengths(sample) | {DECISIONS: sample.length(DECISIONS)},
        wins_by_turn_order=tuple(sample.fraction_within("wins", index) for index in range(len(bots))),
        endings={name: sample.fraction("endings", code) for code, name in enumerate(collector.endings)},
        branching=sample.ratio("legal_actions", "unforced"),
        forced=Estimate(1 - unforced.value, 1 - unforced.high, 1 - unforced.low),
        groups=collector.tables(sample, config),
        decisions_by_node={q.name: sample.mean("node_counts", i) for i, q in nodes if q.kind == PLAYER},
        chance_by_node={q.name: sample.mean("node_counts", i) for i, q in nodes if q.kind == CHANCE},
        time_series=collector.time_series(sample),
    )
