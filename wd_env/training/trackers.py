"""Experiment trackers, which get the scalars and settings of a run in addition to its files."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol, Self

from wd_env.dependencies import is_installed, not_installed_error
from wd_env.errors import ConfigError, did_you_mean, quoted

PROJECT = "wd_env"  # project or experiment of all runs
TRACKERS = ("wandb", "mlflow")


class Tracker(Protocol):
    """A service that stores the scalars of a run."""

    def log_scalars(self, decisions: int, scalars: Mapping[str, float]) -> None:
        """Log scalars at this number of decisions."""
        ...

    def log_results(self, results: Mapping[str, float]) -> None:
        """Log the final win rates."""
        ...

    def close(self) -> None:
        """End the run."""
        ...


class WandbTracker:
    """Logs to Weights & Biases, whose environment variables select offline mode and the account."""

    def __init__(self, folder: Path, settings: Mapping[str, Any]) -> None:
        wandb: Any = import_module("wandb")
        self._run = wandb.init(project=PROJECT, name=folder.name, dir=str(folder), config=dict(settings))

    def log_scalars(self, decisions: int, scalars: Mapping[str, float]) -> None:
        """Log scalars with the decisions as the step."""
        self._run.log(dict(scalars), step=decisions)

    def log_results(self, results: Mapping[str, float]) -> None:
        """Set the results in the summary of the run."""
        self._run.summary.update(dict(results))

    def close(self) -> None:
        """End the run."""
        self._run.finish()


class MlflowTracker:
    """Logs to MLflow, whose environment variables select the server."""

    def __init__(self, folder: Path, settings: Mapping[str, Any]) -> None:
        self._mlflow: Any = import_module("mlflow")
        self._mlflow.set_experiment(PROJECT)
        self._mlflow.start_run(run_name=folder.name)
        self._mlflow.log_params(flatten(settings))

    def log_scalars(self, decisions: int, scalars: Mapping[str, float]) -> None:
        """Log metrics with the decisions as the step."""
        self._mlflow.log_metrics(dict(scalars), step=decisions)

    def log_results(self, results: Mapping[str, float]) -> None:
        """Log the results as metrics."""
        self._mlflow.log_metrics(dict(results))

    def close(self) -> None:
        """End the run."""
        self._mlflow.end_run()


MAKERS: dict[str, Callable[[Path, Mapping[str, Any]], Tracker]] = {"wandb": WandbTracker, "mlflow": MlflowTracker}


class Trackers:
    """The trackers of a run; a context manager that ends the run in each of them."""

    def __init__(self, trackers: Sequence[Tracker] = ()) -> None:
        self.trackers = trackers

    @classmethod
    def start(cls, names: Sequence[str], folder: Path, settings: Mapping[str, Any]) -> "Trackers":
        """Start a run in the trackers of these names, which `check_trackers` accepts."""
        return cls([MAKERS[name](folder, settings) for name in names])

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc_info: object) -> None:
        with ExitStack() as stack:
            for tracker in self.trackers:
                stack.callback(tracker.close)

    def log_scalars(self, decisions: int, scalars: Mapping[str, float]) -> None:
        """Log scalars in every tracker."""
        for tracker in self.trackers:
            tracker.log_scalars(decisions, scalars)

    def log_results(self, results: Mapping[str, float]) -> None:
        """Log the final win rates in every tracker."""
        for tracker in self.trackers:
            tracker.log_results(results)


def check_trackers(names: Sequence[str]) -> None:
    """Check the names of trackers.

    Raises:
        ConfigError: If a tracker is unknown, or its library is not installed.
    """
    for name in names:
        if name not in TRACKERS:
            allowed = f"{', '.join(TRACKERS)}{did_you_mean(name, TRACKERS)}"
            raise ConfigError(f"unknown tracker {quoted(name)}; expected one of {allowed}")
        if not is_installed(name):
            raise ConfigError(str(not_installed_error(name)))


def flatten(settings: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """Return nested settings by dotted names; lists become text."""
    flat: dict[str, Any] = {}
    for name, value in settings.items():
        if isinstance(value, Mapping):
            flat |= flatten(value, f"{prefix}{name}.")
        else:
            flat[f"{prefix}{name}"] = ", ".join(map(str, value)) if isinstance(value, list) else value
    return flat
