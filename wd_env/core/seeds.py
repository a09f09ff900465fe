"""Seeds: any whole number of 64 bits; without one, luck of the operating system."""

import secrets

from wd_env.core.errors import ConfigError
from wd_env.core.rng import WORD

SEED_BITS = 64


def check_seed(seed: int | None) -> int:
    """The seed itself, or a fresh one for None; ConfigError outside 0..2**64 - 1."""
    if seed is None:
        return secrets.randbits(SEED_BITS)
    number = seed.__index__() if hasattr(seed, "__index__") and not isinstance(seed, bool) else None
    if number is None or not 0 <= number < 1 << SEED_BITS:
        raise ConfigError(f"seed {seed!r}; allowed are whole numbers 0..{(1 << SEED_BITS) - 1}")
    return number


def split_seed(seed: int | None) -> tuple[int, int]:
    """Its low and high 32 bits."""
    number = check_seed(seed)
    return number & WORD, number >> 32
