"""How a table decides chance: it samples outcomes, or they are passed to it."""

from typing import Any

from wd_env.errors import ConfigError, quoted

SAMPLED, EXPLICIT = CHANCE_MODES = ("sampled", "explicit")


def check_chance_mode(chance: Any) -> None:
    """Raise ConfigError unless `chance` is SAMPLED or EXPLICIT."""
    if chance not in CHANCE_MODES:
        raise ConfigError(f"chance: expected {SAMPLED} or {EXPLICIT}, got {quoted(chance)}")
