"""The source files that `make codegen` writes from the tables of nodes and of the observation."""

from pathlib import Path

from wd_env.games.superpowers.definitions.decision_table import GROUPS, ROWS
from wd_env.spec.codegen import decision_rows

HERE = Path(__file__).parents[1]  # the folder of the game
TERMS = ("capitals",)  # shaping terms; the spec cannot be imported before the files are written


def codes() -> dict[Path, str]:
    """Return the text of each file that depends on the table of nodes only."""
    return decision_rows.generated_sources(ROWS, GROUPS, HERE)


def texts() -> dict[Path, str]:
    """Return the text of each generated file."""
    from wd_env.games.superpowers.config import Config
    from wd_env.games.superpowers.observation.layout import LAYOUT
    from wd_env.spec.codegen.typed_options import option_types_source

    return codes() | {
        HERE / "option_types.py": option_types_source(Config, TERMS, "Superpowers"),
        HERE / "observation" / "offsets.py": decision_rows.offsets_source(LAYOUT),
    }
