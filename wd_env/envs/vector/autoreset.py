"""Autoreset modes of vector environments."""

import gymnasium
from gymnasium.vector import AutoresetMode

from wd_env.errors import ConfigError, quoted

MIN_GYMNASIUM_VERSION = (1, 4)  # earlier versions do not count the first step of a SAME_STEP game


def counts_same_step_episodes() -> bool:
    """Return whether RecordEpisodeStatistics of the installed Gymnasium counts SAME_STEP games correctly."""
    major, minor, *_ = gymnasium.__version__.split(".")
    return (int(major), int(minor)) >= MIN_GYMNASIUM_VERSION


def get_autoreset_mode(mode: AutoresetMode | str | None) -> AutoresetMode:
    """Return an autoreset mode by name.

    Args:
        mode: Mode or its name; None is SAME_STEP, or NEXT_STEP if Gymnasium is older than 1.4.

    Raises:
        ConfigError: If the mode does not exist.
    """
    if mode is None:
        return AutoresetMode.SAME_STEP if counts_same_step_episodes() else AutoresetMode.NEXT_STEP
    try:
        return AutoresetMode(mode)
    except ValueError:
        allowed = ", ".join(known.value for known in AutoresetMode)
        raise ConfigError(f"autoreset_mode: expected {allowed} or None, got {quoted(mode)}") from None
