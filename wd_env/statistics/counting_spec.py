"""Games with counters in their state, for statistics.

No rule reads the counters, and actions, chance outcomes and observations are those of the original game. `instrumented`
adds counters to any game. A game that counts more builds its own `GameSpec` with `dataclasses.replace`: a schema from
`instrumented_schema`, an engine whose `step` counts (it lists `step` in `OVERRIDES`), and a `new_state` that calls
`instrumented_state`.
"""

from dataclasses import replace
from functools import cache
from types import FunctionType, ModuleType
from typing import Any

from wd_env.kernels import counting_step
from wd_env.spec.game_spec import GameSpec
from wd_env.spec.state_schema import Field, GameState, StateSchema

COUNTER_FIELD = "node_counts"  # state field: number of actions or outcomes at each node
UNCOUNTED_STEP = "uncounted_step"  # name of the original rule `step` in the counting engine


@cache
def instrumented(game: GameSpec) -> GameSpec:
    """Add the state field `node_counts`, int32[nodes], to a game; a game that has the field is returned unchanged.

    Player decisions and chance nodes are counted. Automatic transitions are part of the preceding step.
    """
    if COUNTER_FIELD in game.schema.by_name:
        return game
    name = f"{game.name}_instrumented"
    schema = instrumented_schema(game, name)
    engine = _counting_engine(game.engine)

    def new_state(config: Any) -> GameState:
        return instrumented_state(game, schema, config)

    return replace(game, name=name, schema=schema, modules=(*game.modules, engine), engine=engine, new_state=new_state)


def instrumented_schema(game: GameSpec, name: str, *more: Field) -> StateSchema:
    """Return the schema of the game with the field `node_counts`, int32[nodes], and further counters."""
    counter = Field(COUNTER_FIELD, "i4", len(game.nodes), "answers to each question", by="node")
    return StateSchema(name, (*game.schema.fields, counter, *more))


def instrumented_state(game: GameSpec, schema: StateSchema, config: Any) -> GameState:
    """Create the initial state of the game, with all counters at 0."""
    state, counting_state = game.new_state(config), schema.state_class()
    for field in game.schema.fields:
        setattr(counting_state, field.name, getattr(state, field.name))
    return counting_state


def _counting_engine(engine: ModuleType) -> ModuleType:
    """Copy an engine and replace its `step` by `counting_step.step`, as a module of the source of `counting_step`."""
    counting_engine = ModuleType(counting_step.__name__)
    uncounted = FunctionType(engine.step.__code__, engine.step.__globals__, UNCOUNTED_STEP)
    uncounted.__module__ = counting_step.__name__  # the compiler looks for it in the module of the rule that calls it
    step = FunctionType(counting_step.step.__code__, {**vars(counting_step), UNCOUNTED_STEP: engine.step}, "step")
    vars(counting_engine).update({**vars(engine), **vars(counting_step), UNCOUNTED_STEP: uncounted, "step": step})
    return counting_engine
