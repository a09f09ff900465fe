"""Games with tallies in their state, for statistics.

No rule reads the tallies, and actions, chance outcomes and observations are those of the game itself. `watched` makes
such a game of any game; a game that counts more makes its own with `dataclasses.replace`: `watched_schema`, an engine
whose `step` tallies (it lists `step` in `INSTEAD`), and a `new_state` that calls `begin_watched`.
"""

from dataclasses import replace
from functools import cache
from types import FunctionType, ModuleType
from typing import Any

from wd_env.kernels import counting_step
from wd_env.spec.game_spec import GameSpec
from wd_env.spec.state_schema import Field, PyState, Schema

TALLY = "answered"  # the field: by question, how often it was answered
OWN_STEP = "untallied_step"  # what the game's own rule `step` is called meanwhile


@cache
def watched(game: GameSpec) -> GameSpec:
    """Return the same game with the field `answered` int32[questions]; a game that has the field is returned as it is.

    Decisions and chance questions are counted; transitions that nobody decides are part of the answer before them.
    """
    if TALLY in game.schema.by_name:
        return game
    name = f"{game.name}_watched"
    schema = watched_schema(game, name)
    engine = _tallying(game.engine)

    def new_state(config: Any) -> PyState:
        return begin_watched(game, schema, config)

    return replace(game, name=name, schema=schema, modules=(*game.modules, engine), engine=engine, new_state=new_state)


def watched_schema(game: GameSpec, name: str, *more: Field) -> Schema:
    """Return the fields of the game, `answered` int32[questions], and more tallies."""
    answered = Field(TALLY, "i4", len(game.questions), "answers to each question", by="question")
    return Schema(name, (*game.schema.fields, answered, *more))


def begin_watched(game: GameSpec, schema: Schema, config: Any) -> PyState:
    """Make the state in which the game begins, with every tally at 0."""
    state, watching = game.new_state(config), schema.state_class()
    for field in game.schema.fields:
        setattr(watching, field.name, getattr(state, field.name))
    return watching


def _tallying(engine: ModuleType) -> ModuleType:
    """The rules of an engine with `tallies.step` in place of its own, as a module of the same source as `tallies`."""
    made = ModuleType(counting_step.__name__)
    own = FunctionType(engine.step.__code__, engine.step.__globals__, OWN_STEP)
    own.__module__ = counting_step.__name__  # it is compiled as a rule of this module, beside the one it is called by
    step = FunctionType(counting_step.step.__code__, {**vars(counting_step), OWN_STEP: engine.step}, "step")
    vars(made).update({**vars(engine), **vars(counting_step), OWN_STEP: own, "step": step})
    return made
