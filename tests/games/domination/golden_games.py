"""The golden playthroughs of Domination: random games, one for each type of game and each system of card values.

Each is the game with the lowest seed that ends by its rules within the maximum number of lines. Run `python -c "from
tests.games.domination.golden_games import regenerate; regenerate()"` when the rules change on purpose.
"""

import random
from itertools import count
from pathlib import Path
from typing import Any

from tests.games.world_dominance.policies import digest_of
from wd_env.games.domination.config import Config
from wd_env.games.domination.table import Domination, DominationTable

FOLDER = Path(__file__).parent / "golden"
MAX_LINES = 1500
GAMES: dict[str, tuple[str, dict[str, Any]]] = {
    "conquest_2_players": ("conquest", {"num_players": 2, "attack_dice": "max", "card_values": "fixed"}),
    "capitals_3_players": ("capitals", {"game_type": "capital", "card_values": "italian", "auto_defend": False}),
    "mission_4_players": ("mission", {"game_type": "mission", "num_players": 4, "recycle": False}),
}


def play_random(options: dict[str, Any], seed: int) -> DominationTable:
    """Play a random game that attacks and rolls whenever it may, up to the maximum number of lines."""
    table, rng = Domination(Config(**options), seed=seed), random.Random(seed)
    while not table.is_terminal and len(table.lines) < MAX_LINES:
        legal = table.legal_texts()
        blitz = [text for text in legal if text == "blitz"] if rng.random() < 0.7 else []
        attacks = [text for text in legal if text != "pass"] if table.node.name == "attack_from" else []
        table.play(rng.choice(blitz or attacks or legal))
    return table


def regenerate() -> None:
    """Write the games, and the digest of each last table."""
    FOLDER.mkdir(exist_ok=True)
    finals = []
    for name, (ending, options) in GAMES.items():
        table = next(table for seed in count() if (table := play_random(options, seed)).board.ended_by == ending)
        (FOLDER / f"{name}.txt").write_text(table.record().dumps(), "utf-8")
        finals.append(f"{name}: {digest_of(table)}\n")
    (FOLDER / "finals.txt").write_text("".join(finals), "utf-8")
