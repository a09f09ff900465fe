"""A bot file gives the bot that was saved, or one error; nothing in an untrusted file is executed."""

import dataclasses
import hashlib
import json
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from tests.agents.small_bot import ARCHITECTURE, GAME, VIEWS, meta, refusal, weights
from wd_env.agents.files.bot_file import BOT_FILE_NAME, load_bot, save_bot
from wd_env.agents.files.bot_file_header import BotFileHeader, Provenance, current_provenance
from wd_env.agents.networks.architecture import Architecture
from wd_env.errors import CheckpointError
from wd_env.spec.observation_layout import Pointer
from wd_env.storage import tensor_file

ROOT = Path(__file__).parents[2]


def test_a_bot_comes_back_as_it_was_saved(bot):
    network, found = load_bot(bot, GAME)
    assert found == meta()
    assert network.architecture == ARCHITECTURE
    assert all((network.weights[name] == array).all() for name, array in weights().items())
    assert network.evaluate(VIEWS)[0].shape == (2, 3)


LATER = ("value_hidden", "uses_mask", "item_counts")


def test_a_bot_without_newer_fields_is_written_as_before_and_read(bot):
    header, _ = tensor_file.read_tensor_file(bot)
    assert not set(LATER) & header["architecture"].keys()
    assert load_bot(bot, GAME)[1].architecture == ARCHITECTURE


@pytest.mark.parametrize(
    "architecture",
    [
        Architecture((2,), 0, "tanh", value_hidden=(3, 2)),
        Architecture((2, 3), 1, "tanh", value_hidden=()),
        Architecture((), 0, "relu", uses_mask=True),
    ],
)
def test_a_bot_with_newer_fields_is_restored_as_saved(architecture, tmp_path):
    rng = np.random.default_rng(1)
    tensors = {n: rng.normal(size=s).astype(np.float32) for n, s in architecture.shapes(2, 3).items()}
    path = save_bot(tmp_path / "x.wdbot", tensors, BotFileHeader.for_game(GAME, architecture, Provenance()))
    network, found = load_bot(path, GAME)
    assert found.architecture == architecture
    assert network.evaluate(VIEWS, np.ones((2, 3), np.int8))[1].shape == (2,)


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"value_hidden": [0]}, "value_hidden: expected positive integers, got [0]"),
        ({"value_hidden": [True]}, "value_hidden: expected positive integers, got [True]"),
        ({"value_hidden": 3}, "architecture.value_hidden: expected type list, got 3"),
        ({"uses_mask": 1}, "architecture.uses_mask: expected type bool, got 1"),
        ({"uses_mask": None}, "architecture.uses_mask: expected type bool, got None"),
        ({"value_hidden": [2]}, "tensors: missing or unknown: value.0"),
        ({"item_counts": [2]}, "item_counts (2,) are not 0 times 1 to 8192, or none"),
        ({"item_counts": [0]}, "item_counts: expected positive integers, got [0]"),
        ({"item_counts": None}, "architecture.item_counts: expected type list, got None"),
        ({"reads": True}, "missing or unknown fields: architecture.reads"),
    ],
)
def test_invalid_newer_fields_are_rejected(changed, words, tmp_path):
    architecture = Architecture((2,), 0, "tanh")
    tensors = {n: np.zeros(s, np.float32) for n, s in architecture.shapes(2, 3).items()}
    path = save_bot(tmp_path / "x.wdbot", tensors, BotFileHeader.for_game(GAME, architecture, Provenance()))
    header, tensors = tensor_file.read_tensor_file(path)
    value = header["architecture"] | changed
    if value.get("value_hidden") == [2]:
        tensors = {name: tensor for name, tensor in tensors.items() if name != "value.0.bias"}
    tensor_file.write_tensor_file(path, header | {"architecture": value}, tensors)
    assert words in refusal(path)


def test_a_bot_with_pointers_is_rejected_by_a_game_with_other_items(tmp_path):
    pointing = Architecture((2,), 1, "relu", pointer_units=2, planes=(2,))
    generator = np.random.default_rng(1)
    tensors = {n: generator.normal(size=s).astype(np.float32) for n, s in pointing.shapes(2, 3).items()}
    path = save_bot(tmp_path / "x.wdbot", tensors, BotFileHeader.for_game(GAME, pointing, Provenance()))
    assert "planes: expected those of this game, got (2,)" in refusal(path)
    fitting = SimpleNamespace(**vars(GAME) | {"pointers": (Pointer("things", 0, ((0, 1), (1, 0))),)})
    network, _ = load_bot(path, fitting)
    assert network.logits(VIEWS).shape == (2, 3)


