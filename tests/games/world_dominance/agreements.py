"""Random agreements: every option of the game drawn from what its field declares, so none is ever left out."""

import contextlib
import random
from typing import Any

from wd_env.errors import ConfigError
from wd_env.games.world_dominance.config import Config
from wd_env.options import Option, options_of

MOST_TRIES = 10_000


def values(option: Option, rng: random.Random) -> list[Any]:
    """Values that are allowed: all of a few, else both ends and one between them."""
    if option.kind == "integer":
        found: list[Any] = sorted({option.low, option.high, rng.randint(option.low, option.high)})
    else:
        found = [False, True] if option.kind == "boolean" else list(option.names)
    return [*found, *[None] * option.nullable]


def draw(name: str, option: Option, rng: random.Random) -> Any:
    """Any value, or as often the default, since some options are of use only with others."""
    return getattr(Config, name) if rng.random() < 0.5 else rng.choice(values(option, rng))


def random_options(rng: random.Random, **fixed: Any) -> dict[str, Any]:
    """Options that can be agreed on together, with those that are fixed; each other one may be anything."""
    declared = options_of(Config)
    for _ in range(MOST_TRIES):
        options = {name: draw(name, option, rng) for name, option in declared.items()} | fixed
        with contextlib.suppress(ConfigError):  # contradictions only: each value is allowed by itself
            return Config.of(**options).as_dict()
    raise AssertionError(f"no agreement in {MOST_TRIES} tries")


def each_value() -> list[tuple[str, Any]]:
    """Every value but the default of every option that has few, and the ends of the others."""
    rng = random.Random(0)
    return [
        (name, value)
        for name, option in options_of(Config).items()
        for value in values(option, rng)
        if value != getattr(Config(), name)
    ]
