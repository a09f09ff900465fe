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
MAX_NAME_CHARS = 48  # letters beside a bar


def write_plots(found: "GameStats", output: "PlotOptions") -> None:
    """Write the plots into a folder."""
    ends = {name: figure for name, figure in found.endings.items() if figure.value > 0}
    order = {f"turn {number}": figure for number, figure in enumerate(found.wins_by_turn_order, 1)}
    save_plot(_lengths(found), output, "lengths")
    save_plot(_bars(found, "How games end", "share of all games", ends), output, "endings")
    save_plot(
        _bars(found, "Wins by order of turns", "share of the games that somebody won", order), output, "turn_order"
    )
    for name, group in found.groups.items():
        save_plot(_bars(found, group.title, group.unit, group.estimates), output, name)
    save_plot(_bars(found, "Decisions", "times a game", found.decisions_by_node), output, "decisions")
    for name, course in found.time_series.items():
        save_plot(_time_series_plot(found, course), output, name)


def save_plot(canvas: Canvas, output: "PlotOptions", name: str) -> None:
    """Write a plot into a folder, which is created if necessary, in the requested format."""
    folder, form = output.plots or Path(), output.plot_format
    folder.mkdir(parents=True, exist_ok=True)
    drawn = io.BytesIO()
    canvas.savefig(drawn, dpi=DPI, format=form, metadata=METADATA.get(form))
    write_atomic(folder / f"{name}.{form}", drawn.getvalue())


def _caption(found: "GameStats", title: str) -> str:
    return f"{title}\n{', '.join(found.bots)}; {found.games} games, seed {found.seed}; 95% intervals"


def _bars(found: "GameStats", title: str, unit: str, figures: Mapping[str, "Estimate"]) -> Canvas:
    """Draw one bar per row with its interval, the first at the top."""
    canvas = Canvas(figsize=(9, 1.6 + 0.24 * len(figures)), layout="constrained")
    axes = canvas.subplots()
    names = [name if len(name) <= MAX_NAME_CHARS else f"{name[: MAX_NAME_CHARS - 3]}..." for name in figures]
    values = [figure.value for figure in figures.values()]
    spread = [[f.value - f.low for f in figures.values()], [f.high - f.value for f in figures.values()]]
    axes.barh(names, values, xerr=spread, color=COLOUR, ecolor="black", capsize=2)
    axes.invert_yaxis()
    axes.margins(y=0.01)
    axes.set_xlabel(unit)
    canvas.suptitle(_caption(found, title), fontsize=10)
    axes.grid(axis="x", alpha=0.3)
    return canvas


def _lengths(found: "GameStats") -> Canvas:
    """Draw lengths of games and actions per decision on separate scales: mean, interval, and the middle 90%."""
    canvas = Canvas(figsize=(9, 1.2 * (len(found.lengths) + 1)), layout="constrained")
    *rows, last = canvas.subplots(len(found.lengths) + 1, 1)
    for axes, (name, length) in zip(rows, found.lengths.items(), strict=True):
        _length(axes, name, length.mean, length.quantiles)
    _length(last, "options of a decision\nthat leaves a choice", found.branching)
    canvas.suptitle(_caption(found, "Length of games; grey: the middle 90% of games"), fontsize=10)
    return canvas


def _length(axes: Any, name: str, mean: "Estimate", quantiles: Sequence[float] = ()) -> None:
    if quantiles:
        axes.barh([name], [quantiles[-1] - quantiles[0]], left=quantiles[0], height=0.8, color="lightgrey")
    spread = [[mean.value - mean.low], [mean.high - mean.value]]
    axes.errorbar([mean.value], [name], xerr=spread, fmt="o", color=COLOUR, ecolor="black", capsize=3)
    axes.set_xlim(0, AXIS_MARGIN * max((mean.high, *quantiles)))
    axes.margins(y=0.3)
    axes.grid(axis="x", alpha=0.3)


def _time_series_plot(found: "GameStats", course: "TimeSeries") -> Canvas:
    """Draw one line per quantity over time, and below it the fraction of games that last as long."""
    canvas = Canvas(figsize=(9, 6.5), layout="constrained")
    above, below = canvas.subplots(2, 1, sharex=True, height_ratios=(3, 1))
    times = [moment.at for moment in course.points]
    for name, title in course.line_labels.items():
        _line(above, times, title, [moment.estimates[name] for moment in course.points])
    above.set_ylabel(course.unit)
    above.set_ylim(bottom=0)
    above.legend()
    above.grid(alpha=0.3)
    canvas.suptitle(_caption(found, course.title), fontsize=10)
    below.fill_between(times, [moment.ongoing for moment in course.points], color=COLOUR, alpha=BAND_ALPHA)
    below.set_ylim(0, 1)
    below.set_ylabel("games going on")
    below.set_xlabel(f"{course.time_unit}s begun")
    return canvas


def _line(axes: Any, times: Sequence[int], name: str, figures: Sequence["Estimate"]) -> None:
    (line,) = axes.plot(times, [figure.value for figure in figures], label=name)
    lows, highs = [figure.low for figure in figures], [figure.high for figure in figures]
    axes.fill_between(times, lows, highs, color=line.get_color(), alpha=BAND_ALPHA)
