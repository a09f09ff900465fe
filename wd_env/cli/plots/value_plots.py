"""Plots of the quality of a value network: its reliability, and explained variance over the course of a game."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np
from matplotlib.figure import Figure as Canvas

from wd_env.cli.plots.stats_plots import save_plot

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from wd_env.cli.result_files import PlotOptions
    from wd_env.training.supervised.value_fitting import ValueMetrics

MARKERS = "os^Dv"  # in addition to colours, by number of players
MAX_MARKER_AREA = 120.0  # points of area of the marker with the most positions


def write_plots(results: Mapping[str, "ValueMetrics"], output: "PlotOptions") -> None:
    """Write the plots into a folder; metrics are by number of players."""
    save_plot(_reliability(results), output, "reliability")
    save_plot(_time_series_plot(results), output, "course")


def _reliability(results: Mapping[str, "ValueMetrics"]) -> Canvas:
    """Draw the win rate over the value, in ten bins; larger markers have more positions."""
    canvas, axes = _axes("Held-out games: win rate by value")
    max_count = max(count for metrics in results.values() for _, _, count in metrics.reliability)
    axes.plot([0, 1], [0, 1], color="grey", linestyle="--", label="as valued")
    for (players, metrics), marker in zip(results.items(), MARKERS, strict=False):
        values, win_rates, counts = np.array(metrics.reliability).T
        line = axes.plot(values, win_rates, alpha=0.6)[0]
        label = f"{players} players"
        axes.scatter(
            values, win_rates, MAX_MARKER_AREA * counts / max_count, color=line.get_color(), marker=marker, label=label
        )
    axes.set_xlabel("value: predicted win rate")
    axes.set_ylabel("win rate")
    axes.legend()
    return canvas


def _time_series_plot(results: Mapping[str, "ValueMetrics"]) -> Canvas:
    """Draw the explained variance of the winner over ten parts of a game."""
    canvas, axes = _axes("Held-out games: explained variance of the result")
    for (players, metrics), marker in zip(results.items(), MARKERS, strict=False):
        explained = [decile[0] for decile in metrics.deciles]
        axes.plot(range(1, len(explained) + 1), explained, marker=marker, label=f"{players} players")
    axes.set_xlabel("tenth of the game")
    axes.set_ylabel("explained variance")
    axes.legend()
    return canvas


def _axes(title: str) -> tuple[Canvas, "Axes"]:
    canvas = Canvas(figsize=(7, 5), layout="constrained")
    axes = canvas.subplots()
    axes.grid(alpha=0.3)
    canvas.suptitle(title, fontsize=10)
    return canvas, axes
