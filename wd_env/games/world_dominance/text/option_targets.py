"""The spaces, seats and cards that an action refers to, as keys with which front-ends mark and select them."""

import re

from wd_env.games.world_dominance.definitions.actions import CARD_TITLES
from wd_env.games.world_dominance.definitions.names import (
    ANTARCTICA,
    ANTARCTICA_PLACE,
    NO_REGION,
    OPPOSITE,
    REGION_NAMES,
)
from wd_env.games.world_dominance.table import WorldDominanceTable
from wd_env.games.world_dominance.text.titles import titles_of
from wd_env.text.typed_action import short_text

_SPACE = re.compile("space (?:S([0-9]{2})|ANT)")
_SEAT = re.compile(r"(?:name|revive) (?:\+([0-9])|self)")
_CARD, _REGION = ("card ", "run ", "draw "), ("region ", "continent dice ")


def action_targets(table: WorldDominanceTable, action: str) -> tuple[str, ...]:
    """Return the targets of an action: `place 7`, `seat 1` or `card 12`, a card by its index; empty for none."""
    if match := _SPACE.fullmatch(action):
        return (_place(ANTARCTICA_PLACE if match[1] is None else int(match[1])),)
    if match := _SEAT.fullmatch(action):
        return (f"seat {(table.seat + int(match[1] or 0)) % table.state.seats}",)
    if action.startswith(_CARD):
        return (f"card {CARD_TITLES.index(action.partition(' ')[2])}",)
    if action.startswith(_REGION):
        return _continent(table, REGION_NAMES.index(short_text(action)))
    return _journey(table, action)


def _journey(table: WorldDominanceTable, option: str) -> tuple[str, ...]:
    """Return the Continent Space to which a piece moves by Jetstream or through a gate."""
    if option == "antarctica":
        return _continent(table, ANTARCTICA)
    if option != "jetstream":
        return ()
    here = titles_of(table.config).at(table.state.place[table.seat]).region
    return () if here == NO_REGION or OPPOSITE[here] == NO_REGION else _continent(table, OPPOSITE[here])


def _continent(table: WorldDominanceTable, region: int) -> tuple[str, ...]:
    if region == ANTARCTICA:
        return (_place(ANTARCTICA_PLACE),)
    return (_place(titles_of(table.config).board.continent_space(region).index),)


def _place(place: int) -> str:
    return f"place {place}"
