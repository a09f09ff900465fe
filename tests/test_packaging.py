"""Wheels, sdists and editable installs are whole, from a clone without symbolic links as well, or are not built."""

import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path
from shutil import which

import pytest

ROOT = Path(__file__).parents[1]
VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
LINKS = {"wd_env/agents": "../agents", "wd_env/training": "../train", "wd_env/configs": "../configs"}
MADE = (".git", ".venv*", ".cache", ".*_cache", ".hypothesis", "runs", "dist", "build", "__pycache__")


def copied(end: Path, links: bool) -> Path:
    """The tree, so that nothing is written into it; without links git writes where they lead into plain files."""
    shutil.copytree(ROOT, end, symlinks=True, ignore=shutil.ignore_patterns(*MADE))
    for name, target in LINKS.items():
        (end / name).unlink(missing_ok=True)
        if links:
            (end / name).symlink_to(target)
        else:
            (end / name).write_text(target)
    return end


def build(folder: Path, target: str) -> Path:
    """The one file that the build backend makes of `folder`."""
    done = try_to_build(folder, target)
    assert done.returncode == 0, done.stderr
    (built,) = (folder / "dist").iterdir()
    return built


def try_to_build(folder: Path, target: str) -> subprocess.CompletedProcess[str]:
    shutil.rmtree(folder / "dist", ignore_errors=True)
    words = [sys.executable, "-m", "hatchling", "build", "-t", target]
    return subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)


def unpacked(sdist: Path, end: Path) -> Path:
    with tarfile.open(sdist) as archive:
        archive.extractall(end, filter="data")
    return end / f"wd_env-{VERSION}"


@pytest.fixture(scope="module", params=["links", "no links"])
def tree(request, tmp_path_factory) -> Path:
    """A copy of the tree as git clones it, with `core.symlinks` or without."""
    return copied(tmp_path_factory.mktemp("clone") / "tree", links=request.param == "links")


@pytest.fixture(scope="module")
def sdist(tree, tmp_path_factory) -> Path:
    """The source distribution, unpacked."""
    return unpacked(build(tree, "sdist"), tmp_path_factory.mktemp("sdist"))


@pytest.fixture(scope="module", params=["tree", "sdist"])
def wheel(request, tree, sdist) -> set[str]:
    """Names of the files in a wheel built from the tree, or from the source distribution of the tree."""
    start = {"tree": tree, "sdist": sdist}[request.param]
    return set(zipfile.ZipFile(build(start, "wheel")).namelist())


def files(folder: str, *kinds: str) -> set[str]:
    """Files of a folder as they must be in the wheel."""
    within = "" if folder == "wd_env" else "wd_env/"
    return {within + p.relative_to(ROOT).as_posix() for kind in kinds for p in (ROOT / folder).rglob(kind)}


@pytest.mark.parametrize(
    ("folder", "kind"),
    [
        ("wd_env", "*.py"),
        ("wd_env", "*.toml"),
        ("wd_env", "*.md"),
        ("wd_env", "*.map"),
        ("wd_env", "*.cards"),
        ("wd_env", "*.js"),
        ("wd_env", "*.css"),
        ("wd_env", "*.html"),
        ("wd_env", "*.txt"),
        ("agents", "*.py"),
        ("train", "*.py"),
        ("configs", "*.yaml"),
    ],
)
def test_the_wheel_holds_every_file(wheel, folder, kind):
    assert files(folder, kind)
    assert files(folder, kind) <= wheel


def test_the_wheel_is_typed_and_owns_one_name_only(wheel):
    assert "wd_env/py.typed" in wheel
    assert {name.split("/")[0] for name in wheel} == {"wd_env", f"wd_env-{VERSION}.dist-info"}
    assert not set(LINKS) & wheel


@pytest.mark.skipif(not (ROOT / ".git").exists() or which("git") is None, reason="an sdist does not know what git has")
def test_the_sdist_holds_whatever_git_has(sdist):
    told = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    tracked = {name for name in told.split("\0") if (ROOT / name).exists()} - {"", *LINKS}
    held = {path.relative_to(sdist).as_posix() for path in sdist.rglob("*") if path.is_file()}
    assert tracked
    assert tracked - held == set()
    assert not set(LINKS) & held


@pytest.mark.parametrize("source", ["", "https://example.org/wd"])
def test_links_of_the_page_on_a_package_index_are_absolute(tree, tmp_path, source, monkeypatch):
    monkeypatch.setenv("WD_SOURCE", source)
    folder = tmp_path / "tree"
    shutil.copytree(tree, folder, symlinks=True)
    wheel = zipfile.ZipFile(build(folder, "wheel"))
    page = wheel.read(f"wd_env-{VERSION}.dist-info/METADATA").decode()
    targets = set(re.findall(r"\]\(([^)]+)\)", page))
    linked = {f"{source}/blob/v{VERSION}/docs/commands.md", f"{source}/raw/v{VERSION}/docs/board.png"}
    assert targets >= linked if source else not targets
    assert all(target.startswith(source) for target in targets)
    assert (f"Project-URL: Source, {source}\n" in page) == bool(source)
    assert "Description-Content-Type: text/markdown" in page
    assert "World Dominance is a board game" in page


def test_an_sdist_can_be_tested_and_trained_from(sdist):
    for name in ("Makefile requirements.lock hatch_build.py .ci/run tests/conftest.py docs/training.md README.md "
                 "wd_env/agents/agent.py wd_env/training/training_run.py configs/world_dominance/quick.yaml").split():  # fmt: skip
        assert (sdist / name).is_file()


@pytest.mark.parametrize("start", ["tree", "sdist"])
def test_an_editable_install_makes_the_links_that_are_missing(tree, sdist, tmp_path, start):
    folder = tmp_path / "editable"
    shutil.copytree({"tree": tree, "sdist": sdist}[start], folder, symlinks=True)
    build(folder, "wheel:editable")
    assert {name: (folder / name).readlink().as_posix() for name in LINKS} == LINKS
    code = "import wd_env.agents.agent_registry, wd_env.training; print(wd_env.__file__)"
    done = subprocess.run([sys.executable, "-c", code], cwd=folder, capture_output=True, text=True, check=True)
    assert done.stdout == f"{folder}/wd_env/__init__.py\n"


@pytest.mark.thinned(4)
@pytest.mark.parametrize("target", ["wheel", "sdist", "wheel:editable"])
@pytest.mark.parametrize("missing", ["agents", "train", "configs"])
def test_without_a_folder_nothing_is_built_and_that_is_said_in_a_line(tree, tmp_path, target, missing):
    folder = tmp_path / "tree"
    shutil.copytree(tree, folder, symlinks=True)
    shutil.rmtree(folder / missing)
    done = try_to_build(folder, target)
    assert done.returncode == 1
    assert f"{folder / missing} is missing or empty" in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert not list((folder / "dist").glob("*"))


def test_an_editable_install_leaves_a_file_of_somebody_else_alone(tree, tmp_path):
    folder = tmp_path / "tree"
    shutil.copytree(tree, folder, symlinks=True)
    (folder / "wd_env" / "agents").unlink()
    (folder / "wd_env" / "agents").write_text("what I know of agents")
    done = try_to_build(folder, "wheel:editable")
    assert done.returncode == 1
    assert "is a file of somebody else" in done.stderr
    assert (folder / "wd_env" / "agents").read_text() == "what I know of agents"
