"""The tables of a game's page are generated from its spec: here for the toy game, with a page in the test."""

import pytest

from tests.toy_game import PLEDGE
from wd_env.errors import DataError
from wd_env.text.markdown import placeholders
from wd_env.text.spec_page import SpecPage, with_tables

TABLES = SpecPage(PLEDGE, "from tests.toy_game import PLEDGE", legal_rules={}).tables()
PAGE = "# Pledge\n\n" + "\n".join(f"<!-- generated: {name} -->\n<!-- end -->\n" for name in TABLES)


def rows_of(table):
    return [[cell.strip() for cell in line.strip("|\n").split(" | ")] for line in table.splitlines()[2:]]


def test_a_page_gets_every_table_in_its_place_and_nothing_else_changes():
    page = with_tables(PAGE, TABLES, "PLEDGE.md")
    assert placeholders(page) == list(TABLES)
    assert all(table in page for table in TABLES.values())
    assert page.startswith("# Pledge\n\n<!-- generated: overview -->\n| ")
    assert with_tables(page, TABLES, "PLEDGE.md") == page


def test_a_page_without_a_place_is_refused_by_name():
    with pytest.raises(DataError, match=r"PLEDGE\.md: expected placeholders .*'overview'"):
        with_tables(PAGE.replace("<!-- generated: overview -->", ""), TABLES, "PLEDGE.md")


def test_actions_are_listed_with_the_decisions_that_offer_them():
    assert rows_of(TABLES["actions"]) == [
        ["0 to 1", "`pledge odd` .. `pledge even`", "pledge"],
        ["2", "`throw`", "roll"],
        ["3", "`hold`", "roll"],
    ]


def test_decisions_are_listed_with_answers_and_what_the_rules_say():
    assert rows_of(TABLES["decisions"]) == [
        ["`pledge`", "`pledge odd` .. `pledge even`", "Odd or even; other players do not see it.", ""],
        ["`roll`", "`throw`, `hold`", "Another throw, or the end of the seat's throws.", ""],
    ]


def test_a_decision_may_be_offered_by_a_rule_of_another_name():
    page = SpecPage(PLEDGE, "", legal_rules={"pledge": "can_roll"}, shifts={"THROW": 1})
    (pledge, roll) = rows_of(page.decisions())
    assert pledge[1:3] == ["`hold`", "Another throw, or the end of the seat's throws."]
    assert roll[1] == "`hold`"


def test_chance_is_listed_with_who_sees_it():
    assert [row[:3] for row in rows_of(TABLES["chance"])] == [
        ["`deal`", "`card 1` .. `card 4`", "the seat concerned"],
        ["`die`", "`die 1` .. `die 6`", "all"],
    ]


def test_the_head_observation_and_state_are_those_of_the_description():
    overview = dict(row for row in rows_of(TABLES["overview"]))
    assert overview["Players"] == "2 to 3"
    assert overview["Action space"] == "`Discrete(4)`"
    assert overview["Observation values"].startswith("0 to 66,")
    assert rows_of(TABLES["observation"])[2] == ["`3:7`", "`card`", "4", "0 to 1", "own card, one-hot"]
    hidden = {row[0] for row in rows_of(TABLES["state"]) if row[3] == "some seats"}
    assert hidden == {"`card`", "`pledge`"}
    assert [row[0] for row in rows_of(TABLES["options"])] == ["`num_players`", "`limit`", "`max_throws`"]
    assert PLEDGE.layout_hash in TABLES["hashes"]
