"""Rows of data files are read field by field; each error names the file, the row, the field and allowed values."""

import pytest

from wd_env.errors import MAX_QUOTED_CHARS, DataError
from wd_env.storage.toml_rows import DataRow, build_items, check_counts, check_distinct, read_rows

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
    result = refusal(lambda: row(colours=value).choices("colours", COLOURS, 2))
    assert "cards.toml: row 3" in result
    assert "1 to 2 different names out of red, green, blue" in result


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


def test_an_unread_field_is_rejected():
    one = row(price=3, prise=4)
    one.integer("price", 9)
    assert "field prise: found 4, allowed: no field but price" in refusal(one.close)


def test_the_name_of_a_field_is_quoted_up_to_the_limit_and_then_truncated():
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


def test_rows_inside_a_row_are_numbered_from_1_and_name_both():
    inner = row(id="Rome", steps=[{"verb": "gain"}, {"verb": "pay"}]).rows("steps", 2)
    assert [(one.row_number, one.values["verb"]) for one in inner] == [(1, "gain"), (2, "pay")]
    assert inner[1].file == "cards.toml: row 3 'Rome', steps"
    for value in ([], [{}, 1], [{}, {}, {}], {}):
        assert "allowed: 1 to 2 rows of fields" in refusal(lambda value=value: row(steps=value).rows("steps", 2))


@pytest.mark.parametrize("value", ["", " ", "two\nlines", 1, None, "abcd"])
def test_a_text_is_one_line_of_some_length(value):
    assert row(title="abc").text("title", 3) == "abc"
    assert "allowed: a text of one line of at most 3 characters" in refusal(lambda: row(title=value).text("title", 3))
    if value != "abcd":
        assert refusal(lambda: row(title=value).text("title")).endswith("allowed: a text of one line")
        assert "1 to 1 texts of one line" in refusal(lambda: row(titles=[value]).texts("titles", 1))


def test_texts_names_and_flags_are_read_as_they_are():
    one = row(titles=["b", "a"], colour="red", hidden=False, origin="book", note="of another print")
    assert (one.texts("titles", 2), one.choice("colour", COLOURS), one.flag("hidden")) == (["b", "a"], "red", False)
    assert one.source() == ("book", "of another print")
    assert row(origin="reconstructed").source() == ("reconstructed", "")
    one.close()
    assert "allowed: red, green, blue" in refusal(lambda: row(colour="pink").choice("colour", COLOURS))
    assert "allowed: true or false" in refusal(lambda: row(hidden=0).flag("hidden"))
    assert "1 to 1 texts" in refusal(lambda: one.texts("titles", 1))


def test_a_field_that_was_asked_for_counts_as_read():
    one = row(note=1)
    assert (one.has("note"), one.has("price")) == (True, False)
    one.close()


@pytest.mark.parametrize("size", [1, 4])
def test_values_are_counted_over_the_rows(size):
    rows = [DataRow("cards.toml", n, {"colour": "red", "kind": "a" if n < 3 else "b"}) for n in range(1, size + 1)]
    check_counts(rows, "colour", COLOURS[:1], 1, 4)
    check_counts(rows, "colour", COLOURS[:1], 0, 2, kind="b")
    few = refusal(lambda: check_counts(rows, "colour", COLOURS, 1, 4))
    assert few == "cards.toml: all rows, field colour: found 'green' in 0, allowed: 1 to 4 rows"
    if size > 1:
        result = refusal(lambda: check_counts(rows, "colour", COLOURS, 0, 1, kind="b"))
        assert result == (
            "cards.toml: row 4 'untitled', field colour: found 'red', allowed: 'red' in 0 to 1 rows with kind 'b'"
        )
        assert "'red' in 3 rows" in refusal(lambda: check_counts(rows, "colour", COLOURS, 3, 3))
        assert "'red' in 1 row" in refusal(lambda: check_counts(rows, "colour", COLOURS, 1, 1))


def test_values_that_must_differ_are_refused_at_the_second():
    rows = [DataRow("cards.toml", n, {"title": title}) for n, title in enumerate("abca", 1)]
    check_distinct(rows[:3], "title")
    assert refusal(lambda: check_distinct(rows, "title")).startswith("cards.toml: row 4 'a', field title: found 'a'")


def test_items_are_made_of_each_row_and_its_index_and_every_field_is_read():
    rows = [row(price=5), row(price=7)]
    assert build_items(rows, lambda one, index: (index, one.integer("price", 9))) == ((0, 5), (1, 7))
    assert "field price" in refusal(lambda: build_items([row(price=5)], lambda one, index: index))


@pytest.mark.parametrize(("chars", "is_allowed"), [(500, True), (501, False)])
def test_a_line_of_a_file_is_at_most_500_letters(tmp_path, chars, is_allowed):
    path = tmp_path / "cards.toml"
    path.write_text("[[cards]]\n" + f"id = '{'x' * (chars - 7)}'\n")
    if is_allowed:
        assert len(read_rows(path, "cards", 1, 2)) == 1
    else:
        assert "line 2: found 501 letters, allowed: at most 500" in refusal(lambda: read_rows(path, "cards", 1, 2))
