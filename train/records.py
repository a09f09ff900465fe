"""What a run leaves behind while it goes: scalars by the line, learning curves as a picture, the final table."""

import io
import json
import math
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from wd_env.core.errors import StateError
from wd_env.core.files import naming_file, write_whole
from wd_env.core.outside import read_json

CURVES = "curves.jsonl"
PICTURE = "curves.png"
RESULTS = "results.json"


def append_scalars(folder: Path, decisions: int, scalars: Mapping[str, float]) -> None:
    """One line of JSON for the scalars at this many decisions, null for what is no finite number.

    Raises OSError when the disk refuses; what then stands of the line is passed over by whoever reads.
    """
    told = {name: value if math.isfinite(value) else None for name, value in scalars.items()}
    with naming_file(folder / CURVES), (folder / CURVES).open("a", encoding="utf-8") as file:
        file.write(json.dumps({"decisions": decisions, **told}) + "\n")
        file.flush()
        os.fsync(file.fileno())  # a snapshot that follows must not know of decisions that the curves have lost


def read_scalars(folder: Path) -> list[dict[str, float]]:
    """The lines so far without their nulls; one that a kill has cut short is passed over."""
    path = folder / CURVES
    lines = path.read_text("utf-8", errors="replace").splitlines() if path.exists() else []
    return [scalars for line in lines if (scalars := _scalars_in(line))]


def _scalars_in(line: str) -> dict[str, float]:
    """Nothing where there is no whole line."""
    try:
        found = read_json(line, CURVES)
    except StateError:
        return {}
    if not isinstance(found, dict) or not isinstance(found.get("decisions"), int):
        return {}
    return {name: value for name, value in found.items() if isinstance(value, int | float)}


def forget_after(folder: Path, decisions: int) -> None:
    """Drop what a resumed run will write again."""
    if (folder / CURVES).exists():
        kept = [line for line in read_scalars(folder) if line["decisions"] <= decisions]
        write_whole(folder / CURVES, "".join(json.dumps(line) + "\n" for line in kept))


def draw_curves(folder: Path, equal_share: float) -> Path | None:
    """Win shares with their intervals, game length, entropy and explained variance as a PNG; None without lines."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    lines = read_scalars(folder)
    if not lines:
        return None
    with mpl.rc_context({"font.size": 9}):
        figure = Figure(figsize=(11, 7), layout="constrained")
        panels = figure.subplots(2, 2)
        _draw_shares(panels[0][0], lines, equal_share)
        _draw_one(panels[0][1], lines, "game/length", "decisions in a game")
        _draw_one(panels[1][0], lines, "train/entropy", "entropy over legal answers, nats")
        _draw_one(panels[1][1], lines, "train/explained_variance", "explained variance of the value")
        drawn = io.BytesIO()
        figure.savefig(drawn, dpi=110)
    write_whole(folder / PICTURE, drawn.getvalue())
    return folder / PICTURE


def _draw_shares(panel: Any, lines: list[dict[str, float]], equal_share: float) -> None:
    names = sorted({key.split("/")[1] for line in lines for key in line if key.startswith("eval/")})
    for name in names:
        at = [line for line in lines if f"eval/{name}/share" in line]
        decisions = [line["decisions"] for line in at]
        panel.plot(decisions, [line[f"eval/{name}/share"] for line in at], marker=".", label=f"against {name}")
        low, high = ([line[f"eval/{name}/{end}"] for line in at] for end in ("low", "high"))
        panel.fill_between(decisions, low, high, alpha=0.2)
    panel.axhline(equal_share, color="grey", linestyle=":", label="equal share")
    panel.set(xlabel="decisions of the learner", ylabel="win share (95 % interval)", ylim=(0, 1))
    panel.legend()


def _draw_one(panel: Any, lines: list[dict[str, float]], key: str, label: str) -> None:
    at = [line for line in lines if key in line]
    panel.plot([line["decisions"] for line in at], [line[key] for line in at])
    panel.set(xlabel="decisions of the learner", ylabel=label)


def write_results(folder: Path, results: Mapping[str, Any]) -> Path:
    """The final table as JSON."""
    path = folder / RESULTS
    write_whole(path, json.dumps(results, indent=2) + "\n")
    return path
