"""Legal actions are accepted, and all others are rejected without a change."""

import random

import numpy as np
import pytest

from tests.games.world_dominance.all_nodes import all_nodes
from tests.games.world_dominance.policies import GAMES, POLICIES, new_table, positions
from wd_env.errors import IllegalAction, WrongSeat
from wd_env.games.world_dominance.definitions.actions import ACTIONS, NAME
from wd_env.games.world_dominance.game import GAME
from wd_env.games.world_dominance.position import position
from wd_env.spec.game_spec import CHANCE, PLAYER
from wd_env.table.chance_modes import EXPLICIT

OUTSIDE = (-1, len(ACTIONS), len(ACTIONS) + 1, -(2**63), 2**63, 2**64 + 1)
NOT_NUMBERS: tuple[object, ...] = (
    True,
    False,
    np.True_,
    1.0,
    1.5,
    float("nan"),
    None,
    (),
    [0],
    {},
    b"roll",
    np.float64(0),
    object(),
)
NOT_TEXTS = ("", "nonsense", "Roll", "roll ", " roll", "0", "card", "card Atlantis", "name +5", "space S36")


def sampled_positions(policy):
    return positions(policy, games=4 * max(1, GAMES // 10), every=30, seed=7)


def unchanged(table):
    return table.state.to_bytes(), list(table.lines), list(table._backends.active.stream)


@pytest.mark.parametrize("policy", POLICIES.values(), ids=POLICIES)
def test_every_offered_answer_is_accepted(policy):
    for table in sampled_positions(policy):
        offered = [action for action, legal in enumerate(table.mask()) if legal]
        assert offered
        assert table.legal_texts() == [ACTIONS.text(action) for action in offered]
        before = unchanged(table)
        for action in offered:
            by_number, by_text = table.copy(), table.copy()
            by_number.play(action, seat=table.seat)
            by_text.play(ACTIONS.text(action))
            assert by_number.state == by_text.state
            assert by_number.legal_texts() or by_number.is_terminal
        assert unchanged(table) == before


@pytest.mark.thinned(3)
@pytest.mark.parametrize("policy", POLICIES.values(), ids=POLICIES)
def test_every_other_number_is_refused_and_nothing_changes(policy):
    for table in sampled_positions(policy):
        before = unchanged(table)
        refused = [action for action, legal in enumerate(table.mask()) if not legal]
        for action in (*refused, *OUTSIDE, *NOT_NUMBERS, *NOT_TEXTS):
            with pytest.raises(IllegalAction):
                table.play(action)
        for seat in (*range(-1, 6), 255):
            if seat != table.seat:
                with pytest.raises(WrongSeat):
                    table.play(table.legal_texts()[0], seat=seat)
        assert unchanged(table) == before


def test_each_single_refusal_leaves_every_byte_as_it_was():
    table = position(players=3, lands="decimate")
    before = unchanged(table)
    for action in (*range(len(ACTIONS)), *OUTSIDE, *NOT_NUMBERS, *NOT_TEXTS):
        if action not in (NAME, NAME + 1, NAME + 2) or isinstance(action, float):
            with pytest.raises(IllegalAction):
                table.play(action)
            assert unchanged(table) == before, action


def test_chance_that_is_not_open_or_cannot_be_is_refused():
    table = position(players=2, cards={1: ["Alaska"]}, lands="Africa")
    table.play("take")
    before = unchanged(table)
    for outcome in ("draw Alaska", "draw Rome", "playing dice 3", "take", 0, -1, 16, 9999, True, None, 1.5):
        with pytest.raises(IllegalAction):
            table.play(outcome)
        assert unchanged(table) == before


def test_chance_is_answered_by_nobodys_seat():
    table = position(players=2)
    table.play("roll")
    for seat in range(2):
        with pytest.raises(WrongSeat, match="chance decides movement_throw"):
            table.play("playing dice 3", seat=seat)


def test_nothing_can_be_answered_when_the_game_is_over():
    table = new_table(2, 3, max_turns=1)
    while not table.is_terminal:
        table.play(table.legal_texts()[0])
    before = unchanged(table)
    for answer in ("roll", 0, -1, None):
        with pytest.raises(IllegalAction, match="over"):
            table.play(answer)
    assert unchanged(table) == before
    assert not any(table.mask())
    assert table.legal_texts() == []
    assert table.chance_weights() == {}


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_nobody_out_or_interned_is_asked_and_a_mask_is_never_empty(players):
    rng = random.Random(players)
    for seed in range(GAMES):
        table = new_table(players, seed)
        while not table.is_terminal:
            s = table.state
            assert table.node.kind == PLAYER
            assert s.in_play[table.seat]
            assert s.ice_turns[table.seat] == 0
            assert set(table.mask()) == {0, 1}
            table.play(rng.choice(table.legal_texts()))


@pytest.mark.parametrize("players", [2, 5])
def test_asked_chance_always_has_an_outcome_and_refuses_the_others(players):
    rng = random.Random(players)
    table = new_table(players, 1, max_turns=60, chance=EXPLICIT)
    while not table.is_terminal:
        question = table.node
        if question.kind == CHANCE:
            chances = table.chance_weights()
            assert table.legal_texts() == list(chances)
            assert all(type(weight) is int and weight > 0 for weight in chances.values())
            before = unchanged(table)
            for number in range(len(GAME.outcomes)):
                if GAME.outcomes.text(number) not in chances and rng.random() < 0.1:
                    with pytest.raises(IllegalAction):
                        table.play(number)
            assert unchanged(table) == before
        table.play(rng.choice(table.legal_texts()))


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_mask_holds_zeros_and_ones_at_every_decision(players):
    for question, table in all_nodes(players):
        if table.node.kind == PLAYER:
            assert set(table.mask()) <= {0, 1}, question


def test_a_mask_marks_whoever_can_be_brought_back_with_one():
    table = position(4, soldiers=[9, 9, 9, 0], out=[3], lands="paradies")
    assert "revive +3" in table.legal_texts()
    assert max(table.mask()) == 1
