"""Games on a GPU compared with a batch, in Numba's CUDA simulator; run it with NUMBA_ENABLE_CUDASIM=1.

The simulator keeps the data of the device in NumPy arrays, and runs each of its threads as a Python thread. The kernel
gets plain objects and lists: a number from a NumPy record would wrap around at the width of its field, which compiled
rules do not do.
"""

import random
from types import FunctionType
from unittest import mock

import numpy as np
from numba import config
from numba import cuda as device

from tests.batch.test_lockstep import interpreted_run
from tests.games.world_dominance.random_options import random_options
from wd_env.batch import cuda_batch
from wd_env.batch.batch import Batch
from wd_env.batch.cuda_batch import CudaBatch
from wd_env.errors import ConfigError, IllegalAction
from wd_env.games.world_dominance.game import GAME
from wd_env.kernels import cuda_loop, game_loop

TABLES = 8
BLOCK = 4  # threads; some of the last block have no game


class Records(list):  # type: ignore[type-arg]
    """A list that copies records that are written into it."""

    def __setitem__(self, at, record):
        super().__setitem__(at, record.copy())


class Simulated:
    """Replaces the kernel that `cuda.entry` returns."""

    def __init__(self):
        play = cuda_loop.make_play(GAME.chance_width, len(GAME.nodes))
        space = {**vars(cuda_loop), "run": interpreted_run()}
        self.play = device.jit(FunctionType(play.__code__, space, "play", None, play.__closure__))

    def __getitem__(self, shape):
        def launch(op, rounds, autoreset, *held):
            before = [array.copy_to_host() for array in held]
            after = [plain(array) for array in before]
            self.play[shape](op, rounds, autoreset, *after)
            for array, old, new in zip(held, before, after, strict=True):
                array.copy_to_device(written(new, old))

        return launch


def plain(array):
    """Return numbers as lists, and records as objects."""
    return Records(map(GAME.schema.from_record, array)) if array.dtype.names else array.tolist()


def written(numbers, array):
    """Write the result of `plain` back to the array."""
    made = [record.to_record() for record in numbers] if isinstance(numbers, Records) else numbers
    array[...] = np.array(made, array.dtype).reshape(array.shape)
    return array


def both(players, options, autoreset):
    """Return the same new games twice."""
    simulated = CudaBatch(GAME, TABLES, 7, players, options, autoreset=autoreset)
    batch = Batch(GAME, TABLES, 7, players, options, autoreset=autoreset)
    assert_equal(simulated, batch)
    return simulated, batch


def assert_equal(simulated, batch):
    theirs = {**batch.save(), "masks": batch.masks}
    for name, array in simulated.save().items():
        # The simulator does not copy the bytes between fields.
        kind = GAME.schema.dtype if name == "states" else array.dtype
        assert array.dtype == theirs[name].dtype, name
        assert np.array_equal(array.view(kind), theirs[name].view(kind)), name


def play_at_random(players, options, autoreset):
    """Play random games in both, compare them after each call, and return how many have ended."""
    simulated, batch = both(players, options, autoreset)
    for rounds in (1, 80, 3, 120):
        simulated.play(rounds)
        batch.play(rounds)
        assert_equal(simulated, batch)
    return int(batch.save()["seeds"][:, game_loop.EPISODE_COLUMN].sum() if autoreset else batch.done.sum())


def play_by_answers(players, options):
    """Play given actions, after some illegal ones that raise the errors of a batch and change nothing."""
    simulated, batch = both(players, options, True)
    for wrong in (-1, len(GAME.actions), int(np.flatnonzero(batch.masks[5] == 0)[0])):
        answers = batch.masks.argmax(axis=1)
        answers[[5, 7]] = wrong
        assert refusal(simulated, answers) == refusal(batch, answers) != ""
        assert_equal(simulated, batch)
    for wrong in (np.zeros(TABLES), [0] * (TABLES - 1), [[0]] * TABLES, ["0"] * TABLES, [[0], [1, 2]], None):
        assert refusal(simulated, wrong) == refusal(batch, wrong) != ""
    for rounds in (-1, 2.5, "3"):
        assert f"num_steps: expected 0 or more, got {rounds!r}" == rounds_refused(simulated, rounds)
    for _ in range(60):
        answers = batch.masks.argmax(axis=1)
        simulated.step(answers)
        batch.step(answers)
        assert_equal(simulated, batch)


def refusal(games, answers):
    """Return the error about these actions, or None."""
    try:
        games.step(answers)
    except IllegalAction as problem:
        return str(problem)
    return ""


def rounds_refused(games, rounds):
    """Return the error about this number of steps, or None."""
    try:
        games.play(rounds)
    except ConfigError as problem:
        return str(problem)
    return ""


def main():
    assert config.ENABLE_CUDASIM, "NUMBA_ENABLE_CUDASIM is not set"
    short = [{"max_turns": turns} for turns in (8, 30)]
    assert play_at_random((2, 3, 4, 5), short, autoreset=True) > TABLES
    assert play_at_random((2, 3, 4, 5), short, autoreset=False) > TABLES // 2
    rng = random.Random(1)
    # A quiz needs people, so a batch cannot play it.
    fixed = {"num_players": 2, "max_turns": 40, "knowledge_model": "profile"}
    play_at_random((2,), [random_options(rng, **fixed) for _ in range(TABLES)], autoreset=True)
    play_by_answers((2, 5), {"max_turns": 40, "illegal_action": "error"})
    play_at_random((3,), {"illegal_action": "eject", "max_turns": 20}, autoreset=True)


if __name__ == "__main__":
    with (
        mock.patch.object(cuda_batch, "check_gpu"),
        mock.patch.object(cuda_batch, "cuda_kernel_for", return_value=Simulated()),
        mock.patch.object(cuda_batch, "BLOCK", BLOCK),
    ):
        main()
