"""Plots of a study: the value of decisions, and win rate by the number of samples."""

from typing import TYPE_CHECKING

import numpy as np
from matplotlib.figure import Figure as Canvas

from wd_env.cli.plots.stats_plots import COLOUR, save_plot

if TYPE_CHECKING:
    from wd_env.cli.commands.measure.skill import SkillResults
    from wd_env.cli.result_files import PlotOptions

SECOND_COLOUR = "#b5532a"
LABEL_OFFSET = (6, -12)  # points, from a marker to its label
AXIS_MARGIN = 0.2  # of the axis, on either side of the markers, for their labels
ROW_OFFSET = 0.15  # of a row, between its two marks


def write_plots(results: "SkillResults", output: "PlotOptions") -> None:
    """Write the plots into a folder."""
    if results.decision_values:
        save_plot(_decision_values_plot(results), output, "decisions")
    save_plot(_search_costs_plot(results), output, "thinking")


def _decision_values_plot(results: "SkillResults") -> Canvas:
    """Draw two marks per decision: the win rate if it is made at random, and if it is searched."""
    canvas = Canvas(figsize=(8, 1.5 + 0.35 * len(results.decision_values)), layout="constrained")
    axes = canvas.subplots()
    rows = np.arange(len(results.decision_values))
    marks = (
        ("at random", "at_random", SECOND_COLOUR, "o", ROW_OFFSET),
        ("searched", "searched", COLOUR, "s", -ROW_OFFSET),
    )
    for label, name, colour, marker, offset in marks:
        win_rates = [getattr(decision_value, name) for decision_value in results.decision_values]
        middle = [rate.win_rate for rate in win_rates]
        error_bars = [
            [rate.win_rate - rate.low for rate in win_rates],
            [rate.high - rate.win_rate for rate in win_rates],
        ]
        axes.errorbar(middle, rows + offset, xerr=error_bars, fmt=marker, color=colour, capsize=2, label=label)
    axes.set_yticks(rows, [decision_value.decision for decision_value in results.decision_values])
    axes.invert_yaxis()
    _finish(canvas, results, "One decision made at random, or searched")
    return canvas


def _search_costs_plot(results: "SkillResults") -> Canvas:
    """Draw the win rate over the processor time per decision."""
    canvas = Canvas(figsize=(7, 4.5), layout="constrained")
    axes = canvas.subplots()
    win_rates = [cost.win_rate for cost in results.search_costs]
    error_bars = [[rate.win_rate - rate.low for rate in win_rates], [rate.high - rate.win_rate for rate in win_rates]]
    times, middle = [cost.milliseconds for cost in results.search_costs], [rate.win_rate for rate in win_rates]
    axes.errorbar(times, middle, yerr=error_bars, fmt="o-", color=COLOUR, capsize=3)
    for cost in results.search_costs:
        at = cost.milliseconds, cost.win_rate.win_rate
        axes.annotate(f"{cost.samples} samples", at, LABEL_OFFSET, textcoords="offset points", fontsize=8)
    axes.set_xscale("log")
    axes.margins(x=AXIS_MARGIN)
    axes.set_xticks(times, [f"{time:.2g}" for time in times])
    axes.minorticks_off()
    axes.set_xlabel("milliseconds per decision with a choice, one core")
    axes.set_ylabel("win rate")
    axes.grid(alpha=0.3)
    _finish(canvas, results, "Win rate by time of search")
    return canvas


def _finish(canvas: Canvas, results: "SkillResults", title: str) -> None:
    axes = canvas.axes[0]
    equal = 1 / results.players
    draw = axes.axhline if axes.get_ylabel() else axes.axvline
    draw(equal, color="grey", linestyle="--", label="even share")
    if not axes.get_ylabel():
        axes.set_xlabel("win rate")
        axes.grid(axis="x", alpha=0.3)
    axes.legend()
    canvas.suptitle(f"{title}; against {results.plan.baseline}, {results.players} players, 95%", fontsize=10)
