"""Plots of statistics: lengths, turn order, endings, decisions, and the counts of the game."""

import io
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from matplotlib.figure import Figure as Canvas

from wd_env.storage.atomic_files import write_atomic

if TYPE_CHECKING:
    from wd_env.cli.result_files import PlotOptions
    from wd_env.evaluation.game_stats import GameStats
    from wd_env.statistics.collector import TimeSeries
    from wd_env.statistics.estimates import Estimate

COLOUR, BAND_ALPHA = "#2b5f8a", 0.25
DPI = 110
METADATA: dict[str, dict[str, Any]] = {
    "svg": {"Date": None},
    "pdf": {"CreationDate": None},
}  # equal plots are equal files
AXIS_MARGIN = 1.05  # of the axis beyond what it shows
MAX_NAME_CHARS = 48  # characters next to a bar


def write_plots(stats: "GameStats", output: "PlotOptions") -> None:
    """Write the plots into a folder."""
    endings = {name: estimate for name, estimate in stats.endings.items() if estimate.value > 0}
    order = {f"turn {turn}": estimate for turn, estimate in enumerate(stats.wins_by_turn_order, 1)}
    save_plot(_lengths(stats), output, "lengths")
    save_plot(_bars(stats, "How games end", "fraction of all games", endings), output, "endings")
    save_plot(
        _bars(stats, "Wins by order of turns", "fraction of the games with a winner", order), output, "turn_order"
    )
    for name, group in stats.groups.items():
        save_plot(_bars(stats, group.title, group.unit, group.estimates), output, name)
    save_plot(_bars(stats, "Decisions", "times per game", stats.decisions_by_node), output, "decisions")
    for name, series in stats.time_series.items():
        save_plot(_time_series_plot(stats, series), output, name)


def save_plot(canvas: Canvas, output: "PlotOptions", name: str) -> None:
    """Write a plot into a folder, which is created if necessary, in the requested format."""
    folder, form = output.plots or Path(), output.plot_format
    folder.mkdir(parents=True, exist_ok=True)
    image = io.BytesIO()
    canvas.savefig(image, dpi=DPI, format=form, metadata=METADATA.get(form))
    write_atomic(folder / f"{name}.{form}", image.getvalue())


def _caption(stats: "GameStats", title: str) -> str:
    return f"{title}\n{', '.join(stats.bots)}; {stats.games} games, seed {stats.seed}; 95% intervals"


def _bars(stats: "GameStats", title: str, unit: str, estimates: Mapping[str, "Estimate"]) -> Canvas:
    """Draw one bar per row with its interval, the first at the top."""
    canvas = Canvas(figsize=(9, 1.6 + 0.24 * len(estimates)), layout="constrained")
    axes = canvas.subplots()
    names = [name if len(name) <= MAX_NAME_CHARS else f"{name[: MAX_NAME_CHARS - 3]}..." for name in estimates]
    values = [estimate.value for estimate in estimates.values()]
    error_bars = [[f.value - f.low for f in estimates.values()], [f.high - f.value for f in estimates.values()]]
    axes.barh(names, values, xerr=error_bars, color=COLOUR, ecolor="black", capsize=2)
    axes.invert_yaxis()
    axes.margins(y=0.01)
    axes.set_xlabel(unit)
    canvas.suptitle(_caption(stats, title), fontsize=10)
    axes.grid(axis="x", alpha=0.3)
    return canvas


def _lengths(stats: "GameStats") -> Canvas:
    """Draw lengths of games and actions per decision on separate scales: mean, interval, and the middle 90%."""
    canvas = Canvas(figsize=(9, 1.2 * (len(stats.lengths) + 1)), layout="constrained")
    *rows, last = canvas.subplots(len(stats.lengths) + 1, 1)
    for axes, (name, length) in zip(rows, stats.lengths.items(), strict=True):
        _length(axes, name, length.mean, length.quantiles)
    _length(last, "legal actions of\na decision with a choice", stats.branching)
    canvas.suptitle(_caption(stats, "Length of games; grey: the middle 90% of games"), fontsize=10)
    return canvas


def _length(axes: Any, name: str, mean: "Estimate", quantiles: Sequence[float] = ()) -> None:
    if quantiles:
        axes.barh([name], [quantiles[-1] - quantiles[0]], left=quantiles[0], height=0.8, color="lightgrey")
    error_bars = [[mean.value - mean.low], [mean.high - mean.value]]
    axes.errorbar([mean.value], [name], xerr=error_bars, fmt="o", color=COLOUR, ecolor="black", capsize=3)
    axes.set_xlim(0, AXIS_MARGIN * max((mean.high, *quantiles)))
    axes.margins(y=0.3)
    axes.grid(axis="x", alpha=0.3)


def _time_series_plot(stats: "GameStats", series: "TimeSeries") -> Canvas:
    """Draw one line per quantity over time, and below it the fraction of games that last as long."""
    canvas = Canvas(figsize=(9, 6.5), layout="constrained")
    above, below = canvas.subplots(2, 1, sharex=True, height_ratios=(3, 1))
    times = [point.at for point in series.points]
    for name, title in series.line_labels.items():
        _line(above, times, title, [point.estimates[name] for point in series.points])
    above.set_ylabel(series.unit)
    above.set_ylim(bottom=0)
    above.legend()
    above.grid(alpha=0.3)
    canvas.suptitle(_caption(stats, series.title), fontsize=10)
    below.fill_between(times, [point.ongoing for point in series.points], color=COLOUR, alpha=BAND_ALPHA)
    below.set_ylim(0, 1)
    below.set_ylabel("unfinished games")
    below.set_xlabel(f"{series.time_unit}s started")
    return canvas


def _line(axes: Any, times: Sequence[int], name: str, estimates: Sequence["Estimate"]) -> None:
    (line,) = axes.plot(times, [estimate.value for estimate in estimates], label=name)
    lows, highs = [estimate.low for estimate in estimates], [estimate.high for estimate in estimates]
    axes.fill_between(times, lows, highs, color=line.get_color(), alpha=BAND_ALPHA)
