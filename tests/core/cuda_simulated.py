"""The kernel of a GPU under Numba's simulator, which runs each thread of the device as one of Python.

Run with NUMBA_ENABLE_CUDASIM=1. Games are plain objects and lists here: numbers taken out of NumPy's records wrap around
at the width of their field, which neither compiled rules nor Python's own numbers do.
"""

import sys
from types import FunctionType

import numpy as np
from numba import config, cuda

from tests.core.test_lockstep import interpreted_run
from wd_env.core import cuda_kernel, kernel
from wd_env.core.batch import Batch
from wd_env.core.cuda import KEPT, WRITTEN, arrays_of
from wd_env.world_dominance.game import GAME

BLOCK = 4  # threads; the last block has threads without a game


class Copied(list):  # type: ignore[type-arg]
    """Reading a record of an array into another copies it."""

    def __getitem__(self, at):
        return super().__getitem__(at).copy()


class Simulated:
    """A `CudaBatch` without a GPU."""

    def __init__(self, tables, seed, players, options, restarts):
        arrays = arrays_of(GAME, tables, seed, players, options, "F")
        self.types = {name: array.dtype for name, array in arrays.items()}
        self.held = {name: array.tolist() for name, array in arrays.items()}
        self.held["templates"] = Copied(map(GAME.schema.from_record, arrays["templates"]))
        self.held["states"] = list(map(GAME.schema.from_record, arrays["states"]))
        self.tables, self.restarts = tables, restarts
        play = cuda_kernel.make_play(GAME.luck_width, len(GAME.questions))
        space = {**vars(cuda_kernel), "run": interpreted_run()}
        self.kernel = cuda.jit(FunctionType(play.__code__, space, "play", None, play.__closure__))
        self.launch(kernel.START)

    def launch(self, op, rounds=1):
        self.kernel[-(-self.tables // BLOCK), BLOCK](op, rounds, int(self.restarts), *self.held.values())

    def refused(self, answers):
        """Which row refuses its answer first; as many as there are rows for none."""
        self.held["answers"][:] = answers
        self.held["refused"][0] = self.tables
        self.launch(kernel.CHECK)
        return self.held["refused"][0]

    def save(self):
        saved = {name: np.array(self.held[name]).astype(self.types[name]) for name in (*KEPT, *WRITTEN) if name != "states"}
        return {**saved, "states": np.array([list(state.to_bytes()) for state in self.held["states"]], np.uint8)}


def assert_equal(simulated, batch):
    mine, theirs = simulated.save(), {**batch.save(), "masks": batch.masks}
    for name, array in mine.items():
        assert array.dtype == theirs[name].dtype, name
        assert np.array_equal(array, theirs[name]), name


def play_at_random(players, options, restarts):
    """Random answers, here and in a batch, equal after each call; how many games were ended and begun anew."""
    simulated, batch = both(players, options, restarts)
    for rounds in (1, 80, 3, 120):
        simulated.launch(kernel.PLAY, rounds)
        batch.play(rounds)
        assert_equal(simulated, batch)
    return int(batch.done.sum()) if not restarts else int(simulated.save()["seeds"][:, kernel.EPISODE].sum())


def play_by_answers(players, options):
    """Given answers, among them some that are refused or punished."""
    simulated, batch = both(players, options, True)
    for wrong in (-1, len(GAME.actions), int(np.flatnonzero(batch.masks[5] == 0)[0])):
        answers = batch.masks.argmax(axis=1)
        answers[[5, 7]] = wrong
        assert simulated.refused(answers) == 5, wrong
    for _ in range(60):
        answers = batch.masks.argmax(axis=1)
        assert simulated.refused(answers) == batch.n
        simulated.launch(kernel.STEP)
        batch.step(answers)
        assert_equal(simulated, batch)
