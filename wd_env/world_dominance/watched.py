"""The same game with tallies in its state: how often each question was answered, each space and card came up.

For statistics only: no rule reads a tally, and answers, luck and views are those of `GAME`.
"""

from dataclasses import replace

from wd_env.core.schema import Field, PyState, Schema
from wd_env.world_dominance import tallies
from wd_env.world_dominance.config import Config
from wd_env.world_dominance.game import GAME, new_state
from wd_env.world_dominance.names import DECK, PLACES

TALLIES = (
    Field("answered", "i4", len(GAME.questions), "answers to each question, errands included"),
    Field("landings", "i4", PLACES, "landings on each space, closed and occupied ones included"),
    Field("manoeuvres", "i4", DECK, "draws of each Manoeuvre Card"),
)


def new_watched_state(config: Config) -> PyState:
    """`new_state` with every tally at 0."""
    state, watched = new_state(config), WATCHED.schema.state_class()
    for field in GAME.schema.fields:
        setattr(watched, field.name, getattr(state, field.name))
    return watched


WATCHED = replace(
    GAME,
    name="world_dominance_watched",
    schema=Schema("world_dominance_watched", (*GAME.schema.fields, *TALLIES)),
    modules=(*GAME.modules, tallies),
    engine=tallies,
    new_state=new_watched_state,
)
