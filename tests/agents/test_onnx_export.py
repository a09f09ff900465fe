"""A bot as an ONNX model gives the output of its NumPy network; invalid bots are rejected before writing."""

import json

import numpy as np
import pytest

pytest.importorskip("onnx")
pytest.importorskip("onnxruntime")
pytest.importorskip("numba")

import onnx
import onnxruntime

from tests.agents import golden_bot
from tests.agents.games import decisions
from wd_env.agents.files.bot_file import load_bot
from wd_env.agents.files.bundled_models import bundled_policy
from wd_env.agents.files.onnx_export import IR_VERSION, OPSET, build_model, export_bot
from wd_env.cli.main import EXIT_OK, EXIT_USAGE, main
from wd_env.games.world_dominance.game import GAME

POSITIONS = 1000
CLOSE = 1e-5


@pytest.fixture(scope="module")
def positions():
    return decisions(POSITIONS)


def answers(path, obs, masks):
    session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])
    return session.run(["logits", "value"], {"obs": obs, "mask": masks})


@pytest.mark.parametrize("architecture", [*golden_bot.ARCHITECTURES, None])
def test_a_model_answers_as_the_network(architecture, positions, tmp_path):
    """Compare the model with NumPy; the architecture None is the bundled policy."""
    obs, masks = positions
    bot = bundled_policy(GAME.name) if architecture is None else golden_bot.saved(tmp_path / "bot.wdbot", architecture)
    export_bot(bot, tmp_path / "bot.onnx", GAME)
    logits, values = answers(tmp_path / "bot.onnx", obs, masks)
    network, _ = load_bot(bot, GAME)
    wanted, worth = network.evaluate(obs, masks)
    legal = masks.astype(bool)
    np.testing.assert_allclose(logits[legal], wanted[legal], rtol=CLOSE, atol=CLOSE)  # sums of float32
    assert np.isneginf(logits[~legal]).all()
    assert np.abs(values - worth).max() < CLOSE
    assert logits.argmax(axis=1).tolist() == network.best(obs, masks).tolist()
    assert len(set(network.best(obs, masks).tolist())) > 10, "expected positions with different actions"


def test_a_model_says_what_it_was_made_for(tmp_path):
    network, meta = load_bot(golden_bot.BOT, GAME)
    model = build_model(network, meta)
    assert {entry.key: entry.value for entry in model.metadata_props} == {
        "game": GAME.name,
        "version": str(GAME.version),
        "actions_hash": GAME.actions_hash,
        "layout_hash": GAME.layout_hash,
        "rules_hash": GAME.rules_hash,
    }
    assert [entry.version for entry in model.opset_import] == [OPSET]
    assert model.ir_version == IR_VERSION


def test_the_command_writes_a_model_and_the_layout(tmp_path, capsys):
    out, layout = tmp_path / "small.onnx", tmp_path / "layout.json"
    assert main(["export", str(golden_bot.BOT), str(out)]) == EXIT_OK
    printed = capsys.readouterr().out
    model = onnx.load(out)
    onnx.checker.check_model(model, full_check=True)
    assert f"obs int8[batch, {GAME.layout.size}]" in printed
    assert f"Outputs: {', '.join(output.name for output in model.graph.output)}.\n" in printed
    assert main(["export", str(golden_bot.BOT), str(layout)]) == EXIT_OK
    assert layout.read_bytes() == golden_bot.LAYOUT.read_bytes()


def test_the_golden_files_are_those_of_this_version(tmp_path):
    assert golden_bot.saved(tmp_path / "small.wdbot", golden_bot.SMALL).read_bytes() == golden_bot.BOT.read_bytes()
    kept, made = json.loads(golden_bot.VECTORS.read_text("utf-8")), golden_bot.vectors()
    for one, other in zip(kept, made, strict=True):
        assert one["logits"] == pytest.approx(other["logits"], abs=CLOSE)
        assert one["value"] == pytest.approx(other["value"], abs=CLOSE)
        assert {name: one[name] for name in ("state", "obs", "mask")} == {
            name: other[name] for name in ("state", "obs", "mask")
        }


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda data: data[:-40] + b"x" + data[-39:], "its checksum does not match"),
        (lambda data: data[: len(data) // 2], "is damaged"),
        (lambda data: b"PK\x03\x04" + data, "zip archive"),
        (lambda data: b"", "expected a wd_env file"),
    ],
)
@pytest.mark.parametrize("name", ["out.onnx", "out.json"])
def test_a_corrupt_or_foreign_file_is_rejected_with_one_line(change, message, name, tmp_path, capsys):
    bot, out = tmp_path / "bad.wdbot", tmp_path / name
    bot.write_bytes(change(golden_bot.BOT.read_bytes()))
    assert main(["export", str(bot), str(out)]) == EXIT_USAGE
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1
    assert not out.exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "expected 2 files, that of the bot and the one to write, got 0"),
        (["a", "b", "c"], "got 3"),
        (["a", "model"], "expected a name that ends in .onnx or .json"),
        (["a", "nowhere/model.onnx"], "nowhere"),
        (["a", "model.onnx"], "unknown bot 'a'"),
        (["a", "model.onnx", "--game", "chess"], "unknown game 'chess'"),
    ],
)
def test_an_unwritable_file_is_rejected_before_any_work(arguments, message, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["export", *arguments]) == EXIT_USAGE
    assert message in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
