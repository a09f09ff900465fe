"""Wheels, sdists and editable installs contain every file; the tree has no symbolic links."""

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
MADE = (".git", ".venv*", ".cache", ".*_cache", ".hypothesis", "runs", "dist", "build", "__pycache__")


def copied(end: Path) -> Path:
    """Copy the tree, so that nothing is written into it."""
    shutil.copytree(ROOT, end, ignore=shutil.ignore_patterns(*MADE))
    return end


def build(folder: Path, target: str) -> Path:
    """Build a distribution of `folder`, and return its path."""
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


@pytest.fixture(scope="module")
def tree(tmp_path_factory) -> Path:
    """Return a copy of the tree."""
    return copied(tmp_path_factory.mktemp("clone") / "tree")


@pytest.fixture(scope="module")
def sdist(tree, tmp_path_factory) -> Path:
    """Return the unpacked source distribution."""
    return unpacked(build(tree, "sdist"), tmp_path_factory.mktemp("sdist"))


@pytest.fixture(scope="module", params=["tree", "sdist"])
def wheel(request, tree, sdist) -> set[str]:
    """Return the names of the files in a wheel built from the tree, or from its source distribution."""
    start = {"tree": tree, "sdist": sdist}[request.param]
    return set(zipfile.ZipFile(build(start, "wheel")).namelist())


INSTALLED = {"wd_env": "wd_env", "configs": "wd_env/configs", "agents/models": "wd_env/models"}


def files(folder: str, kind: str) -> set[str]:
    """Return the names in the wheel of the files of a folder."""
    return {f"{INSTALLED[folder]}/{p.relative_to(ROOT / folder).as_posix()}" for p in (ROOT / folder).rglob(kind)}


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
        ("agents/models", "*.wdbot"),
        ("agents/models", "*.wdvalue"),
        ("configs", "*.yaml"),
    ],
)
def test_the_wheel_holds_every_file(wheel, folder, kind):
    assert files(folder, kind)
    assert files(folder, kind) <= wheel


def test_the_wheel_is_typed_and_owns_one_name_only(wheel):
    assert "wd_env/py.typed" in wheel
    assert {name.split("/")[0] for name in wheel} == {"wd_env", f"wd_env-{VERSION}.dist-info"}


@pytest.mark.skipif(not (ROOT / ".git").exists() or which("git") is None, reason="an sdist does not know what git has")
def test_the_sdist_holds_whatever_git_has(sdist):
    output = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    tracked = {name for name in output.split("\0") if (ROOT / name).exists()} - {""}
    held = {path.relative_to(sdist).as_posix() for path in sdist.rglob("*") if path.is_file()}
    assert tracked
    assert tracked - held == set()


@pytest.mark.parametrize("source", ["", "https://example.org/wd"])
def test_links_of_the_page_on_a_package_index_are_absolute(tree, tmp_path, source, monkeypatch):
    monkeypatch.setenv("WD_SOURCE", source)
    folder = tmp_path / "tree"
    shutil.copytree(tree, folder)
    wheel = zipfile.ZipFile(build(folder, "wheel"))
    page = wheel.read(f"wd_env-{VERSION}.dist-info/METADATA").decode()
    targets = set(re.findall(r"\]\(([^)]+)\)", page))
    linked = {f"{source}/blob/v{VERSION}/docs/index.md", f"{source}/raw/v{VERSION}/docs/images/game.gif"}
    assert targets >= linked if source else not targets
    assert all(target.startswith(source) for target in targets)
    assert (f"Project-URL: Source, {source}\n" in page) == bool(source)
    assert "Description-Content-Type: text/markdown" in page
    assert "Domination is a game of conquest on a map of countries" in page


def test_an_sdist_can_be_tested_and_trained_from(sdist):
    names = (
        "Makefile uv.lock requirements.lock .ci/uv.txt hatch_build.py .ci/run tests/conftest.py docs/index.md "
        "README.md train/ppo.py"
    )
    for name in (*names.split(), "wd_env/training/training_run.py", "configs/world_dominance/quick.yaml"):
        assert (sdist / name).is_file()


def test_an_editable_install_imports_the_tree_and_finds_its_data(tree, tmp_path):
    with zipfile.ZipFile(build(tree, "wheel:editable")) as wheel:
        assert [name for name in wheel.namelist() if name.startswith("wd_env/")] == []
        (link,) = [name for name in wheel.namelist() if name.endswith(".pth")]
        assert wheel.read(link).decode().strip() == str(tree)
    code = "import wd_env.resources as r; print(r.resource_folder('configs'), r.resource_folder('models'))"
    done = subprocess.run([sys.executable, "-c", code], cwd=tree, capture_output=True, text=True, check=True)
    assert done.stdout.split() == [f"{tree}/configs", f"{tree}/agents/models"]


@pytest.mark.skipif(not (ROOT / ".git").exists() or which("git") is None, reason="an sdist does not know what git has")
def test_the_tree_has_no_symbolic_link():
    listed = subprocess.run(["git", "ls-files", "-s"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert listed
    assert [line for line in listed.splitlines() if line.startswith("120000")] == []
