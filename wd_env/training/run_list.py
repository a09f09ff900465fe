"""A list of training runs with their results."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from wd_env.errors import CheckpointError, visible
from wd_env.spec.game_tools import ReportTable
from wd_env.storage.atomic_files import read_text
from wd_env.storage.bounded_json import read_json
from wd_env.training.run_folder import MAX_BYTES, RUN_FILE, RUNS_FOLDER, read_run_info
from wd_env.training.run_log import RESULTS

COLUMNS = ("folder", "game", "decisions", "minutes", "win rates", "started")
OPPONENTS = re.compile(r"\d+ (.+)")  # the opponents of a match: their number and the name of the bot


def find_runs(folder: Path = RUNS_FOLDER) -> list[Path]:
    """Return the runs in the subfolders of a folder."""
    return sorted(path.parent for path in folder.glob(f"*/{RUN_FILE}"))


def list_runs(folders: Sequence[Path]) -> ReportTable:
    """List runs, the oldest first; a corrupt run is listed with its error."""
    rows = sorted((_row(run) for run in folders), key=lambda row: str(row[-1]))
    return ReportTable(COLUMNS, tuple(rows), numeric_columns=(2, 3))


def _row(run: Path) -> tuple[Any, ...]:
    try:
        info = read_run_info(run)
        results = _read_results(run / RESULTS)
        minutes = round(sum(info.get("seconds", {}).values()) / 60, 1)
        return (
            str(run),
            visible(str(info.get("game", ""))),
            results.get("decisions", ""),
            minutes,
            _win_rates(results.get("matches", [])),
            visible(str(info.get("started", ""))),
        )
    except CheckpointError as exc:
        return str(run), "", "", "", visible(str(exc)), ""


def _read_results(path: Path) -> dict[str, Any]:
    """Read the results of a run; none for a run that has not finished."""
    if not path.exists():
        return {}
    results = read_json(read_text(path, MAX_BYTES, CheckpointError), str(path), CheckpointError)
    matches = results.get("matches") if isinstance(results, dict) else None
    if not isinstance(matches, list) or not all(_is_match(match) for match in matches):
        raise CheckpointError(f"{path}: matches: expected a list of opponents and win rates")
    return results if isinstance(results, dict) else {}


def _is_match(match: object) -> bool:
    return (
        isinstance(match, dict)
        and isinstance(match.get("opponents"), str)
        and OPPONENTS.fullmatch(match["opponents"]) is not None
        and type(match.get("win_rate")) in (int, float)
    )


def _win_rates(matches: list[dict[str, Any]]) -> str:
    """Return the final win rates in percent, by opponent and in the order of the numbers of players."""
    win_rates: dict[str, list[str]] = {}
    for match in matches:
        name = OPPONENTS.fullmatch(match["opponents"])
        assert name is not None
        win_rates.setdefault(visible(name[1]), []).append(f"{match['win_rate']:.1%}".removesuffix("%"))
    return ", ".join(f"{name} {'/'.join(percent)}" for name, percent in win_rates.items())
