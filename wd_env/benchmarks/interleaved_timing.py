"""Interleaved timing: every case is measured once per round, so that the load of a shared machine affects all equally.

The speed of machines changes by a quarter between minutes, so a single value means little. Results are the median of
the rounds with minimum and maximum; ratios are computed within each round before their median is taken.
"""

import statistics
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Self, TypeVar

from wd_env.errors import ConfigError

Result = TypeVar("Result")
UNITS = ((1e6, " M"), (1e3, " k"), (1.0, ""))


@dataclass(frozen=True)
class Summary:
    """The results of several rounds of a measurement."""

    median: float
    min: float
    max: float

    @classmethod
    def of(cls, values: Sequence[float]) -> Self:
        """Summarise at least one value."""
        return cls(statistics.median(values), min(values), max(values))

    def as_json(self) -> dict[str, float]:
        """Return plain data with five significant digits."""
        return {name: float(f"{value:.5g}") for name, value in asdict(self).items()}


def check_rounds(rounds: int, seconds: float) -> None:
    """Raise ConfigError unless something would be measured."""
    if rounds < 1 or seconds <= 0:
        raise ConfigError(f"expected at least 1 round of more than 0 s, got {rounds} rounds of {seconds:g} s")


def run_interleaved(measures: Mapping[str, Callable[[], Result]], rounds: int) -> dict[str, list[Result]]:
    """Return the results of each measurement by round; one round measures every case once."""
    results: dict[str, list[Result]] = {name: [] for name in measures}
    for _ in range(rounds):
        for name, measure in measures.items():
            results[name].append(measure())
    return results


def ratios(measured: Sequence[float], baseline: Sequence[float]) -> Summary:
    """Return the ratios of our speed to the baseline, per round."""
    return Summary.of([one / other for one, other in zip(measured, baseline, strict=True)])


def format_summary(summary: Summary) -> str:
    """Return `920 k (910 to 931)`: three digits each, all in the unit of the median."""
    size, unit = next(((size, unit) for size, unit in UNITS if summary.median >= size), UNITS[-1])
    texts = [_three_digits(value / size) for value in (summary.median, summary.min, summary.max)]
    return f"{texts[0]}{unit} ({texts[1]} to {texts[2]})"


def _three_digits(value: float) -> str:
    full = len(f"{value:.0f}") if value >= 1 else 1
    return f"{value:.{max(3 - full, 0)}f}"
