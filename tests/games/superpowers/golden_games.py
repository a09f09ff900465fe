"""The golden playthroughs of Superpowers: random games over numbers of players, teams and ways to set up.

Run `python -c "from tests.games.superpowers.golden_games import regenerate; regenerate()"` when the rules change on
purpose.
"""

import random
from pathlib import Path
from typing import Any

from tests.games.world_dominance.policies import digest_of
from wd_env.games.superpowers.config import Config
from wd_env.games.superpowers.table import Superpowers, SuperpowersTable

FOLDER = Path(__file__).parent / "golden"
GAMES: dict[str, dict[str, Any]] = {
    "picked_2_players": {"num_players": 2, "max_rounds": 2},
    "dealt_3_players": {"num_players": 3, "setup": "deal", "max_rounds": 2, "encircle": "ask"},
    "war_4_players": {
        "num_players": 4,
        "teams": "two",
        "setup": "deal",
        "max_rounds": 8,
        "skip_forced": True,
        "auto_casualties": True,
        "auto_land": True,
        "auto_place": True,
    },
}


def play_random(options: dict[str, Any], seed: int) -> SuperpowersTable:
    """Play a random game to its end."""
    table, rng = Superpowers(Config(**options), seed=seed), random.Random(seed)
    while not table.is_terminal:
        table.play(rng.choice(table.legal_texts()))
    return table


def regenerate() -> None:
    """Write the games, and the digest of each last table."""
    FOLDER.mkdir(exist_ok=True)
    finals = []
    for seed, (name, options) in enumerate(GAMES.items()):
        table = play_random(options, seed)
        (FOLDER / f"{name}.txt").write_text(table.record().dumps(), "utf-8")
        finals.append(f"{name}: {digest_of(table)}\n")
    (FOLDER / "finals.txt").write_text("".join(finals), "utf-8")
