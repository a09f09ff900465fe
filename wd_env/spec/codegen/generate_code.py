"""The program of `make codegen`, which writes the generated source files of games.

It runs as a file and imports modules without `wd_env/__init__`, which needs the generated files.
"""

import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

PACKAGE = Path(__file__).parents[2]


def main() -> None:
    """Write the stale files of each game, the codes first because other files use them."""
    bare = ModuleType(PACKAGE.name)
    bare.__path__ = [str(PACKAGE)]
    sys.modules[PACKAGE.name] = bare
    dispatch = import_module("wd_env.spec.codegen.decision_rows")
    for game in sys.argv[1:]:
        tables = import_module(f"wd_env.games.{game}.definitions.generated_code")
        for make in (tables.codes, tables.texts):
            for path in dispatch.write_stale(make()):
                print(f"{path.relative_to(PACKAGE)} is new")  # noqa: T201 - a program for people


if __name__ == "__main__":
    main()
