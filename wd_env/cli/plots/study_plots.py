"""Plots of a study: one for what decisions are worth, and one for what thinking brings."""

from typing import TYPE_CHECKING

import numpy as np
from matplotlib.figure import Figure as Canvas

from wd_env.cli.plots.stats_plots import COLOUR, save

if TYPE_CHECKING:
    from wd_env.cli.commands.measure.study import Studied
    from wd_env.cli.result_files import PlotOutput

OTHER = "#b5532a"
BESIDE = (6, -12)  # points, from a mark to its words
WIDE = 0.2  # of the axis, on either side of the marks: room for their words
ASIDE = 0.15  # of a row, between its two marks


def write_plots(found: "Studied", output: "PlotOutput") -> None:
    """Write both of them into the folder of plots."""
    if found.worths:
        save(_worths(found), output, "decisions")
    save(_thoughts(found), output, "thinking")


def _worths(found: "Studied") -> Canvas:
    """Two marks a decision: the share with it answered at random, and with it searched."""
    canvas = Canvas(figsize=(8, 1.5 + 0.35 * len(found.worths)), layout="constrained")
    axes = canvas.subplots()
    rows = np.arange(len(found.worths))
    marks = (("at random", "at_random", OTHER, "o", ASIDE), ("searched", "searched", COLOUR, "s", -ASIDE))
    for label, name, colour, marker, aside in marks:
        shares = [getattr(worth, name) for worth in found.worths]
        middle = [share.share for share in shares]
        spread = [[share.share - share.low for share in shares], [share.high - share.share for share in shares]]
        axes.errorbar(middle, rows + aside, xerr=spread, fmt=marker, color=colour, capsize=2, label=label)
    axes.set_yticks(rows, [worth.question for worth in found.worths])
    axes.invert_yaxis()
    _finish(canvas, found, "One kind of decision answered at random, or searched")
    return canvas


def _thoughts(found: "Studied") -> Canvas:
    """The share over processor time a decision."""
    canvas = Canvas(figsize=(7, 4.5), layout="constrained")
    axes = canvas.subplots()
    shares = [thought.share for thought in found.thoughts]
    spread = [[share.share - share.low for share in shares], [share.high - share.share for share in shares]]
    times, middle = [thought.milliseconds for thought in found.thoughts], [share.share for share in shares]
    axes.errorbar(times, middle, yerr=spread, fmt="o-", color=COLOUR, capsize=3)
    for thought in found.thoughts:
        at = thought.milliseconds, thought.share.share
        axes.annotate(f"{thought.samples} samples", at, BESIDE, textcoords="offset points", fontsize=8)
    axes.set_xscale("log")
    axes.margins(x=WIDE)
    axes.set_xticks(times, [f"{time:.2g}" for time in times])
    axes.minorticks_off()
    axes.set_xlabel("milliseconds a decision with a choice, one core")
    axes.set_ylabel("share of wins")
    axes.grid(alpha=0.3)
    _finish(canvas, found, "What thinking brings")
    return canvas


def _finish(canvas: Canvas, found: "Studied", title: str) -> None:
    axes = canvas.axes[0]
    equal = 1 / found.players
    draw = axes.axhline if axes.get_ylabel() else axes.axvline
    draw(equal, color="grey", linestyle="--", label="equal share")
    if not axes.get_ylabel():
        axes.set_xlabel("share of wins")
        axes.grid(axis="x", alpha=0.3)
    axes.legend()
    canvas.suptitle(f"{title}; against {found.plan.yardstick}, {found.players} players, 95 %", fontsize=10)
