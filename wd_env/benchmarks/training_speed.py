"""`make bench-train`: decisions per second of both learners by minibatch, epochs and games, and costs of stock parts.

The settings are those of PPO in `make train-strong`; a row changes only what its title names. Every row is
measured once per round.
"""

import argparse
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from wd_env.benchmarks import learner_speed
from wd_env.benchmarks.engine_speed import TrainingSpeed
from wd_env.benchmarks.interleaved_timing import Summary, format_summary, ratios, run_interleaved
from wd_env.benchmarks.learner_speed import LEARNERS, UPDATE, CpuTime
from wd_env.benchmarks.measure_process import last_core, pin_to_core
from wd_env.benchmarks.sb3_overhead import MINIBATCH, OverheadCase, overhead_cases
from wd_env.errors import ConfigError, WdError, error_text
from wd_env.parallel import machine_info
from wd_env.registry import DEFAULT_GAME, GameEntry, get_game
from wd_env.resources import resource_folder
from wd_env.storage.atomic_files import write_atomic
from wd_env.text import markdown
from wd_env.training.settings.training_settings import TrainSettings, load_settings

CONFIGS, CONFIG = resource_folder("configs"), "strong.yaml"  # of a game, in the folder of its name
PAGE_SECTION = "training"  # of the tables in the page
REPEATS = 50  # of a part that is measured separately


@dataclass(frozen=True)
class Variation:
    """Settings, by their differences."""

    title: str
    ppo: dict[str, Any]
    opponents: bool = True

    def settings(self, game: GameEntry) -> TrainSettings:
        """Return those of `make train-strong` with these changes, without counterfactual credit and without an end."""
        result = load_settings(CONFIGS / game.name / CONFIG)
        others = result.opponents if self.opponents else replace(result.opponents, self_play_fraction=1.0)
        run = replace(result.run, total_decisions=learner_speed.UNLIMITED_DECISIONS)
        ppo = replace(
            result.ppo, counterfactual_bot="", average_weights=False, **self.ppo
        )  # what both learners support
        return replace(result, ppo=ppo, opponents=others, run=run)


BASE = Variation("as `make train-strong`", {})
VARIATIONS = (
    BASE,
    Variation("every seat learns", {}, opponents=False),
    Variation("minibatches of 256", {"batch_size": 256}),
    Variation("minibatches of 4,096", {"batch_size": 4096}),
    Variation("one minibatch of 16,384", {"batch_size": 16_384}),
    Variation("1 epoch", {"n_epochs": 1}),
    Variation("6 epochs", {"n_epochs": 6}),
    Variation("256 games of 64 decisions", {"n_envs": 256, "n_steps": 64}),
    Variation("8,192 games of 2 decisions", {"n_envs": 8192, "n_steps": 2}),
)


def main(args: Sequence[str] | None = None) -> int:
    """Measure, print and write; return 1 with one line on stderr for an error."""
    parser = argparse.ArgumentParser(prog="make bench-train ARGS=...", description=__doc__)
    parser.add_argument("--game", default=DEFAULT_GAME, help="name of the game")
    parser.add_argument("--rounds", type=int, default=5, help="rounds; each measures every row once")
    parser.add_argument("--page", type=Path, help=f"page whose placeholder `{PAGE_SECTION}` gets the tables")
    options = parser.parse_args(args)
    try:
        game = get_game(options.game)
        BASE.settings(game)  # raises the error for a game without a configuration before the run
        page = options.page.read_text("utf-8") if options.page else ""
        if options.page:
            markdown.fill_placeholders(page, {PAGE_SECTION: ""})  # raises errors before the run
        if options.rounds < 1:
            raise ConfigError(f"rounds: expected at least 1, got {options.rounds}")
    except (WdError, OSError) as exc:
        print(f"bench-train: {error_text(exc)}", file=sys.stderr)
        return 1
    with pin_to_core(last_core()):
        report = report_tables(game, options.rounds, VARIATIONS)
    print(report)
    if options.page:
        write_atomic(options.page, markdown.fill_placeholders(page, {PAGE_SECTION: report}))
    return 0


def report_tables(game: GameEntry, rounds: int, rows: Sequence[Variation]) -> str:
    """Measure everything and return it as Markdown."""
    machine = ", ".join(f"{name} {value}" for name, value in machine_info.describe().items())
    settings = f"{rounds} interleaved rounds, one process kept to one core, one thread"
    header = (
        "settings",
        "MaskablePPO, decisions per second",
        "fast learner",
        "times",
        "update, fraction of the fast learner's time",
    )
    learner_rows = [compare_learners(game, row, rounds) for row in rows]
    null_rows = [null_env_row(game, row, rounds) for row in rows[:2]]
    cost_rows = [cost_row(one) for one in overhead_cases(BASE.settings(game))]
    return "\n".join(
        [
            f"`make bench-train` on {time.strftime('%Y-%m-%d')}: {settings}.\nMachine: {machine}.\n",
            markdown.render_table(header, learner_rows),
            markdown.render_table(("over null games", *header[1:3]), null_rows),
            markdown.render_table(("microseconds per decision", "stock", "optimized"), cost_rows),
        ]
    )


def compare_learners(game: GameEntry, row: Variation, rounds: int) -> tuple[str, ...]:
    """Return the speeds of both learners with the same settings."""
    trains = {name: learner(game, False, row.settings(game)) for name, learner in LEARNERS.items()}
    for train in trains.values():
        train()
    elapsed = run_interleaved(trains, rounds)
    speeds = {name: [one.decisions / one.seconds for one in result] for name, result in elapsed.items()}
    masked, fast = (Summary.of(speeds[name]) for name in LEARNERS)
    times = ratios(speeds["fast_ppo"], speeds["masked_ppo"])
    update_fraction = Summary.of([one.components[UPDATE] / one.seconds for one in elapsed["fast_ppo"]])
    return (
        row.title,
        format_summary(masked),
        format_summary(fast),
        f"x{format_summary(times)}",
        f"{update_fraction.median:.0%}",
    )


def null_env_row(game: GameEntry, row: Variation, rounds: int) -> tuple[str, ...]:
    """Return the ratios of the learners' speeds to those over null games."""
    cells = [row.title]
    for learner in LEARNERS.values():
        game_learner, null_learner = learner(game, False, row.settings(game)), learner(game, True, row.settings(game))
        game_learner(), null_learner()
        elapsed: dict[str, list[CpuTime]] = run_interleaved({"game": game_learner, "null": null_learner}, rounds)
        result = TrainingSpeed.of(elapsed["game"], elapsed["null"])
        components = ", ".join(
            f"{component} {fraction.median:.0%}" for component, fraction in result.time_fractions.items()
        )
        ratio_text = f"{result.ratio.median:.0%} ({result.ratio.min:.0%} to {result.ratio.max:.0%})"
        cells.append(f"{ratio_text} of {format_summary(result.null_env)}: {components}")
    return tuple(cells)


def cost_row(case: OverheadCase) -> tuple[str, ...]:
    """Return microseconds per decision of both, the minimum of several rounds."""
    turns = run_interleaved(
        {"stock": lambda: _microseconds(case.stock), "optimized": lambda: _microseconds(case.optimized)}, 5
    )
    return case.title, *(f"{min(turn):.2f}" for turn in turns.values())


def _microseconds(action: Callable[[], Any]) -> float:
    start_time = time.process_time()
    for _ in range(REPEATS):
        action()
    return (time.process_time() - start_time) / REPEATS / MINIBATCH * 1e6


if __name__ == "__main__":
    sys.exit(main())
