"""A table at any line of a game is rebuilt from the last state that was saved before the line."""

import random

import pytest

from wd_env.games.domination.table import Domination
from wd_env.session.keyframes import INTERVAL, Keyframes
from wd_env.table.chance_modes import EXPLICIT
from wd_env.table.game_table import Table

ENDS = (0, 1, INTERVAL - 1, INTERVAL, INTERVAL + 1, 3 * INTERVAL, 200)


@pytest.fixture(scope="module")
def game():
    """Return a game of 201 lines, with its table after each of `ENDS`."""
    rng = random.Random(1)
    table = Domination(seed=1, chance=EXPLICIT)
    keyframes, tables = Keyframes(table), {}
    for end in range(201):
        if end in ENDS:
            tables[end] = table.copy()
        table.play(rng.choice(list(table.chance_weights()) or table.legal_texts()))
        keyframes.add(table)
    return keyframes, table, tables


@pytest.mark.parametrize("end", ENDS)
def test_the_table_at_a_line_is_the_one_that_was_there(game, monkeypatch, end):
    keyframes, table, tables = game
    played = []
    really_play = Table.play_line
    monkeypatch.setattr(Table, "play_line", lambda table, line: (played.append(line), really_play(table, line)))
    found = keyframes.table_at(table.lines, end)
    assert (found.state.to_bytes(), found.lines) == (tables[end].state.to_bytes(), tables[end].lines)
    assert len(played) == end % INTERVAL
    assert found.legal_texts() == tables[end].legal_texts()


def test_states_after_the_line_of_an_undo_are_dropped(game):
    keyframes, table, tables = game
    other = keyframes.copy_until(INTERVAL + 1)
    again = other.table_at(table.lines, INTERVAL + 1)
    while len(again.lines) < 3 * INTERVAL:
        again.play((list(again.chance_weights()) or again.legal_texts())[-1])
        other.add(again)
    assert other.table_at(again.lines, 3 * INTERVAL).state == again.state != tables[3 * INTERVAL].state
    assert keyframes.table_at(table.lines, 3 * INTERVAL).state == tables[3 * INTERVAL].state
    other.truncate(INTERVAL)
    assert other.table_at(table.lines, 3 * INTERVAL).state == tables[3 * INTERVAL].state
