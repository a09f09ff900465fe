"""What menus say next to an action."""

import numpy as np
import pytest

from tests.games.superpowers.play import begun, play, position
from wd_env.games.superpowers.text.superpowers_text import PRESENTER
from wd_env.spec.game_spec import PLAYER

OPTIONS = (
    {"ruleset": "basic"},
    {"ruleset": "advanced", "encircle": "ask", "canal_permission": "ask", "allow_surrender": True},
)


def notes(table):
    """Return the note of each legal action."""
    return {action: PRESENTER.action_help(table, action) for action in table.legal_texts()}


@pytest.mark.parametrize("options", OPTIONS)
def test_every_action_of_a_game_has_a_note(options):
    table, rng, decisions = begun(3, seed=2, **options), np.random.default_rng(1), set()
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
    assert notes(table)["china"] == "China, of cfe, cfe I2"
    assert notes(table)["end"] == "No more attacks: planes land, then units move."
    play(table, "end")
    assert notes(table)["end"] == "No more moves."
    play(table, "japan")
    assert notes(table)["half I"] == "half of the infantry"
    assert notes(table)["all T"] == "all tanks"


def test_a_note_of_a_neutral_land_names_its_garrison():
    table = position({"japan": "ie I6 T1", "china": "cfe I2"}, powers=("ie", "cfe"), turn="ie")
    neutral = {action: note for action, note in notes(table).items() if "neutral" in note}
    assert neutral["siberia"] == "Siberia, neutral I3"
