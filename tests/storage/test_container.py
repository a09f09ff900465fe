"""Written data are read back exactly; any other file is rejected, and nothing in it is executed."""

import hashlib
import json
import os
import re
import resource
import stat
import struct

import numpy as np
import pytest
import safetensors.numpy

from wd_env.errors import CheckpointError, WriteError
from wd_env.storage import tensor_file

HEADER = {"kind": "x", "seed": 2**100, "text": "Südamerika", "nested": {"list": [1, 2.5, None, True]}}
TENSORS = {
    "weights": np.arange(12, dtype=np.float32).reshape(3, 4) / 7,
    "fortran": np.asfortranarray(np.arange(6, dtype=np.int64).reshape(2, 3)),
    "strided": np.arange(10, dtype=np.int8)[::3],
    "scalar": np.array(2.5, dtype=np.float64),
    "flags": np.array([True, False]),
    "empty": np.zeros((0, 5), dtype=np.uint64),
    "big_endian": np.array([1, 2, 3], dtype=">i4"),
}


def refusal(path, **kwargs):
    """Return the one-line error about a file."""
    with pytest.raises(CheckpointError) as caught:
        tensor_file.read_tensor_file(path, **kwargs)
    message = str(caught.value)
    assert "\n" not in message
    assert str(path) in message
    return message


def sealed(text, payload, version=tensor_file.FORMAT):
    """Return a file with a correct checksum around any content."""
    data = tensor_file.PREFIX.pack(tensor_file.MAGIC, version, len(text), len(payload)) + text + payload
    return data + hashlib.sha256(data).digest()


def test_header_and_tensors_come_back_exactly(tmp_path):
    tensor_file.write_tensor_file(tmp_path / "x", HEADER, TENSORS)
    header, tensors = tensor_file.read_tensor_file(tmp_path / "x")
    assert header == HEADER
    assert tensors.keys() == TENSORS.keys()
    for name, array in TENSORS.items():
        assert tensors[name].shape == array.shape
        assert tensors[name].dtype == array.dtype.newbyteorder("=")
        assert (tensors[name] == array).all()
        tensors[name][...] = 0  # the arrays are writable


def test_equal_content_gives_equal_bytes(tmp_path):
    tensor_file.write_tensor_file(tmp_path / "a", {"x": 1, "y": 2}, TENSORS)
    tensor_file.write_tensor_file(tmp_path / "b", {"y": 2, "x": 1}, dict(reversed(TENSORS.items())))
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


@pytest.mark.parametrize(
    "tensor",
    [
        np.array([1, np.nan]),
        np.array([np.inf], dtype=np.float32),
        np.array([1j]),
        np.array([{}], dtype=object),
        np.array(["text"]),
    ],
)
def test_data_that_cannot_be_saved_are_rejected_and_the_old_file_remains(tmp_path, tensor):
    tensor_file.write_tensor_file(tmp_path / "x", {"old": True}, {})
    with pytest.raises(CheckpointError, match=f"^{re.escape(str(tmp_path / 'x'))}: tensor bad"):
        tensor_file.write_tensor_file(tmp_path / "x", {}, {"bad": tensor})
    assert tensor_file.read_tensor_file(tmp_path / "x") == ({"old": True}, {})


@pytest.mark.parametrize("bad", [float("nan"), float("inf")])
def test_a_header_that_json_does_not_know_is_refused(tmp_path, bad):
    with pytest.raises(CheckpointError, match="header"):
        tensor_file.write_tensor_file(tmp_path / "x", {"bad": bad}, {})
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("call", ["open", "fsync", "replace"])
def test_a_failing_disk_leaves_only_the_old_file(tmp_path, monkeypatch, call):
    tensor_file.write_tensor_file(tmp_path / "x", {"old": True}, {})

    def fail(*args):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, call, fail)
    with pytest.raises(CheckpointError, match="No space left"):
        tensor_file.write_tensor_file(tmp_path / "x", {}, TENSORS)
    monkeypatch.undo()
    assert tensor_file.read_tensor_file(tmp_path / "x") == ({"old": True}, {})
    assert [path.name for path in tmp_path.iterdir()] == ["x"]


