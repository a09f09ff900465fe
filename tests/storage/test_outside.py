"""Untrusted text and files: limited, read completely, written completely, shown without control characters."""

import os
import stat
import threading

import pytest

from wd_env.errors import CheckpointError, StateError, WdError, shortened, visible
from wd_env.storage import atomic_files
from wd_env.storage.bounded_json import read_json


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("[" * 100_000, "more than 32 nested arrays and objects"),
        ("[" * 33 + "]" * 33, "more than 32"),
        ('{"a":' * 33 + "1" + "}" * 33, "more than 32"),
        ("9" * 5_000, "at most 20 digits, got one of 5000"),
        ("-" + "9" * 21, "got one of 21"),
        ('{"a": 1, "a": 2}', "duplicate key 'a' in an object"),
        ("NaN", "NaN is not a finite number"),
        ("[-Infinity]", "not a finite number"),
        ("1e999", "1e999 is not a finite number"),
        ('{"a": 1', "the position: expected valid JSON"),
        (b'"\xff"', "at byte 1"),
        ("", "the position: expected valid JSON"),
    ],
)
def test_json_from_outside_is_refused_in_one_line(text, reason):
    with pytest.raises(StateError, match=reason) as problem:
        read_json(text, "the position")
    assert "the position" in str(problem.value)


def test_the_size_of_json_is_checked_before_it_is_read():
    with pytest.raises(CheckpointError, match="the header: expected at most 10 bytes, got 11"):
        read_json(b"[1,2,3,4,5]", "the header", CheckpointError, max_bytes=10)


def test_json_within_the_bounds_is_read_as_it_is_and_brackets_in_texts_are_no_nesting():
    for text in ("[" * 32 + "]" * 32, '{"a":' * 32 + "1" + "}" * 32, str([[]] * 33), str([{}] * 33)):
        assert read_json(text, "it") == eval(text)  # noqa: S307 - a literal of this test
    brackets = '"' + "[" * 100 + '\\"{"'
    assert read_json(f'{{"a": [1, -2.5, true, null, {brackets}]}}', "it") == {
        "a": [1, -2.5, True, None, "[" * 100 + '"{']
    }
    assert read_json(str(2**64), "it") == 2**64


def test_control_characters_are_made_visible_and_letters_of_every_language_stay():
    assert visible("a\x1b[31mb\x07\u202ec\ud800") == "a\\x1b[31mb\\x07\\u202ec\\ud800"
    assert visible("Grüße aus\nKøbenhavn\t  日本") == "Grüße aus København 日本"


def test_a_message_is_one_short_line_whatever_the_untrusted_text():
    error = StateError("found \x1b]0;owned\x07" + "x" * 10_000_000 + " here; expected a, b")
    assert str(error).startswith("found \\x1b]0;owned\\x07xxx")
    assert str(error).endswith("xxx here; expected a, b")
    assert len(str(error)) == 500
    assert len(str(StateError("\x1b" * 10_000))) == 500
    assert str(WdError()) == ""


def test_a_text_is_cut_only_beyond_its_bound():
    assert shortened("x" * 500) == "x" * 500
    assert len(shortened("x" * 501)) == 500
    assert len(shortened("abc" * 100, 50)) == 50


def test_a_file_is_written_completely_without_leftovers(tmp_path):
    path = tmp_path / "kept.json"
    atomic_files.write_atomic(path, "Grüße")
    assert path.read_bytes() == "Grüße".encode()
    atomic_files.write_atomic(path, b"\x00")
    assert path.read_bytes() == b"\x00"
    assert [entry.name for entry in tmp_path.iterdir()] == ["kept.json"]


def test_a_file_that_cannot_be_written_leaves_the_old_one(tmp_path, monkeypatch):
    path = tmp_path / "kept.json"
    atomic_files.write_atomic(path, "old")

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        atomic_files.write_atomic(path, "new")
    assert path.read_text() == "old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["kept.json"]


