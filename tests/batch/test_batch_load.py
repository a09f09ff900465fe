"""Loading saved bytes into a batch: invalid bytes are rejected, and games continue from valid ones.

Compiled code uses these numbers as indices without checks, so an invalid number that is accepted can crash the process.
"""

import random
from typing import Any

import numpy as np
import pytest

pytest.importorskip("numba")

from wd_env.batch.batch import Batch
from wd_env.batch.saved_batch import MAX_COUNT
from wd_env.errors import StateError
from wd_env.games.world_dominance.game import GAME
from wd_env.kernels import game_loop
from wd_env.spec.rewards import RewardShaping

N = 12
PLAYERS = (2, 3, 4, 5)
OPTIONS = ({"max_turns": 30}, {"variant": "ten_card", "illegal_action": "eject", "max_turns": 40})
SHAPING = RewardShaping((0.25, 0.5))


def batch_of(seed=1, players=PLAYERS, options=OPTIONS, tables=N, **more):
    return Batch(GAME, tables, seed, players, options, SHAPING, **more)


def played(rounds=90, **more):
    batch = batch_of(**more)
    batch.play(rounds)
    return batch


def everything(batch):
    return {**batch.save(), "masks": batch.masks.copy(), "template_ids": batch._template_ids.copy()}


def same(one, other):
    return all(np.array_equal(one[name], other[name]) for name in one)


def refused(batch, arrays, reason="saved "):
    """Check that loading raises an error and changes nothing."""
    before = everything(batch)
    with pytest.raises(StateError, match=reason):
        batch.load(arrays)
    assert same(before, everything(batch))


@pytest.mark.parametrize("autoreset", [False, True])
def test_another_batch_plays_on_bit_for_bit(autoreset):
    one, other = played(autoreset=autoreset), batch_of(seed=9, autoreset=autoreset)
    other.load(one.save())
    assert same(one.save(), other.save())
    assert np.array_equal(one.masks, other.masks)
    for batch in (one, other):
        batch.play(200)
    assert same(one.save(), other.save())


def test_rows_reset_to_other_numbers_of_players_restart_with_them():
    """Load into another batch that has never had such games and must make their templates."""
    one = batch_of(players=(4,), autoreset=True)
    one.reset(np.arange(N), np.array([2, 3, 4, 5] * 3))
    other = batch_of(players=(4,), autoreset=True)
    other.load(one.save())
    for batch in (one, other):
        batch.play(500)
    assert one.save()["seeds"][:, game_loop.EPISODE_COLUMN].min() > 1
    assert same(one.save(), other.save())
    assert other.field("players").tolist() == other.num_players.tolist() == [2, 3, 4, 5] * 3


def test_a_batch_with_other_threads_takes_the_counts_of_questions():
    one = Batch(GAME, 256, 1, PLAYERS, OPTIONS, threads=2)
    one.play(30)
    other = Batch(GAME, 256, 1, PLAYERS, OPTIONS)
    other.load(one.save())
    assert np.array_equal(one.nodes_opened, other.nodes_opened)


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"options": OPTIONS[::-1]}, "saved rules of row 0"),
        ({"options": OPTIONS[0]}, "saved rules of row 1"),
        ({"tables": N + 1}, "saved states: expected .*, got uint8"),
        ({"autoreset": True}, "saved games: expected none that is over"),
    ],
)
def test_a_batch_of_other_arguments_is_refused(changed, reason):
    refused(batch_of(**changed), played(2000).save(), reason)


def test_a_batch_without_shaping_is_refused():
    refused(
        batch_of(), Batch(GAME, N, 1, PLAYERS, OPTIONS).save(), r"saved potentials: expected .*, got int64\(0, 10\)"
    )


@pytest.mark.parametrize("name", sorted(batch_of().save()))
def test_an_array_that_is_missing_or_of_another_shape_or_type_is_refused(name):
    batch = batch_of()
    good = batch.save()
    refused(batch, {key: array for key, array in good.items() if key != name}, f"saved {name}: expected .*, got ")
    refused(batch, {**good, name: good[name][:-1]}, f"saved {name}: expected ")
    refused(batch, {**good, name: good[name].astype(np.float64)}, f"saved {name}: expected .*, got float64")
    refused(batch, {**good, name: good[name].tolist()}, f"saved {name}: expected ")


@pytest.mark.parametrize("name", sorted(batch_of().save()))
def test_random_bytes_are_refused(name):
    batch = played()
    good, rng = batch.save(), np.random.default_rng(len(name))
    for _ in range(20):
        noise = rng.integers(0, 256, good[name].nbytes, np.uint8).view(good[name].dtype).reshape(good[name].shape)
        refused(batch, {**good, name: noise})


WRONG: dict[str, list[Any]] = {
    "num_players": [1, 6, -1, 2**62, 4],
    "seat": [5, -1, 2**40],
    "player": [5, -1, 115],
    "terminal": [True],
    "penalizes": [True],
    "legal_bits": [-1, 2**40],
    "potentials": [-1, 2**40],
    "seeds": [-1, 2**32],
    "streams": [-1, 2**32],
    "rewards": [np.nan, np.inf],
    "done": [True],
    "truncated": [True],
    "nodes_opened": [-1, -(2**63)],
}


@pytest.mark.parametrize(("name", "value"), [(name, value) for name, values in WRONG.items() for value in values])
def test_a_single_invalid_number_is_rejected(name, value):
    batch = batch_of()
    arrays = batch.save()
    arrays[name].reshape(-1)[0] = value
    refused(batch, arrays)


@pytest.mark.parametrize(("name", "column"), [("streams", 2), ("seeds", game_loop.EPISODE_COLUMN)])
@pytest.mark.parametrize("count", [-1, MAX_COUNT + 1])
def test_a_count_beyond_its_limit_is_rejected(name, column, count):
    batch = batch_of()
    arrays = batch.save()
    arrays[name][N - 1, column] = count
    refused(batch, arrays, f"saved {name}: expected 0 to {MAX_COUNT}, got {count}")


def test_an_invalid_bool_is_rejected():
    batch = batch_of()
    arrays = batch.save()
    arrays["terminal"].view(np.uint8)[3] = 2
    refused(batch, arrays, "saved terminal: expected bytes 0 or 1")


def test_an_impossible_state_is_rejected():
    batch = batch_of()
    arrays = batch.save()
    arrays["states"].view(GAME.schema.dtype)["garrison"][3] += 1
    refused(batch, arrays, "saved state of row 3: the state cannot be: there are .* soldiers instead")


def test_a_batch_never_waits_at_a_chance_node():
    batch = batch_of()
    arrays = batch.save()
    state = GAME.new_state(GAME.config_class.of(**OPTIONS[0], num_players=2))
    assert GAME.nodes[state.node].kind == "chance"
    arrays["states"][0] = np.frombuffer(state.to_bytes(), np.uint8)
    refused(batch, arrays, "row 0: expected a decision or chance node, got setup_throw")


def test_games_accepted_after_flipped_bits_can_be_played_to_their_end():
    """Flip bits of public and private fields: a state that is accepted must be playable."""
    rng, taken = random.Random(3), 0
    one = played()
    for number in range(600):
        arrays = one.save()
        row, bit = rng.randrange(N), rng.randrange(8)
        arrays["states"][row, rng.randrange(arrays["states"].shape[1])] ^= 1 << bit
        batch = batch_of(seed=number)
        try:
            batch.load(arrays)
        except StateError:
            continue
        taken += 1
        batch.play(40)
        batch.observe_players(np.arange(N), np.zeros(N, np.int64))
    assert taken < 600
