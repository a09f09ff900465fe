"""House rules as options of a command."""

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Annotated, Any

from wd_env.cli.fields import Hidden
from wd_env.core.errors import ConfigError
from wd_env.core.options import Options
from wd_env.core.own_files import own_files
from wd_env.world_dominance.config import FEWEST_PLAYERS, Config
from wd_env.world_dominance.names import SEATS


@dataclass(frozen=True)
class HouseRules(Config):
    """Every option of the game but the number of players, which the seats tell."""

    num_players: Annotated[int, Hidden] = FEWEST_PLAYERS

    def _seating(self) -> Iterator[tuple[bool, str]]:
        """Only a table has seats."""
        return iter(())

    def options(self) -> dict[str, Any]:
        """The options by name, without the number of players."""
        options = asdict(self)
        del options["num_players"]
        return options

    def at_table(self, players: int, counted: str = "players in --seats") -> Config:
        """Return the configuration of a table for so many players.

        ConfigError for a number that is not allowed; it names what was `counted`, for nobody types a number.
        """
        allowed = [number for number in range(FEWEST_PLAYERS, SEATS + 1) if self._seats(number)]
        if allowed and players not in allowed:
            listed = ", ".join(map(str, allowed))
            raise ConfigError(f"the number of {counted} is {players}; allowed with these rules: {listed}")
        return Config.of(num_players=players, **self.options())

    def _seats(self, players: int) -> bool:
        try:
            Config.of(num_players=players, **self.options())
        except ConfigError:
            return False
        return True

    def without_files(self) -> "HouseRules":
        """The same without files of one's own."""
        usual = HouseRules()
        return replace(self, **{name: getattr(usual, name) for name in own_files(self)})


@dataclass(frozen=True)
class OwnFiles:
    """Files of one's own with which a saved game was played; it carries their digests and no paths."""

    board: Path | None = None
    """Board file of the game, where it was played on one's own."""
    continent_cards: Path | None = None
    """File of Continent Cards of the game, where it was played with one's own."""
    manoeuvre_deck: Path | None = None
    """Manoeuvre deck of the game, where it was played with one's own."""
    purgadies: Path | None = None
    """Purgadies Cards of the game, where it was played with one's own."""
    themes: Path | None = None
    """Intelligence themes of the game, where it was played with one's own."""

    def given(self) -> list[str]:
        """Their paths."""
        return [str(path) for path in asdict(self).values() if path is not None]


def check_called_for(config: Options, files: Iterable[str]) -> None:
    """ConfigError for a file that was handed in for a game in which it has no part."""
    for path in files:
        if path not in own_files(config).values():
            raise ConfigError(f"{path} has no part in that game; allowed are the files with which it was played")
