"""`wd skill`: measure how much of a game is skill; tables, JSON, plots and sections of a page."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wd_env import __version__
from wd_env.cli.announce import announce, estimate_seconds, print_settings, with_progress
from wd_env.cli.arguments.file_arguments import check_writable
from wd_env.cli.arguments.match_arguments import Processes, check_chance
from wd_env.cli.arguments.rule_arguments import GameOptions, GameRuleOptions, parse_for_game, requested_game
from wd_env.cli.result_files import PlotOptions, check_distinct_paths, json_files, print_result, write_json
from wd_env.cli.text_tables import format_columns
from wd_env.cli.usage_error import UsageError
from wd_env.errors import ConfigError, quoted
from wd_env.progress import Progress
from wd_env.registry import GameEntry
from wd_env.seeding import check_seed
from wd_env.storage.atomic_files import read_text, write_atomic
from wd_env.text import markdown

if TYPE_CHECKING:
    from wd_env.evaluation.matches.match import WinRate
    from wd_env.evaluation.skill_metrics import DecisionValue, OptionSpread, SearchCost, SkillPlan
    from wd_env.parallel.executors import Executor

TOO_FEW = "rare"  # for a decision without matches
Table = tuple[Sequence[str], Sequence[Sequence[str]]]


@dataclass(frozen=True)
class SkillCommand(GameOptions):
    """Measure when games are decided, which decisions matter, and what search gains.

    Example:
        wd skill --players 3
    """

    baseline: str = ""
    """Bot to play against. (default: the baseline of the game)"""
    players: int = 4
    """Number of players."""
    games: int = 2000
    """Games per match."""
    decisions: int = 4000
    """Decisions whose actions are compared."""
    min_choices: float = 0.2
    """Matches only for decisions that a seat makes at least this often per game."""
    samples: tuple[int, ...] = (8, 32, 128, 512, 2048)
    """Samples per action of the searches that play against the baseline."""
    seed: int = 1
    """Seed of the games."""
    processes: Processes = 1
    """Processes; they affect only durations."""
    out: Path | None = None
    """File for all results as JSON."""
    json: bool = False
    """Print all results as JSON, and the tables on stderr."""
    page: Path | None = None
    """Markdown page in which to update the tables."""
    dry_run: bool = False
    """Print the settings and end."""
    output: PlotOptions = field(default_factory=PlotOptions)
    """Plots as files."""
    rules: GameRuleOptions = field(default_factory=GameRuleOptions)
    """Rule options."""


@dataclass(frozen=True)
class SkillResults:
    """The results of a study."""

    plan: "SkillPlan"
    players: int
    option_spreads: "Sequence[OptionSpread]"
    decision_values: "Sequence[DecisionValue]"
    search_costs: "Sequence[SearchCost]"
    value_metrics: dict[str, Any]  # of the value network, by number of players; empty if the game has none

    def as_json(self) -> dict[str, Any]:
        """Return everything as JSON data."""
        tables = {
            name: [asdict(row) for row in getattr(self, name)]
            for name in ("option_spreads", "decision_values", "search_costs")
        }
        plan = {"game": self.plan.entry.name, "rules": dict(self.plan.rules), "baseline": self.plan.baseline}
        header = {"package": f"wd-env {__version__}", **plan, "seed": self.plan.seed, "players": self.players}
        return {**header, **tables, "value_metrics": self.value_metrics}


def run(args: Sequence[str]) -> int:
    """Measure, print, write."""
    game = requested_game(args, "skill")
    options = parse_for_game(SkillCommand, args, "skill", **game.match_options)
    check_chance(game, options.rules.config_for(options.players, "players in --players"))
    _check(options)
    page = _page(options.page)
    if options.dry_run:
        print_settings(options)
        return 0
    results = _measure(options, game)
    write_json(json_files(options.out, options.json), results.as_json())
    if options.output.plots is not None:
        from wd_env.cli.plots.skill_plots import write_plots

        write_plots(results, options.output)
    if options.page is not None:
        sections = {name: markdown.render_table(*table) for name, table in report_tables(results).items()}
        write_atomic(options.page, markdown.fill_placeholders(page, sections))
    print_result("\n\n".join(_format_tables(results)), json_files(options.out, options.json))
    return 0


def _check(options: SkillCommand) -> None:
    check_seed(options.seed)
    check_writable(options.out)
    check_distinct_paths([options.out, options.page])
    options.output.check()
    if not options.samples or len(set(options.samples)) < len(options.samples):
        raise UsageError(f"--samples: expected at least one number, each once, got {quoted(options.samples)}")


def _page(path: Path | None) -> str:
    """Return the Markdown page, checked before hours of work, or ""."""
    if path is None:
        return ""
    check_writable(path)
    page = read_text(path, error=ConfigError)
    markdown.fill_placeholders(page, dict.fromkeys(COLUMN_TITLES, ""))
    return page


def _measure(options: SkillCommand, game: GameEntry) -> SkillResults:
    from wd_env.evaluation import skill_metrics
    from wd_env.parallel.executors import executor_for_processes

    plan = skill_metrics.SkillPlan(game, options.rules.options(), options.baseline or game.baseline, options.seed)
    searches = [skill_metrics.search_name(plan, samples) for samples in options.samples]
    skill_metrics.check_skill_plan(plan, searches, options.decisions, options.games)
    _announce(options, plan, searches)

    def engine(label: str, matches: int) -> "Executor":
        return with_progress(executor_for_processes(options.processes), label, matches, "matches", lambda _: 1)

    sampled = skill_metrics.sample_decisions(plan, options.players, options.decisions)
    with Progress("comparing options", len(sampled.baseline_actions), "decisions") as progress:
        spreads = skill_metrics.option_spreads(
            plan, sampled, skill_metrics.search_name(plan, skill_metrics.COMPARISON_SAMPLES)
        )
        progress.advance(len(sampled.baseline_actions))
    frequent = [row.decision for row in spreads if row.choices >= options.min_choices]
    decision_values = skill_metrics.decision_values(
        plan, options.players, frequent, options.games, engine("comparing decisions", 2 * len(frequent))
    )
    of = options.players, searches, sampled, options.games
    search_costs = skill_metrics.search_costs(plan, *of, engine("playing by searches", len(searches)))
    return SkillResults(
        plan, options.players, spreads, decision_values, search_costs, skill_metrics.value_metrics(plan)
    )


def _announce(options: SkillCommand, plan: "SkillPlan", searches: Sequence[str]) -> None:
    num_nodes, players = len(plan.game.nodes), options.players
    matches = (
        f"matches of {options.games:,} games for at most {num_nodes} kinds of decisions and {len(searches)} searches"
    )
    task = f"{options.decisions:,} decisions of {plan.entry.title} compared, then {matches}, against {plan.baseline}"
    announce(f"{task}, {players} players", _seconds(options, plan, searches), f"processes {options.processes}",
             [options.out, options.page])  # fmt: skip


def _seconds(options: SkillCommand, plan: "SkillPlan", searches: Sequence[str]) -> float | None:
    """Estimate the duration of the matches of searches from the one with the fewest samples."""
    from wd_env.evaluation.matches.forfeits import play_block
    from wd_env.evaluation.matches.match_blocks import Block
    from wd_env.evaluation.matches.run_fingerprint import RunFingerprint
    from wd_env.parallel.process_pool import available_cores

    min_samples, name = min(zip(options.samples, searches, strict=True))
    names = (name, *[plan.baseline] * (options.players - 1))
    play = partial(play_block, RunFingerprint.of(plan.game, names), plan.game, dict(plan.rules))
    deals = options.games // options.players
    seconds = estimate_seconds(play, Block(names, options.seed, 0), deals, min(options.processes, available_cores()))
    return None if seconds is None else seconds * sum(options.samples) / min_samples


COLUMN_TITLES = {
    "winners": ("tenth of the game",),
    "decisions": ("decision", "choices per seat and game", "spread", "better option", "at random", "searched"),
    "thinking": ("samples", "ms per decision", "win rate", "95% interval"),
}


def report_tables(results: SkillResults) -> dict[str, Table]:
    """Return column titles and rows of each table by name, as texts."""
    return {
        "winners": _value_metrics_table(results),
        "decisions": (COLUMN_TITLES["decisions"], [_decision_row(results, row) for row in results.option_spreads]),
        "thinking": (COLUMN_TITLES["thinking"], [_search_cost_row(row) for row in results.search_costs]),
    }


def _value_metrics_table(results: SkillResults) -> Table:
    columns_of = {f"{players} players": metrics["deciles"] for players, metrics in results.value_metrics.items()}
    heights = range(max((len(deciles) for deciles in columns_of.values()), default=0))
    rows = [
        (str(decile + 1), *(f"{deciles[decile][0]:.2f}, {deciles[decile][1]:.2f}" for deciles in columns_of.values()))
        for decile in heights
    ]
    return (*COLUMN_TITLES["winners"], *columns_of), rows


def _decision_row(results: SkillResults, row: "OptionSpread") -> tuple[str, ...]:
    value = next((value for value in results.decision_values if value.decision == row.decision), None)
    rates = (
        (TOO_FEW, TOO_FEW) if value is None else (_format_win_rate(value.at_random), _format_win_rate(value.searched))
    )
    return row.decision, f"{row.choices:.2f}", f"{row.spread:.3f}", f"{row.better:.0%}", *rates


def _search_cost_row(row: "SearchCost") -> tuple[str, ...]:
    low, high = row.win_rate.low, row.win_rate.high
    return str(row.samples), f"{row.milliseconds:.2f}", f"{row.win_rate.win_rate:.1%}", f"{low:.1%} to {high:.1%}"


def _format_win_rate(rate: "WinRate") -> str:
    return f"{rate.win_rate:.1%} ({rate.low:.1%} to {rate.high:.1%})"


TABLE_TITLES = {
    "winners": "Prediction of the winner by a value network: explained variance, AUC",
    "decisions": "Decisions: spread of the values of options, and win rate if this decision is random or searched",
    "thinking": "Win rate of a search by samples",
}


def _format_tables(results: SkillResults) -> Iterator[str]:
    for name, (column_titles, rows) in report_tables(results).items():
        if rows:
            yield format_columns(column_titles, rows, range(1, len(column_titles)), title=TABLE_TITLES[name])
    equal = f"an even share is {1 / results.players:.1%} of the games with a winner"
    opponents = f"Against {results.plan.baseline} in all other seats, {results.players} players, {equal}."
    yield f"{opponents} Seed {results.plan.seed}."