def test_a_file_with_secrets_is_never_readable_by_others(tmp_path, monkeypatch):
    path = tmp_path / "secret.json"
    seen = []
    monkeypatch.setattr(os, "fsync", lambda _: seen.extend(stat.S_IMODE(p.stat().st_mode) for p in tmp_path.iterdir()))
    atomic_files.write_atomic(path, "secret", mode=atomic_files.PRIVATE)
    assert set(seen) == {0o600}
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.skipif(os.name != "posix", reason="needs POSIX permissions")
def test_a_file_that_is_there_keeps_its_permissions_unless_others_are_named(tmp_path):
    path = tmp_path / "kept.json"
    for mode in (0o600, 0o664, 0o777):
        path.write_text("old")
        path.chmod(mode)
        atomic_files.write_atomic(path, "new")
        assert stat.S_IMODE(path.stat().st_mode) == mode
        atomic_files.write_atomic(path, "newer", mode=atomic_files.PRIVATE)
        assert stat.S_IMODE(path.stat().st_mode) == atomic_files.PRIVATE


@pytest.mark.skipif(os.name != "posix", reason="needs POSIX permissions")
def test_a_new_file_gets_the_permissions_that_the_umask_leaves(tmp_path):
    old = os.umask(0)
    try:
        for umask in (0, 0o027):
            os.umask(umask)
            path = tmp_path / str(umask)
            atomic_files.write_atomic(path, "new")
            assert stat.S_IMODE(path.stat().st_mode) == 0o666 & ~umask
    finally:
        os.umask(old)


@pytest.mark.skipif(os.name != "posix", reason="needs POSIX permissions")
def test_permissions_of_a_leftover_are_not_those_of_a_file_with_secrets(tmp_path):
    (tmp_path / f".secret.json.{os.getpid()}.tmp").write_text("of an earlier process with our number")
    atomic_files.write_atomic(tmp_path / "secret.json", "secret", mode=atomic_files.PRIVATE)
    assert stat.S_IMODE((tmp_path / "secret.json").stat().st_mode) == 0o600


def test_an_error_of_the_system_names_the_requested_file(tmp_path, monkeypatch):
    def refuse(*_, **__):
        raise OSError(28, "No space left on device", "another")

    for call in ("open", "fsync", "replace"):
        with monkeypatch.context() as patch:
            patch.setattr(os, call, refuse)
            with pytest.raises(OSError, match="No space left") as problem:
                atomic_files.write_atomic(tmp_path / "kept.json", "new")
        assert problem.value.filename == str(tmp_path / "kept.json")


def test_only_incomplete_files_of_killed_processes_are_removed(tmp_path):
    for name in (".bot.wdbot.12.tmp", ".bot.wdbot.345.tmp", ".other.1.tmp", "bot.wdbot"):
        (tmp_path / name).write_text("x")
    atomic_files.remove_temporary_files(tmp_path / "*")
    assert len(list(tmp_path.iterdir())) == 4
    atomic_files.remove_temporary_files(tmp_path / "bot.wdbot")
    assert sorted(entry.name for entry in tmp_path.iterdir()) == [".other.1.tmp", "bot.wdbot"]


def test_only_regular_files_up_to_a_bound_are_read(tmp_path):
    path = tmp_path / "long"
    path.write_bytes(b"x" * 11)
    with pytest.raises(StateError, match="expected at most 10 bytes, got 11"):
        atomic_files.read_bytes(path, 10)
    assert atomic_files.read_bytes(path, 11) == b"x" * 11
    with pytest.raises(CheckpointError, match="is not a regular file"):
        atomic_files.read_bytes("/dev/zero", 10, CheckpointError)
    with pytest.raises(StateError, match="cannot be read"):
        atomic_files.read_bytes(tmp_path, 10)
    with pytest.raises(StateError, match="cannot be read: No such file"):
        atomic_files.read_text(tmp_path / "none")
    path.write_bytes(b"ab\xff")
    with pytest.raises(StateError, match="expected text in UTF-8, got invalid start byte at byte 2"):
        atomic_files.read_text(path)


def test_a_named_pipe_does_not_block(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    found = []

    def read():
        try:
            atomic_files.read_bytes(pipe)
        except StateError as problem:
            found.append(str(problem))

    thread = threading.Thread(target=read, daemon=True)
    thread.start()
    thread.join(600)  # a reader without a writer would wait forever
    assert found == [f"{pipe}: is not a regular file"]
