"""Regions, Continent Cards and spaces by the names that positions use."""

from typing import Any

from wd_env.errors import ConfigError
from wd_env.games.world_dominance.definitions.actions import CARD_TITLES
from wd_env.games.world_dominance.definitions.names import (
    ANTARCTICA_PLACE,
    REGION_NAMES,
    SPACE_NAMES,
)
from wd_env.spec.notation import closest_texts


def region_of(name: str) -> int:
    """Return the region of this name; ConfigError if there is none."""
    if name not in REGION_NAMES:
        raise ConfigError(f"unknown region {name!r}; expected {', '.join(REGION_NAMES)}")
    return REGION_NAMES.index(name)


def card_of(title: str) -> int:
    """Return the Continent Card of this title; ConfigError if there is none."""
    if title not in CARD_TITLES:
        raise ConfigError(f"unknown Continent Card {title!r}; {closest_texts(title, CARD_TITLES)}")
    return CARD_TITLES.index(title)


def place_of(s: Any, space: str) -> int:
    """Return the place of a space written as code, kind or region; ConfigError if there is none."""
    if space == "ANT":
        return ANTARCTICA_PLACE
    if not isinstance(space, str):
        raise _space_error(s, space)
    if space[:1] == "S" and space[1:].isdigit() and int(space[1:]) < s.ring:
        return int(space[1:])
    for place in range(s.ring):
        kind, region = s.space_kind[place], s.space_region[place]
        continent = SPACE_NAMES[kind] == "continent" and space == REGION_NAMES[region]
        if continent or (space == SPACE_NAMES[kind] and s.space_kind.count(kind) == 1):
            return place
    raise _space_error(s, space)


def _space_error(s: Any, space: object) -> ConfigError:
    return ConfigError(f"unknown space {space!r}; expected S00 to S{s.ring - 1:02d}, ANT, a kind or a continent")
