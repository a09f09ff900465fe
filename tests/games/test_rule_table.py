"""`make rules` counts tests that ran: a clause passes if it has tests and all of them pass."""

import re
from typing import Literal

import pytest

from tests.games import rule_table
from tests.games.rule_table import Verdicts, clauses, table
from tests.games.samples import all_samples
from tests.games.world_dominance.samples import BOOK


def run(passed: dict[str, bool]) -> Verdicts:
    """Return the verdicts after these tests, by name with or without the case in brackets."""
    verdicts = Verdicts(BOOK)
    for name, verdict in passed.items():
        outcome: Literal["passed", "failed"] = "passed" if verdict else "failed"
        place = ("tests/x.py", 1, name)
        verdicts.pytest_runtest_logreport(pytest.TestReport(f"tests/x.py::{name}", place, {}, outcome, "why", "call"))
    return verdicts


def all_but(*left_out: int) -> dict[str, bool]:
    return {f"test_wd_{n:03d}_a_sentence": True for n in range(1, 302) if n not in left_out}


def test_the_clauses_are_301_each_with_a_name_and_a_title_of_its_own():
    assert [clause.number for clause in clauses(BOOK)] == list(range(1, 302))
    assert len({clause.name for clause in clauses(BOOK)}) == 301
    assert all(re.fullmatch(r"[a-z]+_[a-z0-9_]+", clause.name) for clause in clauses(BOOK))
    assert all(clause.title for clause in clauses(BOOK))


def test_the_clauses_of_every_book_are_numbered_from_one_and_told_apart():
    books = {samples.row.title: samples.book for samples in all_samples() if samples.book}
    counts = {}
    for title, book in books.items():
        every = clauses(book)
        assert [clause.number for clause in every] == list(range(1, len(every) + 1)), title
        assert len({clause.name for clause in every}) == len(every), title
        counts[title] = len(every)
    assert counts == {"World Dominance": 301, "Domination": 211, "Superpowers": 320}


def test_scenarios_that_are_no_clause_are_not_counted():
    assert run({"test_wd_s1_a_scenario": True, "test_wd_001_a_sentence": True}).passed.keys() == {1}


def test_with_a_passing_test_for_each_the_count_is_whole():
    text, complete = table(BOOK, run(all_but()), with_names=False)
    assert (text.splitlines()[-1], complete) == ("301 of 301", True)


def test_a_clause_without_a_test_is_shown_and_not_counted():
    text, complete = table(BOOK, run(all_but(262)), with_names=False)
    row = next(line for line in text.splitlines() if line.startswith("WD-262"))
    assert row.split() == "WD-262 mis_what 0 NO TEST Misdemeanours are punished once".split()
    assert (text.splitlines()[-1], complete) == ("300 of 301", False)


def test_the_few_parts_that_cannot_apply_to_software_are_listed_with_their_reason():
    text, _ = table(BOOK, run(all_but()), with_names=False)
    _, _, listed = text.partition("Parts that cannot apply to software:\n")
    assert re.findall(r"^WD-(\d{3})  .+: .+$", listed, re.MULTILINE) == ["029", "242", "262", "264", "269"]


def test_the_row_says_clause_name_tests_verdict_and_title():
    text, _ = table(BOOK, run({"test_wd_003_one": True, "test_wd_003_two": True}), with_names=False)
    row = next(line for line in text.splitlines() if line.startswith("WD-003"))
    assert row.split() == "WD-003 obj_out 2 yes Without soldiers a player is out".split()


@pytest.mark.parametrize("cases", [(True, False), (False, True)])
def test_one_case_that_fails_fails_the_clause(cases):
    tests = all_but() | {f"test_wd_003_a_sentence[{case}]": passed for case, passed in enumerate(cases)}
    verdicts = run(tests)
    text, complete = table(BOOK, verdicts, with_names=False)
    assert "NO" in next(line for line in text.splitlines() if line.startswith("WD-003"))
    assert (text.splitlines()[-1], complete) == ("300 of 301", False)
    assert len(verdicts.failures) == 1


def test_names_of_tests_are_read_as_sentences():
    text, _ = table(BOOK, run(all_but()), with_names=True)
    assert text.count(" - a sentence\n") == 301


def test_a_test_that_names_no_clause_is_left_out():
    assert not run({"test_amb_050_a_sentence": False}).failures


def test_a_game_without_clauses_fails_nothing(capsys):
    assert rule_table.run("Pledge", None, with_names=False)
    assert capsys.readouterr().out == "Pledge has no clauses\n"


def test_each_game_of_the_catalogue_is_run_and_one_that_fails_fails_all(monkeypatch):
    ran = []

    def run_one(title, book, with_names):
        ran.append((title, book and book.mark, with_names))
        return title != "World Dominance"

    monkeypatch.setattr(rule_table, "run", run_one)
    monkeypatch.setattr("sys.argv", ["rule_table", "-v"])
    assert rule_table.main() == 1
    books = [(samples.row.title, samples.book and samples.book.mark) for samples in all_samples()]
    assert ran == [(title, mark, True) for title, mark in books]
    assert ("World Dominance", "wd") in books
