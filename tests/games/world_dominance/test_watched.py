"""An instrumented game is the same game, and its totals count actions, landings and drawn cards."""

import random
from collections import Counter

import numpy as np
import pytest

from wd_env.games.world_dominance.config import Config
from wd_env.games.world_dominance.game import GAME
from wd_env.games.world_dominance.position import position
from wd_env.games.world_dominance.statistics.counted_game import INSTRUMENTED
from wd_env.games.world_dominance.table import WorldDominance
from wd_env.spec.game_spec import CHANCE, PLAYER
from wd_env.table.chance_modes import EXPLICIT
from wd_env.table.game_table import Table


def played(seed, players=3, max_turns=60):
    """Play the same random game on an instrumented table and on an ordinary one."""
    config = Config(num_players=players, max_turns=max_turns)
    watched, plain = Table(INSTRUMENTED, config, seed=seed), WorldDominance(config, seed=seed)
    rng = random.Random(seed)
    while not plain.is_terminal:
        assert watched.legal_texts() == plain.legal_texts()
        answer = rng.choice(plain.legal_texts())
        watched.play(answer)
        plain.play(answer)
    return watched, plain


@pytest.mark.parametrize("seed", range(4))
def test_watching_changes_nothing_in_the_game(seed):
    watched, plain = played(seed)
    assert watched.lines == plain.lines
    for field in GAME.schema.fields:
        assert getattr(watched.state, field.name) == getattr(plain.state, field.name)
    assert watched.observe(1) == plain.observe(1)


@pytest.mark.parametrize("seed", range(4))
def test_every_line_of_the_record_is_tallied(seed):
    watched, plain = played(seed)
    asked = Counter()
    replay = WorldDominance(plain.config, chance=EXPLICIT)
    for line in plain.lines:
        asked[replay.node.name] += 1
        replay.play(line.text)
    for question, times in zip(INSTRUMENTED.nodes, watched.state.node_counts, strict=True):
        if question.kind in (PLAYER, CHANCE):
            assert times == asked[question.name], question.name
    drawn = Counter(line.text for line in plain.lines if line.text.startswith("manoeuvre "))
    if plain.state.manoeuvre_unseen > 0:  # later the pack is known, and no line names the drawn card
        assert watched.state.manoeuvres == [drawn[f"manoeuvre M{card + 1:02d}"] for card in range(27)]


def watched_position(*args, **options):
    """Return a position whose state has totals."""
    plain = position(*args, **options)
    table = Table(INSTRUMENTED, plain.config, chance=EXPLICIT)
    for field in GAME.schema.fields:
        setattr(table.state, field.name, getattr(plain.state, field.name))
    return table


def landed_on(table):
    return {place: times for place, times in enumerate(table.state.landings) if times}


def test_a_throw_is_one_landing_also_where_an_opponent_stands():
    table = watched_position(at={0: "S00", 1: "S04"}, players=2)
    table.play("roll", "playing dice 4")
    assert landed_on(table) == {4: 1}


def test_a_crossing_and_a_card_that_moves_the_piece_are_landings_of_their_own():
    table = watched_position(at={0: "S00"}, players=2)
    table.play("roll", "playing dice 3")
    table.play("jetstream")
    assert landed_on(table) == {3: 1, 15: 1}
    table = watched_position(at={0: "S00"}, players=2, queue=["M22"])
    table.play("roll", "playing dice 1")
    table.play("accept")
    table.play("space S22")
    assert landed_on(table) == {1: 1, 22: 1}


def test_a_card_of_the_known_queue_is_tallied_like_one_nobody_has_seen():
    table = watched_position(at={0: "S00"}, players=2, queue=["M17", "M04"])
    table.play("roll", "playing dice 1")
    assert {card: times for card, times in enumerate(table.state.manoeuvres) if times} == {16: 1}


def test_counters_are_the_same_compiled():
    pytest.importorskip("numba")
    from wd_env.batch.batch import Batch

    config = Config(num_players=4, max_turns=80)
    batch, table = Batch(INSTRUMENTED, 1, 7, [4], {"max_turns": 80}), Table(INSTRUMENTED, config, seed=7)
    while not table.is_terminal:
        action = int(np.flatnonzero(batch.masks[0])[len(table.lines) % int(batch.masks[0].sum())])
        table.play(action)
        batch.step(np.array([action]))
        assert table.state.to_bytes() == batch._states[0].tobytes()
    assert sum(table.state.landings) > 30
