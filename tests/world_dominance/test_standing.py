"""How a player stands, for shaped rewards: soldiers, and cards towards a five-card set."""

import pytest

from wd_env.world_dominance.names import SEATS
from wd_env.world_dominance.position import position
from wd_env.world_dominance.rules import engine

GREEN = ["Argentina", "Peru", "Chile", "Bolivia", "Uruguay", "Paraguay"]
WHITE = ["Antarctica West", "Antarctica East", "Antarctica North"]


def standing(game) -> tuple[list[int], list[int]]:
    """Soldiers and progress of every seat, absent ones included."""
    out = [0] * (2 * SEATS)
    engine.standing(game.state, out)
    return out[:SEATS], out[SEATS:]


@pytest.mark.parametrize(
    ("cards", "progress"),
    [
        ([], 0),
        (GREEN[:1], 1),
        (GREEN[:4], 4),
        (GREEN[:5], 5),
        (GREEN[:6], 2),  # gone over
        (GREEN[1:2], 0),  # the Strategic Point is still to come
        (GREEN[1:5], 3),
        (GREEN[1:6], 2),  # with it there would be six
        (WHITE, 3),
        ([*WHITE, *GREEN[:2], "Rome"], 3),
        ([*GREEN[:4], *WHITE, "Rome"], 4),
    ],
)
def test_progress_is_the_cards_held_towards_the_best_set(cards, progress):
    assert standing(position(cards={1: cards}))[1] == [0, progress, 0, 0, 0]


def test_soldiers_are_counted_player_by_player_and_who_is_out_has_none():
    assert standing(position(soldiers=[7, 0, 3], out=[1])) == ([12, 0, 8, 0, 0], [0, 0, 0, 0, 0])


def test_taking_reinforcements_changes_nothing_since_they_were_counted_before():
    game = position(players=2, soldiers=[4, 9])
    before = standing(game)
    game.play("reinforce")
    assert game.soldiers == [9, 9]
    assert standing(game) == before
