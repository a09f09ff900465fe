"""`wd evaluate`: how often each bot wins."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wd_env import __version__
from wd_env.agents.agent_registry import BUILTIN_NAMES, GREEDY_PREFIX
from wd_env.cli.arguments.block_runs import announce_blocks, check_run
from wd_env.cli.arguments.match_arguments import MatchOptions, parse_match_options
from wd_env.cli.arguments.resume_options import BLOCKS_SUFFIX, finished_blocks, print_cost, print_status
from wd_env.cli.report_tables import Cell, IntervalCell, Report
from wd_env.cli.result_files import print_result, write_json
from wd_env.errors import visible
from wd_env.registry import GameEntry

if TYPE_CHECKING:
    from wd_env.evaluation.matches.block_store import BlockKey, BlockStore
    from wd_env.evaluation.matches.match import MatchResult, WinRate
    from wd_env.evaluation.matches.match_blocks import Block, BlockResult
    from wd_env.parallel.cpu_clock import CpuClock


@dataclass(frozen=True)
class EvaluateCommand(MatchOptions):
    """Play a match between bots and report win rates.

    Each deal (shuffled cards and dice) is played with every rotation of the seats, so neither chance nor the seat
    favours a bot.

    Example:
        wd evaluate scripted random random --games 3000
    """

    games: int = 1000
    """Games, rounded up to complete deals."""
    block_size: int = 64
    """Deals per block, the unit of work."""


def run(args: Sequence[str]) -> int:
    """Play the match, write the result and print the table."""
    options, game, rules = parse_match_options(EvaluateCommand, args, "evaluate")
    from wd_env.cli.announce import print_settings
    from wd_env.evaluation.matches.match import match_header
    from wd_env.evaluation.matches.match_file import MATCH_FORMAT
    from wd_env.evaluation.matches.run_fingerprint import bot_digest

    clock, header = check_run(options, game, rules, match_header)
    if options.dry_run:
        print_settings(options)
        return 0
    files = [bot_digest(name, game.name) for name in options.bots]  # as they are before the match, which may take hours
    with finished_blocks(options, MATCH_FORMAT, header) as store:
        result = _play(options, game, rules, clock, store)
        write_json(options.json_files, _to_json_data(game, result, options.seed, files))
    print_cost(clock, options)
    options.output.write(_reports(result))
    if options.output.plots is not None:
        from wd_env.cli.plots.match_plots import write_plots

        write_plots(result, options.seed, options.output)
    print_result(_format(game, result, options.seed), options.result_files)
    return 0


class _BlockMemory:
    """Finished blocks in memory, for the table of an interrupted match, and in a file if there is one."""

    def __init__(self, file: "BlockStore[BlockResult] | None") -> None:
        self.file = file
        self.blocks: dict[BlockKey, BlockResult] = {} if file is None else dict(file.blocks)

    def add(self, block: "Block", played: "BlockResult") -> None:
        """Store a finished block."""
        if self.file is not None:
            self.file.add(block, played)
        self.blocks[block.lineup, block.index] = played


def _play(
    options: EvaluateCommand,
    game: GameEntry,
    rules: dict[str, Any],
    clock: "CpuClock",
    store: "BlockStore[BlockResult] | None",
) -> "MatchResult":
    """Play the missing blocks; after Ctrl-C, print the table so far and how to resume."""
    from wd_env.evaluation.matches.forfeits import play_block
    from wd_env.evaluation.matches.match import make_match_blocks, play_match
    from wd_env.evaluation.matches.run_fingerprint import RunFingerprint

    spec, of = game.spec_for(**rules), (options.bots, options.games, options.seed, rules)
    blocks, remembered = make_match_blocks(spec, *of, options.block_size), _BlockMemory(store)
    play, bots = partial(play_block, RunFingerprint.of(spec, options.bots), spec, rules), len(options.bots)
    executor = announce_blocks(options, game, clock, blocks, remembered.blocks, play, bots)
    try:
        return play_match(spec, *of, block_size=options.block_size, executor=executor, store=remembered)
    except KeyboardInterrupt:
        _print_partial(options, game, rules, remembered, bots * sum(block.deals for block in blocks))
        raise


def _print_partial(
    options: EvaluateCommand, game: GameEntry, rules: dict[str, Any], memory: _BlockMemory, games: int
) -> None:
    from wd_env.evaluation.matches.match import MIN_DEALS, match_result
    from wd_env.evaluation.matches.match_blocks import Block

    deals = sum(len(played.won) for played in memory.blocks.values())
    if deals >= MIN_DEALS:
        blocks = [(Block(names, options.seed, index), played) for (names, index), played in memory.blocks.items()]
        print_result(_format(game, match_result(blocks, rules, options.block_size), options.seed), options.result_files)
    print_status(f"interrupted after {deals * len(options.bots):,} of {games:,} games; {_resume_hint(options, memory)}")


def _resume_hint(options: EvaluateCommand, memory: _BlockMemory) -> str:
    if memory.file is None:
        return "with --out FILE finished blocks are saved, and --resume continues"
    return f"the same command with --resume continues from {options.out}{BLOCKS_SUFFIX}"


def _reports(result: "MatchResult") -> list[Report]:
    """Return the table of win rates and, if bots won together, a table of these games."""
    equal, is_shared = result.even_share, bool(result.joint_wins)
    column_titles = ["bot", "won", *(["alone"] if is_shared else []), "win rate", "95% interval",
            f"against an even share of {equal:.1%}"]  # fmt: skip
    names = [one.name for one in result.win_rates]
    labels = entry_labels(names) if is_shared else names
    rows: list[list[Cell]] = [
        [label, one.won, *([one.won_alone] if is_shared else []), one.win_rate, IntervalCell(one.low, one.high),
         compare_with_even(one, equal)] for label, one in zip(labels, result.win_rates, strict=True)
    ]  # fmt: skip
    forms = ["", "d", *(["d"] if is_shared else []), ".1%", ".1%", ""]
    reports = [Report(f"Win rates in the {result.decided} games with a winner", column_titles, rows, forms)]
    if is_shared:
        shared: list[list[Cell]] = [
            [" and ".join(visible(labels[index]) for index in one.lineup_indices), one.games, one.fraction]
            for one in result.joint_wins
        ]
        column_titles = ["won together", "games", "fraction"]
        reports.append(Report("Games that several bots won together", column_titles, shared, ["", "d", ".1%"]))
    return reports


def _format(game: GameEntry, result: "MatchResult", seed: int) -> str:
    rules = ", ".join(f"{name} {value}" for name, value in _rules(game, result.options).items())
    lines = [
        f"{result.games} games, {result.decisions} decisions; {result.decided} games were won, {result.truncated} were "
        f"truncated, {_without_winner(result)} ended without a winner.",
        f"Win rates are those of games with a winner. Seed {seed}, blocks of {result.block_size} deals.",
        "Each deal was played once from every rotation of the seats; the intervals are over deals.",
        *_sampling_notes(result),
        *_failures(result),
        *([f"Rules: {rules}."] if rules else []),
    ]
    return "\n\n".join([*(report.to_text(titled=False) for report in _reports(result)), "\n".join(lines)])


def entry_labels(names: Sequence[str]) -> list[str]:
    """Return the names of a line-up; one that appears several times with its place in the line-up, as `hard [2]`."""
    return [f"{name} [{index}]" if names.count(name) > 1 else name for index, name in enumerate(names, 1)]


def compare_with_even(rate: "WinRate", even_share: float) -> str:
    """Return whether a win rate is significantly above or below the even share."""
    if rate.low > even_share:
        return "above"
    return "below" if rate.high < even_share else "no significant difference"


def _without_winner(result: "MatchResult") -> int:
    return result.games - result.truncated - result.decided


def _sampling_notes(result: "MatchResult") -> list[str]:
    """Return how trained bots chose actions."""
    trained = {rate.name for rate in result.win_rates if _is_trained(rate.name)}
    if not trained:
        return []
    texts = (
        f"{visible(name)} {'greedily' if name.startswith(GREEDY_PREFIX) else 'by sampling'}" for name in sorted(trained)
    )
    return [f"Trained bots chose actions: {', '.join(texts)}."]


def _is_trained(name: str) -> bool:
    """Return whether a bot name is that of a bot file, not of a bundled bot or of a class (`module:Class`)."""
    path = name.removeprefix(GREEDY_PREFIX)
    return name.partition(":")[0] not in BUILTIN_NAMES and (":" not in path or Path(path).exists())


def _failures(result: "MatchResult") -> Iterator[str]:
    names = [visible(rate.name) for rate in result.win_rates]
    return (
        f"{names[one.lineup_index]} lost {one.games} games by failing: {visible(one.reason)}" for one in result.failures
    )


def _rules(game: GameEntry, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the rules that differ from the defaults, and always those in the match options of the game."""
    defaults = asdict(game.config())
    return {name: value for name, value in options.items() if name in game.match_options or value != defaults[name]}


def _to_json_data(
    game: GameEntry, result: "MatchResult", seed: int, files: list[dict[str, str | None]]
) -> dict[str, Any]:
    return {
        "package": f"wd-env {__version__}",
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "game": game.name,
        "version": game.game.version,
        "rules_hash": game.game.rules_hash,
        "seed": seed,
        "bots": files,
        **asdict(result),
        "decided": result.decided,
        "without_winner": _without_winner(result),
        "even_share": result.even_share,
    }
