"""Destinations of writes: pipes, devices and the output, through links, and otherwise atomic replacement."""

import io
import os
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from wd_env.storage.atomic_files import descriptor_of, remove_temporary_files, write_atomic

pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")


def run(lines, **more):
    code = "from wd_env.storage.atomic_files import write_atomic\n" + lines
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, **more)


def test_a_link_is_followed_and_stays(tmp_path):
    (tmp_path / "there").mkdir()
    target, link, second = tmp_path / "there" / "file.json", tmp_path / "link", tmp_path / "second"
    link.symlink_to(target)
    second.symlink_to("link")
    for text in ("new", "old is replaced"):  # the first time, the target does not exist
        write_atomic(second, text)
        assert (second.is_symlink(), link.is_symlink(), target.read_text()) == (True, True, text)
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["file.json", "link", "second", "there"]


def test_the_target_of_a_link_is_replaced_atomically(tmp_path):
    """Check another name of the old file.

    It keeps the old content, because the file is replaced and not overwritten.
    """
    target, link = tmp_path / "file", tmp_path / "link"
    target.write_text("old")
    os.link(target, tmp_path / "other name")
    link.symlink_to(target)
    write_atomic(link, "new")
    assert (target.read_text(), (tmp_path / "other name").read_text()) == ("new", "old")


def test_links_that_lead_in_a_circle_are_refused(tmp_path):
    (tmp_path / "a").symlink_to("b")
    (tmp_path / "b").symlink_to("a")
    with pytest.raises(OSError, match="symbolic links"):
        write_atomic(tmp_path / "a", "text")
    assert (tmp_path / "a").is_symlink()


def test_leftovers_are_found_beside_the_file_that_a_link_leads_to(tmp_path):
    (tmp_path / "there").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "there" / "file")
    half = tmp_path / "there" / ".file.77.tmp"
    half.touch()
    remove_temporary_files(tmp_path / "link")
    assert not half.exists()


@pytest.mark.parametrize("through_link", [False, True])
def test_a_named_pipe_is_written_into_and_stays(tmp_path, through_link):
    pipe, name = tmp_path / "pipe", tmp_path / "pipe"
    os.mkfifo(pipe)
    if through_link:
        name = tmp_path / "link"
        name.symlink_to(pipe)
    read = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()), daemon=True)  # there might be no writer
    reader.start()
    write_atomic(name, b"x" * 200_000)  # more than the buffer of a pipe
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    reader.join(60)
    assert read == [b"x" * 200_000]


def test_a_device_is_written_into_and_stays():
    before = Path(os.devnull).stat()
    write_atomic(os.devnull, "text")
    after = Path(os.devnull).stat()
    assert (before.st_ino, before.st_mode) == (after.st_ino, after.st_mode)
    assert stat.S_ISCHR(after.st_mode)


@pytest.mark.parametrize("name", ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"])
def test_standard_output_gets_the_file_between_what_is_printed(tmp_path, name):
    lines = f"print('before')\nwrite_atomic({name!r}, 'text')\nprint('after')"
    assert run(lines, cwd=tmp_path).stdout == "before\ntextafter\n"
    with (tmp_path / "out").open("w") as out:  # a regular file, which is not truncated
        subprocess.run(
            [sys.executable, "-c", f"from wd_env.storage.atomic_files import write_atomic\n{lines}"],
            stdout=out,
            check=True,
        )
    assert (tmp_path / "out").read_text() == "before\ntextafter\n"
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_only_a_number_in_a_folder_of_descriptors_names_one(tmp_path):
    assert [descriptor_of(f"{folder}/3") for folder in ("/dev/fd", "/proc/self/fd", tmp_path)] == [3, 3, None]
    assert descriptor_of("/dev/fd/x") is None


def test_another_open_descriptor_and_a_link_to_it_are_written_into(tmp_path):
    with (tmp_path / "out").open("w") as out:
        (tmp_path / "link").symlink_to(f"/dev/fd/{out.fileno()}")
        write_atomic(f"/dev/fd/{out.fileno()}", "one ")
        write_atomic(tmp_path / "link", "two")
    assert (tmp_path / "out").read_text() == "one two"
    assert (tmp_path / "link").is_symlink()


def test_what_was_printed_before_comes_before_the_file(monkeypatch):
    printed = io.TextIOWrapper(io.BytesIO())
    monkeypatch.setattr(sys, "stdout", printed)
    print("before", end=" ")
    write_atomic("-", "file ")
    print("after", end="", flush=True)
    assert printed.buffer.getvalue() == b"before file after"


def test_a_text_stream_in_place_of_the_output_gets_the_text(monkeypatch):
    printed = io.StringIO()
    monkeypatch.setattr(sys, "stdout", printed)
    write_atomic("-", "text")
    assert printed.getvalue() == "text"
