"""Notes that menus show next to actions."""

import re

import numpy as np
import pytest

from tests.games.superpowers.action_note_rows import ROWS
from tests.games.superpowers.play import new_table, play, position
from wd_env.games.superpowers.definitions.actions import KIND_NAMES, POWER_IDS
from wd_env.games.superpowers.game import GAME
from wd_env.games.superpowers.game_board import board_of
from wd_env.games.superpowers.text.action_notes import NOTES, NOTES_OF_DECISIONS
from wd_env.games.superpowers.text.action_sentences import action_sentence
from wd_env.games.superpowers.text.superpowers_text import PRESENTER
from wd_env.spec.game_spec import PLAYER

OPTIONS = (
    {"ruleset": "basic"},
    {"ruleset": "advanced", "encircle": "ask", "canal_permission": "ask", "allow_surrender": True},
)

CODES = re.compile(rf"\b(?:{'|'.join(KIND_NAMES)})\d*\b|\b(?:{'|'.join(POWER_IDS)})\b")


def notes(table):
    """Return the note of each legal action."""
    return {action: PRESENTER.action_help(table, action) for action in table.legal_texts()}


@pytest.mark.parametrize("options", OPTIONS)
def test_every_action_of_a_game_has_a_note(options):
    table, rng, decisions = new_table(3, seed=2, **options), np.random.default_rng(1), set()
    for _ in range(400):
        if table.is_terminal:
            break
        if table.node.kind == PLAYER:
            decisions.add(table.node.name)
            assert not [action for action, note in notes(table).items() if not note]
        table.play(rng.choice(table.legal_texts()))
    assert {"buy", "target", "attack_from", "attack_what"} <= decisions


def test_a_note_names_units_prices_and_what_stands_in_a_space():
    table = position({"japan": "ie I6 T1", "china": "cfe I2"}, powers=("ie", "cfe"), turn="ie")
    assert notes(table)["china"] == "China: held by Communist Far East with 2 infantry units"
    assert notes(table)["end"] == "No more attacks: planes land, then units move."
    play(table, "end")
    assert notes(table)["end"] == "No more moves."
    play(table, "japan")
    assert notes(table)["half I"] == "3 infantry units"
    assert notes(table)["all T"] == "1 tank"


def test_a_note_of_a_neutral_land_names_its_garrison():
    table = position({"japan": "ie I6 T1", "china": "cfe I2"}, powers=("ie", "cfe"), turn="ie")
    neutral = {action: note for action, note in notes(table).items() if "neutral" in note}
    assert neutral["siberia"] == "Siberia: neutral, defended by 3 infantry units"


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.node}: {', '.join(row.notes)}")
def test_the_note_of_an_action_in_a_scripted_position(row):
    table = row.table()
    assert table.node.name == row.node
    legal_notes = notes(table)
    assert {action: legal_notes.get(action) for action in row.notes} == row.notes


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.node}: {', '.join(row.notes)}")
def test_notes_and_the_history_have_words_and_no_codes(row):
    table = row.table()
    for action in row.notes:
        sentence = action_sentence(table, action)
        assert sentence[0].islower()
        for text in (sentence, PRESENTER.action_help(table, action)):
            assert not CODES.findall(text)
            assert not re.search(r"\b1 \w+s\b|\d (infantry|artillery|air defence)(?! unit)|_", text)


def kind(node, action):
    """Return the kind of an action: itself if it has a note, else its first word or the kind of its object."""
    board = board_of(GAME)
    if action in NOTES_OF_DECISIONS.get(node, {}):
        return node, action
    if action in NOTES:
        return action
    if action in board.index:
        return "land" if action in {land.id for land in board.lands} else "zone"
    return "power" if action in POWER_IDS else action.split()[0]


def test_scripted_positions_have_every_kind_of_action():
    kinds = {kind(row.node, action) for row in ROWS for action in row.notes}
    own = {(node, action) for node, actions in NOTES_OF_DECISIONS.items() for action in actions}
    others = {kind("", action) for action in GAME.actions if action not in {action for _, action in own}}
    assert own | others <= kinds
