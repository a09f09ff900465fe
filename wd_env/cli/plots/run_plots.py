"""The plot of training runs: the win rate of each run against each opponent, over decisions and over minutes."""

import math
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from matplotlib.figure import Figure as Canvas

from wd_env.cli.plots.stats_plots import BAND_ALPHA, save_plot
from wd_env.errors import CheckpointError, visible
from wd_env.training.run_log import ELAPSED, MILLION, WIN_RATE, read_scalars

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from wd_env.cli.result_files import PlotOptions

EVALUATION = f"eval/{WIN_RATE}"
PANEL_INCHES = (5.5, 4)
SECONDS_PER_MINUTE = 60


def write_plots(runs: Sequence[Path], output: "PlotOptions") -> None:
    """Write the plot into a folder: a row of two panels for each opponent of the evaluations.

    Raises:
        CheckpointError: If no run has an evaluation, or the curves of one are invalid.
    """
    curves = {visible(str(run)): read_scalars(run) for run in runs}
    names = {key for lines in curves.values() for line in lines for key in line if key.startswith(EVALUATION)}
    opponents = sorted(name.removeprefix(EVALUATION) for name in names)
    if not opponents:
        raise CheckpointError(f"RUN: expected runs with evaluations, got {', '.join(curves) or 'none'}")
    width, height = PANEL_INCHES
    canvas = Canvas(figsize=(2 * width, height * len(opponents)), layout="constrained")
    panels = canvas.subplots(len(opponents), 2, sharey=True, squeeze=False)
    for (by_decisions, by_time), opponent in zip(panels, opponents, strict=True):
        for run, lines in curves.items():
            _draw_run(
                run, [line for line in lines if f"{EVALUATION}{opponent}" in line], opponent, by_decisions, by_time
            )
        by_decisions.set(
            xlabel="million decisions of the learner", ylabel=f"win rate against {_escape_dollars(visible(opponent))}"
        )
        by_time.set(xlabel="minutes")
        for panel in (by_decisions, by_time):
            panel.grid(alpha=0.3)
        by_decisions.legend()
    canvas.suptitle("Evaluations during training; 95% intervals", fontsize=10)
    save_plot(canvas, output, "runs")


def _draw_run(run: str, lines: list[dict[str, float]], opponent: str, by_decisions: "Axes", by_time: "Axes") -> None:
    win_rates, low, high = ([line[f"eval/{kind}{opponent}"] for line in lines] for kind in (WIN_RATE, "low_", "high_"))
    minutes = [line.get(ELAPSED, math.nan) / SECONDS_PER_MINUTE for line in lines]  # older runs have none: not drawn
    for panel, positions in ((by_decisions, [line["decisions"] / MILLION for line in lines]), (by_time, minutes)):
        panel.plot(positions, win_rates, marker=".", label=_legend_label(run))
        panel.fill_between(positions, low, high, alpha=BAND_ALPHA)


def _legend_label(run: str) -> str:
    """Return the folder of a run as its label; matplotlib leaves labels out of the legend that begin with `_`."""
    return _escape_dollars(f"./{run}" if run.startswith("_") else run)


def _escape_dollars(text: str) -> str:
    """Return a text that matplotlib draws as it is; it reads text between dollar signs as a formula."""
    return text.replace("$", r"\$")