def test_a_disk_that_fills_up_at_any_byte_leaves_the_old_file(tmp_path):
    tensor_file.write_tensor_file(tmp_path / "x", {"old": True}, {})
    tensor_file.write_tensor_file(tmp_path / "y", HEADER, TENSORS)
    before, limits = (tmp_path / "x").read_bytes(), resource.getrlimit(resource.RLIMIT_FSIZE)
    for room in range(0, (tmp_path / "y").stat().st_size, 16):
        resource.setrlimit(resource.RLIMIT_FSIZE, (room, limits[1]))
        try:
            with pytest.raises(WriteError, match="cannot be written: File too large"):
                tensor_file.write_tensor_file(tmp_path / "x", HEADER, TENSORS)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        assert (tmp_path / "x").read_bytes() == before
    assert len(list(tmp_path.iterdir())) == 2


def test_the_content_is_on_the_disk_before_its_name_and_the_name_before_we_return(tmp_path, monkeypatch):
    calls = []
    fsync, replace = os.fsync, os.replace
    monkeypatch.setattr(os, "fsync", lambda f: (calls.append(stat.S_ISDIR(os.fstat(f).st_mode)), fsync(f)))
    monkeypatch.setattr(os, "replace", lambda a, b: (calls.append("rename"), replace(a, b)))
    tensor_file.write_tensor_file(tmp_path / "x", HEADER, TENSORS)
    assert calls == [False, "rename", True]


def test_a_missing_folder_is_named(tmp_path):
    with pytest.raises(WriteError, match="cannot be written: No such file"):
        tensor_file.write_tensor_file(tmp_path / "none" / "x", {}, {})


def test_missing_files_folders_and_pipes_are_refused(tmp_path):
    assert "No such file" in refusal(tmp_path / "none")
    assert "directory" in refusal(tmp_path)
    os.mkfifo(tmp_path / "pipe")
    assert "not a regular file" in refusal(tmp_path / "pipe")
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    assert "cannot be read" in refusal(tmp_path / "loop")


def test_a_file_over_the_limit_is_not_read(tmp_path):
    with (tmp_path / "huge").open("wb") as file:
        file.truncate(2**40)  # a sparse file, which takes no space on the disk
    assert f"at most {256 * 2**20} bytes" in refusal(tmp_path / "huge")
    tensor_file.write_tensor_file(tmp_path / "x", HEADER, TENSORS)
    size = (tmp_path / "x").stat().st_size
    assert tensor_file.read_tensor_file(tmp_path / "x", max_bytes=size)[0] == HEADER
    assert f"at most {size - 1}" in refusal(tmp_path / "x", max_bytes=size - 1)


def test_lengths_beyond_the_end_of_the_file_are_rejected(tmp_path):
    for lengths in [(2**32 - 1, 0), (0, 2**64 - 1), (2, 2**63)]:
        prefix = struct.pack("<8sIIQ", tensor_file.MAGIC, tensor_file.FORMAT, *lengths)
        (tmp_path / "x").write_bytes(prefix + bytes(100))
        assert "by its prefix" in refusal(tmp_path / "x")


def test_a_list_of_tensors_over_its_bound_is_refused_before_it_is_parsed(tmp_path):
    """Check the size first, because a parser uses many times the memory of the text."""
    listing = b"{" + b" " * tensor_file.MAX_LISTING_BYTES + b"}"
    (tmp_path / "x").write_bytes(sealed(b"{}", struct.pack("<Q", len(listing)) + listing))
    assert f"list of tensors of at most {2**23} bytes, got {2**23 + 2}" in refusal(tmp_path / "x")


def test_another_format_is_refused_by_its_number(tmp_path):
    (tmp_path / "x").write_bytes(sealed(b"{}", safetensors.numpy.save({}), version=7))
    assert "expected file format 1, got 7" in refusal(tmp_path / "x")


