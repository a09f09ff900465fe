"""Plots of a survey: one each for lengths, order of turns, endings, decisions and what the game counts besides."""

import io
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from matplotlib.figure import Figure as Canvas

from wd_env.storage.atomic_files import write_whole

if TYPE_CHECKING:
    from wd_env.cli.result_files import PlotOutput
    from wd_env.evaluation.game_survey import Survey
    from wd_env.statistics.collector import Course
    from wd_env.statistics.estimates import Figure

COLOUR, BAND = "#2b5f8a", 0.25
DPI = 110
UNDATED: dict[str, dict[str, Any]] = {
    "svg": {"Date": None},
    "pdf": {"CreationDate": None},
}  # equal plots are equal files
ROOM = 1.05  # of the axis beyond what it shows
LONGEST_NAME = 48  # letters beside a bar


def write_plots(found: "Survey", output: "PlotOutput") -> None:
    """Write all of them into the folder of plots."""
    ends = {name: figure for name, figure in found.endings.items() if figure.value > 0}
    order = {f"turn {number}": figure for number, figure in enumerate(found.wins_by_turn_order, 1)}
    save(_lengths(found), output, "lengths")
    save(_bars(found, "How games end", "share of all games", ends), output, "endings")
    save(_bars(found, "Wins by order of turns", "share of the games that somebody won", order), output, "turn_order")
    for name, group in found.groups.items():
        save(_bars(found, group.title, group.unit, group.figures), output, name)
    save(_bars(found, "Decisions", "times a game", found.decisions_by_question), output, "decisions")
    for name, course in found.courses.items():
        save(_course(found, course), output, name)


def save(canvas: Canvas, output: "PlotOutput", name: str) -> None:
    """Write a plot into the folder of plots, which is made if need be, in the form that is asked for."""
    folder, form = output.plots or Path(), output.plot_format
    folder.mkdir(parents=True, exist_ok=True)
    drawn = io.BytesIO()
    canvas.savefig(drawn, dpi=DPI, format=form, metadata=UNDATED.get(form))
    write_whole(folder / f"{name}.{form}", drawn.getvalue())


def _caption(found: "Survey", title: str) -> str:
    return f"{title}\n{', '.join(found.bots)}; {found.games} games, seed {found.seed}; intervals of 95 %"


def _bars(found: "Survey", title: str, unit: str, figures: Mapping[str, "Figure"]) -> Canvas:
    """A bar a row with its interval, the first on top."""
    canvas = Canvas(figsize=(9, 1.6 + 0.24 * len(figures)), layout="constrained")
    axes = canvas.subplots()
    names = [name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 3]}..." for name in figures]
    values = [figure.value for figure in figures.values()]
    spread = [[f.value - f.low for f in figures.values()], [f.high - f.value for f in figures.values()]]
    axes.barh(names, values, xerr=spread, color=COLOUR, ecolor="black", capsize=2)
    axes.invert_yaxis()
    axes.margins(y=0.01)
    axes.set_xlabel(unit)
    canvas.suptitle(_caption(found, title), fontsize=10)
    axes.grid(axis="x", alpha=0.3)
    return canvas


def _lengths(found: "Survey") -> Canvas:
    """Lengths of games and options of a decision, each on a scale of its own: the mean with its interval, and how far
    the middle 90 % of the games reach.
    """
    canvas = Canvas(figsize=(9, 1.2 * (len(found.lengths) + 1)), layout="constrained")
    *rows, last = canvas.subplots(len(found.lengths) + 1, 1)
    for axes, (name, length) in zip(rows, found.lengths.items(), strict=True):
        _length(axes, name, length.mean, length.quantiles)
    _length(last, "options of a decision\nthat leaves a choice", found.branching)
    canvas.suptitle(_caption(found, "How long games are; in grey the middle 90 % of them"), fontsize=10)
    return canvas


def _length(axes: Any, name: str, mean: "Figure", quantiles: Sequence[float] = ()) -> None:
    if quantiles:
        axes.barh([name], [quantiles[-1] - quantiles[0]], left=quantiles[0], height=0.8, color="lightgrey")
    spread = [[mean.value - mean.low], [mean.high - mean.value]]
    axes.errorbar([mean.value], [name], xerr=spread, fmt="o", color=COLOUR, ecolor="black", capsize=3)
    axes.set_xlim(0, ROOM * max((mean.high, *quantiles)))
    axes.margins(y=0.3)
    axes.grid(axis="x", alpha=0.3)


def _course(found: "Survey", course: "Course") -> Canvas:
    """A line for each figure of a course, with the share of games that last so long beneath."""
    canvas = Canvas(figsize=(9, 6.5), layout="constrained")
    above, below = canvas.subplots(2, 1, sharex=True, height_ratios=(3, 1))
    times = [moment.at for moment in course.moments]
    for name, title in course.lines.items():
        _line(above, times, title, [moment.figures[name] for moment in course.moments])
    above.set_ylabel(course.unit)
    above.set_ylim(bottom=0)
    above.legend()
    above.grid(alpha=0.3)
    canvas.suptitle(_caption(found, course.title), fontsize=10)
    below.fill_between(times, [moment.going for moment in course.moments], color=COLOUR, alpha=BAND)
    below.set_ylim(0, 1)
    below.set_ylabel("games going on")
    below.set_xlabel(f"{course.clock}s begun")
    return canvas


def _line(axes: Any, times: Sequence[int], name: str, figures: Sequence["Figure"]) -> None:
    (line,) = axes.plot(times, [figure.value for figure in figures], label=name)
    lows, highs = [figure.low for figure in figures], [figure.high for figure in figures]
    axes.fill_between(times, lows, highs, color=line.get_color(), alpha=BAND)
