"""What follows the end of a game in a vector environment."""

import gymnasium
from gymnasium.vector import AutoresetMode

from wd_env.errors import ConfigError, quoted

MIN_GYMNASIUM_VERSION = (1, 4)  # before, RecordEpisodeStatistics takes each SAME_STEP game's first step for none


def counts_same_step_episodes() -> bool:
    """Tell whether the installed Gymnasium's RecordEpisodeStatistics counts games in SAME_STEP rightly."""
    major, minor, *_ = gymnasium.__version__.split(".")
    return (int(major), int(minor)) >= MIN_GYMNASIUM_VERSION


def get_autoreset_mode(mode: AutoresetMode | str | None) -> AutoresetMode:
    """Return the mode of this name; for None SAME_STEP, and NEXT_STEP where Gymnasium does not count SAME_STEP rightly.

    ConfigError for a mode that does not exist.
    """
    if mode is None:
        return AutoresetMode.SAME_STEP if counts_same_step_episodes() else AutoresetMode.NEXT_STEP
    try:
        return AutoresetMode(mode)
    except ValueError:
        allowed = ", ".join(known.value for known in AutoresetMode)
        raise ConfigError(f"autoreset_mode is {quoted(mode)}; allowed are {allowed} and None") from None
