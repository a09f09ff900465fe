"""Random positions with resampled secrets: the replies of the server to a player stay the same."""

import random
from collections import Counter

from tests.games.world_dominance.all_nodes import with_knowledge
from tests.games.world_dominance.random_positions import random_position
from tests.games.world_dominance.test_secrets_asked import dealt
from tests.server.test_secrets_served import everything
from wd_env.errors import StateError
from wd_env.games.world_dominance.definitions.names import NOBODY
from wd_env.games.world_dominance.table import WorldDominanceTable
from wd_env.games.world_dominance.variants import all_tables
from wd_env.table.chance_modes import SAMPLED

MAX_ACTIONS = 10  # played before a position is compared
TITLES, UNREAD = 29, 9  # number of titles, and of those not read to a player
MIN_PLAYERS = 3  # so that a third player can observe two others


def positions(number: int, seed: int) -> Counter[str]:
    """Resample `number` positions, each for one viewer, and count those that are the `same` or `other` to the viewer.

    `shown` counts positions whose owner received something else. `impossible` counts resampled secrets that contradict
    what the players already know.
    """
    rng, counts = random.Random(seed), Counter[str]()
    kinds = [(row, players) for row, players in all_tables() if players >= MIN_PLAYERS]
    while counts["same"] + counts["other"] < number:
        table = with_random_actions(with_secrets(random_position(rng, *rng.choice(kinds)), rng), rng)
        if table.is_terminal:
            continue
        viewer = rng.choice([*range(table.players), None])
        try:
            other = dealt(table, NOBODY if viewer is None else table.home_seat(viewer), 0)
        except StateError:
            counts["impossible"] += 1
            continue
        owner = rng.choice([player for player in range(table.players) if player != viewer])
        before, after = (everything(each, SAMPLED, [viewer, owner]) for each in (table, other))
        counts["same" if before[viewer] == after[viewer] else "other"] += 1
        counts["shown"] += before[owner] != after[owner]
    return counts


def with_secrets(table: WorldDominanceTable, rng: random.Random) -> WorldDominanceTable:
    """Return the table after each player has heard some titles, which are secret; the others were not drawn."""
    return with_knowledge(table, {player: rng.sample(range(TITLES), UNREAD) for player in range(table.players)})


def with_random_actions(table: WorldDominanceTable, rng: random.Random) -> WorldDominanceTable:
    """Return the table after a random number of random actions."""
    for _ in range(rng.randint(0, MAX_ACTIONS)):
        if not table.is_terminal:
            table.play(rng.choice(table.legal_texts()), seat=None)
    return table
