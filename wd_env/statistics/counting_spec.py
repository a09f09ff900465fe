"""Games with tallies in their state, for statistics.

No rule reads the tallies, and actions, chance outcomes and observations are those of the game itself. `watched` makes
such a game of any game; a game that counts more makes its own with `dataclasses.replace`: `instrumented_schema`, an
engine whose `step` tallies (it lists `step` in `OVERRIDES`), and a `new_state` that calls `instrumented_state`.
"""

from dataclasses import replace
from functools import cache
from types import FunctionType, ModuleType
from typing import Any

from wd_env.kernels import counting_step
from wd_env.spec.game_spec import GameSpec
from wd_env.spec.state_schema import Field, GameState, StateSchema

COUNTER_FIELD = "node_counts"  # the field: by question, how often it was answered
UNCOUNTED_STEP = "uncounted_step"  # what the game's own rule `step` is called meanwhile


@cache
def instrumented(game: GameSpec) -> GameSpec:
    """Return the same game with the field `node_counts` int32[questions]; a game that has the field is returned as it
    is.

    Decisions and chance questions are counted; transitions that nobody decides are part of the answer before them.
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
    """Return the fields of the game, `node_counts` int32[questions], and more tallies."""
    answered = Field(COUNTER_FIELD, "i4", len(game.nodes), "answers to each question", by="node")
    return StateSchema(name, (*game.schema.fields, answered, *more))


def instrumented_state(game: GameSpec, schema: StateSchema, config: Any) -> GameState:
    """Make the state in which the game begins, with every tally at 0."""
    state, watching = game.new_state(config), schema.state_class()
    for field in game.schema.fields:
        setattr(watching, field.name, getattr(state, field.name))
    return watching


def _counting_engine(engine: ModuleType) -> ModuleType:
    """The rules of an engine with `tallies.step` in place of its own, as a module of the same source as `tallies`."""
    made = ModuleType(counting_step.__name__)
    own = FunctionType(engine.step.__code__, engine.step.__globals__, UNCOUNTED_STEP)
    own.__module__ = counting_step.__name__  # it is compiled as a rule of this module, beside the one it is called by
    step = FunctionType(counting_step.step.__code__, {**vars(counting_step), UNCOUNTED_STEP: engine.step}, "step")
    vars(made).update({**vars(engine), **vars(counting_step), UNCOUNTED_STEP: own, "step": step})
    return made
