"""The PettingZoo environment of Domination."""

from typing import TYPE_CHECKING, Any, ClassVar, Unpack

from wd_env.envs.aec_env import AECGameEnv
from wd_env.games.domination.config import Config
from wd_env.games.domination.option_types import DominationOptions
from wd_env.games.domination.table import Domination, DominationTable
from wd_env.registry import GAMES


class raw_env(AECGameEnv):
    """Domination as a PettingZoo AEC environment without wrappers; see `AECGameEnv` and `env`."""

    metadata: ClassVar[dict[str, Any]] = {**AECGameEnv.metadata, "name": "domination_v0"}
    table: DominationTable

    if TYPE_CHECKING:  # names and types of the options, for editors and type checkers

        def __init__(
            self, render_mode: str | None = None, *, num_players: int = 3, **options: Unpack[DominationOptions]
        ) -> None: ...

    def new_table(self, options: dict[str, Any], seed: int, episode: int) -> DominationTable:
        """Make a table with options of `Config`; the others have the defaults of environments."""
        return Domination(Config.of(**{**GAMES["domination"].env_options, **options}), seed=seed, episode=episode)
