"""Untrained bots, and the stored output of one of them: `python -m tests.agents.golden_bot` writes it.

`tests/data/bots` has a bot with every part that a network can have, and the layout of its game. For some states it has
the observation, the legal actions and the output of the network. Readers in other languages are tested with these
files.
"""

import json
from itertools import count, islice
from pathlib import Path
from typing import Any

import numpy as np

from wd_env.agents.files.bot_file import save_bot
from wd_env.agents.files.bot_file_header import BotFileHeader, Provenance
from wd_env.agents.files.layout_export import write_layout
from wd_env.agents.networks.architecture import Architecture
from wd_env.agents.networks.numpy_network import Network
from wd_env.games.world_dominance.config import Config
from wd_env.games.world_dominance.game import GAME
from wd_env.games.world_dominance.table import WorldDominance, WorldDominanceTable

FOLDER = Path(__file__).parents[2] / "tests" / "data" / "bots"
BOT, LAYOUT, VECTORS = FOLDER / "small.wdbot", FOLDER / "layout.json", FOLDER / "vectors.json"
STATES = 6
PLAYERS = 4  # variants of the number of players, from two to five
DIGITS = 7  # of the logits, as precise as float32
PLANES = tuple(len(pointer.feature_indices) for pointer in GAME.pointers)
THINGS = tuple(pointer.num_items for pointer in GAME.pointers)
SMALL = Architecture((8, 8), 1, "tanh", 4, PLANES, (6,), uses_mask=True, item_counts=THINGS)
ARCHITECTURES = (
    SMALL,
    Architecture((16, 12), 2, "relu"),
    Architecture((), 0, "tanh"),
    Architecture((12,), 0, "relu", 5, PLANES),
)


def network_of(architecture: Architecture, seed: int = 1) -> Network:
    """Return a network with random weights, small enough that no unit is saturated."""
    generator = np.random.default_rng(seed)
    shapes = architecture.shapes(GAME.layout.size, len(GAME.actions))
    weights = {name: generator.normal(scale=0.1, size=shape).astype(np.float32) for name, shape in shapes.items()}
    return Network(architecture, weights, GAME.pointers)


def saved(path: Path, architecture: Architecture) -> Path:
    """Write the file of such a network."""
    network = network_of(architecture)
    return save_bot(path, network.weights, BotFileHeader.for_game(GAME, architecture, Provenance()))


def vectors() -> list[dict[str, Any]]:
    """Return states of games in progress, with the output of the small bot for each."""
    tables = (_table(seed, decisions=5 + seed * 4) for seed in count())
    return [_vector(table) for table in islice((table for table in tables if not table.is_terminal), STATES)]


def _table(seed: int, decisions: int) -> WorldDominanceTable:
    """Return a table after this number of random actions, or at the end of its game."""
    table = WorldDominance(Config(num_players=2 + seed % PLAYERS), seed=seed)
    generator = np.random.default_rng(seed)
    while decisions > 0 and not table.is_terminal:
        table.play(str(generator.choice(table.legal_texts())))
        decisions -= 1
    return table


def _vector(table: WorldDominanceTable) -> dict[str, Any]:
    view = table.view(table.seat)
    obs, mask = view.arrays
    logits, value = network_of(SMALL).evaluate(obs, mask)
    return {
        "state": table.to_json(),
        "obs": obs[0].tolist(),
        "mask": mask[0].tolist(),
        "logits": [round(float(logit), DIGITS) for logit in logits[0]],
        "value": round(float(value[0]), DIGITS),
    }


def main() -> None:
    """Write all three files."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    saved(BOT, SMALL)
    write_layout(LAYOUT, GAME)
    lines = ",\n".join(json.dumps(vector, separators=(",", ":")) for vector in vectors())
    VECTORS.write_text(f"[\n{lines}\n]\n", "utf-8")


if __name__ == "__main__":
    main()
