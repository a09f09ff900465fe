"""The lines about the fields of a table, and their width."""

import random

import pytest

from tests.toy_game import PLEDGE
from wd_env.table.game_table import Table
from wd_env.text.line_width import break_line
from wd_env.text.public_state import PublicState
from wd_env.text.seat_names import NUMBERED
from wd_env.text.state_lines import state_lines


def seat_lines(table):
    return state_lines(PublicState.of(table), NUMBERED)[-table.state.seats :]


@pytest.mark.parametrize("game", ["world_dominance", PLEDGE], ids=str)
def test_only_winners_have_won_and_only_seats_without_a_player_are_out_of_play(game):
    table, rng = Table(game, seed=2), random.Random(2)
    while not table.is_terminal:
        assert "HAS WON" not in "".join(seat_lines(table))
        for _ in range(20):
            table.play(rng.choice(table.legal_actions()))
            if table.is_terminal:
                break
    lines = seat_lines(table)
    assert [seat for seat, line in enumerate(lines) if "HAS WON" in line] == list(map(table.home_seat, table.winners))
    assert ["out of play" in line for line in lines] == [not in_play for in_play in table.state.in_play[: len(lines)]]
    assert table.winners


def test_a_line_without_a_terminal_has_up_to_a_hundred_columns():
    assert break_line(f"{'a' * 50} {'b' * 49}") == [f"{'a' * 50} {'b' * 49}"]
    assert break_line(f"{'a' * 50} {'b' * 50}") == ["a" * 50, f"    {'b' * 50}"]
