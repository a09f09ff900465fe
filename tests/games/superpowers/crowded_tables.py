"""Tables with units of every kind in many places, for orders that are rare in games from the start."""

import random
from typing import Any

from wd_env.games.superpowers.checks.check_state import check_state
from wd_env.games.superpowers.config import Config
from wd_env.games.superpowers.definitions.rule_constants import (
    CARGO_ROWS,
    CARRIER_ROW,
    FIGHTER_AT_SEA,
    LAND_ROWS,
    LANDS,
    POWERS,
    SEA_ROWS,
    TRANSPORT_ROW,
    ZONES,
)
from wd_env.games.superpowers.rules.fleets import add_at_sea
from wd_env.games.superpowers.table import Superpowers, SuperpowersTable

LAND_STACKS = ((0, 3), (1, 2), (4, 2), (5, 1), (6, 1))  # row on land, and maximum number of units
SEA_STACKS = ((1, 3), (2, 2), (3, 2), (4, 2))
CARGO_STACKS = ((0, 4), (1, 2), (3, 1))
FLEETS, MANY_FLEETS = 4, 12  # zones with ships of each power
GROUPS = 5  # lands per power that get more units
ROUNDS = (5, 6, 7, 8)
PRODUCTIONS = (20, 30, 45, 60)


def crowded_table(config: Config, seed: int, fleets: int = FLEETS) -> SuperpowersTable:
    """Return a game at its first purchase, after random units were added for every power."""
    rng = random.Random(seed)
    table = Superpowers(config, seed=seed)
    while table.node.name != "buy":
        table.play(rng.choice(table.legal_texts()))
    s: Any = table.state
    s.round = rng.choice(ROUNDS)
    for power in range(POWERS):
        if s.in_play[power]:
            s.production[power] = rng.choice(PRODUCTIONS)
            _add_land_units(s, power, rng)
            _add_fleets(s, power, rng, fleets)
    s.credit = s.production[s.turn]
    check_state(s)
    table.mark_start()
    return table


def _add_land_units(s: Any, power: int, rng: random.Random) -> None:
    own = [land for land in range(LANDS) if s.holder[land] == power]
    for _ in range(GROUPS):
        land = rng.choice(own)
        for row, max_units in LAND_STACKS:
            s.land_units[(power * LAND_ROWS + row) * LANDS + land] += rng.randint(0, max_units)


def _add_fleets(s: Any, power: int, rng: random.Random, fleets: int) -> None:
    for zone in rng.sample(range(ZONES), fleets):
        others = [other for other in range(POWERS) if s.relation[power * POWERS + other] == 0]
        first = [(other * SEA_ROWS) * ZONES + zone for other in others]
        if any(s.sea_units[at + row * ZONES] for at in first for row in range(SEA_ROWS)):
            continue
        for row, max_units in SEA_STACKS:
            add_at_sea(s, power, row, zone, rng.randint(0, max_units))
        decks = 2 * s.sea_units[(power * SEA_ROWS + CARRIER_ROW) * ZONES + zone]
        decks -= s.sea_units[(power * SEA_ROWS + FIGHTER_AT_SEA) * ZONES + zone]
        add_at_sea(s, power, FIGHTER_AT_SEA, zone, rng.randint(0, max(0, decks)))
        hold = 4 * s.sea_units[(power * SEA_ROWS + TRANSPORT_ROW) * ZONES + zone]
        for row, max_units in CARGO_STACKS:
            size = 1 if row == 0 else 2
            number = min(rng.randint(0, max_units), hold // size)
            s.cargo[(power * CARGO_ROWS + row) * ZONES + zone] += number
            hold -= size * number
