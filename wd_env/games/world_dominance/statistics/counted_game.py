"""The game with counters in its state: decisions, landings on each space, and draws of each card.

For statistics only: no rule reads a count, and actions, chance and observations are those of `GAME`.
"""

from dataclasses import replace

from wd_env.games.world_dominance.config import Config
from wd_env.games.world_dominance.definitions.names import DECK, PLACES
from wd_env.games.world_dominance.game import GAME
from wd_env.games.world_dominance.statistics import counting_engine
from wd_env.spec.state_schema import Field, GameState
from wd_env.statistics.counting_spec import instrumented_schema, instrumented_state

COUNTERS = (
    Field("landings", "i4", PLACES, "landings on each space, closed and occupied ones included", by="space"),
    Field("manoeuvres", "i4", DECK, "draws of each Manoeuvre Card", by="manoeuvre card"),
)
NAME = "world_dominance_instrumented"
SCHEMA = instrumented_schema(GAME, NAME, *COUNTERS)


def new_instrumented_state(config: Config) -> GameState:
    """Return a new state with all counters at 0."""
    return instrumented_state(GAME, SCHEMA, config)


INSTRUMENTED = replace(
    GAME,
    name=NAME,
    schema=SCHEMA,
    modules=(*GAME.modules, counting_engine),
    engine=counting_engine,
    new_state=new_instrumented_state,
)
