"""Plots of a study: the value of decisions, and win rate by the number of samples."""

from typing import TYPE_CHECKING

import numpy as np
from matplotlib.figure import Figure as Canvas

from wd_env.cli.plots.stats_plots import COLOUR, save_plot

if TYPE_CHECKING:
    from wd_env.cli.commands.measure.skill import SkillResults
    from wd_env.cli.result_files import PlotOptions

SECOND_COLOUR = "#b5532a"
LABEL_OFFSET = (6, -12)  # points, from a mark to its words
AXIS_MARGIN = 0.2  # of the axis, on either side of the marks: room for their words
ROW_OFFSET = 0.15  # of a row, between its two marks


def write_plots(found: "SkillResults", output: "PlotOptions") -> None:
    """Write the plots into a folder."""
    if found.decision_values:
        save_plot(_decision_values_plot(found), output, "decisions")
    save_plot(_search_costs_plot(found), output, "thinking")


def _decision_values_plot(found: "SkillResults") -> Canvas:
    """Draw two marks per decision: the win rate if it is made at random, and if it is searched."""
    canvas = Canvas(figsize=(8, 1.5 + 0.35 * len(found.decision_values)), layout="constrained")
    axes = canvas.subplots()
    rows = np.arange(len(found.decision_values))
    marks = (
        ("at random", "at_random", SECOND_COLOUR, "o", ROW_OFFSET),
        ("searched", "searched", COLOUR, "s", -ROW_OFFSET),
    )
    for label, name, colour, marker, aside in marks:
        shares = [getattr(worth, name) for worth in found.decision_values]
        middle = [share.win_rate for share in shares]
        spread = [[share.win_rate - share.low for share in shares], [share.high - share.win_rate for share in shares]]
        axes.errorbar(middle, rows + aside, xerr=spread, fmt=marker, color=colour, capsize=2, label=label)
    axes.set_yticks(rows, [worth.decision for worth in found.decision_values])
    axes.invert_yaxis()
    _finish(canvas, found, "One kind of decision answered at random, or searched")
    return canvas


def _search_costs_plot(found: "SkillResults") -> Canvas:
    """Draw the win rate over the processor time per decision."""
    canvas = Canvas(figsize=(7, 4.5), layout="constrained")
    axes = canvas.subplots()
    shares = [thought.win_rate for thought in found.search_costs]
    spread = [[share.win_rate - share.low for share in shares], [share.high - share.win_rate for share in shares]]
    times, middle = [thought.milliseconds for thought in found.search_costs], [share.win_rate for share in shares]
    axes.errorbar(times, middle, yerr=spread, fmt="o-", color=COLOUR, capsize=3)
    for thought in found.search_costs:
        at = thought.milliseconds, thought.win_rate.win_rate
        axes.annotate(f"{thought.samples} samples", at, LABEL_OFFSET, textcoords="offset points", fontsize=8)
    axes.set_xscale("log")
    axes.margins(x=AXIS_MARGIN)
    axes.set_xticks(times, [f"{time:.2g}" for time in times])
    axes.minorticks_off()
    axes.set_xlabel("milliseconds a decision with a choice, one core")
    axes.set_ylabel("share of wins")
    axes.grid(alpha=0.3)
    _finish(canvas, found, "What thinking brings")
    return canvas


def _finish(canvas: Canvas, found: "SkillResults", title: str) -> None:
    axes = canvas.axes[0]
    equal = 1 / found.players
    draw = axes.axhline if axes.get_ylabel() else axes.axvline
    draw(equal, color="grey", linestyle="--", label="equal share")
    if not axes.get_ylabel():
        axes.set_xlabel("share of wins")
        axes.grid(axis="x", alpha=0.3)
    axes.legend()
    canvas.suptitle(f"{title}; against {found.plan.baseline}, {found.players} players, 95%", fontsize=10)
