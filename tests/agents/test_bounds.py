"""Untrusted bot files are limited before anything is built, named in errors, and cannot send control characters."""

import hashlib
import json
import random
import struct
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("safetensors")
import safetensors.numpy

from tests.storage.mutations import changed_text, changed_values
from wd_env.agents.files.bot_file import FILE_KIND, FORMAT_VERSION, load_bot, save_bot
from wd_env.agents.files.bot_file_header import BotFileHeader, Provenance
from wd_env.agents.networks.architecture import Architecture
from wd_env.agents.networks.policy_agent import PolicyAgent
from wd_env.errors import CheckpointError, WdError
from wd_env.games.world_dominance.game import GAME
from wd_env.games.world_dominance.table import WorldDominance
from wd_env.storage import tensor_file

ROOT = Path(__file__).parents[2]
PLANES = tuple(len(pointer.feature_indices) for pointer in GAME.pointers)
ARCHITECTURES = (
    Architecture((3,), 1),
    Architecture((3,), 0, "relu", pointer_units=2, planes=PLANES),
    Architecture((3,), 0, value_hidden=(2, 4), uses_mask=True),
)
EMPTY = safetensors.numpy.save({})
ROOM = 200 * 2**20  # bytes of memory that reading any small file may use, without the libraries


def meta_of(architecture, provenance=None):
    return BotFileHeader.for_game(GAME, architecture, provenance or Provenance())


def header_of(architecture=ARCHITECTURES[0], **changes):
    head = {"kind": FILE_KIND, "kind_version": FORMAT_VERSION, **json.loads(json.dumps(asdict(meta_of(architecture))))}
    return head | changes


def sealed(header, payload=EMPTY):
    """Return a file with a correct checksum around any content."""
    text = header if isinstance(header, bytes) else json.dumps(header, separators=(",", ":")).encode()
    data = tensor_file.PREFIX.pack(tensor_file.MAGIC, tensor_file.FORMAT, len(text), len(payload)) + text + payload
    return data + hashlib.sha256(data).digest()


def listed(entries, numbers=b""):
    """Return a payload that lists these tensors."""
    text = json.dumps(entries).encode()
    return struct.pack("<Q", len(text)) + text + numbers


def with_architecture(**changes):
    return header_of(architecture=header_of()["architecture"] | changes)


def with_planes(number):
    return with_architecture(pointer_units=1, planes=[1] * number)


NOTHING = {"dtype": "F32", "shape": [0], "data_offsets": [0, 0]}
LARGE = {
    "planes": lambda: (sealed(with_planes(800_000)), "bytes, got 1600"),
    "fewer planes": lambda: (sealed(with_planes(400_000)), "planes: expected at most 64 numbers"),
    "objects": lambda: (
        sealed(b'{"a":[' + b"{}," * 6_000_000 + b"0]}"),
        "expected a header of at most 1048576 bytes, got 18000009",
    ),
    "fewer objects": lambda: (sealed(b'{"a":[' + b"{}," * 300_000 + b"0]}"), "got None"),
    "keys": lambda: (sealed(header_of() | {f"k{i}": 1 for i in range(60_000)}), "unknown fields: k0, k1, k10"),
    "tensors": lambda: (
        sealed(header_of(), listed({f"t{i}": NOTHING for i in range(200_000)})),
        "expected a list of tensors of at most",
    ),
    "fewer tensors": lambda: (
        sealed(header_of(), listed({f"t{i}": NOTHING for i in range(100_000)})),
        "bytes for its architecture, got",
    ),
    "numbers": lambda: (
        sealed(header_of(), safetensors.numpy.save({"value_head.bias": np.zeros(2_000_000, np.float32)})),
        "bytes for its architecture, got 8000088",
    ),
    "units": lambda: (
        sealed(with_architecture(hidden=[9] * 400_000)),
        "hidden (9, 9, 9, 9, 9, 9, ...) is not at most",
    ),
    "units of the value": lambda: (
        sealed(with_architecture(value_hidden=[9] * 400_000)),
        "value_hidden (9, 9, 9, 9, 9, 9, ...) is not at most",
    ),
    "numbers of a value that is deep": lambda: (
        sealed(
            with_architecture(value_hidden=[1] * 16), safetensors.numpy.save({"a": np.zeros(2_000_000, np.float32)})
        ),
        "bytes for its architecture, got",
    ),
}
BOUNDED = """
import os, resource, sys
from wd_env.agents.files.bot_file import load_bot
from wd_env.errors import CheckpointError
from wd_env.games.world_dominance.game import GAME
pages = int(open("/proc/self/statm").read().split()[0])
for path in sys.argv[1:]:
    if os.fork():  # a process a file: what one has taken is not there for the next
        if os.wait()[1]:
            sys.exit(f"{path} is more than it had room for")
        continue
    most = pages * resource.getpagesize() + ROOM + os.path.getsize(path)
    resource.setrlimit(resource.RLIMIT_AS, (most, -1))
    try:
        load_bot(path, GAME)
    except CheckpointError as problem:
        print(len(str(problem)), problem, flush=True)
    os._exit(0)
"""


