"""House rules as options of a command."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

import tyro

from wd_env.world_dominance.config import FEWEST_PLAYERS, Config


@dataclass(frozen=True)
class HouseRules(Config):
    """Every option of the game but the number of players, which the seats tell."""

    num_players: tyro.conf.Suppress[int] = FEWEST_PLAYERS

    def _seating(self) -> Iterator[tuple[bool, str]]:
        """Only a table has seats."""
        return iter(())

    def options(self) -> dict[str, Any]:
        """The options by name, without the number of players."""
        options = asdict(self)
        del options["num_players"]
        return options

    def at_table(self, players: int) -> Config:
        """The configuration of a table for so many players; ConfigError for a number that is not allowed."""
        return Config.of(num_players=players, **self.options())
