"""Random options for the games of a test: every option is sampled from its declaration, so none is left out."""

import contextlib
import random
from typing import Any

from wd_env.errors import ConfigError
from wd_env.games.world_dominance.config import Config
from wd_env.options import Option, options_of

MAX_TRIES = 10_000


def values(option: Option, rng: random.Random) -> list[Any]:
    """Return the allowed values of an option with few values, else both ends and one value between them."""
    if option.kind == "integer":
        allowed: list[Any] = sorted({option.low, option.high, rng.randint(option.low, option.high)})
    else:
        allowed = [False, True] if option.kind == "boolean" else list(option.names)
    return [*allowed, *[None] * option.nullable]


def draw(name: str, option: Option, rng: random.Random) -> Any:
    """Return a random value, or with the same probability the default, since some options only matter with others."""
    return getattr(Config, name) if rng.random() < 0.5 else rng.choice(values(option, rng))


def random_options(rng: random.Random, **fixed: Any) -> dict[str, Any]:
    """Return a valid combination of random options, with the fixed ones."""
    declared = options_of(Config)
    for _ in range(MAX_TRIES):
        options = {name: draw(name, option, rng) for name, option in declared.items()} | fixed
        with contextlib.suppress(ConfigError):  # only for contradictions: each single value is valid
            return Config.of(**options).as_dict()
    raise AssertionError(f"no valid options in {MAX_TRIES} tries")


def each_value() -> list[tuple[str, Any]]:
    """Return pairs of option and value: every value except the default of a short option, the ends of the others."""
    rng = random.Random(0)
    return [
        (name, value)
        for name, option in options_of(Config).items()
        for value in values(option, rng)
        if value != getattr(Config(), name)
    ]
