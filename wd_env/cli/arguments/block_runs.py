"""Checks and a message of `wd evaluate` and `wd stats` before they play blocks of games."""

from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING, Any

from wd_env.cli.arguments.match_arguments import MatchOptions, format_lineup
from wd_env.cli.arguments.resume_options import check_resume
from wd_env.registry import GameEntry

if TYPE_CHECKING:
    from wd_env.evaluation.matches.block_store import BlockKey
    from wd_env.evaluation.matches.match_blocks import Block
    from wd_env.parallel.cpu_clock import CpuClock
    from wd_env.parallel.executors import Executor


def check_run(
    options: MatchOptions, game: GameEntry, rules: dict[str, Any], make_header: Callable[..., dict[str, Any]]
) -> tuple["CpuClock", dict[str, Any]]:
    """Check everything before the first game; return the executor and the header of the file of finished blocks.

    Raises:
        UsageError: If `resume` or `restart` does not fit.
        ConfigError: If a bot, the executor or a number is invalid.
    """
    from wd_env.evaluation.matches.forfeits import check_bots
    from wd_env.parallel.cpu_clock import CpuClock
    from wd_env.parallel.executors import get_executor

    check_resume(options)
    clock = CpuClock(get_executor(options.executor))
    header = make_header(game, options.bots, options.games, options.seed, rules, options.block_size)
    check_bots(game.spec_for(**rules), options.bots)
    return clock, header


def announce_blocks(
    options: MatchOptions,
    game: GameEntry,
    clock: "CpuClock",
    blocks: "Sequence[Block]",
    finished: "Collection[BlockKey]",
    play: "Callable[[Block], object]",
    games_per_deal: int = 1,
) -> "Executor":
    """Print what is played, with an estimate of the duration, and return the executor with a progress bar."""
    from wd_env.cli.announce import announce, estimate_seconds, with_progress
    from wd_env.parallel.executors import parallel_tasks

    missing = [block for block in blocks if (block.lineup, block.index) not in finished]
    deals, missing_deals = (sum(block.deals for block in some) for some in (blocks, missing))
    games, played = deals * games_per_deal, (deals - missing_deals) * games_per_deal
    seconds = estimate_seconds(play, missing[0], missing_deals, parallel_tasks(options.executor)) if missing else 0
    task = f"{games:,} games of {game.title} between {format_lineup(options.bots)}"
    announce(task + (f", {played:,} of them played" if played else ""), seconds, options.executor_text,
             options.result_files)  # fmt: skip
    return with_progress(clock, "playing", games, "games", lambda block: games_per_deal * block.deals)
