"""The PettingZoo environment of World Dominance."""

from typing import TYPE_CHECKING, Any, ClassVar, Unpack

from wd_env.envs.aec_env import AECGameEnv
from wd_env.errors import ConfigError
from wd_env.games.world_dominance.config import Config
from wd_env.games.world_dominance.option_types import WorldDominanceOptions
from wd_env.games.world_dominance.table import WorldDominance, WorldDominanceTable


class raw_env(AECGameEnv):
    """World Dominance as a PettingZoo AEC environment without wrappers; see `AECGameEnv` and `env`.

    With `knowledge_model="quiz"` it needs the option `quizmaster` (see `WorldDominance`), which reports quiz results.
    """

    metadata: ClassVar[dict[str, Any]] = {**AECGameEnv.metadata, "name": "world_dominance_v0"}
    table: WorldDominanceTable

    if TYPE_CHECKING:  # names and types of the options, for editors and type checkers

        def __init__(
            self, render_mode: str | None = None, *, num_players: int = 4, **options: Unpack[WorldDominanceOptions]
        ) -> None: ...

    def new_table(self, options: dict[str, Any], seed: int, episode: int) -> WorldDominanceTable:
        """Make a table with options of `Config` and the option `quizmaster`, which a quiz requires."""
        rules = {name: value for name, value in options.items() if name != "quizmaster"}
        config, quizmaster = Config.of(**rules), options.get("quizmaster")
        if config.is_quiz and quizmaster is None:
            raise ConfigError("quizmaster: expected one with knowledge_model='quiz', got none")
        return WorldDominance(config, seed=seed, episode=episode, quizmaster=quizmaster)
