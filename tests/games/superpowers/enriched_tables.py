"""Random advanced units, technologies, damage and treaties, for orders that are rare in games from the start."""

import random
from typing import Any

from wd_env.games.superpowers.checks.check_state import check_state
from wd_env.games.superpowers.definitions.rule_constants import (
    AIR_DEFENCE_ROW,
    ALLIANCE_LIMIT,
    ALLIED,
    ARTILLERY_ROW,
    BOX_LIMIT,
    BOXES,
    LAND_ROWS,
    LANDS,
    PEACE,
    POWERS,
    SEA_ROWS,
    SUPER_ROW,
    TECH_BOOK,
    TECH_LEVELS,
    TECH_OFF,
    TECHNOLOGIES,
    TRANSPORT_ROW,
    WAR,
    ZONES,
)
from wd_env.games.superpowers.rules.fleets import add_at_sea
from wd_env.games.superpowers.table import SuperpowersTable

MAX_ARTILLERY, MAX_AIR_DEFENCE, MIN_ROUND = 3, 3, 2  # units per land; first round in which treaties count as old


def enrich(table: SuperpowersTable, rng: random.Random) -> None:
    """Add advanced units, technologies, damage and treaties to a crowded table."""
    s: Any = table.state
    for power in range(POWERS):
        if s.in_play[power]:
            _add_units(s, power, rng)
            _add_super_battleship(s, power, rng)
            if s.tech != TECH_OFF:
                max_level = 1 if s.tech == TECH_BOOK else TECH_LEVELS
                for category in range(TECHNOLOGIES):
                    s.technology[power * TECHNOLOGIES + category] = rng.randint(0, max_level)
            s.railway[power] = rng.randint(0, 1)
    for land in range(LANDS):
        if s.complexes[land]:
            s.damage[land] = rng.randint(0, 1)
    if s.treaties:
        _make_treaties(s, rng)
    s.credit = s.production[s.turn]
    check_state(s)
    table.mark_start()


def _add_units(s: Any, power: int, rng: random.Random) -> None:
    for land in range(LANDS):
        first = power * LAND_ROWS * LANDS + land
        if s.holder[land] == power and any(s.land_units[first + row * LANDS] for row in range(LAND_ROWS)):
            s.land_units[first + ARTILLERY_ROW * LANDS] += rng.randint(0, MAX_ARTILLERY)
            s.land_units[first + AIR_DEFENCE_ROW * LANDS] += rng.randint(0, MAX_AIR_DEFENCE)
            if rng.random() < 0.3:  # new centres
                s.centres[land] = 1


def _add_super_battleship(s: Any, power: int, rng: random.Random) -> None:
    row = (power * SEA_ROWS + TRANSPORT_ROW) * ZONES
    zones = [zone for zone in range(ZONES) if s.sea_units[row + zone]]
    if zones and rng.random() < 0.7:
        add_at_sea(s, power, SUPER_ROW, rng.choice(zones), 1)
        for box, limit in enumerate(BOX_LIMIT):
            s.boxes[power * BOXES + box] = rng.randint(0, limit)
        s.super_damage[power] = rng.randint(0, s.boxes[power * BOXES])


def _make_treaties(s: Any, rng: random.Random) -> None:
    """Make peace between some pairs, and alliances between others, old enough for the next treaty."""
    s.round = max(s.round, MIN_ROUND)
    limit = ALLIANCE_LIMIT[s.players]
    count = [0] * POWERS
    for power in range(POWERS):
        for other in range(power):
            pair = (power * POWERS + other, other * POWERS + power)
            if not s.in_play[power] or not s.in_play[other] or s.relation[pair[0]] != WAR:
                continue
            relation = rng.choice((WAR, PEACE, ALLIED))
            if relation == ALLIED and max(count[power], count[other]) >= limit:
                relation = PEACE
            count[power] += relation == ALLIED
            count[other] += relation == ALLIED
            for at in pair:
                s.relation[at] = relation
