"""Plots of a ladder: one per ranking, and one of win rates in two-player games."""

from typing import TYPE_CHECKING

import numpy as np
from matplotlib.figure import Figure as Canvas

from wd_env.cli.commands.match.ladder import ranking_title
from wd_env.cli.plots.stats_plots import COLOUR, save_plot

if TYPE_CHECKING:
    from wd_env.cli.result_files import PlotOptions
    from wd_env.evaluation.ladder.ratings import LadderResults, Ranking

DARK_TEXT_RANGE = 0.25, 0.75  # shares between which dark letters are read


def write_plots(results: "LadderResults", output: "PlotOptions") -> None:
    """Write the plots into a folder."""
    for ranking in results.rankings:
        of = "all" if ranking.players is None else f"{ranking.players}_players"
        save_plot(_ratings(results, ranking), output, f"ratings_{of}")
    if results.payoffs:
        save_plot(_payoffs(results), output, "payoffs")


def _ratings(results: "LadderResults", ranking: "Ranking") -> Canvas:
    """Draw one point per bot with its interval, the best at the top."""
    canvas = Canvas(figsize=(9, 1.6 + 0.3 * len(ranking.ratings)), layout="constrained")
    axes = canvas.subplots()
    rows = ranking.ratings
    ratings, names = [row.rating for row in rows], [row.bot for row in rows]
    low, high = np.array([(row.low, row.high) for row in rows], float).T  # NaN, which is not drawn, for no interval
    error_bars = np.maximum([ratings - low, high - ratings], 0)
    axes.errorbar(ratings, names, xerr=error_bars, fmt="o", color=COLOUR, ecolor="black", capsize=3)
    axes.invert_yaxis()
    axes.margins(y=0.1)
    axes.set_xlabel(f"Elo, {results.anchor} has 0")
    axes.grid(axis="x", alpha=0.3)
    canvas.suptitle(f"{ranking_title(ranking)}; 95% intervals", fontsize=10)
    return canvas


def _payoffs(results: "LadderResults") -> Canvas:
    """Draw one square per pair: the win rate of the row against the column."""
    size = 3 + 0.7 * len(results.bots)
    canvas = Canvas(figsize=(size + 1, size), layout="constrained")
    axes = canvas.subplots()
    win_rates = np.array([[np.nan if rate is None else rate for rate in row] for row in results.payoffs])
    image = axes.imshow(win_rates, vmin=0, vmax=1, cmap="RdBu")
    canvas.colorbar(image, label="win rate of the row")
    ticks = range(len(results.bots))
    axes.set_xticks(ticks, results.bots, rotation=45, ha="right")
    axes.set_yticks(ticks, results.bots)
    for (row, column), rate in np.ndenumerate(win_rates):
        if not np.isnan(rate):
            colour = "black" if DARK_TEXT_RANGE[0] < rate < DARK_TEXT_RANGE[1] else "white"
            axes.text(column, row, f"{rate:.0%}", ha="center", va="center", color=colour)
    canvas.suptitle("Games of two: row against column", fontsize=10)
    return canvas
