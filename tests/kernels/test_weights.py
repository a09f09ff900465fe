"""Chance is sampled by weights within the limits, the same interpreted and compiled."""

from collections.abc import Callable
from dataclasses import replace
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from tests.kernels.test_rng import draw_from, make_draws
from wd_env.errors import ConfigError, StateError
from wd_env.games.world_dominance.game import GAME
from wd_env.games.world_dominance.rules import engine
from wd_env.kernels import bits, philox
from wd_env.kernels.philox import WORD, weighted_draw
from wd_env.spec.game_spec import CHANCE, MAX_WEIGHT, NodeType
from wd_env.table.chance_modes import EXPLICIT
from wd_env.table.game_table import Table

ONE_DRAW = 2**32  # weights that one random word can distinguish
THROW = next(question for question in GAME.nodes if question.name == "setup_throw")


def game_with(chance_weights: Callable[[Any, Any], None], **changed: Any) -> Any:
    """Return World Dominance with other weights and another node for its first throw."""
    questions = tuple(replace(THROW, **changed) if question is THROW else question for question in GAME.nodes)
    other = ModuleType("engine")
    vars(other).update(vars(engine), chance_weights=chance_weights)
    return replace(GAME, engine=other, nodes=questions)


@pytest.mark.parametrize(
    "declared",
    [
        {"num_outcomes": 2, "max_weight": ONE_DRAW // 2 + 1},
        {"num_outcomes": ONE_DRAW // MAX_WEIGHT + 1},
        {"num_outcomes": ONE_DRAW + 1, "is_uniform": True},
        {"num_outcomes": 2, "max_weight": -1},
    ],
)
def test_a_question_with_more_weight_than_a_draw_can_hold_is_refused_when_it_is_made(declared):
    with pytest.raises(
        ConfigError, match=r"toss has \d+ outcomes with weights up to .*; expected weights that add up to"
    ):
        NodeType("toss", CHANCE, **declared)


def test_a_question_with_as_much_weight_as_a_draw_can_hold_is_made():
    NodeType("toss", CHANCE, num_outcomes=2, max_weight=ONE_DRAW // 2)
    NodeType("toss", CHANCE, num_outcomes=ONE_DRAW, is_uniform=True)


@pytest.mark.parametrize("weight", [MAX_WEIGHT + 1, 2**33, 2**70, -1])
@pytest.mark.parametrize("chance", ["explicit", "sampled"])
def test_weights_beyond_those_of_their_question_are_refused(weight, chance):
    def chance_weights(s, weights):
        weights[0], weights[1] = 1, weight

    with pytest.raises(StateError, match=r"outcomes of setup_throw: expected 6 weights"):
        Table(game_with(chance_weights), chance=chance, seed=1).chance_weights()


def test_a_weight_for_an_outcome_that_its_question_has_not_is_refused():
    def chance_weights(s, weights):
        weights[0] = weights[6] = 1

    with pytest.raises(StateError, match="expected 6 weights"):
        Table(game_with(chance_weights), chance=EXPLICIT).chance_weights()


def test_chance_without_any_outcome_is_refused_when_it_is_drawn():
    with pytest.raises(StateError, match="setup_throw: expected at least one possible outcome"):
        Table(game_with(lambda s, weights: None), seed=1)


def test_rules_find_as_many_places_for_weights_as_compiled_ones():
    found = []

    def chance_weights(s, weights):
        found.append(len(weights))
        engine.chance_weights(s, weights)

    Table(game_with(chance_weights), seed=1)
    assert set(found) == {GAME.chance_width}


def test_a_draw_from_one_number_less_than_a_word_has_takes_another_word_for_the_one_left_over():
    assert draw_from([0, 7], WORD) == (6, 2)
    assert draw_from([1], WORD) == (0, 1)


@pytest.mark.parametrize("n", [ONE_DRAW, 3 * ONE_DRAW])
def test_weights_from_the_greatest_on_take_one_word(n):
    """Give only one word."""
    for word in (0, 1, WORD // 2, WORD):
        value, used = draw_from([word], n)
        assert used == 1
        assert 0 <= value < n
        assert value == word or n > ONE_DRAW


@pytest.mark.parametrize("total", [2**31 - 1, 2**31 + 1, 2**32 - 1, 2**32])
def test_compiled_draws_by_great_weights_are_the_interpreted_ones(total):
    """Use weights whose products exceed 2**63."""
    pytest.importorskip("numba")
    from wd_env.compiler.compile_rules import compile_lazily

    compiled = compile_lazily("draws", (bits, philox), make_draws)
    weights = [total // 3, 0, total // 2, total - total // 3 - total // 2]
    stream, plain, out = np.array([1, 2, 0]), [1, 2, 0], np.zeros(400, np.int64)
    compiled(stream, np.array(weights), np.array([1]), out)
    expected = []
    for number in range(400):
        expected.append(philox.uniform_draw(plain, [1]) if number % 2 else weighted_draw(plain, weights, 4))
    assert out.tolist() == expected
    assert stream.tolist() == plain
    assert set(out[::2].tolist()) <= {0, 2, 3}


def test_compiled_draws_by_weights_beyond_the_greatest_come_to_an_end():
    pytest.importorskip("numba")
    from wd_env.compiler.compile_rules import compile_lazily

    out = np.zeros(10, np.int64)
    compile_lazily("draws", (bits, philox), make_draws)(
        np.array([1, 2, 0]), np.array([2**40, 2**40]), np.array([1]), out
    )
    assert set(out.tolist()) <= {0, 1}
