"""The source files that follow from the table of questions; `make codegen` writes them."""

from pathlib import Path

from wd_env.games.domination.definitions.decision_table import GROUPS, node_rows
from wd_env.spec import decision_rows

ROWS = node_rows(1, 1, 1)  # sizes have no say in the dispatch


def codes() -> dict[Path, str]:
    """Return the text of each file that follows from the table of questions alone."""
    return decision_rows.generated_sources(ROWS, GROUPS, Path(__file__).parents[1])


texts = codes
