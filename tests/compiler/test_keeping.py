"""Compiled code on disk: corrupt files are detected, deleted and compiled again."""

import importlib
import logging
import os
import shutil
import sys
from pathlib import Path
from unittest import mock

import pytest

pytest.importorskip("numba")

import numba
from numba.core.caching import IndexDataCacheFile

from wd_env.agents.world_dominance import scripted_agent
from wd_env.compiler import compile_rules
from wd_env.games.world_dominance.game import GAME
from wd_env.kernels import bits

AS_ROOT = hasattr(os, "geteuid") and os.geteuid() == 0
NUMBER, ONES = 0b101101, 4


def make(tag):
    def run(n):
        tag  # noqa: B018
        return count_ones(n)  # noqa: F821

    return run


def start():
    """Return whether a new process would load or compile the code, after checking that it works."""
    run = compile_rules.compile_lazily.__wrapped__("tiny", (bits,), make)
    assert run(NUMBER) == ONES
    return "loaded" if run.compiled.stats.cache_hits else "compiled"


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    """Return a folder with the compiled code of one entry point."""
    folder = tmp_path_factory.mktemp("kept")
    with mock.patch.object(numba.config, "CACHE_DIR", str(folder)):
        assert start() == "compiled"
    return folder


@pytest.fixture
def folder(kept, tmp_path, monkeypatch):
    """Return a copy of that folder, which the test may corrupt."""
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path / "cache"))
    return Path(shutil.copytree(kept, tmp_path / "cache"))


@pytest.fixture
def said(caplog):
    """Return an object that collects warnings, except those about long compilation."""
    caplog.set_level(logging.WARNING)

    class Said:
        @property
        def lines(self):
            return [line for line in caplog.messages if not line.startswith("compiling the rules of")]

    return Said()


def file(folder, kind):
    (path,) = folder.rglob(f"*.{kind}")
    return path


def cut(share):
    return lambda whole: whole[: int(len(whole) * share)]


def turned(whole):
    """Return the bytes with one changed in the middle."""
    middle = len(whole) // 2
    return whole[:middle] + bytes([whole[middle] ^ 1]) + whole[middle + 1 :]


DAMAGES = {
    "empty": cut(0),
    "cut early": cut(0.1),
    "cut in the middle": cut(0.5),
    "without its last byte": lambda whole: whole[:-1],
    "garbage": lambda whole: bytes(number * 37 % 256 for number in range(len(whole))),
    "text": lambda whole: b"not what it was\n",
    "one bit turned": turned,
    "something behind it": lambda whole: whole + b"\0",
}


def test_complete_code_is_loaded(folder, said):
    assert start() == "loaded"
    assert said.lines == []


@pytest.mark.parametrize("kind", ["nbi", "nbc"])
@pytest.mark.parametrize("damage", DAMAGES)
def test_a_corrupt_file_is_deleted_and_compiled_again(folder, said, kind, damage):
    path = file(folder, kind)
    whole = path.read_bytes()
    path.write_bytes(DAMAGES[damage](whole))
    assert start() == "compiled"
    assert len(said.lines) == 1
    assert "compiling again" in said.lines[0]
    assert f"{path.name} is not complete" in said.lines[0]
    assert len(file(folder, kind).read_bytes()) > len(whole) / 2
    assert start() == "loaded"
    assert len(said.lines) == 1


def test_a_damaged_index_takes_the_code_with_it(folder):
    """Check that the code goes with its index, because otherwise it would stay forever."""
    file(folder, "nbi").write_bytes(b"")
    stray = file(folder, "nbc").with_name(file(folder, "nbc").name.replace(".1.nbc", ".7.nbc"))
    stray.write_bytes(b"")
    start()
    assert not stray.exists()


@pytest.mark.parametrize("kind", ["nbi", "nbc"])
def test_a_missing_file_is_written_again_silently(folder, said, kind):
    file(folder, kind).unlink()
    assert start() == "compiled"
    assert start() == "loaded"
    assert said.lines == []


@pytest.mark.parametrize("kind", ["nbi", "nbc"])
def test_a_file_that_can_neither_be_read_nor_replaced_does_not_prevent_play(folder, said, kind):
    path = file(folder, kind)
    path.unlink()
    path.mkdir()  # not even root can read a folder as a file or replace it by a file
    for _ in range(2):
        assert start() == "compiled"
        assert "cannot save compiled code" in said.lines[-1]


@pytest.mark.skipif(AS_ROOT, reason="root reads every file")
@pytest.mark.parametrize("kind", ["nbi", "nbc"])
def test_a_file_that_may_not_be_read_is_replaced(folder, kind):
    file(folder, kind).chmod(0)
    assert start() == "compiled"
    assert start() == "loaded"


def test_a_read_only_folder_does_not_prevent_play(folder, said, monkeypatch):
    def refuse(*_, **__):
        raise PermissionError(13, "Permission denied")

    file(folder, "nbi").write_bytes(b"")
    monkeypatch.setattr("numba.core.caching.os.replace", refuse)
    monkeypatch.setattr(Path, "unlink", refuse)
    for _ in range(2):
        assert start() == "compiled"
        assert "cannot save compiled code" in said.lines[-1]


def test_a_full_disk_is_reported_and_does_not_prevent_play(folder, said, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    shutil.rmtree(folder)
    monkeypatch.setattr("numba.core.caching.os.replace", full)
    assert start() == "compiled"
    assert len(said.lines) == 1
    assert "cannot save compiled code" in said.lines[0]
    assert "No space left on device" in said.lines[0]
    assert not list(folder.rglob("*.nb*"))


def test_an_unknown_numba_saves_code_in_its_own_way(folder, said, monkeypatch):
    start()
    shutil.rmtree(folder)
    monkeypatch.delattr(IndexDataCacheFile, "_load_data")  # as if Numba had renamed it
    monkeypatch.setattr(IndexDataCacheFile, "load", lambda self, key: None)
    assert start() == "compiled"
    assert said.lines == []


def test_games_and_bots_are_kept_alike():
    assert isinstance(compile_rules.compiled_loop(GAME), compile_rules.LazyCompiled)
    assert isinstance(scripted_agent._batch_policy(), compile_rules.LazyCompiled)


RULE = "def doubled(n):\n    return {} * n{}\n"


@pytest.mark.parametrize(("factor", "more"), [(3, ""), (2, " + 0 * 7")])
def test_rules_edited_after_their_import_are_saved_separately(folder, tmp_path, monkeypatch, factor, more):
    """Edit the source after the import: the next process must not load the code of this process."""
    name = f"edited_rules_{factor}"
    page = tmp_path / f"{name}.py"
    page.write_text(RULE.format(2, ""))
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    rules = importlib.import_module(name)
    page.write_text(RULE.format(factor, more))
    assert answer_of(rules) == (2 * NUMBER, "compiled")
    del sys.modules[name]
    assert answer_of(importlib.import_module(name)) == (factor * NUMBER, "compiled")


def answer_of(rules):
    """Return what a new process computes with this module, and whether its code was loaded or compiled."""

    def make_doubled(tag):
        def run(n):
            tag  # noqa: B018
            return doubled(n)  # noqa: F821

        return run

    run = compile_rules.compile_lazily.__wrapped__("edited", (rules,), make_doubled)
    return run(NUMBER), "loaded" if run.compiled.stats.cache_hits else "compiled"
