"""The source files that follow from the table of nodes; `make codegen` writes them."""

from pathlib import Path

from wd_env.games.superpowers.definitions.decision_table import GROUPS, ROWS
from wd_env.spec import decision_rows


def codes() -> dict[Path, str]:
    """Return the text of each file that follows from the table of nodes."""
    return decision_rows.generated_sources(ROWS, GROUPS, Path(__file__).parents[1])


texts = codes
