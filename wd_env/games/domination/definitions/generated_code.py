"""The source files that `make codegen` writes from the table of nodes."""

from pathlib import Path

from wd_env.games.domination.definitions.decision_table import GROUPS, node_rows
from wd_env.spec.codegen import decision_rows

HERE = Path(__file__).parents[1]  # the folder of the game
TERMS = ("countries",)  # shaping terms; the spec cannot be imported before the files are written
ROWS = node_rows(1, 1, 1)  # the dispatch does not depend on sizes


def codes() -> dict[Path, str]:
    """Return the text of each file that depends on the table of nodes only."""
    return decision_rows.generated_sources(ROWS, GROUPS, HERE)


def texts() -> dict[Path, str]:
    """Return the text of each generated file."""
    from wd_env.games.domination.config import Config
    from wd_env.spec.codegen.typed_options import option_types_source

    return codes() | {HERE / "option_types.py": option_types_source(Config, TERMS, "Domination")}
