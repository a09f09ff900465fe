"""SPEC.md of Domination is true: its tables match the code, its example runs, its bounds hold."""

import re

import pytest

from wd_env.games.domination.config import Config
from wd_env.games.domination.definitions.rule_constants import VERBS
from wd_env.games.domination.doc_pages.spec_tables import PAGE_PATH, SPEC_PAGE
from wd_env.games.domination.game import GAME
from wd_env.games.domination.table import Domination
from wd_env.spec.game_spec import PLAYER
from wd_env.text.spec_page import with_tables

SPEC = PAGE_PATH.read_text("utf-8")
LISTED = dict(re.findall(r"^\| `(\w+)` \| (`[^|]+`) \|", SPEC_PAGE.decisions(), re.MULTILINE))


def test_the_tables_of_the_page_are_those_of_the_code():
    command = "python -m wd_env.games.domination.doc_pages.spec_tables"
    assert with_tables(SPEC, SPEC_PAGE.tables(), PAGE_PATH.name) == SPEC, f"SPEC.md is not up to date: run {command}"


def test_the_page_names_the_size_of_the_action_space():
    assert f"`Discrete(C + {VERBS})`" in SPEC
    assert f"`Discrete({42 + VERBS})`" in SPEC


def test_every_decision_says_what_may_be_answered():
    assert list(LISTED) == [question.name for question in GAME.nodes if question.kind == PLAYER]


@pytest.mark.parametrize("game_type", ["domination", "capital"])
def test_every_answer_that_is_offered_is_listed_with_its_decision(game_type):
    table, asked = Domination(Config(game_type=game_type, max_rounds=15, auto_place="countries"), seed=2), set()
    step = 0
    while not table.is_terminal:
        asked.add(table.node.name)
        words = {text.split()[0] for text in re.findall(r"`([^`]+)`", LISTED[table.node.name])}
        assert {option.split()[0] for option in table.legal_texts()} <= words
        step += 1
        table.play(table.legal_texts()[step % len(table.legal_texts())])
    assert {"place", "roll", "occupy", "fort_amount"} <= asked


def test_the_example_runs():
    [example] = re.findall(r"```python\n(.*?)```", SPEC, re.DOTALL)
    values = {}
    exec(compile(example, "SPEC.md", "exec"), values)  # noqa: S102  it is our own page
    assert values["termination"] or values["truncation"]
