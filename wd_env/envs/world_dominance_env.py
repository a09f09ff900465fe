"""World Dominance at the faces: which table, and who asks its quiz."""

from typing import Any, ClassVar

from wd_env.envs.aec_env import AECGameEnv
from wd_env.errors import ConfigError
from wd_env.games.world_dominance.config import Config
from wd_env.games.world_dominance.table import WorldDominance


class raw_env(AECGameEnv):
    """World Dominance as a PettingZoo AEC environment without wrappers; see `AECGameEnv` and `env`.

    With `knowledge_model="quiz"` it needs a `quizmaster` (see `WorldDominance`): an agent cannot wait for an outcome.
    """

    metadata: ClassVar[dict[str, Any]] = {**AECGameEnv.metadata, "name": "world_dominance_v0"}
    table: WorldDominance

    def new_table(self, options: dict[str, Any], seed: int, episode: int) -> WorldDominance:
        """Make a table with these options of `Config`, and a `quizmaster` where there is a quiz."""
        rules = {name: value for name, value in options.items() if name != "quizmaster"}
        config, quizmaster = Config.of(**rules), options.get("quizmaster")
        if config.is_quiz and quizmaster is None:
            raise ConfigError("knowledge_model is quiz and there is no quizmaster; allowed is a quiz with one")
        return WorldDominance(config, seed=seed, episode=episode, quizmaster=quizmaster)
