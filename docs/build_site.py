"""Build the documentation site: `python docs/build_site.py OUTPUT`.

The pages of `docs/` are copied to a staging folder, together with pages of the repository that belong to the site. The
help of every command becomes a page. Links to other files lead to the repository that the variable `WD_SOURCE` names;
without it they become plain text. A broken link ends the build with exit code 1.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from wd_env.cli.main import COMMAND_FOLDERS

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
SOURCE = "WD_SOURCE"  # the address of the repository, "https://github.com/someone/wd-env"
PAGES = {  # pages of the repository, and where they are on the site
    "wd_env/games/world_dominance/SPEC.md": "reference/world_dominance_spec.md",
    "wd_env/games/world_dominance/RULINGS.md": "reference/world_dominance_rulings.md",
    "wd_env/games/domination/SPEC.md": "reference/domination_spec.md",
    "wd_env/games/domination/RULINGS.md": "reference/domination_rulings.md",
    "wd_env/games/superpowers/SPEC.md": "reference/superpowers_spec.md",
    "wd_env/games/superpowers/RULINGS.md": "reference/superpowers_rulings.md",
    "agents/models/README.md": "reference/models.md",
    "agents/README.md": "reference/agents_folder.md",
    "train/README.md": "reference/training_scripts.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
}
HELP_PAGE = "reference/command_help.md"
LINK = re.compile(r"(!?)\[([^]]*)\]\((?![a-z]+:|#)([^)#\s]+)(#[^)]*)?\)")


def main(output: Path) -> int:
    """Stage the pages and run Sphinx.

    Args:
        output: Folder of the site, which is replaced.

    Returns:
        0 if the site was built without a warning.
    """
    staging = output.with_name(f"{output.name}-source")
    shutil.rmtree(staging, ignore_errors=True)
    shutil.rmtree(output, ignore_errors=True)
    shutil.copytree(DOCS, staging, ignore=shutil.ignore_patterns("__pycache__", "*.py"))
    shutil.copy(DOCS / "conf.py", staging)
    broken = [text for page in staging.rglob("*.md") for text in stage(DOCS / page.relative_to(staging), page, staging)]
    for source, target in PAGES.items():
        broken += stage(ROOT / source, staging / target, staging)
    (staging / HELP_PAGE).write_text(help_page(), "utf-8")
    for text in broken:
        print(text, file=sys.stderr)
    built = subprocess.run([sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", staging, output], check=False)
    return int(bool(broken) or built.returncode != 0)


def stage(source: Path, target: Path, staging: Path) -> list[str]:
    """Write a page into the staging folder with links that work there.

    Args:
        source: The page in the repository.
        target: Its path in the staging folder.
        staging: The staging folder.

    Returns:
        One line for each link to a file that does not exist.
    """
    broken = []

    def replaced(link: re.Match[str]) -> str:
        mark, text, path, anchor = link.groups()
        file = (source.parent / path).resolve()
        if not file.exists():
            broken.append(f"{source.relative_to(ROOT)}: broken link to {path}")
        staged = staged_path(file, staging)
        if staged is not None:
            return f"{mark}[{text}]({os.path.relpath(staged, target.parent)}{anchor or ''})"
        address = os.environ.get(SOURCE, "").rstrip("/")
        return f"[{text}]({address}/blob/main/{file.relative_to(ROOT)})" if address else text

    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(replace_in_prose(LINK, replaced, source.read_text("utf-8")), "utf-8")
    return broken


def staged_path(file: Path, staging: Path) -> Path | None:
    """Return where a file of the repository is in the staging folder, or None if it is not on the site."""
    name = file.relative_to(ROOT).as_posix()
    if name in PAGES:
        return staging / PAGES[name]
    return staging / file.relative_to(DOCS) if file.is_file() and file.is_relative_to(DOCS) else None


def replace_in_prose(pattern: re.Pattern[str], replaced, text: str) -> str:
    """Replace matches of a pattern, except in fenced code blocks."""
    sections = re.split(r"(^```.*?^```$)", text, flags=re.MULTILINE | re.DOTALL)
    return "".join(text if text.startswith("```") else pattern.sub(replaced, text) for text in sections)


def help_page() -> str:
    """Return the page with the help of every command."""
    lines = ["# Help of every command", ""]
    for command in COMMAND_FOLDERS:
        environment = os.environ | {"COLUMNS": "80", "NO_COLOR": "1"}
        args = [sys.executable, "-m", "wd_env.cli.main", command, "--help"]
        printed = subprocess.run(args, capture_output=True, text=True, check=True, env=environment).stdout
        lines += [f"## wd {command}", "", "```text", printed.rstrip("\n"), "```", ""]
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]).resolve()))
