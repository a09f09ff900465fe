"""The nodes of a random game, one after another."""

import random

from wd_env.games.world_dominance.config import Config
from wd_env.games.world_dominance.table import WorldDominance


def random_nodes(players, seed, max_turns=60, **options):
    """Yield a random game with explicit chance at each of its nodes."""
    table = WorldDominance(Config(num_players=players, max_turns=max_turns, **options), seed=seed, chance="explicit")
    chance = random.Random(seed)
    while not table.is_terminal:
        yield table
        table.play(chance.choice(table.legal_texts()))
    yield table
