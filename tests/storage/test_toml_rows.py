"""Rows of data files are read field by field; each refusal names the file, the row, the field and what is allowed."""

import pytest

from wd_env.errors import MAX_QUOTED_CHARS, DataError
from wd_env.storage.toml_rows import DataRow, read_rows

COLOURS = ("red", "green", "blue")


def row(**values):
    return DataRow("cards.toml", 3, values)


def refusal(read):
    with pytest.raises(DataError) as caught:
        read()
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_a_list_of_names_is_read_in_its_order():
    assert row(colours=["blue", "red"]).choices("colours", COLOURS, 2) == ["blue", "red"]
    assert row(colours=["green"]).choices("colours", COLOURS, 2) == ["green"]


@pytest.mark.parametrize("value", [[], ["red", "red"], ["red", "green", "blue"], ["pink"], [1], "red", None])
def test_a_list_of_names_is_refused_where_it_is_empty_too_long_or_has_another_name(value):
    told = refusal(lambda: row(colours=value).choices("colours", COLOURS, 2))
    assert "cards.toml: row 3" in told
    assert "1 to 2 different names out of red, green, blue" in told


def test_a_list_of_numbers_has_exactly_as_many_as_are_asked_for():
    assert row(dice=[0, 6]).integers("dice", 6, 2) == [0, 6]
    for value in ([1], [1, 2, 3], [1, 7], [1, -1], [1, True], [1, 2.0]):
        assert "2 whole numbers from 0 to 6" in refusal(lambda value=value: row(dice=value).integers("dice", 6, 2))


@pytest.mark.parametrize(("value", "is_allowed"), [(1, False), (2, True), (9, True), (10, False), (True, False)])
def test_a_number_may_be_each_end_of_its_range_and_nothing_beyond(value, is_allowed):
    if is_allowed:
        assert row(price=value).integer("price", 9, 2) == value
    else:
        assert "a whole number from 2 to 9" in refusal(lambda: row(price=value).integer("price", 9, 2))


def test_a_field_that_nobody_has_read_is_refused():
    one = row(price=3, prise=4)
    one.integer("price", 9)
    assert "field prise: found 4, allowed: no field but price" in refusal(one.close)


def test_the_name_of_a_field_is_told_as_it_is_up_to_the_bound_and_then_cut():
    longest = "x" * MAX_QUOTED_CHARS
    assert f"field {longest}:" in refusal(row(**{longest: 1}).close)
    assert f"field {longest}" not in refusal(row(**{longest + "x": 1}).close)


@pytest.mark.parametrize("text", ["", "title = 'x'", "cards = 1", "cards = [1]", "[[cards]]\nid = 1\n[[more]]\nid = 1"])
def test_a_file_holds_the_rows_and_nothing_else(tmp_path, text):
    path = tmp_path / "cards.toml"
    path.write_text(text)
    assert "allowed: only rows [[cards]]" in refusal(lambda: read_rows(path, "cards", 1, 2))


@pytest.mark.parametrize(("rows", "is_allowed"), [(0, False), (1, True), (2, True), (3, False)])
def test_a_file_has_as_many_rows_as_are_allowed(tmp_path, rows, is_allowed):
    path = tmp_path / "cards.toml"
    path.write_text("[[cards]]\nid = 1\n" * rows or "cards = []")
    if is_allowed:
        assert [one.row_number for one in read_rows(path, "cards", 1, 2)] == list(range(1, rows + 1))
    else:
        assert f"found {rows}, allowed: 1 to 2 rows" in refusal(lambda: read_rows(path, "cards", 1, 2))