@pytest.fixture(scope="module")
def refused(tmp_path_factory):
    """Load each large file in little memory; by name: the length of the error, the error, and the expected reason."""
    if not Path("/proc/self/statm").exists():
        pytest.skip("this system does not report the memory of a process")
    folder = tmp_path_factory.mktemp("large")
    paths, reasons = [folder / name for name in LARGE], []
    for path in paths:
        content, reason = LARGE[path.name]()
        path.write_bytes(content)
        reasons.append(reason)
    command = [sys.executable, "-c", BOUNDED.replace("ROOM", str(ROOM)), *map(str, paths)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return dict(zip(LARGE, zip(done.stdout.splitlines(), reasons, strict=True), strict=True))


@pytest.mark.parametrize("name", LARGE)
def test_a_large_file_is_refused_in_little_memory_and_few_words(name, refused):
    printed, reason = refused[name]
    length, message = printed.split(" ", 1)
    assert int(length) == len(message) <= 500
    assert reason in message


def test_a_header_that_could_not_be_read_is_not_written(tmp_path):
    for provenance in (
        Provenance(config={"a": "x" * tensor_file.MAX_HEADER_BYTES}),
        Provenance(results={"a": [0] * 600_000}),
    ):
        with pytest.raises(CheckpointError, match=f"a header of at most {tensor_file.MAX_HEADER_BYTES} bytes"):
            save_bot(tmp_path / "x", weights_of(ARCHITECTURES[0]), meta_of(ARCHITECTURES[0], provenance))
    assert list(tmp_path.iterdir()) == []


def test_the_states_of_generators_are_kept_to_the_last_digit(tmp_path):
    header = {"state": np.random.default_rng(1).bit_generator.state["state"]["state"], "largest": 2**128 - 1}
    tensor_file.write_tensor_file(tmp_path / "x", header, {})
    assert tensor_file.read_tensor_file(tmp_path / "x")[0] == header
    (tmp_path / "x").write_bytes(sealed(b'{"a":' + b"9" * 41 + b"}"))
    with pytest.raises(CheckpointError, match="integers of at most 40 digits, got one of 41"):
        tensor_file.read_tensor_file(tmp_path / "x")


# Output on a terminal

ESCAPES = "\x1b]0;owned\x07\x1b[31m\u202e"


def weights_of(architecture, scale=0.3):
    generator = np.random.default_rng(1)
    shapes = architecture.shapes(GAME.layout.size, len(GAME.actions))
    return {name: (scale * generator.normal(size=shape)).astype(np.float32) for name, shape in shapes.items()}


NAMED = {
    "key": (header_of(**{ESCAPES: 1}), EMPTY),
    "value": (header_of(game=ESCAPES), EMPTY),
    "kind": (header_of(kind=ESCAPES), EMPTY),
    "activation": (with_architecture(activation=ESCAPES), EMPTY),
    "tensor": (header_of(), safetensors.numpy.save({ESCAPES: np.zeros(1, np.float32)})),
    "not finite": (header_of(), safetensors.numpy.save({ESCAPES: np.full(1, np.nan, np.float32)})),
    "doubled": (f'{{"{ESCAPES[-1]}\x7f":1,"{ESCAPES[-1]}\x7f":2}}'.encode(), EMPTY),
    "dtype": (header_of(), listed({"a": {"dtype": ESCAPES, "shape": [0], "data_offsets": [0, 0]}})),
}


@pytest.mark.parametrize("name", NAMED)
def test_names_in_a_file_are_escaped_on_a_terminal(name, tmp_path):
    (tmp_path / "x").write_bytes(sealed(*NAMED[name]))
    with pytest.raises(CheckpointError) as refused:
        load_bot(tmp_path / "x", GAME)
    assert str(refused.value).isprintable()


def test_descriptions_of_a_bot_are_shown_without_control_characters(tmp_path):
    result = Provenance({ESCAPES: [ESCAPES]}, {"board": ESCAPES}, {"a": {"b": ESCAPES}}, 1, 2, {"numpy": ESCAPES}, "")
    save_bot(tmp_path / "x", weights_of(ARCHITECTURES[0]), meta_of(ARCHITECTURES[0], result))
    _, meta = load_bot(tmp_path / "x", GAME)
    shown = json.dumps(asdict(meta.provenance), ensure_ascii=False)
    assert shown.isprintable()
    assert shown.count("owned") == 5


# Changed files


@pytest.mark.parametrize("number", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("architecture", ARCHITECTURES)
def test_a_weight_that_is_no_finite_number_is_refused(architecture, number, tmp_path):
    weights = weights_of(architecture)
    next(reversed(weights.values())).flat[-1] = number
    (tmp_path / "x").write_bytes(sealed(header_of(architecture), safetensors.numpy.save(weights)))
    with pytest.raises(CheckpointError, match="finite"):
        load_bot(tmp_path / "x", GAME)


def changed_bots(rng):
    """Yield valid bots with a few changes and a correct checksum."""
    for architecture in ARCHITECTURES:
        header = header_of(architecture)
        payload = safetensors.numpy.save(weights_of(architecture))
        end = 8 + int.from_bytes(payload[:8], "little")
        for _ in range(100):
            yield sealed(json.dumps(changed_values(header, rng, rng.choice((1, 2)))).encode(), payload)
            yield sealed(changed_text(json.dumps(header).encode(), rng), payload)
            yield sealed(header, listed(changed_values(json.loads(payload[8:end]), rng), payload[end:]))
            yield sealed(header, changed_text(payload[: end + 40], rng) + payload[end + 40 :])


def test_a_changed_bot_plays_or_is_refused_in_one_way(tmp_path):
    table, played, refusals = WorldDominance(seed=2), 0, []
    for data in changed_bots(random.Random(4)):
        (tmp_path / "x").write_bytes(data)
        try:
            bot = PolicyAgent.load(tmp_path / "x", GAME, np.random.default_rng(1))
            assert bot.choose(table.view(table.seat)) in range(len(GAME.actions))
            played += 1
        except WdError as problem:
            refusals.append(str(problem))
    assert min(played, len(refusals)) > 10
    assert all(refusal.isprintable() and len(refusal) <= 500 for refusal in refusals)
