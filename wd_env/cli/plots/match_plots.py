"""The plot of a match: a bar for the win rate of each bot with its interval, and the even share."""

from typing import TYPE_CHECKING

from matplotlib.figure import Figure as Canvas

from wd_env.cli.plots.stats_plots import COLOUR, save_plot

if TYPE_CHECKING:
    from wd_env.cli.result_files import PlotOptions
    from wd_env.evaluation.matches.match import MatchResult


def write_plots(result: "MatchResult", seed: int, output: "PlotOptions") -> None:
    """Write the plot into a folder."""
    canvas = Canvas(figsize=(9, 1.6 + 0.4 * len(result.win_rates)), layout="constrained")
    axes = canvas.subplots()
    names = [f"{index + 1}. {rate.name}" for index, rate in enumerate(result.win_rates)]  # a bot may have several seats
    error_bars = [
        [one.win_rate - one.low for one in result.win_rates],
        [one.high - one.win_rate for one in result.win_rates],
    ]
    axes.barh(
        names, [one.win_rate for one in result.win_rates], xerr=error_bars, color=COLOUR, ecolor="black", capsize=3
    )
    axes.axvline(result.even_share, color="grey", linestyle=":", label="even share")
    axes.invert_yaxis()
    axes.set_xlim(left=0)
    axes.set_xlabel("win rate in games with a winner")
    axes.grid(axis="x", alpha=0.3)
    axes.legend()
    canvas.suptitle(f"{result.decided} of {result.games} games were won; seed {seed}; 95% intervals", fontsize=10)
    save_plot(canvas, output, "shares")
