"""Whoever is given to a face to answer for the seats that are not the agent's."""

from collections.abc import Sequence

from wd_env.core.errors import ConfigError


def check_opponents(opponents: Sequence[object], method: str) -> None:
    """ConfigError for the first that is no bot: the name of one, for instance."""
    for number, opponent in enumerate(opponents):
        if not callable(getattr(opponent, method, None)):
            raise ConfigError(f"opponent {number} is {opponent!r}; allowed are bots, which have {method}()")
