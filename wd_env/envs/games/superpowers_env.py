"""The PettingZoo environment of Superpowers."""

from typing import TYPE_CHECKING, Any, ClassVar, Unpack

from wd_env.envs.aec_env import AECGameEnv
from wd_env.games.superpowers.config import Config
from wd_env.games.superpowers.option_types import SuperpowersOptions
from wd_env.games.superpowers.table import Superpowers, SuperpowersTable
from wd_env.registry import GAMES


class raw_env(AECGameEnv):
    """Superpowers as a PettingZoo AEC environment without wrappers; see `AECGameEnv` and `env`."""

    metadata: ClassVar[dict[str, Any]] = {**AECGameEnv.metadata, "name": "superpowers_v0"}
    table: SuperpowersTable

    if TYPE_CHECKING:  # names and types of the options, for editors and type checkers

        def __init__(
            self, render_mode: str | None = None, *, num_players: int = 4, **options: Unpack[SuperpowersOptions]
        ) -> None: ...

    def new_table(self, options: dict[str, Any], seed: int, episode: int) -> SuperpowersTable:
        """Make a table with options of `Config`; the others have the defaults of environments."""
        return Superpowers(Config.of(**{**GAMES["superpowers"].env_options, **options}), seed=seed, episode=episode)
