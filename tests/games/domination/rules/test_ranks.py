"""Rewards by rank, in a game that is won and in one that is truncated (DOM-201)."""

import math
import random
from pathlib import Path

import numpy as np
import pytest

from tests.games.domination.rules.test_options import CAPTURE
from tests.games.domination.tables import play, table_at
from wd_env import domination_v0
from wd_env.table.game_table import Table

SIX = str(Path(__file__).parents[1] / "maps" / "6.map")
CAPITALS = {"game_type": "capital", "capitals": [12, 21, 26, 11], "num_players": 4}


def rewards_of(table: Table):
    """Return the rewards, rounded to three digits."""
    return [round(reward, 3) for reward in table.rewards()]


@pytest.mark.parametrize(
    ("reward", "paid"), [("rank", [1.0, -0.333, -1.0, 0.333]), ("win", [1.0, -0.333, -0.333, -0.333])]
)
def test_dom_201_the_winner_then_who_is_in_play_then_the_others_from_the_last(reward, paid):
    table = table_at({0: [12, 25], 1: [21], 2: [26]}, {12: 9, 25: 9}, at="attack", reward=reward, **CAPITALS)
    play(table, "country 25", "country 26", *CAPTURE, "country 12", "country 21", *CAPTURE)
    assert rewards_of(table) == [0.0] * 4, "expected no reward before the end"
    play(table, "country 12", "country 11", *CAPTURE)
    assert (table.board.ranks, table.is_terminal) == ([0, 2, 3, 1], True)
    assert rewards_of(table) == paid


def test_dom_201_seats_that_stay_in_play_share_the_ranks_between_them():
    held = {0: [12], 1: [11], 2: [26]}
    options = {"num_players": 4, "game_type": "mission", "missions": [10, 7, 8, 9], "reward": "rank"}
    table = play(table_at(held, {12: 9}, at="attack", **options), "country 12", "country 11", *CAPTURE)
    assert (table.is_terminal, table.board.ranks, rewards_of(table)) == (True, [0, 3, 1, 1], [1.0, -1.0, 0.0, 0.0])


def test_dom_201_rounded_rewards_add_up_to_exactly_zero():
    table = table_at({0: [12, 25], 1: [21], 2: [26]}, {12: 9, 25: 9}, at="attack", reward="rank", **CAPITALS)
    play(table, "country 25", "country 26", *CAPTURE, "country 12", "country 21", *CAPTURE)
    play(table, "country 12", "country 11", *CAPTURE)
    rewards = table.rewards()
    assert (math.fsum(rewards), len(rewards)) == (0.0, 4)
    assert rewards == [float(np.float32(reward)) for reward in rewards]


@pytest.mark.parametrize(
    ("held", "ranks", "paid"),
    [
        ({0: [12], 1: [21]}, [0, 0, 0], [0.0, 0.0, 0.0]),
        ({0: [12]}, [0, 2, 0], [0.5, -1.0, 0.5]),
    ],
)
def test_dom_201_a_game_that_is_cut_pays_ranks_too(held, ranks, paid):
    table = table_at(held, {12: 9}, at="fortify", turn=2, num_players=3, reward="rank", max_rounds=1)
    if not table.is_terminal:
        play(table, "pass")
    assert (table.is_terminal, table.is_truncated, table.winners) == (True, True, ())
    assert (table.board.ranks, rewards_of(table)) == (ranks, paid)


def test_dom_201_the_environment_pays_them_at_the_end_to_every_agent():
    env = domination_v0.env(map=SIX, cards="generated", auto_place="all", max_rounds=15, reward="rank")
    for seed in range(30):
        env.reset(seed=seed)
        rng, paid = random.Random(seed), {}
        for agent in env.agent_iter():
            obs, reward, is_terminal, is_cut, _ = env.last()
            has_ended = is_terminal or is_cut
            if has_ended:
                paid[agent] = reward
            env.step(None if has_ended else rng.choice(np.flatnonzero(obs["action_mask"]).tolist()))
        ranks = env.unwrapped.table.board.ranks
        if sorted(ranks) == [0, 1, 2]:
            break
    assert [paid[f"player_{player}"] for player in range(3)] == [1.0 - rank for rank in ranks]
