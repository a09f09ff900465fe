"""Checks of a saved state: fields in range, and pending nodes in order of priority below the current one."""

from types import SimpleNamespace

import pytest

from wd_env.errors import StateError
from wd_env.kernels.frames import clear_waiting, clockwise, next_node, open_node, pop_node, push_node, seat_at_offset
from wd_env.spec.game_spec import AUTOMATIC, PLAYER, TERMINAL, NodeType
from wd_env.spec.state_checks import check_ranges, check_waiting_nodes
from wd_env.spec.state_schema import Field

QUESTIONS = (
    NodeType("answer", PLAYER),
    NodeType("interrupt", PLAYER, priority=2),
    NodeType("settle", AUTOMATIC, priority=3),
    NodeType("over", TERMINAL),
)
ANSWER, INTERRUPT, SETTLE, OVER = range(len(QUESTIONS))


def state(node=ANSWER, **changed):
    fields = {"seat": 0, "note": 0, "seats": 3, "in_play": [1, 1, 1], "waiting": 0}
    frames = {f"waiting_{name}": [0, 0] for name in ("node", "seat", "note")}
    return SimpleNamespace(node=node, **{**fields, **frames, **changed})


def test_waiting_nodes_pass_the_check_and_resume_from_the_top():
    s = state(SETTLE)
    push_node(s, ANSWER, 1, 7)
    push_node(s, INTERRUPT, 2, 8)
    check_waiting_nodes(s, QUESTIONS)
    assert pop_node(s)
    assert (s.node, s.seat, s.note, s.waiting) == (INTERRUPT, 2, 8, 1)
    check_waiting_nodes(s, QUESTIONS)
    assert pop_node(s)
    assert (s.node, s.seat, s.note) == (ANSWER, 1, 7)
    assert not pop_node(s)
    check_waiting_nodes(s, QUESTIONS)
    assert s.waiting_node == s.waiting_seat == s.waiting_note == [0, 0]


def test_waiting_nodes_of_a_player_who_went_out_are_dropped():
    s = state(SETTLE)
    push_node(s, ANSWER, 1, 7)
    push_node(s, INTERRUPT, 2, 8)
    s.in_play = [1, 1, 0]
    assert pop_node(s)
    assert (s.node, s.seat, s.note) == (ANSWER, 1, 7)
    push_node(s, ANSWER, 2, 1)
    assert not pop_node(s)
    check_waiting_nodes(s, QUESTIONS)


def test_a_game_that_is_over_leaves_nothing_waiting():
    s = state(SETTLE)
    push_node(s, ANSWER, 1, 7)
    push_node(s, INTERRUPT, 2, 8)
    clear_waiting(s)
    open_node(s, OVER, 0, 0)
    check_waiting_nodes(s, QUESTIONS)
    assert not pop_node(s)


def test_the_next_question_of_a_matter_is_asked_of_its_seat_without_a_note():
    s = state(seat=2, note=5)
    next_node(s, INTERRUPT)
    assert (s.node, s.seat, s.note) == (INTERRUPT, 2, 0)
    assert [seat_at_offset(s, places) for places in range(4)] == [2, 0, 1, 2]
    assert clockwise(s, 0, 3) == 0


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"waiting": 3}, "something waits on 3 places; there are 2"),
        ({"waiting_note": [1, 0]}, "something waits above what waits on top"),
        ({"waiting": 1, "waiting_node": [9, 0]}, r"something waits that is not a node: \(9, 2\)"),
        ({"waiting": 1, "waiting_node": [2, 0]}, r"questions \(2, 2\) have priorities \[3, 3\]"),
        ({"waiting": 2, "waiting_node": [1, 0]}, r"have priorities \[2, 1, 3\]"),
        ({"waiting": 1, "waiting_seat": [3, 0]}, "something waits for seats"),
        ({"node": OVER, "waiting": 1}, "beneath a question of no higher rank"),
        ({"node": 4}, "not a node"),
    ],
)
def test_invalid_waiting_nodes_are_rejected(changed, words):
    with pytest.raises(StateError, match=words):
        check_waiting_nodes(state(**{"node": SETTLE, **changed}), QUESTIONS)


def test_a_node_has_priority_one_by_default():
    answer = NodeType("answer", PLAYER)
    check_waiting_nodes(state(1, waiting=1), (answer, NodeType("interrupt", PLAYER, priority=2)))
    with pytest.raises(StateError, match=r"have priorities \[1, 1\]"):
        check_waiting_nodes(state(1, waiting=1), (answer, answer))


@pytest.mark.parametrize(
    ("allowed", "text"),
    [
        (range(10**30), "0 to 999999999999999999999999999999"),  # too long for a list
        (range(4, 5), "4"),
        (range(0, 6, 3), "0, 3"),
    ],
)
def test_a_range_is_named_by_its_ends(allowed, text):
    with pytest.raises(StateError, match=rf"^the state cannot be: seat: expected {text}, got -1$"):
        check_ranges(state(seat=-1), {"seat": allowed})


def test_a_value_out_of_range_is_named_with_what_is_allowed():
    allowed = {"seat": range(3), "in_play": {0, 1, 2, 5}}
    check_ranges(state(), allowed)
    with pytest.raises(StateError, match=r"^the state cannot be: seat: expected 0 to 2, got 3$"):
        check_ranges(state(seat=3), allowed)
    with pytest.raises(StateError, match=r"in_play\[1\]: expected 0 to 2, 5, got 3$"):
        check_ranges(state(in_play=[1, 3, 0], schema=schema("seat")), allowed)


@pytest.mark.parametrize(
    ("by", "element"),
    [("seat", " of Ben"), ("land and seat", " of Rome Ben"), ("seat and row", "[1]"), ("", "[1]")],
)
def test_an_element_of_a_list_is_named_by_its_index(by, element):
    names = {"seat": ("Anna", "Ben", "Cleo"), "land": ("Rome", "Oslo")}
    with pytest.raises(StateError) as caught:
        check_ranges(state(in_play=[1, 3, 0], schema=schema(by)), {"in_play": (0, 1)}, names)
    assert str(caught.value) == f"the state cannot be: in_play{element}: expected 0 to 1, got 3"


def schema(by):
    return SimpleNamespace(by_name={"in_play": Field("in_play", "i1", 3, "1 for seats in the game", by=by)})
