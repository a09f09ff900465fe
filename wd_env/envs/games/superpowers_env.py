"""The PettingZoo environment of Superpowers."""

from typing import Any, ClassVar

from wd_env.envs.aec_env import AECGameEnv
from wd_env.games.superpowers.config import Config
from wd_env.games.superpowers.table import Superpowers, SuperpowersTable
from wd_env.registry import GAMES


class raw_env(AECGameEnv):
    """Superpowers as a PettingZoo AEC environment without wrappers; see `AECGameEnv` and `env`."""

    metadata: ClassVar[dict[str, Any]] = {**AECGameEnv.metadata, "name": "superpowers_v0"}
    table: SuperpowersTable

    def new_table(self, options: dict[str, Any], seed: int, episode: int) -> SuperpowersTable:
        """Make a table with options of `Config`; the others have the defaults of environments."""
        return Superpowers(Config.of(**{**GAMES["superpowers"].env_options, **options}), seed=seed, episode=episode)