def test_a_bot_with_item_embeddings_is_restored_and_rejected_by_a_game_with_other_items(tmp_path):
    pointing = Architecture((2,), 1, "relu", pointer_units=2, planes=(2,), item_counts=(2,))
    generator = np.random.default_rng(1)
    tensors = {n: generator.normal(size=s).astype(np.float32) for n, s in pointing.shapes(2, 3).items()}
    path = save_bot(tmp_path / "x.wdbot", tensors, BotFileHeader.for_game(GAME, pointing, Provenance()))
    fitting = SimpleNamespace(**vars(GAME) | {"pointers": (Pointer("things", 0, ((0, 1), (1, 0))),)})
    network, found = load_bot(path, fitting)
    assert found.architecture == pointing
    assert (network.weights["item_embeddings.0"] == tensors["item_embeddings.0"]).all()
    other = SimpleNamespace(**vars(GAME) | {"pointers": (Pointer("things", 0, ((0,), (1,))),)})
    with pytest.raises(CheckpointError, match=r"item_counts: expected those of this game, got \(2,\)"):
        load_bot(path, other)


def test_a_folder_stands_for_the_bot_in_it(tmp_path):
    assert save_bot(tmp_path, weights(), meta()) == tmp_path / BOT_FILE_NAME
    assert load_bot(str(tmp_path), GAME)[1] == meta()


def test_a_folder_without_a_bot_says_which_file_is_missing(tmp_path):
    with pytest.raises(CheckpointError, match=r"bot\.wdbot: cannot be read: No such file"):
        load_bot(tmp_path, GAME)


def test_provenance_names_versions_and_date():
    found = current_provenance({}, {}, {}, seed=1, decisions=2)
    assert found.packages["numpy"] == np.__version__
    assert found.date.endswith("+00:00")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"name": "other", "actions": ("pass",)}, "game 'toy'; this game has game 'other'"),
        ({"version": 1}, "version 0; this game has version 1"),
        ({"actions_hash": "zz"}, "for other actions; this game has its own"),
        ({"layout_hash": "zz"}, "for observations of other pieces; this game has its own"),
        ({"layout": SimpleNamespace(size=3)}, "2 numbers in an observation; this game has 3 numbers in an observation"),
        ({"actions": ("pass",)}, "3 actions; this game has 1 actions"),
    ],
)
def test_a_bot_for_another_game_is_refused_with_what_differs(bot, change, words):
    assert words in refusal(bot, SimpleNamespace(**vars(GAME) | change))


def test_a_bot_trained_under_other_rules_with_the_same_layouts_still_plays(bot):
    _, found = load_bot(bot, SimpleNamespace(**vars(GAME) | {"rules_hash": "zz"}))
    assert found.rules_hash == "cccc"


def rewritten(path, header=None, tensors=None):
    """Change header and tensors of a bot file, with a correct checksum, and return its path."""
    old_header, old_tensors = tensor_file.read_tensor_file(path)
    tensor_file.write_tensor_file(path, old_header | (header or {}), old_tensors | (tensors or {}))
    return path


ARCH = {"hidden": [2], "shared": 1, "activation": "relu", "pointer_units": 0, "planes": []}


@pytest.mark.parametrize(
    ("header", "words"),
    [
        ({"kind": "wd_env snapshot"}, "kind: expected 'wd_env bot', that of a bot, got 'wd_env snapshot'"),
        ({"kind": None}, "that of a bot, got None"),
        ({"kind_version": 2}, "format of the bot: expected 1, got 2"),
        ({"kind_version": 1.0}, "format of the bot: expected 1, got 1.0"),
        ({"kind_version": True}, "format of the bot: expected 1, got True"),
        ({"surprise": 1}, "unknown fields: surprise"),
        ({"version": True}, "version: expected type int, got True"),
        ({"version": 0.0}, "version: expected type int, got 0.0"),
        ({"game": ["toy"]}, "game: expected type str, got ['toy']"),
        ({"provenance": None}, "provenance: expected type dict, got None"),
        ({"provenance": {"seed": 1}}, "missing or unknown fields: provenance.config"),
        ({"architecture": []}, "architecture: expected type dict, got []"),
        ({"architecture": ARCH | {"layers": 1}}, "unknown fields: architecture.layers"),
        (
            {"architecture": ARCH | {"activation": "exec"}},
            "activation: expected relu, tanh, got 'exec'",
        ),
        ({"architecture": ARCH | {"hidden": [2.0]}}, "hidden: expected positive integers, got [2.0]"),
        ({"architecture": ARCH | {"hidden": [10**9]}}, "1 to 8192 units"),
        ({"architecture": ARCH | {"planes": [2]}}, "pointer_units 0 with planes (2,)"),
        (
            {"architecture": ARCH | {"pointer_units": 2, "planes": [True]}},
            "planes: expected positive integers, got [True]",
        ),
        (
            {"architecture": ARCH | {"pointer_units": 2, "planes": [3]}},
            "planes: expected those of this game, got (3,)",
        ),
        ({"architecture": ARCH | {"shared": 0}}, "tensors: missing or unknown: policy.0.bias"),
        ({"architecture": ARCH | {"hidden": [3]}}, "expected float32(3, 2)"),
    ],
)
def test_a_header_that_does_not_fit_is_refused_by_name(bot, header, words):
    assert words in refusal(rewritten(bot, header))


