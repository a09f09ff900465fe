"""A state that is declared once converts to records and JSON and back without loss, and rejects invalid data."""

import copy

import numpy as np
import pytest

from tests.games.world_dominance.policies import new_table, turns_of, uniform
from wd_env.errors import StateError
from wd_env.games.world_dominance.state import SCHEMA
from wd_env.spec.state_schema import MAX_ELEMENT, Field, StateSchema

SMALL = StateSchema("small", (Field("one", "i1", 0, ""), Field("many", "i2", 3, ""), Field("big", "i4", 0, "")))


def small(one=1, many=(2, 3, 4), big=5):
    state = SMALL.state_class()
    state.one, state.many, state.big = one, list(many), big
    return state


@pytest.fixture(scope="module")
def states():
    import random

    rng = random.Random(3)
    found = []
    for table in turns_of(new_table(4, 3, max_turns=60), uniform, rng):
        found.append(table.state.copy())
    return found


def test_states_of_a_game_go_to_records_and_json_and_back(states):
    for state in states:
        assert SCHEMA.from_record(state.to_record()) == state
        assert SCHEMA.from_json(SCHEMA.to_json(state)) == state


def test_a_new_state_is_all_zero():
    assert SMALL.state_class() == small(0, (0, 0, 0), 0)
    assert set(SCHEMA.state_class().to_bytes()) == {0}


def test_equal_states_have_equal_bytes_and_hashes_and_others_not():
    assert small() == small()
    assert hash(small()) == hash(small())
    assert small().to_bytes() == small().to_bytes()
    for other in (small(one=2), small(many=(2, 3, 5)), small(big=6)):
        assert other != small()
        assert other.to_bytes() != small().to_bytes()
    assert small() != "small"


def test_a_copy_shares_nothing():
    state = small()
    other = state.copy()
    other.many[0] = 99
    other.one = 9
    assert state == small()


def test_a_state_accepts_no_other_attributes():
    with pytest.raises(AttributeError):
        small().more = 1


def test_a_field_holds_what_its_type_of_numpy_holds():
    assert {name: np.iinfo(name).max for name in ("i1", "i2", "i4")} == MAX_ELEMENT


@pytest.mark.parametrize("name", ["one", "many", "big"])
def test_a_number_that_does_not_fit_its_field_cannot_be_recorded(name):
    state = small()
    too_big = MAX_ELEMENT[SMALL.by_name[name].element] + 1
    setattr(state, name, [too_big] * 3 if name == "many" else too_big)
    with pytest.raises(OverflowError):
        state.to_record()


@pytest.mark.parametrize("value", [-1, 128, 2**40, 1.0, True, None, "1", [1], {}])
def test_a_number_that_does_not_fit_is_refused_in_json(value):
    data = SMALL.to_json(small())
    data["fields"]["one"] = value
    with pytest.raises(StateError, match="'one'"):
        SMALL.from_json(data)


@pytest.mark.parametrize(
    "value", [[1, 2], [1, 2, 3, 4], [1, 2, -1], [1, 2, 40000], (1, 2, 3), "123", 7, None, [[1]] * 3]
)
def test_a_row_of_other_length_or_content_is_refused_in_json(value):
    data = SMALL.to_json(small())
    data["fields"]["many"] = value
    with pytest.raises(StateError, match="'many'"):
        SMALL.from_json(data)


@pytest.mark.parametrize("data", [None, [], 1, "{}", {}, {"schema": SMALL.hash}, {"schema": SMALL.hash, "fields": []}])
def test_an_invalid_state_is_rejected(data):
    with pytest.raises(StateError):
        SMALL.from_json(data)


def test_a_missing_or_unknown_field_and_another_schema_are_refused():
    data = SMALL.to_json(small())
    for change in (
        lambda d: d["fields"].pop("one"),
        lambda d: d["fields"].update(more=1),
        lambda d: d.update(schema="x"),
    ):
        damaged = copy.deepcopy(data)
        change(damaged)
        with pytest.raises(StateError):
            SMALL.from_json(damaged)
    assert SMALL.from_json(data) == small()


def test_json_shares_nothing_with_the_state():
    state = small()
    data = SMALL.to_json(state)
    data["fields"]["many"][0] = 77
    read = SMALL.from_json(SMALL.to_json(state))
    read.many[0] = 78
    assert state == small()


@pytest.mark.parametrize(
    ("name", "element"), [("x", "u1"), ("x", "f4"), ("x", "i8"), ("2x", "i1"), ("X", "i1"), ("", "i1")]
)
def test_a_field_of_another_type_or_name_cannot_be_declared(name, element):
    with pytest.raises(ValueError, match="cannot be declared"):
        Field(name, element, 0, "")


def test_two_fields_of_one_name_cannot_be_declared():
    with pytest.raises(ValueError, match="share a name"):
        StateSchema("twice", (Field("x", "i1", 0, ""), Field("x", "i2", 0, "")))


def test_the_hash_changes_with_name_type_length_and_order():
    fields = (Field("a", "i1", 0, "x"), Field("b", "i1", 3, "y"))
    changed = [
        fields[::-1],
        fields[:1],
        (Field("c", "i1", 0, ""), fields[1]),
        (Field("a", "i2", 0, ""), fields[1]),
        (Field("a", "i1", 1, ""), fields[1]),
    ]
    hashes = {StateSchema("s", some).hash for some in (fields, *changed)}
    assert len(hashes) == 6
    assert StateSchema("s", (Field("a", "i1", 0, "other words"), fields[1])).hash == StateSchema("s", fields).hash


def test_records_are_little_endian_on_every_machine():
    assert SMALL.size == SMALL.dtype.itemsize == len(small().to_bytes())
    assert all(SCHEMA.dtype[name].base.newbyteorder("<") == SCHEMA.dtype[name].base for name in SCHEMA.dtype.names)
    assert small(big=1).to_record()["big"] == np.int32(1)


def test_every_field_of_the_game_has_a_description():
    silent = [field.name for field in SCHEMA.fields if not field.description]
    assert not silent
