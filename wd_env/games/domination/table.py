"""A table of Domination."""

from wd_env.games.domination.config import Config
from wd_env.games.domination.game import GAME
from wd_env.games.domination.table_board import DominationBoard
from wd_env.table.chance_modes import SAMPLED
from wd_env.table.game_table import Table

DominationTable = Table[DominationBoard]


def Domination(  # noqa: N802  # named as the game whose table it makes
    config: Config | None = None, *, seed: int | None = None, chance: str = SAMPLED, episode: int = 0
) -> DominationTable:
    """Make a table of Domination; see `Table` for the arguments."""
    return Table(GAME, config, seed=seed, chance=chance, episode=episode)
