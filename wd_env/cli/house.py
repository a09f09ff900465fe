"""House rules as options of a command."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Annotated, Any

import tyro

from wd_env.core.options import Choice, options_of
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


# Help names what may be chosen; the refusal stays the one of the game.
HouseRules.__annotations__ |= {
    name: Annotated[str, tyro.conf.arg(metavar="|".join(option.names))]
    for name, option in options_of(Config).items()
    if isinstance(option, Choice)
}
