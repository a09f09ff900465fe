"""A watched game is the game with tallies that begin at 0."""

from tests.toy_game import PLEDGE, Config
from wd_env.core.schema import Field
from wd_env.core.watched import begin_watched, watched_schema

SCHEMA = watched_schema(PLEDGE, "pledge_watched", Field("sixes", "i4", 0, "sixes thrown"))


def test_the_state_has_the_fields_of_the_game_and_a_tally_for_each_question():
    assert SCHEMA.fields[: len(PLEDGE.schema.fields)] == PLEDGE.schema.fields
    assert SCHEMA.by_name["answered"].length == len(PLEDGE.questions)


def test_it_begins_as_the_game_does_with_every_tally_at_nothing():
    config = Config(num_players=2, limit=20)
    state, plain = begin_watched(PLEDGE, SCHEMA, config), PLEDGE.new_state(config)
    assert all(getattr(state, field.name) == getattr(plain, field.name) for field in PLEDGE.schema.fields)
    assert (state.answered, state.sixes) == ([0] * len(PLEDGE.questions), 0)
    state.in_play[0] = 0
    assert begin_watched(PLEDGE, SCHEMA, config).in_play[0] == 1
