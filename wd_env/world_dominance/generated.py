"""The source files that follow from the tables of questions and of the observation; `make generated` writes them.

It is run as a file and builds its packages bare: importing `wd_env` whole would need the files that are to be written.
"""

import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

HERE = Path(__file__).parent
PACKAGE = "wd_env.world_dominance"


def texts() -> dict[Path, str]:
    """Return the text of each generated file; it needs an up-to-date `questions.py` beside it for the last."""
    from wd_env.core import dispatch
    from wd_env.world_dominance.layout import LAYOUT

    return codes() | {HERE / "offsets.py": dispatch.offsets_text(LAYOUT)}


def codes() -> dict[Path, str]:
    """Return the text of each file that follows from the table of questions alone."""
    from wd_env.core import dispatch
    from wd_env.world_dominance.question_table import GROUPS, ROWS

    return {
        HERE / "questions.py": dispatch.codes_text(ROWS, "OVER"),
        HERE / "rules" / "offering.py": dispatch.offering_text(ROWS, GROUPS, PACKAGE),
        HERE / "rules" / "answering.py": dispatch.answering_text(ROWS, GROUPS, PACKAGE),
    }


def _make_bare(package: str, folder: Path) -> None:
    module = ModuleType(package)
    module.__path__ = [str(folder)]
    sys.modules[package] = module


def main() -> None:
    """Write what is stale, the codes first: the observation is laid out by them."""
    _make_bare("wd_env", HERE.parent)
    dispatch = import_module("wd_env.core.dispatch")
    for make in (codes, texts):
        for path in dispatch.write_all(make()):
            print(f"{path.relative_to(HERE.parent)} is new")  # noqa: T201 - a program for people


if __name__ == "__main__":
    main()
