"""Every page is true: its Python blocks run, its commands and options exist, its links work."""

import ast
import contextlib
import io
import json
import re
import shlex
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from wd_env.cli.main import COMMAND_FOLDERS, main

ROOT = Path(__file__).parents[2]
PAGES = {
    path.relative_to(ROOT).as_posix(): path.read_text("utf-8")
    for folder, pattern in (
        (".", "*.md"),
        ("docs", "**/*.md"),
        ("agents", "**/*.md"),
        ("train", "*.md"),
        ("wd_env/games", "*/*.md"),
    )
    for path in sorted((ROOT / folder).glob(pattern))
}
MIN_BLOCKS = 20  # far fewer than there are; a pattern that finds none would test nothing


def blocks(page: str, language: str) -> list[str]:
    """List the fenced blocks of a language."""
    return re.findall(rf"^```{language}\n(.*?)^```", page, re.DOTALL | re.MULTILINE)


def commands_of(block: str) -> list[str]:
    """List the commands of a block; a backslash continues a line."""
    return block.replace("\\\n", " ").splitlines()


EXAMPLES = [(name, number) for name, page in PAGES.items() for number in range(len(blocks(page, "python")))]
RANDOM_EXAMPLES = [  # that print results of random play
    (name, number)
    for name, number in EXAMPLES
    if all(word in blocks(PAGES[name], "python")[number] for word in (".sample(", "print("))
]
COMMAND_LINES = sorted(
    {line for page in PAGES.values() for block in blocks(page, "console") for line in commands_of(block)}
)


def run_example(name: str, number: int, space: dict[str, Any]) -> str:
    """Run an example of a page and return what it prints."""
    code = compile(blocks(PAGES[name], "python")[number], f"{name} example {number}", "exec")
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(code, space)  # noqa: S102  it is our own page
    return printed.getvalue()


def heading_anchors(page: str) -> set[str]:
    """Return the anchors of the headings, as GitHub and the site form them."""
    text = re.sub(r"^```.*?^```", "", page, flags=re.DOTALL | re.MULTILINE)
    titles = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).strip().replace(" ", "-") for title in titles}


def test_there_are_examples_and_commands():
    assert len(EXAMPLES) >= MIN_BLOCKS
    assert sum(line.startswith("wd ") for line in COMMAND_LINES) >= MIN_BLOCKS


@pytest.mark.parametrize(("name", "number"), EXAMPLES)
def test_examples_run_as_they_stand(name, number, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    space: dict[str, Any] = {"__name__": "example"}
    printed = run_example(name, number, space)
    env = space.get("env")
    if hasattr(env, "agents"):
        assert env.agents == []  # played to its end
    elif env is not None:
        assert space["over"]
    elif "print(" in blocks(PAGES[name], "python")[number]:
        assert printed


@pytest.mark.parametrize(("name", "number"), RANDOM_EXAMPLES)
def test_an_example_of_random_play_prints_the_same_each_time(name, number):
    first, second = (run_example(name, number, {"__name__": "example"}) for _ in range(2))
    assert first == second != ""


@pytest.mark.parametrize("line", [line for line in COMMAND_LINES if line.startswith("wd ") and line != "wd --help"])
def test_commands_and_their_options_exist(line):
    words = shlex.split(line)
    assert words[1] in {*COMMAND_FOLDERS, "completion"}
    game = words[words.index("--game") :][:2] if "--game" in words else ()
    help_text = _help_text((words[1], *game)).replace("_", "-")
    options = [word.partition("=")[0] for word in words if word.startswith("--")]
    assert [option for option in options if known_spelling(option) not in help_text] == []


def imported_names(path: Path) -> list[tuple[str, str]]:
    """List the modules of wd_env that a script or a notebook imports, with the names."""
    text = path.read_text("utf-8")
    if path.suffix == ".ipynb":
        cells = (cell for cell in json.loads(text)["cells"] if cell["cell_type"] == "code")
        text = "\n".join("".join(cell["source"]) for cell in cells)
    return [
        (str(node.module), alias.name)
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith("wd_env")
        for alias in node.names
    ]


@pytest.mark.parametrize("name", ["docs/tutorial/*.ipynb", "train/*.py", "agents/examples/*.py"])
def test_imports_of_scripts_and_notebooks_exist(name):
    """Check the imports only, because the files run only if all their libraries are installed."""
    names = {found for path in ROOT.glob(name) for found in imported_names(path)}
    assert names
    for module, member in names:
        assert hasattr(import_module(module), member) or find_spec(f"{module}.{member}"), f"{module}: {member}"


@cache
def _help_text(command: tuple[str, ...]) -> str:
    """Return all pages of help of a command."""
    with contextlib.redirect_stdout(io.StringIO()) as first:
        assert main([*command, "--help"]) == 0
    with contextlib.redirect_stdout(io.StringIO()) as others:
        for page in re.findall(r"--help-\w+", first.getvalue()):
            assert main([*command, page]) == 0
    return first.getvalue() + others.getvalue()


def known_spelling(option: str) -> str:
    """Return how the help prints an option: mappings have a placeholder, and switches both directions."""
    mapping = re.fullmatch(r"(--opponents\.weights|--game\.options)\..+", option)
    return (mapping[1] if mapping else option.removeprefix("--no-")).replace("_", "-")


def test_make_targets_exist():
    makefile = (ROOT / "Makefile").read_text("utf-8")
    targets = set(re.findall(r"^([a-z-]+):", makefile, re.MULTILINE))
    lines = [line.split() for line in COMMAND_LINES if line.startswith("make ")]
    named = {word for words in lines for word in words[1:2]}
    named |= {target for page in PAGES.values() for target in re.findall(r"`make ([a-z-]+)", page)}
    assert {"train", "test", "bench"} <= named <= targets


@pytest.mark.parametrize("name", PAGES)
def test_links_refer_to_files_and_headings(name):
    text = re.sub(r"^```.*?^```", "", PAGES[name], flags=re.DOTALL | re.MULTILINE)
    folder = (ROOT / name).parent
    for target, anchor in re.findall(r"\]\(([^)#\s]*)(?:#([^)\s]+))?\)", text):
        if "://" in target:
            continue
        path = (folder / target).resolve() if target else ROOT / name
        assert path.exists(), target
        if anchor:
            assert anchor in heading_anchors(path.read_text("utf-8")), f"{target}#{anchor}"


@pytest.mark.parametrize("name", PAGES)
def test_rows_of_a_table_have_as_many_cells_as_its_head(name):
    text = re.sub(r"^```.*?^```", "", PAGES[name], flags=re.DOTALL | re.MULTILINE)
    for table in re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE):
        head, *rows = [re.findall(r"(?<!\\)\|", row) for row in table.splitlines()]
        assert [row for row, bars in zip(table.splitlines()[1:], rows, strict=True) if len(bars) != len(head)] == []


def test_every_page_is_in_the_list_of_pages():
    linked = set(re.findall(r"\]\(([^)#]+)\)", PAGES["docs/index.md"]))
    pages = {name.removeprefix("docs/") for name in PAGES if name.startswith("docs/")} - {
        "index.md",
        "reference/api.md",
    }
    assert pages <= linked
