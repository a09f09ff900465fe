"""The program behind `make codegen`: it writes what follows from the tables of the games that it is given.

It is run as a file and builds its packages bare: importing `wd_env` whole would need the files that are to be written.
"""

import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

PACKAGE = Path(__file__).parents[1]


def main() -> None:
    """Write what is stale of each game, the codes first: an observation may be laid out by them."""
    bare = ModuleType(PACKAGE.name)
    bare.__path__ = [str(PACKAGE)]
    sys.modules[PACKAGE.name] = bare
    dispatch = import_module("wd_env.spec.decision_rows")
    for game in sys.argv[1:]:
        tables = import_module(f"wd_env.games.{game}.definitions.generated_code")
        for make in (tables.codes, tables.texts):
            for path in dispatch.write_stale(make()):
                print(f"{path.relative_to(PACKAGE)} is new")  # noqa: T201 - a program for people


if __name__ == "__main__":
    main()
