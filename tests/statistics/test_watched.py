"""A game with counters in its state is the same game, and the counters count decisions and chance."""

import random
from collections import Counter

import numpy as np
import pytest

from tests.toy_game import PLEDGE, Config
from wd_env.spec.state_schema import Field
from wd_env.statistics.counting_spec import instrumented, instrumented_schema, instrumented_state
from wd_env.table.chance_modes import EXPLICIT
from wd_env.table.game_table import Table

SCHEMA = instrumented_schema(PLEDGE, "pledge_instrumented", Field("sixes", "i4", 0, "sixes thrown"))


@pytest.mark.parametrize("seed", range(4))
def test_counters_count_every_line_and_change_nothing(seed):
    one, plain = (Table(game, Config(), seed=seed) for game in (instrumented(PLEDGE), PLEDGE))
    answers, asked = random.Random(seed), Counter()
    while not plain.is_terminal:
        assert one.legal_texts() == plain.legal_texts()
        option = answers.choice(plain.legal_texts())
        one.play(option)
        plain.play(option)
    replay = Table(PLEDGE, Config(), chance=EXPLICIT)
    for line in plain.lines:
        asked[replay.node.name] += 1
        replay.play(line.text)
    assert one.lines == plain.lines
    assert {q.name: n for q, n in zip(PLEDGE.nodes, one.state.node_counts, strict=True) if n} == asked


def test_counters_are_the_same_compiled():
    pytest.importorskip("numba")
    from wd_env.batch.batch import Batch

    one, plain = (Batch(game, 20, 1, (2, 3), {"max_throws": 30}) for game in (instrumented(PLEDGE), PLEDGE))
    while not plain.done.all():
        rows = np.flatnonzero(~plain.done)
        actions = plain.random_actions(rows)
        assert (one.random_actions(rows) == actions).all()
        one.step(actions, rows)
        plain.step(actions, rows)
        assert (one.obs == plain.obs).all()
    opened = plain.nodes_opened
    opened[-1] = 0  # the end is opened and never decided
    assert one.field("node_counts").sum(axis=0).tolist() == opened.tolist()


def test_instrumenting_a_game_twice_gives_the_same_game():
    assert instrumented(PLEDGE) is instrumented(PLEDGE)
    assert instrumented(instrumented(PLEDGE)) is instrumented(PLEDGE)


def test_the_state_has_the_fields_of_the_game_and_a_tally_for_each_question():
    assert SCHEMA.fields[: len(PLEDGE.schema.fields)] == PLEDGE.schema.fields
    assert SCHEMA.by_name["node_counts"].length == len(PLEDGE.nodes)


def test_an_instrumented_game_starts_like_the_game_with_counters_at_zero():
    config = Config(num_players=2, limit=20)
    state, plain = instrumented_state(PLEDGE, SCHEMA, config), PLEDGE.new_state(config)
    assert all(getattr(state, field.name) == getattr(plain, field.name) for field in PLEDGE.schema.fields)
    assert (state.node_counts, state.sixes) == ([0] * len(PLEDGE.nodes), 0)
    state.in_play[0] = 0
    assert instrumented_state(PLEDGE, SCHEMA, config).in_play[0] == 1
