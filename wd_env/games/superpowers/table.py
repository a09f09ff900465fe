"""A table of Superpowers."""

from wd_env.games.superpowers.config import Config
from wd_env.games.superpowers.game import GAME
from wd_env.games.superpowers.table_board import SuperpowersBoard
from wd_env.table.chance_modes import SAMPLED
from wd_env.table.game_table import Table

SuperpowersTable = Table[SuperpowersBoard]


def Superpowers(  # noqa: N802  # named as the game whose table it makes
    config: Config | None = None, *, seed: int | None = None, chance: str = SAMPLED, episode: int = 0
) -> SuperpowersTable:
    """Make a table of Superpowers; see `Table` for the arguments."""
    return Table(GAME, config, seed=seed, chance=chance, episode=episode)
