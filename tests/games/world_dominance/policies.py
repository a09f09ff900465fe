"""Simple policies for tests: each chooses among the texts of the legal actions with a given generator.

They take games in different directions, so that tests see full and empty hands, and long and short games.
"""

import hashlib
import os
import random
from collections.abc import Callable, Iterator, Sequence

from wd_env.games.world_dominance.config import Config
from wd_env.games.world_dominance.table import WorldDominance, WorldDominanceTable
from wd_env.table.chance_modes import SAMPLED
from wd_env.table.game_table import Table

Policy = Callable[[Sequence[str], random.Random], str]

GAMES = int(os.environ.get("WD_GAMES", "10"))  # games per number of players and policy


def prefer(*words: str) -> Policy:
    """Return a policy that takes the first legal action with one of these words, and a random one if there is none."""

    def choose(options: Sequence[str], rng: random.Random) -> str:
        for word in words:
            offered = [option for option in options if option.startswith(word)]
            if offered and rng.random() < 0.9:
                return rng.choice(offered)
        return rng.choice(options)

    return choose


def uniform(options: Sequence[str], rng: random.Random) -> str:
    """Return a random legal action."""
    return rng.choice(options)


# Preferences of each policy, the strongest first.
PREFERENCES: dict[str, tuple[str, ...]] = {
    "uniform": (),
    "greedy": ("length", "run", "antarctica", "take", "card", "world pack", "pay two", "raise", "accept"),
    "stalling": ("pass", "decline", "rest", "leave", "keep pass", "allow", "ask", "throw", "be interned"),
    "hoarding": ("length", "run", "reinforce", "be interned", "declare", "revive", "block", "use pass", "decline"),
}
POLICIES: dict[str, Policy] = {name: prefer(*words) if words else uniform for name, words in PREFERENCES.items()}


def new_table(players: int, seed: int, max_turns: int = 150, chance: str = SAMPLED) -> WorldDominanceTable:
    """Return a table that is truncated after `max_turns` turns."""
    return WorldDominance(Config(num_players=players, max_turns=max_turns), seed=seed, chance=chance)


def turns_of(table: Table, policy: Policy, rng: random.Random) -> Iterator[Table]:
    """Yield the table at each of its decisions, and once more when the game is over."""
    while not table.is_terminal:
        yield table
        table.play(policy(table.legal_texts(), rng))
    yield table


def positions(policy: Policy, games: int, every: int, seed: int = 0) -> Iterator[Table]:
    """Yield one decision in `every`, from games of two to five players."""
    rng = random.Random(f"positions {seed}")
    for game in range(games):
        table = new_table(2 + game % 4, seed * 1000 + game)
        for at in turns_of(table, policy, rng):
            if not at.is_terminal and rng.randrange(every) == 0:
                yield at


def digest_of(table: Table) -> str:
    """Return a digest of the whole game: its record, its last state and the last observation of each seat."""
    whole = hashlib.sha256(table.record().dumps().encode())
    whole.update(table.state.to_bytes())
    for seat in range(table.state.seats):
        whole.update(bytes(table.observe(seat)))
    return whole.hexdigest()[:32]