DEEP = b"[" * 100_000
HEADERS = {
    b"": "the header: expected valid JSON",
    b"[]": "header, got list",
    b"null": "header, got NoneType",
    b'{"a":1,"a":2}': "duplicate key",
    b'{"n":{"a":1,"a":1}}': "duplicate key",
    b'{"a":NaN}': "not a finite number",
    b'{"a":-Infinity}': "not a finite number",
    b'{"a":1e999}': "not a finite number",
    b'{"a":1' + b"0" * 5000 + b"}": "the header: expected valid JSON",
    b'{"a":' + DEEP: "the header: expected valid JSON",
    b'{"a":"\xff"}': "the header: expected valid JSON",
    b"{} {}": "the header: expected valid JSON",
}


@pytest.mark.parametrize("text", HEADERS, ids=lambda text: text[:12].decode("latin-1"))
def test_a_header_that_is_not_a_strict_json_object_is_rejected(tmp_path, text):
    (tmp_path / "x").write_bytes(sealed(text, safetensors.numpy.save({})))
    assert HEADERS[text] in refusal(tmp_path / "x")


def tensors_of(entries, data=b""):
    text = json.dumps(entries).encode()
    return struct.pack("<Q", len(text)) + text + data


FOUR = b'"a": {"dtype": "I8", "shape": [4], "data_offsets": [0, 4]}'
TWICE = b"{" + FOUR + b", " + FOUR + b"}"
PAYLOADS = {
    "nothing": b"",
    "no json": struct.pack("<Q", 4) + b"oops",
    "giant header": struct.pack("<Q", 2**62),
    "overlap": tensors_of({n: {"dtype": "I8", "shape": [4], "data_offsets": [0, 4]} for n in "ab"}, b"1234"),
    "outside": tensors_of({"a": {"dtype": "I8", "shape": [9], "data_offsets": [0, 9]}}, b"1234"),
    "wrong size": tensors_of({"a": {"dtype": "F32", "shape": [4], "data_offsets": [0, 4]}}, b"1234"),
    "overflow": tensors_of({"a": {"dtype": "F32", "shape": [2**62, 2**62], "data_offsets": [0, 4]}}, b"1234"),
    "unknown dtype": tensors_of({"a": {"dtype": "OBJECT", "shape": [4], "data_offsets": [0, 4]}}, b"1234"),
    "dtype numpy lacks": tensors_of({"a": {"dtype": "BF16", "shape": [2], "data_offsets": [0, 4]}}, b"1234"),
    "complex": safetensors.numpy.save({"a": np.zeros(1, dtype=np.complex64)}),
    "not a number": safetensors.numpy.save({"a": np.array([np.nan])}),
    "a tensor twice": struct.pack("<Q", len(TWICE)) + TWICE + b"1234",
    "data in addition to the tensors": safetensors.numpy.save({"a": np.zeros(1)}, metadata={"made": "elsewhere"}),
    "a list": tensors_of([], b""),
}


@pytest.mark.parametrize("payload", PAYLOADS)
def test_an_invalid_safetensors_payload_is_rejected(tmp_path, payload):
    (tmp_path / "x").write_bytes(sealed(b"{}", PAYLOADS[payload]))
    assert "tensor" in refusal(tmp_path / "x")


def test_any_change_under_a_corrected_checksum_gives_a_file_or_the_one_error(tmp_path):
    """Correct the checksum after each change: the file loads, or raises the one error."""
    text = json.dumps(HEADER).encode()
    payload = safetensors.numpy.save({"a": np.arange(4, dtype=np.float32), "b": np.arange(3)})
    generator, outcomes = np.random.default_rng(7), {True: 0, False: 0}
    for _ in range(4000):
        content = bytearray(text + payload)
        for place in generator.integers(0, len(content), generator.integers(1, 4)):
            content[place] = generator.integers(0, 256)
        (tmp_path / "x").write_bytes(sealed(bytes(content[: len(text)]), bytes(content[len(text) :])))
        try:
            tensor_file.read_tensor_file(tmp_path / "x")
            outcomes[True] += 1
        except CheckpointError:
            outcomes[False] += 1
    assert min(outcomes.values()) > 200
