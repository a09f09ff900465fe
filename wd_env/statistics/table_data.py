"""The data file of generated tables in a reference page, and the cells of these tables."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from wd_env.storage.atomic_files import write_atomic

DIGITS = 5  # of a figure; more say nothing


def write_table_data(path: Path, header: Mapping[str, Any], rows: Sequence[Mapping[str, Any]]) -> None:
    """Write a data file: what was measured how, and one line per table row.

    Args:
        path: The file.
        header: JSON data about all rows.
        rows: Rows of JSON data; their figures are rounded.
    """
    lines = ",\n".join(json.dumps(rounded(dict(row))) for row in rows)
    write_atomic(path, f'{json.dumps(header)[:-1]}, "rows": [\n{lines}\n]}}\n')


def rounded(value: Any) -> Any:
    """Return JSON data with floats of few digits."""
    if isinstance(value, dict):
        return {name: rounded(item) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [rounded(item) for item in value]
    return float(f"{value:.{DIGITS}g}") if isinstance(value, float) else value


def percent_text(estimate: Mapping[str, float]) -> str:
    """Return a fraction with its interval as percentages; `0` alone for none."""
    if estimate["value"] == 0:
        return "0"
    return f"{estimate['value']:.1%} ({estimate['low']:.1%} to {estimate['high']:.1%})"
