"""The potential of a player for shaped rewards: soldiers, and cards towards a five-card set."""

import random

import pytest

from tests.games.world_dominance import computed_rewards
from tests.games.world_dominance.policies import POLICIES
from wd_env.games.world_dominance.config import Config
from wd_env.games.world_dominance.definitions.names import SEATS
from wd_env.games.world_dominance.position import position
from wd_env.games.world_dominance.rules import engine
from wd_env.games.world_dominance.table import WorldDominance
from wd_env.games.world_dominance.variants import all_tables

GREEN = ["Argentina", "Peru", "Chile", "Bolivia", "Uruguay", "Paraguay"]
WHITE = ["Antarctica West", "Antarctica East", "Antarctica North"]


def standing(game) -> tuple[list[int], list[int]]:
    """Return soldiers and progress of every seat, including absent ones."""
    out = [0] * (2 * SEATS)
    engine.potential(game.state, out)
    return out[:SEATS], out[SEATS:]


@pytest.mark.parametrize(
    ("cards", "progress"),
    [
        ([], 0),
        (GREEN[:1], 1),
        (GREEN[:4], 4),
        (GREEN[:6], 2),  # more than five
        (GREEN[1:2], 0),  # the Strategic Point is still missing
        (GREEN[1:5], 3),
        (GREEN[1:6], 2),  # with it there would be six
        (WHITE, 3),
        ([*WHITE, *GREEN[:2], "Rome"], 3),
        ([*GREEN[:4], *WHITE, "Rome"], 4),
    ],
)
def test_progress_is_the_cards_held_towards_the_best_set(cards, progress):
    assert standing(position(cards={1: cards}))[1] == [0, progress, 0, 0, 0]


def test_progress_of_a_whole_set_is_all_its_cards():
    table = position(cards={1: GREEN[:5]}, variant="multi_five", sets_to_win=2)
    assert standing(table)[1] == [0, 5, 0, 0, 0]


def test_soldiers_are_counted_player_by_player_and_who_is_out_has_none():
    assert standing(position(soldiers=[7, 0, 3], out=[1])) == ([12, 0, 8, 0, 0], [0, 0, 0, 0, 0])


def test_taking_reinforcements_changes_nothing_since_they_were_counted_before():
    game = position(players=2, soldiers=[4, 9])
    before = standing(game)
    game.play("reinforce")
    assert game.board.soldiers == [9, 9]
    assert standing(game) == before


@pytest.mark.thinned(2)
@pytest.mark.parametrize(("row", "players"), [*all_tables()], ids=lambda part: getattr(part, "title", str(part)))
def test_at_every_question_of_a_game_each_player_stands_as_is_counted_by_hand(row, players):
    config = Config.of(**row.options(players), max_turns=80)
    moved: set[tuple[int, int]] = set()
    for number, policy in enumerate(POLICIES.values()):
        table, rng = WorldDominance(config, seed=number), random.Random(number)
        for _ in range(300):
            if table.is_terminal:
                break
            found, before = standing(table), computed_rewards.standing(computed_rewards.seen_of(table.state), config)
            assert [part[:players] for part in found] == before
            assert not any(found[0][players:] + found[1][players:])
            table.play(policy(table.legal_texts(), rng))
            after = computed_rewards.standing(computed_rewards.seen_of(table.state), config)
            moved |= {(term, k) for term in range(2) for k in range(players) if before[term][k] != after[term][k]}
    assert moved == {(term, k) for term in range(2) for k in range(players)}
