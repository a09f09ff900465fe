"""The log of a run: scalars line by line, learning curves as an image, and the final table."""

import io
import json
import math
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from wd_env.errors import CheckpointError, quoted
from wd_env.storage.atomic_files import add_path_to_errors, read_text, write_atomic
from wd_env.storage.bounded_json import read_json

CURVES = "curves.jsonl"
CURVES_IMAGE = "curves.png"
RESULTS = "results.json"
WIN_RATE = "win_share_"  # then the name of an opponent: scalars of an evaluation, such as `eval/win_share_random`
ELAPSED = (
    "time/time_elapsed"  # seconds of the run so far, with imitation, evaluations and earlier parts of a resumed run
)
STAGE_NAMES = {"imitation": "imitation", "expert": "search labels"}  # stages before PPO that the curves show
MILLION = 1_000_000
MAX_BYTES = 2**28  # of the scalars of a run; a long one has some ten thousand lines of five thousand


def append_scalars(folder: Path, decisions: int, scalars: Mapping[str, float]) -> None:
    """Append one line of JSON with the scalars after this number of decisions; null if a scalar is not finite.

    Raises:
        OSError: If the file cannot be written.
    """
    finite = {name: value if math.isfinite(value) else None for name, value in scalars.items()}
    with add_path_to_errors(folder / CURVES), (folder / CURVES).open("a", encoding="utf-8") as file:
        file.write(json.dumps({"decisions": decisions, **finite}) + "\n")
        file.flush()
        os.fsync(file.fileno())  # the curves must not lack decisions that a later snapshot has


def read_scalars(folder: Path) -> list[dict[str, float]]:
    """Read all lines, without scalars that are not finite; an incomplete last line of a killed run is skipped.

    Raises:
        CheckpointError: If a line is invalid.
    """
    path = folder / CURVES
    lines = read_text(path, MAX_BYTES, CheckpointError).split("\n") if path.exists() else []
    complete = ((index, line) for index, line in enumerate(lines, 1) if line.startswith("{") and line.endswith("}"))
    return [_parse_scalars(line, f"{path}: line {index}") for index, line in complete]


def _parse_scalars(text: str, location: str) -> dict[str, float]:
    """Return the numbers of one line; earlier versions wrote NaN, which is not JSON, instead of null."""
    line = read_json(text.replace(": NaN", ": null"), location, CheckpointError)
    results = {name: value for name, value in line.items() if value is not None}
    if not all(type(value) in (int, float) for value in results.values()) or type(results.get("decisions")) is not int:
        raise CheckpointError(
            f"{location}: expected numbers by name, with an integer for decisions, got {quoted(line)}"
        )
    return results


def drop_scalars_after(folder: Path, decisions: int) -> None:
    """Remove the lines that a resumed run will write again."""
    if (folder / CURVES).exists():
        retained = [line for line in read_scalars(folder) if line["decisions"] <= decisions]
        write_atomic(folder / CURVES, "".join(json.dumps(line) + "\n" for line in retained))


def win_rate_scalars(stage: str, opponent: str, win_rate: float, low: float, high: float) -> dict[str, float]:
    """Return the scalars of an evaluation against one opponent, in the stage `eval` or in one before PPO."""
    return {
        f"{stage}/{WIN_RATE}{opponent}": win_rate,
        f"{stage}/low_{opponent}": low,
        f"{stage}/high_{opponent}": high,
    }


def mean_win_rate(scalars: Mapping[str, float]) -> float | None:
    """Return the mean win rate over the opponents of an evaluation; None for scalars without one."""
    win_rates = [value for name, value in scalars.items() if name.startswith(f"eval/{WIN_RATE}")]
    return sum(win_rates) / len(win_rates) if win_rates else None


def draw_curves(folder: Path, even_share: float, title: str = "") -> Path | None:
    """Draw win rates with intervals, game length, entropy and explained variance as a PNG; None without lines."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    lines = read_scalars(folder)
    if not lines:
        return None
    with mpl.rc_context({"font.size": 9}):
        estimate = Figure(figsize=(11, 7), layout="constrained")
        if title:
            estimate.suptitle(title)
        panels = estimate.subplots(2, 2)
        _draw_win_rates(panels[0][0], lines, even_share)
        _draw_one(panels[0][1], lines, "rollout/ep_len_mean", "decisions in a game")
        _draw_one(panels[1][0], lines, "train/entropy_loss", "entropy over legal actions, nats", -1)
        _draw_one(panels[1][1], lines, "train/explained_variance", "explained variance of the value")
        sampled = io.BytesIO()
        estimate.savefig(sampled, dpi=110)
    write_atomic(folder / CURVES_IMAGE, sampled.getvalue())
    return folder / CURVES_IMAGE


def _draw_win_rates(panel: Any, lines: list[dict[str, float]], even_share: float) -> None:
    start = f"eval/{WIN_RATE}"
    names = sorted({key.removeprefix(start) for line in lines for key in line if key.startswith(start)})
    for name in names:
        at = [line for line in lines if f"{start}{name}" in line]
        decisions = [line["decisions"] / MILLION for line in at]
        panel.plot(decisions, [line[f"{start}{name}"] for line in at], marker=".", label=f"against {name}")
        low, high = ([line[f"eval/{end}_{name}"] for line in at] for end in ("low", "high"))
        panel.fill_between(decisions, low, high, alpha=0.2)
        for stage, stage_name in STAGE_NAMES.items():
            for line in lines:
                if f"{stage}/{WIN_RATE}{name}" in line:
                    panel.plot(0, line[f"{stage}/{WIN_RATE}{name}"], "x", label=f"{name}, after {stage_name}")
    panel.axhline(even_share, color="grey", linestyle=":", label="even share")
    panel.set(xlabel="million decisions of the learner", ylabel="win rate (95% interval)", ylim=(0, 1))
    panel.legend()


def _draw_one(panel: Any, lines: list[dict[str, float]], key: str, label: str, factor: float = 1) -> None:
    at = [line for line in lines if key in line]
    panel.plot([line["decisions"] / MILLION for line in at], [factor * line[key] for line in at])
    panel.set(xlabel="million decisions of the learner", ylabel=label)


def write_results(folder: Path, results: Mapping[str, Any]) -> Path:
    """Write the final table as JSON; return its path."""
    path = folder / RESULTS
    write_atomic(path, json.dumps(results, indent=2) + "\n")
    return path
