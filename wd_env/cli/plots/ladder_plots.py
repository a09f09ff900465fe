"""Plots of a ladder: one for each ranking, and one of the pay-offs in games of two."""

from typing import TYPE_CHECKING

import numpy as np
from matplotlib.figure import Figure as Canvas

from wd_env.cli.commands.match.ladder import title_of
from wd_env.cli.plots.stats_plots import COLOUR, save

if TYPE_CHECKING:
    from wd_env.cli.result_files import PlotOutput
    from wd_env.evaluation.ladder.ratings import Ranking, Results

LIGHT = 0.25, 0.75  # shares between which dark letters are read


def write_plots(found: "Results", output: "PlotOutput") -> None:
    """Write all of them into the folder of plots."""
    for ranking in found.rankings:
        of = "all" if ranking.players is None else f"{ranking.players}_players"
        save(_ratings(found, ranking), output, f"ratings_{of}")
    if found.payoffs:
        save(_payoffs(found), output, "payoffs")


def _ratings(found: "Results", ranking: "Ranking") -> Canvas:
    """A point a bot with its interval, the best on top."""
    canvas = Canvas(figsize=(9, 1.6 + 0.3 * len(ranking.standings)), layout="constrained")
    axes = canvas.subplots()
    rows = ranking.standings
    spread = [[row.rating - row.low for row in rows], [row.high - row.rating for row in rows]]
    ratings, names = [row.rating for row in rows], [row.bot for row in rows]
    axes.errorbar(ratings, names, xerr=np.maximum(spread, 0), fmt="o", color=COLOUR, ecolor="black", capsize=3)
    axes.invert_yaxis()
    axes.margins(y=0.1)
    axes.set_xlabel(f"Elo, {found.anchor} has 0")
    axes.grid(axis="x", alpha=0.3)
    canvas.suptitle(f"{title_of(ranking)}; intervals of 95 %", fontsize=10)
    return canvas


def _payoffs(found: "Results") -> Canvas:
    """A square for each pair: the share of its games that the row won."""
    size = 3 + 0.7 * len(found.bots)
    canvas = Canvas(figsize=(size + 1, size), layout="constrained")
    axes = canvas.subplots()
    shares = np.array([[np.nan if share is None else share for share in row] for row in found.payoffs])
    image = axes.imshow(shares, vmin=0, vmax=1, cmap="RdBu")
    canvas.colorbar(image, label="share of games that the row won")
    places = range(len(found.bots))
    axes.set_xticks(places, found.bots, rotation=45, ha="right")
    axes.set_yticks(places, found.bots)
    for (row, column), share in np.ndenumerate(shares):
        if not np.isnan(share):
            colour = "black" if LIGHT[0] < share < LIGHT[1] else "white"
            axes.text(column, row, f"{share:.0%}", ha="center", va="center", color=colour)
    canvas.suptitle("Games of two: row against column", fontsize=10)
    return canvas
