"""The smallest bot that can be saved, its game, and the error message for an invalid file."""

from types import SimpleNamespace

import numpy as np
import pytest

from wd_env.agents.files.bot_file import load_bot
from wd_env.agents.files.bot_file_header import BotFileHeader, Provenance
from wd_env.agents.networks.architecture import Architecture
from wd_env.errors import CheckpointError

GAME = SimpleNamespace(
    name="toy", version=0, actions=("pass", "roll", "buy"), layout=SimpleNamespace(size=2),
    actions_hash="aaaa", layout_hash="bbbb", rules_hash="cccc", pointers=(),
)  # fmt: skip
ARCHITECTURE = Architecture((2,), 1, "relu")
VIEWS = np.array([[1, -2], [3, 0]], dtype=np.int8)


def weights(seed=0):
    generator = np.random.default_rng(seed)
    shapes = ARCHITECTURE.shapes(2, 3)
    return {name: generator.normal(size=shape).astype(np.float32) for name, shape in shapes.items()}


def meta():
    provenance = Provenance({"ppo": {"clip": 0.2}}, {"last_player": "wins"}, {"random": [0.9, 0.8, 1.0]}, 3, 99)
    return BotFileHeader.for_game(GAME, ARCHITECTURE, provenance)


def refusal(path, game=GAME):
    """Return the one-line error with which a bot is rejected."""
    with pytest.raises(CheckpointError) as caught:
        load_bot(path, game)
    message = str(caught.value)
    assert "\n" not in message
    assert str(path) in message
    return message
