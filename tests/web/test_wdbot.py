"""`wdbot.js` reads a bot file and acts as the network in NumPy; node runs it."""

import hashlib
import json
import struct
import subprocess
from pathlib import Path
from shutil import which

import numpy as np
import pytest

pytest.importorskip("numba")
pytest.importorskip("safetensors")

from tests.agents import golden_bot
from tests.agents.games import decisions
from wd_env.agents.files.bot_file import load_bot
from wd_env.agents.files.bundled_models import bundled_policy
from wd_env.games.world_dominance.game import GAME
from wd_env.storage.tensor_file import DIGEST_BYTES, PREFIX

pytestmark = pytest.mark.skipif(
    which("node") is None, reason="node is not installed, which runs the scripts of the page"
)

ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / "wd_env" / "server" / "page" / "wdbot.js"
RUNNER = Path(__file__).with_name("run_bot.mjs")
POSITIONS = 300
CLOSE = 1e-5  # for float32 sums, whose last digits depend on the processor; relative for large sums


def run(bot, *, layout=golden_bot.LAYOUT, obs=(), masks=(), folder=None):
    """Return the output of the script: its results for the positions, or why it rejects the file."""
    words = ["node", str(RUNNER), str(SCRIPT), str(bot), str(layout)]
    if folder is not None:
        positions = folder / "positions.json"
        positions.write_text(json.dumps({"obs": [list(row) for row in obs], "mask": [list(row) for row in masks]}))
        words.append(str(positions))
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def logits_of(reply):
    return np.array(
        [[-np.inf if logit is None else logit for logit in answer["logits"]] for answer in reply["answers"]]
    )


@pytest.mark.parametrize("architecture", [*golden_bot.ARCHITECTURES, None])
def test_it_answers_as_the_network(architecture, tmp_path):
    """Compare the script with NumPy; the architecture None is the bundled policy."""
    obs, masks = decisions(POSITIONS if architecture in (golden_bot.SMALL, None) else POSITIONS // 10)
    bot = bundled_policy(GAME.name) if architecture is None else golden_bot.saved(tmp_path / "bot.wdbot", architecture)
    results = run(bot, obs=obs.tolist(), masks=masks.tolist(), folder=tmp_path)
    network, _ = load_bot(bot, GAME)
    wanted, worth = network.evaluate(obs, masks)
    legal, logits = masks.astype(bool), logits_of(results)
    assert np.abs(logits[legal] - wanted[legal]).max() < CLOSE * max(1.0, np.abs(wanted[legal]).max())
    assert np.isneginf(logits[~legal]).all()
    assert [answer["value"] for answer in results["answers"]] == pytest.approx(worth.tolist(), abs=CLOSE)
    assert [answer["best"] for answer in results["answers"]] == network.best(obs, masks).tolist()
    assert [answer["sum"] for answer in results["answers"]] == pytest.approx([1] * len(obs))


def test_it_answers_the_golden_vectors(tmp_path):
    vectors = json.loads(golden_bot.VECTORS.read_text("utf-8"))
    obs, masks = [vector["obs"] for vector in vectors], [vector["mask"] for vector in vectors]
    results = run(golden_bot.BOT, obs=obs, masks=masks, folder=tmp_path)
    legal = np.array(masks, bool)
    assert np.abs(logits_of(results)[legal] - np.array([vector["logits"] for vector in vectors])[legal]).max() < CLOSE


def sealed(header, payload):
    """Return a bot file whose checksum is correct."""
    data = PREFIX.pack(b"\x89wd_env\n", 1, len(header), len(payload)) + header + payload
    return data + hashlib.sha256(data).digest()


def parts(data):
    _, _, length, _ = PREFIX.unpack_from(data)
    return json.loads(data[PREFIX.size : PREFIX.size + length]), data[PREFIX.size + length : -DIGEST_BYTES]


def with_header(**changes):
    def change(data):
        header, payload = parts(data)
        return sealed(json.dumps(header | changes).encode(), payload)

    return change


def with_architecture(**changes):
    return lambda data: with_header(architecture=parts(data)[0]["architecture"] | changes)(data)


def with_nan(data):
    header, payload = parts(data)
    return sealed(json.dumps(header).encode(), payload[:-4] + struct.pack("<f", float("nan")))


def without_tensors(data):
    return sealed(json.dumps(parts(data)[0]).encode(), struct.pack("<Q", 2) + b"{}")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda data: b"", "is not one of wd_env"),
        (lambda data: b"PK\x03\x04" + bytes(100), "is not one of wd_env"),
        (lambda data: data[:10], "truncated within its first bytes"),
        (lambda data: data[:-1], "bytes where its lengths say"),
        (lambda data: data[:-1] + b"?", "its checksum does not fit"),
        (lambda data: data[:8] + b"\x02" + data[9:], "has format 2"),
        (lambda data: sealed(b"{", b""), "the header is not JSON"),
        (lambda data: sealed(b"[]", b""), "the header is not an object"),
        (lambda data: sealed(b"\xff{}", b""), "the header is not JSON"),
        (with_header(kind="wd_env value network"), "is of kind"),
        (with_header(game="chess\x1b[2J"), r'made for game "chess\u001b[2J"'),
        (with_header(layout_hash="0" * 16), "made for layout_hash"),
        (with_architecture(hidden=[8, 8.5]), "describes no network"),
        (with_architecture(hidden=[10**9]), "describes no network"),
        (with_architecture(activation="constructor"), "describes no network"),
        (with_architecture(shared=9), "describes no network"),
        (with_architecture(hidden=[8, 9]), "is not float32 of shape"),
        (with_architecture(uses_mask=False), "is not float32 of shape"),
        (with_architecture(recurrent_units=4), "the bot is recurrent: it needs the earlier decisions of the game"),
        (with_nan, "holds NaN or infinite numbers"),
        (without_tensors, "missing or unknown tensors"),
    ],
)
def test_a_corrupt_or_foreign_file_is_rejected_with_one_line(change, message, tmp_path):
    bot = tmp_path / "bad.wdbot"
    bot.write_bytes(change(golden_bot.BOT.read_bytes()))
    found = run(bot)["refused"]
    assert message in found
    assert found.isprintable()


@pytest.mark.parametrize(
    ("obs", "mask", "message"),
    [
        ([0] * 3, [1] * len(GAME.actions), "the view has 3 numbers"),
        ([128] * GAME.layout.size, [1] * len(GAME.actions), "integers from -128 to 127"),
        ([0.5] * GAME.layout.size, [1] * len(GAME.actions), "integers from -128 to 127"),
        ([0] * GAME.layout.size, [0] * len(GAME.actions), "the mask offers no action"),
    ],
)
def test_an_invalid_view_is_rejected(obs, mask, message, tmp_path):
    assert message in run(golden_bot.BOT, obs=[obs], masks=[mask], folder=tmp_path)["refused"]