@pytest.mark.parametrize("field", [entry.name for entry in dataclasses.fields(BotFileHeader)])
def test_a_missing_field_is_refused_by_name(bot, field):
    header, tensors = tensor_file.read_tensor_file(bot)
    tensor_file.write_tensor_file(bot, {name: value for name, value in header.items() if name != field}, tensors)
    assert f"missing or unknown fields: {field}" in refusal(bot)


@pytest.mark.parametrize(
    ("tensors", "words"),
    [
        ({"value_head.bias": np.zeros(2, dtype=np.float32)}, "value_head.bias: expected float32(1,), got float32(2,)"),
        ({"value_head.bias": np.zeros(1)}, "value_head.bias: expected float32(1,), got float64(1,)"),
        ({"extra": np.zeros(1, dtype=np.float32)}, "tensors: missing or unknown: extra"),
    ],
)
def test_tensors_that_do_not_fit_are_refused_by_name(bot, tensors, words):
    assert words in refusal(rewritten(bot, tensors=tensors))


def test_tensors_of_other_shapes_or_diverged_ones_are_not_saved(bot):
    before = bot.read_bytes()
    wrong = weights() | {"action.bias": np.zeros(9, dtype=np.float32)}
    diverged = weights() | {"action.bias": np.full(3, np.nan, dtype=np.float32)}
    for tensors in (wrong, diverged):
        with pytest.raises(CheckpointError, match=r"action\.bias"):
            save_bot(bot, tensors, meta())
    assert bot.read_bytes() == before


def test_weights_that_are_no_numbers_are_refused(bot):
    """Change the file directly, with a correct checksum, because the writer would reject it."""
    data = bytearray(bot.read_bytes())
    place = data.find(weights()["value_head.bias"].tobytes())
    data[place : place + 4] = np.float32(np.nan).tobytes()
    digest = tensor_file.hashlib.sha256(data[:-32]).digest()
    bot.write_bytes(bytes(data[:-32]) + digest)
    assert "value_head.bias: expected finite numbers" in refusal(bot)


def test_every_single_flipped_bit_is_refused(bot):
    data = bot.read_bytes()
    assert len(data) <= 8192
    for place in range(len(data)):
        for bit in range(8):
            damaged = bytearray(data)
            damaged[place] ^= 1 << bit
            bot.write_bytes(damaged)
            with pytest.raises(CheckpointError):
                load_bot(bot, GAME)


def test_every_prefix_and_every_trailing_byte_is_refused(bot):
    data = bot.read_bytes()
    for length in range(len(data)):
        bot.write_bytes(data[:length])
        with pytest.raises(CheckpointError):
            load_bot(bot, GAME)
    for value in range(256):
        bot.write_bytes(data + bytes([value]))
        assert f"expected {len(data)} bytes by its prefix, got {len(data) + 1}" in refusal(bot)


# Load a valid bot once, because lazy imports compile code, too; afterwards nothing may compile, unpickle, start,
# connect or write.


PROVENANCE = {"config": {}, "rules": {}, "results": {}, "seed": 1, "decisions": 2, "packages": {}, "date": ""}


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"packages": {"numpy": 2}}, "provenance.packages: expected versions as text, by name, got {'numpy': 2}"),
        ({"seed": -1}, "provenance.seed: expected an integer from 0, got -1"),
        ({"decisions": -5}, "provenance.decisions: expected an integer from 0, got -5"),
        ({"date": "yesterday"}, "provenance.date: expected an ISO 8601 date or '', got 'yesterday'"),
    ],
)
def test_a_provenance_that_cannot_be_is_refused(bot, changed, words):
    header, tensors = tensor_file.read_tensor_file(bot)
    tensor_file.write_tensor_file(bot, {**header, "provenance": {**PROVENANCE, **changed}}, tensors)
    assert words in refusal(bot)
    tensor_file.write_tensor_file(bot, {**header, "provenance": PROVENANCE}, tensors)
    assert load_bot(bot, GAME)[1].provenance == Provenance(**PROVENANCE)


@pytest.mark.parametrize("where", ["key", "value"])
def test_a_lone_surrogate_is_rejected_when_read_and_when_written(bot, where):
    header, tensors = tensor_file.read_tensor_file(bot)
    results = {"key": {"\ud800": 1}, "value": {"told": ["\udfff"]}}[where]
    broken = {**header, "provenance": {**PROVENANCE, "results": results}}
    before = bot.read_bytes()
    with pytest.raises(CheckpointError, match="the header cannot be saved"):
        tensor_file.write_tensor_file(bot, broken, tensors)
    assert bot.read_bytes() == before
    text, payload = json.dumps(broken).encode(), tensor_file.read_verified(bot).payload
    data = tensor_file.PREFIX.pack(tensor_file.MAGIC, tensor_file.FORMAT, len(text), len(payload)) + text + payload
    bot.write_bytes(data + hashlib.sha256(data).digest())
    assert "is a lone surrogate" in refusal(bot)
