"""The targets of a legal action are items of the scene, each with its own key, in every game."""

import random

import pytest

from tests.games.pledge.samples import ROW as TOY
from wd_env import registry
from wd_env.table.chance_modes import EXPLICIT
from wd_env.text.seat_names import SeatNames

ROWS = (*registry.GAMES.values(), TOY)
DECISIONS = 1_500
ALIKE = SeatNames(("Al", "Asia", "Rome", "Alaska", "Pole", "Africa"))  # names of continents, cards and countries


def keys_of(scene):
    """Return every key of a scene that can be selected."""
    keys = {f"seat {seat['seat']}" for seat in scene["seats"]} | {f"card {number}" for number in range(65)}
    board = scene.get("board") or {}
    keys |= {f"place {space['place']}" for space in board.get("spaces", [])}
    keys |= {f"place {board['pole']['place']}"} if board else set()
    return keys | {f"country {country['number']}" for country in scene.get("countries", [])}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
@pytest.mark.parametrize("options", [0, 1])
def test_options_are_about_things_of_the_scene_whatever_players_are_called(row, options):
    chosen, rng, met = row.short_options[min(options, len(row.short_options) - 1)], random.Random(options), 0
    table = row.new_table(row.config(**chosen), seed=options, chance=EXPLICIT)
    keys = keys_of(row.presenter.scene_data(table, 0, ALIKE))
    for _ in range(DECISIONS):
        offered = table.legal_texts()
        for option in offered:
            targets = row.presenter.targets(table, option)
            assert set(targets) <= keys, option
            assert len(set(targets)) == len(targets)
            met += len(targets)
        table.play(rng.choice(list(table.chance_weights()) or offered))
        if table.is_terminal:
            table = row.new_table(row.config(**chosen), seed=rng.randrange(10**6), chance=EXPLICIT)
    assert met > DECISIONS / 10 or row is TOY


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_every_scene_has_what_a_front_end_needs_of_any_game(row):
    table = row.new_table(row.config(num_players=2, **row.short_options[0]), seed=1)
    scene = row.presenter.scene_data(table, None)
    assert scene["players"] == 2
    assert scene["is_terminal"] is False
    assert scene["decision_text"] == row.presenter.decision_text(table)
    assert [seat["seat"] for seat in scene["seats"]] == list(range(table.state.seats))
    assert all({"name", "is_in_play", "has_won"} <= seat.keys() for seat in scene["seats"])
    assert "board" in scene or all(seat["columns"] for seat in scene["seats"])
    assert "board" in scene or scene["summary"]
