"""Whoever is given to a face to answer for the seats that are not the agent's."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from wd_env.core.errors import ConfigError, quoted
from wd_env.core.spec import GameSpec


def check_opponents(opponents: Sequence[object], method: str) -> None:
    """Raise ConfigError for the first opponent that is no bot: an object without the method that will be called."""
    for number, opponent in enumerate(opponents):
        if not callable(getattr(opponent, method, None)):
            raise ConfigError(f"opponent {number} is {quoted(opponent)}; allowed are bots, which have {method}()")


def named_bot(name: str, game: GameSpec, seed: int, number: int) -> Any:
    """Make opponent `number` by its name (see `agents.roster.make_bot`), with a generator of its own from this seed."""
    from wd_env.agents.roster import make_bot

    return make_bot(name, game, np.random.default_rng((seed, number)))


def bots_of(opponents: Sequence[Any], game: GameSpec, seed: int, method: str) -> list[Any]:
    """Return the opponents with a bot for each name among them; ConfigError for what is neither name nor bot."""
    if isinstance(opponents, str):
        raise ConfigError(f"opponents is {quoted(opponents)}; allowed is a list with one for each other player")
    bots = [
        named_bot(opponent, game, seed, number) if isinstance(opponent, str) else opponent
        for number, opponent in enumerate(opponents)
    ]
    check_opponents(bots, method)
    return bots
