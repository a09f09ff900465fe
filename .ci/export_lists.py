"""Write every list of `[tool.wd-env.lists]` in pyproject.toml from uv.lock: `python .ci/export_lists.py UV`."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
EXPORT = ("export", "-q", "--locked", "--no-emit-project", "--no-default-groups", "--no-annotate", "--no-header")
HEADER = "# Written by `make lock` from uv.lock; pyproject.toml says what this list takes.\n"
CUDA = re.compile(r"(?:nvidia|cuda|triton)\b")  # what torch for CUDA brings along


def main(uv: str) -> None:
    """Write all lists by this uv."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    for name, source in project["tool"]["wd-env"]["lists"].items():
        (ROOT / name).write_text(HEADER + "".join(exported(uv, source)), "utf-8")


def exported(uv: str, source: dict[str, Any]) -> list[str]:
    """Return the lines of one list."""
    args = [arg for extra in source.get("extras", ()) for arg in ("--extra", extra)]
    option = "--group" if "extras" in source else "--only-group"
    args += [arg for group in source["groups"] for arg in (option, group)]
    hashes = source.get("hashes", False)
    command = [uv, *EXPORT, *([] if hashes else ["--no-hashes"]), *args]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True)  # noqa: S603  the given uv
    return [line for line in done.stdout.splitlines(keepends=True) if hashes or not CUDA.match(line)]


if __name__ == "__main__":
    main(*sys.argv[1:])
