"""The PettingZoo environment of Domination."""

from typing import Any, ClassVar

from wd_env.envs.aec_env import AECGameEnv
from wd_env.games.domination.config import Config
from wd_env.games.domination.table import Domination, DominationTable
from wd_env.registry import GAMES


class raw_env(AECGameEnv):
    """Domination as a PettingZoo AEC environment without wrappers; see `AECGameEnv` and `env`."""

    metadata: ClassVar[dict[str, Any]] = {**AECGameEnv.metadata, "name": "domination_v0"}
    table: DominationTable

    def new_table(self, options: dict[str, Any], seed: int, episode: int) -> DominationTable:
        """Make a table with options of `Config`; the others have the defaults of environments."""
        return Domination(Config.of(**{**GAMES["domination"].env_options, **options}), seed=seed, episode=episode)
