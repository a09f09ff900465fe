"""SPEC.md of Superpowers is true: its tables match the code, its example runs, and its lists are complete."""

import random
import re
from pathlib import Path

from tests.cli.running import Wd
from tests.games.superpowers.play import new_table
from wd_env.games.superpowers.doc_pages.spec_tables import PAGE_PATH, SPEC_PAGE, tables
from wd_env.games.superpowers.game import GAME
from wd_env.spec.game_spec import PLAYER
from wd_env.text.rule_source import action_blocks
from wd_env.text.spec_page import with_tables

ROOT = Path(__file__).parents[3]
REFERENCE = (ROOT / "docs" / "reference" / "superpowers.md").read_text("utf-8")
SPEC = PAGE_PATH.read_text("utf-8")
LISTED = dict(re.findall(r"^\| `(\w+)` \| (`[^|]+`) \|", SPEC_PAGE.decisions(), re.MULTILINE))


def test_the_tables_of_the_page_are_those_of_the_code():
    command = "python -m wd_env.games.superpowers.doc_pages.spec_tables"
    assert with_tables(SPEC, tables(), PAGE_PATH.name) == SPEC, f"SPEC.md is not up to date: run {command}"


def test_every_decision_says_what_may_be_done():
    assert list(LISTED) == [node.name for node in GAME.nodes if node.kind == PLAYER]


def test_every_action_that_is_offered_is_listed_with_its_decision():
    groups = {text: block[0] for _, block in action_blocks(GAME.actions, SPEC_PAGE.action_starts) for text in block}
    table, rng, asked = new_table(seed=4, max_rounds=3), random.Random(4), set()
    for _ in range(400):
        asked.add(table.node.name)
        for text in table.legal_texts():
            assert f"`{groups[text]}`" in LISTED[table.node.name]
        table.play(rng.choice(table.legal_texts()))
        if table.is_terminal:
            break
    assert {"buy", "target", "attack_from", "attack_what", "move_from", "move_to"} <= asked


def test_the_turn_of_the_page_is_the_one_that_the_program_plays(capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    command = re.search(r"^(wd play .*--record game.txt)$", REFERENCE, re.MULTILINE)[1]
    typed, turn = re.findall(r"```text\n(.*?)\n```", REFERENCE, re.DOTALL)[:2]
    wd = Wd(capsys, monkeypatch)
    assert wd(*command.split()[1:], typed=f"{typed}\nq\n").code == 0
    assert turn in wd("replay", "game.txt").out


def test_the_example_runs():
    [example] = re.findall(r"```python\n(.*?)```", SPEC, re.DOTALL)
    told = {}
    exec(compile(example, "SPEC.md", "exec"), told)  # noqa: S102  it is our own page
    assert told["termination"] or told["truncation"]
