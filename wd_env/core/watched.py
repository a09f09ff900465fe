"""A game with tallies in its state, for statistics: no rule reads them, and actions, chance and views are the same.

A game makes its watched copy with `dataclasses.replace`: this schema, an engine whose `step` tallies (it lists `step`
in `INSTEAD`), and a `new_state` of its own that calls `begin_watched`.
"""

from typing import Any

from wd_env.core.schema import Field, PyState, Schema
from wd_env.core.spec import GameSpec


def watched_schema(game: GameSpec, name: str, *tallies: Field) -> Schema:
    """The fields of the game, `answered` with a tally for each question, and these tallies."""
    answered = Field("answered", "i4", len(game.questions), "answers to each question, errands included")
    return Schema(name, (*game.schema.fields, answered, *tallies))


def begin_watched(game: GameSpec, schema: Schema, config: Any) -> PyState:
    """The state in which the game begins, with every tally at 0."""
    state, watched = game.new_state(config), schema.state_class()
    for field in game.schema.fields:
        setattr(watched, field.name, getattr(state, field.name))
    return watched
